import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { City } from '#lib/features/geo/geo.schema.ts';
import { ensureSupplier, writeHouses } from '#lib/features/catalogue/catalogue.repository.ts';
import type { HouseDraft, ReviewDraft } from '#lib/features/catalogue/catalogue.schema.ts';
import { readCancellationPolicies } from '#lib/features/house/cancellation.files.ts';
import { houseHead } from '#lib/features/house/house.head.ts';
import { unitJsonLd } from '#lib/features/house/house.json-ld.ts';
import { createHouseLoader } from '#lib/features/house/house.loader.ts';
import type { HouseLoader } from '#lib/features/house/house.loader.ts';
import { houseBody } from '#layouts/blocks/house/house-body.ts';
import { piecesOf } from '#layouts/blocks/house/island-spot.ts';
import { compareGroups, compareHeads, compareWarning } from '#lib/features/house/compare.words.ts';
import { TagCache } from '#lib/db/tag-cache.ts';
import { cachedHouses } from '#lib/features/house/house.cache.ts';
import { createHouseRepository } from '#lib/features/house/house.repository.ts';
import { cachedLists } from '#lib/features/finding/finding.cache.ts';
import { createListService } from '#lib/features/finding/finding.service.ts';
import type { ListService } from '#lib/features/finding/finding.service.ts';
import { createHouseColumns } from '#lib/features/finding/house-columns.repository.ts';
import { createHouseIndex } from '#lib/features/finding/house.index.ts';
import { listToday } from '#lib/features/finding/question.rules.ts';
import { likeHome, usefulOf } from '#lib/features/house/house.rules.ts';
import { createHouseService } from '#lib/features/house/house.service.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import { createRatesService } from '#lib/features/rates/rates.service.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { translator } from '#lib/i18n/t.ts';
import { asId } from '#lib/ids/ids.ts';
import { money } from '#lib/money/money.ts';
import { createSite } from '#lib/paths.ts';
import type { HouseSubPage } from '#lib/paths.ts';
import { resolvePath } from '#lib/resolve.ts';
import { routeOf } from '#lib/routes.ts';
import { elements, parseHtml } from '#tests/crawl/html.ts';
import { houseDraft, tenancyDraft, testNow, unitDraft } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';

const site = createSite('https://site.example', new Map());
let base: TestDatabase;
let leeds: City;
let loader: HouseLoader;
let finding: ListService;
const testToday = listToday(undefined, testNow);
const ids = new Map<string, number>();

const review = (ref: string, overrides: Partial<ReviewDraft> = {}): ReviewDraft => ({
  ref,
  source: 'verified-stay',
  language: 'en',
  stayedFrom: '2025-09-01',
  writtenOn: '2026-07-01',
  score: 4,
  aspects: { location: 5, noise: 3 },
  texts: { en: 'Fine.', 'zh-CN': '不错。', 'zh-TW': '不錯。', vi: 'Ổn.' },
  reply: undefined,
  ...overrides,
});

