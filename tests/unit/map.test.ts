/** The map's geometry, addresses and clusters. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import type { City } from '#lib/features/geo/geo.schema.ts';
import { noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import {
  boxOfView,
  fewerCorners,
  frameOf,
  inArea,
  mostCorners,
  readArea,
  readSpot,
  withinWorld,
  wrapped,
  writeArea,
  writeSpot,
} from '#lib/features/map/map-area.rules.ts';
import { boxesMeet, inBox, mercator } from '#lib/geo/boxes.ts';
import { mostPoints, pointsOf } from '#lib/features/map/map-clusters.rules.ts';
import { firstOf } from '#lib/features/finding/house-order.rules.ts';
import type { FittingHouse } from '#lib/features/finding/house-order.rules.ts';
import type { CityHouses } from '#lib/features/finding/house.index.ts';
import { createHouseIndex, decodeHouses, HouseIndex } from '#lib/features/finding/house.index.ts';
import { citiesInView, listPathOfMap, mapPath, mapPathOfList, mapPathOfPage, mapScopeOf, namesOf, targetOf } from '#lib/features/map/map-scope.rules.ts';
import { wholeWorld } from '#lib/features/map/map.schema.ts';
import type { MapBox, Position } from '#lib/features/map/map.schema.ts';
import { createMapService } from '#lib/features/map/map.service.ts';
import { markerRent } from '#lib/features/map/map-card.rules.ts';
import { gridBoxOf, gridOf, gridStepAt } from '#islands/map/grid.rules.ts';
import { drawnStyle, mixed } from '#islands/map/map-style.ts';
import type { Theme } from '#islands/map/map-style.ts';
import { isSameWater, waterFeatures, watersNear } from '#islands/map/water.ts';
import { faultsOf, remarksOn } from '#lib/features/basemap/basemap.rules.ts';
import { openMapTilesLayers } from '#tests/support/openmaptiles-schema.ts';
import { protomapsLayers } from '#tests/support/protomaps-schema.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { openMapTilesSchema, protomapsSchema } from '#islands/map/streets-schemas.ts';
import { landLayer, nameIn, streetsGround, streetsLabels } from '#islands/map/streets-style.ts';
import { carriedQuery, mapBeside } from '#lib/features/lists/list.rules.ts';
import { routeOf } from '#lib/routes.ts';
import { pageQuery } from '#server/pages/query.ts';
import { createPaths } from '#lib/paths.ts';
import { resolvePath } from '#lib/resolve.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { optionalMapbox } from '../../scripts/optional-mapbox.ts';
import { scopeOf, wholeList } from '#lib/features/finding/question.rules.ts';
import type { Narrowing } from '#lib/features/finding/question.rules.ts';
import { asId } from '#lib/ids/ids.ts';
import { leaseUnits } from '#lib/money/money.ts';
import type { SupplierId } from '#lib/ids/ids.ts';

const geo = loadGeo();
const longitude = fc.double({ min: -179.9, max: 179.9, noNaN: true });
const latitude = fc.double({ min: -84, max: 84, noNaN: true });
const position = fc.tuple(longitude, latitude) as fc.Arbitrary<Position>;

describe('where a map looks', () => {
  test('is read back from the address as it was written', () => {
    fc.assert(
      fc.property(position, fc.double({ min: 0, max: 22, noNaN: true }), (at, zoom) => {
        const read = readSpot(writeSpot({ at, zoom }));
        expect(read?.at[0]).toBeCloseTo(at[0], 4);
        expect(read?.at[1]).toBeCloseTo(at[1], 4);
        expect(read?.zoom).toBeCloseTo(zoom, 1);
        expect(writeSpot(read ?? { at: [0, 0], zoom: 0 })).toBe(writeSpot({ at, zoom }));
      }),
    );
  });

  test('lies in the world and has an end, wherever a map was moved to', () => {
    const anywhere = fc.double({ min: -2_000, max: 2_000, noNaN: true });
    fc.assert(
      fc.property(anywhere, anywhere, anywhere, (x, y, zoom) => {
        const text = writeSpot({ at: [x, y], zoom });
        expect(text.length).toBeLessThan(32);
        expect(readSpot(text)).toBeDefined();
      }),
    );
  });

  test.each(['', '51', '51,0', '51,0,', '51,0,12,1', '91,0,5', '51,181,5', '51,0,23', '51,0,-1', '5e1,0,3', '51, 0,3', '51,0,NaN', 'a,b,c', '51,0,12.123456'])(
    'is not read from %j',
    (text) => {
      expect(readSpot(text)).toBeUndefined();
    },
  );

  test('whatever stands in the address, it is read or it is nothing', () => {
    fc.assert(fc.property(fc.string(), (text) => void readSpot(text)));
  });
});

describe('boxes and areas', () => {
  test('a position is in a box over the date line exactly when it is not in the box between', () => {
    fc.assert(
      fc.property(longitude, longitude, longitude, (a, b, x) => {
        fc.pre(a !== b && x !== a && x !== b);
        const [west, east] = [Math.max(a, b), Math.min(a, b)];
        const over: MapBox = { west, east, south: -90, north: 90 };
        expect(inBox(over, [x, 0])).toBe(!inBox({ ...over, west: east, east: west }, [x, 0]));
      }),
    );
  });

  test('boxes that share a position meet', () => {
    fc.assert(
      fc.property(position, position, position, (a, b, shared) => {
        const around = ([x, y]: Position): MapBox => ({
          west: Math.min(x, shared[0]),
          east: Math.max(x, shared[0]),
          south: Math.min(y, shared[1]),
          north: Math.max(y, shared[1]),
        });
        expect(boxesMeet(around(a), around(b))).toBe(true);
      }),
    );
  });

  test('an area is read as it was written, to a metre', () => {
    fc.assert(
      fc.property(fc.array(position, { minLength: 3, maxLength: 100 }), (area) => {
        const read = readArea(writeArea(area));
        expect(read).toHaveLength(area.length);
        for (const [index, corner] of (read ?? []).entries()) expect(Math.abs(corner[0] - (area[index]?.[0] ?? 0))).toBeLessThan(1e-5);
      }),
    );
  });

  test('as many corners as an area may have fit an address, as this site writes them', () => {
    const corner: Position = [-179.123_456, -89.123_456];
    // What an address may have (4,096), less the rest of the call.
    expect(encodeURIComponent(writeArea(Array.from({ length: mostCorners }, () => corner))).length).toBeLessThan(3_500);
  });

  test('an area drawn on a map that was moved around the world is one that calls take, and holds what was drawn around', () => {
    const side = fc.double({ min: 0.01, max: 20, noNaN: true });
    fc.assert(
      fc.property(longitude, fc.double({ min: -60, max: 60, noNaN: true }), side, side, fc.integer({ min: -3, max: 3 }), (x, y, wide, high, turns) => {
        const west = x + turns * 360;
        const drawn: readonly Position[] = [
          [west - wide, y + high],
          [west + wide, y + high],
          [west + wide, y - high],
          [west - wide, y - high],
        ];
        const area = withinWorld(drawn);
        expect(readArea(writeArea(area))).toHaveLength(4);
        expect(inArea(area, [x, y])).toBe(true);
        if (Math.abs(x) + wide < 180) expect(area[1]?.[0]).toBeCloseTo(x + wide, 6);
      }),
    );
    expect(withinWorld([])).toEqual([]);
  });

  test('a rectangle as an area holds what the box holds', () => {
    const box: MapBox = { west: -10, south: -5, east: 20, north: 30 };
    const corners: readonly Position[] = [
      [-10, -5],
      [20, -5],
      [20, 30],
      [-10, 30],
    ];
    fc.assert(
      fc.property(position, (at) => {
        expect(inArea(corners, at)).toBe(inBox(box, at));
      }),
    );
  });

  test('what a map shows becomes a box that calls take', () => {
    fc.assert(
      fc.property(fc.double({ min: -900, max: 900, noNaN: true }), fc.double({ min: 0.001, max: 800, noNaN: true }), (west, width) => {
        const box = boxOfView({ west, east: west + width, south: -95, north: 95 });
        expect([box.west, box.east].every((one) => one >= -180 && one <= 180) && box.south === -90 && box.north === 90).toBe(true);
        expect(inBox(box, [wrapped(west + width / 2), 0])).toBe(true);
      }),
    );
  });

  test('a long line keeps at most so many corners; a frame leaves out what is far off', () => {
    const line = Array.from({ length: 731 }, (_, index): Position => [index / 10, 0]);
    expect(fewerCorners(line, 80).length).toBeLessThanOrEqual(80);
    const homes: Position[] = [...Array.from({ length: 60 }, (_, index): Position => [index / 1000, 51 + index / 1000]), [90, 10]];
    expect(frameOf(homes)?.east).toBeLessThan(1);
    expect(frameOf([])).toBeUndefined();
    // As many as one in eight may stand at an outlying campus; what merely spreads is kept whole.
    const campus = Array.from({ length: 8 }, (): Position => [-2.43, 53.57]);
    const city = Array.from({ length: 56 }, (_, index): Position => [-2.26 + index / 1000, 53.46 + (index % 9) / 100]);
    expect(frameOf([...city, ...campus])?.west).toBeGreaterThan(-2.3);
    const spread = Array.from({ length: 60 }, (_, index): Position => [index / 10, 50 + index / 50]);
    expect(frameOf(spread)?.east).toBeGreaterThanOrEqual(5.9);
  });
});

function cityWith(cityId: number, positions: readonly Position[]): CityHouses {
  return {
    ...decodeHouses(cityId, 0, 0, new Uint8Array()),
    houseId: Int32Array.from(positions, (_, index) => index + 1),
    category: new Uint8Array(positions.length),
    longitude: Float64Array.from(positions, ([x]) => x),
    latitude: Float64Array.from(positions, ([, y]) => y),
    x: Float64Array.from(positions, (at) => mercator(at)[0]),
    y: Float64Array.from(positions, (at) => mercator(at)[1]),
  };
}

/** The city with one lease option for each home, by the week. */
function letIn(city: CityHouses, rents: readonly number[]): CityHouses {
  return {
    ...city,
    optionRent: Int32Array.from(rents),
    optionFee: new Int32Array(rents.length),
    optionEarliest: new Int32Array(rents.length),
    optionNights: new Uint16Array(rents.length).fill(357),
    optionFlags: new Uint8Array(rents.length).fill(leaseUnits.indexOf('WEEK')),
  };
}

