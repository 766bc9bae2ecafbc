/** Amounts as people type them, and bounds against slips of the finger: one with some noughts too many is asked for again. Browser-safe. */
import { currencies } from './currencies.ts';
import type { CurrencyCode } from './currencies.ts';
import { parseDecimal } from './money.ts';
import type { Money } from './money.ts';

/** Thousands to one reader and three decimals to another, unless the currency says which; what begins with a nought has no thousands. */
const twofold = /^[1-9]\d{0,2}\.\d{3}$/;
const closed = (text: string): string => text.replaceAll(/\s+/g, '');

/**
 * An amount as people write it: with a point or a comma before decimals, and perhaps the other one between thousands. Undefined
 * for what is no amount, has more decimals than its currency, or could be two amounts.
 * @example readAmount('1.850,50', 'GBP')?.minor // 185050n
 * @example readAmount('1,850', 'GBP')?.minor // 185000n
 * @example readAmount('1.850', 'GBP') // undefined
 */
export function readAmount(text: string, currency: CurrencyCode): Money | undefined {
  const written = closed(text);
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d{1,3})?$/.test(written)) return parseDecimal(written.replaceAll(',', ''), currency);
  if (twofold.test(written)) {
    const { exponent } = currencies[currency];
    // Without decimals these are thousands; where there are three of them, its people write a point before them.
    if (exponent === 0) return parseDecimal(written.replace('.', ''), currency);
    if (exponent < 3) return undefined;
  }
  if (/^\d{1,3}(?:(?:\.\d{3})+,\d{1,3}|(?:\.\d{3}){2,})$/.test(written)) return parseDecimal(written.replaceAll('.', '').replace(',', '.'), currency);
  return parseDecimal(written.replace(/,(?=\d{1,2}$)/, '.'), currency);
}

/**
 * How an amount that could be two is written so that it can be one alone; undefined for what cannot be two.
 * @example clearly('1.200', 'vi-VN') // { plain: '1200', whole: '1.200,00' }
 */
export function clearly(text: string, intl: string): { readonly plain: string; readonly whole: string } | undefined {
  const written = closed(text);
  if (!twofold.test(written)) return undefined;
  const plain = written.replace('.', '');
  return { plain, whole: new Intl.NumberFormat(intl, { minimumFractionDigits: 2 }).format(Number(plain)) };
}

/** Noughts by which an amount in a currency is longer than in pounds, rounded up; none for those that are not here. */
const longerBy: Partial<Readonly<Record<CurrencyCode, number>>> = {
  JPY: 3,
  KRW: 4,
  VND: 5,
  IDR: 5,
  HUF: 3,
  TWD: 2,
  THB: 2,
  INR: 3,
  PHP: 2,
  CZK: 2,
  TRY: 2,
  ZAR: 2,
  MXN: 2,
  SEK: 2,
  DKK: 1,
  NOK: 2,
  CNY: 1,
  HKD: 2,
  MOP: 2,
  MYR: 1,
  PLN: 1,
  BRL: 1,
  AED: 1,
  SAR: 1,
  QAR: 1,
};

/** About so many pounds, never less, in another currency. @example aboutPounds(10_000n, 'JPY').minor // 10000000n */
export function aboutPounds(pounds: bigint, currency: CurrencyCode): Money {
  const noughts = (longerBy[currency] ?? 0) + currencies[currency].exponent;
  return { minor: pounds * 10n ** BigInt(noughts), currency };
}

/** Whether somebody can have meant an amount of no more than about so many pounds. */
export const isMeant = ({ minor, currency }: Money, pounds: bigint): boolean => minor <= aboutPounds(pounds, currency).minor;
