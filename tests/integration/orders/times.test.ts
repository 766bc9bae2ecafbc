/** Times of states: no way leads out of a state at another time than its graph says, whoever asks and whichever code runs; beds of days that are let stay. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#lib/dates/dates.ts';
import { makeGroupContract } from '#lib/features/groups/groups.contract.ts';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import { isOpenAt, orderActors, orderEvents, orderGraph, orderStates } from '#lib/features/orders/order.process.rules.ts';
import { testNow } from '#tests/factories/houses.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { beginToPay, tellPaid, userOf } from '#tests/support/paying.ts';
import { submitRent } from '#tests/support/rents.ts';
import { lived, saysOf } from '#tests/support/reviews.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import { bookViewing, openSlot } from '#tests/support/viewings.ts';

let desk: OrdersDesk;
beforeAll(async () => {
  desk = await openOrdersDesk();
  await desk.office.on.base.db.updateTable('tenancies').set({ stock: 1, feed_stock: 1 }).where('id', '=', desk.lease.id).execute();
});
afterAll(() => desk.office.close());

const db = () => desk.office.on.base.db;
const people = () => known(desk.office.on.services.people);
const noon = (day: string) => new Date(`${day}T12:00:00Z`);
const idOf = async (code: string) => (await db().selectFrom('orders').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;
const claimsOf = async (code: string) =>
  (
    await db()
      .selectFrom('bed_claims')
      .select('released_at')
      .where('order_id', '=', await idOf(code))
      .execute()
  ).filter(({ released_at }) => released_at === null).length;

async function paid(by: Browser): Promise<string> {
  await desk.announced();
  const code = await desk.signed(by);
  await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }));
  return code;
}

/** What staff do on another day, with a session of that day. */
async function staffOn(day: string, code: string, act: string, note = 'So it is.'): Promise<number> {
  desk.office.clock.now = noon(day);
  try {
    const member = await (await openStaffDesk(desk.office)).member('support');
    return (await member.call(contracts.staffOrderContract, { code, act, note })).status;
  } finally {
    desk.office.clock.now = testNow;
  }
}

describe('every edge of orders, at all times around its dates, by everybody', () => {
  test('[R4.100] the database lets an order go where the graph does, and nowhere else', async () => {
    const code = await desk.drafted(await desk.somebody());
    const id = await idOf(code);
    const order = known(await db().selectFrom('orders').select(['period_from', 'period_to', 'home']).where('id', '=', id).executeTakeFirst());
    const [first, last] = [order.period_from, order.period_to ?? ''];
    const deadline = noon(addDays(first, 3));
    // A table with orders in every state, which the same trigger watches: what goes through is undone, so that each stays where it is.
    await sql`create table tried_orders (like orders)`.execute(db());
    await sql`insert into tried_orders select o.* from orders o where id = ${id}`.execute(db());
    await sql`insert into tried_orders select (jsonb_populate_record(o, jsonb_build_object('state', s.state, 'deadline', ${deadline.toISOString()}::text))).*
      from tried_orders o, jsonb_array_elements_text(${JSON.stringify(orderStates)}::jsonb) as s(state)`.execute(db());
    await sql`delete from tried_orders where deadline <> ${deadline.toISOString()}::timestamptz`.execute(db());
    await sql`create trigger tried_orders_move before update on tried_orders for each row execute function refuse_order_move()`.execute(db());
    await sql`create function tried_move(is_from text, an_event text, an_actor text, is_to text, at_time timestamptz) returns boolean language plpgsql as $try$
      begin
        update tried_orders set state = is_to, moved_event = an_event, moved_by = an_actor, moved_at = at_time, deadline = null where state = is_from;
        raise exception 'it went' using errcode = 'raise_exception';
      exception when check_violation then return false; when raise_exception then return true;
      end $try$`.execute(db());
    const days = [addDays(first, -200), addDays(first, -1), first, addDays(first, 1), addDays(last, -1), last, addDays(last, 1), addDays(last, 200)];
    // Midnight of London is not that of UTC in summer: both sides of it are tried.
    const nights = [first, addDays(first, -1), last, addDays(last, 1)].flatMap((day) => [new Date(`${day}T00:30:00Z`), new Date(`${day}T23:30:00Z`)]);
    const moments = [...days.map(noon), ...nights, deadline, new Date(deadline.getTime() - 1)];
    const way = orderGraph.flatMap(({ from, event, to }) => orderActors.map((by) => ({ from, event, by, to })));
    const asked = way.flatMap((one) => moments.map((at) => ({ ...one, at: at.toISOString() })));
    const { rows } = await sql<{ went: boolean }>`select tried_move(t."from", t.event, t.by, t."to", t.at) as went
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as t("from" text, event text, by text, "to" text, at timestamptz)`.execute(db());
    const { zone } = order.home;
    const dayOf = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
    const wrong = asked.filter(({ from, event, by, at }, index) => {
      const moment = { today: dayOf(new Date(at)), from: first, to: last, isLate: deadline <= new Date(at) };
      const isOpen = orderGraph.some((edge) => edge.from === from && edge.event === event && edge.by.some((one) => one === by) && isOpenAt(edge.time, moment));
      return rows[index]?.went !== isOpen;
    });
    expect(wrong.slice(0, 5)).toEqual([]);
    expect([rows.length, rows.some(({ went }) => went), rows.some(({ went }) => !went)]).toEqual([way.length * moments.length, true, true]);
    expect(new Set(orderGraph.map(({ event }) => event)).size, 'each event has a way').toBe(orderEvents.length);
    await lived(db(), await desk.drafted(await desk.somebody()), 'completed');
  });
});

