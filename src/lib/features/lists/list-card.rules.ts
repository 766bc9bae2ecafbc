/** A home as a card, in the reader's language. Pure. */
import { nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import type { MoreLanguages } from '#lib/features/catalogue/local-texts.rules.ts';
import { formatAge } from '#lib/dates/dates.ts';
import { isStale } from '#lib/features/house/house.rules.ts';
import type { AmountConverter } from '#lib/features/rates/reader-currency.rules.ts';
import type { City, Country, Place, School } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { Shot } from '#lib/drawings/facade-facts.ts';
import { facadePicture, photoPicture } from '#lib/features/pictures/picture-source.rules.ts';
import { schoolInSentence } from '#lib/features/geo/distinct-names.rules.ts';
import type { Point } from '#lib/geo/distance.ts';
import { metresBetween, usualCommute } from '#lib/geo/distance.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { PlaceId } from '#lib/ids/ids.ts';
import { formatCompareIds } from '#lib/features/catalogue/compare.rules.ts';
import type { Intake } from '#lib/features/finding/intake.rules.ts';
import { noQuestion, questionQuery } from '#lib/features/finding/reader-question.rules.ts';
import type { ReaderQuestion } from '#lib/features/finding/reader-question.rules.ts';
import type { ListedHouse } from '#lib/features/finding/question.schema.ts';
import type { Reader } from '#lib/reader.ts';
import { askedWithIntake, isSameLease } from './list-intake.rules.ts';
import type { LeaseDays } from './list-intake.rules.ts';
import type { HouseCardFacts, Journey, Vacancy } from './list.schema.ts';
import { billsApart, comparedTotal, usefulWeekWithBills } from '#lib/features/catalogue/bills.rules.ts';
import type { BillsApart } from '#lib/features/catalogue/bills.rules.ts';
import type { Sort } from '#lib/features/catalogue/filter-code.rules.ts';
import type { TenancyTerms } from '#lib/features/catalogue/listings.schema.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import { localRent } from '#lib/features/catalogue/local-rent.rules.ts';
import { wholeUnits } from '#lib/money/money.ts';

/** Whether what was asked for can be booked, waited for, or neither. */
export function vacancyOf({ stock, rooms, offer }: Pick<ListedHouse, 'stock' | 'rooms' | 'offer'>): Vacancy {
  if (stock > 0) return offer ? 'available' : 'other-rooms';
  return rooms.waiting > 0 ? 'waiting-list' : 'sold-out';
}

/** Where distances of a list are measured to: the nearest of some points, with a name. */
export type Destination = { readonly name: string; readonly points: readonly Point[] };

/** The school or spot searched from; the centre of the home's city otherwise. */
export function destinationOf(place: Country | City | School | Place, home: { readonly city: City }, { t, locale }: Pick<Reader, 't' | 'locale'>): Destination {
  switch (place.kind) {
    case 'country':
    case 'city':
      return { name: t('listings.centre_of', { city: home.city.names[locale] }), points: [home.city.at] };
    case 'school':
      return { name: schoolInSentence(place, locale), points: place.campuses.map(({ at }) => at) };
    default:
      return { name: place.names[locale], points: [place.at] };
  }
}

export function journeyTo({ name, points }: Destination, from: Point): Journey | undefined {
  if (points.length === 0) return undefined;
  const metres = Math.min(...points.map((point) => metresBetween(from, point)));
  return { to: name, metres, ...usualCommute(metres) };
}

/** A home's name for the reader: the Chinese one in their script where there is one. */
export function houseTitle(
  home: { readonly name: string; readonly nameZh: string | null; readonly names?: MoreLanguages | undefined },
  locale: Locale,
): { readonly name: string; readonly original: string | undefined } {
  const name = nameFor(home, locale);
  return { name, original: name === home.name ? undefined : home.name };
}

/** The figure that a list is ordered by, where the card does not show it anyway. */
function orderedBy(
  sort: Sort,
  terms: TenancyTerms,
  bills: BillsApart | undefined,
  place: Country | City | School | Place,
  locale: Locale,
): HouseCardFacts['orderedBy'] {
  if (sort === 'contract-total') {
    const total = comparedTotal(wholePrice(terms), bills);
    return total.bills === 'estimated' ? { kind: 'total', amount: total.amount } : undefined;
  }
  const week = sort === 'useful-week' && place.kind === 'school' ? usefulWeekWithBills(place, terms, bills) : undefined;
  return week && place.kind === 'school'
    ? { kind: 'useful-week', amount: wholeUnits(week.cost), bills: week.bills, school: schoolInSentence(place, locale) }
    : undefined;
}

/** What a card takes from the list it stands in. */
export type OfList = {
  /** Whose figure the card shows. */
  readonly sort: Sort;
  readonly intake?: Intake | undefined;
  /** The lease that the list says once above its cards. */
  readonly said?: LeaseDays | undefined;
};

/** What a drawn home shows beside its street: a room first, as photographs do. */
const drawnBeside = ['room', 'lounge', 'courtyard'] as const satisfies readonly Shot[];

function cardPictures({ id, card, city }: ListedHouse): Pick<HouseCardFacts, 'picture' | 'more'> {
  if (card.photo) return { picture: photoPicture(card.photo), more: (card.photos ?? []).map(photoPicture) };
  const drawn = { id, houseType: card.houseType, yearBuilt: card.yearBuilt, storeys: card.storeys, countryIso2: city.country.iso2 };
  return { picture: facadePicture(drawn, 'street'), more: drawnBeside.map((shot) => facadePicture(drawn, shot)) };
}

/** @param asked what the links of the card carry on. */
export function houseCard(
  home: ListedHouse,
  place: Country | City | School | Place,
  reader: Reader,
  geo: GeoIndex,
  convert: AmountConverter,
  asked: ReaderQuestion = noQuestion,
  { sort, intake, said }: OfList = { sort: 'recommended' },
): HouseCardFacts {
  const { paths, locale, now, intl } = reader;
  const { card, city, offer, cheapest } = home;
  const address = { id: home.id, city, houseType: card.houseType };
  const { name, original } = houseTitle(card, locale);
  const neighbourhood = home.neighbourhoodId === undefined ? undefined : geo.placeById(asId<PlaceId>(home.neighbourhoodId));
  // The address mostly says it already, in the supplier's language.
  const area = [neighbourhood?.names[locale], ...(place.kind === 'country' ? [city.names[locale]] : [])].filter(
    (one) => one !== undefined && !card.address.includes(one),
  );
  const question = askedWithIntake(asked, offer, intake);
  const price = offer && wholePrice(offer.terms);
  const bills = offer && billsApart(home.bills, offer.type ?? home.cheapestType, city.country);
  const rent = offer && price && localRent(offer.terms, city.country.rentUnit);
  // A list of one intake tells of no other lease.
  const least = offer && cheapest && !said && cheapest.tenancyId !== offer.tenancyId ? localRent(cheapest.terms, city.country.rentUnit) : undefined;
  return {
    id: home.id,
    path: paths.house(address),
    href: `${paths.house(address)}${questionQuery(question)}`,
    compareHref: `${paths.to('house_compare')}?ids=${formatCompareIds([{ houseId: home.id, unitId: undefined }])}${questionQuery(intake ? { ...asked, intake } : asked).replace('?', '&')}`,
    name,
    originalName: original,
    ...cardPictures(home),
    photo: card.photo ?? undefined,
    address: card.address,
    area: area.length > 0 ? area.join(' · ') : undefined,
    journey: journeyTo(destinationOf(place, home, reader), home.at),
    isWayToOwnSchool: false,
    unitTypes: card.unitTypes,
    offer: offer &&
      price &&
      rent && {
        terms: offer.terms,
        price,
        rent,
        unitType: offer.unitType,
        about: convert(rent.amount),
        lease: !said ? 'own' : isSameLease(offer.terms, said) ? 'said' : 'other',
        isOtherDay: said !== undefined && offer.terms.moveIn !== said.moveIn,
      },
    also: least && rent && least.amount.currency === rent.amount.currency && least.amount.minor < rent.amount.minor ? least : undefined,
    bills,
    orderedBy: offer && orderedBy(sort, offer.terms, bills, place, locale),
    vacancy: vacancyOf(home),
    stock: home.stock,
    rooms: home.rooms,
    confirmedAt: home.confirmedAt,
    freshness: { age: formatAge(home.confirmedAt, now, intl), isStale: isStale(home.confirmedAt, now) },
    verifiedFacts: card.verifiedFacts,
    reviews: home.reviews,
    supplier: card.supplier,
    hasPromo: card.hasPromo,
    isSample: card.isSample,
  };
}
