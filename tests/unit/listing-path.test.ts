import { describe, expect, test } from 'vitest';
import { noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { countryNamed, resolveListingPath } from '#lib/features/catalogue/listing-path.rules.ts';
import { readRegions } from '#lib/features/search/region.files.ts';
import { carriedQuery, pageOfList, selectionPath } from '#lib/features/lists/list.rules.ts';
import { routeOf } from '#lib/routes.ts';
import { pageQuery } from '#server/pages/query.ts';
import { asId } from '#lib/ids/ids.ts';
import { createPaths } from '#lib/paths.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { isNarrowed, readNarrowing, scopeOf, wholeList } from '#lib/features/finding/question.rules.ts';

const geo = loadGeo();
const resolve = (path: string) => resolveListingPath(geo, path.split('/').filter(Boolean));
const paths = createPaths('zh-cn', false);
function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a place this test needs is missing');
  return value;
}
const uk = known(geo.country('uk'));
const london = known(geo.city('uk', 'london'));
const ucl = known(geo.school(london, 'university-college-london'));
const camden = known(geo.place(london, 'camden-town'));

describe('what a list path names', () => {
  test.each([
    ['/uk/rent', uk, 'rent', undefined],
    ['/uk/london', london, 'rent', undefined],
    ['/uk/london/university-college-london', ucl, 'rent', undefined],
    ['/uk/london/place/camden-town', camden, 'rent', undefined],
    ['/uk/london/studio', london, 'rent', 'studio'],
    ['/uk/studio', uk, 'rent', 'studio'],
    ['/uk/london/buy-old', london, 'buy-old', undefined],
    ['/uk/london/university-college-london/buy-new', ucl, 'buy-new', undefined],
  ] as const)('[R2.072] [R2.077] [R2.078] [R2.079] [R2.080] [R2.082] [R2.083] %s', (path, place, category, type) => {
    const found = resolve(path);
    expect(found).toMatchObject({ kind: 'list', filter: noFilter, target: { category } });
    expect(found?.kind === 'list' && found.target.place).toBe(place);
    expect(found?.kind === 'list' && found.target.type).toBe(type);
  });

  test.each([
    '/uk/rent',
    '/uk/london',
    '/uk/london/university-college-london',
    '/uk/london/place/camden-town',
    '/uk/london/studio',
    '/uk/studio',
    '/uk/london/buy-old',
  ])('[R2.081] %s takes a filter segment', (path) => {
    expect(resolve(`${path}/u1001a2-sorta12`)).toMatchObject({ kind: 'list', filter: { guests: 2, sort: 'rent-low' } });
    expect(resolve(`${path}/sorta12-u1001a2`)).toEqual({ kind: 'redirect', path: `${path}/u1001a2-sorta12` });
    expect(resolve(`${path}/u1001a0`)).toBeUndefined();
    expect(resolve(`${path}/u1001a2/more`)).toBeUndefined();
  });

  test('[R2.080] one property type in the filter code moves to its own address', () => {
    expect(resolve('/uk/london/u1001a2-u1004a1')).toEqual({ kind: 'redirect', path: '/uk/london/studio/u1001a2' });
    expect(resolve('/uk/rent/u1004a2')).toEqual({ kind: 'redirect', path: '/uk/ensuite' });
    expect(resolve('/uk/london/university-college-london/u1004a1')).toMatchObject({ kind: 'list', filter: { types: ['studio'] } });
  });

  test('[R2.079] /place/{slug} leads to the neighbourhood when the slug is unique', () => {
    expect(resolve('/place/camden-town')).toEqual({ kind: 'redirect', path: '/uk/london/place/camden-town' });
    expect(resolve('/place/no-such-place')).toBeUndefined();
  });

  test('a country has other spellings', () => {
    expect(resolve('/gb/london/studio')).toEqual({ kind: 'redirect', path: '/uk/london/studio' });
    expect(resolve('/hk/hong-kong')).toEqual({ kind: 'redirect', path: '/hongkong/hong-kong' });
    expect(resolve('/hong-kong/rent')).toEqual({ kind: 'redirect', path: '/hongkong/rent' });
    expect([countryNamed(geo, 'gb'), countryNamed(geo, 'uk'), countryNamed(geo, 'constructor'), countryNamed(geo, '')]).toEqual([uk, uk, undefined, undefined]);
  });

  test('unknown places and leftovers are nothing', () => {
    for (const path of ['/uk/atlantis', '/uk/london/no-such-school', '/uk/london/place', '/uk/london/place/nowhere', '/zz/rent', '/uk/rent/rent'])
      expect(resolve(path)).toBeUndefined();
  });
});

describe('the address of a selection', () => {
  test('[R2.080] a type alone stands in the path of countries and cities, elsewhere in the filter', () => {
    expect(selectionPath(paths, london, 'rent', { ...noFilter, types: ['studio'], guests: 2 })).toBe('/uk/london/studio/u1001a2');
    expect(selectionPath(paths, uk, 'rent', { ...noFilter, types: ['studio'] })).toBe('/uk/studio');
    expect(selectionPath(paths, ucl, 'rent', { ...noFilter, types: ['studio'] })).toBe('/uk/london/university-college-london/u1004a1');
    expect(selectionPath(paths, london, 'buy-old', { ...noFilter, types: ['studio', 'house'] })).toBe('/uk/london/buy-old/u1004a1e7');
  });

  test('every address that is written resolves to itself', () => {
    for (const place of [uk, london, ucl, camden]) {
      for (const category of ['rent', 'buy-old', 'buy-new'] as const) {
        for (const filter of [noFilter, { ...noFilter, types: ['studio'] as const }, { ...noFilter, types: ['studio', 'house'] as const, page: 2 }]) {
          expect(resolve(selectionPath(paths, place, category, filter))).toMatchObject({ kind: 'list', target: { category } });
        }
      }
    }
  });
});

