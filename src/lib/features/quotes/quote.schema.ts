/** What a lease costs somebody, line by line: the one answer that pages, checkout, contract, invoice and mails show. */
import * as z from 'zod/mini';
import { currencyCodes } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';

const quoteLineKinds = ['rent', 'promo', 'coupon', 'booking-fee', 'guarantor-fee', 'instalment-fee', 'service-fee', 'deposit'] as const;

/**
 * How the rent is guaranteed and when it is due. `in-full`: at once; `instalments`: by the table of the quote, with a guarantor in the
 * country; `guarantor-service`: the same, with a service instead of a person.
 */
export const paymentPlans = ['in-full', 'instalments', 'guarantor-service'] as const;
export type PaymentPlan = (typeof paymentPlans)[number];

/** Whether an amount comes back: by the cancellation policy, as a deposit does at the end, or not. */
export const comesBack = ['by-policy', 'at-the-end', 'never'] as const;

const minor = z.pipe(
  z.string().check(z.regex(/^-?\d{1,18}$/)),
  z.transform((text: string) => BigInt(text)),
);
const amount = z.object({ minor, currency: z.enum(currencyCodes) });
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** One line: what it is, how much (less than nothing where it is taken off), to whom it is owed, and whether it comes back. */
export const quoteLineSchema = z.object({
  kind: z.enum(quoteLineKinds),
  amount,
  payee: z.enum(['supplier', 'operator']),
  back: z.enum(comesBack),
  /** Of a coupon: what it is called by. */
  code: z.optional(z.string()),
});

/** Who takes rent and deposit: the operator for the supplier, or the supplier. */
export const collectors = ['operator', 'supplier'] as const;
export type Collector = (typeof collectors)[number];

/** A quote as it stands with an order: amounts as strings of minor units. */
export const quoteSchema = z.object({
  version: z.literal(1),
  /** The day on which it was made, where the home is. */
  madeOn: day,
  moveIn: day,
  /** Undefined for a lease without an end. */
  moveOut: z.optional(day),
  nights: z.number(),
  plan: z.enum(paymentPlans),
  /** Absent: the operator, for the supplier. */
  collects: z.optional(z.enum(collectors)),
  lines: z.array(quoteLineSchema),
  /** Rent and fees that must be paid, less what is taken off; the deposit is no part of it. */
  contractTotal: amount,
  deposit: amount,
  /** What is owed and when: the first is paid to book; all of them together are contract total and deposit. */
  dues: z.array(z.object({ on: z.union([z.literal('booking'), day]), amount })),
  /** Rules of the place that it breaks: such a quote goes to staff. */
  breaks: z.array(z.object({ rule: z.string(), limit: amount, found: amount, source: z.string(), since: day })),
});

export type QuoteLine = z.infer<typeof quoteLineSchema>;
export type Quote = z.infer<typeof quoteSchema>;
export type StoredQuote = z.input<typeof quoteSchema>;

/** What is paid to book. */
export const dueToBook = (quote: Quote): Money => quote.dues.find(({ on }) => on === 'booking')?.amount ?? { ...quote.contractTotal, minor: 0n };

/** The one that a page counts with until a way of paying is chosen: the first that breaks no rule of the place, where there is one. */
export const preferredOf = (quotes: readonly Quote[]): Quote | undefined => quotes.find(({ breaks }) => breaks.length === 0) ?? quotes[0];

/** The one way of paying that there is; undefined where somebody has to choose. */
export const onlyPlanOf = (quotes: readonly Quote[]): Quote | undefined => (quotes.length === 1 ? quotes[0] : undefined);

export const collectorOf = ({ collects = 'operator' }: Pick<Quote, 'collects'>): Collector => collects;

/** What the operator itself sells: never anything of rent and deposit. */
export const ownFeesOf = ({ lines, contractTotal }: Pick<Quote, 'lines' | 'contractTotal'>): Money => ({
  minor: lines.reduce((sum, { payee, amount: { minor } }) => (payee === 'operator' && minor > 0n ? sum + minor : sum), 0n),
  currency: contractTotal.currency,
});

/** What is owed to a supplier who collects, and when: all that is not the operator's own. The operator's fees are paid to book. */
export function duesToSupplier(quote: Quote): Quote['dues'] {
  const own = ownFeesOf(quote).minor;
  const dues = quote.dues.map(({ on, amount: due }) => ({ on, amount: on === 'booking' ? { ...due, minor: due.minor - own } : due }));
  return dues.filter((due) => due.amount.minor > 0n);
}