function housesAt(positions: readonly Position[]): readonly FittingHouse[] {
  const city = cityWith(7, positions);
  return positions.map((_, home) => ({ city, home, weekly: home % 5 === 0 ? -1 : 10_000 + home, earliest: 0, metres: 0, lead: -1 }));
}

test('the first view of a country holds all its homes; that of a city leaves out what is far off', async () => {
  const [london, glasgow] = [geo.city('uk', 'london'), geo.city('uk', 'glasgow')];
  if (!london || !glasgow) throw new Error('London or Glasgow is missing');
  const around = ({ at }: City, count: number): readonly Position[] =>
    Array.from({ length: count }, (_, index) => [at.longitude + index / 1000, at.latitude + index / 2000]);
  const far: Position = [london.at.longitude + 3, london.at.latitude];
  const homes = [cityWith(london.id, [...around(london, 60), far]), cityWith(glasgow.id, around(glasgow, 3))];
  const maps = createMapService(
    createHouseIndex({
      readCities: async (ids) => homes.filter(({ cityId }) => ids.some((id) => id === cityId)),
      readExtents: async () => new Map(homes.map(({ cityId }) => [cityId, wholeWorld])),
    }),
    geo,
  );
  const frame = (place: City | City['country']) =>
    maps.frame({ scope: scopeOf({ place, category: 'rent' }, wholeList), filter: noFilter, box: wholeWorld, area: undefined, zoom: 0, soon: '', pageSize: 1 });
  const [country, city] = [await frame(london.country), await frame(london)];
  const all = [...around(london, 60), far, ...around(glasgow, 3)];
  expect(country && all.filter((at) => !inBox(country, at))).toEqual([]);
  expect(city && all.filter((at) => inBox(city, at))).toEqual(around(london, 60));
});

