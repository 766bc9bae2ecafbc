/** Structured data of the home and country pages: only what the page itself says. */
import type { ItemList } from 'schema-dts';
import type { Country } from '#lib/features/geo/geo.schema.ts';
import { breadcrumbPart, jsonLdGraph, organizationPart, webSitePart } from '#lib/seo/json-ld.ts';
import type { View } from '#lib/view.ts';
import type { CityOffer } from './front-page.schema.ts';

type JsonLd = Readonly<Record<string, unknown>>;

/** Organization and WebSite with its search (R-seo 10). */
export function frontPageJsonLd({ site, locale }: Pick<View, 'site' | 'locale'>): JsonLd {
  return jsonLdGraph(organizationPart(site, locale), webSitePart(site, locale));
}

/** A country's breadcrumb and its cities in the order shown. */
export function countryJsonLd(
  { site, paths, locale, t }: Pick<View, 'site' | 'paths' | 'locale' | 't'>,
  country: Country,
  cities: readonly CityOffer[],
): JsonLd {
  const list: Exclude<ItemList, string> = {
    '@type': 'ItemList',
    numberOfItems: cities.length,
    itemListElement: cities.map(({ city }, index) => ({
      '@type': 'ListItem' as const,
      position: index + 1,
      name: city.names[locale],
      url: site.absolute(locale, paths.place(city)),
    })),
  };
  return jsonLdGraph(breadcrumbPart(site, locale, [{ name: t('chrome.home'), href: paths.to('index') }, { name: country.names[locale] }]), list);
}
