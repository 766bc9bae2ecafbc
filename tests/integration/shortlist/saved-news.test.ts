/** Messages about homes that somebody saved: one a day, of all that changed, and by mail what they chose. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import { refreshListings } from '#lib/features/catalogue/catalogue-refresh.repository.ts';
import { newsContract } from '#lib/features/news/news.contract.ts';
import { awaitHomesContract, noticesContract } from '#lib/features/shortlist/notices.contract.ts';
import { collectContract } from '#lib/features/shortlist/shortlist.contract.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import { asId } from '#lib/ids/ids.ts';
import type { CityId, UserId } from '#lib/ids/ids.ts';
import { homesInLondon, testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { testDatabase } from '#tests/support/database.ts';
import { known } from '#tests/support/list-pages.ts';

const most = 24;
let desk: AccountsDesk;
let homes: readonly number[];
beforeAll(async () => {
  desk = await openAccountsDesk({ open: () => testDatabase(homesInLondon(30)) });
  homes = (await db().selectFrom('listings').select('house_id').where('weekly_minor', 'is not', null).orderBy('house_id').execute()).map(
    ({ house_id }) => house_id,
  );
});
afterAll(() => desk.close());
beforeEach(() => void (desk.clock.now = testNow));

const db = () => desk.on.base.db;
const days = (count: number): Date => new Date(testNow.getTime() + count * 86_400_000);
const notices = () => known(desk.on.services.people?.shortlist).notices;
const id = (at: number): number => known(homes[at]);
const london = () => asId<CityId>(known(desk.on.base.geo.city('uk', 'london')).id);
let people = 0;

async function keeper(some: readonly number[]): Promise<{ readonly browser: Browser; readonly userId: UserId; readonly mails: () => number }> {
  const email = `keeper${(people += 1)}@example.org`;
  const browser = await desk.registered(email);
  for (const house_id of some) await browser.call(collectContract, { house_id });
  const userId = asId<UserId>((await browser.call(sessionContract)).data.cust_id);
  return { browser, userId, mails: () => desk.letters.filter(({ to, name }) => to === email && name === 'house-news').length };
}
const messages = async (browser: Browser) => (await browser.call(newsContract)).data;

/** As a supplier's import leaves it. */
async function set(ids: readonly number[], values: { readonly percent?: number; readonly stock?: number; readonly status?: 'open' | 'closed' }): Promise<void> {
  const { percent, stock, status } = values;
  const of = sql`house_id = any(${ids}::int[])`;
  await transact(db(), async (tx) => {
    if (percent !== undefined) await sql`update tenancies set rent_minor = rent_minor * ${percent}::int / 100, promo_rent_minor = null where ${of}`.execute(tx);
    if (stock !== undefined) await sql`update tenancies set stock = ${stock}::int where ${of} and status = 'open'`.execute(tx);
    if (status !== undefined) await sql`update houses set status = ${status} where id = any(${ids}::int[])`.execute(tx);
    await refreshListings(tx, ids, testNow);
  });
}

test('[R2.147] a rent that changed, the last bed, a bed again and the end stand in the messages once, with a link', async () => {
  const { browser, userId, mails } = await keeper([id(0)]);
  expect(await notices().tell(userId, days(1)), 'it is as it was kept').toBe('nothing');
  const told: string[] = [];
  const steps = [{ percent: 150 }, { percent: 50 }, { stock: 0 }, { stock: 3 }, { status: 'closed' }, { status: 'open' }] as const;
  for (const [at, step] of steps.entries()) {
    await set([id(0)], step);
    expect(await notices().tell(userId, days(at + 2)), JSON.stringify(step)).toBe('noted');
    expect(await notices().tell(userId, days(at + 2)), 'the same day').toBe('nothing');
    const { items, unread } = await messages(browser);
    expect([unread, items.length], JSON.stringify(step)).toEqual([at + 1, at + 1]);
    const [latest] = items;
    told.push(
      known(latest)
        .text.replace(/[^A-Za-z ]/g, '')
        .split(' ')[0] ?? '',
    );
    expect(latest?.kind).toBe('homes');
    expect(latest?.href).toContain(step === steps[4] ? '/profile/house-favorite' : String(id(0)));
  }
  expect(told).toEqual(['Now', 'Now', 'Fully', 'Available', 'No', 'Available']);
  expect(await notices().tell(userId, days(9))).toBe('nothing');
  expect(mails(), 'nobody asked for mails').toBe(0);
});

