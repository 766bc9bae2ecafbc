/**
 * Walks the running site from the five homes and the sitemaps, through every kind of page in every language, and
 * checks what the pages tell search engines. The walk is the same in every run. `BASE_URL` names a site that runs already.
 */
import sharp from 'sharp';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { brand } from '#lib/brand.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { createPaths } from '#lib/paths.ts';
import { resolvePath } from '#lib/resolve.ts';
import type { PageRequest } from '#lib/resolve.ts';
import { isOpen, localesOf, routeOf, routes } from '#lib/routes.ts';
import type { RouteDefinition, RouteName } from '#lib/routes.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { findPagePaths, isPlain } from '#tests/support/page-types.ts';
import { createCrawler, failing, readSiteMap, sample } from './crawler.ts';
import type { Alternates, Crawler, SiteMap } from './crawler.ts';
import { hiddenValues, positionsOf } from './json-ld-reader.ts';
import type { ReadPage } from './page-reader.ts';
import { googleHosts, latinSentences } from './wording.ts';

/** Pages asked for from each sitemap file, and for each route and language found by links. */
const perSitemap = 6;
const perRoute = 8;

const geo = loadGeo();
let crawler: Crawler;
let site: SiteMap;

const asPaths = (alternates: Alternates | undefined): string => JSON.stringify(alternates?.map(([name, href]) => [name, site.pathOf(href)]));
const resolved = (path: string): PageRequest | undefined => {
  const found = resolvePath(geo, path.split(/[?#]/)[0] ?? '');
  return found.kind === 'page' ? found : undefined;
};
const all = (): ReadPage[] => [...crawler.pages.values()];
const answered = (): ReadPage[] => all().filter(({ status }) => status === 200);
const indexable = (): ReadPage[] => answered().filter(({ noindex }) => !noindex);
const localeOf = (page: ReadPage): Locale => locales.find((locale) => localeFacts[locale].lang === page.lang) ?? 'zh-cn';
const internalLinks = (page: ReadPage): string[] =>
  page.links.map((href) => site.pathOf(href).replace(/#.*/, '')).filter((href) => href.startsWith('/') && !href.startsWith('//'));

beforeAll(async () => {
  const base = inject('baseUrl');
  crawler = createCrawler(base);
  site = await readSiteMap(crawler);
  const wanted: string[] = locales.map((locale) => createPaths(locale, false).to('index'));
  // Sampled without prefix, so that the same pages are looked at in every language.
  for (const [file, paths] of site.files)
    wanted.push(...sample(paths, file.includes('-pages-') ? 60 : perSitemap, (path) => path.replace(/^\/(en|hk|tw|vn)(?=\/|$)/, '')));
  const kinds = await findPagePaths(base);
  wanted.push(
    ...locales.flatMap((locale) =>
      Object.entries(kinds).flatMap(([name, path]) => {
        const route = routes[name as RouteName] as RouteDefinition | undefined;
        if (route && !localesOf(route).includes(locale)) return [];
        return [isPlain(name) ? path : createPaths(locale, false).local(path)];
      }),
    ),
  );
  await crawler.visit(wanted);

  // One step further along the links: some of each route and language that nothing above led to.
  const found = Map.groupBy(new Set(answered().flatMap(internalLinks)), (path) => {
    const page = resolved(path);
    return page && routes[page.name].page !== 'file' && !path.includes('?') ? `${page.name} ${page.locale}` : undefined;
  });
  await crawler.visit([...found].flatMap(([group, paths]) => (group ? sample(paths, perRoute) : [])));
}, 600_000);

describe('the walk', () => {
  test('reaches every open kind of page in every language', () => {
    const reached = new Set(answered().map((page) => `${resolved(page.path)?.name} ${resolved(page.path)?.locale}`));
    const expected = (Object.keys(routes) as RouteName[])
      // Who walks sends no forms and is not signed in.
      .filter((name) => isOpen(name) && routeOf(name).page !== 'file' && routeOf(name).access === 'public' && !routeOf(name).step)
      .flatMap((name) => localesOf(routes[name]).map((locale) => `${name} ${locale}`));
    expect(expected.filter((one) => !reached.has(one))).toEqual([]);
    expect(answered().length).toBeGreaterThan(250);
  });

  test('finds no dead link: everything linked is 200, an alias that answers 308, or asks to sign in', () => {
    // Steps that are open to everybody and somebody's own ask, too.
    const asksToSignIn = ({ path, location }: ReadPage): boolean => {
      const found = resolved(path);
      const isOwn = found !== undefined && (routeOf(found.name).access === 'login' || routeOf(found.name).step === true);
      return isOwn && location !== undefined && resolved(site.pathOf(location))?.name === 'login';
    };
    expect(failing(all(), (page) => ([200, 308, 404].includes(page.status) || (page.status === 303 && asksToSignIn(page)) ? '' : String(page.status)))).toEqual(
      [],
    );
    const linked = new Set([...site.listed.keys(), ...answered().flatMap(internalLinks)]);
    const missing = all()
      .filter(({ status, path }) => status === 404 && linked.has(path))
      .map(({ path }) => path);
    expect(missing).toEqual([]);
    expect(
      failing(answered(), (page) =>
        internalLinks(page).filter((href) => {
          const found = resolvePath(geo, href.split('?')[0] ?? '');
          return found.kind === 'missing' && !/\.\w+$/.test(href) && !href.startsWith('/server_status');
        }),
      ),
    ).toEqual([]);
  });

  test('links keep the language of their page', () => {
    expect(
      failing(answered(), (page) =>
        internalLinks(page).filter((href) => {
          const found = resolved(href);
          return found !== undefined && found.locale !== localeOf(page);
        }),
      ),
    ).toEqual([]);
  });
});

describe('heads', () => {
  test('one title, one description, one h1, none empty, and a theme colour', () => {
    expect(
      failing(answered(), ({ titles, descriptions, h1s, meta }) =>
        [titles, descriptions, h1s].every((found) => found.length === 1 && found[0]) && meta.has('theme-color')
          ? ''
          : `titles ${titles.length}, descriptions ${descriptions.length}, h1 ${JSON.stringify(h1s)}`,
      ),
    ).toEqual([]);
  });

  test('titles and descriptions of indexable pages are unique within a language', () => {
    for (const part of ['titles', 'descriptions'] as const) {
      const groups = Map.groupBy(indexable(), (page) => `${page.lang} ${page[part][0]}`);
      expect(
        [...groups]
          .filter(([, pages]) => pages.length > 1)
          .map(([text, pages]) => `${text}: ${pages.map(({ path }) => path).join(' ')}`)
          .slice(0, 20),
        part,
      ).toEqual([]);
    }
  });

  test('the canonical is absolute, never crosses languages, and is the page itself where it is indexable', () => {
    expect(
      failing(answered(), ({ canonicals: [canonical = '', ...more], path, noindex }) => {
        if (more.length > 0 || !site.isOwn(canonical)) return `canonical ${canonical}`;
        if (!noindex && site.pathOf(canonical) !== path.split('?')[0]) return `canonical ${canonical}`;
        return resolved(site.pathOf(canonical))?.locale === resolved(path)?.locale ? '' : `canonical ${canonical} is in another language`;
      }),
    ).toEqual([]);
  });

  test('[R9.70] hreflang names every language and x-default with absolute addresses, and every version names the same', () => {
    const byPath = new Map(indexable().map((page) => [page.path, page]));
    let compared = 0;
    expect(
      failing(indexable(), (page) => {
        const request = resolved(page.path);
        const english = request !== undefined && localesOf(routeOf(request.name)).length === 1;
        const names = page.alternates.map(([name]) => name);
        if (english ? names.length > 0 : names.join() !== 'zh-CN,en,zh-HK,zh-TW,vi,x-default') return names;
        for (const [, href] of page.alternates) {
          if (!site.isOwn(href)) return href;
          const other = byPath.get(site.pathOf(href));
          if (other && asPaths(other.alternates) !== asPaths(page.alternates)) return `${href} names others`;
          if (other) compared++;
        }
        return page.alternates.some(([name, href]) => name === localeFacts[localeOf(page)].hreflang && site.pathOf(href) === page.path) || english
          ? ''
          : 'does not name itself';
      }),
    ).toEqual([]);
    expect(compared).toBeGreaterThan(500);
  });

  test('every page has a picture for link previews, 1200×630', async () => {
    const images = new Map(answered().map((page) => [resolved(page.path)?.name ?? '', page.meta.get('og:image') ?? '']));
    expect(failing(answered(), ({ meta }) => (site.pathOf(meta.get('og:image') ?? '').startsWith('/og/') ? '' : `og:image ${meta.get('og:image')}`))).toEqual(
      [],
    );
    for (const [name, address] of images) {
      const response = await fetch(`${inject('baseUrl')}${site.pathOf(address)}`);
      expect(response.status, `${name} ${address}`).toBe(200);
      const { width, height } = await sharp(await response.arrayBuffer()).metadata();
      expect({ width, height }, address).toEqual({ width: 1200, height: 630 });
    }
  });
});

describe('robots and sitemaps', () => {
  test('a page with noindex is open to crawlers, so that they can read it, and in no sitemap', () => {
    expect(
      failing(
        answered().filter(({ noindex }) => noindex),
        ({ path }) => !site.robots.allows('Googlebot', path) || site.listed.has(path),
      ),
    ).toEqual([]);
  });

  test('a page that is for search engines is open to all of them', () => {
    expect(failing(indexable(), ({ path }) => ['Googlebot', 'Baiduspider', 'bingbot'].filter((agent) => !site.robots.allows(agent, path)))).toEqual([]);
  });

  test('pages of a sitemap answer 200, are indexable, and carry the alternates the sitemap gives them', () => {
    expect(
      failing(
        all().filter(({ path }) => site.listed.has(path)),
        (page) => {
          if (page.status !== 200 || page.noindex) return `status ${page.status}${page.noindex ? ', noindex' : ''}`;
          return asPaths(site.listed.get(page.path)) === asPaths(page.alternates) ? '' : 'other alternates than its sitemap gives';
        },
      ),
    ).toEqual([]);
  });

  test('a list page that is indexable on its own first page is in a sitemap', () => {
    expect(
      failing(indexable(), ({ path }) => {
        const listing = resolved(path)?.listing;
        return listing?.kind === 'list' && listing.filter.page === 1 && !site.listed.has(path);
      }),
    ).toEqual([]);
  });
});

describe('structured data', () => {
  test('is one valid object', () => {
    expect(
      failing(answered(), ({ jsonLd }) => {
        if (jsonLd.length > 1) return `${jsonLd.length} objects`;
        const value: unknown = jsonLd[0] === undefined ? { '@context': 'https://schema.org' } : JSON.parse(jsonLd[0]);
        return typeof value === 'object' && value !== null && !Array.isArray(value) && '@context' in value ? '' : 'not one object with a context';
      }),
    ).toEqual([]);
    expect(answered().filter(({ jsonLd }) => jsonLd.length === 1).length).toBeGreaterThan(100);
  });

  test('a page that shows the way to it tells it too', () => {
    const showing = indexable().filter(({ html }) => /<nav[^>]*class="?breadcrumb/.test(html));
    expect(showing.length).toBeGreaterThan(100);
    expect(failing(showing, ({ jsonLd: [json] }) => (json?.includes('"BreadcrumbList"') ? '' : 'no BreadcrumbList'))).toEqual([]);
  });

  test('names and prices in it are visible on the page', () => {
    expect(failing(answered(), ({ jsonLd: [json], text }) => (json ? hiddenValues(JSON.parse(json), text).slice(0, 4) : ''))).toEqual([]);
  });

  test('positions count from 1, over all pages of a list', () => {
    expect(
      failing(answered(), ({ jsonLd: [json], path }) => {
        const furtherPage = /pga\d+$/.test(path);
        return json
          ? positionsOf(JSON.parse(json)).filter(
              ([first = 1, ...rest]) => (first !== 1 && !furtherPage) || rest.some((position, index) => position !== first + index + 1),
            )
          : '';
      }),
    ).toEqual([]);
  });
});

describe('languages', () => {
  test('zh-cn pages and what they load call no Google host', async () => {
    const chinese = answered().filter(({ lang }) => lang === 'zh-CN');
    expect(failing(chinese, ({ html }) => googleHosts(html))).toEqual([]);
    const resources = new Set(
      chinese
        .flatMap(({ resources: found }) => found)
        .map(site.pathOf)
        .filter((path) => /\.(js|css|mjs|webmanifest|json)$/.test(path)),
    );
    for (const path of resources) expect(googleHosts((await crawler.text(path)).body), path).toEqual([]);
    expect(failing(chinese, (page) => page.resources.filter((address) => /^(https?:)?\/\//.test(address) && !site.isOwn(address)))).toEqual([]);
  });

  test('Chinese pages hold no English sentence outside elements that say so', () => {
    expect(
      failing(
        answered().filter(({ lang }) => lang.startsWith('zh')),
        (page) =>
          page.texts
            .filter(({ lang }) => lang.startsWith('zh'))
            .flatMap(({ text }) => latinSentences(text))
            .slice(0, 3),
      ),
    ).toEqual([]);
  });

  test('English and Vietnamese pages hold no Chinese outside elements that say so', () => {
    const chinese = /[\p{Script=Han}\u3000-\u303f\uff00-\uff65]/u;
    expect(
      failing(
        answered().filter(({ lang }) => lang === 'en' || lang === 'vi'),
        ({ texts: pieces, titles, descriptions }) =>
          [...titles, ...descriptions, ...pieces.filter(({ lang }) => lang === 'en' || lang === 'vi').map(({ text }) => text)]
            .filter((text) => chinese.test(text))
            .slice(0, 3),
      ),
    ).toEqual([]);
  });

  test('[R1.55] pages in Chinese show the ICP line', () => {
    expect(
      failing(
        answered().filter(({ lang, path }) => lang === 'zh-CN' && routes[resolved(path)?.name ?? 'index'].footer),
        ({ text }) => !text.includes(brand.icp.number),
      ),
    ).toEqual([]);
  });
});
