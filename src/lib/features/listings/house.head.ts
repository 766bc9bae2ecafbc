/** Title, description and structured data of the house and unit pages. */
import { formatMoney } from '#lib/money/money.ts';
import { coded } from '#lib/i18n/coded.ts';
import type { PageHead } from '#lib/seo/head.ts';
import type { View } from '#lib/view.ts';
import type { Faq } from './house-faq.rules.ts';
import { houseJsonLd, unitJsonLd } from './house.json-ld.ts';
import type { Homes } from './house.service.ts';
import type { ReadHouse, Reviews, UnitWithTenancies } from './house.schema.ts';
import { wholePrice } from './pricing.rules.ts';
import { rentPer } from './rent-words.ts';

/** @param image site-absolute path of the picture shown first. */
export function houseHead(view: View, house: ReadHouse, homes: Homes, reviews: Reviews, faqs: readonly Faq[], image: string): PageHead {
  const { t, locale, intl, paths, site } = view;
  const city = house.city.names[locale];
  const type = coded(t, 'house_type', house.houseType);
  const price = homes.cheapest && wholePrice(homes.cheapest.tenancy);
  const rent = price && homes.cheapest ? rentPer(t, price.rent, homes.cheapest.tenancy.unit, intl) : undefined;
  const absolute = (path: string): string => site.absolute(locale, path);
  return {
    title: rent ? t('house.title_rent', { name: house.title, city, rent }) : t('house.title', { name: house.title, city, type }),
    description: price && rent
      ? t('house.description_rent', { name: house.title, city, type, rent, total: formatMoney(price.contractTotal, intl) })
      : t('house.description', { name: house.title, city, type }),
    canonical: paths.house(house),
    jsonLd: houseJsonLd({
      house, reviews, faqs,
      units: homes.units,
      url: absolute(paths.house(house)),
      image: site.absolute(locale, image),
      unitUrl: (unit) => absolute(paths.unit(house, unit.id, 0)),
      amenities: house.amenities.map((code) => coded(t, 'amenity', code)),
    }),
  };
}

/** The unit as an Apartment in its house, with its lease options. */
export function unitHeadJsonLd({ paths, site, locale }: View, house: ReadHouse, unit: UnitWithTenancies): Readonly<Record<string, unknown>> {
  return {
    '@context': 'https://schema.org',
    ...unitJsonLd(unit, site.absolute(locale, paths.unit(house, unit.id, 0)), house.today),
    containedInPlace: { '@id': `${site.absolute(locale, paths.house(house))}#home` },
  };
}
