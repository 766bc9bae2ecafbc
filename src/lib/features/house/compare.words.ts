/** Homes side by side as rows of words: what each home says to one question, and whether the homes differ in it. */
import { formatAge, formatDate } from '#lib/dates/dates.ts';
import { billsApart, comparedTotal } from '#lib/features/catalogue/bills.rules.ts';
import { shownSqm } from '#lib/features/catalogue/catalogue-law.rules.ts';
import { localUnit, rentIn } from '#lib/features/catalogue/local-rent.rules.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import type { WholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import { leaseLength, localRentPer, rentPer } from '#lib/features/catalogue/rent.words.ts';
import { listWords } from '#lib/features/geo/geo.schema.ts';
import { formatMinutes } from '#lib/geo/distance-words.ts';
import { coded } from '#lib/i18n/coded.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { Reader } from '#lib/reader.ts';
import { bestRefund } from './cancellation.rules.ts';
import type { CancellationRow } from './cancellation.rules.ts';
import { commonPlace, isOffered, mainWay } from './house.rules.ts';
import type { CompareColumn } from './house.schema.ts';

export type CompareCell = {
  readonly text: string;
  /** The language of the text where it is not the reader's. */
  readonly lang?: 'en' | undefined;
  /** What stands below it, smaller. */
  readonly subs: readonly string[];
  /** An amount to tell in the reader's own currency too. */
  readonly amount?: Money | undefined;
  readonly at?: Date | undefined;
};

export type CompareRow = {
  readonly key: string;
  readonly label: string;
  /** Set in bold: what most decide by. */
  readonly isMain: boolean;
  /** One of each home, in the order of the columns. */
  readonly cells: readonly CompareCell[];
  /** Whether not all homes say the same; never with one home. */
  readonly differs: boolean;
};

/** Below this many reviews a score says little. */
const fewReviews = 5;

type Priced = CompareColumn & { readonly price: WholePrice | undefined };

const nothing: CompareCell = { text: '–', subs: [] };
const plain = (text: string | undefined, ...subs: readonly string[]): CompareCell => (text === undefined ? nothing : { text, subs });