beforeAll(async () => {
  base = await testDatabase();
  finding = createListService(base.db, base.geo, createHouseIndex(createHouseColumns(base.db)));
  const found = base.geo.city('uk', 'leeds');
  if (!found) throw new Error('no Leeds');
  leeds = found;
  const supplier = await ensureSupplier(base.db, { name: 'Harbour Residences', kind: 'operator', verifiedOn: '2026-01-05', isSample: false });
  const house = (ref: string, overrides: Partial<HouseDraft> = {}): HouseDraft => houseDraft(leeds, supplier, { ref, isSample: false, ...overrides });
  const manyUnits = Array.from({ length: 12 }, (_, index) =>
    unitDraft(leeds, {
      ref: `u${index}`,
      name: `Room ${index}`,
      tenancies: [0, 1, 2].map((one) =>
        tenancyDraft(leeds, { ref: `t${one}`, stock: index === 0 && one === 0 ? 0 : 2, rent: money(BigInt(20_000 + index * 500 + one * 100), 'GBP') }),
      ),
      pastRents: [
        { on: '2026-01-10', weekly: money(19_000n, 'GBP') },
        { on: '2026-06-10', weekly: money(20_000n, 'GBP') },
      ],
      rooms: [
        { label: '1A', status: 2, gender: 2, floor: 1 },
        { label: '1B', status: 1, gender: 0, floor: 1 },
      ],
    }),
  );
  await writeHouses(
    base.db,
    [
      house('plain', {
        reviews: [review('r1'), review('r2', { score: 5, source: 'import' })],
        faqs: ['bills', 'pets'],
        media: [{ kind: 'facade', unitRef: undefined, path: 'street', suffix: '', legacyUrl: undefined }],
      }),
      house('large', {
        units: manyUnits,
        promos: [
          { ref: 'p', kind: 'voucher', amount: money(5000n, 'GBP'), startsOn: '2026-01-01', endsOn: '2026-12-31' },
          { ref: 'old', kind: 'cashback', amount: money(100n, 'GBP'), startsOn: '2025-01-01', endsOn: '2025-12-31' },
        ],
      }),
      house('full', { units: [unitDraft(leeds, { tenancies: [tenancyDraft(leeds, { stock: 0 })] })] }),
      house('sample', { isSample: true, reviews: [review('r1')] }),
      house('near', { units: [unitDraft(leeds, { tenancies: [tenancyDraft(leeds, { rent: money(22_600n, 'GBP') })] })] }),
      house('dear', { units: [unitDraft(leeds, { tenancies: [tenancyDraft(leeds, { rent: money(70_000n, 'GBP') })] })] }),
    ],
    testNow,
  );
  const other = await ensureSupplier(base.db, { name: 'Pier Homes', kind: 'landlord', verifiedOn: undefined, isSample: false });
  await writeHouses(base.db, [houseDraft(leeds, other, { ref: 'twin', name: 'Weaver Court', isSample: false })], testNow);
  for (const { id, ref } of await base.db.selectFrom('houses').select(['id', 'ref']).execute()) ids.set(ref, id);
  await base.db
    .insertInto('house_twins')
    .values({ house_id: idOf('large'), twin_id: idOf('twin'), alike: 'name' })
    .execute();
  const rates = await createRatesService(base.db);
  loader = createHouseLoader(
    createHouseService(
      createHouseRepository(base.db, base.geo),
      readCancellationPolicies('src/content/cancellation-policies'),
      (amount, to) => rates.convert(amount, to)?.money,
    ),
    base.geo,
    rates,
    false,
  );
});
afterAll(() => base.close());

const idOf = (ref: string): number => ids.get(ref) ?? 0;

function reader(path: string, locale: Locale = 'en-us', query = '') {
  const paths = site.paths(locale);
  const page = resolvePath(base.geo, paths.local(path));
  if (page.kind !== 'page') throw new Error(`${path} is ${page.kind}`);
  return {
    page,
    paths,
    locale,
    intl: localeFacts[locale].intl,
    t: translator(locale),
    site,
    now: testNow,
    query: new URLSearchParams(query),
    tags: new Set<string>(),
  };
}

async function open(ref: string, locale?: Locale, query?: string): Promise<ReadHouse> {
  const opened = await loader.open(reader(`/uk/leeds/detail-apartments-${idOf(ref)}`, locale, query));
  if (opened.kind !== 'house') throw new Error(`${ref} is ${opened.kind}`);
  return opened.house;
}

