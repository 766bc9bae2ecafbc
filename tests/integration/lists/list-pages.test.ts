import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TagCache } from '#lib/db/tag-cache.ts';
import { cachedLists } from '#lib/features/finding/finding.cache.ts';
import { pageSize } from '#lib/features/finding/question.rules.ts';
import { createListLoader } from '#lib/features/lists/list.loader.ts';
import type { FilterGroup, ListPage } from '#lib/features/lists/list.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { PageHead } from '#lib/seo/head.ts';
import { listReader, withoutPrefix } from '#tests/support/list-reader.ts';
import { known, openListPages } from '#tests/support/list-pages.ts';
import type { ListPagesFixture } from '#tests/support/list-pages.ts';

let fixture: ListPagesFixture;
beforeAll(async () => {
  fixture = await openListPages();
});
afterAll(() => fixture.base.close());

const open = (address: string, locale?: Locale) => fixture.lists.open(listReader(fixture.base.geo, address, locale));
async function page(address: string, locale?: Locale): Promise<{ list: ListPage; head: PageHead }> {
  const opened = await open(address, locale);
  if (opened.kind !== 'list') throw new Error(`${address} is ${opened.kind}`);
  return opened;
}
const choices = (list: ListPage, id: FilterGroup['id']) => known(list.groups.find((group) => group.id === id)).choices;

describe('what exists', () => {
  test('a page beyond the last is missing', async () => {
    const { list } = await page('/uk/london');
    const last = Math.ceil(list.total / pageSize);
    expect((await open(`/uk/london/pga${last}`)).kind).toBe('list');
    expect((await open(`/uk/london/pga${last + 1}`)).kind).toBe('missing');
  });

  test('a property type or neighbourhood without homes is missing; with a filter it is an empty list', async () => {
    expect((await open('/uk/leeds/homestay')).kind).toBe('missing');
    expect((await open('/uk/bath/place/' + known(known(fixture.base.geo.city('uk', 'bath')).places[0]).slug)).kind).toBe('missing');
    expect((await open('/uk/leeds/homestay/u1001a2')).kind).toBe('list');
    const { list, head } = await page('/uk/bath');
    expect([list.total, head.indexable]).toEqual([0, false]);
  });

  test('a type in path and filter code at once moves to one address', async () => {
    expect(await open('/uk/london/studio/u1004a2?currency=EUR')).toEqual({ kind: 'moved', path: '/en/uk/london/u1004a1e2?currency=EUR' });
  });

  test('an id of another country is missing', async () => {
    expect((await open('/jp/rent?region_id=826001')).kind).toBe('missing');
  });
});

