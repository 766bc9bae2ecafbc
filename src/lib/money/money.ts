/**
 * Money in integer minor units with its currency. Nothing here rounds twice: derived amounts
 * are computed from the listed amount in one step, half away from zero.
 */
import { memo, memoBy } from '#lib/memo.ts';
import { currencies } from './currencies.ts';
import type { CurrencyCode } from './currencies.ts';

export type Money = { readonly minor: bigint; readonly currency: CurrencyCode };

/** Periods a rent is quoted for (R9.43). */
export const leaseUnits = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const;
export type LeaseUnit = (typeof leaseUnits)[number];

/** An amount in minor units of its currency. @example money(22500n, 'GBP') // { minor: 22500n, currency: 'GBP' } */
export function money(minor: bigint, currency: CurrencyCode): Money {
  return { minor, currency };
}

/** Adds amounts of one currency. Throws on mixed currencies: that is a programming error. */
export function add(...amounts: readonly [Money, ...Money[]]): Money {
  const [first] = amounts;
  let minor = 0n;
  for (const amount of amounts) {
    if (amount.currency !== first.currency) throw new TypeError(`cannot add ${amount.currency} to ${first.currency}`);
    minor += amount.minor;
  }
  return { minor, currency: first.currency };
}

/** `amount × numerator ÷ denominator`, rounded half away from zero. `denominator` is positive. */
export function scale(amount: Money, numerator: bigint, denominator: bigint): Money {
  const product = amount.minor * numerator;
  const half = denominator / 2n;
  const minor = product >= 0n ? (product + half) / denominator : (product - half) / denominator;
  return { minor, currency: amount.currency };
}

/** Compares amounts of one currency: negative, zero or positive. */
export function compare(a: Money, b: Money): number {
  if (a.currency !== b.currency) throw new TypeError(`cannot compare ${a.currency} with ${b.currency}`);
  return a.minor < b.minor ? -1 : a.minor > b.minor ? 1 : 0;
}

/**
 * Reads a plain decimal string into minor units.
 * Returns undefined when it is not a decimal, is negative, or has more decimals than the currency.
 * @example parseDecimal('225.5', 'GBP')?.minor // 22550n
 */
export function parseDecimal(text: string, currency: CurrencyCode): Money | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,4}))?$/.exec(text.trim());
  if (!match) return undefined;
  const exponent = currencies[currency].exponent;
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > exponent) return undefined;
  return { minor: BigInt(`${match[1]}${fraction.padEnd(exponent, '0')}`), currency };
}

/** The amount as a plain decimal string, as structured data wants it. */
export function toDecimal({ minor, currency }: Money): string {
  const exponent = currencies[currency].exponent;
  if (exponent === 0) return minor.toString();
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/**
 * Rounded to whole units of its currency, half away from zero: a median of many rents is not exact to the penny.
 * @example wholeUnits(money(53733n, 'GBP')).minor // 53700n
 */
export function wholeUnits(amount: Money): Money {
  const unit = 10n ** BigInt(currencies[amount.currency].exponent);
  return { minor: scale(amount, 1n, unit).minor * unit, currency: amount.currency };
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Signs as a country's own people write them; elsewhere ¥ alone could be yen or yuan. */
const ownSigns: Readonly<Record<string, Partial<Record<CurrencyCode, string>>>> = { 'zh-CN': { CNY: '¥' } };

const million = 1_000_000n;

/**
 * The amount for reading, in the currency's own symbol; whole amounts without decimals. What is taken off has its sign before the currency's.
 * @example formatMoney(money(22500n, 'GBP'), 'en-GB') // '£225'
 * @example formatMoney(money(296000000n, 'VND'), 'vi-VN') // '296 triệu đồng'
 * @example formatMoney(money(-500n, 'GBP'), 'en-GB') // '−£5'
 */
export function formatMoney({ minor, currency }: Money, intl: string): string {
  return amountsOf(currency)(minor, intl);
}

const amountsOf = /* @__PURE__ */ memo((currency: CurrencyCode) => memoBy((minor: bigint, intl: string) => written({ minor, currency }, intl), 2_000));

function written(amount: Money, intl: string): string {
  if (amount.minor < 0n) return `−${written({ ...amount, minor: -amount.minor }, intl)}`;
  const { exponent, symbol } = currencies[amount.currency];
  const whole = exponent === 0 || amount.minor % BigInt(10 ** exponent) === 0n;
  const key = `${intl}|${whole ? 0 : exponent}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    const digits = whole ? 0 : exponent;
    formatter = new Intl.NumberFormat(intl, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    formatters.set(key, formatter);
  }
  // Decimal strings keep amounts beyond 2^53 exact; Intl reads them since ES2023.
  const write = (decimal: string): string => formatter.format(decimal as Intl.StringNumericLiteral);
  if (amount.currency === 'VND' && intl.startsWith('vi')) {
    // In Vietnamese the sign follows, and what is whole millions from a hundred on is said so.
    const inMillions = amount.minor >= 100n * million && amount.minor % million === 0n;
    return inMillions ? `${write((amount.minor / million).toString())} triệu đồng` : `${write(toDecimal(amount))}\u00a0₫`;
  }
  return `${ownSigns[intl]?.[amount.currency] ?? symbol}${write(toDecimal(amount))}`;
}

/**
 * The rent per week in the listed currency: months count 52 ÷ 12 weeks, years 52, days 1 ÷ 7 (docs/domain.md, "Money").
 * @example weekly(money(97500n, 'GBP'), 'MONTH').minor // 22500n
 */
export function weekly(rent: Money, unit: LeaseUnit): Money {
  switch (unit) {
    case 'DAY':
      return scale(rent, 7n, 1n);
    case 'WEEK':
      return rent;
    case 'MONTH':
      return scale(rent, 12n, 52n);
    case 'YEAR':
      return scale(rent, 1n, 52n);
  }
}

/** The rent per month: week × 52 ÷ 12. */
export function monthly(rent: Money, unit: LeaseUnit): Money {
  switch (unit) {
    case 'DAY':
      return scale(rent, 7n * 52n, 12n);
    case 'WEEK':
      return scale(rent, 52n, 12n);
    case 'MONTH':
      return rent;
    case 'YEAR':
      return scale(rent, 1n, 12n);
  }
}

/**
 * Rent for a number of nights: every night is charged once, a week has seven, a year 52 weeks.
 * @example rentForNights(money(22500n, 'GBP'), 'WEEK', 357).minor // 1147500n
 */
export function rentForNights(rent: Money, unit: LeaseUnit, nights: number): Money {
  const n = BigInt(nights);
  switch (unit) {
    case 'DAY':
      return scale(rent, n, 1n);
    case 'WEEK':
      return scale(rent, n, 7n);
    case 'MONTH':
      return scale(rent, n * 12n, 364n);
    case 'YEAR':
      return scale(rent, n, 364n);
  }
}
