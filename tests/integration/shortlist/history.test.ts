/** What somebody looked at and searched for: one history of all their devices, theirs to take off, forget and switch off. */
import { testDatabase } from '#tests/support/database.ts';
import fc from '#tests/support/properties.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { wireHeaders } from '#lib/api/signing.ts';
import { consentVersion } from '#lib/features/accounts/accounts.schema.ts';
import { passwordLoginContract } from '#lib/features/accounts/entering.contract.ts';
import { sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import { historyContract, mergeHistoryContract } from '#lib/features/history/history.contract.ts';
import { historyKey, historyPage, overrules, planHistory, readSeen } from '#lib/features/history/history.rules.ts';
import { historyDays, historyMost } from '#lib/features/history/history.schema.ts';
import type { HistoryWord } from '#lib/features/history/history.schema.ts';
import { deleteSearchContract, lastSearchesContract, recordSearchContract } from '#lib/features/search/search.contract.ts';
import { locales } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { createPaths } from '#lib/paths.ts';
import { callReader } from '#lib/reader.ts';
import { routeOf } from '#lib/routes.ts';
import { homesInLondon, testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { visitorOf } from '#tests/support/visitors.ts';

let desk: AccountsDesk;
let homes: readonly number[];
beforeAll(async () => {
  desk = await openAccountsDesk({ open: () => testDatabase(homesInLondon(60)) });
  homes = (await desk.on.base.db.selectFrom('listings').select('house_id').orderBy('house_id').execute()).map(({ house_id }) => house_id);
});
afterAll(() => desk.close());
beforeEach(() => void (desk.clock.now = testNow));

const day = 86_400_000;
const people = () => known(desk.on.services.people);
const home = (at: number): number => known(homes[at]);
const idOf = async (browser: Browser): Promise<UserId> => asId<UserId>((await browser.call(sessionContract)).data.cust_id);
const seenText = (seen: readonly (readonly [home: number, ago: number])[]): string => seen.map(([id, ago]) => `${id}:${ago}`).join(',');
const merge = async (browser: Browser, seen: readonly (readonly [number, number])[] = [], forgotten = '') =>
  (await browser.call(mergeHistoryContract, { seen: seenText(seen), forgotten })).data;
const idsOf = ({ items }: { readonly items: readonly { readonly house_id: number }[] }): readonly number[] => items.map(({ house_id }) => house_id);
const change = (browser: Browser, values: Readonly<Record<string, string>>) => browser.call(historyContract, values as never);
async function open(browser: Browser, locale: (typeof locales)[number] = 'en-us') {
  const session = { id: '1', userId: await idOf(browser), standing: 'renter', provedAt: testNow } as const;
  return known(
    await people().loaders.history.history(callReader(desk.on.services.site, { locale, now: desk.clock.now }), visitorOf({ session, owner: 'session:1' })),
  );
}

test('[R7.049] homes of several devices are one history: newest first, without loss or doubles, whatever arrives when', async () => {
  const browser = await desk.registered('devices@example.org');
  expect(await merge(browser)).toEqual({ is_on: true, items: [], search: null });
  expect(
    idsOf(
      await merge(browser, [
        [home(0), 600],
        [home(1), 60],
      ]),
    ),
  ).toEqual([home(1), home(0)]);
  // Another device, of which one home is the same; said twice, and one that never was.
  const both = [
    [home(0), 30],
    [home(2), 90],
    [999_999, 1],
  ] as const;
  expect(idsOf(await merge(browser, both))).toEqual([home(0), home(1), home(2)]);
  const again = await merge(browser, both);
  expect(idsOf(again)).toEqual([home(0), home(1), home(2)]);
  expect(again.items.map(({ ago }) => ago)).toEqual([30, 60, 90]);
  expect(routeOf('history')).toMatchObject({ access: 'login', render: 'private', form: 'history' });
  for (const locale of locales) expect((await open(browser, locale)).homes.map(({ id }) => id)).toEqual([home(0), home(1), home(2)]);
  expect(await people().loaders.history.history(callReader(desk.on.services.site, { locale: 'vi-vn', now: testNow }), undefined)).toBeUndefined();
  expect(historyPage.done({ done: 'off' }, { paths: createPaths('vi-vn', false), values: {} })).toBe('/vn/profile/history?done=off');
});

test('[R7.049] is bounded, and what is older than its days is neither taken over nor kept', async () => {
  const browser = await desk.registered('bounds@example.org');
  const many = homes.slice(0, historyMost + 5).map((id, at) => [id, at] as const);
  await merge(browser, many);
  expect((await open(browser)).homes.map(({ id }) => id)).toEqual(homes.slice(0, historyMost));
  await merge(browser, [[home(historyMost + 6), historyDays * 86_400 + 1]]);
  expect((await open(browser)).homes).toHaveLength(historyMost);
  const userId = await idOf(browser);
  await people().history.service.forgetOld(new Date(testNow.getTime() + historyDays * day + 60_000));
  expect((await people().history.service.of(userId)).entries).toEqual([]);
});

test('[R7.049] a home taken off stays off though a device says it again, and comes back when it is looked at anew', async () => {
  const browser = await desk.registered('off@example.org');
  const other = await desk.registered('other@example.org');
  await merge(browser, [
    [home(0), 60],
    [home(1), 50],
  ]);
  const one = { act: 'remove', kind: 'seen', target: String(home(0)) };
  expect((await change(other, one)).error_code).toBe((await change(browser, { ...one, target: '999999' })).error_code);
  expect((await change(browser, one)).data).toEqual({ done: 'removed' });
  expect((await change(browser, one)).error_code).not.toBe(0);
  expect(idsOf(await merge(browser, [[home(0), 60]]))).toEqual([home(1)]);
  desk.clock.now = new Date(testNow.getTime() + 60_000);
  expect(idsOf(await merge(browser, [[home(0), 5]]))).toEqual([home(0), home(1)]);
});

test('[R7.049] everything is forgotten at once, from the page and from a device, but what was looked at later', async () => {
  const browser = await desk.registered('forget@example.org');
  await merge(browser, [
    [home(0), 600],
    [home(1), 10],
  ]);
  // A device that was away forgot everything five minutes ago.
  expect(
    idsOf(
      await merge(
        browser,
        [
          [home(2), 400],
          [home(3), 20],
        ],
        '300',
      ),
    ),
  ).toEqual([home(1), home(3)]);
  desk.clock.now = new Date(testNow.getTime() + 60_000);
  expect((await change(browser, { act: 'forget' })).data).toEqual({ done: 'forgotten' });
  expect(
    idsOf(
      await merge(browser, [
        [home(1), 70],
        [home(4), 65],
      ]),
    ),
  ).toEqual([]);
  expect(idsOf(await merge(browser, [[home(4), 0]], ''))).toEqual([]);
  desk.clock.now = new Date(testNow.getTime() + 120_000);
  expect(idsOf(await merge(browser, [[home(4), 1]]))).toEqual([home(4)]);
});

test('[R7.049] switched off it remembers neither homes nor searches, and nothing of before is there afterwards', async () => {
  const browser = await desk.registered('switch@example.org');
  const { id: city } = known(desk.on.base.geo.city('uk', 'london'));
  await merge(browser, [[home(0), 60]]);
  expect((await change(browser, { act: 'off' })).data).toEqual({ done: 'off' });
  expect(await merge(browser, [[home(1), 5]])).toEqual({ is_on: false, items: [], search: null });
  expect((await browser.call(recordSearchContract, { type: 'city', id: city })).data).toEqual({ recorded: false });
  expect(await open(browser)).toEqual({ isOn: false, homes: [], searches: [] });
  desk.clock.now = new Date(testNow.getTime() + 1_000);
  expect((await change(browser, { act: 'on' })).data).toEqual({ done: 'on' });
  expect(await merge(browser, [[home(0), 61]])).toMatchObject({ is_on: true, items: [] });
});

test('[R7.049] [R7.058] [R2.211] searches are the account’s while somebody is signed in, with what their device had, and forgotten there', async () => {
  const { geo } = desk.on.base;
  const [london, leeds] = [known(geo.city('uk', 'london')).id, known(geo.city('uk', 'leeds')).id];
  const device = { [wireHeaders.deviceId]: crypto.randomUUID() };
  const cafe = desk.browser();
  await cafe.call(recordSearchContract, { type: 'city', id: leeds }, device);
  const browser = await desk.registered('searches@example.org');
  desk.clock.now = new Date(testNow.getTime() + 1_000);
  expect((await browser.call(lastSearchesContract, {}, device)).data.map(({ city_id }) => city_id)).toEqual([leeds]);
  await browser.call(recordSearchContract, { type: 'city', id: london }, device);
  // The device has handed its own over: whoever uses it next does not see them.
  expect((await cafe.call(lastSearchesContract, {}, device)).data).toEqual([]);
  const elsewhere = { [wireHeaders.deviceId]: crypto.randomUUID() };
  expect((await browser.call(lastSearchesContract, {}, elsewhere)).data.map(({ city_id }) => city_id)).toEqual([london, leeds]);
  expect((await open(browser, 'zh-cn')).searches).toMatchObject([{ name: '伦敦', href: expect.stringContaining('london') }, { kind: 'city' }]);
  expect((await merge(browser)).search).toMatchObject({ title: 'London', ago: 0 });
  expect((await browser.call(deleteSearchContract, { type: 'city', id: london }, elsewhere)).data).toEqual({ deleted: 1 });
  expect((await browser.call(lastSearchesContract, {}, elsewhere)).data.map(({ city_id }) => city_id)).toEqual([leeds]);
});

test('two accounts that are joined have one history, and one that is erased has none', async () => {
  const { db } = desk.on.base;
  const [from, into] = [await desk.registered('from@example.org'), await desk.registered('into@example.org')];
  await merge(from, [
    [home(0), 10],
    [home(1), 90],
  ]);
  await merge(into, [
    [home(1), 20],
    [home(2), 30],
  ]);
  const [gone, stays] = [await idOf(from), await idOf(into)];
  await db.transaction().execute((tx) => people().history.joiner.join(tx as never, { from: gone, into: stays }));
  expect((await open(into)).homes.map(({ id }) => id)).toEqual([home(0), home(1), home(2)]);
  await db.deleteFrom('users').where('id', '=', stays).execute();
  expect(await db.selectFrom('history_entries').select('target_id').where('user_id', '=', stays).execute()).toEqual([]);
});

const word = fc.record({
  kind: fc.constantFrom('seen' as const, 'city' as const),
  id: fc.integer({ min: 1, max: 4 }),
  at: fc.integer({ min: 1, max: 20 }).map((at) => new Date(testNow.getTime() - at * 1_000)),
  isRemoved: fc.boolean(),
});

test('[R7.049] twenty devices that sign in at once lose nothing, bring nothing back, and agree', async () => {
  const email = 'twenty@example.org';
  const password = 'Bridge-2027';
  const first = await desk.registered(email, password);
  await merge(first, [[home(40), 600]]);
  const devices = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const browser = desk.browser();
      const entered = await browser.call(passwordLoginContract, { canal: '2', email, password, consent_terms: consentVersion });
      expect(entered.error_code).toBe(0);
      return browser;
    }),
  );
  // Each says one home of its own, one of its neighbour's at another time, and the one that is taken off meanwhile.
  const saying = devices.map((browser, at) =>
    merge(browser, [
      [home(at), 100 + at],
      [home((at + 1) % 20), 300 + at],
      [home(40), 600],
    ]),
  );
  const [off] = await Promise.all([change(first, { act: 'remove', kind: 'seen', target: String(home(40)) }), ...saying]);
  expect(off.data).toEqual({ done: 'removed' });
  const all = Array.from({ length: 20 }, (_, at) => ({ house_id: home(at), ago: 100 + at }));
  const told = await Promise.all(devices.map((browser) => merge(browser)));
  for (const { items } of told) expect(items).toEqual(all);
  // Forgotten while all of them say it again: what was before that moment is gone, in whatever order they come.
  await Promise.all([change(first, { act: 'forget' }), ...devices.map((browser, at) => merge(browser, [[home(at), 100 + at]]))]);
  expect((await merge(first)).items).toEqual([]);
});

