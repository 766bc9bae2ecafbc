/** Coupons: from staff who make one to who uses it, with their money, over a real database. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createCoupons } from '#lib/features/coupons/coupons.feature.ts';
import { createLimits } from '#lib/features/limits/limits.feature.ts';
import * as coupons from '#lib/features/coupons/coupons.contract.ts';
import { mostGuesses } from '#lib/features/coupons/coupons.schema.ts';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import { couponGiven } from '#tests/factories/coupons.ts';
import { testNow } from '#tests/factories/houses.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { applicationTicks, openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { beginToPay, paymentsOf, tellPaid, userOf } from '#tests/support/paying.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser } from '#tests/support/staff-desk.ts';

const day = 86_400_000;
let desk: OrdersDesk;
let finance: StaffBrowser;
beforeAll(async () => {
  desk = await openOrdersDesk();
  finance = await openStaffDesk(desk.office).member('finance');
});
afterAll(() => desk.office.close());
afterEach(async () => {
  await known(desk.office.on.services.people).ordersClock.runClock(new Date(testNow.getTime() + 60 * day));
});

const orders = () => known(desk.office.on.services.people).orders;
const db = () => desk.office.on.base.db;
async function made(more: Readonly<Record<string, string>> = {}): Promise<{ readonly coupon: string; readonly coupon_id: number }> {
  const { data, message } = await finance.call(coupons.makeCouponContract, { ...couponGiven, ...more });
  if (!data?.coupon) throw new Error(`${message} ${JSON.stringify(data)}`);
  return data;
}
const wrong = ({ data }: { readonly data: unknown }): string => /(?:coupons|orders)\.\w+/.exec(JSON.stringify(data))?.[0] ?? '';
const use = (by: Browser, code: string, coupon: string) => by.call(coupons.useCouponContract, { code, coupon });
const lines = async (by: Browser, code: string) => (await by.call(contracts.orderFeesContract, { code })).data.lines.filter(({ kind }) => kind === 'coupon');
const takenOf = async (id: number) => (await db().selectFrom('coupons').select('taken').where('id', '=', id).executeTakeFirstOrThrow()).taken;
const openUses = async (id: number) =>
  (await db().selectFrom('coupon_uses').select('id').where('coupon_id', '=', id).where('back_at', 'is', null).execute()).length;
const balance = async (account: string): Promise<bigint> => {
  const rows = await db()
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .select('minor')
    .where('name', '=', account)
    .execute();
  return rows.reduce((sum, { minor }) => sum + minor, 0n);
};

describe('a coupon', () => {
  test('[R7.161] [R3.72] is typed as it is read, taken off where the price is told, paid by who bears it, and not given back once it was paid with', async () => {
    const { coupon, coupon_id } = await made({ coupon: 'WARMBED10', payer: 'operator' });
    const by = await desk.somebody();
    const code = await desk.drafted(by, { coupon: 'warm-bed lo' });
    expect((await lines(by, code)).map(({ price, payee, back }) => [price.amount, payee, back])).toEqual([['-50.00', 'operator', 'by-policy']]);
    expect(await takenOf(coupon_id)).toBe(0);
    const answer = await desk.submit(by, code);
    expect([answer.data.state, await takenOf(coupon_id)]).toEqual(['submitted', 1]);
    await desk.byStaff(code, 'offer');

    const home = await db().selectFrom('orders').select(['id', 'home', 'quote']).where('code', '=', code).executeTakeFirstOrThrow();
    const { contractOf } = known(desk.office.on.services.people);
    const order = known(
      await orders().own((await db().selectFrom('orders').select('user_id').where('code', '=', code).executeTakeFirstOrThrow()).user_id as never, code),
    );
    const document = known(await contractOf(order, desk.office.clock.now));
    expect(document.text).toContain(coupon);
    const signed = await by.call(contracts.signContractContract, { code, hash: document.hash, name: 'Nguyễn Thị Lan', consent_contract: '2026-11' });
    expect(signed.data.state).toBe('to_pay');
    const fees = await balance('operator:fees');
    const supplier = await balance(`supplier:${home.home.supplierId}`);
    const facts = await paymentsOf(desk.office).collecting.requestsOf({ kind: 'order', code });
    expect(await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }))).toBe('booked');
    // The operator pays what it took off: the supplier has its whole rent.
    expect((await balance('operator:fees')) - fees).toBe(5_000n);
    const deposit = order.quote.deposit.minor;
    expect(supplier - (await balance(`supplier:${home.home.supplierId}`))).toBe(known(facts[0]).amount.minor - deposit + 5_000n);

    const { token, back } = (await by.call(contracts.refundAskContract, { code })).data;
    await by.call(contracts.cancelOrderContract, { code, back: token });
    await paymentsOf(desk.office).sendRefunds(desk.office.clock.now);
    const paid = known(facts[0]).amount.minor;
    expect(Number(back?.amount ?? 0) * 100 <= Number(paid)).toBe(true);
    expect([await takenOf(coupon_id), await openUses(coupon_id)]).toEqual([1, 1]);
    const own = (await by.call(coupons.couponsContract)).data.used;
    expect(own).toEqual([expect.objectContaining({ coupon, order: code, off: { amount: '50.00', abbr: 'GBP' }, is_back: false })]);

    // Staff may say so.
    const giveBack = () => finance.call(coupons.changeCouponContract, { coupon_id, act: 'give-back', order: code });
    expect((await giveBack()).status).toBe(200);
    expect([await takenOf(coupon_id), wrong(await giveBack())]).toEqual([0, 'coupons.no_such_use']);
    const log = await db().selectFrom('audit_log').select('data').where('subject', '=', `coupon:${coupon_id}`).orderBy('id').execute();
    expect(log.map(({ data }) => JSON.stringify(data))).toEqual([expect.stringContaining('make'), expect.stringContaining('give-back')]);
  });

  test('[R7.161] of a supplier makes its share smaller; of one that was not named there is none', async () => {
    const { home } = await db().selectFrom('houses').select('supplier_id as home').where('id', '=', desk.lease.house_id).executeTakeFirstOrThrow();
    expect(wrong(await finance.call(coupons.makeCouponContract, { ...couponGiven, payer: 'supplier' }))).toBe('coupons.supplier_needed');
    const { coupon } = await made({ payer: 'supplier', suppliers: String(home), kind: 'percent', percent: '10', amount: '40' });
    const by = await desk.somebody();
    const code = await desk.signed(by, { coupon });
    const [before, fees] = [await balance(`supplier:${home}`), await balance('operator:fees')];
    const [request] = await paymentsOf(desk.office).collecting.requestsOf({ kind: 'order', code });
    await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }));
    const { deposit } = (await by.call(contracts.orderFeesContract, { code })).data;
    expect((await lines(by, code)).map(({ price, payee }) => [price.amount, payee])).toEqual([['-40.00', 'supplier']]);
    expect(before - (await balance(`supplier:${home}`))).toBe(known(request).amount.minor - BigInt(deposit.amount.replace('.', '')));
    expect(await balance('operator:fees')).toBe(fees);
  });

  test('[R7.161] is refused with the reason, and another one may be chosen, or none', async () => {
    const by = await desk.somebody();
    const code = await desk.drafted(by);
    const cases: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
      [{ countries: 'au' }, 'coupons.no_place'],
      [{ cities: 'uk/leeds' }, 'coupons.no_place'],
      [{ currency: 'USD' }, 'coupons.no_currency'],
      [{ least: '999999' }, 'coupons.no_least'],
      [{ starts_on: '2027-01-01' }, 'coupons.no_early'],
      [{ starts_on: '2026-01-01', ends_on: '2026-02-01' }, 'coupons.no_over'],
    ];
    for (const [more, reason] of cases) expect([reason, wrong(await use(by, code, (await made(more)).coupon))]).toEqual([reason, reason]);
    const ended = await made();
    await finance.call(coupons.changeCouponContract, { coupon_id: ended.coupon_id, act: 'end' });
    expect(wrong(await use(by, code, ended.coupon))).toBe('coupons.no_over');
    const { coupon } = await made({ cities: 'uk/london', countries: 'uk', houses: String(desk.lease.house_id) });
    expect((await use(by, code, coupon)).data.off).toEqual({ amount: '50.00', abbr: 'GBP' });
    expect((await use(by, code, '')).data.off).toBeNull();
    expect(await lines(by, code)).toEqual([]);
    // Another's application is as good as none.
    expect((await use(await desk.somebody(), code, coupon)).status).toBe(404);
  });

  test('[R7.161] is given back when the order ends before it is paid; what is paid late has it again, or goes back', async () => {
    const { coupon, coupon_id } = await made({ most: '1' });
    const [by, other] = [await desk.somebody(), await desk.somebody()];
    const code = await desk.signed(by, { coupon });
    const reference = await beginToPay(desk.office, by, { kind: 'order', code });
    const late = await desk.drafted(other);
    expect(wrong(await use(other, late, coupon))).toBe('coupons.no_used_up');
    desk.office.clock.now = new Date(testNow.getTime() + 49 * 3_600_000);
    await known(desk.office.on.services.people).ordersClock.runClock(desk.office.clock.now);
    expect([await desk.stateOf(code), await takenOf(coupon_id)]).toEqual(['expired', 0]);
    desk.office.clock.now = testNow;
    expect((await use(other, late, coupon)).status).toBe(200);
    expect((await desk.submit(other, late)).data.state).toBe('submitted');
    // Its coupon is another's by now.
    await tellPaid(desk.office, reference);
    expect([await desk.stateOf(code), await takenOf(coupon_id), await openUses(coupon_id)]).toEqual(['refunding', 1, 1]);
    await other.call(contracts.cancelOrderContract, { code: late });
    expect(await takenOf(coupon_id)).toBe(0);
  });

  test('[R7.161] that runs out while somebody reads takes nothing off unseen: the other price is shown first', async () => {
    const { coupon, coupon_id } = await made({ most: '1' });
    const [by, other] = [await desk.somebody(), await desk.somebody()];
    const [code, first] = [await desk.drafted(by, { coupon }), await desk.drafted(other, { coupon })];
    const price = await desk.agreed(by, code);
    expect((await desk.submit(other, first)).data.state).toBe('submitted');
    const answer = await by.call(contracts.submitOrderContract, { code, price, ...applicationTicks });
    expect([answer.status, wrong(answer), await desk.stateOf(code), await takenOf(coupon_id)]).toEqual([422, 'orders.price_changed', 'draft', 1]);
  });

  test('[R7.161] is used once by the same person in two tabs, and for a first booking once with any of its kind', async () => {
    const { coupon, coupon_id } = await made();
    const by = await desk.somebody();
    const later = new Date(Date.parse(desk.lease.move_in) + 7 * day).toISOString().slice(0, 10);
    const codes = [await desk.drafted(by, { coupon, move_out: later }), await desk.drafted(by, { coupon, move_in: later })];
    const answers = await Promise.all(codes.map((code) => desk.submit(by, code)));
    expect(answers.filter(({ data }) => data?.state === 'submitted')).toHaveLength(1);
    expect([await takenOf(coupon_id), await openUses(coupon_id)]).toEqual([1, 1]);

    const [one, two] = [await made({ first_only: 'yes' }), await made({ first_only: 'yes' })];
    const fresh = await desk.somebody();
    const both = [await desk.drafted(fresh, { coupon: one.coupon, move_out: later }), await desk.drafted(fresh, { coupon: two.coupon, move_in: later })];
    const told = await Promise.all(both.map((code) => desk.submit(fresh, code)));
    expect(told.filter(({ data }) => data?.state === 'submitted')).toHaveLength(1);
    expect((await takenOf(one.coupon_id)) + (await takenOf(two.coupon_id))).toBe(1);
  });
});

describe('codes', () => {
  test('[R7.161] are not to be guessed: after ten wrong ones in a day nothing is told, not of a right one either', async () => {
    const { coupon } = await made();
    const [userId, other] = [await userOf(await desk.somebody()), await userOf(await desk.somebody())];
    const { geo } = desk.office.on.base;
    const { service } = createCoupons({
      db: db(),
      geo,
      houses: desk.office.on.services.house.service,
      audit: { append: async () => {} },
      counters: createLimits({ db: db() }).counters,
      rateLimitFactor: 1,
    });
    const keep = async (who: typeof userId, code: string) => {
      const outcome = await service.keep(who, code, testNow);
      return outcome.ok ? 'kept' : outcome.reason;
    };
    for (let at = 0; at < mostGuesses; at++) expect(await keep(userId, `WR0NG00${at}`)).toBe('coupon-unknown');
    expect([await keep(userId, 'WR0NG999'), await keep(userId, coupon), await keep(other, coupon)]).toEqual(['coupon-guessed', 'coupon-guessed', 'kept']);
  });

  test('[R7.161] are kept for later, once each, and are nobody else’s business', async () => {
    const { coupon } = await made({ kind: 'percent', percent: '5', amount: '30' });
    const by = await desk.somebody();
    for (const _ of [1, 2]) expect((await by.call(coupons.keepCouponContract, { coupon: coupon.toLowerCase() })).data.coupon).toBe(coupon);
    const { kept } = (await by.call(coupons.couponsContract)).data;
    expect(kept).toEqual([expect.objectContaining({ coupon, percent: 5, most_off: { amount: '30.00', abbr: 'GBP' }, is_over: false })]);
    expect((await (await desk.somebody()).call(coupons.couponsContract)).data).toEqual({ kept: [], used: [] });
  });

  test('[R7.161] as staff write them are checked, and are made by those who see to money alone', async () => {
    const say = async (more: Readonly<Record<string, string>>) => wrong(await finance.call(coupons.makeCouponContract, { ...couponGiven, ...more }));
    expect(await say({ coupon: 'HELLO123' })).toBe('coupons.code_wrong');
    expect(await say({ kind: 'percent', percent: '91' })).toBe('coupons.percent_wrong');
    expect(await say({ amount: '0' })).toBe('coupons.amount_wrong');
    expect(await say({ ends_on: '2026-10-01' })).toBe('coupons.days_wrong');
    expect(await say({ most_each: '21' })).toBe('coupons.number_wrong');
    for (const [where, what] of [
      ['countries', 'nowhere'],
      ['cities', 'uk/nowhere'],
      ['houses', '999999'],
      ['suppliers', '999999'],
    ] as const)
      expect([where, await say({ [where]: what })]).toEqual([where, 'coupons.place_wrong']);
    await made({ coupon: 'TWYCE2222' });
    expect(await say({ coupon: 'twyce2222' })).toBe('coupons.code_taken');
    expect((await desk.staff.call(coupons.makeCouponContract, couponGiven)).status).toBe(404);
  });

  test('[R7.161] promos of a home are what it promises to all', async () => {
    const answer = await desk.office.on.call(coupons.promosContract, { house_id: String(desk.lease.house_id) });
    expect([answer.status, Object.keys(answer.data ?? {})]).toEqual([200, ['promos', 'rents']]);
    expect((await desk.office.on.call(coupons.promosContract, { house_id: '999999' })).status).toBe(404);
  });
});
