/** A reader of lists, as a page's view would give it. */
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { Reader } from '#lib/reader.ts';
import { resolveListingPath } from '#lib/features/catalogue/listing-path.rules.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createSite } from '#lib/paths.ts';
import { testNow } from '#tests/factories/houses.ts';

const site = createSite('https://example.org', new Map());

/** @param address a path below the locale, with its query. */
export function listReader(geo: GeoIndex, address: string, locale: Locale = 'en-us'): Reader {
  const { pathname, searchParams } = new URL(address, 'https://example.org');
  const listing = resolveListingPath(geo, pathname.split('/').filter(Boolean));
  return {
    page: { listing: listing?.kind === 'redirect' ? undefined : listing },
    locale,
    intl: localeFacts[locale].intl,
    t: translator(locale),
    paths: site.paths(locale),
    site,
    now: testNow,
    query: searchParams,
    tags: new Set(),
  };
}

/** The locale-less address a link leads to, to open it again. */
export const withoutPrefix = (href: string): string => href.replace(/^\/(en|hk|tw|vn)(?=\/)/, '');