describe('clusters', () => {
  test('every home counts once, whatever box and zoom, and there are never too many points', () => {
    fc.assert(
      fc.property(fc.array(position, { maxLength: 900 }), fc.double({ min: 0, max: 22, noNaN: true }), longitude, longitude, (positions, zoom, west, east) => {
        const points = pointsOf(housesAt(positions), { west, east, south: -85, north: 85 }, zoom, () => 'GBP');
        expect(points.reduce((sum, { count }) => sum + count, 0)).toBe(positions.length);
        expect(points.length).toBeLessThanOrEqual(mostPoints);
      }),
      { numRuns: 60 },
    );
  });

  test('homes at one spot are one point, from the lowest of their rents, and without one where they are of several currencies', () => {
    const spot: Position = [1, 51];
    const here = (cityId: number, weekly: readonly number[]) => {
      const city = letIn(
        cityWith(
          cityId,
          weekly.map(() => spot),
        ),
        weekly,
      );
      return weekly.map((rent, home): FittingHouse => ({ city, home, weekly: rent, earliest: 0, metres: 0, lead: rent < 0 ? -1 : home }));
    };
    const box = { west: 0, east: 2, south: 50, north: 52 };
    const money = (cityId: number): string => (cityId === 9 ? 'EUR' : 'GBP');
    const one = (homes: readonly FittingHouse[]) => pointsOf(homes, box, 22, money).map(({ count, houseId, lease }) => [count, houseId, lease?.rent]);
    expect(one(here(7, [30_000, -1, 21_000, 25_000]))).toEqual([[4, undefined, 21_000]]);
    expect(one([...here(7, [30_000]), ...here(8, [21_000])])).toEqual([[2, undefined, 21_000]]);
    expect(one([...here(7, [30_000]), ...here(9, [21_000]), ...here(7, [100])])).toEqual([[3, undefined, undefined]]);
    expect(one(here(7, [-1, -1]))).toEqual([[2, undefined, undefined]]);
    expect(one(here(7, [21_000]))).toEqual([[1, 1, 21_000]]);
    expect(one(here(7, [-1]))).toEqual([[1, 1, undefined]]);
  });

  test('at no zoom two markers are closer than a finger is wide', () => {
    const homes = housesAt(Array.from({ length: 400 }, (_, index): Position => [-0.1 + (index % 20) * 0.0011, 51.5 + Math.floor(index / 20) * 0.0007]));
    for (let zoom = 9; zoom < 18; zoom += 0.13) {
      const points = pointsOf(homes, { west: -0.11, east: -0.07, south: 51.49, north: 51.52 }, zoom, () => 'GBP').map(({ at }) => mercator(at));
      const pixels = 512 * 2 ** zoom;
      for (const [index, [x, y]] of points.entries())
        for (const [otherX, otherY] of points.slice(index + 1)) expect(Math.hypot(x - otherX, y - otherY) * pixels).toBeGreaterThan(38);
    }
  });

  test('markers say whole units of the currency, in the unit that cards of their country lead with', () => {
    const week = leaseUnits.indexOf('WEEK');
    const month = leaseUnits.indexOf('MONTH');
    const uk = { currency: 'GBP', rentUnit: 'WEEK' } as const;
    const said = (rent: number, flags: number, country: Parameters<typeof markerRent>[1], intl: string) => markerRent({ rent, flags }, country, intl);
    expect([said(22_550, week, uk, 'en-GB'), said(36_923, week, uk, 'zh-CN')]).toEqual([
      { rent: '£226', unit: 'WEEK' },
      { rent: '£369', unit: 'WEEK' },
    ]);
    expect(said(48_900, month, uk, 'en-GB')).toEqual({ rent: '£113', unit: 'WEEK' });
    expect(said(90_000, month, { currency: 'JPY', rentUnit: 'MONTH' }, 'zh-CN')).toEqual({ rent: 'JP¥90,000', unit: 'MONTH' });
    expect(said(-1, week, uk, 'en-GB')).toBeUndefined();
  });
});

