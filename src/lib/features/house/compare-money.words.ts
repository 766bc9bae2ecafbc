/** What homes side by side cost, and what comes back when plans change, as rows of a comparison. */
import { formatDate, formatMonth } from '#lib/dates/dates.ts';
import { comparedTotal } from '#lib/features/catalogue/bills.rules.ts';
import type { TotalWithBills } from '#lib/features/catalogue/bills.rules.ts';
import { rentIn } from '#lib/features/catalogue/local-rent.rules.ts';
import { leaseLength, localRentPer, rentPer } from '#lib/features/catalogue/rent.words.ts';
import type { Intake } from '#lib/features/finding/intake.rules.ts';
import { schoolInSentence } from '#lib/features/geo/distinct-names.rules.ts';
import { listWords } from '#lib/features/geo/geo.schema.ts';
import type { School } from '#lib/features/geo/geo.schema.ts';
import { leaseLabel } from '#lib/features/lists/list-choices.rules.ts';
import { coded } from '#lib/i18n/coded.ts';
import { add, formatMoney, wholeUnits } from '#lib/money/money.ts';
import { bestRefund } from './cancellation.rules.ts';
import type { CancellationRow } from './cancellation.rules.ts';
import { nothing, plain } from './compare-row.words.ts';
import type { CompareCell, CompareRow, CompareWords, PricedColumn, RowMaker } from './compare-row.words.ts';
import { broughtTo } from './compare-stay.rules.ts';
import { usefulOf } from './house.rules.ts';
import type { Comparison } from './house.schema.ts';

/** A stay as lists say it: its month and its length. */
export function stayWords({ month, lease }: Intake, { t, intl }: Pick<CompareWords, 't' | 'intl'>): string {
  return t('house.compare_stay_of', { month: formatMonth(month, intl), length: leaseLabel(t, lease) });
}

function leaseRow({ row, unit }: RowMaker, stay: Comparison['stay'], words: CompareWords): CompareRow {
  const { t, intl } = words;
  return row('lease', t('house.compare_lease'), ({ price, offer, fit }) => {
    if (!price || !offer) return plain(t('house.sold_out'));
    const days = t('house.period', { from: formatDate(offer.tenancy.moveIn, intl), to: formatDate(offer.tenancy.moveOut, intl) });
    const care = stay && fit && fit !== 'same' ? t('house.compare_none_for', { stay: stayWords(stay.intake, words) }) : undefined;
    return { ...plain(leaseLength(t, price, unit, intl), days), care };
  });
}

/** Sums of leases of one length, or brought to one: with the bills beside the rent where any of them can be estimated. */
function sumRows(make: RowMaker, { weeks, isUneven }: Comparison, { t, intl }: CompareWords): readonly CompareRow[] {
  const { row, priced, lowest, lowestOf, money, unit } = make;
  const hasEstimate = priced.some(({ price, bills }) => price && bills?.kind === 'about');
  const said = (total: TotalWithBills): CompareCell =>
    total.bills === 'estimated' ? plain(t('listings.about', { amount: formatMoney(total.amount, intl) })) : money(total.amount);
  const contract = row('total', t('house.contract_total'), ({ price }) => ({ ...money(price?.contractTotal), amount: price?.contractTotal }), {
    isMain: true,
    // Of leases of several lengths the shortest would be the lowest.
    best: isUneven ? undefined : lowestOf(({ contractTotal }) => contractTotal),
  });
  if (!isUneven || weeks === undefined) {
    if (!hasEstimate) return [contract];
    const total = ({ price, bills }: PricedColumn): TotalWithBills | undefined => price && comparedTotal(price, bills);
    const best = lowest((column) => {
      const sum = total(column);
      return sum && { amount: sum.amount, canWin: sum.bills !== 'beside' };
    });
    const cell = (column: PricedColumn): CompareCell => {
      const sum = total(column);
      if (!sum) return nothing;
      // Where nobody publishes a figure, or in another currency than the rent's, there is no sum to tell.
      return sum.bills === 'beside' ? plain(t('house.compare_no_estimate')) : said(sum);
    };
    return [contract, row('total-bills', t('house.compare_total_bills'), cell, { best })];
  }
  const brought = ({ offer, bills }: PricedColumn) => offer && broughtTo(offer.tenancy, weeks, bills);
  const length = leaseLength(t, { weeks, nights: weeks * 7 }, unit, intl);
  const cell = (column: PricedColumn): CompareCell => {
    const sum = brought(column);
    if (!sum) return nothing;
    const subs = [...(sum.isOffered ? [] : [t('house.compare_worked_out')]), ...(sum.bills === 'beside' ? [t('listings.bills_apart')] : [])];
    return { ...said(sum), subs };
  };
  return [
    contract,
    row('brought', t(hasEstimate ? 'house.compare_brought_bills' : 'house.compare_brought', { length }), cell, {
      note: t('house.compare_brought_note'),
      best: lowest((column) => {
        const sum = brought(column);
        return sum && { amount: sum.amount, canWin: sum.isOffered && sum.bills !== 'beside' };
      }),
    }),
  ];
}

