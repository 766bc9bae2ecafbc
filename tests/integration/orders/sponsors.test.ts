/** A sponsor's link: shows one order to whoever has it, and lets them pay; it ends, runs out, and opens nobody else's. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { extractText } from 'unpdf';
import { cancelOrderContract, refundAskContract } from '#lib/features/orders/orders.contract.ts';
import * as contracts from '#lib/features/orders/sponsors.contract.ts';
import { callReader } from '#lib/reader.ts';
import { testNow } from '#tests/factories/houses.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk, orderView } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { beginToPay, paymentsOf, tellPaid, userOf } from '#tests/support/paying.ts';

const day = 86_400_000;
let desk: OrdersDesk;
beforeAll(async () => {
  desk = await openOrdersDesk();
});
afterAll(() => desk.office.close());
beforeEach(async () => {
  await known(desk.office.on.services.people).ordersClock.runClock(new Date(testNow.getTime() + 60 * day));
  desk.office.clock.now = testNow;
});

const ref = (code: string) => ({ kind: 'order', code }) as const;
const given = { student: '<b>Lan</b>', sponsor_locale: 'vi-vn', days: '7' } as const;
const linked = async (by: Browser, code: string, more = {}) => (await by.call(contracts.sponsorLinkContract, { code, ...given, ...more })).data;
const pay = (key: string, more = {}) => desk.office.browser().call(contracts.sponsorPayContract, { key, sum: '', method: 'card', ...more });
const view = (key: string, payment = '') => {
  const query = new URLSearchParams({ key, payment });
  const reader = callReader(desk.office.on.services.site, { locale: 'vi-vn', now: desk.office.clock.now });
  return { ...reader, query, page: { ...reader.page, name: 'sponsored', params: {} }, visitor: undefined };
};
const opened = (key: string, payment?: string) => known(desk.office.on.services.loaders.orders).sponsored(view(key, payment));
const kept = async (code: string) => (await paymentsOf(desk.office).collecting.kept(ref(code)))?.minor ?? 0n;
/** Left again, so that the bed is there for the next. */
const leave = async (by: Browser, code: string) => {
  const { token } = (await by.call(refundAskContract, { code })).data;
  await by.call(cancelOrderContract, { code, back: token });
};
const owed = async (code: string) => known((await paymentsOf(desk.office).collecting.requestsOf(ref(code)))[0]);

test('[R1.11] [R7.102] somebody without an account pays by a link, a card that fails first: booked, told once in timeline and news', async () => {
  const by = await desk.somebody();
  const code = await desk.signed(by);
  const { key, url } = await linked(by, code, { shows_price: 'yes' });
  expect(url).toContain(`/vn/order/sponsored?key=${key}`);
  const page = known(await opened(key));
  expect([page.student, page.quote !== undefined, page.methods]).toEqual([given.student, true, ['card', 'alipay', 'wechat-pay']]);
  const parent = desk.office.browser();
  const choose = async (choice: string) => {
    const { payment, url: next } = (await parent.call(contracts.sponsorPayContract, { key, sum: '', method: 'card' })).data;
    expect(next).toContain(`/order/sponsored-trial/${payment}?key=${key}`);
    expect((await parent.call(contracts.sponsorTrialContract, { key, payment, choice })).data.next).toBe('done');
    return payment;
  };
  expect((await opened(key, await choose('fails')))?.result?.kind).toBe('failed');
  expect(await desk.stateOf(code)).toBe('to_pay');
  const payment = await choose('succeeds');
  expect((await opened(key, payment))?.result?.kind).toBe('succeeded');
  expect((await opened(key))?.due).toBeUndefined();
  expect(await desk.stateOf(code)).toBe('paid');
  expect((await desk.events(code)).filter((one) => one.startsWith('sponsor-paid'))).toHaveLength(1);
  const news = await desk.office.on.base.db.selectFrom('news').select('what').where('code', '=', code).where('what', '=', 'sponsor-paid').execute();
  expect(news).toHaveLength(1);
  expect((await pay(key)).status).toBe(422);
  await leave(by, code);
});

