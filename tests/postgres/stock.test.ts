/** Beds under many at once: what only shows with several connections. */
import { setTimeout as wait } from 'node:timers/promises';
import fc from '#tests/support/properties.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transact } from '#lib/db/unit-of-work.ts';
import { addDays } from '#lib/dates/dates.ts';
import { asId } from '#lib/ids/ids.ts';
import type { OrderId, TenancyId, UserId } from '#lib/ids/ids.ts';
import { testNow } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { openStockDesk, wholeLease } from '#tests/support/stock-desk.ts';
import type { StockDesk } from '#tests/support/stock-desk.ts';

let shared: TestDatabase;
let desk: StockDesk;
let people: readonly UserId[];
let orders = 0;
const person = (index: number): UserId => people[index % people.length] as UserId;
const after = (minutes: number): Date => new Date(testNow.getTime() + minutes * 60_000);

beforeAll(async () => {
  shared = await testDatabase();
  desk = await openStockDesk(shared);
  people = await desk.people(200);
});
afterAll(() => shared.close());

/** How many of so many who want a lease at once get it, and what the others are told. */
async function race(on: StockDesk, lease: TenancyId, buyers: number): Promise<{ readonly won: number; readonly told: ReadonlySet<string> }> {
  const outcomes = await Promise.all(Array.from({ length: buyers }, (_, index) => on.claim(++orders, lease, person(index))));
  return { won: outcomes.filter(({ ok }) => ok).length, told: new Set(outcomes.flatMap((one) => (one.ok ? [] : [one.reason]))) };
}

