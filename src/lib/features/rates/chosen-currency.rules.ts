/** The currency that somebody chose to be told sums in, from one private page to the next. Pages that are kept for all go by their address alone. */
import { canonicalCurrency } from '#lib/features/finding/reader-question.rules.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';

export const currencyCookie = 'currency';
/** Days for which it is remembered. */
export const currencyDays = 180;

/**
 * @param asked what the address of the page says. @param kept what the cookie says.
 * @returns the choice, and whether a browser is to remember it anew.
 * @example chosenCurrency('eur', 'USD') // { currency: 'EUR', isNew: true }
 * @example chosenCurrency('', 'USD') // { currency: 'USD', isNew: false }
 */
export function chosenCurrency(asked: string, kept: string): { readonly currency: CurrencyCode | undefined; readonly isNew: boolean } {
  const [now, before] = [canonicalCurrency(asked), canonicalCurrency(kept)];
  return { currency: now ?? before, isNew: now !== undefined && now !== before };
}
