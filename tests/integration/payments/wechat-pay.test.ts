/** Payments by WeChat Pay without anybody between, against a stand-in that believes, signs and encrypts as they do, the whole way to the books. */
import { createVerify } from 'node:crypto';
import fc from '#tests/support/properties.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentPayer } from '#lib/ports/payment/payment.ts';
import { wechatPayProvider } from '#lib/ports/payment/wechat-pay.ts';
import { isTheirs, openedBy } from '#lib/ports/payment/wechat-signature.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { openTill, pounds } from '#tests/support/till.ts';
import type { Till } from '#tests/support/till.ts';
import { openWechatPay } from '#tests/support/wechat-pay-stand-in.ts';
import type { WechatMessage, WechatNews, WechatPayStandIn } from '#tests/support/wechat-pay-stand-in.ts';
import { testNow } from '#tests/factories/houses.ts';

let base: TestDatabase;
let till: Till;
let wechat: WechatPayStandIn;
const clock = { now: testNow };
beforeAll(async () => {
  base = await testDatabase();
});
afterAll(() => base.close());
beforeEach(async () => {
  clock.now = testNow;
  wechat = await openWechatPay(() => clock.now);
  till = openTill(base.db, { more: [wechatPayProvider(wechat.settings, wechat.hosts, () => clock.now)] });
});
afterEach(() => wechat.close());

const later = (minutes: number): void => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
  till.clock.now = clock.now;
};
const hear = ({ headers, body }: WechatMessage) => till.payments.hear('wechat-pay', headers, body, clock.now);
const tell = (news: WechatNews) => hear(wechat.message(news));
const on = (device: PaymentPayer['device']): PaymentPayer => ({ device, address: '203.0.113.7' });
async function begun(ref: Awaited<ReturnType<Till['asked']>>, device: PaymentPayer['device'] = 'desktop') {
  const outcome = await till.payments.begin(ref, { method: 'wechat-pay', userId: ref.userId, locale: 'zh-cn', payer: on(device) }, clock.now);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.value;
}
const addressOf = async (reference: string) => (await till.payments.find(reference))?.payment.address;
async function paid() {
  const ref = await till.asked();
  const { reference } = await begun(ref);
  expect(await tell(wechat.pay(reference))).toBe('booked');
  return { ref, reference };
}

