/** Coupons under many at once: what only shows with several connections. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '#lib/db/unit-of-work.ts';
import { createCouponsRepository } from '#lib/features/coupons/coupons.repository.ts';
import { createCouponsService } from '#lib/features/coupons/coupons.service.ts';
import type { CouponsService } from '#lib/features/coupons/coupons.service.ts';
import type { Quote } from '#lib/features/quotes/quote.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { CouponId, OrderId, UserId } from '#lib/ids/ids.ts';
import { newReference } from '#lib/ids/reference.ts';
import { money } from '#lib/money/money.ts';
import { testNow } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { known } from '#tests/support/list-pages.ts';
import { openStockDesk, wholeLease } from '#tests/support/stock-desk.ts';

let shared: TestDatabase;
let service: CouponsService;
let people: readonly UserId[];
let lease: number;
let codes = 0;

const amount = money(5_000n, 'GBP');
const quoteWith = (code: string): Quote => ({
  version: 1,
  madeOn: '2026-11-23',
  moveIn: wholeLease.from,
  moveOut: wholeLease.to,
  nights: 357,
  plan: 'in-full',
  lines: [
    { kind: 'rent', amount: money(100_000n, 'GBP'), payee: 'supplier', back: 'by-policy' },
    { kind: 'coupon', amount: money(-5_000n, 'GBP'), payee: 'operator', back: 'by-policy', code },
  ],
  contractTotal: money(95_000n, 'GBP'),
  deposit: money(0n, 'GBP'),
  dues: [{ on: 'booking', amount: money(95_000n, 'GBP') }],
  breaks: [],
});

beforeAll(async () => {
  shared = await testDatabase();
  const desk = await openStockDesk(shared);
  people = await desk.people(50);
  lease = known((await desk.home('coupons', [{ stock: 100 }])).leases[0]);
  service = createCouponsService({
    repository: createCouponsRepository(shared.db),
    audit: { append: async () => {} },
    mayGuess: async () => true,
    isCountry: () => true,
    isCity: () => true,
    isHouse: async () => true,
    transact: (work) => transact(shared.db, work),
  });
});
afterAll(() => shared.close());

async function coupon(most: number, mostEach: number): Promise<{ readonly id: CouponId; readonly code: string }> {
  const staff = await shared.db
    .insertInto('staff_members')
    .values({
      name: 'Finance',
      role: 'finance',
      email_digest: `finance${(codes += 1)}`,
      email_sealed: 'x',
      totp_sealed: 'x',
      password_hash: null,
      created_at: testNow,
      enrolled_at: null,
      ended_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const made = await service.make(
    {
      code: undefined,
      percent: undefined,
      mostOff: amount,
      leastTotal: money(0n, 'GBP'),
      payer: 'operator',
      holds: { countries: [], cities: [], houses: [], suppliers: [] },
      startsOn: '2026-11-01',
      endsOn: '2027-06-30',
      most,
      mostEach,
      firstOnly: false,
    },
    asId(staff.id),
    testNow,
  );
  if (!made.ok) throw new Error(made.reason);
  return made.value;
}

/** An application of somebody that chose a coupon. */
async function order(userId: UserId, { id, code }: { readonly id: CouponId; readonly code: string }) {
  const home = await shared.db
    .selectFrom('tenancies')
    .innerJoin('units', 'units.id', 'tenancies.unit_id')
    .select(['units.house_id', 'units.id as unit_id'])
    .where('tenancies.id', '=', asId(lease))
    .executeTakeFirstOrThrow();
  const quote = quoteWith(code);
  const row = await shared.db
    .insertInto('orders')
    .values({
      code: newReference(),
      user_id: userId,
      house_id: home.house_id,
      unit_id: home.unit_id,
      tenancy_id: lease,
      period_from: wholeLease.from,
      period_to: new Date(Date.parse(wholeLease.from) + (codes += 1) * 86_400_000).toISOString().slice(0, 10),
      moved_event: null,
      moved_by: null,
      plan: 'in-full',
      quote: JSON.stringify(quote, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
      home: '{}',
      asked: '{}',
      locale: 'en-us',
      template: 'default',
      sealed: null,
      deadline: null,
      staff_id: null,
      created_at: testNow,
      moved_at: testNow,
      hidden_at: null,
      again_of: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const orderId = asId<OrderId>(row.id);
  await transact(shared.db, (tx) => service.choose(tx, orderId, id));
  return { id: orderId, userId, quote };
}
const standOf = async (id: CouponId) => {
  const { taken } = await shared.db.selectFrom('coupons').select('taken').where('id', '=', id).executeTakeFirstOrThrow();
  const uses = await shared.db.selectFrom('coupon_uses').select('id').where('coupon_id', '=', id).where('back_at', 'is', null).execute();
  return [taken, uses.length];
};

test('[R7.161] 50 people at once for the last 5 coupons: 5 have one, and what is counted is what is used', async () => {
  const made = await coupon(5, 1);
  const orders = await Promise.all(people.map((userId) => order(userId, made)));
  const taken = await Promise.all(orders.map((one) => transact(shared.db, (tx) => service.take(tx, one, false, testNow))));
  expect([taken.filter(Boolean).length, await standOf(made.id)]).toEqual([5, [5, 5]]);
  // What is given back at the same moment twice is given back once, and is somebody else's then.
  const winner = orders.find((_, at) => taken[at]);
  const back = await Promise.all([1, 2, 3].map(() => transact(shared.db, (tx) => service.giveBack(tx, known(winner).id, testNow))));
  expect([back.filter(Boolean).length, await standOf(made.id)]).toEqual([1, [4, 4]]);
  const losers = orders.filter((_, at) => !taken[at]);
  const again = await Promise.all(losers.map((one) => transact(shared.db, (tx) => service.take(tx, one, false, testNow))));
  expect([again.filter(Boolean).length, await standOf(made.id)]).toEqual([1, [5, 5]]);
});

test('[R7.161] one person in twenty tabs has as many as one person may have', async () => {
  const [person] = people;
  for (const each of [1, 3]) {
    const made = await coupon(100, each);
    const orders = await Promise.all(Array.from({ length: 20 }, () => order(known(person), made)));
    const taken = await Promise.all(orders.map((one) => transact(shared.db, (tx) => service.take(tx, one, false, testNow))));
    expect([taken.filter(Boolean).length, await standOf(made.id)]).toEqual([each, [each, each]]);
  }
});
