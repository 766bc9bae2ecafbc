/**
 * From a request's path to what answers it: one page of the route table in one locale, a redirect to the
 * one right spelling, or nothing. Pure: needs no database.
 */
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { ListingPath } from '#lib/features/catalogue/listing-path.rules.ts';
import { countryNamed, parseHouseSegment, resolveListingPath } from '#lib/features/catalogue/listing-path.rules.ts';
import { defaultLocale, localeOfPrefix } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { HouseSubPage } from '#lib/paths.ts';
import { aliases, isOpen, matchRoute, routeOf } from '#lib/routes.ts';
import type { RouteName } from '#lib/routes.ts';

/** The page a path names. `listing` is set for pages of the catalogue without a fixed pattern. */
export type PageRequest = {
  readonly kind: 'page';
  readonly name: RouteName;
  readonly locale: Locale;
  readonly params: Readonly<Record<string, string>>;
  readonly listing: Exclude<ListingPath, { kind: 'redirect' }> | undefined;
};

export type Resolution =
  | PageRequest
  /** `path` is locale-less and spelt as in an address; the caller adds prefix and query. `home` moves need a look-up of the house's city. */
  | { readonly kind: 'redirect'; readonly locale: Locale; readonly path: string }
  | { readonly kind: 'home-alias'; readonly locale: Locale; readonly segment: string; readonly houseId: number }
  | { readonly kind: 'missing'; readonly locale: Locale };

const subPageRoute: Record<HouseSubPage, RouteName> = {
  map: 'house_map',
  street: 'house_street',
  'community-amenities': 'house_community_amenities',
  review: 'house_review',
  'review-media': 'house_review_media',
  media: 'house_media',
  'mattress-size': 'house_mattress_size',
  offers: 'house_offers',
  'price-trend': 'house_price_trend',
  faq: 'house_faq',
};

function routeOfListing(listing: Exclude<ListingPath, { kind: 'redirect' }>): RouteName {
  switch (listing.kind) {
    case 'house':
      return listing.sub ? subPageRoute[listing.sub] : 'house_detail';
    case 'unit':
      return 'unit_detail';
    case 'rooms':
      return 'room_list';
    case 'list': {
      const { place, type } = listing.target;
      if (type) return 'new_list_search_by_property_type';
      switch (place.kind) {
        case 'country':
          return 'new_list';
        case 'city':
          return 'new_list2';
        case 'school':
          return 'new_list3';
        default:
          return 'new_list_search_by_neighbourhood';
      }
    }
  }
}

/** R2.001's glued prefix (`/en-uk/london`, `/en-/uk`): only the known prefixes count. */
const gluedPrefix = /^(en|hk|tw|vn|cn)-(.*)$/;

/** A path of decoded segments as addresses spell it. */
const joined = (segments: readonly string[]): string => `/${segments.filter(Boolean).map(encodeURIComponent).join('/')}`;
/** The same, beginning with the segment that names the language. */
function spelt(prefix: string, segments: readonly string[]): string {
  const path = `${prefix}/${segments.join('/')}`;
  return (plainPath.test(path) ? path : `${prefix}/${segments.map(encodeURIComponent).join('/')}`).replace(/(.)\/$/, '$1');
}

/** What most paths are: spelt as it should be, with nothing to decode. */
const plainPath = /^[\w/.-]*$/;

