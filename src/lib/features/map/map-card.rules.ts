/** A home beside the map: the card of the lists, shortened, in words of one language. Pure. */
import { listWords } from '#lib/features/geo/geo.schema.ts';
import type { Reader } from '#lib/reader.ts';
import { sayJourney, sayVacancy } from '#lib/features/lists/home-facts.words.ts';
import type { HouseCardFacts } from '#lib/features/lists/list.schema.ts';
import type { Point } from '#lib/geo/distance.ts';
import { coded } from '#lib/i18n/coded.ts';
import { leaseLength, localAmount, localRentPer, rentBelow } from '#lib/features/catalogue/rent.words.ts';
import { localUnit, rentIn } from '#lib/features/catalogue/local-rent.rules.ts';
import type { LocalRent } from '#lib/features/catalogue/local-rent.rules.ts';
import type { LeadLease } from '#lib/features/finding/lease-figures.rules.ts';
import type { Country } from '#lib/features/geo/geo.schema.ts';
import { formatMoney, leaseUnits, money, wholeUnits } from '#lib/money/money.ts';
import { coverAlt } from '#lib/features/house/house-pictures.rules.ts';
import type { MapCard } from './map.contract.ts';

/** Widths of the card's picture: 112 px, twice that on fine screens. */
const pictureWidth = 320;

/** A rent as a marker says it: in the unit its country counts in, as its card does. */
export type MarkerRent = { readonly rent: string; readonly unit: LocalRent['unit'] };

/**
 * The rent of a lease short enough for a marker: whole units, by the week or the month as on the home's card.
 * @example markerRent({ rent: 22550, flags: 1 }, { currency: 'GBP', rentUnit: 'WEEK' }, 'en-GB') // { rent: '£226', unit: 'WEEK' }
 */
export function markerRent(
  { rent, flags }: Pick<LeadLease, 'rent' | 'flags'>,
  { currency, rentUnit }: Pick<Country, 'currency' | 'rentUnit'>,
  intl: string,
): MarkerRent | undefined {
  const listed = leaseUnits[flags & 3];
  if (rent < 0 || listed === undefined) return undefined;
  const { amount, unit } = rentIn(money(BigInt(rent), currency), listed, localUnit(rentUnit));
  return { rent: formatMoney(wholeUnits(amount), intl), unit };
}

export function mapCard(card: HouseCardFacts, at: Point, { t, intl, locale }: Pick<Reader, 't' | 'intl' | 'locale'>): MapCard {
  const { offer, journey, picture } = card;
  const below = offer && rentBelow(t, offer.price.rent, offer.terms.unit, offer.rent, intl);
  const [small, fallback] = [picture.url(pictureWidth, 'avif'), picture.url(pictureWidth, 'webp')];
  const isForeign = locale !== 'en-us' && card.originalName === undefined;
  return {
    house_id: card.id,
    posx: Math.round(at.latitude * 1e5) / 1e5,
    posy: Math.round(at.longitude * 1e5) / 1e5,
    title: card.name,
    ...(isForeign ? { title_lang: 'en' } : {}),
    url: card.href,
    picture: fallback,
    // A photograph that is not ours has one form alone.
    ...(small === fallback ? {} : { picture_avif: small }),
    ...(picture.dark ? { picture_dark: picture.dark.url(pictureWidth, 'avif') } : {}),
    colours: [picture.placeholder.sky, picture.placeholder.wall],
    alt: coverAlt(t, card.name, card.photo),
    ...(journey
      ? {
          journey: sayJourney(journey, { t, intl }),
        }
      : {}),
    types: listWords(
      (offer?.unitType ? [offer.unitType] : card.unitTypes).map((type) => coded(t, 'unit_type', type)),
      locale,
    ),
    rent: offer
      ? offer.unitType
        ? localRentPer(t, offer.rent, intl)
        : t(offer.rent.unit === 'WEEK' ? 'listings.from_week' : 'listings.from_month', { amount: localAmount(t, offer.rent, intl) })
      : (sayVacancy(card.vacancy, t) ?? ''),
    bookable: offer !== undefined,
    ...(below ? { rent_below: below } : {}),
    ...(offer?.about ? { about: t('listings.about', { amount: formatMoney(offer.about, intl) }) } : {}),
    ...(offer
      ? {
          total: t('listings.contract', {
            amount: formatMoney(offer.price.contractTotal, intl),
            length: leaseLength(t, offer.price, offer.terms.unit, intl),
          }),
        }
      : {}),
    confirmed: t('listings.confirmed', { age: card.freshness.age }),
    stale: card.freshness.isStale,
    checked: card.verifiedFacts.length > 0,
    checks: card.verifiedFacts.length > 0 ? t('map.checks', { count: card.verifiedFacts.length }) : t('listings.not_checked'),
  };
}