test('by mail comes what was chosen, together with the message, and five nodes at once tell it once', async () => {
  const { browser, userId, mails } = await keeper([id(1), id(2)]);
  await browser.call(noticesContract, { asked: 'yes', ends: 'yes' });
  await set([id(1)], { stock: 0 });
  await set([id(2)], { status: 'closed' });
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => notices().tell(userId, days(1))));
  expect(outcomes.filter((one) => one === 'told')).toHaveLength(1);
  const letter = desk.letters.findLast(({ name }) => name === 'house-news');
  expect(letter?.input).toMatchObject({
    homes: [{ note: 'Fully booked.' }, { note: 'No longer listed.', path: expect.stringContaining('/profile/house-favorite') }],
  });
  const { items } = await messages(browser);
  expect(items.map(({ title }) => title)).toEqual(['2 homes you saved have changed']);
  await set([id(1)], { stock: 3 });
  await set([id(2)], { status: 'open' });
  expect(await notices().tell(userId, days(2)), 'free again is not chosen').toBe('noted');
  await browser.call(noticesContract, { asked: 'yes', price_rises: 'yes' });
  await set([id(1)], { percent: 120 });
  expect(await notices().tell(userId, days(3))).toBe('told');
  expect([mails(), (await messages(browser)).items.length]).toEqual([2, 3]);
});

test('an import that changes every home is one message a day, and work for nobody whose homes are as they know them', async () => {
  const some = homes.slice(3, most);
  const many = await keeper(some);
  const calm = await keeper([id(0)]);
  const other = await keeper(some.slice(0, 1));
  for (const { userId } of [many, calm, other]) await notices().tell(userId, days(0));
  const looked = async (at: number): Promise<readonly (string | undefined)[]> => {
    const [all, here] = [await notices().waiting(days(at)), await notices().waitingIn(london(), days(at))];
    expect(here.toSorted()).toEqual(all.toSorted());
    return [many, calm, other].flatMap(({ userId }, who) => (all.includes(userId) ? [['many', 'calm', 'other'][who]] : []));
  };
  expect(await looked(1)).toEqual([]);
  await set(some, { percent: 110 });
  expect(await looked(1)).toEqual(['many', 'other']);
  expect(await notices().tell(many.userId, days(1))).toBe('noted');
  for (const percent of [120, 130]) await set(some, { percent });
  expect(await looked(1), 'told today already').toEqual(['other']);
  expect(await looked(2)).toEqual(['many', 'other']);
  const { items } = await messages(many.browser);
  expect(items).toHaveLength(1);
  expect(items[0]?.title).toBe(`${some.length} homes you saved have changed`);
  expect(items[0]?.text).toContain(`And ${some.length - 4} more.`);
  expect(await notices().tell(other.userId, days(1)), 'three changes are one').toBe('noted');
  expect((await messages(other.browser)).items).toHaveLength(1);
});

test('what somebody waits for stands in their messages too; whoever has no address hears of it there alone', async () => {
  const { browser, userId, mails } = await keeper([]);
  await browser.call(awaitHomesContract, { house_ids: String(id(0)) });
  expect(await notices().tell(userId, days(1))).toBe('told');
  expect([mails(), (await messages(browser)).items.length]).toEqual([1, 1]);
  await browser.call(awaitHomesContract, { house_ids: String(id(1)) });
  await db().deleteFrom('user_contacts').where('user_id', '=', userId).execute();
  expect(await notices().tell(userId, days(2))).toBe('noted');
  expect([mails(), (await messages(browser)).items.length, await notices().awaitedOf(userId)]).toEqual([1, 2, []]);
});

test('homes that were kept before anybody looked are no news, and a home kept anew is as it is then', async () => {
  const { browser, userId } = await keeper([id(0), id(1)]);
  await db().updateTable('favourites').set({ seen_state: null, seen_weekly_minor: null, seen_currency: null }).where('user_id', '=', userId).execute();
  await set([id(0)], { percent: 150 });
  expect(await notices().tell(userId, days(1))).toBe('nothing');
  desk.clock.now = days(2);
  await browser.call(collectContract, { house_id: id(1), collect: '0' });
  await set([id(1)], { percent: 150 });
  desk.clock.now = days(3);
  await browser.call(collectContract, { house_id: id(1) });
  expect(await notices().tell(userId, days(4))).toBe('nothing');
});