test('the booking is in sight of who pays for it: home, provider and what is due, and its price where they may see it', async () => {
  const by = await desk.somebody();
  const code = await desk.signed(by);
  const own = known(await known(desk.office.on.services.loaders.orders).summary(await orderView(desk, code, by)));
  const summaryBy = async (more = {}) => known(await opened((await linked(by, code, more)).key));
  const [open, closed] = [await summaryBy({ shows_price: 'yes' }), await summaryBy()];
  const home = { code, supplier: own.supplier, isSample: own.isSample };
  expect(open.summary).toMatchObject({ ...home, price: { deposit: open.summary.price?.deposit } });
  expect([open.summary.price?.whole, open.summary.due]).toEqual([own.price?.whole, undefined]);
  expect(closed.summary).toMatchObject({ ...home, price: undefined, due: closed.due?.now });
  expect(closed.due?.now).toMatch(/\d/);
  await leave(by, code);
});

test('a part is paid, and the student pays the rest; less than a tenth, more than all, and no amount are refused', async () => {
  const by = await desk.somebody();
  const code = await desk.signed(by);
  const { key } = await linked(by, code);
  const { amount } = await owed(code);
  for (const sum of ['0.01', '0,01', String(amount.minor / 100n + 1n), 'x', '-5']) expect([sum, (await pay(key, { sum })).status]).toEqual([sum, 422]);
  const half = amount.minor / 200n;
  const { payment } = (await pay(key, { sum: `${half},00` })).data;
  expect(await tellPaid(desk.office, payment)).toBe('booked');
  expect([await kept(code), (await opened(key, payment))?.result?.kind, await desk.stateOf(code)]).toEqual([half * 100n, 'part', 'to_pay']);
  await tellPaid(desk.office, await beginToPay(desk.office, by, ref(code)));
  expect([await kept(code), await desk.stateOf(code)]).toEqual([amount.minor, 'paid']);
  await leave(by, code);
});

test('the receipt of what somebody else paid names no student as payer, and is told to the student in their own language', async () => {
  const by = await desk.somebody();
  const code = await desk.signed(by);
  const { payment } = (await pay((await linked(by, code)).key)).data;
  await tellPaid(desk.office, payment);
  const { db } = desk.office.on.base;
  const { receipts, receiptFile } = known(desk.office.on.services.people);
  const [own, rows] = [await userOf(by), db.updateTable('payments').where('reference', '=', payment)];
  const file = known(await receiptFile(own, payment));
  // Who paid reads another language.
  await rows.set({ locale: 'vi-vn' }).execute();
  expect(known(await receiptFile(own, payment)).equals(file)).toBe(true);
  await receipts.tell(payment, undefined);
  const letters = desk.office.letters.filter(({ name, input }) => name === 'payment-receipt' && input['reference'] === payment);
  expect(letters.map(({ locale }) => locale)).toEqual(['en-us']);
  await rows.set({ locale: 'en-us', sponsor_link: null }).execute();
  expect(known(await receiptFile(own, payment)).equals(file)).toBe(false);
  await leave(by, code);
});

test('[R7.102] who paid by a link has a receipt of their own, in their language, by that link alone and while it opens', async () => {
  const by = await desk.somebody();
  const code = await desk.signed(by);
  const [link, other] = [await linked(by, code), await linked(by, code)];
  const { payment } = (await pay(link.key)).data;
  const { sponsorReceipt, receiptFile } = known(desk.office.on.services.people);
  const file = (key: string, at = desk.office.clock.now) => sponsorReceipt(key, payment, at);
  expect(await file(link.key), 'nothing came yet').toBeUndefined();
  expect((await opened(link.key, payment))?.result?.receipt).toBeUndefined();
  await tellPaid(desk.office, payment);
  expect((await opened(link.key, payment))?.result?.receipt).toBe(`/users/receipts/${payment}.pdf?key=${link.key}`);
  const pdf = known(await file(link.key));
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  // It calls the student as the link does, and not by what the account says.
  expect(pdf.equals(known(await receiptFile(await userOf(by), payment)))).toBe(false);
  for (const none of [other.key, '', 'x'.repeat(32)]) expect(await file(none), none).toBeUndefined();
  expect(await sponsorReceipt(link.key, 'ZZZZ-ZZZZ', desk.office.clock.now)).toBeUndefined();
  expect(await file(link.key, new Date(desk.office.clock.now.getTime() + 400 * 86_400_000)), 'it ran out').toBeUndefined();
  await leave(by, code);
});