test('words come to the same in whatever order and however often they are said', () => {
  const apply = (batches: readonly (readonly HistoryWord[])[]) => {
    const stored = new Map<string, HistoryWord>();
    for (const batch of batches) for (const one of planHistory(stored, batch, { forgottenAt: undefined }, testNow)) stored.set(historyKey(one), one);
    return [...stored].toSorted(([a], [b]) => (a < b ? -1 : 1));
  };
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), fc.array(word, { maxLength: 12 }), (one, other) => {
      expect(apply([one, other])).toEqual(apply([other, one]));
      expect(apply([one, other, one])).toEqual(apply([[...one, ...other]]));
    }),
  );
  fc.assert(fc.property(word, word, (a, b) => (overrules(a, b) && overrules(b, a)) === false));
});

test('what a device says is read whole or not at all', () => {
  expect(readSeen('', testNow)).toEqual([]);
  for (const text of ['12', '12:', '0:5', '12:5,', '12:5:1', '4294967296:1', Array.from({ length: 101 }, (_, at) => `${at + 1}:1`).join(',')])
    expect(readSeen(text, testNow), text.slice(0, 20)).toBeUndefined();
  fc.assert(fc.property(fc.string({ maxLength: 40 }), (text) => (readSeen(text, testNow) ?? []).every(({ at }) => at <= testNow)));
});