function splitPath(pathname: string): string[] | undefined {
  if (plainPath.test(pathname)) return pathname.split('/').filter(Boolean);
  try {
    return pathname.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** Country paths whose slug is also a language: `/hk/hong-kong/…` and `/hk/rent`. */
function isHongKong([first, second]: readonly string[]): boolean {
  return first === 'hk' && (second === 'hong-kong' || second === 'rent');
}

/**
 * @param pathname the path as requested, percent-encoded.
 * @param hostLocale the locale whose own host was asked, if LOCALE_HOSTS names it.
 */
export function resolvePath(geo: GeoIndex, pathname: string, hostLocale?: Locale): Resolution {
  const fallback = hostLocale ?? defaultLocale;
  const given = splitPath(pathname);
  if (!given || given.some((segment) => segment.includes('/') || segment.includes('\0'))) return { kind: 'missing', locale: fallback };

  const glued = gluedPrefix.exec(given[0] ?? '');
  if (glued) {
    const locale = localeOfPrefix(glued[1]) ?? defaultLocale;
    return { kind: 'redirect', locale, path: joined([glued[2] ?? '', ...given.slice(1)]) };
  }
  if (given[0] === 'cn') return { kind: 'redirect', locale: defaultLocale, path: joined(given.slice(1)) };
  if (isHongKong(given)) return { kind: 'redirect', locale: fallback, path: joined(['hongkong', ...given.slice(1)]) };

  const prefixed = localeOfPrefix(given[0]);
  if (!prefixed) {
    const lower = given[0]?.toLowerCase();
    const meant = localeOfPrefix(lower);
    if (lower !== undefined && meant) return { kind: 'redirect', locale: meant, path: joined(given.slice(1)) };
  }
  const locale = prefixed ?? fallback;
  const segments = prefixed ? given.slice(1) : given;
  const canonical = segments.map((segment) => segment.toLowerCase());
  const prefix = prefixed ? `/${given[0]}` : '';

  const fixed = matchRoute(segments);
  if (fixed) {
    const { locales, render, named } = routeOf(fixed.name);
    const isPlain = locales === 'plain';
    if (!isOpen(fixed.name) || (isPlain && prefixed) || (locales === 'english' && locale !== 'en-us')) return { kind: 'missing', locale };
    // Files of the build have names in small letters; elsewhere a parameter may be a code.
    if ((render === 'built' || named) && segments.some((one, at) => one !== canonical[at])) return { kind: 'redirect', locale, path: joined(canonical) };
    if (pathname !== spelt(prefix, segments)) return { kind: 'redirect', locale, path: joined(segments) };
    if (fixed.name === 'country_page') return resolveCountryPage(geo, locale, fixed.params['country'] ?? '');
    return { kind: 'page', name: fixed.name, locale: isPlain ? 'en-us' : locale, params: fixed.params, listing: undefined };
  }

  const alias = aliasOf(canonical);
  if (alias) return { kind: 'redirect', locale, path: alias };
  const [only, ...others] = canonical;
  const home = only !== undefined && others.length === 0 ? parseHouseSegment(only) : undefined;
  if (home && only) return { kind: 'home-alias', locale, segment: only, houseId: home.houseId };

  const listing = resolveListingPath(geo, canonical);
  if (!listing) {
    const lower = matchRoute(canonical);
    return lower && isOpen(lower.name) ? { kind: 'redirect', locale, path: joined(canonical) } : { kind: 'missing', locale };
  }
  if (listing.kind === 'redirect') return { kind: 'redirect', locale, path: listing.path };
  if (pathname !== spelt(prefix, canonical)) return { kind: 'redirect', locale, path: joined(canonical) };
  return { kind: 'page', name: routeOfListing(listing), locale, params: {}, listing };
}

function aliasOf(segments: readonly string[]): string | undefined {
  const [first = '', second] = segments;
  if (second === undefined) return /^\d{5,7}$/.test(first) ? `/general-pages/${first}` : Object.hasOwn(aliases, first) ? aliases[first] : undefined;
  return first === 'helps' && /^\d{5,7}$/.test(second) && segments.length === 2 ? `/general-pages/helps/${second}` : undefined;
}

function resolveCountryPage(geo: GeoIndex, locale: Locale, code: string): Resolution {
  const country = countryNamed(geo, code.toLowerCase());
  if (!country) return { kind: 'missing', locale };
  const written = country.slug === 'hongkong' ? 'hk' : country.slug;
  if (code !== written) return { kind: 'redirect', locale, path: `/country/${written}` };
  return { kind: 'page', name: 'country_page', locale, params: { country: country.slug }, listing: undefined };
}