describe('the query of a country list', () => {
  const query = (text: string): URLSearchParams => new URLSearchParams(text);

  test('the currency is carried along on every list, the narrowing on country lists alone', () => {
    expect(carriedQuery(uk, query('currency=EUR&supplier_id=4&utm_source=x'))).toBe('?supplier_id=4&currency=EUR');
    expect(carriedQuery(london, query('currency=EUR&supplier_id=4'))).toBe('?currency=EUR');
    expect(carriedQuery(london, query(''))).toBe('');
  });

  test('[R2.073] supplier_id narrows to a supplier', () => {
    const narrowing = known(readNarrowing(geo, uk, query('supplier_id=4')));
    expect(scopeOf({ place: uk, category: 'rent' }, narrowing)).toMatchObject({ supplierId: 4, cityId: undefined });
  });

  test('[R2.074] region_id narrows to a city', () => {
    const narrowing = known(readNarrowing(geo, uk, query(`region_id=${london.id}`)));
    expect(scopeOf({ place: uk, category: 'rent' }, narrowing)).toMatchObject({ cityId: london.id, reach: undefined });
  });

  test('[R2.074] region_id narrows to a region of several cities, and to nothing of another country', () => {
    const regions = readRegions('src/content/regions.yaml', geo);
    const scotland = known(regions.find(({ slug }) => slug === 'scotland'));
    const narrowing = known(readNarrowing(geo, uk, query(`region_id=${scotland.id}`), regions));
    const scope = scopeOf({ place: uk, category: 'rent' }, narrowing);
    expect(scope).toMatchObject({ cityId: undefined, near: [] });
    expect(scope.cityIds).toEqual(uk.cities.filter(({ state }) => state === 'Scotland').map(({ id }) => id));
    expect(isNarrowed(narrowing)).toBe(true);
    expect(readNarrowing(geo, known(geo.country('us')), query(`region_id=${scotland.id}`), regions)).toBeUndefined();
    expect(readNarrowing(geo, uk, query(`region_id=${scotland.id}&poi_id=${camden.id}`), regions)).toBeUndefined();
  });

  test('[R2.075] poi_id narrows to what is around a place', () => {
    const narrowing = known(readNarrowing(geo, uk, query(`poi_id=${camden.id}`)));
    expect(scopeOf({ place: uk, category: 'rent' }, narrowing)).toMatchObject({ cityId: london.id, reach: 2_000, near: [camden.at] });
  });

  test('[R2.076] postal_code_id narrows to what is around a postal area', () => {
    const postal = known(geo.places.find((place) => place.kind === 'postal' && place.city === london));
    const narrowing = known(readNarrowing(geo, uk, query(`postal_code_id=${postal.id}`)));
    expect(scopeOf({ place: uk, category: 'rent' }, narrowing)).toMatchObject({ cityId: london.id, near: [postal.at] });
    expect(readNarrowing(geo, uk, query(`postal_code_id=${camden.id}`))).toBeUndefined();
  });

  test('school_id narrows to what is around a school', () => {
    const narrowing = known(readNarrowing(geo, uk, query(`school_id=${ucl.id}`)));
    expect(scopeOf({ place: uk, category: 'rent' }, narrowing)).toEqual(scopeOf({ place: ucl, category: 'rent' }, wholeList));
  });

  test('what a supplier narrows has its page among the lists of the country', () => {
    const address = (place: Parameters<typeof pageOfList>[0]) => pageOfList(place, asId(4));
    expect(address(uk)).toEqual({ place: uk, query: '?supplier_id=4' });
    expect(address(london)).toEqual({ place: uk, query: `?supplier_id=4&region_id=${london.id}` });
    expect(address(camden)).toEqual({ place: uk, query: `?supplier_id=4&poi_id=${camden.id}` });
    expect(address(ucl)).toEqual({ place: uk, query: `?supplier_id=4&school_id=${ucl.id}` });
    expect(pageOfList(london, undefined)).toEqual({ place: london, query: '' });
    for (const place of [uk, london, camden, ucl]) {
      const { query: text } = pageOfList(place, asId(4));
      const narrowing = known(readNarrowing(geo, uk, pageQuery(query(text), routeOf('new_list').query).query));
      expect(scopeOf({ place: uk, category: 'rent' }, narrowing)).toEqual({ ...scopeOf({ place, category: 'rent' }, wholeList), supplierId: 4 });
    }
  });

  test('an id that names nothing in the country is nothing', () => {
    const tokyo = known(geo.city('jp', 'tokyo'));
    for (const text of [
      `region_id=${tokyo.id}`,
      'region_id=1',
      'poi_id=1',
      'school_id=1',
      'supplier_id=0',
      `region_id=${known(geo.city('uk', 'leeds')).id}&poi_id=${camden.id}`,
    ])
      expect(readNarrowing(geo, uk, query(text))).toBeUndefined();
    expect(readNarrowing(geo, uk, query(''))).toEqual(wholeList);
  });
});
