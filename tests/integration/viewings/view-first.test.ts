/** A bed kept until somebody has seen the home by video, by calls as browsers make them, over a real database. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { stockTag } from '#lib/features/stock/stock.schema.ts';
import { bedContract, bedsContract } from '#lib/features/stock/stock.contract.ts';
import { cancelViewingContract, moveViewingContract, staffMoveContract } from '#lib/features/viewings/viewings.contract.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import { asId } from '#lib/ids/ids.ts';
import type { OrderId, TenancyId } from '#lib/ids/ids.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { writeLeedsHouses } from '#tests/support/leeds-houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { beginToPay, tellPaid, userOf } from '#tests/support/paying.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser } from '#tests/support/staff-desk.ts';
import { bookViewing, openSlot } from '#tests/support/viewings.ts';

let office: AccountsDesk;
let support: StaffBrowser;
let ids: ReadonlyMap<string, number> = new Map();
let people = 0;
let minutes = 0;
const start = new Date('2026-11-24T09:00:00Z');
const at = (days: number, hours = 0): Date => new Date(start.getTime() + (days * 24 + hours) * 3_600_000);
const stock = () => known(office.on.services.people).stock;

beforeAll(async () => {
  office = await openAccountsDesk({
    async fill(base) {
      ids = await writeLeedsHouses(base);
    },
  });
});
// A session of staff lasts twelve hours, and these tests take days.
beforeEach(async () => {
  office.clock.now = start;
  support = await openStaffDesk(office).member('support');
  // What the test before kept is over.
  await stock().expire(at(400));
});
afterAll(() => office.close());

const houseOf = (ref: string): number => known(ids.get(ref));
/** Leases of a home that are let, with so many beds each. */
async function leasesOf(ref: string, beds: number): Promise<readonly string[]> {
  const { db } = office.on.base;
  const rows = await db.selectFrom('tenancies').select('id').where('house_id', '=', houseOf(ref)).where('move_in', '>', '2027-01-01').orderBy('id').execute();
  const leases = rows.map(({ id }) => id);
  await db.updateTable('tenancies').set({ stock: beds, feed_stock: beds }).where('id', 'in', leases).execute();
  return leases.map(String);
}
const reader = (): Promise<Browser> => office.registered(`seer${(people += 1)}@example.org`);
/** A time of a day that nobody opened before. */
async function slotOn(days: number, ref = 'large'): Promise<number> {
  minutes += 1;
  const time = `${String(10 + Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return openSlot(office, support, houseOf(ref), at(days).toISOString().slice(0, 10), time);
}
/** Books and pays a viewing of a home so many days from now. */
async function viewingIn(by: Browser, days: number, ref = 'large'): Promise<string> {
  const { code } = (await bookViewing(by, houseOf(ref), await slotOn(days, ref))).data;
  await tellPaid(office, await beginToPay(office, by, { kind: 'viewing', code }));
  return code;
}
const beginsOf = async (code: string): Promise<Date> => known(await known(office.on.services.people).viewings.ofCode(code)).slot.startsAt;
const act = (by: Browser, lease: string | undefined, what: string) => by.call(bedContract, { tenancy_id: known(lease), act: what });
const holds = async (by: Browser) => (await by.call(bedsContract)).data.holds;
const faultOf = async (answer: ReturnType<typeof act>) =>
  known((await answer).data as unknown as { readonly fields: readonly { readonly message: string }[] }).fields[0]?.message;
const dayAfter = (begins: Date): string => new Date(begins.getTime() + (30 + 24 * 60) * 60_000).toISOString();

test('is kept until a day after it, whatever else happens, and nobody else has the bed', async () => {
  const [lease] = await leasesOf('large', 1);
  const [by, other] = [await reader(), await reader()];
  const code = await viewingIn(by, 3);
  const until = dayAfter(await beginsOf(code));
  expect((await act(by, lease, 'view')).data).toMatchObject({ until });
  expect(await holds(by)).toMatchObject([{ kind: 'viewing', until, extended: false }]);
  expect((await act(other, lease, 'hold')).status).toBe(409);
  // Again, and after its ten minutes: it is the same one, and is not lengthened.
  office.clock.now = at(1);
  expect((await act(by, lease, 'view')).data).toMatchObject({ until });
  expect((await act(by, lease, 'hold')).data).toMatchObject({ until });
  expect((await act(by, lease, 'longer')).status).toBe(422);
  await stock().expire(new Date(Date.parse(until) - 1_000));
  expect((await act(other, lease, 'hold')).status).toBe(409);
  await stock().expire(new Date(until));
  office.clock.now = new Date(until);
  expect([await holds(by), (await act(other, lease, 'hold')).status]).toEqual([[], 200]);
});

test('what was kept at checkout becomes it, and its place among the two is free', async () => {
  const [first, second] = await leasesOf('large', 5);
  const [third] = await leasesOf('drawn', 5);
  const by = await reader();
  const until = dayAfter(await beginsOf(await viewingIn(by, 3)));
  for (const lease of [first, third]) expect((await act(by, lease, 'hold')).status).toBe(200);
  expect((await act(by, second, 'hold')).status).toBe(422);
  expect((await act(by, first, 'view')).data).toMatchObject({ until });
  expect((await act(by, second, 'hold')).status).toBe(200);
  // The bed itself stays too, not only the word.
  await stock().expire(at(1));
  expect(await holds(by)).toMatchObject([{ tenancy_id: Number(first), kind: 'viewing' }]);
  const claims = await office.on.base.db
    .selectFrom('bed_claims')
    .select('id')
    .where('tenancy_id', '=', Number(first))
    .where('released_at', 'is', null)
    .execute();
  expect(claims).toHaveLength(1);
});

test('is refused without a viewing of that home, for one that is not paid, too far, over, or another lease beside', async () => {
  const [lease, other] = await leasesOf('large', 5);
  const [elsewhere] = await leasesOf('drawn', 5);
  const by = await reader();
  expect(await faultOf(act(by, lease, 'view'))).toBe('stock.no_viewing');
  const unpaid = await bookViewing(by, houseOf('large'), await slotOn(3));
  expect(await faultOf(act(by, lease, 'view'))).toBe('stock.no_viewing');
  await by.call(cancelViewingContract, { code: unpaid.data.code });
  const far = await viewingIn(by, 9);
  expect(await faultOf(act(by, lease, 'view'))).toBe('stock.no_far');
  expect(await faultOf(act(by, elsewhere, 'view'))).toBe('stock.no_viewing');
  office.clock.now = at(2, 4);
  support = await openStaffDesk(office).member('support');
  expect((await act(by, lease, 'view')).status).toBe(200);
  await viewingIn(by, 5, 'drawn');
  for (const one of [other, elsewhere]) expect(await faultOf(act(by, one, 'view'))).toBe('stock.no_one_kept');
  office.clock.now = await beginsOf(far);
  await act(by, lease, 'let-go');
  expect(await faultOf(act(by, lease, 'view'))).toBe('stock.no_viewing');
  expect(await faultOf(act(by, '2147483647', 'view'))).toBe('stock.no_gone');
});

test('of one home it is done for one viewing: another room of it may be kept instead, but no second viewing begins it anew', async () => {
  const [lease, other] = await leasesOf('large', 5);
  const by = await reader();
  const code = await viewingIn(by, 3);
  await act(by, lease, 'view');
  await act(by, lease, 'let-go');
  expect((await act(by, other, 'view')).data).toMatchObject({ until: dayAfter(await beginsOf(code)) });
  await by.call(cancelViewingContract, { code });
  await viewingIn(by, 4);
  expect(await faultOf(act(by, lease, 'view'))).toBe('stock.no_seen');
});

test('goes along when the viewing is moved, by its reader or by us, for two weeks at most; and ends with one that is cancelled', async () => {
  const [lease] = await leasesOf('large', 1);
  const [by, other] = [await reader(), await reader()];
  const code = await viewingIn(by, 3);
  await act(by, lease, 'view');
  const moved = await slotOn(6);
  expect((await by.call(moveViewingContract, { code, slot: String(moved) })).status).toBe(200);
  expect(await holds(by)).toMatchObject([{ until: dayAfter(await beginsOf(code)) }]);
  const far = await slotOn(17);
  expect((await support.call(staffMoveContract, { code, slot: String(far) })).status).toBe(200);
  expect(await holds(by)).toMatchObject([{ until: at(14).toISOString() }]);
  await stock().expire(at(13, 23));
  expect((await act(other, lease, 'hold')).status).toBe(409);
  expect((await by.call(cancelViewingContract, { code })).status).toBe(200);
  expect([await holds(by), (await act(other, lease, 'hold')).status]).toEqual([[], 200]);
});

test('an application for another room takes it along, and an order has its bed', async () => {
  const [lease, other] = (await leasesOf('large', 1)).map((one) => asId<TenancyId>(Number(one)));
  const by = await reader();
  const userId = await userOf(by);
  const until = dayAfter(await beginsOf(await viewingIn(by, 3)));
  await act(by, String(lease), 'view');
  const { db } = office.on.base;
  const period = { from: '2027-09-01', to: '2028-06-24' };
  const now = office.clock.now;
  const moved = await transact(db, (tx) => stock().moveHold(tx, { userId, from: known(lease), to: known(other), period }, now));
  expect([moved, await holds(by)]).toMatchObject([{ value: 'moved' }, [{ kind: 'viewing', tenancy_id: other, until }]]);
  const orderId = asId<OrderId>(2_000_000_000);
  await transact(db, (tx) => stock().claim(tx, { orderId, tenancyId: known(other), period, userId, until: at(2) }, now));
  const claims = await db
    .selectFrom('bed_claims')
    .select(['order_id', 'hold_id'])
    .where('tenancy_id', '=', known(other))
    .where('released_at', 'is', null)
    .execute();
  expect([await holds(by), claims]).toEqual([[], [{ order_id: orderId, hold_id: null }]]);
  await transact(db, (tx) => stock().free(tx, orderId, now));
});

test('who is offered the bed from the line has it for their day alone', async () => {
  const [lease] = await leasesOf('large', 1);
  const [by, other] = [await reader(), await reader()];
  await viewingIn(by, 3);
  await act(other, lease, 'hold');
  await known(office.on.services.people).onChange([stockTag]);
  expect((await act(by, lease, 'wait')).status).toBe(200);
  await act(other, lease, 'let-go');
  await known(office.on.services.people).onChange([stockTag]);
  expect(await holds(by)).toMatchObject([{ kind: 'waiting' }]);
  expect(await faultOf(act(by, lease, 'view'))).toBe('stock.no_line');
});

test('pressed twenty times at once it is one bed; asked for as the viewing is cancelled, nothing is kept for what will not be', async () => {
  const [lease, other] = await leasesOf('large', 30);
  const by = await reader();
  const userId = await userOf(by);
  const code = await viewingIn(by, 3);
  const asked = Array.from({ length: 20 }, (_, index) => stock().keepUntilViewing(userId, asId(Number(index % 2 ? lease : other)), office.clock.now));
  const kept = (await Promise.all(asked)).filter(({ ok }) => ok);
  expect([kept.length, (await holds(by)).length]).toEqual([10, 1]);
  await by.call(bedContract, { tenancy_id: String((await holds(by))[0]?.tenancy_id), act: 'let-go' });
  await Promise.all([stock().keepUntilViewing(userId, asId(Number(lease)), office.clock.now), by.call(cancelViewingContract, { code })]);
  expect(await holds(by)).toEqual([]);
});