describe('paying', () => {
  test('[R7.102] at a desk by a code that a phone scans, in a phone by a page of theirs; both are booked by what they sign', async () => {
    const before = await till.balance('provider:wechat-pay');
    const desk = await begun(await till.asked());
    // The payer stays on our page, which shows the code.
    expect(desk).toMatchObject({ provider: 'wechat-pay', address: undefined });
    expect(await addressOf(desk.reference)).toBe(`weixin://wxpay/bizpayurl?pr=${desk.reference}`);
    const phone = await begun(await till.asked(), 'phone');
    const page = new URL(phone.address ?? '');
    expect([page.origin, page.searchParams.get('redirect_url')]).toEqual(['https://wx.tenpay.com', `https://site.example/result/${phone.reference}`]);
    expect(wechat.orders.get(phone.reference)).toMatchObject({ trade_type: 'MWEB', amount: { total: 100_000, currency: 'GBP' } });
    for (const { reference } of [desk, phone]) expect(await tell(wechat.pay(reference))).toBe('booked');
    expect((await till.balance('provider:wechat-pay')) - before).toBe(200_000n);
    expect(await till.stateOf(phone.reference)).toBe('succeeded');
  });

  test('[R7.102] inside WeChat who pays comes back with a code, and their sheet opens with what the merchant has signed', async () => {
    const { reference, address = '' } = await begun(await till.asked(), 'wechat');
    const { origin, pathname, searchParams, hash } = new URL(address);
    expect([origin + pathname, hash]).toEqual(['https://open.weixin.qq.com/connect/oauth2/authorize', '#wechat_redirect']);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      appid: wechat.settings.appId,
      scope: 'snsapi_base',
      redirect_uri: `https://site.example/result/${reference}`,
    });
    expect(wechat.orders.has(reference), 'there is no order yet').toBe(false);
    const known = await till.payments.find(reference);
    if (!known) throw new Error('nothing was begun');
    for (const bad of ['', 'another-code', 'x'.repeat(600), 'code of lan']) expect(await till.payments.sheet(known, bad), bad).toBeUndefined();
    const sheet = await till.payments.sheet(known, 'code-of-lan');
    if (!sheet) throw new Error('there is no sheet');
    const { appId = '', timeStamp = '', nonceStr = '', package: wanted = '', signType, paySign = '' } = sheet;
    expect(signType).toBe('RSA');
    const isSigned = createVerify('RSA-SHA256')
      .update(`${appId}\n${timeStamp}\n${nonceStr}\n${wanted}\n`)
      .verify(wechat.settings.privateKey, Buffer.from(paySign, 'base64'));
    expect(isSigned).toBe(true);
    expect(await tell(wechat.pay(reference))).toBe('booked');
    expect(await till.payments.sheet({ ...known, payment: { ...known.payment, state: 'succeeded' } }, 'code-of-lan'), 'it is paid').toBeUndefined();
  });

  test('a second press goes on with the same, on another device or once their page is over with another', async () => {
    const ref = await till.asked();
    const first = await begun(ref);
    expect((await begun(ref)).reference).toBe(first.reference);
    const phone = await begun(ref, 'phone');
    expect(phone.reference).not.toBe(first.reference);
    expect((await begun(ref, 'phone')).reference).toBe(phone.reference);
    later(5);
    expect((await begun(ref, 'phone')).reference).not.toBe(phone.reference);
    // Paid twice, the second goes back by itself.
    expect(await tell(wechat.pay(first.reference))).toBe('booked');
    expect(await tell(wechat.pay(phone.reference))).toBe('booked');
    await till.payments.sendRefunds(clock.now);
    expect([...wechat.refunds.values()].map((one) => one['out_trade_no'])).toEqual([phone.reference]);
  });

  test('a merchant of the mainland is asked in CNY alone, at its own paths', async () => {
    const cny = await openWechatPay(() => clock.now, ['CNY']);
    const provider = wechatPayProvider(cny.settings, cny.hosts, () => clock.now);
    expect([provider.methods('CNY'), provider.methods('GBP')]).toEqual([['wechat-pay'], []]);
    const payment = {
      reference: 'ABCD-1234',
      method: 'wechat-pay',
      amount: { minor: 900_00n, currency: 'CNY' },
      title: '很长的标题'.repeat(40),
      backTo: { done: 'https://site.example/a', given: 'https://site.example/b' },
      locale: 'zh-cn',
      expiresAt: new Date(clock.now.getTime() + 3_600_000),
      payer: on('phone'),
    } as const;
    expect(await provider.create(payment)).toMatchObject({ ok: true, providerRef: 'ABCD-1234' });
    cny.pay('ABCD-1234');
    expect(await provider.query({ reference: 'ABCD-1234', providerRef: 'ABCD-1234' })).toMatchObject({
      state: 'succeeded',
      amount: { minor: 90_000n, currency: 'CNY' },
    });
    const back = { reference: 'WXYZ-1234', payment: { reference: 'ABCD-1234', providerRef: 'ABCD-1234' }, amount: { minor: 100n, currency: 'CNY' } } as const;
    // Under way it is asked for again, and is there once.
    for (const _ of [1, 2]) expect(await provider.refund(back)).toEqual({ ok: false, why: 'unreachable' });
    cny.bring('WXYZ-1234');
    expect(await provider.refund(back)).toMatchObject({ ok: true });
    expect(cny.refunds.size).toBe(1);
    expect(await provider.refund({ ...back, reference: 'WXYZ-9999', amount: { minor: 90_000n, currency: 'CNY' } })).toEqual({ ok: false, why: 'no-balance' });
    await cny.close();
  });

  test('what cannot be reached, is not signed by them, or comes late changes nothing; asked again it is the same order', async () => {
    const ref = await till.asked();
    for (const how of [500, 401, 'unsigned'] as const) {
      wechat.fault(how);
      expect(await till.payments.begin(ref, { method: 'wechat-pay', userId: ref.userId, locale: 'zh-cn', payer: on('desktop') }, clock.now)).toMatchObject({
        reason: 'unreachable',
      });
    }
    wechat.fault(502, 'late');
    expect(await till.payments.begin(ref, { method: 'wechat-pay', userId: ref.userId, locale: 'vi-vn', payer: on('desktop') }, clock.now)).toMatchObject({
      reason: 'unreachable',
    });
    await begun(ref);
    expect(wechat.orders.size).toBe(1);
  });
});

