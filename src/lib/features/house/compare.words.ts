/** Homes side by side in words: what stays in sight of each, a warning where their leases are not alike, and rows by what they are about. */
import { formatAge, formatDate } from '#lib/dates/dates.ts';
import { shownSqm } from '#lib/features/catalogue/catalogue-law.rules.ts';
import { localUnit } from '#lib/features/catalogue/local-rent.rules.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import { leaseLength } from '#lib/features/catalogue/rent.words.ts';
import { listWords } from '#lib/features/geo/geo.schema.ts';
import type { Place, School } from '#lib/features/geo/geo.schema.ts';
import { formatMinutes } from '#lib/geo/distance-words.ts';
import { coded } from '#lib/i18n/coded.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import { formatMoney } from '#lib/money/money.ts';
import { moneyRows, planRows } from './compare-money.words.ts';
import { nothing, plain, rowMaker } from './compare-row.words.ts';
import type { CompareRow, CompareWords, PricedColumn, RowMaker } from './compare-row.words.ts';
import { weeksOf } from './compare-stay.rules.ts';
import { commonPlace, isOffered, mainWay } from './house.rules.ts';
import type { Comparison } from './house.schema.ts';

export type CompareGroup = { readonly key: string; readonly title: string; readonly rows: readonly CompareRow[] };

/** What stays in sight of a home. */
export type CompareHead = {
  /** What its lease costs in all, and for how long. */
  readonly sum: string;
  /** That it is for another stay than was chosen. */
  readonly care: string | undefined;
};

/** Below this many reviews a score says little. */
const fewReviews = 5;

/** What of each home stays in sight, in the order of the columns. */
export function compareHeads({ columns }: Pick<Comparison, 'columns'>, { t, intl }: CompareWords): readonly CompareHead[] {
  const care = { same: undefined, length: () => t('house.compare_another_length'), month: (date: string) => t('house.compare_from', { date }) };
  return columns.map(({ offer, fit = 'same', house }) => {
    if (!offer) return { sum: t('house.sold_out'), care: undefined };
    const price = wholePrice(offer.tenancy);
    const length = leaseLength(t, price, localUnit(house.city.country.rentUnit), intl);
    return {
      sum: t('house.compare_sum', { amount: formatMoney(price.contractTotal, intl), length }),
      care: care[fit]?.(formatDate(offer.tenancy.moveIn, intl)),
    };
  });
}

/** Why sums are not to be read across, with the leases that are not as most; undefined where all are for one stay. */
export function compareWarning({ columns, weeks, isUneven }: Comparison, { t, intl, locale }: CompareWords): string | undefined {
  if (!isUneven || weeks === undefined) return undefined;
  const unit = localUnit(columns[0]?.house.city.country.rentUnit ?? 'MONTH');
  const others = columns.flatMap(({ house, offer, fit }) => {
    if (!offer || (fit === 'same' && weeksOf(offer.tenancy) === weeks)) return [];
    const length = leaseLength(t, wholePrice(offer.tenancy), unit, intl);
    return [t('house.compare_lease_of', { name: house.title, length, date: formatDate(offer.tenancy.moveIn, intl) })];
  });
  return t('house.compare_uneven', { leases: listWords(others, locale), length: leaseLength(t, { weeks, nights: weeks * 7 }, unit, intl) });
}

