/** Which pages of the catalogue are written as files, streamed, with a version that changes when the content of one does. */
import { createHash } from 'node:crypto';
import { isFiltered, unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import { pageCount } from '#lib/features/finding/question.rules.ts';
import type { EditorialEntry } from '#lib/features/editorial/editorial.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { locales } from '#lib/i18n/locales.ts';
import { houseSubPages } from '#lib/paths.ts';
import type { ListTarget, Paths, Site } from '#lib/paths.ts';
import type { PageRequest } from '#lib/resolve.ts';
import { isOpen, localesOf, routeOf, routes } from '#lib/routes.ts';
import type { RouteName } from '#lib/routes.ts';
import { isIndexableList } from '#lib/seo/indexing.rules.ts';
import type { ListCount, SitemapRepository } from './sitemaps.repository.ts';
import { spotsOf } from './spots.rules.ts';

export type CataloguePage = {
  readonly kind: 'page' | 'list' | 'house' | 'part';
  readonly path: string;
  readonly version: string;
  /** The same for all locales of a page: they read the same rows. */
  readonly group: string;
  /** Of how many pages it is the first. */
  readonly pages: number;
};

/** Which lists are written, as of one moment. */
export type ListCensus = {
  /** Homes of a list that is written; undefined of one that is not. */
  countOf(target: Pick<ListTarget, 'place' | 'type'>): ListCount | undefined;
  readonly changed: number;
  /** Another when a list has come or gone: pages then have other links. */
  readonly digest: string;
};

/** @param all also lists that are not for search engines. */
export async function takeCensus(repository: SitemapRepository, geo: GeoIndex, all: boolean): Promise<ListCensus> {
  const [{ byPlace, byType }, near] = [await repository.listCounts(), await repository.housesNear(geo.cities.flatMap(spotsOf))];
  function countOf({ place, type }: Pick<ListTarget, 'place' | 'type'>): ListCount | undefined {
    const isWhole = place.kind === 'country' || place.kind === 'city';
    if (!isWhole && type !== undefined) return undefined;
    const count = isWhole ? (type === undefined ? byPlace.get(place.id) : byType.get(`${place.id}/${type}`)) : near.get(place.id);
    if (!count || count.homes === 0) return undefined;
    return all || isIndexableList({ place, type, category: 'rent', filtered: false, homes: count.homes }) ? count : undefined;
  }
  const written = [
    ...[...geo.countries, ...geo.cities].flatMap((place) => [undefined, ...unitTypes].map((type) => ({ place, type }))),
    ...geo.cities.flatMap(({ schools, places }) => [...schools, ...places].map((place) => ({ place, type: undefined }))),
  ].filter((target) => countOf(target));
  const digest = createHash('sha256').update(written.map(({ place, type }) => `${place.id}/${type ?? ''}`).join(' '));
  return {
    countOf,
    changed: [...byPlace.values()].reduce((latest, { changed }) => Math.max(latest, changed.getTime()), 0),
    digest: digest.digest('base64url'),
  };
}

/** Pages of the catalogue with an address of their own and for search engines: home, cities … */
const fixedPages = (Object.keys(routes) as RouteName[]).filter((name) => {
  const { pattern, indexable, page, render } = routeOf(name);
  return pattern !== null && !pattern.includes(':') && indexable && isOpen(name) && render === 'cached' && page !== 'file';
});

/**
 * Whether a page of the catalogue is among those that are written.
 * @param all as for `takeCensus`, and with it parts of homes.
 */
export function isWritten({ name, listing }: PageRequest, census: ListCensus, all: boolean): boolean {
  if (!listing) return fixedPages.includes(name) || name === 'country_page' || name === 'guide' || name === 'blog_entry' || name === 'provider_record';
  switch (listing.kind) {
    case 'house':
      return all || listing.sub === undefined;
    case 'list':
      return listing.target.category === 'rent' && !isFiltered(listing.filter) && census.countOf(listing.target) !== undefined;
    default:
      return false;
  }
}

/** How lists end that are narrowed or sorted, rooms, and the forms about one home. */
const neverWritten = /\/(?:(?:u\d+a|sorta)\d[^/]*|h\d+u\d+hcr\d+|(?:report|houses\/viewing)\/\d+)$/;
const partOfHome = /\/detail-(?:apartments|rent)-\d+\//;

/** Whether a path may be one of those pages, as far as it says so itself: most links of a list lead to narrower ones, most of a home to its parts. */
export const mayBeWritten = (path: string, all: boolean): boolean => !neverWritten.test(path) && (all || !partOfHome.test(path));

type Parts = {
  readonly repository: SitemapRepository;
  readonly geo: GeoIndex;
  readonly site: Site;
  readonly census: ListCensus;
  /** What editors wrote: guides and posts show homes beside their text. */
  readonly editorial: readonly EditorialEntry[];
  /** Also what is not for search engines. */
  readonly all: boolean;
  /** Changes with the code, the messages, the rates: everything that is on all pages. */
  readonly base: string;
};

type Pages = Pick<CataloguePage, 'kind' | 'version'> & { readonly pages?: number; readonly in?: readonly (typeof locales)[number][] };

function* inLocales(site: Site, { kind, version, pages = 1, in: offered = locales }: Pages, path: (paths: Paths) => string): Generator<CataloguePage> {
  const group = path(site.paths(locales[0]));
  for (const locale of offered) yield { kind, path: path(site.paths(locale)), version, group, pages };
}

/** Home, cities, countries, guides and posts, providers, all lists with their pages, and all houses. */
export async function* cataloguePages({ repository, geo, site, census, editorial, all, base: code }: Parts): AsyncGenerator<CataloguePage> {
  const base = `${code}|${all}|${census.digest}`;
  const whole = { kind: 'page', version: `${base}|${census.changed}` } as const;

  /** The first page of a list; the ones after it follow from its own links. */
  function* list(target: Pick<ListTarget, 'place' | 'type'>, changedWith = census.countOf(target)): Generator<CataloguePage> {
    const count = census.countOf(target);
    if (!count || !changedWith) return;
    const version = `${base}|${count.homes}|${changedWith.homes}|${changedWith.changed.getTime()}`;
    yield* inLocales(site, { kind: 'list', version, pages: pageCount(count.homes) }, (paths) => paths.list({ ...target, category: 'rent' }));
  }

  for (const name of fixedPages) yield* inLocales(site, { ...whole, in: localesOf(routeOf(name)) }, (paths) => paths.to(name));
  for (const [key, entries] of Map.groupBy(
    editorial.filter(({ kind }) => kind === 'guides' || kind === 'blog'),
    ({ kind, key: slug }) => `${kind}/${slug}`,
  )) {
    const [kind, first = '', second = ''] = key.split('/');
    yield* inLocales(site, { ...whole, in: entries.map(({ locale }) => locale) }, (paths) =>
      kind === 'blog' ? paths.to('blog_entry', { slug: first }) : paths.to('guide', { country: first, city: second }),
    );
  }
  for (const { slug, changed } of await repository.providers()) {
    yield* inLocales(site, { kind: 'page', version: `${base}|${changed.getTime()}` }, (paths) => paths.to('provider_record', { slug }));
  }
  for (const country of geo.countries) {
    yield* inLocales(site, whole, (paths) => paths.country(country));
    yield* list({ place: country });
    for (const type of unitTypes) yield* list({ place: country, type });
  }
  for (const city of geo.cities) {
    yield* list({ place: city });
    for (const type of unitTypes) yield* list({ place: city, type });
    // They tell of the whole city, so they change with it.
    for (const place of [...city.schools, ...city.places]) yield* list({ place }, census.countOf({ place: city }) ?? census.countOf({ place }));
  }
  for await (const batch of repository.houses(0, 2_147_483_647)) {
    for (const house of batch) {
      const city = geo.cityById(house.cityId);
      if (!city) continue;
      const address = { id: house.id, city, houseType: house.houseType };
      const version = `${base}|${house.changed.getTime()}`;
      yield* inLocales(site, { kind: 'house', version }, (paths) => paths.house(address));
      if (all) for (const sub of houseSubPages) yield* inLocales(site, { kind: 'part', version }, (paths) => paths.house(address, sub));
    }
  }
}
