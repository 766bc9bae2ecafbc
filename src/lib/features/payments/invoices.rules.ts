/** Numbers of invoices and the tax in what is sold. Pure. */
import type { Money } from '#lib/money/money.ts';

export const invoiceKinds = ['invoice', 'credit-note'] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

/** Of the operator's own fees where they are sold: `basisPoints` of the price without it. */
export type FeeTax = { readonly number: string; readonly basisPoints: number };
/** By the slug of the country where the home is. */
export type FeeTaxes = ReadonlyMap<string, FeeTax>;

/** What is issued where no money moves has numbers of its own. */
export const operatorOf = (provider: string): string => (provider === 'sandbox' ? 'test' : 'main');

/**
 * @example invoiceText({ operator: 'main', year: 2026, kind: 'invoice', number: 17 }) // 'INV-2026-000017'
 * @example invoiceText({ operator: 'test', year: 2026, kind: 'credit-note', number: 1 }) // 'TEST-CN-2026-000001'
 */
export const invoiceText = ({
  operator,
  year,
  kind,
  number,
}: {
  readonly operator: string;
  readonly year: number;
  readonly kind: InvoiceKind;
  readonly number: number;
}): string => `${operator === 'main' ? '' : `${operator.toUpperCase()}-`}${kind === 'invoice' ? 'INV' : 'CN'}-${year}-${String(number).padStart(6, '0')}`;

/**
 * The tax in an amount that has it in it, rounded half up.
 * @example taxIn({ minor: 12_000n, currency: 'GBP' }, 2_000).minor // 2000n
 */
export function taxIn({ minor, currency }: Money, basisPoints: number): Money {
  const [rate, whole] = [BigInt(basisPoints), 10_000n + BigInt(basisPoints)];
  return { minor: (2n * minor * rate + whole) / (2n * whole), currency };
}

/** The tax in what is given back now, after so much was before: all of it together is what was in all of it. */
export const taxInNext = (before: Money, amount: Money, basisPoints: number): Money => ({
  minor: taxIn({ minor: before.minor + amount.minor, currency: amount.currency }, basisPoints).minor - taxIn(before, basisPoints).minor,
  currency: amount.currency,
});
