/** People who book together: from the one who makes the group to those who join, send, leave and are told, over a real database. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import * as groups from '#lib/features/groups/groups.contract.ts';
import { newsContract } from '#lib/features/news/news.contract.ts';
import { testNow } from '#tests/factories/houses.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { applicant, applicationDetails, openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { userOf } from '#tests/support/paying.ts';

const hour = 3_600_000;
const day = 24 * hour;
let desk: OrdersDesk;
beforeAll(async () => {
  desk = await openOrdersDesk();
});
afterAll(() => desk.office.close());
afterEach(async () => {
  const { orders, groups: all } = services();
  await orders.runClock(new Date(testNow.getTime() + 60 * day));
  await all.runClock(new Date(testNow.getTime() + 60 * day));
  // Groups of a week ago count no more.
  await db()
    .updateTable('order_groups')
    .set({ created_at: new Date(testNow.getTime() - 30 * day) })
    .execute();
});

const services = () => known(desk.office.on.services.people);
const db = () => desk.office.on.base.db;
const wrong = ({ data }: { readonly data: unknown }): string => /(?:groups|orders)\.\w+/.exec(JSON.stringify(data))?.[0] ?? '';
const make = (by: Browser, size: number, called = 'Mai') => by.call(groups.makeGroupContract, { ...desk.book(), size: String(size), called });
const join = (by: Browser, token: string, called: string) => by.call(groups.joinGroupContract, { token, called, plan: 'in-full' });
const act = (by: Browser, group: string, what: string) => by.call(groups.groupActContract, { group, act: what });
const mine = async (by: Browser) => (await by.call(groups.groupsContract, {})).data.items;
const told = async (by: Browser) => (await by.call(newsContract, {})).data.items.map(({ title }) => title);
async function tokenOf(code: string): Promise<string> {
  const row = await db().selectFrom('order_groups').select(['code', 'link']).where('code', '=', code).executeTakeFirstOrThrow();
  return services().groups.tokenOf(row);
}
async function fill(by: Browser, code: string) {
  await by.call(contracts.savePersonContract, { code, ...applicant });
  await by.call(contracts.saveDetailsContract, { code, ...applicationDetails });
}
async function send(by: Browser, code: string) {
  await fill(by, code);
  return desk.submit(by, code);
}
/** Beds that are kept of the lease: for groups, and for applications. */
async function kept(): Promise<readonly [number, number]> {
  const rows = await db().selectFrom('bed_claims').select('group_id').where('tenancy_id', '=', desk.lease.id).where('released_at', 'is', null).execute();
  return [rows.filter(({ group_id }) => group_id !== null).length, rows.filter(({ group_id }) => group_id === null).length];
}
describe('a group', () => {
  test('[R2.146] [R3.55] is made with a bed for each, joined by its link, and each application takes one bed', async () => {
    const [mai, lan, an] = [await desk.somebody(), await desk.somebody(), await desk.somebody()];
    const made = (await make(mai, 3)).data;
    expect(await kept()).toEqual([3, 0]);
    const token = await tokenOf(made.group);
    const first = (await join(lan, token, 'Lan')).data;
    const again = (await join(lan, token, 'Lan')).data;
    expect(again.code).toBe(first.code);
    await join(an, token, 'An');
    expect(wrong(await join(await desk.somebody(), token, 'Bo'))).toBe('groups.full');
    expect(await mine(lan)).toMatchObject([
      {
        size: 3,
        is_open: true,
        members: [
          { called: 'Mai', state: 'draft', is_me: false },
          { called: 'Lan', state: 'draft', is_me: true },
          { called: 'An', state: 'draft', is_me: false },
        ],
      },
    ]);
    expect((await send(lan, first.code)).data.state).toBe('submitted');
    expect((await send(mai, made.code)).data.state).toBe('submitted');
    expect(await kept()).toEqual([1, 2]);
    expect((await mine(an))[0]?.members.map(({ state }) => state)).toEqual(['submitted', 'submitted', 'draft']);
    // Nothing of another's application is open to a member.
    expect((await an.call(contracts.orderFeesContract, { code: first.code })).status).toBeGreaterThan(399);
    expect(JSON.stringify(await mine(an))).not.toContain('Nguyễn');
    // What one is called lies encrypted.
    const rows = await db().selectFrom('order_group_members').select('called').execute();
    expect(rows.every(({ called }) => !['Mai', 'Lan', 'An'].includes(called))).toBe(true);
    expect((await told(mai)).filter((title) => title.includes('has joined')).length).toBe(2);
    expect((await told(an)).filter((title) => title.includes('has joined')).length).toBe(0);
  });

  test('[R3.55] keeps nothing where there are too few beds, and what it keeps is nobody else’s', async () => {
    const by = await desk.somebody();
    const before = await db().selectFrom('tenancies').select(['stock', 'feed_stock']).where('id', '=', desk.lease.id).executeTakeFirstOrThrow();
    await db().updateTable('tenancies').set({ feed_stock: 3 }).where('id', '=', desk.lease.id).execute();
    await desk.sent(await desk.somebody());
    expect(wrong(await make(by, 3))).toBe('groups.too_few');
    const made = await db()
      .selectFrom('order_groups')
      .select('id')
      .where('made_by', '=', await userOf(by))
      .execute();
    expect([await kept(), made]).toEqual([[0, 1], []]);
    expect((await make(by, 2)).data.group).toBeDefined();
    // The last two are the group's: whoever else comes is told so, and who is in it is not.
    const other = await desk.somebody();
    expect((await desk.submit(other, await desk.drafted(other))).status).toBeGreaterThan(399);
    expect(await kept()).toEqual([2, 1]);
    await db().updateTable('tenancies').set(before).where('id', '=', desk.lease.id).execute();
  });

  test('[R3.55] one is open at a time, three are made in a week', async () => {
    const by = await desk.somebody();
    for (let round = 0; round < 3; round += 1) {
      const { group } = (await make(by, 2)).data;
      expect(wrong(await make(by, 2))).toBe('groups.has_open');
      expect((await act(by, group, 'end')).data.act).toBe('end');
    }
    expect(wrong(await make(by, 2))).toBe('groups.too_often');
    expect(await kept()).toEqual([0, 0]);
  });

  test('[R2.146] who leaves is told to the others, whose applications go on, and the bed waits for somebody else', async () => {
    const [mai, lan, an] = [await desk.somebody(), await desk.somebody(), await desk.somebody()];
    const made = (await make(mai, 2)).data;
    const token = await tokenOf(made.group);
    const { code } = (await join(lan, token, 'Lan')).data;
    await send(mai, made.code);
    await send(lan, code);
    expect((await act(lan, made.group, 'leave')).status).toBeGreaterThan(399);
    const refund = (await lan.call(contracts.refundAskContract, { code })).data.token;
    expect((await lan.call(contracts.cancelOrderContract, { code, back: refund, reason: '' })).data.state).toBe('cancelled');
    expect([await kept(), await desk.stateOf(made.code)]).toEqual([[1, 1], 'submitted']);
    expect((await told(mai))[0]).toContain('Lan has left');
    const next = (await join(an, token, 'An')).data;
    expect((await act(an, made.group, 'leave')).data.act).toBe('leave');
    expect((await act(an, made.group, 'leave')).status).toBeGreaterThan(399);
    const back = (await join(an, token, 'An')).data;
    expect(back.code).toBe(next.code);
    expect((await send(an, back.code)).data.state).toBe('submitted');
    expect(await kept()).toEqual([0, 2]);
  });

  test('[R2.146] what staff give back or decline is the group’s again; another unit is not chosen within it', async () => {
    const [mai, lan] = [await desk.somebody(), await desk.somebody()];
    const made = (await make(mai, 2)).data;
    const { code } = (await join(lan, await tokenOf(made.group), 'Lan')).data;
    const { house_id: _, ...choice } = desk.book({ code: made.code });
    expect((await mai.call(contracts.chooseUnitContract, choice)).status).toBeGreaterThan(399);
    await send(mai, made.code);
    await send(lan, code);
    await desk.byStaff(code, 'return', { note: 'The name is cut off.' });
    expect([await kept(), (await mine(mai))[0]?.members.map(({ has_left }) => has_left)]).toEqual([
      [1, 1],
      [false, false],
    ]);
    expect((await desk.submit(lan, code)).data.state).toBe('submitted');
    await desk.byStaff(code, 'decline', { note: 'No.' });
    expect([await kept(), (await mine(mai))[0]?.members.map(({ has_left }) => has_left)]).toEqual([
      [1, 1],
      [false, true],
    ]);
  });

  test('[R3.55] a link that was replaced, changed or is over opens nothing', async () => {
    const [mai, lan] = [await desk.somebody(), await desk.somebody()];
    const made = (await make(mai, 2)).data;
    const former = await tokenOf(made.group);
    expect((await act(lan, made.group, 'link')).status).toBeGreaterThan(399);
    expect((await act(mai, made.group, 'link')).data.act).toBe('link');
    const token = await tokenOf(made.group);
    for (const one of [former, `${token}x`, token.replace(made.group, '0000-0000'), '', 'x'.repeat(240)])
      expect((await join(lan, one, 'Lan')).status).toBeGreaterThan(399);
    const userId = await userOf(lan);
    expect(await services().groups.invitation(token, userId, new Date(testNow.getTime() + 49 * hour))).toBeUndefined();
    expect(await services().groups.invitation(token, userId, testNow)).toMatchObject({ places: 1, isIn: false });
  });

  test('[R3.55] a name that others read in their mails is no address, and nothing else than a name', async () => {
    const by = await desk.somebody();
    for (const called of ['evil.example', 'https://evil', 'a@b', '<b>Mai</b>', 'Mai\r\nBcc: all', '\u202eiaM', '', ' ', 'x'.repeat(41)])
      expect([called, (await make(by, 2, called)).error_code === 0 ? 'taken' : 'refused']).toEqual([called, 'refused']);
    expect((await make(by, 2, 'Đỗ Thị Mai-Lan')).error_code).toBe(0);
  });

  test('[R2.146] when its time is over, beds nobody took are free, and those in it are told once', async () => {
    const [mai, lan] = [await desk.somebody(), await desk.somebody()];
    const made = (await make(mai, 3)).data;
    await join(lan, await tokenOf(made.group), 'Lan');
    await send(mai, made.code);
    const later = new Date(testNow.getTime() + 49 * hour);
    // Groups of other tests are over by then too, and were ended before.
    expect(await services().groups.runClock(later)).toBe(1);
    expect(await services().groups.runClock(later)).toBe(0);
    expect((await kept())[0]).toBe(0);
    for (const one of [mai, lan]) expect((await told(one)).filter((title) => title.includes('time of your group'))).toHaveLength(1);
  });

  test('[R2.146] staff see the group beside an order', async () => {
    const [mai, lan] = [await desk.somebody(), await desk.somebody()];
    const made = (await make(mai, 2)).data;
    const { code } = (await join(lan, await tokenOf(made.group), 'Lan')).data;
    await send(mai, made.code);
    const found = known(await services().groups.ofOrder(code));
    expect([found.members.map(({ order }) => order), found.unclaimed]).toEqual([[made.code, code], 1]);
    expect(await services().groups.ofOrder('0000-0000')).toBeUndefined();
  });
});
