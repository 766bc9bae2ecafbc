/** Mails about homes: what is found, told once, in one mail a day, and ended by one click. */
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sessionContract, eraseAccountContract } from '#lib/features/accounts/own-account.contract.ts';
import { awaitHomesContract, endNoticesContract, noticesContract, savedSearchContract } from '#lib/features/shortlist/notices.contract.ts';
import { savedSearchesMost } from '#lib/features/shortlist/saved-searches.schema.ts';
import { collectContract } from '#lib/features/shortlist/shortlist.contract.ts';
import { allMails } from '#lib/all-mails.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import { noticeJobs } from '#lib/features/shortlist/notices.jobs.ts';
import { createJobQueue, openJobStore } from '#lib/jobs/job-store.ts';
import { createJobRunner } from '#lib/jobs/runner.ts';
import { locales } from '#lib/i18n/locales.ts';
import { homesInLondon, testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser, Letter } from '#tests/support/accounts-desk.ts';
import { testDatabase } from '#tests/support/database.ts';
import { known } from '#tests/support/list-pages.ts';

let desk: AccountsDesk;
let homes: readonly number[];
beforeAll(async () => {
  desk = await openAccountsDesk({ open: () => testDatabase(homesInLondon(30)) });
  homes = (await desk.on.base.db.selectFrom('listings').select('house_id').where('weekly_minor', 'is not', null).orderBy('house_id').execute()).map(
    ({ house_id }) => house_id,
  );
});
afterAll(() => desk.close());
beforeEach(() => void (desk.clock.now = testNow));

const day = 86_400_000;
/** After the ten minutes in which searches were saved. */
const soon = new Date(testNow.getTime() + 600_000);
const days = (count: number): Date => new Date(testNow.getTime() + count * day);
const notices = () => known(desk.on.services.people?.shortlist).notices;
const id = (at: number): number => known(homes[at]);
let people = 0;

async function someone(): Promise<{ readonly browser: Browser; readonly userId: UserId; readonly news: () => readonly Letter[] }> {
  const email = `news${(people += 1)}@example.org`;
  const browser = await desk.registered(email);
  const userId = asId<UserId>((await browser.call(sessionContract)).data.cust_id);
  return { browser, userId, news: () => desk.letters.filter(({ to, name }) => to === email && name === 'house-news') };
}
const london = () => `city-${known(desk.on.base.geo.city('uk', 'london')).id}`;
const save = (browser: Browser, values: Readonly<Record<string, string>> = {}) =>
  browser.call(savedSearchContract, { act: 'save', search_id: '', place: london(), ask: '', pace: 'daily', ...values });
/** As if these homes had not been there when the search was saved. */
const forget = (userId: UserId, some: readonly number[]) =>
  desk.on.base.db
    .updateTable('saved_searches')
    .set({ known: homes.filter((one) => !some.includes(one)) })
    .where('user_id', '=', userId)
    .execute();
const rowsOf = (userId: UserId) => desk.on.base.db.selectFrom('saved_searches').selectAll().where('user_id', '=', userId).orderBy('id').execute();

test('a saved search tells of new homes alone, once, in one mail a day', async () => {
  const { browser, userId, news } = await someone();
  expect((await save(browser)).error_code).toBe(0);
  expect(await notices().tell(userId, days(1))).toBe('nothing');
  await forget(userId, [id(0), id(1)]);
  expect(await notices().tell(userId, days(1.1)), 'looked at today already').toBe('nothing');
  expect(await notices().tell(userId, days(2))).toBe('told');
  const [letter] = news();
  expect(letter?.input).toMatchObject({ homes: [], searches: [{ count: 2, homes: [{}, {}] }] });
  await forget(userId, [id(2)]);
  expect(await notices().tell(userId, days(2)), 'mailed today').toBe('nothing');
  expect(news()).toHaveLength(1);
  expect(await notices().tell(userId, days(3))).toBe('told');
  expect(await notices().tell(userId, days(4))).toBe('nothing');
  expect(news()).toHaveLength(2);
});

test('five nodes that look at once write one mail', async () => {
  const { browser, userId, news } = await someone();
  await save(browser, { pace: 'at-once' });
  await forget(userId, [id(0)]);
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => notices().tell(userId, soon)));
  expect(outcomes.filter((one) => one === 'told')).toHaveLength(1);
  expect(news()).toHaveLength(1);
});