/** The rows of the comparison. Rents, lengths and bills are each in one unit of time along their row. */
export function compareRows(columns: readonly CompareColumn[], { t, intl, locale, now }: Pick<Reader, 't' | 'intl' | 'locale' | 'now'>): readonly CompareRow[] {
  const priced = columns.map((column): Priced => ({ ...column, price: column.offer && wholePrice(column.offer.tenancy) }));
  const number = numberFormat(intl, { maximumFractionDigits: 1 });
  const score = numberFormat(intl, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const place = commonPlace(columns.map(({ house }) => house));
  // That of the country, or of the first home's where they are of several.
  const unitOfRow = localUnit(columns[0]?.house.city.country.rentUnit ?? 'MONTH');
  const money = (amount: Money | undefined): CompareCell => plain(amount && formatMoney(amount, intl));
  const billsOf = ({ house, unit }: Priced): ReturnType<typeof billsApart> => billsApart(house.bills, unit?.unitType, house.city.country);
  const row = (key: string, label: string, cellOf: (column: Priced) => CompareCell, isMain = false): CompareRow => {
    const cells = priced.map(cellOf);
    return { key, label, isMain, cells, differs: new Set(cells.map(({ text, subs }) => JSON.stringify([text, ...subs]))).size > 1 };
  };
  const refund = (key: string, label: string, event: CancellationRow['event']): CompareRow =>
    row(key, label, ({ offer, refunds }) => {
      if (!offer) return nothing;
      if (!refunds) return plain(t('house.compare_refund_unknown'));
      const best = bestRefund(refunds, event);
      if (!best || best.total.minor === 0n) return plain(t('house.compare_refund_nothing'));
      return plain(formatMoney(best.total, intl), t('house.compare_refund_until', { date: formatDate(best.until, intl) }));
    });
  const withBills = (column: Priced): CompareCell => {
    const bills = billsOf(column);
    if (!column.price) return nothing;
    const total = comparedTotal(column.price, bills);
    // Where nobody publishes a figure, or in another currency than the rent's, there is no sum to tell.
    if (total.bills === 'beside') return plain(t('house.compare_no_estimate'));
    return total.bills === 'in' ? money(total.amount) : plain(t('listings.about', { amount: formatMoney(total.amount, intl) }));
  };
  const hasEstimate = priced.some((column) => column.price && billsOf(column)?.kind === 'about');

  return [
    row('room', t('house.compare_room'), ({ unit }) =>
      unit ? { text: unit.name, lang: unit.nameLang, subs: [coded(t, 'unit_type', unit.unitType)] } : nothing,
    ),
    row(
      'rent',
      t('house.rent'),
      ({ price, offer }) => {
        if (!price || !offer) return plain(t('house.sold_out'));
        const { unit } = offer.tenancy;
        const listed = unit === unitOfRow ? [] : [t('listings.listed_as', { rent: rentPer(t, price.rent, unit, intl) })];
        return plain(localRentPer(t, rentIn(price.rent, unit, unitOfRow), intl), ...listed);
      },
      true,
    ),
    row('lease', t('house.compare_lease'), ({ price, offer }) =>
      price && offer
        ? plain(
            leaseLength(t, price, unitOfRow, intl),
            t('house.period', { from: formatDate(offer.tenancy.moveIn, intl), to: formatDate(offer.tenancy.moveOut, intl) }),
          )
        : nothing,
    ),
    row('fee', t('house.booking_fee'), ({ price }) => (price?.bookingFee.minor === 0n ? plain(t('house.no_fee')) : money(price?.bookingFee))),
    row('total', t('house.contract_total'), ({ price }) => ({ ...money(price?.contractTotal), amount: price?.contractTotal }), true),
    row('bills-in', t('house.in_the_rent'), ({ house }) =>
      plain(
        house.bills.length > 0
          ? listWords(
              house.bills.map((bill) => coded(t, 'bill', bill)),
              locale,
            )
          : t('house.no_bills'),
      ),
    ),
    row('bills-beside', t('house.bills_beside'), (column) => {
      const bills = billsOf(column);
      if (!bills) return plain(t('house.bills_none_beside'));
      return plain(bills.kind === 'about' ? t('listings.bills_about', { amount: formatMoney(bills.weekly, intl) }) : t('listings.bills_apart'));
    }),
    ...(hasEstimate ? [row('total-bills', t('house.compare_total_bills'), withBills)] : []),
    row('deposit', t('house.deposit'), ({ price }) => money(price?.deposit)),
    refund('refund-mind', t('house.compare_refund_mind'), 'changed-mind'),
    refund('refund-visa', t('house.compare_refund_visa'), 'visa-refused'),
    row('way', place ? t('house.compare_way_to', { place: place.names[locale] }) : t('house.compare_school'), ({ house }) => {
      const way = mainWay(place ? { ...house, question: { ...house.question, near: place } } : house, locale);
      if (!way) return nothing;
      const minutes = formatMinutes(way.minutes, intl);
      const isWalk = way.mode === 'walk';
      if (place) return plain(t(isWalk ? 'listings.minutes_walk' : 'listings.minutes_transit', { minutes }));
      return plain(t(isWalk ? 'listings.journey_walk' : 'listings.journey_transit', { minutes, place: way.name }));
    }),
    row('reviews', t('house.reviews_heading'), ({ reviews }) =>
      reviews.score === undefined
        ? plain(t('house.reviews_none'))
        : plain(
            t('house.score_from', { score: score.format(reviews.score), count: reviews.count }),
            ...(reviews.count < fewReviews ? [t('house.compare_few')] : []),
          ),
    ),
    row('size', t('house.compare_size'), ({ unit }) => plain(unit?.sizeSqm ? t('house.size', { size: number.format(shownSqm(unit.sizeSqm)) }) : undefined)),
    row('bath', t('house.compare_bath'), ({ unit }) =>
      plain(unit && listWords([coded(t, 'bathroom', unit.bathroom), coded(t, 'kitchen', unit.kitchen)], locale)),
    ),
    row('checked', t('house.compare_checked'), ({ house }) =>
      plain(
        house.verifications.length > 0
          ? listWords(
              house.verifications.map(({ fact }) => coded(t, 'verified_fact', fact)),
              locale,
            )
          : t('house.nothing_checked'),
      ),
    ),
    row('stock', t('house.compare_stock'), ({ house, offer }) =>
      plain(offer && isOffered(offer.tenancy, house.today) ? t('house.stock', { count: offer.tenancy.stock }) : t('house.sold_out')),
    ),
    row('age', t('house.compare_age'), ({ offer }) =>
      offer
        ? { text: t('house.confirmed', { age: formatAge(offer.tenancy.confirmedAt, now, intl) }), subs: [], at: offer.tenancy.confirmedAt }
        : plain(t('house.never_confirmed')),
    ),
  ];
}