test('the first of many, without sorting all, are those of the sorted list', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 40 }), (numbers, most) => {
      expect(firstOf(numbers, most, (a, b) => a - b)).toEqual(numbers.toSorted((a, b) => a - b).slice(0, most));
    }),
  );
});

describe('addresses', () => {
  const london = geo.city('uk', 'london');
  const ucl = london && geo.school(london, 'university-college-london');

  test('[R2.226] /map?cname=&rname=&sname=&urlFilter=', () => {
    const paths = createPaths('en-us', false);
    const target = { place: ucl, category: 'rent' as const, narrowing: wholeList };
    expect(mapPath(paths, target, { ...noFilter, types: ['studio'] })).toBe('/en/map?cname=uk&rname=london&sname=university-college-london&urlFilter=u1004a1');
    expect(mapPath(paths, { ...target, place: undefined }, noFilter)).toBe('/en/map');
    if (!ucl) throw new Error('no UCL');
    const list = { target: { place: ucl, category: 'rent' as const }, filter: noFilter, narrowing: wholeList };
    expect(mapPathOfList(paths, list, new URLSearchParams('currency=eur'))).toBe('/en/map?cname=uk&rname=london&sname=university-college-london&currency=EUR');
    expect(mapPathOfList(paths, list, new URLSearchParams('currency=shells'))).not.toContain('currency');
  });

  test('[R2.066] the map that a search leads to answers the question of its page', () => {
    const paths = createPaths('en-us', false);
    const of = (path: string, search = ''): string => {
      const page = resolvePath(geo, path);
      if (page.kind !== 'page') throw new Error(`${path} is no page`);
      return mapPathOfPage({ page, paths, geo, query: new URLSearchParams(search) });
    };
    const nearUcl = '/en/map?cname=uk&rname=london&sname=university-college-london';
    const asked = 'schoolunique=university-college-london&ask=u1002a200e399-u1006a1';
    expect(of('/uk/london/university-college-london/u1002a200e399-u1006a1-pga2', 'currency=EUR')).toBe(
      `${nearUcl}&urlFilter=u1002a200e399-u1006a1&currency=EUR`,
    );
    expect(of('/uk/london/studio')).toBe('/en/map?cname=uk&rname=london&urlFilter=u1004a1');
    expect(of('/uk/rent', 'supplier_id=7')).toBe('/en/map?cname=uk&supplier_id=7');
    expect(of('/uk/london/detail-apartments-12/faq', asked)).toBe(`${nearUcl}&urlFilter=u1002a200e399-u1006a1`);
    expect(of('/uk/leeds/detail-apartments-12', asked)).toBe('/en/map?cname=uk&rname=leeds&urlFilter=u1002a200e399-u1006a1');
    expect(of('/house-compare', asked)).toBe(`${nearUcl}&urlFilter=u1002a200e399-u1006a1`);
    // A rent is a number of some currency: of all homes there are it is not asked.
    expect(of('/house-compare', 'ask=u1002a200e399-u1006a1')).toBe('/en/map?urlFilter=u1006a1');
    expect(of('/')).toBe('/en/map');
  });

  test('the map of a list narrowed by its query is of the same homes, and leads back to that list', () => {
    const paths = createPaths('en-us', false);
    const uk = geo.country('uk');
    if (!uk || !london || !ucl) throw new Error('London or UCL is missing');
    const region = { id: 900, slug: 'south', country: uk, names: uk.names, aliases: [], cities: [london], isCountry: false };
    const pathOf = (narrowing: Partial<Narrowing>): string =>
      mapPathOfList(paths, { target: { place: uk, category: 'rent' }, filter: noFilter, narrowing: { ...wholeList, ...narrowing } }, new URLSearchParams());
    const supplierId = asId<SupplierId>(7);
    expect(pathOf({ city: london, supplierId })).toBe('/en/map?cname=uk&rname=london&supplier_id=7');
    expect(pathOf({ place: ucl })).toBe('/en/map?cname=uk&rname=london&sname=university-college-london');
    expect(pathOf({ region, supplierId })).toBe('/en/map?cname=uk&region_id=900&supplier_id=7');
    const target = targetOf(geo, { cname: 'gb', region_id: 900, supplier_id: 7 }, [region]);
    expect(target?.narrowing.region).toBe(region);
    expect(target && mapScopeOf(target).cityIds).toEqual([london.id]);
    expect(target && listPathOfMap(paths, target, noFilter)).toBe('/en/uk/rent?supplier_id=7&region_id=900');
    expect(listPathOfMap(paths, { place: london, category: 'rent', narrowing: { ...wholeList, supplierId } }, noFilter)).toBe(
      `/en/uk/rent?supplier_id=7&region_id=${london.id}`,
    );
    for (const names of [{ cname: 'us' }, { cname: 'uk', rname: 'london' }, {}]) expect(targetOf(geo, { ...names, region_id: 900 }, [region])).toBeUndefined();
  });

  test('names lead back to the place they were made from', () => {
    for (const place of [geo.countries[0], london, ucl, london?.places[0]]) {
      const target = { place, category: 'buy-old' as const, narrowing: wholeList };
      expect(targetOf(geo, namesOf(target))).toEqual(target);
    }
    for (const cname of ['gb', 'uk']) expect(targetOf(geo, { cname, rname: 'london' })?.place).toBe(london);
    for (const cname of ['hk', 'hong-kong', 'hongkong']) expect(targetOf(geo, { cname })?.place).toBe(geo.country('hongkong'));
    expect(targetOf(geo, { rname: 'london' })).toBeUndefined();
    expect(targetOf(geo, { cname: 'uk', rname: 'london', sname: 'nowhere' })).toBeUndefined();
  });

  test('pages read these names and nothing like them', () => {
    const { query } = pageQuery(new URLSearchParams('cname=uk&rname=../x&urlFilter=u1004a1&sname=<b>&zoom=3'), routeOf('map').query);
    expect([...query]).toEqual([
      ['cname', 'uk'],
      ['urlFilter', 'u1004a1'],
    ]);
  });

  test('a list is asked for with the map beside it by one spelling, and its links carry that along', () => {
    const asked = (query: string, name: 'new_list2' | 'house_detail') => String(pageQuery(new URLSearchParams(query), routeOf(name).query).query);
    expect([asked('map=1', 'new_list2'), asked('map=yes', 'new_list2'), asked('map=1', 'house_detail')]).toEqual(['map=1', '', '']);
    if (!london) throw new Error('London is missing');
    expect(carriedQuery(london, new URLSearchParams('map=1&region_id=4&currency=EUR'))).toBe('?currency=EUR&map=1');
    expect(mapBeside('/en/uk/london', new URLSearchParams('map=1&currency=EUR'))).toBe('/en/uk/london?currency=EUR');
  });

  test('a view names the cities in it, nearest first, and none from afar', () => {
    const box = { west: -0.2, east: 0, south: 51.45, north: 51.55 };
    expect(citiesInView(geo, box, 12)[0]).toBe(london?.id);
    expect(citiesInView(geo, box, 5)).toEqual([]);
  });
});

