/** The card of what somebody looks for: kept, changed, said, offered as a list, shown at the desk, and theirs alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consentsContract, sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import { formatFilterCode } from '#lib/features/catalogue/filter-code.rules.ts';
import { filterOf, hrefOfWishes, wishLines, wishesPage, wishValues } from '#lib/features/wishes/wishes.rules.ts';
import { wishesContract } from '#lib/features/wishes/wishes.contract.ts';
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
  expect(wishesPage.done({ done: 'saved' }, { paths: createPaths('vi-vn', false), values: {} })).toBe('/vn/findhousecard?done=saved');
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
