/** Bounds against slips of the finger: an amount with some noughts too many is asked for again. Browser-safe. */
import { currencies } from './currencies.ts';
import type { CurrencyCode } from './currencies.ts';
import type { Money } from './money.ts';

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