test('an order that is cancelled still tells whoever paid by a link what became of that, and opens by no other link', async () => {
  const by = await desk.somebody();
  const code = await desk.signed(by);
  const [link, other] = [await linked(by, code), await linked(by, code)];
  const { payment } = (await pay(link.key)).data;
  await tellPaid(desk.office, payment);
  expect(known(await opened(link.key)).paid).toMatchObject([{ reference: payment, back: undefined }]);
  expect(known(await opened(other.key)).paid).toEqual([]);
  await leave(by, code);
  expect(await opened(other.key)).toBeUndefined();
  const page = known(await opened(link.key));
  expect([page.paid.map(({ back }) => back !== undefined), page.due, page.methods]).toEqual([[true], undefined, []]);
});

test('[R7.102] a receipt names a sponsor as they named themselves, last of all, to them and to the student', async () => {
  const by = await desk.somebody();
  const code = await desk.signed(by);
  const { key } = await linked(by, code);
  const { sponsorReceipt, receiptFile } = known(desk.office.on.services.people);
  const { payment } = (await pay(key, { payer_name: 'Nguyen An' })).data;
  expect((await pay(key, { payer_name: '  Nguyen Van An ' })).data.payment, 'pressed twice').toBe(payment);
  await tellPaid(desk.office, payment);
  const words = async (file: Buffer | undefined) => (await extractText(new Uint8Array(known(file)), { mergePages: true })).text.replaceAll(/\s+/g, ' ');
  const [own, theirs] = [await words(await receiptFile(await userOf(by), payment)), await words(await sponsorReceipt(key, payment, desk.office.clock.now))];
  for (const text of [own, theirs]) expect([text.includes('Nguyen Van An'), text.includes('Someone else')]).toEqual([true, false]);
  const { db } = desk.office.on.base;
  const row = () => db.selectFrom('payments').select(['payer_name', 'sponsor_link']).where('reference', '=', payment).executeTakeFirstOrThrow();
  const before = await row();
  expect([before.payer_name === null, before.payer_name?.includes('Nguyen')]).toEqual([false, false]);
  // Links go with the account of whose they are, and the names with the links.
  await db.deleteFrom('sponsor_links').where('id', '=', known(before.sponsor_link)).execute();
  expect((await row()).payer_name).toBeNull();
  await leave(by, code);
});

test('[R7.102] a sponsor who comes back from WeChat with a code is shown its sheet, and what came of it by their own link', async () => {
  const by = await desk.somebody();
  const code = await desk.signed(by);
  const [{ key }, other] = [await linked(by, code), await linked(by, code)];
  const { payment } = (await pay(key)).data;
  const sheet = vi.spyOn(paymentsOf(desk.office), 'sheet').mockImplementation(async (known, given) => ({ package: `${known.payment.reference} ${given}` }));
  const back = async (of: string, more: Readonly<Record<string, string>>) => {
    const reader = view(of, payment);
    for (const [name, value] of Object.entries(more)) reader.query.set(name, value);
    return (await known(desk.office.on.services.loaders.orders).sponsored(reader))?.result;
  };
  expect(await back(key, { code: 'code-of-ann', state: payment })).toMatchObject({
    sheet: { package: `${payment} code-of-ann` },
    after: expect.stringMatching(new RegExp(`/vn/order/sponsored\\?key=${key}&payment=${payment}$`)),
  });
  expect((await back(key, {}))?.sheet).toBeUndefined();
  expect(await back(other.key, { code: 'code-of-ann' }), 'by another link').toBeUndefined();
  expect(sheet).toHaveBeenCalledTimes(1);
  await tellPaid(desk.office, payment);
  expect((await back(key, { code: 'code-of-ann' }))?.sheet, 'it is paid').toBeUndefined();
  await leave(by, code);
});

