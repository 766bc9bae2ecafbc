/** Payments of rent of tests, over the calls as browsers make them. */
import { rentHouseContract, rentPayeeContract, rentSubmitContract, rentTenantContract, rentTermsContract } from '#lib/features/payrent/payrent.contract.ts';
import { rentConsentVersion } from '#lib/features/payrent/payrent.schema.ts';
import type { AccountsDesk, Browser } from './accounts-desk.ts';
import { known } from './list-pages.ts';
import { userOf } from './paying.ts';
import { pdf } from './sample-files.ts';

/** Who is licensed to pass rent on, in browser tests. */
export const rentLicence = 'Example Pay Ltd (FCA 900123)';
export const iban = 'GB29NWBK60161331926819';
export const rentTerms = { currency: 'GBP', amount: '850.50', from: '2026-12-01', to: '2027-01-01', address: '12 Elm Road, Leeds LS6 1AA' };
export const landlord = { landlord: 'Ann Archer', holder: 'A Archer', account: iban, bank_code: '', note: 'Lan, flat 2' };

/** A file that waits for the form of somebody. */
export async function broughtFor(desk: AccountsDesk, by: Browser): Promise<string> {
  const owner = { userId: await userOf(by), visit: undefined, address: '192.0.2.9' };
  const kept = await known(desk.on.services.people).uploads.keep('rent', { name: 'lease.pdf', bytes: pdf() }, owner, desk.clock.now);
  if (!kept.ok) throw new Error(kept.reason);
  return kept.value.id;
}

export async function beginRent(by: Browser): Promise<string> {
  return (await by.call(rentHouseContract, { home_kind: 'flat', country: 'uk' })).data.code;
}

/** A draft with everything said. */
export async function fillRent(desk: AccountsDesk, by: Browser): Promise<string> {
  const code = await beginRent(by);
  await by.call(rentTermsContract, { code, ...rentTerms });
  await by.call(rentTenantContract, { code, tenant: 'Lan Nguyen', lease: await broughtFor(desk, by) });
  await by.call(rentPayeeContract, { code, ...landlord });
  return code;
}

/** One that is asked for: £850.50 and a fee of 1%. */
export async function submitRent(desk: AccountsDesk, by: Browser): Promise<string> {
  const code = await fillRent(desk, by);
  const answer = await by.call(rentSubmitContract, { code, total: '85901', consent_rent: rentConsentVersion });
  if (answer.error_code !== 0) throw new Error(JSON.stringify(answer.data));
  return code;
}
