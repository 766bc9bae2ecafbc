/** Conversion between currencies. Exact integer arithmetic; one rounding, half away from zero. */
import { currencies } from '#lib/money/currencies.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { scale } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';

const places = 6;

/** A decimal string in millionths. */
function millionths(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.slice(0, places).padEnd(places, '0'));
}

/**
 * `amount` in another currency, by the units each has per pound.
 * @example convertBy(money(22500n, 'GBP'), 'CNY', { GBP: '1', CNY: '9.3' }) // money(209250n, 'CNY')
 */
export function convertBy(amount: Money, to: CurrencyCode, perGbp: Readonly<Partial<Record<CurrencyCode, string>>>): Money | undefined {
  if (amount.currency === to) return amount;
  const [from, into] = [perGbp[amount.currency], perGbp[to]];
  if (from === undefined || into === undefined) return undefined;
  const digits = currencies[to].exponent - currencies[amount.currency].exponent;
  const [up, down] = digits >= 0 ? [10n ** BigInt(digits), 1n] : [1n, 10n ** BigInt(-digits)];
  return { minor: scale(amount, millionths(into) * up, millionths(from) * down).minor, currency: to };
}