describe('filter links', () => {
  test('[R2.081] following any link of a list gives the number it says', async () => {
    for (const address of ['/uk/london', '/uk/rent/u1006a1', '/uk/london/university-college-london', '/uk/london/place/bloomsbury/u1008a1', '/uk/studio']) {
      const { list } = await page(address);
      const links = list.groups.flatMap(({ choices: some, more }) => [...some, ...more]).filter(({ chosen }) => !chosen);
      for (const [index, { href, count, label }] of links.entries()) {
        expect([label, count > 0]).toEqual([label, true]);
        if (index % 3 === 0) expect([address, label, (await page(withoutPrefix(href))).list.total]).toEqual([address, label, count]);
      }
    }
  });

  test('[R2.223] choosing a month is the date filter, leaving it goes back', async () => {
    const { list } = await page('/uk/london');
    const month = known(choices(list, 'months').find(({ href }) => href?.includes('202709')));
    expect(month.href).toBe('/en/uk/london/u1000a202709-sorta11');
    const { list: chosen } = await page('/uk/london/u1000a202709-sorta11');
    expect(chosen.active.map(({ href }) => href)).toEqual(['/en/uk/london']);
  });

  test('[R2.223] a month that brings its order along says so and leads back; the way back holds for further months', async () => {
    expect((await page('/uk/london/sorta11')).list.sortNote).toBeUndefined();
    const note = known((await page('/uk/london/u1000a202709-sorta11')).list.sortNote);
    expect(note.href).toBe('/en/uk/london/u1000a202709');
    const { list } = await page('/uk/london/u1000a202709');
    expect(list.sortNote).toBeUndefined();
    for (const { href, chosen } of choices(list, 'months')) if (!chosen) expect(href).not.toContain('sort');
  });

  test('values of one group say what they add to the chosen ones; those no home has are left out', async () => {
    const alone = (await page('/uk/london/u1000a202709-sorta11')).list;
    const others = choices(alone, 'months').filter(({ chosen }) => !chosen);
    expect(others.length).toBeGreaterThan(0);
    for (const { label, href, adds } of others) expect([label, adds]).toEqual([label, (await page(withoutPrefix(href))).list.total - alone.total]);
    for (const { adds } of choices((await page('/uk/london')).list, 'months')) expect(adds).toBeUndefined();
    for (const { choices: some, more } of alone.groups) for (const { count, chosen } of [...some, ...more]) expect(count > 0 || chosen).toBe(true);
  });

  test('the form of rents leads to the address of what was typed, with all that was chosen and carried', async () => {
    const form = known((await page('/uk/london/u1001a2-sorta12?currency=EUR')).list.groups.find(({ id }) => id === 'rent')?.form);
    expect([form.action, form.carried]).toEqual(['/en/uk/london/u1001a2-sorta12', [{ name: 'currency', value: 'EUR' }]]);
    const sent = async (query: string) => (await open(`${withoutPrefix(form.action)}?currency=EUR&${query}`)) as { kind: string; path?: string };
    expect(await sent('rent_to=199')).toEqual({ kind: 'moved', path: '/en/uk/london/u1001a2-u1002a0e199-sorta12?currency=EUR' });
    expect((await sent('rent_from=150')).path).toBe('/en/uk/london/u1001a2-u1002a150e99999999-sorta12?currency=EUR');
    expect((await sent('rent_from=250&rent_to=150')).path).toBe('/en/uk/london/u1001a2-u1002a150e250-sorta12?currency=EUR');
    expect((await sent('lease_band=4')).path).toBe('/en/uk/london/u1001a2-u1003a4-sorta12?currency=EUR');
    const { list } = await page('/uk/london/u1002a150e220');
    const asked = known(list.groups.find(({ id }) => id === 'rent')?.form);
    expect(asked.fields.map(({ value }) => value)).toEqual(['150', '220']);
    expect(asked.action).toBe('/en/uk/london');
    const bars = known(asked.bars).homes;
    expect(bars.filter(({ isAsked }) => isAsked).length).toBeGreaterThan(0);
    expect(bars.some(({ isAsked }) => !isAsked)).toBe(true);
    expect(list.active.map(({ label }) => label)).toEqual(['£150 – £220 a week']);
    expect((await page('/uk/london/u1002a0e220')).list.active.map(({ label }) => label)).toEqual(['up to £220 a week']);
  });

  test('a day of arrival leads to the months within two weeks of it', async () => {
    const sent = async (query: string) => (await open(`/uk/london?${query}`)) as { kind: string; path?: string };
    expect((await sent('move_in=2027-09-10')).path).toBe('/en/uk/london/u1000a202708e202709-sorta11');
    expect((await sent('move_in=2027-09-15')).path).toBe('/en/uk/london/u1000a202709-sorta11');
    expect((await sent('move_in=2027-02-30')).path).toBe('/en/uk/london');
  });

  test('an empty list says which one filter to give up and what that brings', async () => {
    const { list, head } = await page('/uk/leeds/u1001a9-u1004a1e2-u1006a1');
    expect(list.total).toBe(0);
    expect(head.indexable).toBe(false);
    expect(list.relaxations.length).toBeGreaterThan(0);
    for (const { href, count } of list.relaxations) expect((await page(withoutPrefix(href))).list.total).toBe(count);
    expect(list.allHouses).toMatchObject({ href: '/en/uk/leeds', count: 2 });
  });

  test('a list that is empty for its rent says where rents begin, and which higher limit brings how many homes', async () => {
    const { list } = await page('/uk/london/u1002a0e50');
    expect(list.total).toBe(0);
    expect(list.cheapest).toMatch(/£\d+/);
    const [raised, ...others] = list.relaxations;
    expect(known(raised).text).toContain(known(raised).label);
    expect(others.some(({ text }) => text !== undefined)).toBe(false);
    for (const { href, count } of list.relaxations) expect((await page(withoutPrefix(href))).list.total).toBe(count);
    expect((await page('/uk/leeds/u1001a9-u1004a1e2-u1006a1')).list.cheapest).toBeUndefined();
    expect((await page('/uk/london')).list.cheapest).toBeUndefined();
  });

  test('the currency stays on every link of a list', async () => {
    const { list } = await page('/uk/london?currency=EUR');
    const hrefs = [
      ...list.groups.flatMap((group) => group.choices.map(({ href }) => href)),
      ...list.sorts.map(({ href }) => href),
      ...list.pages.map((one) => one?.href),
      list.next,
    ].filter((href) => href !== undefined);
    expect(hrefs.length).toBeGreaterThan(20);
    expect(hrefs.filter((href) => !href.endsWith('?currency=EUR'))).toEqual([]);
  });

  test('[R2.073] a supplier’s list has that supplier’s homes and keeps to it', async () => {
    const supplier = await fixture.base.db.selectFrom('suppliers').select('id').where('name', '=', 'Sole Landlord').executeTakeFirstOrThrow();
    const { list, head } = await page(`/uk/rent?supplier_id=${supplier.id}`);
    expect(list.homes.map(({ name }) => name).sort()).toEqual(['Aire House', 'Kirk House']);
    expect(list.active).toEqual([{ label: 'From Sole Landlord', href: '/en/uk/rent' }]);
    expect([head.indexable, head.canonical]).toEqual([false, '/en/uk/rent']);
    expect((await page(`/uk/rent?region_id=${fixture.london.id}`)).list.total).toBe((await page('/uk/london')).list.total);
  });

  test('[R2.074] a region is a list: its homes alone, its name, filters that keep to it', async () => {
    const { list, head } = await page('/uk/rent?region_id=826999');
    expect(list.title).toContain('Yorkshire');
    expect(list.breadcrumb.map(({ name }) => name)).toEqual(['Home', 'United Kingdom', 'Yorkshire']);
    expect(list.active.map(({ label, href }) => [label, href])).toEqual([['Yorkshire', '/en/uk/rent']]);
    expect(list.homes.map(({ name }) => name).sort()).toEqual(['Aire House', 'Kirk House']);
    expect(list.total).toBe(2);
    for (const { choices: some } of list.groups) for (const { href } of some) expect(href).toContain('region_id=826999');
    expect([head.indexable, head.canonical]).toEqual([false, '/en/uk/rent']);
    expect((await open('/jp/rent?region_id=826999')).kind).toBe('missing');
  });

  test('a country’s list narrowed to a city tells no figures of the whole country, and follows both', async () => {
    const reader = listReader(fixture.base.geo, `/uk/rent?region_id=${fixture.london.id}`);
    const opened = await fixture.lists.open(reader);
    expect(opened.kind === 'list' && opened.list.facts).toBeUndefined();
    expect([...reader.tags]).toEqual(expect.arrayContaining([`country:${fixture.london.country.id}`, `city:${fixture.london.id}`]));
    expect((await page('/uk/rent')).list.facts).toBeDefined();
  });

  test('[R9.65] [R2.082] [R2.083] the three categories are linked where they have homes', async () => {
    const { list } = await page('/uk/london');
    expect(list.categories.map(({ href }) => href)).toEqual(['/en/uk/london', '/en/uk/london/buy-old']);
    // A single category is no choice.
    expect((await page('/uk/leeds')).list.categories).toEqual([]);
    // Where nothing of a kind is, it has no page, whatever is asked of it.
    for (const path of ['/uk/leeds/buy-old', '/uk/leeds/buy-new', '/uk/leeds/buy-old/u1004a1', '/uk/london/buy-new'])
      expect([path, (await open(path)).kind]).toEqual([path, 'missing']);
    expect((await open('/uk/london/buy-old/u1002a1e2')).kind).toBe('list');
    const { list: sale } = await page('/uk/london/buy-old');
    expect(sale.total).toBeGreaterThan(0);
    expect(sale.total + list.total).toBe(
      (await fixture.base.db.selectFrom('listings').select('house_id').where('city_id', '=', fixture.london.id).execute()).length,
    );
  });
});

