/** Structured data of the home and country pages: only what the page itself says. */
import { brand, brandName } from '#lib/brand.ts';
import type { Country } from '#lib/features/geo/geo.schema.ts';
import type { View } from '#lib/view.ts';
import type { CityOffer } from './home.schema.ts';

type JsonLd = Readonly<Record<string, unknown>>;

/** Organization and WebSite with its search (R-seo 10). */
export function homeJsonLd({ site, paths, locale, intl }: Pick<View, 'site' | 'paths' | 'locale' | 'intl'>): JsonLd {
  const home = site.absolute(locale, paths.to('index'));
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': `${site.origin}/#organization`,
        name: brandName(locale),
        url: site.origin,
        logo: `${site.origin}/icon-512.png`,
        email: brand.email,
        telephone: brand.phones[locale].e164,
        sameAs: brand.social[locale].map(({ url }) => url),
      },
      {
        '@type': 'WebSite',
        '@id': `${home}#website`,
        name: brandName(locale),
        url: home,
        inLanguage: intl,
        publisher: { '@id': `${site.origin}/#organization` },
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${site.absolute(locale, paths.to('search'))}?q={search_term_string}` },
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  };
}

/** A country's breadcrumb and its cities in the order shown. */
export function countryJsonLd({ site, paths, locale, t }: Pick<View, 'site' | 'paths' | 'locale' | 't'>, country: Country, cities: readonly CityOffer[]): JsonLd {
  const absolute = (path: string): string => site.absolute(locale, path);
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: t('chrome.home'), item: absolute(paths.to('index')) },
          { '@type': 'ListItem', position: 2, name: country.names[locale] },
        ],
      },
      {
        '@type': 'ItemList',
        numberOfItems: cities.length,
        itemListElement: cities.map(({ city }, index) => ({ '@type': 'ListItem', position: index + 1, name: city.names[locale], url: absolute(paths.place(city)) })),
      },
    ],
  };
}
