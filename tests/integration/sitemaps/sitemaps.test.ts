import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEditorialEntries } from '#lib/features/editorial/editorial.files.ts';
import { createSitemapRepository } from '#lib/features/sitemaps/sitemaps.repository.ts';
import { createSitemaps, addressesPerFile, sitemapTypes } from '#lib/features/sitemaps/sitemaps.service.ts';
import { createMachineFiles, sitemapPath } from '#server/files/machine-files.ts';
import type { MachineFile, MachineFiles } from '#server/files/machine-files.ts';
import { locales } from '#lib/i18n/locales.ts';
import { createSite } from '#lib/paths.ts';
import { resolvePath } from '#lib/resolve.ts';
import { routeOf } from '#lib/routes.ts';
import { refreshListings } from '#lib/features/catalogue/catalogue-refresh.repository.ts';
import { seedVariedHouses, testNow } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';

const origin = 'https://homes.example';
const site = createSite(origin, new Map());
const editorial = readEditorialEntries('src/content');
let test1: TestDatabase;
let files: MachineFiles;
let queries: () => number;

async function textOf(answer: Promise<MachineFile> | undefined): Promise<string> {
  const body = (await answer)?.body ?? '';
  return typeof body === 'string' ? body : (await Array.fromAsync(body)).join('');
}
const locs = (xml: string): string[] => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1] ?? '');
const open = (path: string): Promise<string> => textOf(files(path));

/** Every page of every sitemap: address → its `<url>` element. */
async function everything(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const file of locs(await open('/sitemap.xml'))) {
    for (const [element] of (await open(new URL(file).pathname)).matchAll(/<url>.*?<\/url>/g)) {
      const [address = ''] = locs(element);
      expect(pages.has(address), `${address} is listed twice`).toBe(false);
      pages.set(address, element);
    }
  }
  return pages;
}

beforeAll(async () => {
  test1 = await testDatabase();
  const { db, geo, database } = test1;
  const cities = [geo.city('uk', 'london'), geo.city('uk', 'manchester'), geo.city('au', 'sydney')].filter((city) => city !== undefined);
  await seedVariedHouses(db, cities, 60);
  // Homes around one neighbourhood, so that it has a list of its own.
  const bloomsbury = cities[0]?.places.find(({ kind }) => kind === 'neighbourhood');
  if (!bloomsbury) throw new Error('London has no neighbourhood');
  await db
    .updateTable('houses')
    .set({ latitude: bloomsbury.at.latitude, longitude: bloomsbury.at.longitude })
    .where('id', '<=', 40)
    .where('city_id', '=', bloomsbury.city.id)
    .execute();
  await transact(db, (transaction) =>
    refreshListings(
      transaction,
      Array.from({ length: 40 }, (_, index) => index + 1),
      testNow,
    ),
  );
  // One city with too few homes for a page of its own, one house that left.
  const lonely = geo.city('fr', 'paris');
  if (!lonely) throw new Error('Paris is missing');
  await seedVariedHouses(db, [lonely], 4, 2);
  await db.updateTable('houses').set({ status: 'removed' }).where('id', '=', 3).execute();
  await db.deleteFrom('listings').where('house_id', '=', 3).execute();
  queries = database.queryCount;
  const sitemaps = createSitemaps({ repository: createSitemapRepository(db), geo, site, editorial });
  files = createMachineFiles({ config: { indexNow: { key: 'abcdef0123456789', endpoint: 'https://api.example' } }, site, geo, editorial, sitemaps });
});
afterAll(() => test1?.close());