describe('the index of homes', () => {
  const empty = (cityId: number): CityHouses => decodeHouses(cityId, 0, 0, new Uint8Array());

  test('a city is read once for many, again after a change, and not kept if it changed while being read', async () => {
    const reads: number[][] = [];
    let release = (): void => undefined;
    const index = new HouseIndex(
      {
        readCities: async (cities) => {
          reads.push([...cities]);
          await new Promise<void>((resolve) => (release = resolve));
          return cities.map(empty);
        },
        readExtents: async () => new Map(),
      },
      { freshFor: 600_000 },
    );
    const both = Promise.all([index.cities([1]), index.cities([1])]);
    release();
    await both;
    await index.cities([1]);
    expect(reads).toEqual([[1]]);
    index.forget(['house:3', 'city:2']);
    await index.cities([1]);
    expect(reads).toHaveLength(1);
    index.forget(['city:1']);
    const again = index.cities([1]);
    index.forget(['city:1']);
    release();
    await new Promise((resolve) => setTimeout(resolve, 0));
    release();
    await again;
    expect(reads).toEqual([[1], [1], [1]]);
  });

  test('what has aged is shown while it is read anew', async () => {
    let now = 0;
    let reads = 0;
    const index = new HouseIndex(
      { readCities: async (cities) => (reads++, cities.map(empty)), readExtents: async () => new Map() },
      { freshFor: 1_000, now: () => now },
    );
    await index.cities([1]);
    now = 2_000;
    await index.cities([1]);
    await index.cities([1]);
    expect(reads).toBe(2);
  });

  test('a database that fails is asked again at the next look', async () => {
    let fails = true;
    const index = new HouseIndex(
      {
        readCities: async (cities) => {
          if (fails) throw new Error('down');
          return cities.map(empty);
        },
        readExtents: async () => new Map(),
      },
      { freshFor: 600_000 },
    );
    await expect(index.cities([1])).rejects.toThrow('down');
    fails = false;
    expect(await index.cities([1])).toHaveLength(1);
  });
});

