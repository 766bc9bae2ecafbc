/** One key, twenty requests at once: an application that is sent and a payment that is begun, over real connections. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { wireHeaders } from '#lib/api/signing.ts';
import { submitOrderContract } from '#lib/features/orders/orders.contract.ts';
import { payContract } from '#lib/features/payments/payments.contract.ts';
import { testNow } from '#tests/factories/houses.ts';
import { applicationTicks, openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { tellPaid } from '#tests/support/paying.ts';

const many = 20;
let desk: OrdersDesk;
beforeAll(async () => {
  desk = await openOrdersDesk();
});
afterAll(() => desk.office.close());
beforeEach(() => void (desk.office.clock.now = testNow));

const db = () => desk.office.on.base.db;
const atOnce = <T>(work: (at: number) => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: many }, (_, at) => work(at)));
const underKey = (key = randomUUID()) => ({ [wireHeaders.idempotencyKey]: key });

/** Every answer as it came: an error tells of itself, and `busy` is the one that may be told in place of the answer. */
function answersOf(all: readonly { readonly status: number; readonly data: unknown; readonly error_code: number }[]): readonly string[] {
  return [...new Set(all.filter(({ status }) => status !== 503).map(({ status, error_code, data }) => JSON.stringify([status, error_code, data])))];
}
const count = async (what: ReturnType<typeof sql<{ count: number }>>): Promise<number> => (await what.execute(db())).rows[0]?.count ?? -1;
const orderId = async (code: string): Promise<number> => (await db().selectFrom('orders').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;
const claimsOf = async (order: number) => count(sql`select count(*)::int as count from bed_claims where order_id = ${order} and released_at is null`);
const submissionsOf = async (order: number) => count(sql`select count(*)::int as count from order_events where order_id = ${order} and event = 'submit'`);
const paymentsOf = async (code: string) =>
  count(sql`select count(*)::int as count from payments p join payment_requests r on r.id = p.request_id where r.code = ${code}`);

describe('[R7.097] an application that is sent twenty times at once', () => {
  test('under one key is sent once: one bed, one entry, one mail, and everybody hears the same', async () => {
    const by = await desk.somebody();
    const code = await desk.drafted(by);
    const values = { code, price: await desk.agreed(by, code), ...applicationTicks };
    const mails = () => desk.office.letters.filter(({ input }) => input['code'] === code).length;
    const key = underKey();
    const all = await atOnce(() => by.call(submitOrderContract, values, key));
    expect(answersOf(all)).toEqual([expect.stringContaining('"submitted"')]);
    const order = await orderId(code);
    expect([await claimsOf(order), await submissionsOf(order), mails()]).toEqual([1, 1, 1]);
    const again = await by.call(submitOrderContract, values, key);
    expect([again.data.state, await claimsOf(order), await submissionsOf(order), mails()], 'the same key once more').toEqual(['submitted', 1, 1, 1]);
  });

  test('under keys of its own each is sent once as well: the rest hear that it is not to be sent now, or that it is', async () => {
    const by = await desk.somebody();
    const code = await desk.drafted(by);
    const values = { code, price: await desk.agreed(by, code), ...applicationTicks };
    const all = await atOnce(() => by.call(submitOrderContract, values, underKey()));
    expect(all.filter(({ error_code }) => error_code === 0).length).toBeGreaterThanOrEqual(1);
    expect(all.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    const order = await orderId(code);
    expect([await claimsOf(order), await submissionsOf(order)]).toEqual([1, 1]);
  });
});

describe('[R7.102] a payment that is begun twenty times at once', () => {
  test('under one key is one payment, and the money that comes for it is booked once, however often that is told', async () => {
    const by = await desk.somebody();
    const code = await desk.signed(by);
    const order = await orderId(code);
    const key = underKey();
    const all = await atOnce(() => by.call(payContract, { kind: 'order', code, method: 'card' }, key));
    const [only, ...more] = answersOf(all);
    expect([only, more]).toEqual([expect.stringContaining('"payment"'), []]);
    expect([await paymentsOf(code), await claimsOf(order)]).toEqual([1, 1]);
    const reference = all.find(({ status }) => status === 200)?.data.payment ?? '';
    const posted = () => count(sql`select count(*)::int as count from ledger_transactions where effect like ${`%${reference}%`}`);
    expect(await posted(), 'nothing came yet').toBe(0);
    await atOnce(() => tellPaid(desk.office, reference));
    expect([await posted(), await desk.stateOf(code), await claimsOf(order)]).toEqual([1, 'paid', 1]);
    const balance = await sql`select 1 from ledger_entries group by transaction_id, currency having sum(minor) <> 0`.execute(db());
    expect(balance.rows).toEqual([]);
    const received = await sql<{
      minor: bigint;
      received: bigint;
    }>`select minor, received_minor as received from payments where reference = ${reference}`.execute(db());
    expect(received.rows[0]?.received).toBe(received.rows[0]?.minor);
  });

  test('under keys of its own each goes on with what was begun', async () => {
    const by = await desk.somebody();
    const code = await desk.signed(by);
    const all = await atOnce(() => by.call(payContract, { kind: 'order', code, method: 'card' }, underKey()));
    expect(answersOf(all)).toHaveLength(1);
    expect(await paymentsOf(code)).toBe(1);
  });
});
