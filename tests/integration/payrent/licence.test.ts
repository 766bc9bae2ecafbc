/** Where real money moves somebody has to be licensed to pass it on; transfers are mailed without an account. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as contracts from '#lib/features/payrent/payrent.contract.ts';
import { callReader } from '#lib/reader.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { beginToPay, paymentsOf, tellPaid, userOf } from '#tests/support/paying.ts';
import { broughtFor, submitRent } from '#tests/support/rents.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';

const accounts = JSON.stringify([{ method: 'bank-transfer', currency: 'GBP', lines: { holder: 'Loftling Ltd', iban: 'GB33BUKB20201555555555' } }]);
let closed: AccountsDesk;
let open: AccountsDesk;
beforeAll(async () => {
  closed = await openAccountsDesk({ settings: { TRANSFER_ACCOUNTS: accounts } });
  open = await openAccountsDesk({ settings: { TRANSFER_ACCOUNTS: accounts, RENT_LICENCE: 'Example Pay Ltd (FCA 900123)', PAYMENT_SANDBOX: 'on' } });
});
afterAll(async () => {
  await closed.close();
  await open.close();
});

test('[R1.37] without a licensed provider nobody begins to pay rent, and operators are told at the start', async () => {
  const by = await closed.registered('closed@example.org');
  const answer = await by.call(contracts.rentHouseContract, { home_kind: 'room', country: 'uk' });
  expect(answer.error_code).toBe(422);
  expect(JSON.stringify(answer.data)).toContain('payrent.closed');
  expect((await closed.browser().call(contracts.rentFeeContract, { amount: '800', currency: 'GBP' })).data.open).toBe(false);
  expect(closed.notes.join('\n')).toContain('RENT_LICENCE');
});

test('[R7.116] with one, the mail says amount, number and day, and leads to the page that has the account', async () => {
  const by = await open.registered('open@example.org');
  const code = await submitRent(open, by);
  const userId = await userOf(by);
  const begun = await paymentsOf(open).begin({ kind: 'payrent', code }, { method: 'bank-transfer', userId, locale: 'en-us' }, open.clock.now);
  expect((await by.call(contracts.rentMailContract, { code })).error_code).toBe(0);
  const letter = known(open.letters.find(({ name }) => name === 'rent-transfer'));
  expect(letter.input).toMatchObject({ code, minor: '85901', payment: begun.ok ? begun.value.reference : '' });
  expect(JSON.stringify(open.letters)).not.toMatch(/BUKB|NWBK/);
});

test('[R7.117] a proof is asked for and taken where a transfer was begun, and not where a card paid', async () => {
  const by = await open.registered('proof@example.org');
  const [byBank, byCard] = [await submitRent(open, by), await submitRent(open, by)];
  const [userId, { loaders, rents }] = [await userOf(by), { loaders: known(open.on.services.people).loaders, rents: known(open.on.services.people).payrent }];
  const bring = async (code: string) => by.call(contracts.rentVoucherContract, { code, voucher: await broughtFor(open, by) });
  const asks = async (code: string) => {
    const reader = callReader(open.on.services.site, { locale: 'en-us', now: open.clock.now });
    const page = { ...reader.page, params: { code } };
    return known(await known(loaders.payrent).one({ ...reader, page, visitor: { session: { userId }, staff: undefined } as never })).canVoucher;
  };
  expect([await asks(byBank), (await bring(byBank)).error_code]).toEqual([false, 422]);
  await paymentsOf(open).begin({ kind: 'payrent', code: byBank }, { method: 'bank-transfer', userId, locale: 'en-us' }, open.clock.now);
  expect([await asks(byBank), (await bring(byBank)).error_code]).toEqual([true, 0]);
  expect(known(await rents.ofCode(byBank)).voucher).toBeDefined();
  await tellPaid(open, await beginToPay(open, by, { kind: 'payrent', code: byCard }));
  expect([await asks(byCard), (await bring(byCard)).error_code]).toEqual([false, 422]);
});

test('what came by the trial provider is never passed on as real money', async () => {
  const by = await open.registered('trial@example.org');
  const code = await submitRent(open, by);
  await tellPaid(open, await beginToPay(open, by, { kind: 'payrent', code }));
  const finance = await openStaffDesk(open).member('finance');
  const answer = await finance.call(contracts.staffRentContract, { code, act: 'pay-out', reference: 'FT-9' });
  expect(answer.error_code).toBe(422);
  expect(JSON.stringify(answer.data)).toContain('payrent.only_trial');
});