test('a search is saved once, up to thirty of them, by its owner alone', async () => {
  const { browser, userId } = await someone();
  await save(browser);
  await save(browser, { pace: 'weekly' });
  expect((await rowsOf(userId)).map(({ pace }) => pace)).toEqual(['weekly']);
  const [row] = await rowsOf(userId);
  const other = await someone();
  const search_id = String(row?.id);
  expect((await save(other.browser, { search_id, pace: 'never' })).error_code).toBe(404);
  expect((await save(other.browser, { search_id, act: 'remove', pace: '' })).error_code).toBe(404);
  expect((await save(desk.browser())).error_code).toBe(403);
  for (const bad of [{ place: 'city-999999999' }, { ask: 'nonsense' }]) expect((await save(browser, bad)).error_code).toBe(404);
  for (const bad of [{ place: 'x' }, { pace: '' }, { pace: 'hourly' }]) expect((await save(browser, bad)).error_code).toBe(422);
  for (let guests = 1; guests < savedSearchesMost; guests += 1) {
    const at = guests % 20;
    const ask = guests < 20 ? `u1001a${at + 1}` : `u1005a${at + 1}`;
    expect((await save(browser, { ask })).error_code, ask).toBe(0);
  }
  const full = await save(browser, { ask: 'u1006a1' });
  expect([full.error_code === 0, (await rowsOf(userId)).length]).toEqual([false, savedSearchesMost]);
  expect((await save(browser, { search_id, act: 'remove', pace: '' })).data).toEqual({ done: 'removed' });
});

test('a lower rent and something free again are told of favourites where their owner wants it; homes withdrawn are quiet', async () => {
  const { browser, userId, news } = await someone();
  const { db } = desk.on.base;
  for (const at of [0, 1, 2]) await browser.call(collectContract, { house_id: id(at) });
  const set = (at: number, values: Readonly<Record<string, bigint | Date>>) =>
    db.updateTable('favourites').set(values).where('user_id', '=', userId).where('house_id', '=', id(at)).execute();
  await set(0, { kept_weekly_minor: 99_999_900n });
  await set(1, { full_since: testNow });
  await set(2, { full_since: testNow });
  await db.updateTable('houses').set({ status: 'removed' }).where('id', '=', id(2)).execute();
  await db.deleteFrom('listings').where('house_id', '=', id(2)).execute();
  expect(await notices().tell(userId, days(1)), 'nobody asked for mails').toBe('noted');
  expect(news()).toEqual([]);
  await browser.call(noticesContract, { asked: 'yes', price_drops: 'yes', back_in_stock: 'yes' });
  expect(await notices().tell(userId, days(1))).toBe('told');
  expect(news()[0]?.input).toMatchObject({ searches: [], homes: [{}, {}] });
  expect(await notices().tell(userId, days(2))).toBe('nothing');
});

test('what has no room in a letter comes the next day, and homes waited for stand first', async () => {
  const { browser, userId, news } = await someone();
  const { db } = desk.on.base;
  const some = homes.slice(0, 24);
  for (const house_id of some) await browser.call(collectContract, { house_id });
  await db.updateTable('favourites').set({ full_since: testNow }).where('user_id', '=', userId).execute();
  await browser.call(noticesContract, { asked: 'yes', price_drops: '', back_in_stock: 'yes' });
  await browser.call(awaitHomesContract, { house_ids: String(id(23)) });
  const told = (at: number) => (known(news()[at]).input['homes'] as readonly { readonly path: string; readonly name: string }[]).map(({ path }) => path);
  expect(await notices().tell(userId, days(1))).toBe('told');
  expect(told(0)).toHaveLength(20);
  const { name } = await db.selectFrom('houses').select('name').where('id', '=', id(23)).executeTakeFirstOrThrow();
  expect(news()[0]?.input).toMatchObject({ homes: [{ name }, ...Array.from({ length: 19 }, () => ({}))] });
  expect(await notices().awaitedOf(userId)).toEqual([]);
  expect(await notices().tell(userId, days(2))).toBe('told');
  // Nothing is known to be free but what was told.
  const free = await db.selectFrom('favourites').select('house_id').where('user_id', '=', userId).where('full_since', 'is', null).execute();
  expect(new Set([...told(0), ...told(1)]).size).toBe(free.length);
  expect(free.length).toBeGreaterThan(20);
  expect(await notices().tell(userId, days(3))).toBe('nothing');
});