describe('sitemaps', () => {
  test('the index names one file per language and type, all of which exist', async () => {
    const names = locs(await open('/sitemap.xml')).map((address) => address.replace(`${origin}/sitemaps/`, ''));
    for (const locale of locales) {
      const own = names.filter((name) => name.startsWith(locale)).map((name) => name.split('-')[2]);
      expect(own.toSorted()).toEqual(sitemapTypes.toSorted());
    }
    for (const name of names) expect((await files(`/sitemaps/${name}`))?.status, name).toBe(200);
  });

  test('name only pages of the route table that search engines may have, in their own language', async () => {
    for (const [address, element] of await everything()) {
      expect(address.startsWith(`${origin}/`)).toBe(true);
      const found = resolvePath(test1.geo, new URL(address).pathname);
      expect(found.kind, address).toBe('page');
      if (found.kind === 'page') expect(routeOf(found.name).indexable, address).toBe(true);
      if (found.kind === 'page' && found.listing?.kind === 'list') expect(element, address).toContain('<lastmod>');
    }
  });

  test('[R9.70] alternates are reciprocal and lead to pages that are listed themselves', async () => {
    const pages = await everything();
    const links = (element: string): string[] => [...element.matchAll(/<xhtml:link [^>]*\/>/g)].map(([link]) => link);
    for (const [address, element] of pages) {
      for (const [, hreflang = '', href = ''] of element.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)) {
        const other = pages.get(href);
        expect(other, `${address} names ${href} (${hreflang}), which is not listed`).toBeDefined();
        expect(links(other ?? '')).toEqual(links(element));
      }
    }
    expect([...pages.values()].filter((element) => links(element).length === 0).every((element) => /\/en\/providers/.test(element))).toBe(true);
  });

  test('leave out removed houses and places with fewer than five homes', async () => {
    const pages = [...(await everything()).keys()];
    expect(pages).not.toContainEqual(expect.stringMatching(/-3$/));
    expect(pages.filter((address) => address.includes('/detail-'))).toHaveLength((64 - 1) * locales.length);
    expect(pages).toContain(`${origin}/en/uk/london`);
    expect(pages).not.toContain(`${origin}/en/fr/paris`);
    expect(pages).not.toContain(`${origin}/en/uk/oxford`);
  });

  test('houses are read in batches by id, and a file that has none does not exist', async () => {
    const before = queries();
    await open(sitemapPath('en-us', 'houses', 1));
    expect(queries() - before).toBe(2);
    for (const path of [
      sitemapPath('en-us', 'houses', 2),
      sitemapPath('en-us', 'cities', 2),
      sitemapPath('zh-cn', 'blog', 2),
      '/sitemaps/en-us-planets-1.xml',
      '/sitemaps/en-us-cities-0.xml',
      '/sitemaps/',
    ]) {
      expect((await files(path))?.status, path).toBe(404);
    }
    expect(addressesPerFile).toBe(5_000);
  });

  test('no file has more addresses than it may, the index names every file, and together they have every page once', async () => {
    const { db, geo } = test1;
    const most = 10;
    const small = createSitemaps({ repository: createSitemapRepository(db), geo, site, editorial, perFile: most });
    const whole = createSitemaps({ repository: createSitemapRepository(db), geo, site, editorial });
    const listed = await small.files();
    expect(Math.max(...listed.map(({ part }) => part))).toBeGreaterThan(3);
    const of = async (sitemaps: typeof small): Promise<string[]> => {
      const found: string[] = [];
      for (const { locale, type, part } of await sitemaps.files()) {
        const addresses: string[] = [];
        for await (const { address } of (await sitemaps.urls(locale, type, part)) ?? []) addresses.push(address);
        expect(addresses.length, `${locale} ${type} ${part}`).toBeGreaterThan(0);
        if (sitemaps === small) expect(addresses.length, `${locale} ${type} ${part}`).toBeLessThanOrEqual(most);
        found.push(...addresses);
      }
      return found;
    };
    const [inSmall, inWhole] = [await of(small), await of(whole)];
    expect(new Set(inSmall).size).toBe(inSmall.length);
    expect(inSmall.toSorted()).toEqual(inWhole.toSorted());
    const last = listed.filter(({ locale, type }) => locale === 'en-us' && type === 'schools').length;
    expect(await small.urls('en-us', 'schools', last + 1)).toBeUndefined();
  });

  test('batches meet without gap or overlap', async () => {
    const repository = createSitemapRepository(test1.db);
    const ids = (await Array.fromAsync(repository.houses(0, 1_000_000, 7))).map((batch) => batch.map(({ id }) => id));
    expect(ids.slice(0, -1).every(({ length }) => length === 7)).toBe(true);
    expect(ids.flat()).toEqual(ids.flat().toSorted((a, b) => a - b));
    expect(new Set(ids.flat()).size).toBe(63);
  });
});

describe('other files', () => {
  test('robots.txt, llms.txt and the IndexNow key are there, nothing else is', async () => {
    expect(await open('/robots.txt')).toContain(`Sitemap: ${origin}/sitemap.xml`);
    const llms = await open('/llms.txt');
    expect(llms).toMatch(/^# Loftling\n/);
    for (const [, address = ''] of llms.matchAll(/\]\((https:[^)]*)\)/g)) {
      const { pathname } = new URL(address);
      if (pathname !== '/sitemap.xml') expect(resolvePath(test1.geo, pathname).kind, address).toBe('page');
    }
    expect(await open('/abcdef0123456789.txt')).toBe('abcdef0123456789');
    expect(files('/other.txt')).toBeUndefined();
    expect(files('/')).toBeUndefined();
  });
});
