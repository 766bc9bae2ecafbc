/** Groups under many at once: what only shows with several connections. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '#lib/db/unit-of-work.ts';
import { createGroupsRepository } from '#lib/features/groups/groups.repository.ts';
import { asId } from '#lib/ids/ids.ts';
import type { GroupId, HouseId, OrderId, TenancyId, UnitId, UserId } from '#lib/ids/ids.ts';
import { newReference } from '#lib/ids/reference.ts';
import { testNow } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { known } from '#tests/support/list-pages.ts';
import { openStockDesk, wholeLease } from '#tests/support/stock-desk.ts';
import type { StockDesk } from '#tests/support/stock-desk.ts';

let shared: TestDatabase;
let desk: StockDesk;
let people: readonly UserId[];
let orders = 1_000;
const until = new Date(testNow.getTime() + 48 * 3_600_000);

beforeAll(async () => {
  shared = await testDatabase();
  desk = await openStockDesk(shared);
  people = await desk.people(40);
});
afterAll(() => shared.close());

class Undone extends Error {}

/** Keeps beds for a group as the feature does: all of them, or nothing stays. Undefined where there are too few. */
async function group(lease: TenancyId, size: number, by: UserId): Promise<GroupId | undefined> {
  const repository = createGroupsRepository(shared.db);
  const home = await shared.db
    .selectFrom('tenancies')
    .innerJoin('units', 'units.id', 'tenancies.unit_id')
    .select(['units.house_id', 'units.id'])
    .where('tenancies.id', '=', lease)
    .executeTakeFirstOrThrow();
  const place = { houseId: asId<never>(home.house_id), unitId: asId<never>(home.id), tenancyId: lease };
  return transact(shared.db, async (tx) => {
    await repository.takesBeds(tx, [place.unitId]);
    const made = { ...place, from: wholeLease.from, to: wholeLease.to ?? '', code: newReference(), size, madeBy: by, until };
    const id = await repository.add(tx, { ...made, home: { name: 'Elm', unit: 'Studio', zone: 'Europe/London' } }, testNow);
    const kept = await desk.stock.service.keepAll(tx, { groupId: id, tenancyId: lease, period: wholeLease, userId: by, until }, size, testNow);
    if (!kept.ok) throw new Undone(kept.reason);
    return id;
  }).catch((error: unknown) => {
    if (error instanceof Undone) return undefined;
    throw error;
  });
}
const keptFor = async (lease: TenancyId) =>
  (await shared.db.selectFrom('bed_claims').select(['group_id', 'order_id']).where('tenancy_id', '=', lease).where('released_at', 'is', null).execute()).length;
/** Keeps one bed of each lease for a group, units named as they come, and says how often it had to begin anew. */
async function mixed(leases: readonly { readonly lease: TenancyId; readonly unit: UnitId }[], by: UserId) {
  const repository = createGroupsRepository(shared.db);
  const [own] = leases;
  const { house_id } = await shared.db.selectFrom('units').select('house_id').where('id', '=', known(own).unit).executeTakeFirstOrThrow();
  let begun = 0;
  const made = await transact(shared.db, async (tx) => {
    begun += 1;
    await repository.takesBeds(
      tx,
      leases.map(({ unit }) => unit),
    );
    const place = { houseId: asId<HouseId>(house_id), unitId: known(own).unit, tenancyId: known(own).lease };
    const facts = { ...place, from: wholeLease.from, to: wholeLease.to ?? '', code: newReference(), size: leases.length, madeBy: by, until };
    const id = await repository.add(tx, { ...facts, home: { name: 'Elm', unit: 'Studio', zone: 'Europe/London' } }, testNow);
    for (const { lease } of leases) {
      const kept = await desk.stock.service.keepAll(tx, { groupId: id, tenancyId: lease, period: wholeLease, userId: by, until }, 1, testNow);
      if (!kept.ok) throw new Undone(kept.reason);
    }
    return true;
  }).catch((error: unknown) => {
    if (error instanceof Undone) return false;
    throw error;
  });
  return { made, begun };
}
const take = (groupId: GroupId, lease: TenancyId, userId: UserId) =>
  transact(shared.db, (tx) =>
    desk.stock.service.claim(tx, { orderId: asId<OrderId>((orders += 1)), tenancyId: lease, period: wholeLease, userId, until, groupId }, testNow),
  );

test('[R3.55] two groups of three at once for the last four beds: one has three, the other none, and never one bed twice', async () => {
  for (let round = 0; round < 12; round += 1) {
    const { leases } = await desk.home(`pair${round}`, [{ stock: 4 }]);
    const lease = known(leases[0]);
    const made = await Promise.all([group(lease, 3, known(people[0])), group(lease, 3, known(people[1]))]);
    expect([made.filter((one) => one !== undefined).length, await keptFor(lease)]).toEqual([1, 3]);
  }
  expect(await desk.doubles()).toBe(0);
});