describe('search engines', () => {
  test('an unfiltered page stands for itself, a filtered or sorted one for the whole list', async () => {
    const second = await page('/uk/london/pga2');
    expect([second.head.canonical, second.head.indexable, second.head.previous]).toEqual(['/en/uk/london/pga2', true, '/en/uk/london']);
    for (const code of ['u1001a2', 'sorta12', 'sorta12-pga2']) {
      const { head } = await page(`/uk/london/${code}`);
      expect([head.canonical, head.indexable]).toEqual(['/en/uk/london', false]);
    }
    expect((await page('/uk/london/studio')).head.canonical).toBe('/en/uk/london/studio');
  });

  test('the page of a room type tells the median of that type', async () => {
    const median = async (path: string) => /median (\S+)/.exec((await page(path)).head.description)?.[1];
    const { list } = await page('/uk/london/studio');
    const own = known(list.facts).rents.find(({ name }) => name === 'Studio');
    expect(list.facts && own).toBeDefined();
    expect(await median('/uk/london/studio')).not.toBe(await median('/uk/london/ensuite'));
    expect((await page('/uk/london/studio')).head.description).not.toContain('Ensuite');
  });

  test('a city is offered from five homes on', async () => {
    expect((await page('/uk/leeds')).head.indexable).toBe(false);
    expect((await page('/uk/london')).head.indexable).toBe(true);
  });

  test('structured data lists the shown homes, counted through all pages', async () => {
    const { list, head } = await page('/uk/london/pga2');
    const graph = head.jsonLd?.['@graph'] as { '@type': string; itemListElement?: { position: number; url: string }[] }[];
    const items = known(graph.find((part) => part['@type'] === 'ItemList')?.itemListElement);
    expect(items.map(({ position }) => position)).toEqual(list.homes.map((_, index) => pageSize + 1 + index));
    expect(items[0]).toEqual({ '@type': 'ListItem', position: pageSize + 1, url: `https://example.org${list.homes[0]?.href}` });
    const school = (await page('/uk/london/university-college-london')).head.jsonLd?.['@graph'] as { '@type': string }[];
    expect(school.map((part) => part['@type'])).toContain('CollegeOrUniversity');
  });

  test('titles and descriptions differ between places and pages', async () => {
    const heads = await Promise.all(
      [
        '/uk/london',
        '/uk/london/pga2',
        '/uk/leeds',
        '/uk/rent',
        '/uk/london/university-college-london',
        '/uk/london/studio',
        '/uk/london/place/bloomsbury',
      ].map(async (address) => (await page(address)).head),
    );
    expect(new Set(heads.map(({ title }) => title)).size).toBe(heads.length);
    expect(new Set(heads.map(({ description }) => description)).size).toBe(heads.length);
  });
});