describe('finding a house', () => {
  test('[R1.08][R2.065] both words lead to the house, and it tags its page', async () => {
    for (const word of ['apartments', 'rent']) {
      const asked = reader(`/uk/leeds/detail-${word}-${idOf('plain')}`);
      const opened = await loader.open(asked);
      expect(opened).toMatchObject({ kind: 'house', house: { name: 'Weaver Court' } });
      expect([...asked.tags]).toEqual([`house:${idOf('plain')}`]);
    }
  });

  test('below another city the answer is the right address, query kept', async () => {
    const house = idOf('plain');
    expect(await loader.open(reader(`/uk/london/detail-rent-${house}/map`, 'vi-vn', 'schoolunique=university-of-leeds'))).toEqual({
      kind: 'moved',
      path: `/vn/uk/leeds/detail-apartments-${house}/map?schoolunique=university-of-leeds`,
    });
    expect(await loader.open(reader(`/uk/london/h${house}u3hcr0`))).toEqual({ kind: 'moved', path: `/en/uk/leeds/h${house}u3hcr0` });
    expect(await loader.open(reader(`/uk/london/u3h${house}`))).toEqual({ kind: 'moved', path: `/en/uk/leeds/u3h${house}` });
  });

  test('what never was is missing; what was withdrawn is told apart', async () => {
    expect(await loader.open(reader('/uk/leeds/detail-rent-999999'))).toEqual({ kind: 'missing' });
    await base.db.updateTable('houses').set({ status: 'removed' }).where('id', '=', idOf('dear')).execute();
    expect((await loader.open(reader(`/uk/leeds/detail-rent-${idOf('dear')}`))).kind).toBe('removed');
    await base.db.updateTable('houses').set({ status: 'open' }).where('id', '=', idOf('dear')).execute();
  });

  test('[R2.066] the school of the query is the one counted with; an unknown one is ignored', async () => {
    const house = await open('plain', 'en-us', 'schoolunique=leeds-beckett-university');
    expect(house.chosenSchool?.slug).toBe('leeds-beckett-university');
    const { cheapest } = await loader.offers(house, reader(`/uk/leeds/detail-rent-${house.id}`));
    expect(cheapest && usefulOf(translator('en-us'), house, cheapest.tenancy, undefined, 'en-us')?.school).toBe('Leeds Beckett University');
    expect((await open('plain', 'en-us', 'schoolunique=nowhere')).chosenSchool).toBeUndefined();
  });

  const expectPage = async (sub: HouseSubPage): Promise<void> => {
    const asked = reader(`/uk/leeds/detail-apartments-${idOf('plain')}/${sub}`);
    expect(asked.page.listing).toMatchObject({ kind: 'house', sub });
    expect(existsSync(`src/pages/${routeOf(asked.page.name).page}.astro`)).toBe(true);
    expect(await loader.open(asked)).toMatchObject({ kind: 'house', house: { id: idOf('plain') } });
  };
  test('[R2.084] the map has a page of the house', () => expectPage('map'));
  test('[R2.085] the street has a page of the house', () => expectPage('street'));
  test('[R2.086] the amenities have a page of the house', () => expectPage('community-amenities'));
  test('[R2.087] the reviews have a page of the house', () => expectPage('review'));
  test('[R2.088] pictures from reviews have a page of the house', () => expectPage('review-media'));
  test('[R2.089] all pictures have a page of the house', () => expectPage('media'));
  test('[R2.090] bed sizes have a page of the house', () => expectPage('mattress-size'));
  test('[R2.091] the offers have a page of the house', () => expectPage('offers'));
  test('[R2.092] the price trend has a page of the house', () => expectPage('price-trend'));
  test('[R2.093] the questions have a page of the house', () => expectPage('faq'));

  test('the name is in the reader’s script, with the supplier’s own beside it', async () => {
    expect(await open('plain', 'zh-cn')).toMatchObject({ title: '织工苑', originalName: 'Weaver Court', words: { lang: 'zh-CN', paragraphs: ['一栋公寓。'] } });
    expect(await open('plain', 'zh-tw')).toMatchObject({ title: '織工苑', words: { lang: 'zh-Hant-TW', paragraphs: ['一棟公寓。'] } });
    expect(await open('plain', 'vi-vn')).toMatchObject({ title: 'Weaver Court', originalName: undefined, words: { lang: 'en' } });
  });
});

