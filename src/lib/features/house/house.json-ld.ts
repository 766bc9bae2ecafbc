/** Structured data of the house and unit pages. Every value is one that the page shows. */
import type { Apartment, ApartmentComplex, FAQPage, FloorPlan, Offer, OfferCatalog } from 'schema-dts';
import { coded } from '#lib/i18n/coded.ts';
import { toDecimal } from '#lib/money/money.ts';
import type { LeaseUnit } from '#lib/money/money.ts';
import { breadcrumbPart, jsonLdGraph } from '#lib/seo/json-ld.ts';
import type { View } from '#lib/view.ts';
import type { Faq } from './house-faq.rules.ts';
import { coverPicture } from './house-pictures.rules.ts';
import { amenitiesShown, isOffered } from './house.rules.ts';
import { roomCards } from './room-cards.rules.ts';
import type { ShownUnit, WholeHouse } from './house.loader.ts';
import type { ReadHouse, Reviews, Tenancy, Unit, UnitWithTenancies } from './house.schema.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';

/** UN/CEFACT recommendation 20 codes of the lease units. */
export const unitCodes: Readonly<Record<LeaseUnit, 'DAY' | 'WEE' | 'MON' | 'ANN'>> = { DAY: 'DAY', WEEK: 'WEE', MONTH: 'MON', YEAR: 'ANN' };

type Node<T> = Exclude<T, string>;
type Reader = Pick<View, 't' | 'locale' | 'paths' | 'site'>;

const sizeOf = (unit: Unit) =>
  unit.sizeSqm === undefined ? {} : { floorSize: { '@type': 'QuantitativeValue' as const, value: unit.sizeSqm, unitCode: 'MTK' } };

function apartmentOf(unit: Unit, url: string): Node<Apartment> {
  return {
    '@type': 'Apartment',
    '@id': `${url}#unit`,
    name: unit.name,
    url,
    occupancy: { '@type': 'QuantitativeValue', maxValue: unit.maxOccupants },
    ...sizeOf(unit),
  };
}

/** A lease option. The price is the rent per lease unit, and said with it alone; a house that takes no bookings is sold out. */
function offerOf(house: ReadHouse, tenancy: Tenancy, unitUrl: string, url: string): Node<Offer> {
  const { rent } = wholePrice(tenancy);
  const isFree = house.status === 'open' && isOffered(tenancy, house.today);
  return {
    '@type': 'Offer',
    url,
    itemOffered: { '@id': `${unitUrl}#unit` },
    priceSpecification: { '@type': 'UnitPriceSpecification', price: toDecimal(rent), priceCurrency: rent.currency, unitCode: unitCodes[tenancy.unit] },
    availability: isFree ? 'InStock' : 'SoldOut',
    availabilityStarts: tenancy.moveIn,
    availabilityEnds: tenancy.moveOut,
  };
}

function floorPlanOf(unit: Unit, url: string): Node<FloorPlan> {
  return { '@type': 'FloorPlan', name: unit.name, url, ...sizeOf(unit) };
}

/** Only reviews of verified stays on this site count, and never sample data or what a provider passed on. */
function ratingOf(house: ReadHouse, { verified }: Reviews): Pick<Node<ApartmentComplex>, 'aggregateRating'> {
  if (house.isSample || verified.score === undefined) return {};
  return {
    aggregateRating: { '@type': 'AggregateRating', ratingValue: Number(verified.score.toFixed(1)), reviewCount: verified.count, bestRating: 5, worstRating: 1 },
  };
}

/** The questions a page shows. */
export function faqPart(faqs: readonly Faq[]): Node<FAQPage> | undefined {
  if (faqs.length === 0) return undefined;
  return {
    '@type': 'FAQPage',
    mainEntity: faqs.map(({ question, answer }) => ({ '@type': 'Question', name: question, acceptedAnswer: { '@type': 'Answer', text: answer } })),
  };
}

/** The house with its plans, its lease options as the page lists them, trail and questions. */
export function houseJsonLd(
  { t, locale, paths, site }: Reader,
  house: ReadHouse,
  whole: WholeHouse,
  faqs: readonly Faq[],
  trail: readonly { readonly name: string; readonly href?: string }[],
): Readonly<Record<string, unknown>> {
  const { offers, reviews, media } = whole;
  const url = site.absolute(locale, paths.house(house));
  const urlOf = (unit: Unit): string => site.absolute(locale, paths.unit(house, unit.id, 0));
  const photo = media.find(({ kind }) => kind === 'photo');
  const complex: Node<ApartmentComplex> = {
    '@type': 'ApartmentComplex',
    '@id': `${url}#home`,
    name: house.title,
    ...(house.originalName === undefined ? {} : { alternateName: house.originalName }),
    url,
    image: site.absolute(locale, coverPicture(t, house, photo && photo.path + photo.suffix).picture.url(1200, 'webp')),
    address: {
      '@type': 'PostalAddress',
      streetAddress: house.address,
      addressLocality: house.city.names[locale],
      addressCountry: house.city.country.iso2,
      ...(house.postalCode === undefined ? {} : { postalCode: house.postalCode }),
    },
    geo: { '@type': 'GeoCoordinates', latitude: house.at.latitude.toFixed(4), longitude: house.at.longitude.toFixed(4) },
    amenityFeature: house.amenities
      .slice(0, amenitiesShown)
      .map((code) => ({ '@type': 'LocationFeatureSpecification', name: coded(t, 'amenity', code), value: true })),
    accommodationFloorPlan: offers.units.map((unit) => floorPlanOf(unit, urlOf(unit))),
    ...ratingOf(house, reviews),
  };
  const leases = roomCards(offers.units, house, whole).flatMap(({ unit, leases: shown }) =>
    shown.map(({ tenancy }) => offerOf(house, tenancy, urlOf(unit), site.absolute(locale, paths.unit(house, unit.id, tenancy.id)))),
  );
  const catalogue: Node<OfferCatalog> | undefined =
    leases.length === 0 ? undefined : { '@type': 'OfferCatalog', '@id': `${url}#offers`, name: house.title, itemListElement: leases };
  return jsonLdGraph(breadcrumbPart(site, locale, trail), complex, ...offers.units.map((unit) => apartmentOf(unit, urlOf(unit))), catalogue, faqPart(faqs));
}

const ofUnits = new WeakMap<Pick<ShownUnit, 'unit'>, Readonly<Record<string, unknown>>>();

/** One room type with all its lease options: the same object for what is shown again. */
export function unitJsonLd(reader: Reader, house: ReadHouse, shown: Pick<ShownUnit, 'unit'>): Readonly<Record<string, unknown>> {
  const known = ofUnits.get(shown) ?? writeUnit(reader, house, shown.unit);
  ofUnits.set(shown, known);
  return known;
}

function writeUnit({ locale, paths, site }: Reader, house: ReadHouse, unit: UnitWithTenancies): Readonly<Record<string, unknown>> {
  const url = site.absolute(locale, paths.unit(house, unit.id, 0));
  return jsonLdGraph(
    apartmentOf(unit, url),
    ...unit.tenancies.map((tenancy) => offerOf(house, tenancy, url, site.absolute(locale, paths.unit(house, unit.id, tenancy.id)))),
  );
}