describe('a stay', () => {
  test('begins on its first day where the home is, for the student and for staff, and ends after the last; the bed is free for nobody meanwhile', async () => {
    const [by, rival] = [await desk.somebody(), await desk.somebody()];
    const code = await paid(by);
    await desk.byStaff(code, 'confirm');
    const act = (await by.call(contracts.orderActContract, { code, act: 'check-in' })).status;
    expect([act, (await desk.byStaff(code, 'check-in')).status, await desk.stateOf(code)]).toEqual([409, 422, 'confirmed']);
    const userId = await userOf(by);
    const { orders, ordersClock } = people();
    const { move_in: first, move_out: last } = desk.lease;
    expect((await orders.act(userId, code, 'check-in', noon(addDays(first, -1)))).ok).toBe(false);
    expect((await saysOf(by, code, 'check-in', 5)).status, 'nobody has lived there').toBe(422);
    await desk.movesIn(by, code);
    expect(await staffOn(last, code, 'complete')).toBe(422);
    await ordersClock.runClock(noon(last));
    expect([await desk.stateOf(code), await claimsOf(code)]).toEqual(['checked_in', 1]);

    // Somebody who leaves early keeps what they paid for.
    expect(await staffOn(addDays(first, 100), code, 'end-early', ''), 'not without a reason').toBe(422);
    expect(await staffOn(addDays(first, 100), code, 'end-early', 'Went home in spring.')).toBe(200);
    expect([await desk.stateOf(code), await claimsOf(code), (await desk.events(code)).at(-1)]).toEqual(['completed', 1, 'end-early staff']);
    await desk.announced();
    const taken = await desk.drafted(rival).catch(() => undefined);
    expect(taken === undefined ? 409 : (await desk.submit(rival, taken)).status, 'paid days are let to nobody else').toBe(409);
  });

  test('its bed is not let go by whatever code: neither while it goes on, nor after an early end', async () => {
    const order = await db()
      .selectFrom('bed_claims')
      .select(['id', 'order_id'])
      .where('sold_at', 'is not', null)
      .where('released_at', 'is', null)
      .executeTakeFirstOrThrow();
    await expect(db().updateTable('bed_claims').set({ released_at: testNow }).where('id', '=', order.id).execute()).rejects.toThrow('is not free');
    await expect(db().deleteFrom('bed_claims').where('id', '=', order.id).execute()).rejects.toThrow('is not free');
    const over = noon(addDays(desk.lease.move_out, 1));
    await db().updateTable('bed_claims').set({ released_at: over }).where('id', '=', order.id).execute();
    expect((await db().selectFrom('bed_claims').select('released_at').where('id', '=', order.id).executeTakeFirst())?.released_at).toEqual(over);
  });

  test('is reviewed by nobody before it has begun, whatever its state says and whichever code writes', async () => {
    const by = await desk.somebody();
    await db().updateTable('tenancies').set({ stock: 5, feed_stock: 5 }).where('id', '=', desk.lease.id).execute();
    await desk.announced();
    const code = await desk.drafted(by);
    await lived(db(), code, 'checked_in');
    expect((await saysOf(by, code, 'check-in', 5)).status).toBe(422);
    const { id, house_id, user_id } = await db().selectFrom('orders').selectAll().where('code', '=', code).executeTakeFirstOrThrow();
    const row = { code: 'ABCD-EFGH', order_id: id, user_id, house_id, kind: 'stay', state: 'waiting', score: 5, language: 'en', body: 'Nice.' } as const;
    const written = { ...row, stayed_from: desk.lease.move_in, locale: 'en-us', consent: '2026-11', written_at: testNow };
    const rest = { aspects: '{}', files: '[]', shown: '[]', decided_at: null, decided_by: null, reason: null, reply: null } as const;
    await expect(
      db()
        .insertInto('stay_reviews')
        .values({ ...written, ...rest })
        .execute(),
    ).rejects.toThrow('has not begun');
  });
});