describe('being told', () => {
  test('[R7.102] a message that is forged, stale, of another key, changed, replayed or of another merchant books nothing', async () => {
    const { reference } = await begun(await till.asked());
    const news = wechat.pay(reference);
    const { headers, body } = wechat.message(news);
    expect(await hear(wechat.message(news, { isForged: true }))).toBe('forged');
    expect(await hear(wechat.message(news, { at: new Date(clock.now.getTime() - 301_000) }))).toBe('forged');
    expect(await hear(wechat.message(news, { serial: 'PUB_KEY_ID_0000000000000000' }))).toBe('forged');
    expect(await hear(wechat.message(news, { apiKey: 'x'.repeat(32) }))).toBe('forged');
    expect(await hear({ headers, body: Buffer.from(body.toString().replace('SUCCESS', 'SUCCESs')) })).toBe('forged');
    expect(await hear({ headers: new Headers(), body })).toBe('forged');
    expect(await tell({ ...news, id: 'EV-other', about: { ...news.about, mchid: '1900000999' } })).toBe('ignored');
    expect(await tell({ ...news, id: 'EV-app', about: { ...news.about, appid: 'wx0000000000000000' } })).toBe('ignored');
    expect(await till.stateOf(reference)).toBe('pending');
    expect(await hear({ headers, body })).toBe('booked');
    expect(await hear({ headers, body })).toBe('repeated');
    expect(await till.balance('suspense')).toBe(0n);
  });

  test('another sum or currency than was asked is held for staff, and told of nobody else’s money', async () => {
    const [less, other] = [(await begun(await till.asked())).reference, (await begun(await till.asked())).reference];
    expect(await tell(wechat.pay(less, { total: 99_999 }))).toBe('held');
    expect(await tell(wechat.pay(other, { currency: 'HKD' }))).toBe('held');
    expect((await till.payments.find(less))?.payment.held?.why).toBe('amount');
    expect((await till.payments.find(other))?.payment.held?.why).toBe('currency');
  });

  test('what they do not tell is asked for; one that they closed is over', async () => {
    const [untold, closed] = [(await begun(await till.asked())).reference, (await begun(await till.asked())).reference];
    wechat.pay(untold);
    wechat.lapse(closed);
    later(3);
    await till.payments.catchUp(clock.now);
    expect([await till.stateOf(untold), await till.stateOf(closed)]).toEqual(['succeeded', 'expired']);
  });

  test('any change of a message is noticed', async () => {
    const { reference } = await begun(await till.asked());
    const { headers, body } = wechat.message(wechat.pay(reference));
    expect(isTheirs(headers, body, wechat.settings.theirKeys, clock.now)).toBe(true);
    fc.assert(
      fc.property(fc.nat({ max: body.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = Buffer.from(body);
        changed[at] = (changed[at] ?? 0) ^ by;
        expect(isTheirs(headers, changed, wechat.settings.theirKeys, clock.now)).toBe(false);
      }),
      { numRuns: 50 },
    );
    const sealed = (JSON.parse(body.toString()) as { readonly resource: Parameters<typeof openedBy>[1] }).resource;
    expect(openedBy(wechat.settings.apiKey, sealed)).toContain(reference);
    expect(openedBy(wechat.settings.apiKey, { ...sealed, associated_data: 'refund' })).toBeUndefined();
    expect(openedBy(wechat.settings.apiKey, { ...sealed, ciphertext: '' })).toBeUndefined();
  });
});

test('[R7.102] what goes back goes by them, once; one that did not get there is for staff to send', async () => {
  const { ref, reference } = await paid();
  await till.within((tx) => till.payments.collecting.refund(tx, ref, { amount: pounds(40_000n), reason: 'cancelled', by: 'system' }, clock.now));
  const payment = await till.payments.find(reference);
  const only = async () => (payment ? await till.payments.refundsOf(payment.payment.id) : [])[0];
  wechat.fault(500);
  await till.payments.sendRefunds(clock.now);
  expect(wechat.refunds.size).toBe(0);
  // Taken by them, and not there yet.
  for (const _ of [1, 2, 3]) await till.payments.sendRefunds(clock.now);
  expect(await only()).toMatchObject({ state: 'asked', amount: pounds(40_000n) });
  const name = (await only())?.reference ?? '';
  expect([...wechat.refunds.keys()]).toEqual([name]);
  wechat.bring(name);
  await till.payments.sendRefunds(clock.now);
  expect(await only()).toMatchObject({ state: 'done' });
  expect(await tell(wechat.failRefund(name))).toBe('booked');
  expect(await only()).toMatchObject({ state: 'by-hand' });
});

test('a refund that they could not bring there is seen without their message', async () => {
  const { ref, reference } = await paid();
  await till.within((tx) => till.payments.collecting.refund(tx, ref, { amount: pounds(40_000n), reason: 'cancelled', by: 'system' }, clock.now));
  await till.payments.sendRefunds(clock.now);
  const payment = await till.payments.find(reference);
  const only = async () => (payment ? await till.payments.refundsOf(payment.payment.id) : [])[0];
  const lost = wechat.failRefund((await only())?.reference ?? '', 'CLOSED');
  await till.payments.sendRefunds(clock.now);
  expect(await only()).toMatchObject({ state: 'by-hand' });
  // Told late, it changes nothing more.
  expect(await tell(lost)).toBe('ignored');
});

describe('what they tell of a refund', () => {
  /** Somebody has paid and is to have so much back, which we have asked for there. */
  async function owed(minor: bigint) {
    const { ref, reference } = await paid();
    await till.within((tx) => till.payments.collecting.refund(tx, ref, { amount: pounds(minor), reason: 'cancelled', by: 'system' }, clock.now));
    await till.payments.sendRefunds(clock.now);
    const refunds = async () => {
      const known = await till.payments.find(reference);
      return known ? till.payments.refundsOf(known.payment.id) : [];
    };
    return { reference, refunds, name: (await refunds())[0]?.reference ?? '' };
  }
  const account = () => till.balance('provider:wechat-pay');

  test('that it got there is booked once, by their signature alone, and not asked for again', async () => {
    const { reference, refunds, name } = await owed(40_000n);
    const before = await account();
    const news = wechat.sendRefund(name);
    expect(await hear(wechat.message(news, { isForged: true }))).toBe('forged');
    expect(await hear(wechat.message(news, { apiKey: 'x'.repeat(32) }))).toBe('forged');
    expect(await tell({ ...news, id: 'EV-refund-of-another', about: { ...news.about, mchid: '1900000999' } })).toBe('ignored');
    expect((await refunds())[0]?.state).toBe('asked');
    expect([await tell(news), await tell(news), await tell({ ...news, id: 'EV-refund-again' })]).toEqual(['booked', 'repeated', 'ignored']);
    expect((await refunds()).map(({ state, amount }) => [state, amount.minor])).toEqual([['done', 40_000n]]);
    expect([before - (await account()), await till.stateOf(reference)]).toEqual([40_000n, 'part_refunded']);
    await till.payments.sendRefunds(clock.now);
    expect(wechat.refunds.size).toBe(1);
  });

  test('that it was closed, or did not get there after all, gives it to staff', async () => {
    const closed = await owed(40_000n);
    expect(await tell(wechat.failRefund(closed.name, 'CLOSED'))).toBe('booked');
    expect((await closed.refunds())[0]?.state).toBe('by-hand');
    const returned = await owed(40_000n);
    const before = await account();
    expect(await tell(wechat.sendRefund(returned.name))).toBe('booked');
    const lost = wechat.failRefund(returned.name);
    expect([await tell(lost), await tell({ ...lost, id: 'EV-lost-again' })]).toEqual(['booked', 'ignored']);
    expect([(await returned.refunds())[0]?.state, await account()]).toEqual(['by-hand', before]);
    expect((await till.payments.find(returned.reference))?.payment.held?.why).toBe('refund');
  });

  test('one that somebody made on pages of theirs is booked, and waits at the desk', async () => {
    const { reference } = await paid();
    const before = await account();
    const news = wechat.refundThere(reference, 100_000);
    expect([await tell(news), await tell({ ...news, id: 'EV-there-again' })]).toEqual(['booked', 'ignored']);
    expect([before - (await account()), await till.stateOf(reference)]).toEqual([100_000n, 'refunded']);
    expect((await till.payments.find(reference))?.payment.held?.why).toBe('sent-back-there');
    expect(await till.balance('suspense')).toBe(0n);
    // Of a payment that is nobody's here nothing is booked.
    expect(await tell({ ...news, id: 'EV-strange', about: { ...news.about, out_refund_no: 'T-else', refund_id: '5', transaction_id: '4200999999' } })).toBe(
      'unmatched',
    );
  });

  test('a merchant of the mainland is told without a currency, which is theirs', async () => {
    const cny = await openWechatPay(() => clock.now, ['CNY']);
    const own = openTill(base.db, { more: [wechatPayProvider(cny.settings, cny.hosts, () => clock.now)] });
    const ref = await own.asked(undefined, 100_000n, 'CNY');
    const begin = await own.payments.begin(ref, { method: 'wechat-pay', userId: ref.userId, locale: 'zh-cn', payer: on('desktop') }, clock.now);
    const reference = begin.ok ? begin.value.reference : '';
    const told = (news: WechatNews) => {
      const { headers, body } = cny.message(news);
      return own.payments.hear('wechat-pay', headers, body, clock.now);
    };
    expect(await told(cny.pay(reference))).toBe('booked');
    expect(await told(cny.refundThere(reference, 30_000))).toBe('booked');
    expect((await own.payments.find(reference))?.payment.back).toEqual({ minor: 30_000n, currency: 'CNY' });
    await cny.close();
  });
});

describe('an order there that nobody is to pay any more', () => {
  const stateThere = (reference: string) => wechat.orders.get(reference)?.['trade_state'];
  // What the tests above have begun is over first.
  beforeEach(async () => {
    later(61);
    await till.payments.catchUp(clock.now);
    await till.payments.closeSessions(clock.now);
  });

  test('is closed when its time is over here, once', async () => {
    const { reference } = await begun(await till.asked());
    later(61);
    await till.payments.catchUp(clock.now);
    expect([await till.stateOf(reference), stateThere(reference)]).toEqual(['expired', 'NOTPAY']);
    wechat.fault('unsigned');
    expect(await till.payments.closeSessions(clock.now), 'they could not be asked').toBe(0);
    // What they did before their answer was lost is found done.
    expect(await till.payments.closeSessions(clock.now)).toBe(1);
    expect([await till.stateOf(reference), stateThere(reference)]).toEqual(['expired', 'CLOSED']);
    expect(await till.payments.closeSessions(clock.now)).toBe(0);
  });

  test('is closed when it was withdrawn or paid another way; what is not there or over there already is done with', async () => {
    const ref = await till.asked();
    const first = await begun(ref);
    await till.within((tx) => till.payments.collecting.withdraw(tx, ref, clock.now));
    expect(await till.payments.closeSessions(clock.now)).toBe(1);
    expect([stateThere(first.reference), await till.stateOf(first.reference)]).toEqual(['CLOSED', 'expired']);
    // Inside WeChat there is no order before their sheet opens.
    const [sheet, over] = [await begun(await till.asked(), 'wechat'), await begun(await till.asked())];
    later(61);
    await till.payments.catchUp(clock.now);
    wechat.lapse(over.reference);
    expect(wechat.orders.has(sheet.reference)).toBe(false);
    expect([await till.payments.closeSessions(clock.now), await till.payments.closeSessions(clock.now)]).toEqual([2, 0]);
  });

  test('that was paid at the last moment is taken as any that came late', async () => {
    const { reference } = await begun(await till.asked());
    later(61);
    await till.payments.catchUp(clock.now);
    wechat.pay(reference);
    expect(await till.payments.closeSessions(clock.now)).toBe(0);
    expect(await till.stateOf(reference)).toBe('succeeded');
    expect(await till.payments.closeSessions(clock.now)).toBe(0);
  });
});