describe('what a house offers', () => {
  test('[R3.66] the cheapest option that can be taken leads, full ones do not', async () => {
    const house = await open('large');
    const homes = await loader.offers(house, reader(`/uk/leeds/detail-rent-${house.id}`));
    expect(homes.units).toHaveLength(12);
    expect(homes.cheapest?.tenancy.rent).toEqual(money(20_100n, 'GBP'));
    expect(homes.confirmedAt).toEqual(new Date('2026-11-21T09:00:00Z'));
  });

  test('a full house has no offer, and a closed one neither', async () => {
    const asked = reader(`/uk/leeds/detail-rent-${idOf('full')}`);
    expect((await loader.offers(await open('full'), asked)).cheapest).toBeUndefined();
    expect((await loader.offers({ ...(await open('plain')), status: 'closed' }, asked)).cheapest).toBeUndefined();
  });

  test('[R2.067] [R3.67] a unit address names unit and option; what is not of this house is missing', async () => {
    const house = await open('large');
    const { units } = await loader.offers(house, reader(`/uk/leeds/detail-rent-${house.id}`));
    const [unit] = units;
    const tenancy = unit?.tenancies[1];
    if (!unit || !tenancy) throw new Error('no unit');
    expect(loader.chosen(units, reader(`/uk/leeds/h${house.id}u${unit.id}hcr${tenancy.id}`))).toEqual({ unit, tenancy });
    expect(loader.chosen(units, reader(`/uk/leeds/h${house.id}u${unit.id}hcr0`))).toEqual({ unit, tenancy: undefined });
    expect(loader.chosen(units, reader(`/uk/leeds/h${house.id}u${unit.id}hcr${tenancy.id + 1000}`))).toBeUndefined();
    expect(loader.chosen(units, reader(`/uk/leeds/h${house.id}u99999hcr0`))).toBeUndefined();
  });

  test('[R2.068] [R3.68] the room list has the rooms of its unit', async () => {
    const house = await open('large');
    const { units } = await loader.offers(house, reader(`/uk/leeds/detail-rent-${house.id}`));
    const chosen = loader.chosen(units, reader(`/uk/leeds/u${units[2]?.id ?? 0}h${house.id}`));
    expect(chosen?.unit.rooms.map(({ label, status }) => [label, status])).toEqual([
      ['1A', 2],
      ['1B', 1],
    ]);
  });

  test('only promos that run today are shown', async () => {
    const house = await open('large');
    expect((await loader.promos(house, reader(`/uk/leeds/detail-rent-${house.id}`))).map(({ kind }) => kind)).toEqual(['voucher']);
  });

  test('[R3.69] reviews come with their sample size and means', async () => {
    const reviews = await loader.reviews(await open('plain'));
    expect(reviews).toMatchObject({ count: 2, score: 4.5, verified: { count: 1, score: 4 }, aspects: { location: 5, noise: 3 } });
    expect((await loader.reviews(await open('sample'))).verified).toEqual({ count: 0, score: undefined });
    expect(await loader.reviews(await open('full'))).toMatchObject({ count: 0, score: undefined, newest: [] });
  });

  test('similar homes have vacancies, are of the city, and stand nearest in rent first', async () => {
    const house = await open('plain');
    const { cheapest } = await loader.offers(house, reader(`/uk/leeds/detail-rent-${house.id}`));
    const similar = (await finding.alike(likeHome(house, cheapest), 10, testToday)).map(({ id }) => id);
    expect(similar).not.toContain(house.id);
    expect(similar).not.toContain(idOf('full'));
    expect(similar.indexOf(asId(idOf('near')))).toBeLessThan(similar.indexOf(asId(idOf('dear'))));
  });

  test('[R1.31] the data of a house takes two queries, however many units there are', async () => {
    const count = async (ref: string): Promise<number> => {
      const asked = reader(`/uk/leeds/detail-rent-${idOf(ref)}`);
      const before = base.database.queryCount();
      const house = await open(ref);
      const { offers: homes } = await loader.whole(house, asked);
      await finding.alike(likeHome(house, homes.cheapest), 4, testToday);
      return base.database.queryCount() - before;
    };
    expect(await count('plain')).toBe(await count('large'));
    const cached = createHouseService(
      cachedHouses(createHouseRepository(base.db, base.geo), new TagCache({ freshFor: 60_000, bound: 1_000_000 })),
      readCancellationPolicies('src/content/cancellation-policies'),
      () => undefined,
    );
    const lists = cachedLists(finding, new TagCache({ freshFor: 60_000, bound: 1_000_000 }));
    const visit = async (): Promise<number> => {
      const before = base.database.queryCount();
      const house = await cached.find(asId(idOf('large')));
      if (!house) throw new Error('the test looks at a home that is there');
      const [{ cheapest }] = await Promise.all([
        cached.offers(house, testNow),
        cached.media(house),
        cached.promos(house, testNow),
        cached.pricePoints(house),
        cached.reviews(house),
      ]);
      await lists.alike(likeHome(house, cheapest), 4, testToday);
      return base.database.queryCount() - before;
    };
    // The home with all that belongs to it, and those like it as cards. Read just now, it takes none.
    expect(await visit()).toBe(2);
    expect(await visit()).toBe(0);
  });
});

