/** Beds, claims and holds, on either database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserId } from '#lib/ids/ids.ts';
import { testNow } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { openStockDesk } from '#tests/support/stock-desk.ts';
import type { StockDesk } from '#tests/support/stock-desk.ts';

let shared: TestDatabase;
let desk: StockDesk;
let people: readonly UserId[];
let orders = 0;
const nextOrder = (): number => ++orders;
const after = (minutes: number, from = testNow): Date => new Date(from.getTime() + minutes * 60_000);
const soldOut = { ok: false, reason: 'sold-out' };
const kept = { ok: true, value: undefined };
const person = (index: number): UserId => people[index] as UserId;

beforeAll(async () => {
  shared = await testDatabase();
  desk = await openStockDesk(shared);
  people = await desk.people(20);
});
afterAll(() => shared.close());

const oneLease = async (ref: string, stock: number) => {
  const { leases, houseId } = await desk.home(ref, [{ stock }]);
  return { lease: leases[0] as (typeof leases)[number], houseId };
};

describe('claims of orders', () => {
  test('so many as there are beds, and no more; one that is let go is had again', async () => {
    const { lease } = await oneLease('count', 2);
    const [a, b, c] = [nextOrder(), nextOrder(), nextOrder()];
    expect(await desk.claim(a, lease, person(0))).toEqual(kept);
    expect(await desk.claim(b, lease, person(1))).toEqual(kept);
    expect(await desk.claim(c, lease, person(2))).toEqual(soldOut);
    await desk.free(a);
    await desk.free(a);
    expect(await desk.claim(c, lease, person(2))).toEqual(kept);
    expect(await desk.claim(nextOrder(), lease, person(3))).toEqual(soldOut);
  });

  test('leases of a unit share its beds: what overlaps is sold once, what touches fits, and one without an end is for ever', async () => {
    const { leases } = await desk.home('periods', [
      { stock: 1, moveIn: '2027-09-01', moveOut: '2028-01-10' },
      { stock: 1, moveIn: '2028-01-10', moveOut: '2028-06-20' },
      { stock: 1, moveIn: '2027-09-01', moveOut: '2028-06-20' },
    ]);
    const [autumn, spring, year] = leases as [never, never, never];
    expect(await desk.claim(nextOrder(), autumn, person(0), { period: { from: '2027-09-01', to: '2028-01-10' } })).toEqual(kept);
    expect(await desk.claim(nextOrder(), year, person(1), { period: { from: '2027-09-01', to: '2028-06-20' } })).toEqual(soldOut);
    expect(await desk.claim(nextOrder(), spring, person(1), { period: { from: '2028-01-09', to: '2028-06-20' } })).toEqual(soldOut);
    expect(await desk.claim(nextOrder(), spring, person(1), { period: { from: '2028-01-10', to: undefined } })).toEqual(kept);
    expect(await desk.claim(nextOrder(), year, person(2), { period: { from: '2028-06-19', to: '2028-06-20' } })).toEqual(soldOut);
    await desk.stock.shown.follow(testNow);
    expect(await desk.shown(leases)).toEqual([0, 0, 0]);
  });

  test('an order that asks again keeps its bed; one that chooses another lease lets the first go, unless the other is full', async () => {
    const first = await oneLease('again-1', 1);
    const second = await oneLease('again-2', 1);
    const [order, other] = [nextOrder(), nextOrder()];
    expect(await desk.claim(order, first.lease, person(0), { until: after(5) })).toEqual(kept);
    expect(await desk.claim(order, first.lease, person(0), { until: after(60) })).toEqual(kept);
    expect(await desk.claim(other, second.lease, person(1))).toEqual(kept);
    expect(await desk.claim(order, second.lease, person(0))).toEqual(soldOut);
    expect(await desk.claim(nextOrder(), first.lease, person(2))).toEqual(soldOut);
    await desk.free(other);
    expect(await desk.claim(order, second.lease, person(0))).toEqual(kept);
    expect(await desk.claim(nextOrder(), first.lease, person(2))).toEqual(kept);
  });

  test('a claim whose time is over does not stand in the way, also before any job has let it go; money that comes too late finds it taken', async () => {
    const { lease } = await oneLease('late', 1);
    const [late, quick] = [nextOrder(), nextOrder()];
    expect(await desk.claim(late, lease, person(0), { until: after(10) })).toEqual(kept);
    expect(await desk.claim(quick, lease, person(1), { now: after(9) })).toEqual(soldOut);
    expect(await desk.claim(quick, lease, person(1), { now: after(10) })).toEqual(kept);
    expect(await desk.claim(late, lease, person(0), { now: after(11) })).toEqual(soldOut);
  });

  test('money that comes late keeps the bed where nobody has taken it', async () => {
    const { lease } = await oneLease('late-free', 1);
    const order = nextOrder();
    await desk.claim(order, lease, person(0), { until: after(10) });
    expect(await desk.claim(order, lease, person(0), { now: after(20) })).toEqual(kept);
    await desk.stock.service.expire(after(60));
    expect(await desk.claim(nextOrder(), lease, person(1), { now: after(70) })).toEqual(soldOut);
  });

  test('what is not let is gone: a lease that closed, a home that was hidden, days outside the lease or in the past', async () => {
    const { lease } = await oneLease('gone', 3);
    const gone = { ok: false, reason: 'gone' };
    expect(await desk.claim(nextOrder(), lease, person(0), { period: { from: '2028-08-23', to: '2028-09-01' } })).toEqual(gone);
    expect(await desk.claim(nextOrder(), lease, person(0), { period: { from: '2026-01-01', to: '2026-02-01' } })).toEqual(gone);
    expect(await desk.claim(nextOrder(), lease, person(0), { period: { from: '2027-10-01', to: '2027-10-01' } })).toEqual(gone);
    await shared.db.updateTable('tenancies').set({ status: 'closed' }).where('id', '=', lease).execute();
    expect(await desk.claim(nextOrder(), lease, person(0))).toEqual(gone);
  });

  test('[quality 12] a lease ends with the day where the home is, in summer time as in winter', async () => {
    const { leases } = await desk.home('dst', [{ stock: 1, moveIn: '2027-03-01', moveOut: '2027-07-01' }]);
    const [lease] = leases as [never];
    const period = { from: '2027-06-20', to: '2027-07-01' };
    // British summer time: the 1st of July begins in London at 23:00 UTC.
    expect(await desk.claim(nextOrder(), lease, person(0), { period, now: new Date('2027-06-30T22:59:00Z') })).toEqual(kept);
    expect(await desk.claim(nextOrder(), lease, person(1), { period, now: new Date('2027-06-30T23:01:00Z') })).toEqual({ ok: false, reason: 'gone' });
  });
});

describe('holds', () => {
  const at = testNow;

  test('a bed is kept for ten minutes, and once for ten more; then it is had by others', async () => {
    const { lease } = await oneLease('hold', 1);
    const { service } = desk.stock;
    const taken = await service.take({ userId: person(5), tenancyId: lease }, at);
    expect(taken).toMatchObject({ ok: true, value: { until: after(10), extended: false, kind: 'checkout' } });
    if (!taken.ok) return;
    expect(await service.take({ userId: person(5), tenancyId: lease }, after(1))).toEqual(taken);
    expect(await service.take({ userId: person(6), tenancyId: lease }, after(1))).toEqual(soldOut);
    expect(await service.extend(person(6), taken.value.id, after(2))).toEqual({ ok: false, reason: 'over' });
    expect(await service.extend(person(5), taken.value.id, after(2))).toMatchObject({ ok: true, value: { until: after(20), extended: true } });
    expect(await service.extend(person(5), taken.value.id, after(3))).toEqual({ ok: false, reason: 'extended' });
    expect(await service.take({ userId: person(6), tenancyId: lease }, after(19))).toEqual(soldOut);
    expect(await service.holdOf(person(5), lease, after(19))).toMatchObject({ id: taken.value.id });
    expect(await service.holdOf(person(5), lease, after(20))).toBeUndefined();
    expect(await service.extend(person(5), taken.value.id, after(20))).toEqual({ ok: false, reason: 'over' });
    expect(await service.take({ userId: person(6), tenancyId: lease }, after(20))).toMatchObject({ ok: true });
  });

  test('an account has two at a time; one that is let go makes room, as does one whose time is over', async () => {
    const homes = await Promise.all(['two-1', 'two-2', 'two-3'].map((ref) => oneLease(ref, 1)));
    const [a, b, c] = homes.map(({ lease }) => lease) as [never, never, never];
    const { service } = desk.stock;
    const one = await service.take({ userId: person(7), tenancyId: a }, at);
    await service.take({ userId: person(7), tenancyId: b }, at);
    expect(await service.take({ userId: person(7), tenancyId: c }, at)).toEqual({ ok: false, reason: 'too-many' });
    if (!one.ok) throw new Error('no hold');
    expect(await service.release(person(8), one.value.id, at)).toBe(false);
    expect(await service.release(person(7), one.value.id, at)).toBe(true);
    expect(await service.release(person(7), one.value.id, at)).toBe(false);
    expect(await service.take({ userId: person(7), tenancyId: c }, at)).toMatchObject({ ok: true });
    expect(await service.take({ userId: person(8), tenancyId: a }, at)).toMatchObject({ ok: true });
    expect(await service.take({ userId: person(7), tenancyId: a }, after(11))).toMatchObject({ ok: true });
  });

  test('an order takes over the bed of its reader’s hold, for the same days or others', async () => {
    const { lease } = await oneLease('over', 1);
    const { service } = desk.stock;
    await service.take({ userId: person(9), tenancyId: lease }, at);
    const order = nextOrder();
    expect(await desk.claim(nextOrder(), lease, person(10))).toEqual(soldOut);
    expect(await desk.claim(order, lease, person(9), { until: after(100) })).toEqual(kept);
    expect(await service.holdOf(person(9), lease, at)).toBeUndefined();
    await service.expire(after(30));
    expect(await desk.claim(nextOrder(), lease, person(10), { now: after(31) })).toEqual(soldOut);
    await desk.free(order, after(31));

    await service.take({ userId: person(9), tenancyId: lease }, after(32));
    expect(await desk.claim(nextOrder(), lease, person(9), { period: { from: '2027-09-10', to: undefined }, now: after(33) })).toEqual(kept);
    expect(await desk.claim(nextOrder(), lease, person(10), { now: after(60) })).toEqual(soldOut);
  });

  test('what is over is let go by the job, and its place among the two is free', async () => {
    const { lease } = await oneLease('expiry', 1);
    await desk.stock.service.take({ userId: person(11), tenancyId: lease }, at);
    await desk.stock.shown.follow(at);
    expect(await desk.shown([lease])).toEqual([0]);
    expect(await desk.stock.service.expire(after(10))).toBeGreaterThan(0);
    await desk.stock.shown.follow(after(10));
    expect(await desk.shown([lease])).toEqual([1]);
    expect(await desk.stock.service.holdsOf(person(11), after(10))).toEqual([]);
  });
});

test('nothing of all this kept a bed twice', async () => {
  expect(await desk.live()).toBeGreaterThan(5);
  expect(await desk.doubles()).toBe(0);
});
