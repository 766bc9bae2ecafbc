import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { formatFilterCode, noFilter, sorts, unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import type { Sort } from '#lib/features/catalogue/filter-code.rules.ts';
import { isCrawler } from '#lib/crawler.ts';
import { searchEngineOf } from '#lib/features/tracking/search-engine.rules.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import { createSite, houseSubPages } from '#lib/paths.ts';
import { isOpen, routeOf, routes } from '#lib/routes.ts';
import type { RouteName } from '#lib/routes.ts';
import { alternatesOf, hreflangLinks } from '#lib/seo/alternates.ts';
import { scriptJson } from '#lib/seo/head.ts';
import { isIndexableList, localFacts } from '#lib/seo/indexing.rules.ts';
import { articlePart, breadcrumbPart, jsonLdGraph, organizationPart, schoolPart, webSitePart } from '#lib/seo/json-ld.ts';
import { robotsText } from '#lib/seo/robots.ts';
import { sitemapIndexXml, sitemapXml } from '#lib/seo/sitemap.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { readRobots } from '#tests/crawl/robots-reader.ts';

const geo = loadGeo();
const site = createSite('https://homes.example', new Map());
const london = geo.city('uk', 'london');
const school = london?.schools[0];
if (!london || !school) throw new Error('these tests are about London');
const localeArbitrary = fc.constantFrom(...locales);

describe('hreflang', () => {
  const head = (locale: Locale, path: string) => ({ title: '', description: '', canonical: site.paths(locale).local(path) });

  test('[R9.70] every page names its English and its Chinese version, itself and x-default, and every version names the same', () => {
    fc.assert(
      fc.property(fc.constantFrom('/', '/uk/london', '/general-pages/helps', '/country/hk'), localeArbitrary, localeArbitrary, (path, one, other) => {
        const from = (locale: Locale) => hreflangLinks(alternatesOf(head(locale, path), routes.index, locale, site), site);
        expect(from(one)).toEqual(from(other));
        expect(from(one).map(({ hreflang }) => hreflang)).toEqual(['zh-CN', 'en', 'zh-HK', 'zh-TW', 'vi', 'x-default']);
        for (const { href } of from(one)) expect(href).toMatch(/^https:\/\/homes\.example\//);
        expect(from(one)).toContainEqual({ hreflang: localeFacts[one].hreflang, href: site.absolute(one, site.paths(one).local(path)) });
      }),
    );
  });

  test('[R1.15] a locale with a host of its own is named on that host', () => {
    const hosted = createSite('https://homes.example', new Map([['en-us', 'https://en.homes.example']]));
    const links = hreflangLinks(alternatesOf(head('vi-vn', '/uk/london'), routes.index, 'vi-vn', hosted), hosted);
    expect(links).toContainEqual({ hreflang: 'en', href: 'https://en.homes.example/uk/london' });
    expect(links).toContainEqual({ hreflang: 'zh-TW', href: 'https://homes.example/tw/uk/london' });
  });

  test('a page in one language has no alternates', () => {
    expect(hreflangLinks(alternatesOf({ title: '', description: '', canonical: '/en/providers/landlords' }, routes.provider, 'en-us', site), site)).toEqual([]);
  });
});

describe('crawlers', () => {
  test('[R6.26] crawlers are told from readers', () => {
    const agents = [
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'Mozilla/5.0 (compatible; Baiduspider/2.0)',
      'Mozilla/5.0 (compatible; bingbot/2.0)',
      'Sogou web spider/4.0',
      'facebookexternalhit/1.1',
    ];
    expect(agents.filter(isCrawler)).toEqual(agents);
    expect(isCrawler('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1')).toBe(false);
  });

  test('[R9.69] six search engines have codes of their own', () => {
    const hosts = ['www.google.co.uk', 'www.bing.com', 'www.baidu.com', 'www.sogou.com', 'www.so.com', 'search.yahoo.com'];
    expect(hosts.map((host) => searchEngineOf(host)?.code)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(searchEngineOf('homes.example')).toBeUndefined();
    expect(searchEngineOf('espresso.com')).toBeUndefined();
  });
});

describe('robots.txt', () => {
  const robots = readRobots(robotsText('https://homes.example'));
  const london2 = { ...noFilter, page: 2 };
  const paths = site.paths('en-us');

  test('names the sitemap index and leaves every page that is for search engines open to all', () => {
    expect(robots.sitemaps).toEqual(['https://homes.example/sitemap.xml']);
    const house = { id: asId<never>(12), city: london, houseType: 'apartment' } as const;
    const open = locales.flatMap((locale) => [
      ...(Object.keys(routes) as RouteName[]).flatMap((name) => {
        const { pattern, indexable } = routeOf(name);
        return pattern && indexable && isOpen(name) ? [site.paths(locale).local(pattern.replaceAll(/:\w+/g, 'sample'))] : [];
      }),
      site.paths(locale).place(london),
      site.paths(locale).place(school),
      site.paths(locale).house(house),
      site.paths(locale).list({ place: london, category: 'rent' }, london2),
      ...unitTypes.map((type) => site.paths(locale).list({ place: london, type, category: 'rent' })),
    ]);
    for (const agent of ['Googlebot', 'Baiduspider'])
      expect(
        open.filter((path) => !robots.allows(agent, path)),
        agent,
      ).toEqual([]);
  });

  test('pages with noindex stay open, so that it can be read; for engines that do not heed it they are closed', () => {
    const house = { id: asId<never>(12), city: london, houseType: 'apartment' } as const;
    const unindexed = [
      paths.to('search'),
      paths.to('house_compare'),
      ...houseSubPages.map((sub) => paths.house(house, sub)),
      paths.unit(house, 3, 4),
      ...(Object.keys(sorts) as Sort[])
        .filter((sort) => sort !== 'recommended')
        .map((sort) => paths.list({ place: london, category: 'rent' }, { ...noFilter, sort })),
      paths.list({ place: london, category: 'rent' }, { ...noFilter, months: [202709], page: 3 }),
      paths.list({ place: school, category: 'rent' }, { ...noFilter, amenities: ['gym'], verified: true }),
    ];
    for (const path of unindexed) {
      expect(robots.allows('Googlebot', path), path).toBe(true);
      expect(robots.allows('Baiduspider', path), path).toBe(false);
    }
  });

  test('every filter of the code is closed to the Chinese engines', () => {
    const filters = [
      { months: [202709] },
      { guests: 2 },
      { rent: { from: 100, to: 200 } },
      { leases: [1] },
      { types: ['studio', 'house'] },
      { amenities: ['gym'] },
      { bathroom: 'private' },
      { distance: 500 },
      { verified: true },
      { availableNow: true },
      { sort: 'rent-low' },
    ] as const;
    for (const one of filters) {
      const code = formatFilterCode({ ...noFilter, ...one } as typeof noFilter);
      expect(robots.allows('Baiduspider', `/uk/london/${code}`), code).toBe(false);
    }
  });

  test('campaign addresses are closed, styles and pictures are open', () => {
    for (const query of ['semcode=a', 'utm_source=x', 'page=1&xcode=b']) expect(robots.allows('Googlebot', `/en/uk/london?${query}`)).toBe(false);
    for (const path of ['/_assets/page.js', '/pictures/1/skyline_826001-640.avif', '/og/en-us/home-1.png']) expect(robots.allows('Googlebot', path)).toBe(true);
    expect(robots.allows('Googlebot', '/_houseApi/list')).toBe(false);
  });
});

describe('structured data', () => {
  test('is one object whose text cannot end its element', () => {
    const graph = jsonLdGraph(organizationPart(site, 'en-us'), undefined, { '@type': 'Article', headline: '</script><script>alert(1)</script>' });
    const text = scriptJson(graph);
    expect(text).not.toContain('<');
    expect(JSON.parse(text)).toEqual(graph);
    expect(graph['@graph']).toHaveLength(2);
  });

  test('breadcrumb positions count from 1 and addresses are absolute', () => {
    const part = breadcrumbPart(site, 'vi-vn', [{ name: 'Trang chủ', href: '/vn' }, { name: 'London' }]);
    expect(part).toEqual({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Trang chủ', item: 'https://homes.example/vn' },
        { '@type': 'ListItem', position: 2, name: 'London' },
      ],
    });
  });

  test('the home page offers the search of its own language', () => {
    const part = JSON.stringify(webSitePart(site, 'zh-tw'));
    expect(part).toContain('https://homes.example/tw/search?q={search_term_string}');
    expect(part).toContain('required name=search_term_string');
  });

  test('a school and an article are named in the reader’s language', () => {
    expect(schoolPart(school, 'zh-cn')).toMatchObject({ '@type': 'CollegeOrUniversity', name: school.names['zh-cn'] });
    const article = articlePart(site, 'en-us', {
      title: 'A',
      description: 'B',
      path: '/en/blog/a',
      image: '/og/en-us/blog-a.png',
      updated: '2026-11-21',
      published: '2026-11-01',
    });
    expect(article).toMatchObject({
      headline: 'A',
      datePublished: '2026-11-01',
      dateModified: '2026-11-21',
      mainEntityOfPage: 'https://homes.example/en/blog/a',
    });
  });
});

describe('which lists are for search engines', () => {
  const list = { place: london, category: 'rent', filtered: false, homes: 5 };

  test('from five homes, unfiltered, for rent', () => {
    expect(isIndexableList(list)).toBe(true);
    expect(isIndexableList({ ...list, homes: 4 })).toBe(false);
    expect(isIndexableList({ ...list, filtered: true })).toBe(false);
    expect(isIndexableList({ ...list, category: 'buy-old' })).toBe(false);
  });

  test('neighbourhoods are, stations, landmarks and postal areas are not', () => {
    for (const place of london.places) expect(isIndexableList({ ...list, place }), place.slug).toBe(place.kind === 'neighbourhood');
  });

  test('every country, city and school has three facts to tell', () => {
    expect([...geo.countries, ...geo.cities, ...geo.schools].filter((place) => localFacts(place) < 3).map(({ slug }) => slug)).toEqual([]);
  });
});

describe('sitemap files', () => {
  const read = async (pieces: AsyncIterable<string>): Promise<string[]> => Array.fromAsync(pieces);

  test('are escaped, carry the head’s alternates and a last change only where one is known', async () => {
    const url = { address: 'https://homes.example/a?b=1&c=<2>', alternates: [{ hreflang: 'en', href: 'https://homes.example/en/a&' }] };
    const text = (
      await read(
        sitemapXml([
          { ...url, changed: new Date('2026-11-21T10:00:00.123Z') },
          { ...url, changed: '2026-11-20' },
          { ...url, changed: undefined },
        ]),
      )
    ).join('');
    expect(text).toContain('<loc>https://homes.example/a?b=1&amp;c=&lt;2&gt;</loc><lastmod>2026-11-21T10:00:00Z</lastmod>');
    expect(text).toContain('<xhtml:link rel="alternate" hreflang="en" href="https://homes.example/en/a&amp;"/>');
    expect(text.match(/<lastmod>/g)).toHaveLength(2);
    expect(sitemapIndexXml([{ address: 'https://homes.example/s?a&b' }])).toContain('<sitemap><loc>https://homes.example/s?a&amp;b</loc></sitemap>');
  });

  test('come in pieces, however many pages there are', async () => {
    const urls = function* () {
      for (let index = 0; index < 5_000; index++) yield { address: `https://homes.example/${index}`, alternates: [] };
    };
    const pieces = await read(sitemapXml(urls()));
    expect(pieces.length).toBeGreaterThan(20);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(50_000);
    expect(pieces.join('').match(/<url>/g)).toHaveLength(5_000);
  });
});