test('[R3.55] groups and single people at once: a group has all its beds or none, and no more are kept than there are', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { leases } = await desk.home(`mixed${round}`, [{ stock: 10 }]);
    const lease = known(leases[0]);
    const groups = Array.from({ length: 4 }, (_, at) => group(lease, 2 + (at % 3), known(people[at])));
    const singles = Array.from({ length: 8 }, (_, at) => desk.claim((orders += 1), lease, known(people[10 + at])));
    const [made, alone] = await Promise.all([Promise.all(groups), Promise.all(singles)]);
    const rows = await shared.db.selectFrom('bed_claims').select('group_id').where('tenancy_id', '=', lease).where('released_at', 'is', null).execute();
    for (const [at, id] of made.entries())
      expect(rows.filter(({ group_id }) => id !== undefined && group_id === id)).toHaveLength(id === undefined ? 0 : 2 + (at % 3));
    const singlesKept = alone.filter(({ ok }) => ok).length;
    expect(rows.filter(({ group_id }) => group_id === null)).toHaveLength(singlesKept);
    expect(rows.length).toBeLessThanOrEqual(10);
    // Whoever was refused was refused rightly: fewer are left than the smallest group wanted, or none where a single person was.
    if (singlesKept < 8) expect(rows).toHaveLength(10);
  }
  expect(await desk.doubles()).toBe(0);
});

test('[R3.55] groups that want rooms of two units in opposite orders: none waits for the other in a circle, each has all or none', async () => {
  for (let round = 0; round < 12; round += 1) {
    const homes = [await desk.home(`left${round}`, [{ stock: 2 }]), await desk.home(`right${round}`, [{ stock: 2 }])];
    const leases = homes.map(({ leases: [lease] }) => known(lease));
    const places = await Promise.all(
      leases.map(async (lease) => {
        const { unit_id } = await shared.db.selectFrom('tenancies').select('unit_id').where('id', '=', lease).executeTakeFirstOrThrow();
        return { lease, unit: asId<UnitId>(unit_id) };
      }),
    );
    const all = await Promise.all(Array.from({ length: 4 }, (_, at) => mixed(at % 2 === 0 ? places : places.toReversed(), known(people[20 + at]))));
    // Whoever deadlocked would have begun anew.
    expect([all.map(({ begun }) => begun), all.filter(({ made }) => made)]).toEqual([
      [1, 1, 1, 1],
      [expect.anything(), expect.anything()],
    ]);
    expect(await Promise.all(leases.map(keptFor))).toEqual([2, 2]);
  }
  expect(await desk.doubles()).toBe(0);
});

test('[R3.55] members of one group who send at once each take one of its beds, and an outsider none of them', async () => {
  const { leases } = await desk.home('members', [{ stock: 4 }]);
  const lease = known(leases[0]);
  const id = known(await group(lease, 4, known(people[0])));
  expect((await desk.claim((orders += 1), lease, known(people[9]))).ok).toBe(false);
  const sent = await Promise.all(people.slice(0, 4).map((userId) => take(id, lease, userId)));
  expect([sent.every(({ ok }) => ok), await keptFor(lease), await desk.doubles()]).toEqual([true, 4, 0]);
  // The bed of one who leaves is the group's again, once, and is had by who comes after.
  const last = asId<OrderId>(orders);
  const back = await Promise.all([1, 2, 3].map(() => transact(shared.db, (tx) => desk.stock.service.handBack(tx, last, id, until, testNow))));
  expect(back.filter(Boolean)).toHaveLength(1);
  expect((await desk.claim((orders += 1), lease, known(people[9]))).ok).toBe(false);
  const next = await Promise.all([take(id, lease, known(people[5])), take(id, lease, known(people[6]))]);
  expect([next.filter(({ ok }) => ok).length, await keptFor(lease), await desk.doubles()]).toEqual([1, 4, 0]);
  // What nobody took is free for everybody once the group ends.
  await transact(shared.db, (tx) => desk.stock.service.handBack(tx, asId<OrderId>(orders - 1), id, until, testNow));
  await transact(shared.db, (tx) => desk.stock.service.handBack(tx, asId<OrderId>(orders), id, until, testNow));
  await transact(shared.db, (tx) => desk.stock.service.freeAll(tx, id, testNow));
  expect([await keptFor(lease), (await desk.claim((orders += 1), lease, known(people[9]))).ok]).toEqual([3, true]);
});
