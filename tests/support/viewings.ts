/** Video viewings of tests: slots that staff opened, places that readers took and paid for. */
import { bookViewingContract, openSlotsContract, viewingSlotsContract } from '#lib/features/viewings/viewings.contract.ts';
import { viewingConsentVersion } from '#lib/features/viewings/viewings.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import type { AccountsDesk, Browser } from './accounts-desk.ts';
import { known } from './list-pages.ts';
import type { StaffBrowser } from './staff-desk.ts';

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