test('two links and the student pay the same at once, all or the last part: counted once, and the rest goes back', { timeout: 120_000 }, async () => {
  for (let round = 0; round < 4; round++) {
    const by = await desk.somebody();
    const code = await desk.signed(by);
    const [one, two] = [await linked(by, code), await linked(by, code)];
    const half = String((await owed(code)).amount.minor / 200n);
    if (round % 2 === 1) expect(await tellPaid(desk.office, (await pay(one.key, { sum: half })).data.payment)).toBe('booked');
    const payments = [(await pay(one.key)).data.payment, (await pay(two.key)).data.payment, await beginToPay(desk.office, by, ref(code))];
    expect(new Set(payments).size).toBe(3);
    const told = await Promise.all(payments.map((payment) => tellPaid(desk.office, payment)));
    expect(told).toEqual(['booked', 'booked', 'booked']);
    await paymentsOf(desk.office).sendRefunds(desk.office.clock.now);
    const { amount, paid } = await owed(code);
    expect([paid, await kept(code), await desk.stateOf(code)]).toEqual([amount, amount.minor, 'paid']);
    const back = await Promise.all(payments.map(async (payment) => known(await paymentsOf(desk.office).find(payment)).payment.state));
    expect(back.toSorted()).toEqual(['refunded', 'refunded', 'succeeded']);
    await leave(by, code);
  }
});

test('opens nothing once it ran out, was ended, or its student is gone; nobody else’s, and no payment of another link', async () => {
  const [by, other] = [await desk.somebody(), await desk.somebody()];
  const code = await desk.signed(by);
  const [first, second] = [await linked(by, code), await linked(by, code)];
  const { payment } = (await pay(first.key)).data;
  expect((await opened(second.key, payment))?.result).toBeUndefined();
  const choose = (key: string) => desk.office.browser().call(contracts.sponsorTrialContract, { key, payment, choice: 'succeeds' });
  expect((await choose(second.key)).status).toBe(404);
  expect((await other.call(contracts.sponsorLinkContract, { code, ...given })).status).toBe(404);
  const { db } = desk.office.on.base;
  const rows = await db.selectFrom('sponsor_links').select(['id', 'digest', 'sealed']).orderBy('id', 'desc').limit(2).execute();
  // Neither the key nor a name can be read from what is kept.
  expect(
    JSON.stringify(await db.selectFrom('payments').selectAll('payments').where('reference', '=', payment).execute(), (_, one) =>
      typeof one === 'bigint' ? String(one) : one,
    ),
  ).not.toContain(first.key);
  expect(JSON.stringify(rows)).not.toContain(first.key);
  const link = String(known(rows[1]).id);
  expect((await other.call(contracts.sponsorEndContract, { code, link })).status).toBe(404);
  expect((await by.call(contracts.sponsorEndContract, { code, link })).status).toBe(200);
  const wrong = [first.key, 'x'.repeat(32), second.key.slice(0, 31), `${second.key}x`, ''];
  for (const key of wrong) expect([key, await opened(key), (await pay(key)).status === 200]).toEqual([key, undefined, false]);
  expect((await choose(first.key)).status).toBe(404);
  desk.office.clock.now = new Date(testNow.getTime() + 7 * day);
  expect(await opened(second.key)).toBeUndefined();
  desk.office.clock.now = testNow;
  expect(await opened(second.key)).toBeDefined();
  await db.updateTable('orders').set({ user_id: null }).where('code', '=', code).execute();
  expect(await opened(second.key)).toBeUndefined();
  await db
    .updateTable('orders')
    .set({ user_id: await userOf(by) })
    .where('code', '=', code)
    .execute();
});

test('five links of an order are open at a time, and none of one that is not agreed on yet', async () => {
  const by = await desk.somebody();
  const draft = await desk.drafted(by);
  expect((await by.call(contracts.sponsorLinkContract, { code: draft, ...given })).status).toBe(409);
  const code = await desk.signed(by);
  const made = async () => (await by.call(contracts.sponsorLinkContract, { code, ...given })).status;
  for (let at = 0; at < 5; at++) expect(await made()).toBe(200);
  expect(await made()).toBe(422);
});
