/** The home that somebody asks about, as it stands beside the form and the conversation. */
import { formatAge, formatDate } from '#lib/dates/dates.ts';
import { billsApart } from '#lib/features/catalogue/bills.rules.ts';
import { verifiedFacts } from '#lib/features/catalogue/listings.schema.ts';
import { localRent } from '#lib/features/catalogue/local-rent.rules.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import { leaseLength, localRentPer } from '#lib/features/catalogue/rent.words.ts';
import { unitTitle } from '#lib/features/catalogue/unit-names.words.ts';
import type { UnitTitle } from '#lib/features/catalogue/unit-names.words.ts';
import { coverPicture, unitPhotographs } from '#lib/features/house/house-pictures.rules.ts';
import type { HousePicture } from '#lib/features/house/house-pictures.rules.ts';
import { isOffered } from '#lib/features/house/house.rules.ts';
import type { Media, Offer, ReadHouse } from '#lib/features/house/house.schema.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { Reader } from '#lib/reader.ts';

/** What it costs, of one lease. */
export type AskedPrice = {
  /** How long, as the country counts: "51 weeks". */
  readonly length: string;
  readonly total: string;
  readonly rent: string;
  readonly isBillsIn: boolean;
  readonly from: string;
  readonly to: string;
  /** How many are left, and since when that is known; undefined where none is. */
  readonly left: string | undefined;
  readonly deposit: string | undefined;
};

export type AskedHome = {
  readonly href: string;
  readonly picture: HousePicture;
  readonly title: string;
  readonly unit: UnitTitle | undefined;
  readonly place: string;
  /** Undefined where nothing of it is let. */
  readonly price: AskedPrice | undefined;
  /** Nothing of what is asked about can be taken. */
  readonly isFull: boolean;
  readonly checks: { readonly done: number; readonly of: number };
  readonly isSample: boolean;
};

type Words = Pick<Reader, 't' | 'intl' | 'locale' | 'now' | 'paths'>;

function priceOf({ unit, tenancy }: Offer, house: ReadHouse, { t, intl, now }: Words): AskedPrice {
  const price = wholePrice(tenancy);
  const { rentUnit } = house.city.country;
  return {
    length: leaseLength(t, price, tenancy.unit, intl),
    total: formatMoney(price.contractTotal, intl),
    rent: localRentPer(t, localRent(tenancy, rentUnit), intl),
    isBillsIn: billsApart(house.bills, unit.unitType, house.city.country) === undefined,
    from: formatDate(tenancy.moveIn, intl),
    to: formatDate(tenancy.moveOut, intl),
    left: isOffered(tenancy, house.today)
      ? `${t('house.stock', { count: tenancy.stock })} · ${t('house.confirmed', { age: formatAge(tenancy.confirmedAt, now, intl) })}`
      : undefined,
    deposit: price.deposit.minor === 0n ? undefined : formatMoney(price.deposit, intl),
  };
}

/**
 * @param offer what is asked about, or the cheapest of it; undefined where nothing is let.
 * @param media pictures of the home: a photograph of the room goes before one of the house.
 */
export function askedHome(words: Words, house: ReadHouse, offer: Offer | undefined, media: readonly Media[]): AskedHome {
  const { t, paths } = words;
  const cover = media.find(({ kind }) => kind === 'photo');
  const [room] = offer ? unitPhotographs(words, house, media, offer.unit.id) : [];
  return {
    href: paths.house(house) + house.asks,
    picture: room ?? coverPicture(t, house, cover && cover.path + cover.suffix),
    title: house.title,
    unit: offer && unitTitle(offer.unit.name, t),
    place: [house.neighbourhood?.names[words.locale], house.city.names[words.locale]].filter(Boolean).join(' · '),
    price: offer && priceOf(offer, house, words),
    isFull: house.status !== 'open' || !offer || !isOffered(offer.tenancy, house.today),
    checks: { done: verifiedFacts.filter((fact) => house.verifications.some((one) => one.fact === fact)).length, of: verifiedFacts.length },
    isSample: house.isSample,
  };
}
