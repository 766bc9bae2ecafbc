/** Structured data of a house, a unit and the questions on a page. Every value is one that the page shows. */
import { toDecimal } from '#lib/money/money.ts';
import type { LeaseUnit } from '#lib/money/money.ts';
import { isOffered } from './house.rules.ts';
import type { ReadHouse } from './house.schema.ts';
import type { Reviews, Tenancy, UnitWithTenancies } from './house.schema.ts';
import type { Faq } from './house-faq.rules.ts';
import { wholePrice } from './pricing.rules.ts';

/** UN/CEFACT recommendation 20 codes of the lease units. */
export const unitCodes: Readonly<Record<LeaseUnit, 'DAY' | 'WEE' | 'MON' | 'ANN'>> = { DAY: 'DAY', WEEK: 'WEE', MONTH: 'MON', YEAR: 'ANN' };

type Json = Readonly<Record<string, unknown>>;

export type HouseJsonLdParts = {
  readonly house: ReadHouse;
  readonly units: readonly UnitWithTenancies[];
  /** Absolute addresses. */
  readonly url: string;
  readonly image: string;
  readonly unitUrl: (unit: UnitWithTenancies) => string;
  readonly amenities: readonly string[];
  readonly reviews: Reviews | undefined;
  readonly faqs: readonly Faq[];
};

function offer(tenancy: Tenancy, url: string, today: string): Json {
  const { rent } = wholePrice(tenancy);
  return {
    '@type': 'Offer',
    url,
    price: toDecimal(rent),
    priceCurrency: rent.currency,
    priceSpecification: { '@type': 'UnitPriceSpecification', price: toDecimal(rent), priceCurrency: rent.currency, unitCode: unitCodes[tenancy.unit] },
    availability: isOffered(tenancy, today) ? 'https://schema.org/InStock' : 'https://schema.org/SoldOut',
    availabilityStarts: tenancy.moveIn,
    availabilityEnds: tenancy.moveOut,
    businessFunction: 'http://purl.org/goodrelations/v1#LeaseOut',
  };
}

/** An apartment of the house with its lease options. */
export function unitJsonLd(unit: UnitWithTenancies, url: string, today: string): Json {
  return {
    '@type': 'Apartment',
    name: unit.name,
    url,
    occupancy: { '@type': 'QuantitativeValue', maxValue: unit.maxOccupants },
    ...(unit.sizeSqm ? { floorSize: { '@type': 'QuantitativeValue', value: unit.sizeSqm, unitCode: 'MTK' } } : {}),
    potentialAction: unit.tenancies.map((tenancy) => ({ '@type': 'RentAction', priceSpecification: offer(tenancy, url, today)['priceSpecification'] })).slice(0, 1),
  };
}

function floorPlan(unit: UnitWithTenancies, url: string): Json {
  return {
    '@type': 'FloorPlan',
    name: unit.name,
    url,
    ...(unit.sizeSqm ? { floorSize: { '@type': 'QuantitativeValue', value: unit.sizeSqm, unitCode: 'MTK' } } : {}),
    numberOfAvailableAccommodationUnits: Math.max(0, ...unit.tenancies.map(({ stock }) => stock)),
  };
}

/**
 * The house as ApartmentComplex (a lone house or homestay as Residence) with a plan and offers per unit.
 * A rating is given only from reviews of verified stays on this site, never from sample data or from
 * reviews passed on; questions only when the page shows them.
 */
export function houseJsonLd({ house, units, url, image, unitUrl, amenities, reviews, faqs }: HouseJsonLdParts): Json {
  const rating = reviews && reviews.verified.score !== undefined && !house.isSample
    ? { aggregateRating: { '@type': 'AggregateRating', ratingValue: Number(reviews.verified.score.toFixed(1)), reviewCount: reviews.verified.count, bestRating: 5, worstRating: 1 } }
    : {};
  const offers = units.flatMap((unit) => unit.tenancies.map((tenancy) => offer(tenancy, unitUrl(unit), house.today)));
  const complex: Json = {
    '@type': house.houseType === 'apartment' ? 'ApartmentComplex' : 'Residence',
    '@id': `${url}#home`,
    name: house.title,
    ...(house.originalName ? { alternateName: house.originalName } : {}),
    url,
    image,
    address: {
      '@type': 'PostalAddress', streetAddress: house.address, addressLocality: house.city.names['en-us'], addressCountry: house.city.country.iso2,
      ...(house.postalCode ? { postalCode: house.postalCode } : {}),
    },
    geo: { '@type': 'GeoCoordinates', latitude: house.at.latitude, longitude: house.at.longitude },
    amenityFeature: amenities.map((name) => ({ '@type': 'LocationFeatureSpecification', name, value: true })),
    ...(house.houseType === 'apartment' ? { accommodationFloorPlan: units.map((unit) => floorPlan(unit, unitUrl(unit))) } : {}),
    ...rating,
  };
  const product: Json = { '@type': 'OfferCatalog', '@id': `${url}#offers`, name: house.title, itemListElement: offers };
  const graph = [complex, ...(offers.length > 0 ? [product] : []), ...(faqs.length > 0 ? [faqJsonLd(faqs, `${url}#faq`)] : [])];
  return { '@context': 'https://schema.org', '@graph': graph };
}

export function faqJsonLd(faqs: readonly Faq[], id: string): Json {
  return { '@type': 'FAQPage', '@id': id, mainEntity: faqs.map(({ question, answer }) => ({ '@type': 'Question', name: question, acceptedAnswer: { '@type': 'Answer', text: answer } })) };
}