describe('what a page of a home shows', () => {
  const hostile = [
    `<script>alert(1)</script>`,
    `"><img src=x onerror=alert(1)>`,
    `' onmouseover='alert(1)`,
    `</a></article><iframe src=//e>`,
    `<!--refund-->`,
    `&lt;b&gt;`,
  ];

  /** The parts of a home's page where everything that others write is the text. */
  async function bodyOf(text: string, locale: Locale = 'zh-cn') {
    const asked = reader(`/uk/leeds/detail-apartments-${idOf('large')}`, locale);
    const house = await open('large', locale);
    const whole = await loader.whole(house, asked);
    const { newest } = await loader.reviews(await open('plain', locale));
    const named = <Of extends { readonly name: string }>(one: Of): Of => ({ ...one, name: text });
    const markup = houseBody(
      { ...asked, geo: base.geo },
      {
        house: {
          ...house,
          title: text,
          originalName: text,
          address: text,
          postalCode: undefined,
          supplier: named(house.supplier),
          words: { lang: 'en', paragraphs: [text] },
          verifications: [{ fact: 'address', by: text, method: 'visit', on: '2026-01-05' }],
        },
        whole: {
          ...whole,
          offers: { ...whole.offers, units: whole.offers.units.map(named) },
          reviews: { ...whole.reviews, count: 1, score: 4, newest: newest.slice(0, 1).map((one) => ({ ...one, texts: { en: text }, reply: { en: text } })) },
          faqs: [{ code: 'pets', question: text, answer: text }],
          twins: whole.twins.map((twin) => ({ ...twin, house: { ...twin.house, title: text, supplier: named(twin.house.supplier) } })),
        },
        canTranslate: true,
      },
    ).text;
    return { markup, tree: [...elements(parseHtml(markup))] };
  }

  test('has the same elements and spots for islands whatever others write, and every word as it was written', async () => {
    const plain = await bodyOf('x');
    const names = ({ tree }: typeof plain): string[] => tree.map(({ name, attributes }) => `${name} ${[...attributes.keys()].join(' ')}`);
    const spots = ({ markup }: typeof plain): (string | undefined)[] => piecesOf(markup).filter((_, index) => index % 2 === 1);
    expect(spots(plain)).toEqual([
      'late-styles',
      'refund',
      expect.stringMatching(/^review-/),
      expect.stringMatching(/^reply-/),
      `house-${idOf('large')}`,
      'similar',
    ]);
    for (const text of hostile) {
      const found = await bodyOf(text);
      expect(names(found), text).toEqual(names(plain));
      expect(spots(found)).toEqual(spots(plain));
      expect(found.tree.find(({ name }) => name === 'h1')?.children).toEqual([text]);
      const twins = found.tree.find(({ attributes }) => attributes.get('class') === 'twins');
      expect(twins && [...elements(twins)].flatMap(({ children }) => children)).toEqual(
        expect.arrayContaining([text, `${text} · £225/周起`, '名称相同，相距不到 200 米']),
      );
    }
  });

  test('is the same object until the home, the day, the rates or the question change, so that its HTML is not written anew', async () => {
    const rates = await createRatesService(base.db);
    const rows = new TagCache({ freshFor: 60_000, bound: 10_000_000 });
    const service = createHouseService(
      cachedHouses(createHouseRepository(base.db, base.geo), rows),
      readCancellationPolicies('src/content/cancellation-policies'),
      () => undefined,
    );
    const keeping = createHouseLoader(service, base.geo, rates, false);
    const shown = async (locale: Locale, query = '', now = testNow, currency?: CurrencyCode) => {
      const asked = { ...reader(`/uk/leeds/detail-apartments-${idOf('large')}`, locale, query), now, currency };
      const opened = await keeping.open(asked);
      if (opened.kind !== 'house') throw new Error('the test looks at a home that is there');
      const whole = await keeping.whole(opened.house, asked);
      expect([...asked.tags].toSorted()).toEqual([`house:${idOf('large')}`, 'rates']);
      return whole;
    };
    const first = await shown('en-us');
    expect(await shown('en-us')).toBe(first);
    expect(await shown('vi-vn')).not.toBe(first);
    expect(await shown('en-us', 'currency=USD')).not.toBe(first);
    const chosen = await shown('en-us', '', testNow, 'VND');
    expect([chosen === first, chosen.chosenCurrency, await shown('en-us')]).toEqual([false, 'VND', first]);
    expect(await shown('en-us', '', new Date(testNow.getTime() + 86_400_000))).not.toBe(first);
    rows.invalidate([`house:${idOf('large')}`]);
    const again = await shown('en-us');
    expect(again).not.toBe(first);
    await rates.reload();
    expect(await shown('en-us')).not.toBe(again);
  });
});