describe('cards', () => {
  test('[R3.52] a card has title, picture, address, rent with its unit and the whole contract', async () => {
    const { list } = await page('/uk/leeds/sorta13');
    const card = known(list.homes.find(({ name }) => name === 'Kirk House'));
    expect(card).toMatchObject({
      name: 'Kirk House',
      address: '12 Example Street',
      href: expect.stringMatching(/^\/en\/uk\/leeds\/detail-apartments-\d+$/),
      vacancy: 'available',
    });
    expect(card.picture.url(640, 'avif')).toMatch(/^\/pictures\//);
    expect(card.offer).toMatchObject({
      terms: { rent: { minor: 90000n, currency: 'GBP' }, unit: 'MONTH' },
      price: { weekly: { minor: 20769n }, contractTotal: { minor: 1059231n } },
    });
  });

  test('the offer shown is the cheapest that fits what was asked, or none', async () => {
    const { list } = await page('/uk/leeds/studio/u1006a1');
    const card = known(list.homes[0]);
    expect([card.name, card.vacancy, card.offer]).toEqual(['Aire House', 'other-rooms', undefined]);
  });

  test('[R3.54] a card counts rooms by their state', async () => {
    const card = known((await page('/uk/leeds')).list.homes.find(({ name }) => name === 'Aire House'));
    expect(card.rooms).toEqual({ all: 3, free: 1, reserved: 0, waiting: 1 });
  });

  test('names are in the reader’s script', async () => {
    const names = await Promise.all(
      (['zh-cn', 'zh-tw', 'zh-hk', 'vi-vn'] as const).map(async (locale) =>
        (await page('/uk/leeds', locale)).list.homes.map(({ name }) => name).find((name) => name !== 'Kirk House'),
      ),
    );
    expect(names).toEqual(['艾尔学生公寓', '艾爾學生公寓', '艾爾學生公寓', 'Aire House']);
  });

  test('a school’s list says the way to its nearest campus, walkable homes first', async () => {
    const { list } = await page('/uk/london/university-college-london/sorta14');
    expect(list.homes[0]).toMatchObject({ name: 'Gower Lodge', journey: { to: 'University College London', mode: 'walk' } });
    expect(list.homes[0]?.journey?.minutes).toBeLessThan(6);
    for (const { journey } of list.homes) expect(journey?.metres).toBeLessThanOrEqual(5_000);
  });

  test('amounts are about in the reader’s currency, with the day of the rate', async () => {
    const { list } = await page('/uk/london', 'zh-cn');
    expect(list.homes.find(({ offer }) => offer)?.offer?.about?.currency).toBe('CNY');
    expect(list.ratesOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  test('in the one that the reader chose once, which is on no link; what the address names goes before it', async () => {
    const read = async (address: string) => {
      const opened = await fixture.lists.open({ ...listReader(fixture.base.geo, address, 'zh-cn'), currency: 'VND' });
      if (opened.kind !== 'list') throw new Error(`${address} is ${opened.kind}`);
      return opened.list;
    };
    const told = (list: ListPage) => list.homes.find(({ offer }) => offer)?.offer?.about?.currency;
    const chosen = await read('/uk/london');
    expect([told(chosen), told(await read('/uk/london?currency=EUR'))]).toEqual(['VND', 'EUR']);
    expect(JSON.stringify([chosen.sorts, chosen.homes.map(({ href }) => href)])).not.toContain('currency');
    // Nobody else is shown it.
    expect(told((await page('/uk/london', 'zh-cn')).list)).toBe('CNY');
  });
});

describe('facts', () => {
  test('figures come from the homes of the list', async () => {
    const { list } = await page('/uk/london');
    const facts = known(list.facts);
    expect(facts.figures[0]).toEqual({ name: 'Homes for rent', value: String(list.total) });
    expect(facts.rents.every(({ sample }) => sample >= 3)).toBe(true);
    expect(facts.terms?.terms.length).toBeGreaterThan(0);
    expect((await page('/uk/london/pga2')).list.facts).toBeUndefined();
    expect((await page('/uk/london/u1001a1')).list.facts).toBeUndefined();
  });

  test('two places share little of their facts', async () => {
    const words = async (address: string): Promise<Set<string>> => {
      const facts = known((await page(address)).list.facts);
      return new Set([
        ...facts.figures.map(({ name, value }) => `${name} ${value}`),
        ...facts.rents.map(({ name, weekly }) => `${name} ${weekly.minor}`),
        ...facts.nearest.map(({ name, note }) => `${name} ${note}`),
      ]);
    };
    const [a, b] = await Promise.all([words('/uk/london'), words('/uk/london/university-college-london')]);
    const shared = [...a].filter((line) => b.has(line)).length;
    expect(shared / a.size).toBeLessThan(0.34);
  });
});

describe('queries', () => {
  test.each([
    ['/uk/london', 1],
    ['/uk/leeds', 1],
    ['/uk/london/pga2', 1],
    // Homes of a country are in memory: the cards alone are read.
    ['/uk/rent', 1],
    ['/uk/studio', 1],
    ['/uk/london/university-college-london', 1],
    ['/uk/london/place/bloomsbury', 1],
    ['/uk/london/u1000a202701e202709-u1002a100e400-u1003a3e4e5-sorta11', 1],
    // The place's figures come with an answer without homes.
    ['/uk/leeds/u1001a9-u1004a1e2-u1006a1', 1],
  ])('%s takes %i, whatever the number of cards', async (address, most) => {
    await page(address);
    const before = fixture.base.database.queryCount();
    await page(address);
    expect(fixture.base.database.queryCount() - before).toBe(most);
  });
});

describe('a list asked for again', () => {
  test('is what was shown while rows and rates are the same, tagged as before; otherwise it is worked out anew', async () => {
    const { base, rates, service } = fixture;
    const cache = new TagCache({ freshFor: 60_000, bound: 10_000_000 });
    const lists = createListLoader(cachedLists(service, cache), rates, base.geo);
    const shown = async (address: string, locale: Locale = 'zh-cn') => {
      const reader = listReader(base.geo, address, locale);
      const opened = await lists.open(reader);
      if (opened.kind !== 'list') throw new Error(`${address} is ${opened.kind}`);
      return { list: opened.list, tags: [...reader.tags].sort() };
    };
    const first = await shown('/uk/london');
    expect(first.tags).toContain('rates');
    expect(await shown('/uk/london')).toEqual(first);
    expect((await shown('/uk/london')).list).toBe(first.list);
    for (const other of [await shown('/uk/london', 'zh-tw'), await shown('/uk/london?currency=EUR'), await shown('/uk/london/sorta12')])
      expect(other.list).not.toBe(first.list);
    await rates.reload();
    const byNewRates = await shown('/uk/london');
    expect(byNewRates.list).not.toBe(first.list);
    cache.invalidate(first.tags.filter((tag) => tag.startsWith('city:')));
    expect((await shown('/uk/london')).list).not.toBe(byNewRates.list);
  });
});