describe('the drawing of streets', () => {
  // As the built style sheet has them, and as the source has them.
  const of = (white: string): Theme => ({
    paper: '#fbf9f5',
    surface: white,
    sunken: '#f4f0e8',
    ink: '#1d2433',
    muted: '#5b6475',
    hairline: '#e6e1d8',
    harbour: '#0f5c6e',
    water: 'rgb(1, 2, 3)',
    amber: '#8f5c0e',
    leaf: '#2a7147',
    persimmon: '#c8421f',
    control: '#8f8a80',
    land: '#efeae0',
    block: '#e6dfd2',
    pave: '#f5f1e9',
    street: white,
    major: '#fffdf8',
    edge: '#dcd3c3',
    park: '#cfe0c4',
    tree: '#a9c79a',
    label: '#5f5a50',
    halo: white,
    lake: '#b9d7de',
    transit: '#7c8698',
    fonts: ['Be Vietnam Pro'],
  });
  const schemas = { protomaps: protomapsSchema, openMapTiles: openMapTilesSchema };

  test.each(locales.map((locale) => localeFacts[locale].lang))('is whole, light and dark, in %s', (language) => {
    for (const dark of [false, true]) {
      for (const white of ['#fff', '#ffffff']) {
        for (const schema of Object.values(schemas)) {
          const style = drawnStyle(of(white), {
            sources: {
              streets: { type: 'vector', url: 'pmtiles://https://example.org/a.pmtiles' },
              ...(schema.earth ? {} : { [landLayer]: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } } }),
            },
            ground: streetsGround(of(white), dark, schema),
            labels: streetsLabels(of(white), language, schema),
          });
          expect(JSON.stringify(style)).not.toMatch(/NaN|undefined/);
          const sources = style.layers.flatMap((layer) => ('source' in layer ? [String(layer.source)] : []));
          for (const source of sources) expect(Object.keys(style.sources)).toContain(source);
          expect(new Set(style.layers.map(({ id }) => id)).size).toBe(style.layers.length);
        }
      }
    }
  });

  /** What a part of a schema may be asked for: `kinds` are the values of the field `kind` or `class`. */
  type Known = Readonly<Record<string, { readonly fields: readonly string[]; readonly kinds?: readonly string[] | undefined }>>;
  const known: Readonly<Record<keyof typeof schemas, { readonly by: string; readonly layers: Known }>> = {
    protomaps: { by: 'kind', layers: protomapsLayers },
    openMapTiles: {
      by: 'class',
      layers: Object.fromEntries(Object.entries(openMapTilesLayers).map(([name, { fields, classes }]) => [name, { fields, kinds: classes }])),
    },
  };

  test.each(['protomaps', 'openMapTiles'] as const)('asks tiles for nothing but what their schema has: %s', (name) => {
    const { by, layers } = known[name];
    const strings = (value: unknown): readonly string[] => (Array.isArray(value) ? value.flatMap(strings) : typeof value === 'string' ? [value] : []);
    /** Each `['get', …]` in an expression, and each list of kinds it is held against. */
    const asked = (value: unknown): { readonly fields: readonly string[]; readonly kinds: readonly string[] } => {
      if (!Array.isArray(value)) return { fields: [], kinds: [] };
      const [operator, input, labels] = value;
      const isKind = operator === 'match' && JSON.stringify(input) === `["get","${by}"]`;
      const inner = value.map(asked);
      return {
        fields: [...(operator === 'get' ? [String(input)] : []), ...inner.flatMap(({ fields }) => fields)],
        kinds: [...(isKind ? strings([labels]) : []), ...inner.flatMap(({ kinds }) => kinds)],
      };
    };
    for (const layer of [
      ...streetsGround(of('#fff'), false, schemas[name]),
      ...locales.flatMap((locale) => streetsLabels(of('#fff'), localeFacts[locale].lang, schemas[name])),
    ]) {
      // The land below tiles is no part of them.
      if (layer.id === landLayer) continue;
      const schema = layers[('source-layer' in layer && layer['source-layer']) || ''];
      expect([layer.id, schema !== undefined]).toEqual([layer.id, true]);
      const values = [...('filter' in layer ? [layer.filter] : []), ...Object.values(layer.paint ?? {}), ...Object.values(layer.layout ?? {})];
      const { fields, kinds } = { fields: values.flatMap((value) => asked(value).fields), kinds: values.flatMap((value) => asked(value).kinds) };
      expect([layer.id, fields.filter((field) => !/^name(?::|$)/.test(field) && !schema?.fields.includes(field))]).toEqual([layer.id, []]);
      expect([layer.id, schema?.kinds ? kinds.filter((kind) => !schema.kinds?.includes(kind)) : []]).toEqual([layer.id, []]);
    }
    // What an installed file is asked for by name is of the same schema.
    const head = { tileType: 1, tileCompression: 2, tiles: 1, box: { west: 0, south: 0, east: 1, north: 1 }, minZoom: 0, maxZoom: 15 };
    expect([faultsOf({ ...head, layers: Object.keys(protomapsLayers) }), remarksOn({ ...head, layers: Object.keys(protomapsLayers) })]).toEqual([[], []]);
  });

  test('names come in the language of the page, and as they stand on signs where there are none', () => {
    // Every language has names of its own first.
    expect(new Map(locales.map((locale) => [locale, nameIn(localeFacts[locale].lang)[1]]))).toEqual(
      new Map([
        ['zh-cn', ['get', 'name:zh-Hans']],
        ['en-us', ['get', 'name:en']],
        ['zh-hk', ['get', 'name:zh-Hant']],
        ['zh-tw', ['get', 'name:zh-Hant']],
        ['vi-vn', ['get', 'name:vi']],
      ]),
    );
    expect(nameIn(localeFacts['zh-hk'].lang)).toEqual([
      'coalesce',
      ['get', 'name:zh-Hant'],
      ['get', 'name:zh'],
      ['get', 'name:zh-Hans'],
      ['get', 'name:en'],
      ['get', 'name'],
    ]);
    expect(nameIn('vi')).toEqual(['coalesce', ['get', 'name:vi'], ['get', 'name:en'], ['get', 'name']]);
    expect(nameIn('xx')).toEqual(nameIn('en'));
  });

  test('shortened colours are mixed like long ones', () => {
    expect(mixed('#fff', '#000', 0.5)).toBe(mixed('#ffffff', '#000000', 0.5));
  });
});