test('an order whose bed was lost when its money came is refunded, and does not wait for the clock', async () => {
  await db().updateTable('tenancies').set({ stock: 20, feed_stock: 20 }).where('id', '=', desk.lease.id).execute();
  await desk.announced();
  const by = await desk.somebody();
  const code = await desk.signed(by);
  const payment = await beginToPay(desk.office, by, { kind: 'order', code });
  // Its time is over, the clock has not come by, and the home is let no longer.
  await db()
    .updateTable('bed_claims')
    .set({ released_at: testNow })
    .where('order_id', '=', await idOf(code))
    .execute();
  await db().updateTable('tenancies').set({ status: 'closed' }).where('id', '=', desk.lease.id).execute();
  await tellPaid(desk.office, payment);
  expect(await desk.stateOf(code)).toBe('refunding');
  await people().payments.sendRefunds(desk.office.clock.now);
  expect([await desk.stateOf(code), (await desk.events(code)).slice(-2)]).toEqual(['refunded', ['refund payment', 'refunded payment']]);
  await db().updateTable('tenancies').set({ status: 'open' }).where('id', '=', desk.lease.id).execute();
});

describe('the database, whichever code writes,', () => {
  const second = 1_000;
  const later = (at: Date, by: number) => new Date(at.getTime() + by);

  test('lets no viewing lapse that can still be paid, be booked once it has begun, be held before, or be left afterwards', async () => {
    const by = await desk.somebody();
    const booked = async (time: string) => {
      const slot = await openSlot(desk.office, desk.staff, desk.lease.house_id, '2026-12-09', time);
      return { slot, code: (await bookViewing(by, desk.lease.house_id, slot)).data.code };
    };
    const { slot, code } = await booked('10:00');
    const { starts_at: begins } = await db().selectFrom('viewing_slots').select('starts_at').where('id', '=', slot).executeTakeFirstOrThrow();
    const viewing = await db().selectFrom('viewings').select('pay_until').where('code', '=', code).executeTakeFirstOrThrow();
    const becomes = (state: 'expired' | 'booked' | 'done' | 'cancelled', at: { readonly ended_at?: Date; readonly paid_at?: Date }) =>
      expect(
        db()
          .updateTable('viewings')
          .set({ state, ...at })
          .where('code', '=', code)
          .execute(),
        state,
      ).rejects.toThrow(new RegExp(`a viewing cannot go from .* to ${state} now`));
    await becomes('expired', { ended_at: later(viewing.pay_until, -second) });
    await becomes('booked', { paid_at: begins });
    await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'viewing', code }));
    await becomes('done', { ended_at: later(begins, -second) });
    await becomes('cancelled', { ended_at: begins });
    expect((await db().selectFrom('viewings').select('state').where('code', '=', code).executeTakeFirst())?.state).toBe('booked');
  });

  test('lets no rent lapse that can still be paid', async () => {
    const code = await submitRent(desk.office, await desk.somebody());
    const { pay_until } = await db().selectFrom('rents').select('pay_until').where('code', '=', code).executeTakeFirstOrThrow();
    const lapses = (ended_at: Date) => db().updateTable('rents').set({ state: 'expired', ended_at }).where('code', '=', code).execute();
    await expect(lapses(later(known(pay_until ?? undefined), -second))).rejects.toThrow('a rent that can be paid still does not lapse');
    await lapses(known(pay_until ?? undefined));
  });

  test('lets nobody into a group whose time is over, nor open one again that has ended', async () => {
    await db().updateTable('tenancies').set({ stock: 20, feed_stock: 20 }).where('id', '=', desk.lease.id).execute();
    await desk.announced();
    const [by, other] = [await desk.somebody(), await desk.somebody()];
    const { group: code } = (await by.call(makeGroupContract, { ...desk.book(), place_2: String(desk.lease.id), called: 'Lan' })).data;
    const { id, until } = await db().selectFrom('order_groups').select(['id', 'until']).where('code', '=', code).executeTakeFirstOrThrow();
    const row = { group_id: id, user_id: await userOf(other), order_id: await idOf(await desk.drafted(other)), called: 'x', locale: 'en-us', left_at: null };
    const joins = (joined_at: Date) =>
      db()
        .insertInto('order_group_members')
        .values({ ...row, joined_at })
        .execute();
    await expect(joins(until), 'once its beds are free').rejects.toThrow('is open no longer');
    const ends = (ended_at: Date | null) => db().updateTable('order_groups').set({ ended_at }).where('id', '=', id).execute();
    await ends(testNow);
    await expect(joins(testNow), 'once it has ended').rejects.toThrow('is open no longer');
    await expect(ends(null)).rejects.toThrow('a group that is over does not open again');
  });
});
