/** A quote in the reader's words: its lines, days and breaks as every page, document and mail says them. */
import { brandName } from '#lib/brand.ts';
import { formatDate } from '#lib/dates/dates.ts';
import { listFormat } from '#lib/i18n/formats.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { MessageKey, T } from '#lib/i18n/t.ts';
import { formatMoney, wholeUnits } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { LettingRule } from './letting-law.schema.ts';
import type { BankEstimate } from './quote.rules.ts';
import { totalOf } from './quote.rules.ts';
import { collectorOf, ownFeesOf } from './quote.schema.ts';
import type { PaymentPlan, Quote, QuoteLine } from './quote.schema.ts';

const lineLabels = {
  rent: 'quotes.line_rent',
  promo: 'quotes.line_promo',
  coupon: 'quotes.line_coupon',
  'booking-fee': 'quotes.line_booking_fee',
  'guarantor-fee': 'quotes.line_guarantor_fee',
  'instalment-fee': 'quotes.line_instalment_fee',
  'service-fee': 'quotes.line_service_fee',
  deposit: 'quotes.line_deposit',
} as const satisfies Record<QuoteLine['kind'], MessageKey>;

const backLabels = {
  'by-policy': 'quotes.back_by_policy',
  'at-the-end': 'quotes.back_at_the_end',
  never: 'quotes.back_never',
} as const satisfies Record<QuoteLine['back'], MessageKey>;

export const planLabels = {
  'in-full': 'quotes.plan_in_full',
  instalments: 'quotes.plan_instalments',
  'guarantor-service': 'quotes.plan_guarantor_service',
} as const satisfies Record<PaymentPlan, MessageKey>;

const breakLabels: Readonly<
  Record<LettingRule, 'quotes.break_deposit' | 'quotes.break_holding_deposit' | 'quotes.break_rent_in_advance' | 'quotes.break_fees'>
> = {
  deposit: 'quotes.break_deposit',
  'holding-deposit': 'quotes.break_holding_deposit',
  'rent-in-advance': 'quotes.break_rent_in_advance',
  fees: 'quotes.break_fees',
};

/** Rules of places by their short names. */
export const ruleLabels = {
  deposit: 'quotes.rule_deposit',
  'holding-deposit': 'quotes.rule_holding_deposit',
  'rent-in-advance': 'quotes.rule_rent_in_advance',
  fees: 'quotes.rule_fees',
} as const satisfies Record<LettingRule, MessageKey>;

/** The rules that a quote breaks, each once. @example brokenRules({ breaks: [{ rule: 'deposit' }, { rule: 'deposit' }] }) // ['deposit'] */
export const brokenRules = ({ breaks }: { readonly breaks: readonly Pick<Quote['breaks'][number], 'rule'>[] }): readonly LettingRule[] =>
  Object.keys(ruleLabels).filter((rule): rule is LettingRule => breaks.some((one) => one.rule === rule));

/** Rules as a list in words. */
export const sayRules = (rules: readonly LettingRule[], { t, intl }: Pick<QuoteWords, 't' | 'intl'>): string =>
  listFormat(intl).format(rules.map((rule) => t(ruleLabels[rule])));

export type QuoteWords = { readonly t: T; readonly intl: string; readonly locale: Locale };

export type SaidQuote = {
  readonly lines: readonly { readonly label: string; readonly payee: string; readonly back: string; readonly amount: string }[];
  readonly plan: string;
  readonly contractTotal: string;
  /** Undefined where none is asked for. */
  readonly deposit: string | undefined;
  readonly total: string;
  readonly dues: readonly { readonly day: string; readonly amount: string; readonly due: Money }[];
  /** Who takes rent and deposit, and who owes a refund of them. */
  readonly collects: string;
  readonly breaks: readonly { readonly text: string; readonly law: string; readonly source: string }[];
};

/** All that a quote says. @param supplier who lets the home, by name */
export function sayQuote(quote: Quote, supplier: string, { t, intl, locale }: QuoteWords): SaidQuote {
  const sum = (amount: Money): string => formatMoney(amount, intl);
  const from = formatDate(quote.moveIn, intl);
  const rent = quote.moveOut ? t('quotes.line_rent', { count: quote.nights, from, to: formatDate(quote.moveOut, intl) }) : t('quotes.line_rent_open', { from });
  return {
    lines: quote.lines.map(({ kind, payee, back, amount, code }) => ({
      label: kind === 'rent' ? rent : code === undefined ? t(lineLabels[kind]) : t('quotes.line_coupon_of', { code }),
      payee: payee === 'supplier' ? supplier : brandName(locale),
      // What is taken off neither comes back nor stays away. From what the operator itself sells the payer may withdraw.
      back: amount.minor < 0n ? '–' : t(payee === 'operator' ? 'quotes.back_own_fee' : backLabels[back]),
      amount: sum(amount),
    })),
    plan: t(planLabels[quote.plan]),
    contractTotal: sum(quote.contractTotal),
    deposit: quote.deposit.minor > 0n ? sum(quote.deposit) : undefined,
    total: sum(totalOf(quote)),
    dues: quote.dues.map(({ on, amount }) => ({ day: on === 'booking' ? t('quotes.due_booking') : formatDate(on, intl), amount: sum(amount), due: amount })),
    collects:
      collectorOf(quote) === 'operator'
        ? t('quotes.collects_operator', { operator: brandName(locale), supplier })
        : t(ownFeesOf(quote).minor > 0n ? 'quotes.collects_supplier_fees' : 'quotes.collects_supplier', { operator: brandName(locale), supplier }),
    breaks: quote.breaks.flatMap(({ rule, limit, found, source, since }) => {
      const label = Object.hasOwn(breakLabels, rule) ? breakLabels[rule as LettingRule] : undefined;
      return label
        ? [{ text: t(label, { found: sum(found), limit: sum(limit) }), law: t('quotes.break_source', { date: formatDate(since, intl) }), source }]
        : [];
    }),
  };
}

/**
 * When the parts of a price are due, in one sentence: what a way of paying is chosen by. In English such as '£830 when you book, then 9 payments of up to £1,894, the last on 4 May 2028: £17,845 in all'
 */
export function sayDues(quote: Quote, { t, intl }: Pick<QuoteWords, 't' | 'intl'>): string {
  const sum = (amount: Money): string => formatMoney(amount, intl);
  const total = totalOf(quote);
  const [first, ...later] = quote.dues;
  const last = later.at(-1);
  const most = later.reduce((a, { amount }) => (amount.minor > a.minor ? amount : a), { ...total, minor: 0n });
  const dues =
    first && last && last.on !== 'booking'
      ? t('quotes.dues_later', { count: later.length, first: sum(first.amount), most: sum(most), last: formatDate(last.on, intl), total: sum(total) })
      : t('quotes.dues_once', { amount: sum(total) });
  const fee = ownFeesOf(quote);
  const withFee = fee.minor > 0n ? t('quotes.dues_fee', { dues, fee: sum(fee) }) : dues;
  return quote.breaks.length > 0 ? t('quotes.dues_break', { dues: withFee }) : withFee;
}

/** What the payer's bank may add, in sentences; none where there is nothing to say. */
export function sayBankEstimate({ surcharge, exchange }: BankEstimate, { t, intl }: QuoteWords): readonly string[] {
  return [
    ...(surcharge === 'forbidden' ? [t('quotes.bank_no_surcharge')] : []),
    ...(exchange ? [t('quotes.bank_exchange', { amount: formatMoney(wholeUnits(exchange.to), intl) })] : []),
  ];
}
