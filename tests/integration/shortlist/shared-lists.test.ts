/** Lists shared by a link: who sees what, and until when. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { customerUpdateContract, eraseAccountContract, sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import { changeFavouriteContract, collectContract, shareFavouritesContract } from '#lib/features/shortlist/shortlist.contract.ts';
import { sharedListsMost } from '#lib/features/shortlist/shared-lists.schema.ts';
import { callReader } from '#lib/reader.ts';
import { homesInLondon, testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { testDatabase } from '#tests/support/database.ts';
import { known } from '#tests/support/list-pages.ts';
import { visitorOf } from '#tests/support/visitors.ts';

let desk: AccountsDesk;
let house_id: number;
beforeAll(async () => {
  desk = await openAccountsDesk({ open: () => testDatabase(homesInLondon(10)) });
  ({ house_id } = await desk.on.base.db.selectFrom('listings').select('house_id').orderBy('house_id').executeTakeFirstOrThrow());
});
afterAll(() => desk.close());
beforeEach(() => void (desk.clock.now = testNow));

const loader = () => known(desk.on.services.people?.shortlist).loader;
const share = (browser: Browser, more: Readonly<Record<string, string>> = {}) =>
  browser.call(shareFavouritesContract, { list_id: '', name: 'Leeds, with Linh', days: '30', with_notes: '', with_name: '', ...more });
const reader = (token = '') => ({
  ...callReader(desk.on.services.site, { locale: 'vi-vn', now: desk.clock.now }),
  page: { listing: undefined, params: { token } },
});
async function linksOf(browser: Browser) {
  const { cust_id: userId } = (await browser.call(sessionContract)).data;
  const session = { id: '1', userId, standing: 'renter', provedAt: testNow } as const;
  return known(await loader().sharedLists(reader(), visitorOf({ session, owner: 'session:1' })));
}
const tokenIn = (address: string): string => known(address.split('/').at(-1));
const seen = (token: string) => loader().sharedList(reader(token));

test('[R6.06] a link shows the homes, and notes and a name only where their owner says so', async () => {
  const browser = await desk.registered('lan@example.org');
  await browser.call(customerUpdateContract, { nickname: '<b>Lan</b>', locale: 'vi-vn', marketing: '' });
  await browser.call(collectContract, { house_id });
  await browser.call(changeFavouriteContract, { house_id, act: 'note', note: 'Ask about bikes', sort: '' });
  await share(browser);
  await share(browser, { with_notes: 'yes', with_name: 'yes', days: '7' });
  const [open, plain] = await linksOf(browser);
  expect(known(open).address).toMatch(/^https?:\/\/[^/]+\/vn\/shared-list\/\d+-[\w.-]{20,}$/);
  expect(await seen(tokenIn(known(plain).href))).toMatchObject({ name: 'Leeds, with Linh', by: undefined, homes: [{ card: { id: house_id }, note: '' }] });
  expect(await seen(tokenIn(known(open).href))).toMatchObject({ by: '<b>Lan</b>', homes: [{ note: 'Ask about bikes' }] });
  // In time each shows nothing.
  desk.clock.now = new Date(testNow.getTime() + 8 * 86_400_000);
  expect(await seen(tokenIn(known(open).href))).toBeUndefined();
  expect(await seen(tokenIn(known(plain).href))).toBeDefined();
});

test('a link can be ended by its owner alone, and is not to be guessed', async () => {
  const [browser, other] = [await desk.registered('owner@example.org'), await desk.registered('stranger@example.org')];
  await share(browser);
  const [list] = await linksOf(browser);
  const { id, href } = known(list);
  const token = tokenIn(href);
  for (const bad of [
    '',
    '1',
    `${id}`,
    `${id}-`,
    `${id + 1}${token.slice(String(id).length)}`,
    `${token}x`,
    `0${token}`,
    token.toUpperCase(),
    'x'.repeat(9_999),
  ])
    expect(await seen(bad), bad.slice(0, 40)).toBeUndefined();
  expect((await share(other, { list_id: String(id) })).error_code).toBe(404);
  expect(await seen(token)).toBeDefined();
  expect((await share(browser, { list_id: String(id) })).data).toEqual({ done: 'ended' });
  expect(await seen(token)).toBeUndefined();
});

test('names are words, links are few, and those of an account that is to be erased show nothing', async () => {
  const browser = await desk.registered('many@example.org');
  for (const name of ['', 'pay at evil.example', '<b>x</b>', 'x'.repeat(41)]) expect((await share(browser, { name })).error_code, name).toBe(422);
  for (let at = 0; at < sharedListsMost; at++) expect((await share(browser)).error_code).toBe(0);
  expect((await share(browser)).error_code).toBe(1121);
  const [list] = await linksOf(browser);
  const token = tokenIn(known(list).href);
  expect(await seen(token)).toBeDefined();
  await browser.call(eraseAccountContract, { sure: 'yes' });
  expect(await seen(token)).toBeUndefined();
});
