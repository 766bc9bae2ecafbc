/** A home that cannot be given: staff give back all that was paid, our own fee too, whatever the policy says and whoever collects. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as coupons from '#lib/features/coupons/coupons.contract.ts';
import { newsContract } from '#lib/features/news/news.contract.ts';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import { staffPaymentContract, staffRefundContract } from '#lib/features/payments/payments.contract.ts';
import { asId } from '#lib/ids/ids.ts';
import type { OrderId } from '#lib/ids/ids.ts';
import { couponGiven } from '#tests/factories/coupons.ts';
import { testNow } from '#tests/factories/houses.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { applicant, openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { beginToPay, paymentsOf, tellDispute, tellPaid, userOf } from '#tests/support/paying.ts';
import { termsCount } from '#tests/support/provider-terms.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser } from '#tests/support/staff-desk.ts';

const day = 24 * 3_600_000;
const why = 'The provider has sold the building.';
let desk: OrdersDesk;
let finance: StaffBrowser;
let admin: StaffBrowser;
beforeAll(async () => {
  desk = await openOrdersDesk({ settings: { REFUND_SECOND_ABOVE: 'GBP:100000' } });
  const staff = openStaffDesk(desk.office);
  finance = await staff.member('finance');
  admin = await staff.member('admin');
});
afterAll(() => desk.office.close());
beforeEach(async () => {
  await known(desk.office.on.services.people).ordersClock.runClock(new Date(testNow.getTime() + 60 * day));
  desk.office.clock.now = testNow;
});

const db = () => desk.office.on.base.db;
const rowOf = (code: string) => db().selectFrom('orders').selectAll().where('code', '=', code).executeTakeFirstOrThrow();
const kept = async (code: string) => (await paymentsOf(desk.office).collecting.kept({ kind: 'order', code }))?.minor ?? 0n;
const sendBack = () => paymentsOf(desk.office).sendRefunds(desk.office.clock.now);
const back = (code: string, note = why, by: StaffBrowser = desk.staff) => by.call(contracts.staffOrderContract, { code, act: 'give-all-back', note });
const refundsOf = (code: string) =>
  db()
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('payment_requests', 'payment_requests.id', 'payments.request_id')
    .select(['refunds.id', 'refunds.minor', 'refunds.state', 'refunds.asked_by'])
    .where('code', '=', code)
    .orderBy('refunds.id')
    .execute();
const beds = async (code: string) =>
  (
    await db()
      .selectFrom('bed_claims')
      .select('id')
      .where('order_id', '=', asId((await rowOf(code)).id))
      .where('released_at', 'is', null)
      .execute()
  ).length;
async function paid(by: Browser, more?: Readonly<Record<string, string>>): Promise<string> {
  const code = await desk.signed(by, more);
  await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }));
  expect(await desk.stateOf(code)).toBe('paid');
  return code;
}
const lettersOf = (code: string) => desk.office.letters.filter(({ name, input }) => name === 'order-moved' && input['code'] === code);
const auditOf = async (code: string) => {
  const rows = await db()
    .selectFrom('audit_log')
    .select(['action', 'data'])
    .where('subject', '=', `order:${(await rowOf(code)).id}`)
    .orderBy('id')
    .execute();
  return rows.map(({ action, data }) => `${action} ${JSON.stringify(data)}`);
};

describe('a home that cannot be given', () => {
  test.each([
    ['paid', []],
    ['confirmed', ['confirm']],
    ['checked_in', ['confirm', 'check-in']],
  ])('is given back whole from %s, our fee and the bed and all, where the policy gives nothing; the student reads why', async (state, acts) => {
    const by = await desk.somebody();
    const code = await paid(by, { plan: 'guarantor-service' });
    for (const act of acts) await (act === 'check-in' ? desk.movesIn(by, code) : desk.byStaff(code, act));
    expect(await desk.stateOf(code)).toBe(state);
    // Nothing is known of a policy: by it staff can send nothing.
    const home = JSON.stringify({ ...(await rowOf(code)).home, policy: '' });
    await sql`update orders set home = ${home}::jsonb where code = ${code}`.execute(db());
    expect((await desk.byStaff(code, 'refund')).status).toBe(422);
    const all = await kept(code);
    const fee = (await by.call(contracts.orderFeesContract, { code })).data.lines.filter(({ payee }) => payee === 'operator');
    expect(fee.length, 'some of it is our own').toBeGreaterThan(0);

    expect((await back(code, '')).status, 'not without a reason').toBe(422);
    expect((await back(code)).status).toBe(200);
    expect([await desk.stateOf(code), await beds(code), await kept(code)]).toEqual(['refunding', 0, 0n]);
    expect((await back(code)).status, 'pressed twice').toBe(422);
    expect((await refundsOf(code)).map(({ minor, state: now }) => [BigInt(minor), now])).toEqual([[all, 'asked']]);

    const letter = known(lettersOf(code).at(-1));
    expect(letter.input).toMatchObject({ state: 'refunding', isAllBack: true, note: why, supplier: '' });
    const [news] = (await by.call(newsContract)).data.items;
    expect(known(news).text).toContain('including our fee');
    expect(known(news).text).toContain(why);
    expect((await desk.events(code)).at(-1)).toBe('give-all-back staff');
    expect(await auditOf(code)).toContain('order-changed {"deed":"give-all-back"}');

    await sendBack();
    expect([await desk.stateOf(code), await kept(code)]).toEqual(['refunded', 0n]);
    expect((await refundsOf(code)).map(({ state: now }) => now)).toEqual(['done']);
  });

  test('pressed by two of the staff at once goes back once; parts of the price that were paid or begun come along, and nothing is asked for any more', async () => {
    const by = await desk.somebody();
    const code = await paid(by, { plan: 'instalments' });
    const { dues } = (await by.call(contracts.orderFeesContract, { code })).data;
    const first = dues.find(({ on }) => on !== 'booking');
    const { ordersClock } = known(desk.office.on.services.people);
    await ordersClock.askDues(new Date(Date.parse(known(first).on) - 14 * day));
    await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }));
    const all = await kept(code);
    const answers = await Promise.all([back(code), back(code, why, admin)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect((await refundsOf(code)).reduce((sum, { minor }) => sum + BigInt(minor), 0n)).toBe(all);
    expect(await ordersClock.askDues(new Date(Date.parse(known(first).on) + 300 * day))).toBe(0);
    await sendBack();
    expect([await desk.stateOf(code), await kept(code)]).toEqual(['refunded', 0n]);
  });

  test('has its coupon back too', async () => {
    const by = await desk.somebody();
    const { coupon = '', coupon_id } = (await finance.call(coupons.makeCouponContract, { ...couponGiven, most: '1' })).data;
    const code = await desk.drafted(by);
    await by.call(coupons.useCouponContract, { code, coupon });
    await desk.submit(by, code);
    await desk.byStaff(code, 'offer');
    const { orders, contractOf } = known(desk.office.on.services.people);
    const { hash } = known(await contractOf(known(await orders.own(await userOf(by), code)), testNow));
    await by.call(contracts.signContractContract, { code, hash, name: applicant.full_name, consent_contract: '2026-11' });
    await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }));
    const taken = async () => (await db().selectFrom('coupons').select('taken').where('id', '=', coupon_id).executeTakeFirstOrThrow()).taken;
    expect([await desk.stateOf(code), await taken()]).toEqual(['paid', 1]);
    expect((await back(code)).status).toBe(200);
    expect(await taken()).toBe(0);
    await sendBack();
    expect([await desk.stateOf(code), await kept(code)]).toEqual(['refunded', 0n]);
  });

  test('is for what was paid alone: not before, and not of what a bank has taken', async () => {
    const by = await desk.somebody();
    const code = await desk.signed(by);
    expect((await back(code)).status).toBe(422);
    const reference = await beginToPay(desk.office, by, { kind: 'order', code });
    await tellPaid(desk.office, reference);
    await tellDispute(desk.office, reference, 'chargeback');
    expect((await back(code)).status).toBe(422);
    expect(await desk.stateOf(code)).toBe('paid');
  });
});

describe('where the provider collects', () => {
  test('what they owe back is written down and told, our fee goes back from us, and it is refunded when both have gone', async () => {
    const supplier = String(
      (await db().selectFrom('houses').select('supplier_id').where('id', '=', asId(desk.lease.house_id)).executeTakeFirstOrThrow()).supplier_id,
    );
    await termsCount(desk.office, finance.id, { supplier, collects: 'supplier' });
    for (const isOursFirst of [true, false]) {
      const by = await desk.somebody();
      const code = await desk.signed(by, { plan: 'guarantor-service' });
      await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }));
      await desk.byStaff(code, 'supplier-paid');
      await desk.byStaff(code, 'confirm');
      expect(await desk.stateOf(code)).toBe('confirmed');
      const [id, ours] = [asId<OrderId>((await rowOf(code)).id), await kept(code)];
      const theirs = await db().selectFrom('supplier_dues').select('minor').where('order_id', '=', id).where('state', '=', 'received').execute();
      const owed = () => db().selectFrom('supplier_returns').select(['minor', 'returned_at']).where('order_id', '=', id).execute();
      expect((await back(code)).status).toBe(200);
      expect((await back(code)).status).toBe(422);
      expect([await desk.stateOf(code), await beds(code), await kept(code)]).toEqual(['refunding', 0, 0n]);
      expect(await owed()).toEqual([{ minor: theirs.reduce((sum, { minor }) => sum + minor, 0n), returned_at: null }]);
      expect((await refundsOf(code)).map(({ minor }) => BigInt(minor))).toEqual([ours]);
      const name = (await rowOf(code)).home.supplier;
      expect(known(lettersOf(code).at(-1)).input).toMatchObject({ isAllBack: true, supplier: name, note: why });
      expect(known((await by.call(newsContract)).data.items[0]).text).toContain(`${name} refunds what you paid them`);
      if (isOursFirst) await sendBack();
      expect(await desk.stateOf(code)).toBe('refunding');
      expect((await desk.byStaff(code, 'supplier-returned', { note: 'BACS 9' })).status).toBe(200);
      if (!isOursFirst) {
        expect(await desk.stateOf(code)).toBe('refunding');
        await sendBack();
      }
      expect(await desk.stateOf(code)).toBe('refunded');
    }
    await termsCount(desk.office, finance.id, { supplier, collects: 'operator' });
  });
});

describe('above the sum that one may send', () => {
  let two: OrdersDesk;
  beforeAll(async () => {
    two = await openOrdersDesk({ settings: { REFUND_SECOND_ABOVE: 'GBP:1' } });
  });
  afterAll(() => two.office.close());

  test('a second of the staff agrees before anything goes; who asked cannot; refused, it can be sent from the payment', async () => {
    const staff = openStaffDesk(two.office);
    const [asks, agrees] = [await staff.member('admin'), await staff.member('finance')];
    const waits = async () => {
      const by = await two.somebody();
      const code = await two.signed(by);
      await tellPaid(two.office, await beginToPay(two.office, by, { kind: 'order', code }));
      expect((await back(code, why, asks)).status).toBe(200);
      const rows = await two.office.on.base.db.selectFrom('refunds').select(['id', 'state', 'payment_id']).orderBy('id', 'desc').limit(1).execute();
      return { code, row: known(rows[0]) };
    };
    const { payments } = known(two.office.on.services.people);
    const { code, row } = await waits();
    expect([row.state, await two.stateOf(code)]).toEqual(['waiting', 'refunding']);
    await payments.sendRefunds(testNow);
    expect(await two.stateOf(code)).toBe('refunding');
    expect((await asks.call(staffRefundContract, { refund_id: String(row.id), act: 'agree' })).error_code).not.toBe(0);
    expect((await agrees.call(staffRefundContract, { refund_id: String(row.id), act: 'agree' })).error_code).toBe(0);
    await payments.sendRefunds(testNow);
    expect(await two.stateOf(code)).toBe('refunded');

    const second = await waits();
    expect((await agrees.call(staffRefundContract, { refund_id: String(second.row.id), act: 'refuse' })).error_code).toBe(0);
    expect(await two.stateOf(second.code)).toBe('refunding');
    const { reference } = await two.office.on.base.db
      .selectFrom('payments')
      .select('reference')
      .where('id', '=', second.row.payment_id)
      .executeTakeFirstOrThrow();
    const left = known(await payments.collecting.kept({ kind: 'order', code: second.code }));
    const again = { payment: reference, act: 'refund', sum: `${left.minor / 100n}.${String(left.minor % 100n).padStart(2, '0')}`, reason: 'Sent after all.' };
    expect((await asks.call(staffPaymentContract, again)).status).toBe(200);
  });
});
