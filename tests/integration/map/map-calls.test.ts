/** The map's other calls: places, a home's card, and the way from one point to another. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestListener, Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { formatFilterCode, noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { createHouseColumns } from '#lib/features/finding/house-columns.repository.ts';
import { createHouseIndex } from '#lib/features/finding/house.index.ts';
import { createListService } from '#lib/features/finding/finding.service.ts';
import { directionsContract, mapCardContract, mapListsContract, mapPlacesContract } from '#lib/features/map/map.contract.ts';
import { mapCalls } from '#lib/features/map/map.api.ts';
import { createMapLoader } from '#lib/features/map/map.loader.ts';
import { createMapService } from '#lib/features/map/map.service.ts';
import { isPlaced, placesOfCity } from '#lib/features/map/map-places.rules.ts';
import { createRatesService } from '#lib/features/rates/rates.service.ts';
import { metresBetween } from '#lib/geo/distance.ts';
import { newSealKeys } from '#lib/api/sealing.ts';
import { createSite } from '#lib/paths.ts';
import type { Directions } from '#lib/ports/directions/directions.ts';
import { mapboxDirections } from '#lib/ports/directions/mapbox.ts';
import { straightLineDirections } from '#lib/ports/directions/straight-line.ts';
import { drawnStreet, linkedStreet } from '#lib/ports/street-view/street-view.ts';
import { seedVariedHouses, testNow } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { plainApi } from '#tests/support/plain-api.ts';

type Answer = { status: number; data: unknown };
let base: TestDatabase;
let ask: (path: string, directions?: Directions) => Promise<Answer>;

beforeAll(async () => {
  base = await testDatabase();
  const leeds = base.geo.city('uk', 'leeds');
  if (!leeds) throw new Error('no Leeds');
  await seedVariedHouses(base.db, [leeds], 12);
  const rates = await createRatesService(base.db);
  const index = createHouseIndex(createHouseColumns(base.db));
  const maps = createMapService(index, base.geo);
  const lists = createListService(base.db, base.geo, index);
  const loader = createMapLoader({ maps, lists, rates, geo: base.geo, regions: [], mapboxToken: undefined, streetView: drawnStreet });
  const { publicKey } = await newSealKeys();
  ask = async (path, directions = straightLineDirections()) => {
    const calls = mapCalls({ loader, geo: base.geo, regions: [], site: createSite('https://example.org', new Map()), directions });
    const app = plainApi({ calls, sealKey: publicKey, now: () => testNow });
    const response = await app.request(path, { headers: { 'accept-language': 'vi-vn' } });
    const { data }: { data: unknown } = JSON.parse(await response.text());
    return { status: response.status, data };
  };
});
afterAll(() => base.close());

describe('places', () => {
  test('[R3.39] a city’s places come in the asker’s language, posx the latitude and posy the longitude', async () => {
    const london = base.geo.city('uk', 'london');
    const { data } = await ask(`${mapPlacesContract.path}?city_id=${london?.id}`);
    const { items } = mapPlacesContract.output.parse(data);
    expect(items.find(({ kind }) => kind === 'city')).toMatchObject({ name: 'London', posx: 51.5074, posy: -0.1278 });
    expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(['school', 'station', 'landmark', 'neighbourhood', 'city']));
    // Both campuses; initials would tell a Vietnamese reader nothing.
    const [school] = london?.schools.filter(({ short }) => short === 'UCL') ?? [];
    expect(items.filter(({ name }) => name === school?.names['vi-vn'])).toHaveLength(2);
  });

  test('without city, all countries and cities; an unknown city is not found', async () => {
    const { items } = mapPlacesContract.output.parse((await ask(mapPlacesContract.path)).data);
    expect(items.filter(({ kind }) => kind === 'city')).toHaveLength(base.geo.cities.length);
    expect((await ask(`${mapPlacesContract.path}?city_id=1`)).status).toBe(404);
  });

  test('[R3.40] coordinates of 0, 0 are no place', () => {
    const london = base.geo.city('uk', 'london');
    if (!london) throw new Error('no London');
    const nowhere = { latitude: 0, longitude: 0 };
    expect([isPlaced(nowhere), isPlaced({ latitude: 0, longitude: 101 }), isPlaced({ latitude: Number.NaN, longitude: 3 })]).toEqual([false, true, false]);
    const kinds = placesOfCity({ ...london, at: nowhere, places: [], schools: [] }, 'en-us').map(({ kind }) => kind);
    expect(kinds).not.toContain('city');
  });
});

test('[R7.039] the card of one home, and nothing for a home that is not listed', async () => {
  const row = await base.db.selectFrom('listings').select('house_id').orderBy('house_id').limit(1).executeTakeFirstOrThrow();
  const { data } = await ask(`${mapCardContract.path}?house_id=${row.house_id}`);
  expect(mapCardContract.output.parse(data)).toMatchObject({ house_id: row.house_id, url: expect.stringMatching(/^\/vn\/uk\/leeds\/detail-/) });
  expect((await ask(`${mapCardContract.path}?house_id=999999`)).status).toBe(404);
});

test('[R7.039] a card shows the offer that fits the filter, as the list of the same view does', async () => {
  const box = 'west=-180&south=-85&east=180&north=85&zoom=3&cname=uk&rname=leeds';
  const rentsOf = async (urlFilter: string): Promise<Map<number, string>> => {
    const { items } = mapListsContract.output.parse((await ask(`${mapListsContract.path}?${box}&urlFilter=${urlFilter}`)).data);
    return new Map(items.map(({ house_id, rent }) => [house_id, rent]));
  };
  const studios = formatFilterCode({ ...noFilter, types: ['studio'] });
  const [all, few] = [await rentsOf(''), await rentsOf(studios)];
  const differing = [...few].filter(([id, rent]) => all.get(id) !== rent);
  expect(differing.length).toBeGreaterThan(0);
  for (const [house_id, rent] of differing)
    expect((await ask(`${mapCardContract.path}?cname=uk&rname=leeds&house_id=${house_id}&urlFilter=${studios}`)).data).toMatchObject({ house_id, rent });
  expect((await ask(`${mapCardContract.path}?house_id=1&urlFilter=u1000a999999`)).status).toBe(422);
});

const path = (type: string, coordinates: string): string => `/_mapboxApi/directions/v5/mapbox/${type}/${coordinates}`;

describe('directions', () => {
  let server: Server | undefined;
  afterEach(() => void server?.close());

  async function standIn(listener: RequestListener): Promise<string> {
    server = createServer(listener);
    await new Promise<void>((resolve) => void server?.listen(0, '127.0.0.1', () => resolve()));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  test('[R7.181] without a service it is a straight line at usual speed, and says so', async () => {
    const from = { longitude: -0.134, latitude: 51.5246 };
    const to = { longitude: -0.1165, latitude: 51.5144 };
    const { data } = await ask(path('walking', '-0.134,51.5246;-0.1165,51.5144'));
    const { source, routes } = directionsContract.output.parse(data);
    const metres = metresBetween(from, to);
    expect(source).toBe('estimate');
    expect(routes).toEqual([
      {
        distance: Math.round(metres),
        duration: Math.round(((metres * 1.3) / 80) * 60),
        geometry: {
          type: 'LineString',
          coordinates: [
            [-0.134, 51.5246],
            [-0.1165, 51.5144],
          ],
        },
      },
    ]);
  });

  test.each([
    'flying/0,0;1,1',
    'walking/0,0',
    'walking/181,0;1,1',
    'walking/0,91;1,1',
    'walking/NaN,0;1,1',
    `walking/${Array.from({ length: 11 }, () => '0,0').join(';')}`,
    'walking/..%2F..%2Fsecret',
  ])('nonsense is refused: %s', async (given) => {
    expect((await ask(`/_mapboxApi/directions/v5/mapbox/${given}`)).status).toBe(422);
  });

  test('[R7.181] with a token, the way comes from Mapbox', async () => {
    let asked = '';
    const origin = await standIn((request, response) => {
      asked = request.url ?? '';
      response.end(
        JSON.stringify({
          code: 'Ok',
          routes: [
            {
              distance: 1_812.4,
              duration: 1_300,
              weight: 1,
              geometry: {
                type: 'LineString',
                coordinates: [
                  [0, 51],
                  [0.1, 51.1],
                  [0.2, 51],
                ],
              },
            },
          ],
        }),
      );
    });
    const { status, data } = await ask(path('cycling', '0,51;0.2,51'), mapboxDirections('pk.test-token', { origin }));
    expect([status, directionsContract.output.parse(data).source]).toEqual([200, 'mapbox']);
    expect(asked).toMatch(/^\/directions\/v5\/mapbox\/cycling\/0,51;0\.2,51\?.*access_token=pk\.test-token/);
  });

  const answers: readonly (readonly [string, number, RequestListener])[] = [
    ['garbage', 502, (_, response) => void response.end('<html>')],
    ['a wrong shape', 502, (_, response) => void response.end('{"code":"Ok","routes":[{"distance":"far"}]}')],
    ['an error', 502, (_, response) => void response.writeHead(401).end('{"code":"InvalidToken"}')],
    ['a redirect', 502, (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['no way', 404, (_, response) => void response.end('{"code":"NoRoute","routes":[]}')],
    ['silence', 504, () => undefined],
  ];
  test.each(answers)('Mapbox answers with %s', async (_, status, listener) => {
    const origin = await standIn(listener);
    expect((await ask(path('driving', '0,51;0.2,51'), mapboxDirections('pk.test-token', { origin, patience: 200 }))).status).toBe(status);
    server?.closeAllConnections();
  });
});

test('photographs of a street are a link where an operator names a service, never Google for mainland China', () => {
  const at = { latitude: 51.5, longitude: -0.12 };
  expect(drawnStreet.linkFor(at, 'en-us')).toBeUndefined();
  expect(linkedStreet('https://www.streets.example/app?lat={latitude}&lng={longitude}').linkFor(at, 'zh-cn')).toEqual({
    href: 'https://www.streets.example/app?lat=51.50000&lng=-0.12000',
    host: 'streets.example',
  });
  const mainland = linkedStreet(`https://www.${'google'}.example/maps?q={latitude},{longitude}`);
  expect([mainland.linkFor(at, 'zh-cn'), mainland.linkFor(at, 'en-us')?.host]).toEqual([undefined, 'google.example']);
});