/** What a week costs in which the school that all are measured to teaches. */
function termRow({ row, lowest }: RowMaker, school: School, { t, intl, locale }: CompareWords): CompareRow {
  const weekOf = ({ house, offer, bills }: PricedColumn) => offer && usefulOf(t, { ...house, chosenSchool: school }, offer.tenancy, bills, locale)?.week;
  const cell = (column: PricedColumn): CompareCell => {
    const week = weekOf(column);
    return week ? plain(t('listings.about', { amount: formatMoney(wholeUnits(week.cost), intl) })) : nothing;
  };
  return row('term', t('house.compare_term', { school: schoolInSentence(school, locale) }), cell, {
    note: t('house.compare_term_note'),
    best: lowest((column) => {
      const week = weekOf(column);
      return week && { amount: wholeUnits(week.cost), canWin: week.bills !== 'beside' };
    }),
  });
}

/** @param school that all homes are measured to, where it is one. */
export function moneyRows(make: RowMaker, comparison: Comparison, school: School | undefined, words: CompareWords): readonly CompareRow[] {
  const { row, lowestOf, money, unit: unitOfRow } = make;
  const { t, intl, locale } = words;
  return [
    leaseRow(make, comparison.stay, words),
    ...sumRows(make, comparison, words),
    row(
      'rent',
      t('house.rent'),
      ({ price, offer }) => {
        if (!price || !offer) return plain(t('house.sold_out'));
        const { unit } = offer.tenancy;
        const listed = unit === unitOfRow ? [] : [t('listings.listed_as', { rent: rentPer(t, price.rent, unit, intl) })];
        return plain(localRentPer(t, rentIn(price.rent, unit, unitOfRow), intl), ...listed);
      },
      { isMain: true, best: lowestOf(({ weekly }) => weekly) },
    ),
    ...(school ? [termRow(make, school, words)] : []),
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
    row('bills-beside', t('house.bills_beside'), ({ bills }) => {
      if (!bills) return plain(t('house.bills_none_beside'));
      return plain(bills.kind === 'about' ? t('listings.bills_about', { amount: formatMoney(bills.weekly, intl) }) : t('listings.bills_apart'));
    }),
    row('fee', t('house.booking_fee'), ({ price }) => (price?.bookingFee.minor === 0n ? plain(t('house.no_fee')) : money(price?.bookingFee)), {
      best: lowestOf(({ bookingFee }) => bookingFee),
    }),
    row('deposit', t('house.deposit'), ({ price }) => money(price?.deposit), { best: lowestOf(({ deposit }) => deposit) }),
  ];
}

/** What comes back when plans change. */
export function planRows({ row }: RowMaker, { t, intl }: CompareWords): readonly CompareRow[] {
  const refund = (key: string, label: string, event: CancellationRow['event']): CompareRow =>
    row(
      key,
      label,
      ({ offer, refunds }) => {
        if (!offer) return nothing;
        if (!refunds) return plain(t('house.compare_refund_unknown'));
        const best = bestRefund(refunds, event);
        if (!best || best.total.minor === 0n) return plain(t('house.compare_refund_nothing'));
        return plain(formatMoney(best.total, intl), t('house.compare_refund_until', { date: formatDate(best.until, intl) }));
      },
      {
        best: {
          word: 'house.best_back',
          by: 'highest',
          // As a share of what was paid: all of a small sum is better than half of a large one.
          of: ({ price, refunds }) => {
            const paid = price && add(price.contractTotal, price.deposit).minor;
            return paid && refunds ? { value: ((bestRefund(refunds, event)?.total.minor ?? 0n) * 1_000_000n) / paid, canWin: true } : undefined;
          },
        },
      },
    );
  return [refund('refund-visa', t('house.compare_refund_visa'), 'visa-refused'), refund('refund-mind', t('house.compare_refund_mind'), 'changed-mind')];
}
