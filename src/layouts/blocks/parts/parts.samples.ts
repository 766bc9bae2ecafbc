/** What the page of parts shows in them: invented, and in no catalogue. */
import { formatDate } from '#lib/dates/dates.ts';
import { unitTitle } from '#lib/features/catalogue/unit-names.words.ts';
import type { BookingSummary } from '#lib/features/orders/booking-summary.loader.ts';
import type { Quote } from '#lib/features/quotes/quote.schema.ts';
import { totalOf } from '#lib/features/quotes/quote.rules.ts';
import { sayQuote } from '#lib/features/quotes/quote.words.ts';
import type { Submitted } from '#lib/forms/form.schema.ts';
import { coded } from '#lib/i18n/coded.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { View } from '#lib/view.ts';

const pounds = (whole: number): Money => ({ minor: BigInt(whole * 100), currency: 'GBP' });

export const sampleHome = 'Paper Kite House';
const supplier = 'Paper Kite Student Homes';

export const sampleQuote: Quote = {
  version: 1,
  madeOn: '2026-11-24',
  moveIn: '2027-09-04',
  moveOut: '2028-08-26',
  nights: 357,
  plan: 'instalments',
  lines: [
    { kind: 'rent', amount: pounds(9_180), payee: 'supplier', back: 'by-policy' },
    { kind: 'service-fee', amount: pounds(60), payee: 'operator', back: 'by-policy' },
    { kind: 'deposit', amount: pounds(250), payee: 'supplier', back: 'at-the-end' },
  ],
  contractTotal: pounds(9_240),
  deposit: pounds(250),
  dues: [
    { on: 'booking', amount: pounds(430) },
    { on: '2027-09-01', amount: pounds(9_060) },
  ],
  breaks: [],
};

export function sampleSummary(view: Pick<View, 't' | 'intl' | 'locale'>): BookingSummary {
  const { t, intl } = view;
  const said = sayQuote(sampleQuote, supplier, view);
  const whole = totalOf(sampleQuote);
  const refund = {
    says: t('orders.summary_by', { event: coded(t, 'cancellation_event', 'visa-refused'), day: formatDate('2027-08-21', intl) }),
    isPassed: false,
  };
  return {
    code: undefined,
    picture: undefined,
    title: sampleHome,
    unit: unitTitle('Classic Studio', t),
    place: 'London',
    from: formatDate(sampleQuote.moveIn, intl),
    to: formatDate(sampleQuote.moveOut ?? '', intl),
    price: {
      lines: said.lines.flatMap(({ label, amount }, at) => (sampleQuote.lines[at]?.kind === 'deposit' ? [] : [{ label, amount }])),
      contractTotal: said.contractTotal,
      deposit: said.deposit,
      total: said.total,
      whole,
      about: undefined,
      refunds: { first: [{ ...refund, amount: formatMoney(whole, intl) }], all: [{ ...refund, amount: formatMoney(whole, intl) }] },
    },
    supplier,
    supplierChecked: undefined,
    checks: [
      { fact: coded(t, 'verified_fact', 'address'), isDone: true },
      { fact: coded(t, 'verified_fact', 'price'), isDone: false },
    ],
    isSample: true,
  };
}

/** A form that came back: what is wrong stands beside its field and in the list above. */
export const sampleProblems: Submitted = {
  values: { student: '', days: '', sponsor_locale: '' },
  problems: [
    { field: 'student', message: 'forms.required' },
    { field: 'days', message: 'forms.choose' },
  ],
  failed: 'bad-input',
};

export const pagesOf = (path: string) => ({
  pages: [{ number: 1, href: path, current: true }, { number: 2, href: path, current: false }, undefined, { number: 9, href: path, current: false }],
  previous: undefined,
  next: path,
});
