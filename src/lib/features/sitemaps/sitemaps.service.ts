/**
 * Which pages the sitemaps name: those that answer 200, are their own canonical and are for search engines, as the
 * route table and the indexing rules say. Files per language and type, of 5,000 addresses at most; houses are cut by ranges
 * of their ids, so that a house never moves to another file.
 */
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { City, Country, Place, School } from '#lib/features/geo/geo.schema.ts';
import { isForSearchEngines } from '#lib/features/providers/providers.rules.ts';
import { unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { Paths, Site } from '#lib/paths.ts';
import { isOpen, localesOf, routeOf, routes } from '#lib/routes.ts';
import type { RouteName } from '#lib/routes.ts';
import { hreflangLinks } from '#lib/seo/alternates.ts';
import { isIndexableList } from '#lib/seo/indexing.rules.ts';
import type { SitemapUrl } from '#lib/seo/sitemap.ts';
import type { ListCount, ListCounts, SitemapRepository } from './sitemaps.repository.ts';
import { spotsOf } from './spots.rules.ts';
import type { EditorialEntry } from '#lib/features/editorial/editorial.schema.ts';

export const sitemapTypes = ['pages', 'cities', 'schools', 'neighbourhoods', 'types', 'houses', 'guides', 'blog'] as const;
export type SitemapType = (typeof sitemapTypes)[number];

/** Addresses in one file at most; of houses, ids. Each has six alternates, about a kilobyte, so that a file stays a short task for who reads it. */
export const addressesPerFile = 5_000;

export type SitemapFile = { readonly locale: Locale; readonly type: SitemapType; readonly part: number; readonly changed: Date | string | undefined };

export type Sitemaps = {
  /** Every file that has at least one page. */
  files(): Promise<readonly SitemapFile[]>;
  /** The pages of one file, read while they are written; undefined when there is no such file. */
  urls(locale: Locale, type: SitemapType, part: number): Promise<AsyncIterable<SitemapUrl> | Iterable<SitemapUrl> | undefined>;
};

/** A page before its language is chosen. */
type Listed = { readonly path: (paths: Paths) => string; readonly changed: Date | string | undefined; readonly in: readonly Locale[] };

type Parts = {
  readonly repository: SitemapRepository;
  readonly geo: GeoIndex;
  readonly site: Site;
  readonly editorial: readonly EditorialEntry[];
  readonly now?: () => number;
  readonly perFile?: number;
};

/** How long counts are used again: a crawler reads forty files in a row. */
const countsFor = 300_000;

function latest(changes: readonly (Date | string | undefined)[]): Date | string | undefined {
  const known = changes.filter((one) => one !== undefined);
  return known.reduce<Date | string | undefined>((best, one) => (best === undefined || new Date(one) > new Date(best) ? one : best), undefined);
}

function houseList(place: Country | City | School | Place, count: ListCount | undefined): Listed[] {
  if (!count || !isIndexableList({ place, category: 'rent', filtered: false, homes: count.homes })) return [];
  return [{ path: (paths) => paths.list({ place, category: 'rent' }), changed: count.changed, in: locales }];
}

function editorialPages(editorial: readonly EditorialEntry[], kind: EditorialEntry['kind'], path: (paths: Paths, key: string) => string): Listed[] {
  return [
    ...Map.groupBy(
      editorial.filter((entry) => entry.kind === kind),
      ({ key }) => key,
    ),
  ].map(([key, entries]) => ({
    path: (paths) => path(paths, key),
    changed: latest(entries.map(({ updated }) => updated)),
    in: entries.map(({ locale }) => locale),
  }));
}

/** Pages with a fixed address. Their words live in the catalogues or in an editor's file of the same name. */
function fixedPages(editorial: readonly EditorialEntry[]): Listed[] {
  return (Object.keys(routes) as RouteName[]).flatMap((name) => {
    const { pattern, indexable, page } = routeOf(name);
    if (!pattern || pattern.includes(':') || !indexable || !isOpen(name) || page === 'file') return [];
    const text = editorial.find(({ kind, key }) => kind === 'pages' && pattern === `/general-pages/${key}`);
    return [{ path: (paths: Paths) => paths.to(name), changed: text?.updated, in: localesOf(routeOf(name)) }];
  });
}

/** Reads once and gives that answer for a while. A failure is not kept. */
function cached<T>(read: () => Promise<T>, now: () => number): () => Promise<T> {
  let kept: { readonly at: number; readonly value: Promise<T> } | undefined;
  return () => {
    if (kept && now() - kept.at <= countsFor) return kept.value;
    const fresh = { at: now(), value: read() };
    kept = fresh;
    fresh.value.catch(() => kept === fresh && (kept = undefined));
    return fresh.value;
  };
}

function guideParams(key: string): { country: string; city: string } {
  const [country = '', city = ''] = key.split('/');
  return { country, city };
}

/** @param parts.editorial what editors wrote, all languages. */
export function createSitemaps({ repository, geo, site, editorial, now = Date.now, perFile = addressesPerFile }: Parts): Sitemaps {
  const counts = cached(() => repository.listCounts(), now);
  const near = cached(() => repository.housesNear(geo.cities.flatMap(spotsOf)), now);

  async function listed(type: Exclude<SitemapType, 'houses'>): Promise<readonly Listed[]> {
    switch (type) {
      case 'pages':
        return [
          ...fixedPages(editorial),
          ...editorialPages(editorial, 'help', (paths, id) => paths.to('help', { id })),
          ...editorialPages(editorial, 'policies', (paths, id) => paths.to('document', { id })),
          ...editorialPages(editorial, 'topics', (paths, slug) => paths.to('topic', { slug })),
          ...editorialPages(editorial, 'providers', (paths, slug) => paths.to('provider', { slug })),
          ...(await repository.providers())
            .filter(isForSearchEngines)
            .map(({ slug, changed }) => ({ path: (paths: Paths) => paths.to('provider_record', { slug }), changed, in: locales })),
        ];
      case 'guides':
        return editorialPages(editorial, 'guides', (paths, key) => paths.to('guide', guideParams(key)));
      case 'blog':
        return editorialPages(editorial, 'blog', (paths, slug) => paths.to('blog_entry', { slug }));
      case 'schools': {
        const homes = await near();
        return geo.schools.flatMap((school) => houseList(school, homes.get(school.id)));
      }
      case 'neighbourhoods': {
        const homes = await near();
        return geo.places.flatMap((place) => houseList(place, homes.get(place.id)));
      }
      default:
        return lists(type, await counts());
    }
  }

  function lists(type: 'cities' | 'types', { byPlace, byType }: ListCounts): readonly Listed[] {
    switch (type) {
      case 'cities':
        return [
          ...geo.countries.flatMap((country): Listed[] => {
            // The country's own page and its list have the same homes to tell of.
            const list = houseList(country, byPlace.get(country.id));
            return [...list.map((page) => ({ ...page, path: (paths: Paths) => paths.country(country) })), ...list];
          }),
          ...geo.cities.flatMap((city) => houseList(city, byPlace.get(city.id))),
        ];
      case 'types':
        return [...geo.countries, ...geo.cities].flatMap((place) =>
          unitTypes.flatMap((unitType): Listed[] => {
            const count = byType.get(`${place.id}/${unitType}`);
            const indexable = count && isIndexableList({ place, type: unitType, category: 'rent', filtered: false, homes: count.homes });
            return indexable ? [{ path: (paths) => paths.list({ place, type: unitType, category: 'rent' }), changed: count.changed, in: locales }] : [];
          }),
        );
    }
  }

  function urlOf(locale: Locale, { path, changed, in: offered }: Listed): SitemapUrl {
    const there = locales.filter((one) => offered.includes(one)).map((one) => ({ locale: one, path: path(site.paths(one)) }));
    return { address: site.absolute(locale, path(site.paths(locale))), changed, alternates: hreflangLinks(there, site) };
  }

  /** Made while they are written: none is there before somebody takes it. */
  function* urlsOf(locale: Locale, pages: readonly Listed[]): Generator<SitemapUrl> {
    for (const page of pages) yield urlOf(locale, page);
  }

  function partsOf(pages: readonly Listed[]): (readonly Listed[])[] {
    return Array.from({ length: Math.ceil(pages.length / perFile) }, (_, index) => pages.slice(index * perFile, (index + 1) * perFile));
  }

  async function* houses(locale: Locale, part: number): AsyncGenerator<SitemapUrl> {
    for await (const batch of repository.houses((part - 1) * perFile - 1, part * perFile)) {
      for (const house of batch) {
        const city = geo.cityById(house.cityId);
        if (city)
          yield urlOf(locale, { path: (paths) => paths.house({ id: asId(house.id), city, houseType: house.houseType }), changed: house.changed, in: locales });
      }
    }
  }

  return {
    async files() {
      const ranges = await repository.houseRanges(perFile);
      const perType = await Promise.all(sitemapTypes.map(async (type) => ({ type, pages: type === 'houses' ? [] : await listed(type) })));
      return locales.flatMap((locale) =>
        perType.flatMap(({ type, pages }): SitemapFile[] => {
          if (type === 'houses') return ranges.map(({ range, changed }) => ({ locale, type, part: range + 1, changed }));
          const own = pages.filter((page) => page.in.includes(locale));
          return partsOf(own).map((pages, index) => ({ locale, type, part: index + 1, changed: latest(pages.map(({ changed }) => changed)) }));
        }),
      );
    },
    async urls(locale, type, part) {
      if (type === 'houses') {
        const ranges = await repository.houseRanges(perFile);
        return ranges.some(({ range }) => range + 1 === part) ? houses(locale, part) : undefined;
      }
      const own = partsOf((await listed(type)).filter((page) => page.in.includes(locale)))[part - 1];
      return own && urlsOf(locale, own);
    },
  };
}
