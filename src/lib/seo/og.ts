/** Addresses of the 1200×630 pictures that link previews show. The server draws them at first request. */
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { PageRequest } from '#lib/resolve.ts';

export const ogKinds = ['home', 'country', 'city', 'school', 'place', 'house', 'guide', 'blog', 'page'] as const;
/**
 * What the picture is about, and with it what `id` means: the numeric id of a country, city, school, place or house;
 * the city's id for a guide; the slug of a blog entry; a route's name, a document's number or a provider text's slug for a page.
 */
export type OgKind = (typeof ogKinds)[number];

export const ogSize = { width: 1200, height: 630 } as const;

/**
 * The address of a page's link-preview picture, without origin: pictures have one host whatever the locale.
 * @example ogImagePath('en-us', 'city', 826001) // '/og/en-us/city-826001.png'
 */
export function ogImagePath(locale: Locale, kind: OgKind, id: string | number): string {
  return `/og/${locale}/${kind}-${String(id).replaceAll('_', '-').toLowerCase()}.png`;
}

/** Size of the picture of a home in mails: twice that at which it is shown, for screens of phones. */
export const mailPictureSize = { width: 1040, height: 780 } as const;

/** The address of the picture of a home that mails show: Outlook knows neither WebP nor AVIF. @example mailPicturePath(12) // '/og/home-12.jpg' */
export const mailPicturePath = (houseId: number): string => `/og/home-${houseId}.jpg`;

/** Reads such an address: the number of the home; undefined when it is none. */
export function parseMailPicturePath(pathname: string): number | undefined {
  const [, id] = /^\/og\/home-([1-9]\d{0,8})\.jpg$/.exec(pathname) ?? [];
  return id === undefined ? undefined : Number(id);
}

const pattern = /^\/og\/([a-z]{2}-[a-z]{2})\/([a-z]+)-([a-z0-9]+(?:-[a-z0-9]+)*)\.png$/;

/** Reads such an address; undefined when it is none. */
export function parseOgPath(pathname: string): { readonly locale: Locale; readonly kind: OgKind; readonly id: string } | undefined {
  const match = pathname.length < 200 ? pattern.exec(pathname) : null;
  const locale = locales.find((one) => one === match?.[1]);
  const kind = ogKinds.find((one) => one === match?.[2]);
  const id = match?.[3];
  return locale && kind && id ? { locale, kind, id } : undefined;
}

/**
 * The picture of a page that names none of its own: that of the place, house or text its address is about, so that
 * every page has one. Undefined only for a path that names no known place.
 */
export function ogImageOf(page: PageRequest, geo: GeoIndex): string | undefined {
  const { locale, name, params, listing } = page;
  if (listing) {
    if (listing.kind !== 'list') return ogImagePath(locale, 'house', listing.houseId);
    const { place } = listing.target;
    const kind = place.kind === 'country' || place.kind === 'city' || place.kind === 'school' ? place.kind : 'place';
    return ogImagePath(locale, kind, place.id);
  }
  switch (name) {
    case 'index':
      return ogImagePath(locale, 'home', 1);
    case 'country_page': {
      const country = geo.country(params['country'] ?? '');
      return country && ogImagePath(locale, 'country', country.id);
    }
    case 'guide': {
      const city = geo.city(params['country'] ?? '', params['city'] ?? '');
      return city && ogImagePath(locale, 'guide', city.id);
    }
    case 'blog_entry':
      return ogImagePath(locale, 'blog', params['slug'] ?? '');
    case 'help':
    case 'document':
      return ogImagePath(locale, 'page', params['id'] ?? '');
    case 'provider':
      return ogImagePath(locale, 'page', params['slug'] ?? '');
    default:
      return ogImagePath(locale, 'page', name);
  }
}
