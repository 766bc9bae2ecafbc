/** The map's viewport call: the same homes as the lists, within its bytes, whatever box it is asked for. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { City, School } from '#lib/features/geo/geo.schema.ts';
import { formatFilterCode, noFilter, sorts } from '#lib/features/catalogue/filter-code.rules.ts';
import type { Sort } from '#lib/features/catalogue/filter-code.rules.ts';
import { findHouses } from '#lib/features/finding/finding.repository.ts';
import { tally } from '#lib/features/finding/tally.rules.ts';
import { createListService } from '#lib/features/finding/finding.service.ts';
import { intakeSpan } from '#lib/features/finding/intake.rules.ts';
import { mapCardContract, mapListsContract } from '#lib/features/map/map.contract.ts';
import { createHouseColumns } from '#lib/features/finding/house-columns.repository.ts';
import { createHouseIndex } from '#lib/features/finding/house.index.ts';
import type { HouseIndex } from '#lib/features/finding/house.index.ts';
import { inArea } from '#lib/features/map/map-area.rules.ts';
import type { MapBox } from '#lib/features/map/map.schema.ts';
import { wholeWorld } from '#lib/features/map/map.schema.ts';
import { createMapService } from '#lib/features/map/map.service.ts';
import type { MapService } from '#lib/features/map/map.service.ts';
import { randomFilter } from '#tests/factories/filters.ts';
import { seededRandom, seedVariedHouses, testNow, testToday } from '#tests/factories/houses.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { openTestApi } from '#tests/support/test-api.ts';
import type { TestApi } from '#tests/support/test-api.ts';
import { scopeOf, wholeList } from '#lib/features/finding/question.rules.ts';

const soon = '2026-12-22';
const sortNames = Object.keys(sorts) as readonly Sort[];
let opened: TestApi;
let base: TestDatabase;
let index: HouseIndex;
let maps: MapService;
let london: City;
let leeds: City;
let ucl: School;
const inBoxOf = ({ west, east, south, north }: MapBox, { at }: City): boolean =>
  at.longitude > west && at.longitude < east && at.latitude > south && at.latitude < north;
let ask: (
  query: Record<string, string | number>,
  headers?: Record<string, string>,
) => Promise<{ status: number; body: string; data: unknown; fields: string[] }>;

const english = { headers: { 'accept-language': 'en-us' } };
const box = { west: -0.3, south: 51.4, east: 0.1, north: 51.6, zoom: 12 };

beforeAll(async () => {
  opened = await openTestApi({
    fill: async ({ db, geo }) => {
      const [city, other] = [geo.city('uk', 'london'), geo.city('uk', 'leeds')];
      const school = city && geo.school(city, 'university-college-london');
      if (!city || !other || !school) throw new Error('London, Leeds or UCL is missing');
      [london, leeds, ucl] = [city, other, school];
      await seedVariedHouses(db, [london, leeds], 220);
    },
  });
  base = opened.base;
  index = createHouseIndex(createHouseColumns(base.db));
  maps = createMapService(index, base.geo);
  await base.database.onChange((tags) => index.forget(tags));
  ask = async (query, headers = {}) => {
    const response = await opened.api.request(
      `${mapListsContract.path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
      {
        headers: { 'accept-language': 'en-us', ...headers },
      },
    );
    const body = await response.text();
    const { data }: { data: unknown } = JSON.parse(body);
    const fields = response.status === 422 ? [...new Set((data as { fields: { name: string }[] }).fields.map(({ name }) => name))] : [];
    return { status: response.status, body, data, fields };
  };
});
afterAll(() => opened.close());

describe('the same homes as the lists', () => {
  test('a map opens on the homes that fit, not on the whole country', async () => {
    const filter = { ...noFilter, page: 1 };
    const question = { filter, box: wholeWorld, area: undefined, zoom: 4, soon, pageSize: 20 };
    const scope = scopeOf({ place: london.country, category: 'rent' }, wholeList);
    const [country, region] = [await maps.frame({ ...question, scope }), await maps.frame({ ...question, scope: { ...scope, cityIds: [leeds.id] } })];
    expect(country && inBoxOf(country, london) && inBoxOf(country, leeds)).toBe(true);
    expect(region && [inBoxOf(region, leeds), inBoxOf(region, london)]).toEqual([true, false]);
    const list = await findHouses(base.db, { scope: { ...scope, cityIds: [leeds.id] }, filter, minorUnits: 100, soon, pageSize: 1_000 });
    const all = await maps.find({ ...question, scope: { ...scope, cityIds: [leeds.id] }, pageSize: 1_000 });
    expect(all.houseIds).toEqual(list.houseIds);
  });

  test('[R7.039] for any filter and place, as many homes and in the same order', async () => {
    const random = seededRandom(11);
    for (let round = 0; round < 60; round++) {
      const filter = { ...randomFilter(random), sort: sortNames[Math.floor(random() * sortNames.length)] ?? 'recommended' };
      const season = round % 3 === 0 ? undefined : intakeSpan(testToday);
      for (const place of [london, ucl, london.country]) {
        const scope = scopeOf({ place, category: round % 9 === 0 ? 'buy-old' : 'rent' }, wholeList);
        const known = scope.near.length === 0 ? { ...filter, distance: undefined } : filter;
        const list = await findHouses(base.db, { scope, filter: known, minorUnits: 100, soon, pageSize: 1_000, season });
        const map = await maps.find({ scope, filter, box: wholeWorld, area: undefined, zoom: 4, soon, pageSize: 1_000, season });
        const name = `${place.slug} ${formatFilterCode(filter)}`;
        expect([name, map.total]).toEqual([name, tally(list.records, known).total]);
        expect([name, map.houseIds]).toEqual([name, list.houseIds]);
        expect([name, map.intake]).toEqual([name, list.intake]);
        expect([name, map.points.reduce((sum, { count }) => sum + count, 0)]).toEqual([name, map.total]);
      }
    }
  });

  test('pages of the homes in view share no home and leave none out', async () => {
    const scope = scopeOf({ place: london, category: 'rent' }, wholeList);
    const page = (number: number) => maps.find({ scope, filter: { ...noFilter, page: number }, box, area: undefined, zoom: 12, soon, pageSize: 20 });
    const { total } = await page(1);
    const ids = [];
    for (let number = 1; number <= Math.ceil(total / 20); number++) ids.push(...(await page(number)).houseIds);
    expect(new Set(ids).size).toBe(total);
    expect((await page(Math.ceil(total / 20) + 1)).houseIds).toEqual([]);
  });

  test('a home that changes, or leaves the lists, changes on the map with the next look', async () => {
    const scope = scopeOf({ place: leeds, category: 'rent' }, wholeList);
    const look = () => maps.find({ scope, filter: noFilter, box: wholeWorld, area: undefined, zoom: 12, soon, pageSize: 200 });
    const before = await look();
    const [gone] = before.houseIds;
    if (!gone) throw new Error('no home in Leeds');
    await base.db.deleteFrom('listings').where('house_id', '=', gone).execute();
    expect((await look()).total).toBe(before.total);
    index.forget([`city:${london.id}`]);
    expect((await look()).total).toBe(before.total);
    index.forget([`house:${gone}`, `city:${leeds.id}`]);
    expect((await look()).total).toBe(before.total - 1);
  });
});

describe('one lease leads', () => {
  const whole = (text: string): number => Math.round(Number(/[\d,]+(?:\.\d+)?/.exec(text)?.[0].replaceAll(',', '')));

  test('marker, card beside it, card asked for alone and card of the list, wherever the map looks', async () => {
    const names = { cname: 'uk', rname: 'london' };
    const found = await createListService(base.db, base.geo, index).find({ place: london, category: 'rent' }, noFilter, wholeList, testNow, 500);
    const listed = new Map(found?.homes.map(({ id, offer }) => [Number(id), offer]));
    expect(found?.intake).toBeDefined();
    let compared = 0;
    for (const view of [box, { ...box, west: -0.16, east: -0.1, south: 51.49, north: 51.53, zoom: 16 }]) {
      const map = mapListsContract.output.parse((await ask({ ...view, ...names })).data);
      for (const { house_id, rent } of map.houses) {
        const card = mapCardContract.output.parse(
          JSON.parse(
            await (await opened.api.request(`${mapCardContract.path}?${new URLSearchParams({ ...names, house_id: String(house_id) })}`, english)).text(),
          ).data,
        );
        const beside = map.items.find((one) => one.house_id === house_id);
        if (beside) expect(beside).toEqual(card);
        if (rent === null) {
          expect([house_id, card.bookable]).toEqual([house_id, false]);
          continue;
        }
        const offer = listed.get(house_id);
        const charged = offer && (offer.terms.promoRent ?? offer.terms.rent);
        expect([house_id, whole(card.rent)]).toEqual([house_id, whole(rent)]);
        if (charged && offer.terms.unit === 'WEEK') expect([house_id, whole(rent)]).toEqual([house_id, Math.round(Number(charged.minor) / 100)]);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(10);
  });

  test('a home of the intake that has something cheaper leads with the intake on its marker, and its card tells its page so', async () => {
    const studios = formatFilterCode({ ...noFilter, types: ['studio'] });
    const map = mapListsContract.output.parse((await ask({ ...box, cname: 'uk', rname: 'london', sname: ucl.slug, urlFilter: studios })).data);
    expect(map.intake).toMatch(/^Prices for \d/);
    expect(map.items.some(({ url }) => /[?&]intake=\d{6}a\d/.test(url))).toBe(true);
    // Over several countries nothing leads but what is cheapest.
    expect(mapListsContract.output.parse((await ask(box)).data).intake).toBeUndefined();
  });

  test('a cluster tells the lowest rent of its homes', async () => {
    const { clusters } = mapListsContract.output.parse((await ask({ ...box, cname: 'uk', rname: 'london', zoom: 9 })).data);
    expect(clusters.length).toBeGreaterThan(0);
    for (const { rent, rent_unit } of clusters) expect([rent, rent_unit]).toEqual([expect.stringMatching(/^£[\d,]+$/), 'WEEK']);
  });
});

describe('a drawn area', () => {
  test('leaves out what is outside', async () => {
    const area: [number, number][] = [
      [-0.2, 51.45],
      [0, 51.45],
      [-0.1, 51.58],
    ];
    const all = await maps.find({
      scope: scopeOf({ place: london, category: 'rent' }, wholeList),
      filter: noFilter,
      box: wholeWorld,
      area: undefined,
      zoom: 22,
      soon,
      pageSize: 500,
    });
    const rows = await base.db
      .selectFrom('listings')
      .select(['house_id', 'longitude', 'latitude'])
      .where('house_id', 'in', [...all.houseIds])
      .execute();
    const inside = rows.filter(({ longitude, latitude }) => inArea(area, [longitude, latitude])).length;
    const { data } = await ask({ ...box, ...{ cname: 'uk', rname: 'london', area: area.map((corner) => corner.join(',')).join(';') } });
    expect(inside).toBeGreaterThan(5);
    expect(inside).toBeLessThan(rows.length);
    expect(mapListsContract.output.parse(data).paginate.total).toBe(inside);
  });

  test.each(['', '0,0;1,1', '0,0;1,1;x,2', '0,0;1,1;200,2', Array.from({ length: 101 }, (_, index) => `${index / 100},1`).join(';')])(
    'of nonsense is refused: %s',
    async (area) => {
      const { status, fields } = await ask({ ...box, area });
      expect([status, fields]).toEqual([422, ['area']]);
    },
  );
});

describe('the call', () => {
  test('[R7.039] gives clusters, single homes with rents, and a page of the same homes in words', async () => {
    const { data, status, body } = await ask({ ...box, cname: 'uk', rname: 'london' });
    expect(status).toBe(200);
    const map = mapListsContract.output.parse(data);
    expect(map.summary).toBe(`${map.paginate.total} homes in view`);
    expect(map.items).toHaveLength(map.paginate.page_size);
    expect(map.clusters.reduce((sum, { count }) => sum + count, 0) + map.houses.length).toBe(map.paginate.total);
    expect(map.houses.filter(({ rent }) => rent !== null && !/^£[\d,]+$/.test(rent))).toEqual([]);
    expect(map.items.every(({ posx, posy }) => posx > box.south && posx < box.north && posy > box.west && posy < box.east)).toBe(true);
    expect(map.city_ids[0]).toBe(london.id);
    expect(body.length).toBeLessThanOrEqual(30 * 1_024);
  });

  test('[R7.039] answers in the asker’s language', async () => {
    const { data } = await ask({ ...box, cname: 'uk', rname: 'london' }, { 'accept-language': 'zh-cn' });
    const [first] = mapListsContract.output.parse(data).items;
    expect(first?.url).toMatch(/^\/uk\/london\/detail-/);
    expect(first?.title).toMatch(/^学舍\d+$/);
  });

  test('[R2.066] its cards carry the question of the map on to the homes, and the currency', async () => {
    const studios = formatFilterCode({ ...noFilter, types: ['studio'] });
    const { data } = await ask({ ...box, cname: 'uk', rname: 'london', sname: ucl.slug, urlFilter: studios, currency: 'jpy' });
    const { items } = mapListsContract.output.parse(data);
    expect(items.length).toBeGreaterThan(0);
    for (const { url } of items) expect(url).toMatch(new RegExp(`\\?schoolunique=${ucl.slug}&ask=${studios}(?:&intake=\\d{6}a\\d)?&currency=JPY$`));
    expect((await ask({ ...box, currency: 'shells' })).fields).toEqual(['currency']);
  });

  test('never more than 30 KB, whatever box and zoom', async () => {
    for (const zoom of [0, 5, 10, 14, 22]) {
      for (const language of ['en-us', 'zh-cn', 'vi-vn']) {
        const { body, status } = await ask({ west: -180, south: -90, east: 180, north: 90, zoom }, { 'accept-language': language });
        expect([status, zoom, Buffer.byteLength(body) <= 30 * 1_024]).toEqual([200, zoom, true]);
      }
    }
  });

  test.each([
    ['NaN', { west: 'NaN' }, ['west']],
    ['infinite', { east: 'Infinity' }, ['east']],
    ['empty', { south: '' }, ['south']],
    ['an exponent', { north: '5e1' }, ['north']],
    ['beyond the pole', { north: 91 }, ['north']],
    ['round the world twice', { west: -541 }, ['west']],
    ['upside down', { south: 51.6, north: 51.4 }, ['north']],
    ['without height', { south: 51.4, north: 51.4 }, ['north']],
    ['zoom 99', { zoom: 99 }, ['zoom']],
    ['zoom below 0', { zoom: -1 }, ['zoom']],
    ['a script', { west: '<script>' }, ['west']],
    ['page 0', { page: 0 }, ['page']],
    ['page 501', { page: 501 }, ['page']],
    ['a broken filter', { urlFilter: 'u1000a999999' }, ['urlFilter']],
    ['a long filter', { urlFilter: 'u1000a202709-'.repeat(200) }, ['urlFilter']],
    ['a slug with a path', { cname: '../uk' }, ['cname']],
  ] as const)('a box that is %s is refused by name', async (_, wrong, fields) => {
    const answer = await ask({ ...box, ...wrong });
    expect([answer.status, answer.fields]).toEqual([422, fields]);
  });

  test('west beyond east means over the date line', async () => {
    const { data } = await ask({ ...box, west: 170, east: -170 });
    expect(mapListsContract.output.parse(data).paginate.total).toBe(0);
    const round = await ask({ ...box, west: 0.1, east: 0.0999 });
    expect(mapListsContract.output.parse(round.data).paginate.total).toBeGreaterThan(0);
  });

  test.each([{ cname: 'atlantis' }, { cname: 'uk', rname: 'atlantis' }, { rname: 'london' }, { cname: 'uk', rname: 'london', sname: 'atlantis' }])(
    'an unknown place is not found: %o',
    async (names) => {
      expect((await ask({ ...box, ...names })).status).toBe(404);
    },
  );

  test('none of the calls above failed inside', () => {
    expect(opened.failures).toEqual([]);
  });
});
