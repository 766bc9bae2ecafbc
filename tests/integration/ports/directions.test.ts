/** Directions by servers of the operator's, against stand-ins on loopback that speak their protocols. */
import type { ServerResponse } from 'node:http';
import fc from '#tests/support/properties.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { osrmDirections } from '#lib/ports/directions/osrm.ts';
import { readPolyline } from '#lib/ports/directions/polyline.ts';
import { valhallaDirections } from '#lib/ports/directions/valhalla.ts';
import { answerJson, standIn } from '#tests/support/stand-in.ts';
import type { Asked, StandIn } from '#tests/support/stand-in.ts';

const open: StandIn[] = [];
const stand = async (answer: (asked: Asked, response: ServerResponse) => void): Promise<StandIn> => {
  const one = await standIn(answer);
  open.push(one);
  return one;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const home = { latitude: 51.5246, longitude: -0.134 };
const school = { latitude: 51.5115, longitude: -0.116 };
const points = [home, school];

/** Writes a line as services do. */
function polyline(line: readonly { readonly latitude: number; readonly longitude: number }[]): string {
  let last = [0, 0];
  return line
    .map(({ latitude, longitude }) => {
      const next = [latitude, longitude].map((value) => Math.round(value * 1e6));
      const steps = next.map((value, index) => value - (last[index] ?? 0));
      last = next;
      return steps
        .map((step) => {
          let rest = step < 0 ? -2 * step - 1 : 2 * step;
          let letters = '';
          for (; rest >= 32; rest = Math.floor(rest / 32)) letters += String.fromCharCode((rest % 32) + 32 + 63);
          return letters + String.fromCharCode(rest + 63);
        })
        .join('');
    })
    .join('');
}

const faults = {
  hang: () => undefined,
  redirect: (_: Asked, response: ServerResponse) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  garbage: (_: Asked, response: ServerResponse) => answerJson(response, '<html>'),
  other: (_: Asked, response: ServerResponse) => answerJson(response, { code: 'Ok', trip: {} }),
  broken: (_: Asked, response: ServerResponse) => answerJson(response, { code: 'InternalError' }, 500),
  huge: (_: Asked, response: ServerResponse) => answerJson(response, `"${'x'.repeat(2_100_000)}"`),
};

describe('OSRM', () => {
  const route = {
    distance: 2_345.6,
    duration: 1_690.2,
    weight: 1,
    legs: [],
    geometry: {
      type: 'LineString',
      coordinates: [
        [-0.134, 51.5246],
        [-0.116, 51.5115],
      ],
    },
  };

  test('[R7.181] is asked at the server of the profile, and its route is read', async () => {
    const server = await stand((_, response) => answerJson(response, { code: 'Ok', routes: [route], waypoints: [] }));
    const directions = osrmDirections(`${server.origin}/routed-{profile}/`);
    expect(await directions.find('walking', points)).toEqual({ ok: true, routes: [{ distance: 2_345.6, duration: 1_690.2, line: points }] });
    await directions.find('cycling', points);
    await directions.find('driving', points);
    const way = '-0.134,51.5246;-0.116,51.5115?overview=simplified&geometries=geojson';
    expect(server.asked.map(({ url }) => url)).toEqual([
      `/routed-foot/route/v1/foot/${way}`,
      `/routed-bike/route/v1/bike/${way}`,
      `/routed-car/route/v1/car/${way}`,
    ]);
    expect(directions.source).toBe('osrm');
  });

  test.each(['NoRoute', 'NoSegment'])('says that no way leads there: %s', async (code) => {
    const server = await stand((_, response) => answerJson(response, { code, message: 'x' }, 400));
    expect(await osrmDirections(`${server.origin}/{profile}`).find('walking', points)).toEqual({ ok: false, why: 'none' });
  });

  test.each(Object.entries(faults))('is no way when it fails: %s', async (name, fault) => {
    const server = await stand(fault);
    const why = name === 'hang' ? 'slow' : 'failed';
    expect(await osrmDirections(`${server.origin}/{profile}`, { patience: name === 'hang' ? 60 : 5_000 }).find('walking', points)).toEqual({ ok: false, why });
  });
});

describe('Valhalla', () => {
  const trip = {
    status: 0,
    status_message: 'Found route between points',
    units: 'kilometers',
    summary: { length: 2.346, time: 1_690.2 },
    legs: [{ shape: polyline(points) }],
  };

  test('[R7.181] is asked with both ends and the way of going, and its trip is read', async () => {
    const server = await stand((_, response) => answerJson(response, { trip }));
    const directions = valhallaDirections(`${server.origin}/`);
    const found = await directions.find('cycling', points);
    expect(found).toEqual({ ok: true, routes: [{ distance: 2_346, duration: 1_690.2, line: points }] });
    const [asked] = server.asked;
    expect([asked?.method, asked?.url]).toEqual(['POST', '/route']);
    expect(JSON.parse(asked?.body ?? '')).toMatchObject({
      locations: [
        { lat: 51.5246, lon: -0.134 },
        { lat: 51.5115, lon: -0.116 },
      ],
      costing: 'bicycle',
      units: 'kilometers',
    });
  });

  test('a line of very many corners is thinned, and keeps its ends', async () => {
    const line = Array.from({ length: 9_001 }, (_, index) => ({ latitude: 51 + index / 1e5, longitude: -0.1 }));
    const server = await stand((_, response) => answerJson(response, { trip: { ...trip, legs: [{ shape: polyline(line) }] } }));
    const found = await valhallaDirections(server.origin).find('walking', points);
    if (!found.ok) throw new Error(found.why);
    const drawn = found.routes[0]?.line ?? [];
    expect(drawn.length).toBeLessThanOrEqual(2_001);
    expect([drawn[0], drawn.at(-1)]).toEqual([line[0], line.at(-1)]);
  });

  test.each([154, 170, 171, 442])('says that no way leads there: %i', async (code) => {
    const server = await stand((_, response) => answerJson(response, { error_code: code, error: 'x', status_code: 400, status: 'Bad Request' }, 400));
    expect(await valhallaDirections(server.origin).find('walking', points)).toEqual({ ok: false, why: 'none' });
  });

  test.each(Object.entries({ ...faults, cut: (_: Asked, response: ServerResponse) => answerJson(response, { trip: { ...trip, legs: [{ shape: '_' }] } }) }))(
    'is no way when it fails: %s',
    async (name, fault) => {
      const server = await stand(fault);
      const why = name === 'hang' ? 'slow' : 'failed';
      expect(await valhallaDirections(server.origin, { patience: name === 'hang' ? 60 : 5_000 }).find('walking', points)).toEqual({ ok: false, why });
    },
  );
});

test('a line is read as it was written, whatever its corners', () => {
  const micro = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((value) => value / 1e6);
  fc.assert(
    fc.property(fc.array(fc.record({ latitude: micro(90), longitude: micro(180) }), { maxLength: 40 }), (line) => {
      const read = readPolyline(polyline(line), 1e6);
      expect(read?.map(({ latitude, longitude }) => [Math.round(latitude * 1e6), Math.round(longitude * 1e6)])).toEqual(
        line.map(({ latitude, longitude }) => [Math.round(latitude * 1e6), Math.round(longitude * 1e6)]),
      );
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => void readPolyline(text, 1e6)));
});