test('more searches than a letter holds are told in two', async () => {
  const { browser, userId, news } = await someone();
  await save(browser);
  const { db } = desk.on.base;
  const [row] = await rowsOf(userId);
  const { id: _, ...first } = known(row);
  const amenities = Array.from({ length: 14 }, (__, at) => `u1005a${at + 1}`);
  const asks = [...amenities, ...amenities.map((one) => `u1001a1-${one}`), ...['u1001a1', 'u1001a2', 'u1001a3', 'u1001a4']];
  // As two accounts that became one have them.
  await db
    .insertInto('saved_searches')
    .values(asks.map((ask) => ({ ...first, ask })))
    .execute();
  await forget(userId, homes);
  const told = (at: number) => (known(news()[at]).input['searches'] as readonly { readonly path: string }[]).map(({ path }) => path);
  expect(await notices().tell(userId, days(1))).toBe('told');
  expect(told(0)).toHaveLength(30);
  expect(await notices().tell(userId, days(2))).toBe('told');
  expect(new Set([...told(0), ...told(1)]).size).toBe(asks.length + 1);
});

test('who waits for a home hears once that something is free', async () => {
  const { browser, userId, news } = await someone();
  const answer = await browser.call(awaitHomesContract, { house_ids: `${id(3)},1999999999` });
  expect(answer.data).toEqual({ count: 1, by_mail: true });
  expect((await browser.call(awaitHomesContract, { house_ids: 'x' })).error_code).toBe(422);
  expect(await notices().tell(userId, testNow)).toBe('told');
  expect(news()[0]?.input).toMatchObject({ homes: [{}], searches: [] });
  expect(await notices().awaitedOf(userId)).toEqual([]);
  await browser.call(awaitHomesContract, { house_ids: String(id(3)) });
  expect((await browser.call(awaitHomesContract, { house_ids: String(id(3)), wanted: '0' })).data.count).toBe(0);
});

test('mails that were ended stay ended when a device says what it keeps, and begin again when somebody asks', async () => {
  const { browser, userId } = await someone();
  await notices().end(notices().tokenOf(userId));
  await browser.call(awaitHomesContract, { house_ids: String(id(3)), quiet: '1' });
  expect([(await notices().settingsOf(userId)).asked, (await notices().awaitedOf(userId)).length]).toEqual([false, 1]);
  expect(await notices().tell(userId, testNow)).toBe('nothing');
  await browser.call(awaitHomesContract, { house_ids: String(id(4)) });
  expect((await notices().settingsOf(userId)).asked).toBe(true);
});

test('the link of a mail ends all of them for who is signed in nowhere; another link ends nothing', async () => {
  const { browser, userId, news } = await someone();
  await save(browser, { pace: 'at-once' });
  await forget(userId, [id(0)]);
  await notices().tell(userId, soon);
  const token = String(known(news()[0]).input['token']);
  const stranger = desk.browser();
  for (const bad of ['x', `${userId + 1}-${token.split('-').slice(1).join('-')}`])
    expect((await stranger.call(endNoticesContract, { token: bad })).error_code).toBe(404);
  // A mail program has no cookie and no token of ours.
  stranger.cookies.clear();
  expect((await desk.on.call(endNoticesContract, { token }, 'en-us')).error_code).toBe(0);
  await forget(userId, [id(1)]);
  expect(await notices().tell(userId, days(1))).toBe('nothing');
  // Who asks anew is told anew, of what comes from then on.
  await save(browser, { pace: 'at-once' });
  expect(await notices().tell(userId, days(2))).toBe('nothing');
  await forget(userId, [id(0)]);
  expect(await notices().tell(userId, days(3))).toBe('told');
  expect(news().at(-1)?.input).toMatchObject({ searches: [{ count: 1 }] });
});