describe('structured data', () => {
  const graphOf = async (ref: string, locale: Locale = 'en-us'): Promise<Record<string, unknown>[]> => {
    const asked = reader(`/uk/leeds/detail-apartments-${idOf(ref)}`, locale);
    const house = await open(ref, locale);
    const whole = await loader.whole(house, asked);
    const view = asked as unknown as Parameters<typeof houseHead>[0];
    return houseHead(view, house, whole).jsonLd?.['@graph'] as Record<string, unknown>[];
  };
  const ofType = (graph: readonly Record<string, unknown>[], type: string) => graph.filter((part) => part['@type'] === type);

  test('an apartment house has plans, apartments and offers with the code of their lease unit', async () => {
    const graph = await graphOf('plain');
    expect(ofType(graph, 'ApartmentComplex')[0]).toMatchObject({
      name: 'Weaver Court',
      accommodationFloorPlan: [{ '@type': 'FloorPlan', name: 'Bronze Ensuite' }],
    });
    expect(ofType(graph, 'OfferCatalog')[0]).toMatchObject({
      itemListElement: [{ priceSpecification: { price: '225.00', priceCurrency: 'GBP', unitCode: 'WEE' }, availability: 'InStock' }],
    });
    expect(ofType(graph, 'FAQPage')[0]).toMatchObject({ mainEntity: [{ name: 'Which bills are included in the rent?' }, { name: 'Can I keep a pet?' }] });
    expect(ofType(await graphOf('near'), 'FAQPage')).toEqual([]);
  });

  test('a full house says so', async () => {
    expect(ofType(await graphOf('full'), 'OfferCatalog')[0]).toMatchObject({ itemListElement: [{ availability: 'SoldOut' }] });
  });

  test('a rating comes from verified stays alone, never from sample data', async () => {
    expect(ofType(await graphOf('plain'), 'ApartmentComplex')[0]).toMatchObject({ aggregateRating: { ratingValue: 4, reviewCount: 1 } });
    expect(ofType(await graphOf('sample'), 'ApartmentComplex')[0]).not.toHaveProperty('aggregateRating');
  });

  test('a unit page tells all its options', async () => {
    const asked = reader(`/uk/leeds/detail-rent-${idOf('large')}`);
    const house = await open('large');
    const [unit] = (await loader.offers(house, asked)).units;
    if (!unit) throw new Error('no unit');
    const graph = unitJsonLd(asked, house, { unit })['@graph'] as Record<string, unknown>[];
    expect(ofType(graph, 'Offer').map((offer) => offer['availability'])).toEqual(['SoldOut', 'InStock', 'InStock']);
  });
});

test('[R2.039] homes are compared in the order asked for, in four queries; strangers are left out', async () => {
  const [plain, large] = [idOf('plain'), idOf('large')];
  const { units } = await loader.offers(await open('large'), reader(`/uk/leeds/detail-rent-${large}`));
  const unit = units[3]?.id ?? 0;
  const asked = reader('/house-compare', 'zh-cn', `ids=${large}-${unit},999999,${plain},${plain}-${unit}`);
  const before = base.database.queryCount();
  const { columns } = await loader.compare(asked);
  expect(base.database.queryCount() - before).toBe(4);
  expect(columns.map(({ house, unit: one }) => [house.id, one?.id])).toEqual([
    [large, unit],
    [plain, expect.any(Number)],
  ]);
  expect(columns[0]?.offer?.unit.id).toBe(unit);
  expect([...asked.tags].toSorted()).toEqual([`house:${large}`, `house:${plain}`].toSorted());
  expect((await loader.compare(reader('/house-compare'))).columns).toEqual([]);
});

