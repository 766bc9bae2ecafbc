/**
 * Every address of the site, built from names. A path carries its locale's prefix, unless the locale
 * has a host of its own (LOCALE_HOSTS); then the path has none and the origin says the language.
 */
import type { City, Country, Place, School } from '#lib/features/geo/geo.schema.ts';
import { formatFilterCode, noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ListFilter, UnitType } from '#lib/features/catalogue/filter-code.rules.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { memo } from '#lib/memo.ts';
import { routeOf } from '#lib/routes.ts';
import type { RouteName, routes } from '#lib/routes.ts';

export const listCategories = ['rent', 'buy-old', 'buy-new'] as const;
/** R9.65: none, /buy-old, /buy-new. */
export type ListCategory = (typeof listCategories)[number];

/** What a list page lists: homes in or near a place, of a category, perhaps of one type. */
export type ListTarget = {
  readonly place: Country | City | School | Place;
  readonly type?: UnitType | undefined;
  readonly category: ListCategory;
};

/** Enough of a house to know its address. */
export type HouseAddress = { readonly id: number; readonly city: City; readonly houseType: 'apartment' | 'house' | 'homestay' };

export const houseSubPages = [
  'map',
  'street',
  'community-amenities',
  'review',
  'review-media',
  'media',
  'mattress-size',
  'offers',
  'price-trend',
  'faq',
] as const;
export type HouseSubPage = (typeof houseSubPages)[number];

/** The names behind colons in a pattern. */
type ParameterOf<Pattern> = Pattern extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParameterOf<`/${More}`>
    : Rest
  : never;
type PatternOf<Name extends RouteName> = (typeof routes)[Name]['pattern'];
/** What a route's pattern must be given: nothing, where it has no parameters. */
type FixedParameters<Name extends RouteName> = [ParameterOf<PatternOf<Name>>] extends [never]
  ? readonly []
  : readonly [parameters: Readonly<Record<ParameterOf<PatternOf<Name>>, string | number>>];

export type Paths = {
  readonly locale: Locale;
  /** A route with a fixed pattern. @example paths.to('help', { id: 123888 }) // '/en/general-pages/helps/123888' */
  to<Name extends RouteName>(name: Name, ...parameters: FixedParameters<Name>): string;
  /** The address of a page that was resolved, whichever it is, in this locale. */
  ofPage(page: { readonly name: RouteName; readonly params: Readonly<Record<string, string | number>> }): string;
  country(country: Country): string;
  list(target: ListTarget, filter?: ListFilter): string;
  /** The list of a place for rent, without filter. */
  place(place: City | School | Place): string;
  house(house: HouseAddress, sub?: HouseSubPage): string;
  /** `tenancyId` 0 when none is chosen. */
  unit(house: HouseAddress, unitId: number, tenancyId: number): string;
  rooms(house: HouseAddress, unitId: number): string;
  /** Any path of this site without prefix, such as an editor wrote. */
  local(path: string): string;
};

function placePath(place: City | School | Place): string {
  switch (place.kind) {
    case 'city':
      return `/${place.country.slug}/${place.slug}`;
    case 'school':
      return `/${place.city.country.slug}/${place.city.slug}/${place.slug}`;
    default:
      return `/${place.city.country.slug}/${place.city.slug}/place/${place.slug}`;
  }
}

function listPath({ place, type, category }: ListTarget, filter: ListFilter): string {
  const base = place.kind === 'country' ? (type ? `/${place.slug}/${type}` : `/${place.slug}/rent`) : `${placePath(place)}${type ? `/${type}` : ''}`;
  const suffix = category === 'rent' ? '' : `/${category}`;
  const code = formatFilterCode(filter);
  return `${base}${suffix}${code ? `/${code}` : ''}`;
}

function housePath(house: HouseAddress): string {
  return `${placePath(house.city)}/detail-${house.houseType === 'apartment' ? 'apartments' : 'rent'}-${house.id}`;
}

/**
 * Path builders for one locale.
 * @param hosted whether the locale has a host of its own and therefore no prefix.
 */
export function createPaths(locale: Locale, hosted: boolean): Paths {
  const prefix = hosted || localeFacts[locale].prefix === '' ? '' : `/${localeFacts[locale].prefix}`;
  const local = (path: string): string => (path === '/' ? prefix || '/' : `${prefix}${path}`);
  const patternOf = memo((name: RouteName): string => {
    const { pattern, locales } = routeOf(name);
    if (pattern === null) throw new TypeError(`${name} has no fixed pattern`);
    return locales === 'plain' ? pattern : local(pattern);
  });
  const fixed = (name: RouteName, parameters: Readonly<Record<string, string | number>> = {}): string => {
    const pattern = patternOf(name);
    return pattern.includes(':') ? pattern.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(parameters[key] ?? ''))) : pattern;
  };
  return {
    locale,
    local,
    to: (name, ...[parameters]) => fixed(name, parameters),
    ofPage: ({ name, params }) => fixed(name, params),
    country: (country) => local(`/country/${country.slug === 'hongkong' ? 'hk' : country.slug}`),
    list: (target, filter = noFilter) => local(listPath(target, filter)),
    place: (place) => local(placePath(place)),
    house: (house, sub) => local(`${housePath(house)}${sub ? `/${sub}` : ''}`),
    unit: (house, unitId, tenancyId) => local(`${placePath(house.city)}/h${house.id}u${unitId}hcr${tenancyId}`),
    rooms: (house, unitId) => local(`${placePath(house.city)}/u${unitId}h${house.id}`),
  };
}

/** Turns a locale and the path without prefix into absolute addresses, by SITE_URL and LOCALE_HOSTS. */
export type Site = {
  readonly origin: string;
  paths(locale: Locale): Paths;
  /** The absolute address of a path that `paths(locale)` built. */
  absolute(locale: Locale, path: string): string;
};

export function createSite(siteUrl: string, localeHosts: ReadonlyMap<Locale, string>): Site {
  const cache = new Map<Locale, Paths>();
  return {
    origin: siteUrl,
    paths(locale) {
      let paths = cache.get(locale);
      if (!paths) {
        paths = createPaths(locale, localeHosts.has(locale));
        cache.set(locale, paths);
      }
      return paths;
    },
    absolute: (locale, path) => `${localeHosts.get(locale) ?? siteUrl}${path}`,
  };
}
