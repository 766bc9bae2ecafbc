/** Parts of a price that are late: when they are, who is reminded when, what staff can decide, and that nothing else ends or adds anything. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, dayEndIn } from '#lib/dates/dates.ts';
import { arrearsContract } from '#lib/features/orders/arrears.contract.ts';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { testNow } from '#tests/factories/houses.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk, orderView } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { beginToPay, paymentsOf, tellPaid, userOf } from '#tests/support/paying.ts';
import { termsCount } from '#tests/support/provider-terms.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser } from '#tests/support/staff-desk.ts';

const day = 86_400_000;
let desk: OrdersDesk;
let finance: StaffBrowser;
let supplier: string;
beforeAll(async () => {
  desk = await openOrdersDesk();
  finance = await openStaffDesk(desk.office).member('finance');
  const { supplier_id } = await db().selectFrom('houses').select('supplier_id').where('id', '=', asId(desk.lease.house_id)).executeTakeFirstOrThrow();
  supplier = String(supplier_id);
  await db().updateTable('tenancies').set({ stock: 20, feed_stock: 20 }).where('id', '=', asId(desk.lease.id)).execute();
});
afterAll(() => desk.office.close());
beforeEach(async () => {
  desk.office.clock.now = testNow;
  await termsCount(desk.office, finance.id, { supplier, collects: 'operator', lines: '' });
});

const db = () => desk.office.on.base.db;
const people = () => known(desk.office.on.services.people);
const arrears = () => people().arrears;
const find = async (code: string) => known(await people().orders.find(code));
const noon = (on: string) => new Date(`${on}T12:00:00Z`);
const lettersOf = (code: string) =>
  desk.office.letters.filter(({ name, input }) => name === 'order-arrears' && input['code'] === code).map(({ input }) => input);
/** A page of theirs on a day of which their session knows nothing. */
const viewOf = async (code: string, userId: UserId) =>
  ({ ...((await orderView(desk, code)) as object), visitor: { session: { userId }, staff: undefined } }) as never;
/** Whatever is late of this order. */
const late = async (code: string, now: Date) => arrears().of(await find(code), now);

/** Somebody whose next part was asked for: its day, and the code of the order. */
async function owing(isTheirs = false): Promise<{ readonly by: Browser; readonly code: string; readonly on: string }> {
  const by = await desk.somebody();
  if (isTheirs) await termsCount(desk.office, finance.id, { supplier, collects: 'supplier', lines: 'IBAN GB33 BUKB 2020 1555 5555 55' });
  const code = await desk.signed(by, { plan: 'instalments' });
  if (isTheirs) await desk.byStaff(code, 'supplier-paid');
  else await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }));
  const { on } = known((await find(code)).quote.dues.find((due) => due.on !== 'booking'));
  await people().ordersClock.askDues(new Date(Date.parse(on) - 14 * day));
  return { by, code, on };
}
/** By the service: sessions know nothing of days so far ahead. */
const decide = (part: string, deed: 'more-time' | 'arranged' | 'end', now: Date, until?: string) =>
  arrears().decide(part, { deed, until, note: 'They lost a scholarship.' }, desk.staff.id, now);