/** Whether a second claim of the last bed is had while the first is under way. */
async function twoAtOnce(database: TestDatabase, on: StockDesk, lease: TenancyId): Promise<number> {
  const [first, second] = [++orders, ++orders].map((id) => asId<OrderId>(id)) as [OrderId, OrderId];
  const wanted = { tenancyId: lease, period: wholeLease, until: undefined };
  // The bed is there already: who makes one is waited for.
  await on.claim(++orders, lease, person(0));
  await on.free(orders);
  const [isClaimed, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const one = transact(database.db, async (tx) => {
    const kept = await on.stock.service.claim(tx, { ...wanted, orderId: first, userId: person(0) }, testNow);
    isClaimed.resolve();
    await mayEnd.promise;
    return kept.ok;
  });
  await isClaimed.promise;
  const other = on.claim(second, lease, person(1)).then(({ ok }) => ok);
  await Promise.race([other, wait(300)]);
  mayEnd.resolve();
  return Number(await one) + Number(await other);
}

describe('[quality 1] beds are sold once', () => {
  test('200 at once for the last bed: one has it, 199 are told that it is sold out', async () => {
    const { leases } = await desk.home('last', [{ stock: 1 }]);
    expect(await race(desk, leases[0] as TenancyId, 200)).toEqual({ won: 1, told: new Set(['sold-out']) });
    expect(await desk.doubles()).toBe(0);
  });

  test('20 beds and 200 who want one: 20 have one', async () => {
    const { leases } = await desk.home('many', [{ stock: 20 }]);
    expect(await race(desk, leases[0] as TenancyId, 200)).toEqual({ won: 20, told: new Set(['sold-out']) });
    expect(await desk.doubles()).toBe(0);
    await desk.stock.shown.follow(testNow);
    expect(await desk.shown(leases)).toEqual([0]);
  });

  test('leases that overlap are sold once, leases that touch are both sold', async () => {
    const { leases } = await desk.home('touch', [
      { stock: 1, moveIn: '2027-09-01', moveOut: '2028-01-10' },
      { stock: 1, moveIn: '2028-01-10', moveOut: '2028-06-20' },
      { stock: 1, moveIn: '2027-12-01', moveOut: '2028-03-01' },
    ]);
    const [autumn, spring, winter] = leases as [TenancyId, TenancyId, TenancyId];
    const both = await Promise.all([
      desk.claim(++orders, autumn, person(0), { period: { from: '2027-09-01', to: '2028-01-10' } }),
      desk.claim(++orders, spring, person(1), { period: { from: '2028-01-10', to: '2028-06-20' } }),
    ]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    expect((await desk.claim(++orders, winter, person(2), { period: { from: '2027-12-01', to: '2028-03-01' } })).ok).toBe(false);

    const { leases: again } = await desk.home('overlap', [
      { stock: 1, moveIn: '2027-09-01', moveOut: '2028-01-10' },
      { stock: 1, moveIn: '2028-01-09', moveOut: '2028-06-20' },
    ]);
    const periods = [
      { from: '2027-09-01', to: '2028-01-10' },
      { from: '2028-01-09', to: '2028-06-20' },
    ];
    const won = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        desk.claim(++orders, again[index % 2] as TenancyId, person(index), { period: periods[index % 2] as (typeof periods)[number] }),
      ),
    );
    expect(won.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('it is the constraint that says so: without it two have the same bed', async () => {
    const { leases } = await desk.home('constraint', [{ stock: 1 }]);
    expect(await twoAtOnce(shared, desk, leases[0] as TenancyId)).toBe(1);
    const scratch = await testDatabase();
    try {
      const bare = await openStockDesk(scratch);
      await bare.people(2);
      await sql`alter table bed_claims drop constraint bed_claims_once`.execute(scratch.db);
      const { leases: own } = await bare.home('constraint', [{ stock: 1 }]);
      const two = await scratch.db.selectFrom('users').select('id').orderBy('id').limit(2).execute();
      expect(two).toHaveLength(2);
      const before = people;
      people = two.map(({ id }) => asId<UserId>(id));
      const had = await twoAtOnce(scratch, bare, own[0] as TenancyId);
      people = before;
      expect(had).toBe(2);
      expect(await bare.doubles()).toBe(1);
    } finally {
      await scratch.close();
    }
  });

  test('50 beds and 50 who want one at once: each has one, and none tries much more than once', async () => {
    const { leases } = await desk.home('even', [{ stock: 50 }]);
    const lease = leases[0] as TenancyId;
    const { from, to } = wholeLease;
    const kept = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        transact(shared.db, async (tx) => {
          const { rows } = await sql<{ became: string; tries: number }>`select became, tries from keep_bed(${lease}::int, ${from}::date, ${to}::date,
            ${person(index)}::int, null, ${++orders}::int, null, null, false, ${testNow.toISOString()}::timestamptz)`.execute(tx);
          return rows[0];
        }),
      ),
    );
    expect(new Set(kept.map((one) => one?.became))).toEqual(new Set(['kept']));
    expect(kept.reduce((sum, one) => sum + (one?.tries ?? 0), 0)).toBeLessThan(75);
    expect(await desk.doubles()).toBe(0);
    expect(await race(desk, lease, 1)).toEqual({ won: 0, told: new Set(['sold-out']) });
  });

  test('who comes while the first bed is being taken has the next one, without waiting for what becomes of that', async () => {
    const { leases } = await desk.home('beside', [{ stock: 2 }]);
    const lease = leases[0] as TenancyId;
    // The beds are there already: who makes one is waited for.
    await desk.claim(++orders, lease, person(0));
    await desk.free(orders);
    const [isClaimed, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const wanted = { orderId: asId<OrderId>(++orders), tenancyId: lease, period: wholeLease, userId: person(1), until: undefined };
    const first = transact(shared.db, async (tx) => {
      const kept = await desk.stock.service.claim(tx, wanted, testNow);
      isClaimed.resolve();
      await mayEnd.promise;
      return kept;
    });
    await isClaimed.promise;
    const beside = await Promise.race([desk.claim(++orders, lease, person(2)), wait(5_000, 'waits')]);
    mayEnd.resolve();
    expect([await first, beside]).toEqual([
      { ok: true, value: undefined },
      { ok: true, value: undefined },
    ]);
    expect(await desk.doubles()).toBe(0);
  });

  test('bookings of other homes do not wait for one that is under way, nor for an import that has the home', async () => {
    const [here, there] = await Promise.all([desk.home('here', [{ stock: 1 }]), desk.home('there', [{ stock: 1 }])]);
    const [isClaimed, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const wanted = { orderId: asId<OrderId>(++orders), tenancyId: here.leases[0] as TenancyId, period: wholeLease, userId: person(0), until: undefined };
    const slow = transact(shared.db, async (tx) => {
      await desk.stock.service.claim(tx, wanted, testNow);
      await sql`select id from houses where id = ${there.houseId} for update`.execute(tx);
      isClaimed.resolve();
      await mayEnd.promise;
    });
    await isClaimed.promise;
    const quick = await Promise.race([desk.claim(++orders, there.leases[0] as TenancyId, person(1)), wait(5_000, 'waits')]);
    mayEnd.resolve();
    await slow;
    expect(quick).toEqual({ ok: true, value: undefined });
  });
});

describe('holds', () => {
  test('[quality 2] a hold that ends while its reader orders: the order has the bed or somebody else may, a hundred times', async () => {
    const { leases } = await desk.home('expiring', [{ stock: 1 }]);
    const lease = leases[0] as TenancyId;
    for (let time = 0; time < 100; time++) {
      const now = after(time * 60);
      const end = new Date(now.getTime() + 600_000);
      const order = ++orders;
      const taken = await desk.stock.service.take({ userId: person(time), tenancyId: lease }, now);
      expect(taken.ok).toBe(true);
      // One millisecond before the end, or at it.
      const [ordered, , rival] = await Promise.all([
        desk.claim(order, lease, person(time), { now: new Date(end.getTime() - (time % 2)) }),
        desk.stock.service.expire(end),
        desk.claim(++orders, lease, person(time + 1), { now: end }),
      ]);
      expect([ordered.ok, rival.ok].filter(Boolean), `round ${time}`).toHaveLength(1);
      expect(await desk.doubles()).toBe(0);
      await desk.free(order, end);
      await desk.free(orders, end);
    }
  });

  test('twenty presses of one button are one hold, and twenty homes at once are two', async () => {
    const { leases } = await desk.home('presses', [{ stock: 30 }]);
    const presses = await Promise.all(
      Array.from({ length: 20 }, () => desk.stock.service.take({ userId: person(150), tenancyId: leases[0] as TenancyId }, testNow)),
    );
    expect(new Set(presses.map((one) => (one.ok ? one.value.id : one.reason))).size).toBe(1);
    const homes = await Promise.all(Array.from({ length: 20 }, (_, index) => desk.home(`press-${index}`, [{ stock: 1 }])));
    const taken = await Promise.all(homes.map((home) => desk.stock.service.take({ userId: person(151), tenancyId: home.leases[0] as TenancyId }, testNow)));
    expect(taken.filter(({ ok }) => ok)).toHaveLength(2);
    expect(new Set(taken.flatMap((one) => (one.ok ? [] : [one.reason])))).toEqual(new Set(['too-many']));
  });
});

test('whatever is claimed and let go in whatever order, it is what a list of beds and days says', async () => {
  const base = '2027-09-01';
  const step = fc.record({
    from: fc.integer({ min: 0, max: 40 }),
    days: fc.option(fc.integer({ min: 1, max: 25 }), { nil: undefined, freq: 6 }),
    frees: fc.option(fc.integer({ min: 0, max: 11 }), { nil: undefined, freq: 2 }),
  });
  let home = 0;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(step, { minLength: 1, maxLength: 12 }), async (stock, steps) => {
      const { leases } = await desk.home(`model-${++home}`, [{ stock }]);
      const lease = leases[0] as TenancyId;
      // The first bed of the unit that is free on all days has it; so many beds as the provider counts, less those in use in the days asked for.
      const model: { order: number; bed: number; from: number; to: number }[] = [];
      for (const { from, days, frees } of steps) {
        const order = ++orders;
        const to = days === undefined ? Infinity : from + days;
        const busy = new Set(model.filter((one) => one.from < to && from < one.to).map(({ bed }) => bed));
        const bed = busy.size >= stock ? undefined : Array.from({ length: stock }, (_, index) => index).find((index) => !busy.has(index));
        const period = { from: addDays(base, from), to: days === undefined ? undefined : addDays(base, from + days) };
        const { ok } = await desk.claim(order, lease, person(order), { period });
        expect(ok).toBe(bed !== undefined);
        if (bed !== undefined) model.push({ order, bed, from, to });
        const gone = frees === undefined ? undefined : model[frees];
        if (gone) {
          await desk.free(gone.order);
          model.splice(model.indexOf(gone), 1);
        }
      }
    }),
    { numRuns: 25 },
  );
  expect(await desk.doubles()).toBe(0);
});