describe('the drawn ground', () => {
  const manchester: MapBox = { west: -2.3, south: 53.42, east: -2.18, north: 53.52 };
  const london: MapBox = { west: -0.2, south: 51.45, east: 0, north: 51.55 };

  test('a grid drawn for a view serves every view that moves within it, and lies under round degrees', () => {
    const step = gridStepAt(12);
    const box = gridBoxOf(manchester);
    const lines = gridOf(box, step).features.map(({ geometry: { coordinates } }) => coordinates);
    const [meridians, parallels] = [lines.filter(([a, b]) => a?.[0] === b?.[0]), lines.filter(([a, b]) => a?.[1] === b?.[1])];
    const isEven = (values: readonly number[]): boolean =>
      values.every((value, index) => index === 0 || Math.abs(value - (values[index - 1] ?? 0) - step) < 1e-9);
    const [longitudes, latitudes] = [meridians.map(([a]) => a?.[0] ?? NaN), parallels.map(([a]) => a?.[1] ?? NaN)];
    expect(isEven(longitudes) && isEven(latitudes)).toBe(true);
    expect([Math.min(...longitudes) <= box.west, Math.max(...longitudes) >= box.east]).toEqual([true, true]);
    expect([Math.min(...latitudes) <= box.south, Math.max(...latitudes) >= box.north]).toEqual([true, true]);
    expect([gridStepAt(12.2), gridStepAt(5) > gridStepAt(12)]).toEqual([step, true]);
  });

  test('waters are told apart by view, and are none from afar', () => {
    const thames = watersNear(london, 12);
    expect(thames.rivers.length).toBeGreaterThan(0);
    expect(isSameWater(thames, watersNear({ ...london, west: -0.19 }, 13))).toBe(true);
    expect(isSameWater(thames, watersNear(manchester, 12))).toBe(false);
    expect(waterFeatures(thames).features).toHaveLength(thames.rivers.length + thames.shores.length);
    expect(waterFeatures(watersNear(london, 6)).features).toEqual([]);
  });
});

test('the build stands without mapbox-gl: what would draw with it refuses, and nothing else is touched', async () => {
  const { resolveId, load } = optionalMapbox(false);
  const stand = resolveId('./mapbox-surface.ts');
  expect(stand).toBeDefined();
  const code = load(stand ?? '');
  const made: { createMapboxSurface(): Promise<unknown> } = await import(`data:text/javascript,${encodeURIComponent(code ?? '')}`);
  await expect(made.createMapboxSurface()).rejects.toThrow('mapbox-gl is not installed');
  expect([resolveId('./maplibre-surface.ts'), load('./maplibre-surface.ts'), optionalMapbox(true).resolveId('./mapbox-surface.ts')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