describe('a part of the price that is late', () => {
  test('is late from the day after its day where the home is, is told with its age, and is so no more once it is paid', async () => {
    const { by, code, on } = await owing();
    expect(await late(code, new Date(dayEndIn(on, 'Europe/London').getTime() - 1))).toEqual([]);
    const [one] = await late(code, dayEndIn(on, 'Europe/London'));
    expect(one).toMatchObject({ code, isLookedFor: false });
    const userId = await userOf(by);
    expect(await arrears().ofUser(userId, noon(addDays(on, 2)))).toMatchObject([{ part: one?.part }]);
    desk.office.clock.now = noon(addDays(on, 4));
    const view = await viewOf(code, userId);
    const [shown] = await people().loaders.orders.late(view);
    expect(shown?.says).toContain('4 days');
    expect(shown?.pay.path).toContain(`code=${code}`);
    expect((await people().loaders.orders.allLate(view)).map(({ says }) => says)).toEqual([expect.stringContaining('4 days late')]);
    await tellPaid(desk.office, await beginToPay(desk.office, userId, { kind: 'order', code }));
    expect(await late(code, desk.office.clock.now)).toEqual([]);
  });

  test('is reminded of after three days and, a week after that, for the last time; nothing ends, and nothing is added to the sum', async () => {
    const { code, on } = await owing();
    const before = (await late(code, noon(addDays(on, 1))))[0]?.amount;
    const sent = async (days: number) => {
      await arrears().remindAll(noon(addDays(on, days)));
      return lettersOf(code).map(({ what }) => what);
    };
    expect(await sent(2)).toEqual([]);
    expect([await sent(3), await sent(3)]).toEqual([['second'], ['second']]);
    expect(await sent(9)).toEqual(['second']);
    expect([await sent(10), await sent(11), await sent(40)]).toEqual(Array.from({ length: 3 }, () => ['second', 'last']));
    expect([(await find(code)).state, (await late(code, noon(addDays(on, 40))))[0]?.amount]).toEqual(['paid', before]);
  });

  test('is never reminded of for the last time first, and not while somebody looks for its transfer', async () => {
    const { code, on } = await owing(true);
    const [due] = await db().selectFrom('supplier_dues').select('id').where('due_on', '=', on).where('state', '=', 'open').execute();
    await db()
      .updateTable('supplier_dues')
      .set({ proof_at: noon(on) })
      .where('id', '=', known(due).id)
      .execute();
    await arrears().remindAll(noon(addDays(on, 12)));
    expect([lettersOf(code), (await late(code, noon(addDays(on, 12))))[0]]).toEqual([
      [],
      expect.objectContaining({ part: `s${known(due).id}`, isLookedFor: true }),
    ]);
    await db().updateTable('supplier_dues').set({ proof_at: null }).where('id', '=', known(due).id).execute();
    for (const days of [20, 26, 27]) await arrears().remindAll(noon(addDays(on, days)));
    expect(lettersOf(code).map(({ what, isTheirs }) => [what, isTheirs])).toEqual([
      ['second', true],
      ['last', true],
    ]);
  });

  test.each([false, true])('gets more time, which is told and begins its course anew (%s: the provider collects)', async (isTheirs) => {
    const { code, on } = await owing(isTheirs);
    const now = noon(addDays(on, 5));
    const part = known((await late(code, now))[0]).part;
    await arrears().remindAll(now);
    for (const until of [undefined, 'soon', addDays(on, 5), addDays(on, 98)])
      expect(await decide(part, 'more-time', now, until)).toEqual({ ok: false, reason: 'no-day' });
    const until = addDays(on, 30);
    expect(await decide(part, 'more-time', now, until)).toEqual({ ok: true, value: code });
    expect(await decide(part, 'more-time', now, until), 'it is late no more').toEqual({ ok: false, reason: 'unknown' });
    expect(lettersOf(code).at(-1)).toMatchObject({ what: 'more-time', on: until, note: 'They lost a scholarship.' });
    expect(await desk.events(code)).toContain('more-time staff');
    expect([await late(code, noon(until)), (await late(code, noon(addDays(until, 1)))).length]).toEqual([[], 1]);
    await arrears().remindAll(noon(addDays(until, 3)));
    expect(lettersOf(code).map(({ what }) => what)).toEqual(['second', 'more-time', 'second']);
  });

  test('is left alone once something was arranged about it, and stays on the list', async () => {
    const { by, code, on } = await owing();
    const userId = await userOf(by);
    const now = noon(addDays(on, 2));
    const part = known((await late(code, now))[0]).part;
    expect((await decide(part, 'arranged', now)).ok).toBe(true);
    await arrears().remindAll(noon(addDays(on, 20)));
    expect(lettersOf(code).map(({ what }) => what)).toEqual(['arranged']);
    desk.office.clock.now = noon(addDays(on, 20));
    const list = known(await people().loaders.orders.arrears(await orderView(desk, code)));
    expect(list.rows.find(({ order }) => order.code === code)).toMatchObject({ count: 20, state: 'Arranged with the provider' });
    expect((await people().loaders.orders.late(await viewOf(code, userId)))[0]?.arranged).toContain('They lost a scholarship.');
  });

  test('ends a stay by the graph alone: once somebody lives there, and what was asked for stays owed', async () => {
    const { by, code, on } = await owing();
    const early = noon(addDays(on, 1));
    const part = known((await late(code, early))[0]).part;
    const order = await find(code);
    if (early < noon(order.from)) expect(await decide(part, 'end', early)).toEqual({ ok: false, reason: 'not-now' });
    await db()
      .updateTable('orders')
      .set({ state: 'confirmed', moved_event: 'confirm', moved_by: 'staff', moved_at: noon(order.from) })
      .where('code', '=', code)
      .execute();
    await desk.movesIn(by, code);
    const now = noon(addDays(on > order.from ? on : order.from, 3));
    expect((await decide(part, 'end', now)).ok).toBe(true);
    expect([(await find(code)).state, (await desk.events(code)).at(-1)]).toEqual(['completed', 'end-early staff']);
    expect((await late(code, noon(addDays(on, 60)))).map((one) => one.part)).toEqual([part]);
    expect(await decide(part, 'end', noon(addDays(on, 60)))).toEqual({ ok: false, reason: 'not-now' });
    const [held] = (await sql<{ n: number }>`select count(*)::int as n from bed_claims where order_id = ${order.id} and released_at is null`.execute(db()))
      .rows;
    expect(held?.n).toBe(1);
  });

  test('is decided about by staff who see to orders, with a reason, once each press', async () => {
    const { by, code, on } = await owing();
    const request = (await paymentsOf(desk.office).collecting.requestsOf({ kind: 'order', code })).at(-1);
    const part = `p${known(request).id}`;
    expect((await by.call(arrearsContract, { part, deed: 'arranged', note: 'x' })).status).not.toBe(200);
    expect((await finance.call(arrearsContract, { part, deed: 'arranged', note: 'x' })).status).not.toBe(200);
    expect((await desk.staff.call(arrearsContract, { part, deed: 'arranged', note: '' })).status).toBe(422);
    expect((await desk.staff.call(arrearsContract, { part, deed: 'arranged', note: 'x' })).status, 'nothing is late yet').toBe(404);
    // A day that is over already by the clock of sessions.
    await db()
      .updateTable('payment_requests')
      .set({ due_at: new Date(testNow.getTime() - 3 * day) })
      .where('id', '=', known(request).id)
      .execute();
    expect((await desk.staff.call(arrearsContract, { part, deed: 'more-time', until: '', note: 'x' })).status).toBe(422);
    expect(
      (await desk.staff.call(arrearsContract, { part, deed: 'more-time', until: addDays(testNow.toISOString().slice(0, 10), 400), note: 'x' })).status,
    ).toBe(422);
    expect((await desk.staff.call(arrearsContract, { part, deed: 'end', note: 'x' })).status, 'nobody lives there').toBe(422);
    expect((await desk.staff.call(arrearsContract, { part, deed: 'arranged', note: 'Pays in March.' })).data.code).toBe(code);
    expect(on > testNow.toISOString()).toBe(true);
    expect((await by.call(contracts.orderListContract, {})).status).toBe(200);
  });

  test('what was decided stays as it was decided', async () => {
    const { code, on } = await owing();
    const now = noon(addDays(on, 1));
    await decide(known((await late(code, now))[0]).part, 'arranged', now);
    await expect(db().updateTable('arrears_decisions').set({ note: 'Something else.' }).execute()).rejects.toThrow(/stays/);
    await expect(db().deleteFrom('arrears_decisions').execute()).rejects.toThrow(/stays/);
  });
});
