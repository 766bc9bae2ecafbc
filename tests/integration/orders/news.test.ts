/** What people are told of their orders: once, in their messages and by mail, with a choice for each kind. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newsChoicesContract, newsContract, readNewsContract } from '#lib/features/news/news.contract.ts';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import { testNow } from '#tests/factories/houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { beginToPay, tellPaid } from '#tests/support/paying.ts';

const hour = 3_600_000;
let desk: OrdersDesk;
beforeAll(async () => {
  desk = await openOrdersDesk();
});
afterAll(() => desk.office.close());
beforeEach(async () => {
  await people().ordersClock.runClock(new Date(testNow.getTime() + 60 * 24 * hour));
  desk.office.clock.now = testNow;
});

const people = () => known(desk.office.on.services.people);
const mails = (code: string) =>
  desk.office.letters.filter(({ input }) => input['code'] === code).map(({ name, input }) => `${name} ${String(input['state'] ?? '')}`.trim());

describe('[R2.147] messages', () => {
  test('[R6.08] tell what becomes of an order, the latest first, once each, with what is new until it is read', async () => {
    const by = await desk.somebody();
    const code = await desk.signed(by);
    await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }));
    const { unread, items } = (await by.call(newsContract)).data;
    expect(items.map(({ title }) => title.split(':')[0])).toEqual(['Paid', 'Awaiting payment', 'Ready to sign', 'Sent']);
    expect([unread, items.every(({ read, href }) => !read && href.includes(code)), items.map(({ kind }) => kind)]).toEqual([
      4,
      true,
      ['order-done', 'order-todo', 'order-todo', 'order-done'],
    ]);
    expect(mails(code)).toEqual(['order-moved submitted', 'order-moved offered', 'order-moved to_pay', 'order-moved paid']);
    const zh = await desk.office.on.call(newsContract, {}, 'zh-cn', { cookie: [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ') });
    expect(zh.data.items[0]?.title.startsWith('Paid')).toBe(false);
    const second = known(items[1]);
    expect((await by.call(readNewsContract, { up_to: String(second.id) })).data.unread).toBe(1);
    expect((await by.call(readNewsContract, { up_to: String(known(items[0]).id) })).data.unread).toBe(0);
    expect((await desk.office.browser().call(newsContract)).error_code, 'nobody is signed in').not.toBe(0);
    const other = await desk.somebody();
    expect([(await other.call(newsContract)).data.items, (await other.call(readNewsContract, { up_to: '999999' })).data.unread]).toEqual([[], 0]);
  });

  test('go by mail by kind as somebody chose, and stand in the centre all the same', async () => {
    const by = await desk.somebody();
    await by.call(newsChoicesContract, { order_todo: 'yes' });
    const code = await desk.sent(by);
    await desk.byStaff(code, 'offer');
    expect(mails(code)).toEqual(['order-moved offered']);
    expect((await by.call(newsContract)).data.items).toHaveLength(2);
    await by.call(newsChoicesContract, {});
    await by.call(contracts.cancelOrderContract, { code });
    expect([mails(code).length, (await by.call(newsContract)).data.items.length]).toEqual([1, 3]);
  });

  test('remind of a step whose time runs out, once, and not of what waits for others', async () => {
    const [by, waits] = [await desk.somebody(), await desk.somebody()];
    const [code, theirs] = [await desk.sent(by), await desk.sent(waits)];
    await desk.byStaff(code, 'offer');
    const at = (hours: number) => new Date(testNow.getTime() + hours * hour);
    expect(await people().ordersClock.remindAll(at(35))).toBe(0);
    expect([await people().ordersClock.remindAll(at(37)), await people().ordersClock.remindAll(at(38))]).toEqual([1, 0]);
    expect([mails(code).filter((name) => name.startsWith('order-deadline')), mails(theirs)]).toEqual([['order-deadline offered'], ['order-moved submitted']]);
    const [latest] = (await by.call(newsContract)).data.items;
    expect([latest?.kind, latest?.text.includes('2026') || latest?.text.includes('2027')]).toEqual(['order-todo', true]);
  });
});
