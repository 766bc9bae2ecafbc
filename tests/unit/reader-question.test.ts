/** The codec of the question that pages carry on. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import {
  amenityCodes,
  distanceSteps,
  formatFilterCode,
  leaseBands,
  noFilter,
  parseFilterCode,
  sorts,
  unitTypes,
} from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter, Sort } from '#lib/features/catalogue/filter-code.rules.ts';
import {
  askedFilter,
  canonicalAsk,
  isAsked,
  listOfQuestion,
  noQuestion,
  questionOfList,
  questionOfPage,
  questionQuery,
  readQuestion,
} from '#lib/features/finding/reader-question.rules.ts';
import type { ReaderQuestion } from '#lib/features/finding/reader-question.rules.ts';
import { answeringList } from '#lib/features/lists/question-line.rules.ts';
import { askedOfSearch } from '#lib/features/search/search-form.rules.ts';
import { createPaths } from '#lib/paths.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import type { City } from '#lib/features/geo/geo.schema.ts';
import { readersCurrencies } from '#lib/money/currencies.ts';
import { questionParameters } from '#lib/routes/route.ts';
import { resolvePath } from '#lib/resolve.ts';
import { routeOf } from '#lib/routes.ts';
import { pageQuery } from '#server/pages/query.ts';

const geo = loadGeo();
const known = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('the places have changed');
  return value;
};
const manchester = known(geo.city('uk', 'manchester'));
const uom = known(geo.school(manchester, 'university-of-manchester'));
const fallowfield = known(geo.place(manchester, 'fallowfield'));

const month = fc.tuple(fc.integer({ min: 2026, max: 2030 }), fc.integer({ min: 1, max: 12 })).map(([year, number]) => year * 100 + number);
const filters: fc.Arbitrary<ListFilter> = fc.record({
  months: fc.uniqueArray(month, { maxLength: 3 }).map((months) => months.toSorted((a, b) => a - b)),
  guests: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
  rent: fc.option(
    fc.tuple(fc.nat(999), fc.nat(999)).map(([from, width]) => ({ from, to: from + width })),
    { nil: undefined },
  ),
  leases: fc.subarray(leaseBands.map((_, band) => band)),
  types: fc.subarray([...unitTypes]),
  amenities: fc.subarray([...amenityCodes], { maxLength: 6 }),
  bathroom: fc.constantFrom('private', 'shared', undefined),
  distance: fc.constantFrom(...distanceSteps, undefined),
  verified: fc.boolean(),
  availableNow: fc.boolean(),
  sort: fc.constantFrom(...(Object.keys(sorts) as Sort[])),
  page: fc.integer({ min: 1, max: 99 }),
});
const questions: fc.Arbitrary<ReaderQuestion> = fc.record({
  near: fc.constantFrom(undefined, ...manchester.schools, ...manchester.places),
  filter: filters.map(askedFilter),
  currency: fc.constantFrom(undefined, ...readersCurrencies),
});
const read = (text: string, city?: City): ReaderQuestion => readQuestion(geo, pageQuery(new URLSearchParams(text), questionParameters).query, city);

describe('[R2.066] the question that links carry', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(questions, (question) => {
        expect(read(questionQuery(question), manchester)).toEqual(question);
        // Pages that are in no city find the school and the spot all the same.
        expect(read(questionQuery(question))).toEqual(question);
      }),
    );
  });

  test('has one spelling, whatever order, case, page and sort it is written in', () => {
    fc.assert(
      fc.property(questions, filters, (question, { sort, page }) => {
        const entries = formatFilterCode({ ...question.filter, sort, page })
          .split('-')
          .filter(Boolean);
        const given = new URLSearchParams();
        if (question.currency) given.set('currency', question.currency.toLowerCase());
        if (entries.length > 0) given.set('ask', entries.toReversed().join('-'));
        if (question.near)
          given.set(
            question.near.kind === 'school' ? 'schoolunique' : 'poi_id',
            String(question.near.kind === 'school' ? question.near.slug : question.near.id),
          );
        given.set('utm_source', 'x');
        expect(questionQuery(read(given.toString(), manchester))).toBe(questionQuery(question));
        // The page of the one spelling is kept for all.
        const kept = (text: string): string => String(pageQuery(new URLSearchParams(text), questionParameters).query);
        expect(kept(given.toString())).toBe(kept(questionQuery(question)));
      }),
    );
  });

  test('leads to the list that answers it, in the currency chosen', () => {
    const paths = createPaths('en-us', false);
    const near = { ...noQuestion, near: uom, filter: { ...noFilter, types: ['studio' as const] }, currency: 'EUR' as const };
    expect(answeringList(near, manchester, { paths })).toBe('/en/uk/manchester/university-of-manchester/u1004a1?currency=EUR');
    expect(answeringList(noQuestion, manchester, { paths })).toBe(paths.place(manchester));
  });

  test('needs no escaping, and stays short', () => {
    fc.assert(
      fc.property(questions, (question) => {
        const query = questionQuery(question);
        expect(query).toMatch(/^(?:\?[\w=&-]+)?$/);
        expect(query.length).toBeLessThan(500);
      }),
    );
  });

  test('texts of others ask for what they spell, or for nothing', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom(
        'u1002a200e249',
        'u1002a9e1',
        'u1000a209999',
        '-',
        'e',
        'a',
        'pga0',
        '__proto__',
        '%00',
        '../..',
        "';--",
        'x'.repeat(600),
        'u1005a1e'.repeat(99),
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom(...questionParameters), fc.array(piece, { maxLength: 5 }), (name, pieces) => {
        const given = new URLSearchParams({ [name]: pieces.join('') });
        for (const query of [given, pageQuery(given, questionParameters).query]) {
          const question = readQuestion(geo, query, manchester);
          expect(questionQuery(question).length).toBeLessThan(700);
          expect(readQuestion(geo, new URLSearchParams(questionQuery(question)), manchester)).toEqual(question);
        }
      }),
    );
  });

  test('what is not in the city of the page asks for nothing', () => {
    const leeds = known(geo.city('uk', 'leeds'));
    expect(read('schoolunique=university-of-manchester', leeds)).toEqual(noQuestion);
    expect(read(`poi_id=${fallowfield.id}`, leeds)).toEqual(noQuestion);
    expect(read('schoolunique=nowhere&ask=u1002a200&currency=XXX')).toEqual(noQuestion);
  });
});

describe('a list and its question', () => {
  test('the list asks for its place and all that is chosen, a type of its path among it', () => {
    const filter: ListFilter = { ...noFilter, rent: { from: 200, to: 249 }, sort: 'rent-low', page: 3 };
    expect(questionQuery(questionOfList({ place: uom, category: 'rent' }, filter))).toBe('?schoolunique=university-of-manchester&ask=u1002a200e249');
    expect(questionQuery(questionOfList({ place: fallowfield, category: 'rent' }, noFilter, 'EUR'))).toBe(`?poi_id=${fallowfield.id}&currency=EUR`);
    expect(questionQuery(questionOfList({ place: manchester, type: 'studio', category: 'rent' }, noFilter))).toBe('?ask=u1004a1');
    expect(questionQuery(questionOfList({ place: manchester, category: 'rent' }, { ...noFilter, page: 2 }))).toBe('');
  });

  test('leads back to the list it came from', () => {
    fc.assert(
      fc.property(fc.constantFrom(uom, fallowfield, manchester), filters, (place, filter) => {
        const asked = questionOfList({ place, category: 'rent' }, filter);
        expect(listOfQuestion(asked, manchester)).toEqual({ target: { place, category: 'rent' }, filter: askedFilter(filter) });
      }),
    );
  });

  test('a currency alone asks for no home', () => {
    expect(isAsked(noQuestion)).toBe(false);
    expect(isAsked({ ...noQuestion, currency: 'EUR' })).toBe(false);
    expect(isAsked({ ...noQuestion, near: uom })).toBe(true);
    expect(isAsked({ ...noQuestion, filter: known(parseFilterCode('u1009a1')) })).toBe(true);
    expect(canonicalAsk('pga3-sorta11')).toBeUndefined();
  });

  test('pages about a home, comparison and results read it; pages without homes do not', () => {
    const reads = (name: Parameters<typeof routeOf>[0]): string =>
      String(pageQuery(new URLSearchParams('ask=u1009a1&schoolunique=university-of-manchester'), routeOf(name).query ?? []).query);
    for (const name of ['house_detail', 'house_faq', 'house_map', 'unit_detail', 'room_list', 'house_compare', 'search', 'index'] as const)
      expect(reads(name), name).toBe('schoolunique=university-of-manchester&ask=u1009a1');
    for (const name of ['new_list', 'new_list3', 'city', 'country_page', 'map', 'recommendation'] as const) expect(reads(name), name).toBe('');
  });
});

test('[R2.066] a page has the question of its address: of the path where that is a list, otherwise of the query', () => {
  const asksOf = (path: string, search = ''): string => {
    const found = resolvePath(geo, path);
    if (found.kind !== 'page') throw new Error(`${path} is no page`);
    return questionQuery(questionOfPage({ page: found, query: new URLSearchParams(search), geo }));
  };
  const asked = '?schoolunique=university-of-manchester&ask=u1002a200e249';
  expect(asksOf('/uk/manchester/university-of-manchester/u1002a200e249')).toBe(asked);
  expect(asksOf('/uk/manchester/university-of-manchester/u1002a200e249-sorta12-pga2', 'currency=EUR')).toBe(`${asked}&currency=EUR`);
  expect(asksOf('/uk/rent/u1002a200e249', `poi_id=${fallowfield.id}`)).toBe(`?poi_id=${fallowfield.id}&ask=u1002a200e249`);
  expect(asksOf('/uk/manchester/studio')).toBe('?ask=u1004a1');
  expect(asksOf('/uk/manchester')).toBe('');
  for (const path of [
    '/uk/manchester/detail-apartments-12',
    '/uk/manchester/detail-apartments-12/faq',
    '/uk/manchester/h12u3hcr4',
    '/house-compare',
    '/search',
  ])
    expect(asksOf(path, asked)).toBe(asked);
  // A home is not near a school of another city.
  expect(asksOf('/uk/leeds/detail-apartments-12', asked)).toBe('?ask=u1002a200e249');
});

test('[R2.066] a search carries the question of its page, and a rent with the country whose currency it is in', () => {
  const ofPage = (path: string, search = '') => {
    const found = resolvePath(geo, path);
    if (found.kind !== 'page') throw new Error(`${path} is no page`);
    const { fields, abroad } = askedOfSearch({ page: found, query: new URLSearchParams(search), geo });
    return { query: String(new URLSearchParams(fields.map(([name, value]) => [name, value]))), abroad };
  };
  const rent = 'ask=u1002a200e249-u1006a1';
  const near = `schoolunique=university-of-manchester&${rent}`;
  expect(ofPage('/uk/manchester')).toEqual({ query: '', abroad: undefined });
  expect(ofPage('/uk/manchester/u1006a1')).toEqual({ query: 'ask=u1006a1', abroad: undefined });
  const list = ofPage('/uk/manchester/university-of-manchester/u1002a200e249-u1006a1');
  expect(list.query).toBe(near);
  expect(list.abroad?.code).toBe('u1006a1');
  expect(list.abroad?.within.split(' ')).toContain('uk');
  expect(list.abroad?.within.split(' ')).not.toContain('au');
  // A school tells the country; otherwise it is said.
  const country = `country_id=${manchester.country.id}`;
  expect(ofPage('/uk/manchester/u1002a200e249-u1006a1').query).toBe(`${rent}&${country}`);
  expect(ofPage('/uk/manchester/detail-apartments-12', rent).query).toBe(`${rent}&${country}`);
  expect(ofPage('/house-compare', near).query).toBe(near);
  // The page of results carries on what it was given; elsewhere the rent stays behind where nobody knows the currency.
  expect(ofPage('/search', `${rent}&${country}`).query).toBe(`${rent}&${country}`);
  expect(ofPage('/search', rent)).toEqual({ query: rent, abroad: { code: 'u1006a1', within: '' } });
  expect(ofPage('/house-compare', rent)).toEqual({ query: 'ask=u1006a1', abroad: { code: 'u1006a1', within: '' } });
});
