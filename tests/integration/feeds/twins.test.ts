/** Readers of a home are told who else seems to offer it. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { houseBody } from '#layouts/blocks/house/house-body.ts';
import { unitBody } from '#layouts/blocks/house/unit-body.ts';
import { TagCache } from '#lib/db/tag-cache.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import { createCatalogue } from '#lib/features/catalogue/catalogue.service.ts';
import { formatFilterCode, noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { createListService } from '#lib/features/finding/finding.service.ts';
import { createHouseColumns } from '#lib/features/finding/house-columns.repository.ts';
import { createHouseIndex } from '#lib/features/finding/house.index.ts';
import { createHouse } from '#lib/features/house/house.feature.ts';
import type { WholeHouse } from '#lib/features/house/house.loader.ts';
import { likeHome } from '#lib/features/house/house.rules.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import { createRatesService } from '#lib/features/rates/rates.service.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import { createSite } from '#lib/paths.ts';
import { resolvePath } from '#lib/resolve.ts';
import { elements, parseHtml } from '#tests/crawl/html.ts';
import type { HtmlElement } from '#tests/crawl/html.ts';
import { feedDesk, importTime } from '#tests/support/feed-desk.ts';
import { asCsv, feedHouse, feedHouseWith, feedTenancy, feedUnit } from '#tests/support/feed-files.ts';
import type { FeedHouse } from '#tests/support/feed-files.ts';

const feeds = feedDesk();
const site = createSite('https://site.example', new Map());
const red = { supplier: 'Red Kettle' };

const at = { latitude: '51.5220', longitude: '-0.1300' };
const garden = { house_name: 'Garden Halls', house_name_zh: '花园公寓', address: '10 Cartwright Gardens', ...at };
/** The same home as another supplier writes it. */
const gardenToo = {
  ...garden,
  house_name: 'Ｇarden-halls',
  address: '10, CARTWRIGHT Gardens',
  latitude: '51.5222',
  longitude: '-0.1301',
  rent_amount: '215.00',
};
const elsewhere = { house_name: 'Quite Another', address: '99 Judd Street', latitude: '51.4700', longitude: '-0.0900' };

const rows = new TagCache({ freshFor: 3_600_000, bound: 10_000_000 });
let loader: ReturnType<typeof createHouse>['loader'];
beforeAll(async () => {
  const rates = await createRatesService(feeds.db);
  const policies = 'src/content/cancellation-policies';
  ({ loader } = createHouse({ db: feeds.db, geo: feeds.geo, site, rates, cache: rows, policies, own: { byPath: new Map(), homes: [] }, canTranslate: false }));
});

const idOf = async (ref: string): Promise<number> => (await feeds.db.selectFrom('houses').select('id').where('ref', '=', ref).executeTakeFirstOrThrow()).id;
const bring = (homes: readonly FeedHouse[], request: Parameters<typeof feeds.importing>[1] = {}) =>
  feeds.importing(feeds.write(`${homes.length}.csv`, asCsv(homes)), request);
const both = async (): Promise<void> => {
  await bring([feedHouseWith('A', garden), feedHouseWith('A2', elsewhere)]);
  await bring([feedHouseWith('X', gardenToo), feedHouseWith('X2', { ...elsewhere, house_name: 'Its Own', address: '1 Own Road' })], red);
};
const pairs = async (): Promise<string[]> =>
  (
    await feeds.db
      .selectFrom('house_twins')
      .innerJoin('houses as mine', 'mine.id', 'house_twins.house_id')
      .innerJoin('houses as other', 'other.id', 'house_twins.twin_id')
      .select(['mine.ref as mine', 'other.ref as other', 'alike'])
      .execute()
  )
    .map(({ mine, other, alike }) => `${mine} ${other} ${alike}`)
    .toSorted();