test('a search that was silent is told of from now on, whether its pace or the search itself is given again', async () => {
  for (const again of ['pace', 'search'] as const) {
    const { browser, userId, news } = await someone();
    await save(browser, { pace: 'never' });
    await forget(userId, [id(0), id(1)]);
    const search_id = String((await rowsOf(userId))[0]?.id);
    expect((await save(browser, again === 'pace' ? { search_id } : {})).error_code).toBe(0);
    expect(await notices().tell(userId, days(1)), again).toBe('nothing');
    await forget(userId, [id(1)]);
    expect(await notices().tell(userId, days(2)), again).toBe('told');
    expect(news()[0]?.input, again).toMatchObject({ searches: [{ count: 1 }] });
  }
});

test('where the choice to hear nothing is taken back, what came meanwhile is no news', async () => {
  const { browser, userId } = await someone();
  const choose = (asked: string) => browser.call(noticesContract, { asked, price_drops: '', back_in_stock: '' });
  await save(browser);
  await choose('');
  await forget(userId, [id(0)]);
  await choose('yes');
  expect((await notices().settingsOf(userId)).asked).toBe(true);
  expect(await notices().tell(userId, days(1))).toBe('nothing');
  // Said again, it changes nothing.
  await forget(userId, [id(1)]);
  await choose('yes');
  expect(await notices().tell(userId, days(2))).toBe('told');
});

test('a change of a city makes one job, and a node that dies between the work and its record tells nothing twice', async () => {
  const { browser, userId, news } = await someone();
  await save(browser, { pace: 'at-once' });
  await forget(userId, [id(0)]);
  const { database, db } = desk.on.base;
  const log = pino({ level: 'silent' });
  const store = await openJobStore(database, log);
  let dies = 1;
  const { jobs, onChange } = noticeJobs({
    notices: {
      ...notices(),
      async tell(user, now) {
        const outcome = await notices().tell(user, now);
        if (user === userId && dies-- > 0) throw new Error('the node dies');
        return outcome;
      },
    },
    queue: createJobQueue(store),
    transact: (work) => transact(db, work),
    onTrouble: (line) => expect(line).toBe(''),
  });
  await store.prepare(jobs);
  const runner = createJobRunner({ store, jobs, log, now: () => soon });
  const anHourAgo = new Date(Date.now() - 3_600_000);
  await Promise.all(['house:1', london().replace('-', ':')].map((tag) => onChange(['rates', tag, tag], anHourAgo)));
  await onChange([london().replace('-', ':')], anHourAgo);
  const looks = await sql<{ count: string }>`select count(*) as count from pgboss.job where name = 'shortlist.look'`.execute(db);
  expect(Number(looks.rows[0]?.count)).toBe(1);
  await runner.runDue();
  expect(news()).toHaveLength(1);
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(db);
  await runner.runDue();
  // Of the second attempt, and of the daily look.
  expect([news().length, dies < 0]).toEqual([1, true]);
  await store.close();
});

test('every mail is written in each language with the headers of one-click ending', async () => {
  const { browser, userId, news } = await someone();
  await save(browser, { pace: 'at-once' });
  await forget(userId, [id(0)]);
  await notices().tell(userId, soon);
  const mail = known(allMails.find(({ name }) => name === 'house-news'));
  for (const locale of locales) {
    const { headers, text, html } = mail.write(known(news()[0]).input, locale, desk.on.services.site);
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const href = /^<(https?:[^>]+)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
    expect([text.includes(href), html.includes(href), href.length > 40]).toEqual([true, true, true]);
  }
});

test('erasing the account erases searches, choices and homes waited for', async () => {
  const { browser, userId } = await someone();
  await save(browser);
  await browser.call(awaitHomesContract, { house_ids: String(id(4)) });
  const personal = await known(desk.on.services.people?.shortlist).service.everythingOf(userId);
  expect(personal.favourites).toEqual([]);
  await browser.call(eraseAccountContract, { sure: 'yes' });
  expect(await notices().tell(userId, days(1)), 'about to be erased').toBe('nobody');
  await known(desk.on.services.people?.accounts).erasing.eraseDue(days(15));
  const { db } = desk.on.base;
  for (const table of ['saved_searches', 'awaited_homes', 'notice_settings'] as const)
    expect(await db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute(), table).toEqual([]);
});