function placeRows({ row, priced }: RowMaker, place: School | Place | undefined, { t, intl, locale }: CompareWords): readonly CompareRow[] {
  const number = numberFormat(intl, { maximumFractionDigits: 1 });
  const wayOf = ({ house }: PricedColumn) => mainWay(place ? { ...house, question: { ...house.question, near: place } } : house, locale);
  const isForAsMany = new Set(priced.flatMap(({ unit }) => unit?.maxOccupants ?? [])).size === 1;
  return [
    row(
      'way',
      place ? t('house.compare_way_to', { place: place.names[locale] }) : t('house.compare_school'),
      (column) => {
        const way = wayOf(column);
        if (!way) return nothing;
        const minutes = formatMinutes(way.minutes, intl);
        const isWalk = way.mode === 'walk';
        if (place) return plain(t(isWalk ? 'listings.minutes_walk' : 'listings.minutes_transit', { minutes }));
        return plain(t(isWalk ? 'listings.journey_walk' : 'listings.journey_transit', { minutes, place: way.name }));
      },
      {
        best: {
          word: 'house.best_nearest',
          by: 'lowest',
          of: (column) => {
            const way = place && wayOf(column);
            return way && { value: way.minutes, canWin: true };
          },
        },
      },
    ),
    row('room', t('house.compare_room'), ({ unit }) =>
      unit ? { text: unit.name, lang: unit.nameLang, subs: [coded(t, 'unit_type', unit.unitType)] } : nothing,
    ),
    row('size', t('house.compare_size'), ({ unit }) => plain(unit?.sizeSqm ? t('house.size', { size: number.format(shownSqm(unit.sizeSqm)) }) : undefined), {
      best: {
        word: 'house.best_largest',
        by: 'highest',
        // A room for two is not larger for one.
        of: ({ unit }) => (unit?.sizeSqm && isForAsMany ? { value: shownSqm(unit.sizeSqm), canWin: true } : undefined),
      },
    }),
    row('bath', t('house.compare_bath'), ({ unit }) =>
      plain(unit && listWords([coded(t, 'bathroom', unit.bathroom), coded(t, 'kitchen', unit.kitchen)], locale)),
    ),
  ];
}

function trustRows({ row }: RowMaker, { t, intl, locale, now }: CompareWords): readonly CompareRow[] {
  const score = numberFormat(intl, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return [
    row(
      'checked',
      t('house.compare_checked'),
      ({ house }) =>
        plain(
          house.verifications.length > 0
            ? listWords(
                house.verifications.map(({ fact }) => coded(t, 'verified_fact', fact)),
                locale,
              )
            : t('house.nothing_checked'),
        ),
      { best: { word: 'house.best_most', by: 'highest', of: ({ house }) => ({ value: house.verifications.length, canWin: true }) } },
    ),
    row(
      'reviews',
      t('house.reviews_heading'),
      ({ reviews }) =>
        reviews.score === undefined
          ? plain(t('house.reviews_none'))
          : plain(
              t('house.score_from', { score: score.format(reviews.score), count: reviews.count }),
              ...(reviews.count < fewReviews ? [t('house.compare_few')] : []),
            ),
      {
        best: {
          word: 'house.best_score',
          by: 'highest',
          // As they are told: two that read the same are level.
          of: ({ reviews }) => (reviews.score === undefined ? undefined : { value: Math.round(reviews.score * 10), canWin: reviews.count >= fewReviews }),
        },
      },
    ),
    row(
      'stock',
      t('house.compare_stock'),
      ({ house, offer }) => plain(offer && isOffered(offer.tenancy, house.today) ? t('house.stock', { count: offer.tenancy.stock }) : t('house.sold_out')),
      { best: { word: 'house.best_most', by: 'highest', of: ({ offer }) => ({ value: offer?.tenancy.stock ?? 0, canWin: true }) } },
    ),
    row('age', t('house.compare_age'), ({ offer }) =>
      offer
        ? { text: t('house.confirmed', { age: formatAge(offer.tenancy.confirmedAt, now, intl) }), subs: [], at: offer.tenancy.confirmedAt }
        : plain(t('house.never_confirmed')),
    ),
  ];
}

/** The rows of the comparison, by what they are about. Rents, lengths and bills are each in one unit of time along their row. */
export function compareGroups(comparison: Comparison, words: CompareWords): readonly CompareGroup[] {
  const { t } = words;
  const make = rowMaker(comparison, words);
  const place = commonPlace(comparison.columns.map(({ house }) => house));
  return [
    { key: 'money', title: t('house.compare_money'), rows: moneyRows(make, comparison, place?.kind === 'school' ? place : undefined, words) },
    { key: 'plans', title: t('house.compare_plans'), rows: planRows(make, words) },
    { key: 'place', title: t('house.compare_place'), rows: placeRows(make, place, words) },
    { key: 'trust', title: t('house.compare_trust'), rows: trustRows(make, words) },
  ];
}