function textOf(element: HtmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

/** The reader of a page below a home's address, who comes after everything that was announced, and the home. */
async function opened(ref: string, locale: Locale, query: string, below = (id: number) => `detail-apartments-${id}`) {
  rows.invalidate(await feeds.announced());
  const paths = site.paths(locale);
  const resolved = resolvePath(feeds.geo, paths.local(`/uk/london/${below(await idOf(ref))}`));
  if (resolved.kind !== 'page') throw new Error(resolved.kind);
  const reader = {
    page: resolved,
    paths,
    locale,
    intl: localeFacts[locale].intl,
    t: translator(locale),
    site,
    now: importTime,
    query: new URLSearchParams(query),
    tags: new Set<string>(),
  };
  const found = await loader.open(reader);
  if (found.kind !== 'house') throw new Error(found.kind);
  return { reader, house: found.house };
}

type Page = { readonly house: ReadHouse; readonly whole: WholeHouse; readonly twins: readonly string[]; readonly links: readonly (string | undefined)[] };

/** The page of a home as somebody reads it. */
async function page(ref: string, locale: Locale = 'en-us', query = ''): Promise<Page> {
  const { reader, house } = await opened(ref, locale, query);
  const whole = await loader.whole(house, reader);
  const markup = houseBody({ ...reader, geo: feeds.geo }, { house, whole, canTranslate: false }).text;
  const [block] = elements(parseHtml(markup), ({ attributes }) => attributes.get('class') === 'twins');
  const below = block ? [...elements(block)] : [];
  return {
    house,
    whole,
    twins: below
      .filter(({ name }) => name === 'li')
      .map((entry) => entry.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join(' | ')),
    links: below.filter(({ name }) => name === 'a').map(({ attributes }) => attributes.get('href')),
  };
}

/** What the page of a home's first unit says of other suppliers: its text, its links and the tags that renew it; undefined where it says nothing. */
async function unitLine(ref: string, locale: Locale = 'en-us', query = '') {
  const { id } = await feeds.db
    .selectFrom('units')
    .innerJoin('houses', 'houses.id', 'units.house_id')
    .select('units.id')
    .where('houses.ref', '=', ref)
    .orderBy('units.id')
    .executeTakeFirstOrThrow();
  const { reader, house } = await opened(ref, locale, query, (houseId) => `h${houseId}u${id}hcr0`);
  const shown = await loader.unit(house, reader);
  if (!shown) throw new Error('no unit');
  const lines = elements(parseHtml(unitBody({ ...reader, geo: feeds.geo }, { house, shown }).text), ({ attributes }) => attributes.get('class') === 'twins');
  const [line, ...others] = lines;
  if (others.length > 0) throw new Error('more than one line');
  const links = line && [...elements(line, ({ name }) => name === 'a')].map(({ attributes }) => attributes.get('href'));
  return line && { text: textOf(line).trim(), links, tags: [...reader.tags] };
}

describe('the page of one unit of a home that two suppliers offer', () => {
  test('[R2.067] tells of the other in one line, with what it costs there and the way there', async () => {
    await both();
    const [a, x] = [await idOf('A'), await idOf('X')];
    expect(await unitLine('A')).toMatchObject({
      text: 'Another provider seems to offer this home too Ｇarden-hallsRed Kettle · from £215 a week',
      links: [`/en/uk/london/detail-apartments-${x}`],
    });
    expect(await unitLine('X', 'zh-hk')).toMatchObject({
      text: '似乎另有供應商提供這個單位 花園公寓Blue Teapot · £289／星期起',
      links: [`/hk/uk/london/detail-apartments-${a}`],
    });
    expect(await unitLine('A2')).toBeUndefined();
  });

  test('[R2.067] names the price that the other page leads with, the same question asked', async () => {
    await bring([feedHouseWith('A', garden)]);
    const units = [
      feedUnit({}, [feedTenancy({ rent_amount: '199.00' })]),
      feedUnit({ unit_ref: 'U2', unit_type: 'studio' }, [feedTenancy({ rent_amount: '305.00' })]),
    ];
    await bring([feedHouse({ house_ref: 'X', ...garden }, units)], red);
    const query = `ask=${formatFilterCode({ ...noFilter, types: ['studio'] })}`;
    const line = await unitLine('A', 'en-us', query);
    expect(line?.text).toContain('Red Kettle · £305 per week');
    expect(line?.links).toEqual([`/en/uk/london/detail-apartments-${await idOf('X')}?${query}`]);
  });

  test('[R2.067] is made anew when the other costs something else, is full or closes, also where nobody touched its own home', async () => {
    await both();
    const line = await unitLine('A');
    expect(line?.text).toContain('£215');
    // What is announced of the other renews the page by the tag that it has.
    await bring([feedHouseWith('X', { ...gardenToo, rent_amount: '222.00' })], red);
    const announced = await feeds.announced();
    expect(announced.filter((tag) => line?.tags.includes(tag))).toEqual([`house:${await idOf('A')}`]);
    rows.invalidate(announced);
    expect((await unitLine('A'))?.text).toContain('from £222 a week');
    await bring([feedHouseWith('X', { ...gardenToo, stock: '0' })], red);
    expect((await unitLine('A'))?.text).toContain('Red Kettle · Fully booked');
    await bring([feedHouseWith('X2', { ...elsewhere, house_name: 'Its Own', address: '1 Own Road' })], { ...red, full: true });
    expect(await unitLine('A')).toBeUndefined();
  });

  test('[R2.067] has each of several, the cheapest in front', async () => {
    await bring([feedHouseWith('A', garden)]);
    for (const [index, rent] of ['250.00', '210.00'].entries())
      await bring([feedHouseWith(`X${index}`, { ...garden, rent_amount: rent })], { supplier: `Kettle ${index}` });
    const line = await unitLine('A');
    expect(line?.text).toMatch(/^Other providers seem to offer this home too .*Kettle 1 · from £210 a week .*Kettle 0 · from £250 a week$/);
    expect(line?.links).toHaveLength(2);
  });
});

describe('a home that two suppliers offer', () => {
  test('is told of on both pages, with what it costs there, a way there and a comparison, in the reader’s language', async () => {
    await both();
    const [a, x] = [await idOf('A'), await idOf('X')];
    expect(await pairs()).toEqual(['A X both', 'X A both']);
    expect(await page('A')).toMatchObject({
      twins: ['Ｇarden-halls | Red Kettle · from £215 a week | Same name and address, within 200 m'],
      links: [`/en/uk/london/detail-apartments-${x}`, `/en/house-compare?ids=${a},${x}`],
    });
    expect(await page('X', 'zh-hk')).toMatchObject({
      twins: ['花園公寓 | Blue Teapot · £289／星期起 | 名稱及地址均相同，相距不足 200 米'],
      links: [`/hk/uk/london/detail-apartments-${a}`, `/hk/house-compare?ids=${x},${a}`],
    });
    expect(await page('A2')).toMatchObject({ twins: [], links: [] });
  });

  test('costs there what its own page leads with under the same question, which the link carries on', async () => {
    await bring([feedHouseWith('A', garden)]);
    const units = [
      feedUnit({}, [feedTenancy({ rent_amount: '199.00' }), feedTenancy({ tenancy_ref: 'gone', rent_amount: '99.00', stock: '0' })]),
      feedUnit({ unit_ref: 'U2', unit_type: 'studio' }, [feedTenancy({ rent_amount: '310.00' }), feedTenancy({ tenancy_ref: 'T2', rent_amount: '305.00' })]),
    ];
    await bring([feedHouse({ house_ref: 'X', ...garden }, units)], red);
    const ask = formatFilterCode({ ...noFilter, types: ['studio'] });
    for (const [query, words] of [
      ['', 'from £199 a week'],
      [`ask=${ask}`, '£305 per week'],
      ['schoolunique=university-college-london', 'from £199 a week'],
    ] as const) {
      const { whole, twins, links } = await page('A', 'en-us', query);
      const own = await page('X', 'en-us', query);
      expect(twins[0], query).toContain(` · ${words} | `);
      expect(whole.twins[0]?.offer?.tenancy, query).toEqual(own.whole.shown?.tenancy);
      expect(links, query).toEqual([
        `/en/uk/london/detail-apartments-${own.house.id}${query && `?${query}`}`,
        `/en/house-compare?ids=${await idOf('A')},${own.house.id}${query && `&${query}`}`,
      ]);
    }
  });

  test('costs there what its supplier asks by now, also when nobody imports the other', async () => {
    await both();
    expect((await page('A')).twins[0]).toContain('£215');
    await bring([feedHouseWith('X', { ...gardenToo, rent_amount: '222.00' })], red);
    expect((await page('A')).twins[0]).toContain('from £222 a week');
    await bring([feedHouseWith('X', { ...gardenToo, stock: '0' })], red);
    expect((await page('A')).twins[0]).toContain('Red Kettle · Fully booked');
    // Who finds nothing here is told of the other at the top.
    const { whole, twins } = await page('X');
    expect([whole.shown, twins]).toEqual([undefined, ['Garden Halls | Blue Teapot · from £289 a week | Same name and address, within 200 m']]);
  });

  test('ends on the page of the other as soon as it is closed or hidden, and comes back with it', async () => {
    await both();
    expect((await page('A')).twins).toHaveLength(1);
    await bring([feedHouseWith('X2', { ...elsewhere, house_name: 'Its Own', address: '1 Own Road' })], { ...red, full: true });
    expect((await page('A')).twins).toEqual([]);
    await bring([feedHouseWith('X', gardenToo)], red);
    expect((await page('A')).twins).toHaveLength(1);
    const x = asId<HouseId>(await idOf('X'));
    const catalogue = createCatalogue(feeds.db);
    await transact(feeds.db, (tx) => catalogue.setHidden(tx, x, true, importTime));
    expect((await page('A')).twins).toEqual([]);
    await transact(feeds.db, (tx) => catalogue.setHidden(tx, x, false, importTime));
    expect((await page('A')).twins).toHaveLength(1);
  });

  test('is another after an import of either supplier in which it has another name and address, or stands elsewhere', async () => {
    await both();
    await page('X');
    await bring([feedHouseWith('A', { ...garden, house_name: 'Renamed', address: '10 Cartwright Gardens' })]);
    expect((await page('X')).twins).toEqual(['Renamed | Blue Teapot · from £289 a week | Same address, within 200 m']);
    await bring([feedHouseWith('A', { ...garden, house_name: 'Renamed', address: '11 Cartwright Gardens' })]);
    expect((await page('X')).twins).toEqual([]);
    await bring([feedHouseWith('A', garden)]);
    expect((await page('X')).twins).toHaveLength(1);
    await bring([feedHouseWith('X', { ...gardenToo, latitude: '51.5240' })], red);
    expect((await page('A')).twins).toEqual([]);
    expect(await pairs()).toEqual([]);
  });

  test('is told of by no dry run, and an import that was cut off leaves what was found before', async () => {
    await bring([feedHouseWith('A', garden)]);
    await bring([feedHouseWith('X', gardenToo)], { ...red, dryRun: true });
    expect(await pairs()).toEqual([]);
    const cut = await bring([feedHouseWith('X', gardenToo)], { ...red, batchSize: 1, isStopped: () => true });
    expect([cut.isComplete, await pairs()]).toEqual([false, []]);
    await bring([feedHouseWith('X', gardenToo)], red);
    const found = ['A X both', 'X A both'];
    expect(await pairs()).toEqual(found);
    let asked = 0;
    const renamed = [feedHouseWith('X', { ...gardenToo, house_name: 'Other', address: '4 Other Way' }), feedHouseWith('X2', elsewhere)];
    const half = await bring(renamed, { ...red, batchSize: 1, isStopped: () => asked++ > 0 });
    expect([half.isComplete, await pairs()]).toEqual([false, found]);
  });

  test('that is found again as it was is written and announced to nobody', async () => {
    await both();
    await feeds.announced();
    await bring([feedHouseWith('X', gardenToo), feedHouseWith('X2', { ...elsewhere, house_name: 'Its Own', address: '1 Own Road' })], {
      ...red,
      at: new Date('2026-11-23T12:00:00Z'),
    });
    expect(await feeds.announced()).toEqual([]);
  });

  test('does not stand among the homes that are like it', async () => {
    await both();
    const { house, whole } = await page('A');
    const finding = createListService(feeds.db, feeds.geo, createHouseIndex(createHouseColumns(feeds.db)));
    const like = (await finding.alike(likeHome(house, whole.shown), 10, '2026-11-21')).map(({ id }) => Number(id));
    expect(like.toSorted()).toEqual([await idOf('A2'), await idOf('X2')].toSorted());
  });

  test('is no twin of itself, and alike in nothing that pages have no words for', async () => {
    await both();
    const [a, x] = [await idOf('A'), await idOf('X')];
    const put = (twin: number, alike: string) => sql`insert into house_twins (house_id, twin_id, alike) values (${x}, ${twin}, ${alike})`.execute(feeds.db);
    await feeds.db.deleteFrom('house_twins').execute();
    await expect(put(x, 'name')).rejects.toThrow('check constraint');
    await expect(put(a, 'colour')).rejects.toThrow('check constraint');
  });

  test('goes with its supplier', async () => {
    await both();
    await feeds.db.deleteFrom('houses').where('ref', 'in', ['X', 'X2']).execute();
    await feeds.db.deleteFrom('suppliers').where('name', '=', 'Red Kettle').execute();
    expect(await pairs()).toEqual([]);
  });
});

describe('what seems to be one home', () => {
  test('the page tells of three at most, the cheapest in front', async () => {
    await bring([feedHouseWith('A', garden)]);
    for (const [index, rent] of ['250.00', '210.00', '240.00', '230.00', '220.00'].entries())
      await bring([feedHouseWith(`X${index}`, { ...garden, rent_amount: rent })], { supplier: `Kettle ${index}` });
    const { twins, links } = await page('A');
    expect(twins.map((text) => /Kettle \d/.exec(text)?.[0])).toEqual(['Kettle 1', 'Kettle 4', 'Kettle 3']);
    expect(links).toHaveLength(4);
    // Of four homes a comparison takes, it has all.
    expect(links[3]?.split(',')).toHaveLength(4);
  });

  test('a street without a number is no address, and a name on the other side of the city is another home', async () => {
    await bring([feedHouseWith('A', { ...garden, house_name: 'One', address: 'Judd Street' }), feedHouseWith('B', { ...elsewhere, house_name: 'Halls' })]);
    await bring(
      [
        feedHouseWith('X', { ...garden, house_name: 'Two', address: 'Judd Street' }),
        feedHouseWith('Y', { house_name: 'Halls', address: '5 Far Road', latitude: '51.5500', longitude: '-0.1300' }),
      ],
      red,
    );
    expect(await pairs()).toEqual([]);
  });

  test('rooms that a supplier brings as homes of one address are told of beside the one home of another, and not beside rooms of another', async () => {
    const rooms = (ref: string, count: number) =>
      Array.from({ length: count }, (_, index) => feedHouseWith(`${ref}${index}`, { ...garden, house_name: `Room ${ref} ${index}` }));
    await bring(rooms('A', 2));
    await bring([feedHouseWith('X', garden)], red);
    expect(await pairs()).toEqual(['A0 X address', 'A1 X address', 'X A0 address', 'X A1 address']);
    await bring(rooms('Y', 2), { supplier: 'Green Cup' });
    expect((await pairs()).filter((pair) => pair.includes('Y'))).toEqual(['X Y0 address', 'X Y1 address', 'Y0 X address', 'Y1 X address']);
    await bring(rooms('Z', 4), { supplier: 'Grey Jug' });
    expect((await pairs()).filter((pair) => pair.includes('Z'))).toEqual([]);
  });

  test('sample homes are nobody’s', async () => {
    await both();
    await feeds.db.updateTable('houses').set({ is_sample: true }).where('ref', '=', 'A').execute();
    await bring([feedHouseWith('X', { ...gardenToo, rent_amount: '216.00' })], red);
    expect(await pairs()).toEqual([]);
  });
});