describe('[R2.039] the rows of the comparison', () => {
  const rowsOf = async (refs: readonly string[], locale: Locale = 'en-us', query = '') => {
    const asked = reader('/house-compare', locale, `ids=${refs.map(idOf).join(',')}${query}`);
    const comparison = await loader.compare(asked);
    const rows = compareGroups(comparison, asked).flatMap((group) => group.rows);
    return {
      rows,
      comparison,
      heads: compareHeads(comparison, asked),
      warning: compareWarning(comparison, asked),
      best: (key: string) => rows.find((row) => row.key === key)?.cells.map(({ best }) => best),
      differs: (key: string) => rows.find((row) => row.key === key)?.differs,
      said: (key: string) => rows.find((row) => row.key === key)?.cells.map(({ text, subs }) => [text, ...subs].join(' | ')),
    };
  };

  test('tell rent, bills, refund, reviews, journey, stock and age of each home', async () => {
    const { rows, said } = await rowsOf(['plain', 'sample', 'near', 'full']);
    for (const { cells } of rows) expect(cells).toHaveLength(4);
    expect(said('reviews')).toEqual([
      '4.5 from 2 reviews | too few reviews to go by',
      '4.0 from 1 review | too few reviews to go by',
      'No one has reviewed this home yet.',
      'No one has reviewed this home yet.',
    ]);
    expect(rows.find(({ key }) => key === 'way')?.label).toMatch(/^Journey to ./);
    expect(said('way')?.[0]).toMatch(/^about \d+ mins? (on foot|by public transport)$/);
    expect(said('stock')?.[3]).toBe('Fully booked');
    expect(said('fee')).toEqual(['none', 'none', 'none', '–']);
    // Nothing to take, nothing to get back.
    expect(said('refund-mind')?.[3]).toBe('–');
  });

  test('the total with bills stands where one home has an estimate, and says where there is none', async () => {
    expect((await rowsOf(['plain', 'sample'])).said('total-bills')).toBeUndefined();
    await base.db
      .updateTable('houses')
      .set({ bills_included: ['electricity', 'internet', 'tv-licence'] })
      .where('id', '=', idOf('near'))
      .execute();
    const { said } = await rowsOf(['plain', 'near']);
    expect(said('bills-beside')?.[1]).toMatch(/^\+ about £\d+ a week in bills$/);
    expect(said('total-bills')).toEqual(['No estimate', expect.stringMatching(/^about £[\d,]+$/)]);
    await base.db
      .updateTable('houses')
      .set({ bills_included: ['water'] })
      .where('id', '=', idOf('near'))
      .execute();
  });

  test('what comes back is what the rules of the lease shown give, with the last day for it', async () => {
    const asked = reader('/house-compare', 'en-us', `ids=${idOf('plain')}`);
    const {
      columns: [column],
    } = await loader.compare(asked);
    const { said } = await rowsOf(['plain']);
    for (const [key, event] of [
      ['refund-mind', 'changed-mind'],
      ['refund-visa', 'visa-refused'],
    ] as const) {
      const open = column?.refunds?.filter((row) => row.event === event && !row.passed) ?? [];
      const most = open.reduce((best, { total }) => (total.minor > best ? total.minor : best), 0n);
      expect(most).toBeGreaterThan(0n);
      const [text = ''] = said(key) ?? [];
      expect(text).toMatch(/^£[\d,.]+ \| if you give notice by \d{1,2} \w+ 20\d\d$/);
      expect(BigInt(Math.round(Number(text.replace(/ .*/, '').replaceAll(/[£,]/g, '')) * 100))).toBe(most);
    }
  });

  test('rows in which the homes differ are marked, the others are not; one home differs from nothing', async () => {
    const { differs, rows } = await rowsOf(['plain', 'near']);
    expect(['rent', 'total', 'reviews'].map(differs)).toEqual([true, true, true]);
    expect(['lease', 'bills-in', 'bath', 'way'].map(differs)).toEqual([false, false, false, false]);
    expect(rows.some((row) => !row.differs)).toBe(true);
    expect((await rowsOf(['plain'])).rows.filter((row) => row.differs)).toEqual([]);
  });

  test('one row has one unit of time, whatever the leases are listed in', async () => {
    await base.db.updateTable('tenancies').set({ rent_unit: 'MONTH', rent_minor: 90_000n }).where('house_id', '=', idOf('near')).execute();
    const { said } = await rowsOf(['plain', 'near']);
    for (const text of said('rent') ?? []) expect(text.split(' | ')[0]).toMatch(/per week$/);
    for (const text of said('lease') ?? []) expect(text).toMatch(/^[\d.]+ weeks/);
  });
});
