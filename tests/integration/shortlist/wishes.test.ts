/** The card of what somebody looks for: kept, changed, said, offered as a list, shown at the desk, and theirs alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consentsContract, customerUpdateContract, eraseAccountContract, sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import { formatFilterCode } from '#lib/features/catalogue/filter-code.rules.ts';
import { daysWished, filterOf, hrefOfWishes, wishLines, wishesPages, wishValues } from '#lib/features/wishes/wishes.rules.ts';
import { shareFavouritesContract } from '#lib/features/shortlist/shortlist.contract.ts';
import { sharedListsMost } from '#lib/features/shortlist/shared-lists.schema.ts';
import { shareWishesContract, wishesContract } from '#lib/features/wishes/wishes.contract.ts';
import type { Wishes } from '#lib/features/wishes/wishes.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { createPaths } from '#lib/paths.ts';
import { callReader } from '#lib/reader.ts';
import { routeOf } from '#lib/routes.ts';
import type { Visitor } from '#lib/visitor.ts';
import { testNow } from '#tests/factories/houses.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { askAbout } from '#tests/support/questions.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';

let desk: AccountsDesk;
beforeAll(async () => {
  desk = await openAccountsDesk();
});
afterAll(() => desk.close());

const people = () => known(desk.on.services.people);
const loader = () => known(people().loaders.wishes);
const site = { paths: (locale: (typeof locales)[number]) => createPaths(locale, false) } as never;
const reader = (locale: (typeof locales)[number] = 'en-us') => callReader(site, { locale, now: testNow });
const visitorOf = (userId: number) => ({ session: { userId } }) as unknown as Visitor;
const idOf = async (browser: Browser): Promise<number> => (await browser.call(sessionContract)).data.cust_id;
const all = { place: 'London', move_in: '2027-09-05', weeks: '51', rent: '320', type_studio: 'yes', type_ensuite: 'yes' };

test('[R2.132] the card is kept, said in the reader’s language, leads to the list of homes that fit, is changed, and goes', async () => {
  expect(routeOf('findhousecard')).toMatchObject({ access: 'login', render: 'private', form: 'wishes' });
  const browser = await desk.registered('card@example.org');
  const me = visitorOf(await idOf(browser));
  expect((await loader().card(reader(), me))?.card).toBeUndefined();
  expect((await browser.call(wishesContract, { act: 'save', ...all })).data).toEqual({ done: 'saved' });
  const shown = known((await loader().card(reader(), me))?.card);
  expect(shown.lines.map(({ value }) => value)).toEqual(['London', '5 Sept 2027', '51', '£320', 'Studio or Ensuite room']);
  expect(shown.href).toContain('u1000a202709');
  for (const locale of locales) expect(known((await loader().card(reader(locale), me))?.card).lines).toHaveLength(5);
  // Saved again as the form shows it, in any language, it stays what it is.
  const again = known(await loader().card(reader('zh-cn'), me));
  expect((await browser.call(wishesContract, { ...again.values, rent: '' })).data).toEqual({ done: 'saved' });
  expect(known((await loader().card(reader(), me))?.card).lines.map(({ value }) => value)).toEqual(['London', '5 Sept 2027', '51', 'Studio or Ensuite room']);
  expect((await browser.call(wishesContract, { act: 'remove' })).data).toEqual({ done: 'removed' });
  expect((await loader().card(reader(), me))?.card).toBeUndefined();
  expect(await loader().card(reader(), undefined)).toBeUndefined();
  expect(wishesPages.wishes.done({ done: 'saved' }, { paths: createPaths('vi-vn', false), values: {} })).toBe('/vn/findhousecard?done=saved');
});

test('[R2.132] says which field is wrong, and keeps nothing then', async () => {
  const browser = await desk.registered('wrong@example.org');
  const wrong = async (values: Readonly<Record<string, string>>) => {
    const { data } = await browser.call(wishesContract, { act: 'save', ...all, ...values });
    return (data as unknown as { fields?: readonly { readonly name: string; readonly message: string }[] }).fields?.map(({ name, message }) => [name, message]);
  };
  expect(await wrong({ place: '' })).toEqual([['place', 'forms.required']]);
  expect(await wrong({ place: 'Atlantis-upon-Nowhere' })).toEqual([['place', 'wishes.no_place']]);
  expect(await wrong({ move_in: '2020-01-01' })).toEqual([['move_in', 'wishes.past']]);
  expect(await wrong({ weeks: '105' })).toEqual([['weeks', 'wishes.out_of_range']]);
  expect(await wrong({ rent: '0' })).toEqual([['rent', 'wishes.out_of_range']]);
  expect(await people().wishes.of(asId<UserId>(await idOf(browser)))).toBeUndefined();
});

test('[R2.132] the desk sees it beside what that person asks, and beside nobody else’s', async () => {
  const browser = await desk.registered('asks@example.org');
  await browser.call(wishesContract, { act: 'save', ...all, place: 'UCL' });
  const staff = await openStaffDesk(desk).member('support');
  const member = { staff: { id: '1', staffId: staff.id, standing: 'support', provedAt: testNow } } as unknown as Visitor;
  const [theirs, others] = [await askAbout(desk, undefined), await askAbout(desk, undefined)];
  await desk.on.base.db
    .updateTable('enquiries')
    .set({ user_id: await idOf(browser) })
    .where('id', '=', theirs)
    .execute();
  const see = (id: number) => known(people().loaders.desk).thread(member, String(id), reader(), { translate: false });
  expect((await see(theirs))?.wishes).toMatchObject({ weeks: 51, rent: 320, place: { kind: 'school', short: 'UCL' } });
  expect((await see(others))?.wishes).toBeUndefined();
  // Beside it stands whether what they say may be passed on to who lets homes abroad.
  expect((await see(theirs))?.abroadEndedAt).toBeUndefined();
  await browser.call(consentsContract, {});
  expect((await see(theirs))?.abroadEndedAt).toEqual(desk.clock.now);
});

test('[R2.132] a question that names no place begins with where the card says', async () => {
  const browser = await desk.registered('fills@example.org');
  const location = async (query = '', more: object = {}) => {
    const visitor = { ...visitorOf(await idOf(browser)), ...more };
    const asked = { ...reader('vi-vn'), query: new URLSearchParams(query), visitor, page: { name: 'ask', params: {} } } as never;
    return known(await known(people().loaders.enquiries).ask(asked)).values['location'];
  };
  expect(await location()).toBe('');
  await browser.call(wishesContract, { act: 'save', ...all, place: 'UCL' });
  const school = known(await people().wishes.of(asId<UserId>(await idOf(browser)))).place;
  expect(await location()).toBe(school.names['vi-vn']);
  expect(await location(`city=${known(desk.on.base.geo.city('uk', 'leeds')).id}`)).toBe(known(desk.on.base.geo.city('uk', 'leeds')).names['vi-vn']);
  // Taken out of the field, it is not put there again.
  expect(await location('', { submitted: { values: { location: '' }, problems: [] } })).toBe('');
});

const share = (browser: Browser, more: Readonly<Record<string, string>> = {}) =>
  browser.call(shareWishesContract, { list_id: '', name: 'For Linh', days: '30', with_name: '', ...more });
const linksOf = async (browser: Browser) =>
  loader().links(callReader(desk.on.services.site, { locale: 'vi-vn', now: desk.clock.now }), visitorOf(await idOf(browser)));
const tokenIn = (address: string): string => known(address.split('/').at(-1));
const seen = (token: string, locale: (typeof locales)[number] = 'en-us') =>
  loader().shared({ ...callReader(desk.on.services.site, { locale, now: desk.clock.now }), page: { listing: undefined, params: { token } } } as never);

test('[R2.132] [R2.057] a link shows the card as it is, in the language of whoever has it, and what its owner is called only where they say so', async () => {
  expect(routeOf('shared_wishes')).toMatchObject({ access: 'public', render: 'private', indexable: false });
  const browser = await desk.registered('shares@example.org');
  await browser.call(customerUpdateContract, { nickname: '<b>Lan</b>', locale: 'vi-vn', marketing: '' });
  expect(await linksOf(browser)).toBeUndefined();
  expect((await share(browser)).error_code).toBe(404);
  await browser.call(wishesContract, { act: 'save', ...all, place: 'UCL' });
  await share(browser);
  await share(browser, { with_name: 'yes', days: '7' });
  const [open, plain] = known(await linksOf(browser));
  expect(known(open).address).toMatch(/^https?:\/\/[^/]+\/vn\/shared-card\/\d+-[\w.-]{20,}$/);
  const [named, unnamed] = [tokenIn(known(open).href), tokenIn(known(plain).href)];
  expect(await seen(named)).toMatchObject({ by: '<b>Lan</b>', href: expect.stringContaining('u1000a202709-u1002a0e320') });
  const shown = known(await seen(unnamed));
  expect(Object.keys(shown).toSorted()).toEqual(['ask', 'by', 'expiresAt', 'href', 'lines']);
  expect([shown.by, JSON.stringify(shown).includes('Lan'), JSON.stringify(shown).includes('For Linh')]).toEqual([undefined, false, false]);
  expect(shown.lines.slice(1).map(({ value }) => value)).toEqual(['5 Sept 2027', '51', '£320', 'Studio or Ensuite room']);
  for (const locale of locales) expect(known(await seen(unnamed, locale)).lines).toHaveLength(5);
  expect(known(await seen(unnamed, 'zh-cn')).href).toMatch(/^\/uk\//);
  // So does its owner, from their own card.
  const own = known(await loader().card(reader(), visitorOf(await idOf(browser))));
  expect(known(own.card).ask).toBe(shown.ask);
  expect(shown.ask).toMatch(/\/general-pages\/apartment-apply\?school=\d+&question=/);
  // Whoever goes on from there with a question begins with what the card says.
  const ask = new URL(shown.ask, 'https://example.org');
  const asked = await known(people().loaders.enquiries).ask({
    ...reader(),
    query: ask.searchParams,
    visitor: visitorOf(0),
    page: { name: 'ask', params: {} },
  } as never);
  expect(known(asked).values).toMatchObject({ location: known(shown.lines[0]).value, content: expect.stringContaining('Move in from: 5 Sept 2027') });
  // The card as it is now.
  await browser.call(wishesContract, { act: 'save', place: 'Leeds', rent: '200' });
  expect(known(await seen(unnamed)).lines.map(({ value }) => value)).toEqual(['Leeds', '£200']);
  // In time each shows nothing.
  const before = desk.clock.now;
  desk.clock.now = new Date(before.getTime() + 8 * 86_400_000);
  expect([await seen(named), (await seen(unnamed)) === undefined]).toEqual([undefined, false]);
  desk.clock.now = before;
  expect([wishesPages['share-wishes'].done({ done: 'made' }, { paths: createPaths('vi-vn', false), values: {} })]).toEqual([
    '/vn/findhousecard/share?done=made',
  ]);
});

test('a link to a card is ended by its owner alone or with the card, opens nothing else, and is not to be guessed', async () => {
  const [browser, other] = [await desk.registered('card-owner@example.org'), await desk.registered('card-stranger@example.org')];
  await browser.call(wishesContract, { act: 'save', place: 'London' });
  await share(browser);
  const links = async () => known(await linksOf(browser));
  const { id, href } = known((await links())[0]);
  const token = tokenIn(href);
  for (const bad of ['', '1', `${id}-`, `${id + 1}${token.slice(String(id).length)}`, `${token}x`, token.toUpperCase(), 'x'.repeat(9_999)])
    expect(await seen(bad), bad.slice(0, 40)).toBeUndefined();
  // Neither kind of link opens what the other shows, nor ends it.
  const { shortlist } = people();
  const listReader = (given: string) => ({
    ...callReader(desk.on.services.site, { locale: 'en-us', now: desk.clock.now }),
    page: { listing: undefined, params: { token: given } },
  });
  expect(await shortlist.loader.sharedList(listReader(token))).toBeUndefined();
  const list = { list_id: '', name: 'My homes', days: '7', with_notes: '', with_name: '' };
  await browser.call(shareFavouritesContract, list);
  const [homes] = known(
    await shortlist.loader.sharedLists(callReader(desk.on.services.site, { locale: 'en-us', now: desk.clock.now }), visitorOf(await idOf(browser))),
  );
  const homesToken = tokenIn(known(homes).href);
  expect([await seen(homesToken), await shortlist.loader.sharedList(listReader(homesToken))]).toEqual([
    undefined,
    expect.objectContaining({ name: 'My homes' }),
  ]);
  expect((await browser.call(shareFavouritesContract, { ...list, list_id: String(id) })).error_code).toBe(404);
  expect((await share(browser, { list_id: String(known(homes).id) })).error_code).toBe(404);
  // Nobody else ends it.
  expect((await share(other, { list_id: String(id) })).error_code).toBe(404);
  expect(await seen(token)).toBeDefined();
  expect((await share(browser, { list_id: String(id) })).data).toEqual({ done: 'ended' });
  expect(await seen(token)).toBeUndefined();
  // With the card its links go: none of them shows one that is made later.
  await share(browser);
  const again = tokenIn(known((await links())[0]).href);
  await browser.call(wishesContract, { act: 'remove' });
  await browser.call(wishesContract, { act: 'save', place: 'Leeds' });
  expect([await seen(again), await links()]).toEqual([undefined, []]);
  expect(await shortlist.loader.sharedList(listReader(homesToken))).toBeDefined();
  // Names are words, links are few, and those of an account that is to be erased show nothing.
  for (const name of ['', 'pay at evil.example', '<b>x</b>', 'x'.repeat(41)]) expect((await share(browser, { name })).error_code, name).toBe(422);
  for (let at = 0; at < sharedListsMost; at++) expect((await share(browser)).error_code).toBe(0);
  expect((await share(browser)).error_code).toBe(1121);
  const last = tokenIn(known((await links())[0]).href);
  expect(await seen(last)).toBeDefined();
  await browser.call(eraseAccountContract, { sure: 'yes' });
  expect(await seen(last)).toBeUndefined();
});

test('of a lease the card asks for days that it has, and for another length only where it has another', () => {
  const lease = { from: '2027-09-05', to: '2028-08-27' };
  const days = (moveIn: string | undefined, weeks: number | undefined) => daysWished({ moveIn, weeks }, lease);
  expect(days(undefined, undefined)).toEqual(lease);
  expect(days('2027-09-20', undefined)).toEqual({ from: '2027-09-20', to: lease.to });
  for (const outside of ['2027-09-01', '2027-09-05', '2028-08-27', '2029-01-01']) expect(days(outside, undefined), outside).toEqual(lease);
  // 51 weeks: wishes of about as many take it whole.
  for (const weeks of [45, 50, 51, 60, 104]) expect(days(undefined, weeks), String(weeks)).toEqual(lease);
  expect(days(undefined, 44)).toEqual({ from: lease.from, to: '2028-07-09' });
  expect(days('2028-06-01', 20)).toEqual({ from: '2028-06-01', to: lease.to });
  expect(days('2028-08-26', 1)).toEqual({ from: '2028-08-26', to: lease.to });
});

test('what a card asks is a question that lists understand', () => {
  const london = known(desk.on.base.geo.city('uk', 'london'));
  const card: Wishes = { place: london, moveIn: '2027-09-05', weeks: 51, rent: 320, types: ['studio'] };
  expect(formatFilterCode(filterOf(card))).toBe('u1000a202709-u1002a0e320-u1003a5-u1004a1');
  expect(formatFilterCode(filterOf({ ...card, weeks: 104 }))).toContain('u1003a5');
  expect(formatFilterCode(filterOf({ ...card, weeks: 12 }))).toContain('u1003a1');
  const none: Wishes = { place: london, moveIn: undefined, weeks: undefined, rent: undefined, types: [] };
  expect(formatFilterCode(filterOf(none))).toBe('');
  expect(wishLines(none, reader())).toHaveLength(1);
  expect(hrefOfWishes(none, reader())).toMatch(/london/);
  expect(wishValues(undefined, reader())).toEqual({ act: 'save' });
});
