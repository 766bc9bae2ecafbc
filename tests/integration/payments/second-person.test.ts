/** One person alone gives back less than the limit of one thing, to one payee and in a day, in however many parts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '#lib/db/unit-of-work.ts';
import { openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { beginToPay, paymentsOf, tellPaid } from '#tests/support/paying.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser } from '#tests/support/staff-desk.ts';

let desk: OrdersDesk;
let start: Date;
let [one, other]: (StaffBrowser | undefined)[] = [];
beforeAll(async () => {
  desk = await openOrdersDesk({ settings: { REFUND_SECOND_ABOVE: 'GBP:1000' } });
  start = desk.office.clock.now;
  const staff = openStaffDesk(desk.office);
  [one, other] = [await staff.member('finance'), await staff.member('finance')];
});
afterAll(() => desk.office.close());

async function paid(by: Browser): Promise<string> {
  const code = await desk.signed(by);
  await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }));
  return code;
}

/** Gives some back of an order. @returns in which state the refund is. */
async function gives(by: StaffBrowser | undefined, code: string, pounds: number): Promise<string> {
  const { db } = desk.office.on.base;
  const amount = { minor: BigInt(pounds * 100), currency: 'GBP' } as const;
  const { now } = desk.office.clock;
  await transact(db, async (tx) => {
    const given = await paymentsOf(desk.office).collecting.refund(tx, { kind: 'order', code }, { amount, reason: 'a test', by: by?.id ?? 'system' }, now);
    if (!given.ok) throw new Error(given.reason);
  });
  const { state } = await db.selectFrom('refunds').select('state').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return state;
}

test('of one thing and in one day, by whichever parts; another person, the system and the next day begin anew, the thing does not', async () => {
  const by = await desk.somebody();
  const [code, second] = [await paid(by), await paid(await desk.somebody())];
  expect(await gives(one, code, 400)).toBe('asked');
  expect(await gives(one, code, 599)).toBe('asked');
  expect(await gives(one, code, 1), 'the limit itself needs two').toBe('waiting');
  expect(await gives(one, second, 1), 'nor of something else on the same day').toBe('waiting');
  expect(await gives(other, second, 999)).toBe('asked');
  expect(await gives(undefined, code, 500), 'what goes back by the policy is decided by nobody').toBe('asked');
  desk.office.clock.now = new Date(desk.office.clock.now.getTime() + 25 * 3_600_000);
  expect(await gives(one, second, 900)).toBe('asked');
  expect(await gives(one, code, 1), 'of the first thing no more for ever').toBe('waiting');
});

test('two at once do not pass the limit together', async () => {
  // Those who see to orders have signed in then.
  desk.office.clock.now = start;
  const codes = [await paid(await desk.somebody()), await paid(await desk.somebody())];
  desk.office.clock.now = new Date(start.getTime() + 100 * 3_600_000);
  const { db } = desk.office.on.base;
  await Promise.all(codes.map((code) => gives(one, code, 600)));
  const rows = await db.selectFrom('refunds').select('state').orderBy('id', 'desc').limit(2).execute();
  expect(rows.map(({ state }) => state).toSorted()).toEqual(['asked', 'waiting']);
});
