/** Video viewings of tests: slots that staff opened, places that readers took and paid for. */
import { bookViewingContract, openSlotsContract, viewingSlotsContract } from '#lib/features/viewings/viewings.contract.ts';
import { viewingConsentVersion } from '#lib/features/viewings/viewings.schema.ts';
import { sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import { createSandboxRepository } from '#lib/features/payments/sandbox.repository.ts';
import { sandboxMessage } from '#lib/ports/payment/sandbox.ts';
import type { AccountsDesk, Browser } from './accounts-desk.ts';
import { known } from './list-pages.ts';
import type { StaffBrowser } from './staff-desk.ts';

const paymentsOf = (desk: AccountsDesk) => known(desk.on.services.people).payments;

/** Opens a slot of a day and time of the home's city that nobody opened before. Returns its number. */
export async function openSlot(desk: AccountsDesk, support: StaffBrowser, houseId: number, day: string, time: string): Promise<number> {
  const house = known(await desk.on.services.house.service.find(asId<HouseId>(houseId)));
  await support.call(openSlotsContract, { city_id: house.city.id, on: day, times: time, minutes: 30, places: 1 });
  const row = await desk.on.base.db.selectFrom('viewing_slots').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return row.id;
}

export const slotsSeen = async (by: Browser, houseId: number, day: string) =>
  (await by.call(viewingSlotsContract, { house_id: houseId })).data.slots.filter(({ starts_at }) => starts_at.startsWith(day));

export const bookViewing = (by: Browser, houseId: number, slot: number, note = 'The view, please.') =>
  by.call(bookViewingContract, { house_id: houseId, slot, note, consent_begin: viewingConsentVersion });

/** Begins to pay for a viewing. Returns the payment's reference. */
export async function beginToPay(desk: AccountsDesk, by: Browser, code: string): Promise<string> {
  const userId = asId<UserId>((await by.call(sessionContract)).data.cust_id);
  const begun = await paymentsOf(desk).begin({ kind: 'viewing', code }, { method: 'card', userId, locale: 'en-us' }, desk.clock.now);
  if (!begun.ok) throw new Error(begun.reason);
  return begun.value.reference;
}

/** What the embedded provider tells once somebody has paid there. */
export async function tellPaid(desk: AccountsDesk, reference: string): Promise<string> {
  await createSandboxRepository(desk.on.base.db).choose(reference, 'succeeded', desk.clock.now);
  const told = { id: `evt_${reference}`, reference, state: 'succeeded', minor: '2500', currency: 'GBP' } as const;
  const { headers, body } = sandboxMessage(desk.secrets.keyFor('payments'), told, desk.clock.now);
  return paymentsOf(desk).hear('sandbox', headers, body, desk.clock.now);
}
