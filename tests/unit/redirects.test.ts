/** Where redirects lead, whatever is asked for: an address of this site that can stand in a header. */
import fc from '#tests/support/properties.ts';
import { expect, test } from 'vitest';
import { createSite } from '#lib/paths.ts';
import { createRenderContext } from '#lib/render-context.ts';
import { resolvePath } from '#lib/resolve.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';

const geo = loadGeo();
const origin = 'https://homes.example.org';
const context = createRenderContext({ geo, site: createSite(origin, new Map()), localeHosts: new Map(), loaders: undefined, siteVariant: 'main' });

/** What the middleware answers: a status, and where a redirect leads. Throws where an answer cannot be made. */
async function answerTo(path: string): Promise<{ readonly status: number; readonly location: string | null }> {
  const url = new URL(origin);
  url.pathname = path;
  const found = await context.locate(url, resolvePath(geo, url.pathname));
  if (found.kind !== 'redirect') return { status: found.kind === 'missing' ? 404 : 200, location: null };
  const answer = new Response(null, { status: 308, headers: { location: found.location } });
  return { status: answer.status, location: answer.headers.get('location') };
}

test.each([
  ['/cn/伦敦', '/%E4%BC%A6%E6%95%A6'],
  ['/en-uk/伦', '/en/uk/%E4%BC%A6'],
  ['/cn-伦/x', '/%E4%BC%A6/x'],
  ['/hk/rent/伦', '/hongkong/rent/%E4%BC%A6'],
  ['/cn/café', '/caf%C3%A9'],
  ['/cn/%5Cevil.example', '/%5Cevil.example'],
  ['/cn/%2F%2Fevil.example', null],
  ['/cn/%0d%0aset-cookie:a=1', '/%0D%0Aset-cookie%3Aa%3D1'],
])('%s leads on as it was asked for, spelt as addresses are', async (path, location) => {
  expect((await answerTo(path)).location).toBe(location);
});

test('500 paths of any script and sign are answered, and none leads away or round in a circle', async () => {
  const segment = fc.oneof(
    fc.constantFrom(
      'cn',
      'hk',
      'en',
      'tw',
      'uk',
      'gb',
      'en-uk',
      'cn-伦',
      'hong-kong',
      'rent',
      'place',
      'country',
      'map',
      'LONDON',
      '伦敦',
      'café',
      '%5C',
      '..',
      'h1u2hcr3',
      '12345',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.webSegment().filter((text) => text !== ''),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(segment, { minLength: 1, maxLength: 5 }), async (segments) => {
      let path: string | null = `/${segments.join('/')}`;
      for (let step = 0; path !== null; step++) {
        expect(step, `/${segments.join('/')}`).toBeLessThan(6);
        const { status, location } = await answerTo(path);
        expect(status).toBeLessThan(500);
        if (location !== null) {
          expect(location).toMatch(/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/);
          expect(new URL(location, origin).origin).toBe(origin);
        }
        path = location;
      }
    }),
    { numRuns: 500 },
  );
});
