/** Single addresses: the same for crawlers and readers, of nothing, in other spellings, filtered, from campaigns. */
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { createPaths } from '#lib/paths.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { createCrawler, googlebot, readSiteMap, sample } from './crawler.ts';
import type { Crawler, SiteMap } from './crawler.ts';
import { readPage } from './page-reader.ts';

const geo = loadGeo();
let crawler: Crawler;
let site: SiteMap;

beforeAll(async () => {
  crawler = createCrawler(inject('baseUrl'));
  site = await readSiteMap(crawler);
});

describe('one answer for all', () => {
  test('[R6.26] crawlers are given the same page as readers', async () => {
    for (const path of sample(site.listed.keys(), 12)) {
      const asReader = await crawler.text(path);
      const asCrawler = await crawler.text(path, { 'user-agent': googlebot });
      expect({ status: asCrawler.status, body: asCrawler.body }, path).toEqual({ status: 200, body: asReader.body });
    }
  });

  test('no page is redirected by the reader’s language', async () => {
    for (const path of sample(site.listed.keys(), 6)) expect((await crawler.text(path, { 'accept-language': 'vi,en;q=0.5' })).status, path).toBe(200);
  });

  test('every page of a sitemap is open to crawlers', () => {
    for (const agent of ['Googlebot', 'Baiduspider', 'bingbot'])
      expect(
        [...site.listed.keys()].filter((path) => !site.robots.allows(agent, path)),
        agent,
      ).toEqual([]);
  });
});

describe('what is not there', () => {
  test('[R2.006] the 404 page answers at its own address, in the reader’s language, with its own title, description and keywords', async () => {
    const seen = new Set<string>();
    for (const locale of locales) {
      const homePath = createPaths(locale, false).to('index');
      const home = readPage(homePath, 200, undefined, (await crawler.text(homePath)).body);
      for (const path of ['/no-such-page', '/uk/atlantis', '/uk/london/no-such-school/x', '/general-pages/helps/999999']) {
        const local = createPaths(locale, false).local(path);
        const { status, location, body } = await crawler.text(local);
        expect({ status, location }, local).toEqual({ status: 404, location: undefined });
        const page = readPage(local, status, location, body);
        expect(page.lang, local).toBe(localeFacts[locale].lang);
        expect(page.noindex, local).toBe(true);
        expect(page.canonicals, local).toEqual([]);
        expect(page.titles[0] && page.descriptions[0] && page.meta.get('keywords'), local).toBeTruthy();
        seen.add(`${page.titles[0]} ${page.descriptions[0]}`);
        expect(page.titles[0], local).not.toBe(home.titles[0]);
        expect(page.descriptions[0], local).not.toBe(home.descriptions[0]);
      }
    }
    expect(seen.size).toBeGreaterThanOrEqual(4);
  });

  test('a page of a list out of range and an empty facet are 404', async () => {
    for (const locale of locales) {
      const paths = createPaths(locale, false);
      expect((await crawler.text(paths.local('/uk/london/pga9999'))).status).toBe(404);
      const empty = [...geo.cities]
        .flatMap((city) => unitTypes.map((type) => paths.list({ place: city, type, category: 'rent' })))
        .filter((path) => !site.listed.has(path));
      const statuses = await Promise.all(sample(empty, 8).map(async (path) => ({ path, ...(await crawler.text(path)) })));
      for (const { path, status, body } of statuses) {
        if (status !== 404) expect({ status, noindex: readPage(path, status, undefined, body).noindex }, path).toEqual({ status: 200, noindex: true });
      }
      expect(
        statuses.some(({ status }) => status === 404),
        'none of the unlisted facets is empty',
      ).toBe(true);
    }
  });

  test('other spellings of a page are sent to the one right one', async () => {
    for (const [given, right] of [
      ['/en/UK/London', '/en/uk/london'],
      ['/en/uk/london/', '/en/uk/london'],
      ['/en-uk/london', '/en/uk/london'],
      ['/gb/london', '/uk/london'],
      ['/cn/uk/london', '/uk/london'],
    ] as const) {
      const { status, location } = await crawler.text(given);
      expect({ status, location: location && site.pathOf(location) }, given).toEqual({ status: 308, location: right });
    }
  });

  test('a campaign address answers with the plain page', async () => {
    const plain = await crawler.text('/en/uk/london');
    const tagged = await crawler.text('/en/uk/london?utm_source=a&xcode=b');
    expect(tagged.body).toBe(plain.body);
    expect(site.robots.allows('Googlebot', '/en/uk/london?utm_source=a')).toBe(false);
  });

  test('a list opened with semcode is the plain list to search engines, and closed to them', async () => {
    const path = '/en/uk/london?semcode=spring-1';
    const { status, body } = await crawler.text(path);
    const page = readPage(path, status, undefined, body);
    expect({ status, noindex: page.noindex, canonical: page.canonicals.map(site.pathOf) }).toEqual({
      status: 200,
      noindex: false,
      canonical: ['/en/uk/london'],
    });
    expect(site.robots.allows('Googlebot', path)).toBe(false);
  });

  test('a filtered or sorted list points to the plain one and is not indexed', async () => {
    for (const code of ['u1000a202709-sorta11', 'u1006a1', 'sorta12', 'u1008a1-pga2']) {
      const path = `/vn/uk/london/${code}`;
      const { status, body } = await crawler.text(path);
      const page = readPage(path, status, undefined, body);
      if (status === 200)
        expect({ noindex: page.noindex, canonical: page.canonicals.map(site.pathOf), alternates: page.alternates }, path).toEqual({
          noindex: true,
          canonical: ['/vn/uk/london'],
          alternates: [],
        });
      else expect(status, path).toBe(404);
    }
  });
});
