/**
 * How little and how much Stripe takes by one payment, in the smallest unit of a currency.
 * Source: https://docs.stripe.com/currencies, "Minimum and maximum charge amounts", and the description of `amount` in their API reference
 * (eight digits); read 2026-11. A bound of theirs that is higher than ours only means that another way is offered.
 */
import type { CurrencyCode } from '#lib/money/currencies.ts';

/** Eight digits, but of rupiah twelve. */
const most = 99_999_999n;
const mostOf: Partial<Readonly<Record<CurrencyCode, bigint>>> = { IDR: 999_999_999_999n };

const leastOf: Partial<Readonly<Record<CurrencyCode, bigint>>> = {
  USD: 50n,
  AED: 200n,
  AUD: 50n,
  BRL: 50n,
  CAD: 50n,
  CHF: 50n,
  CZK: 1_500n,
  DKK: 250n,
  EUR: 50n,
  GBP: 30n,
  HKD: 400n,
  HUF: 17_500n,
  INR: 50n,
  JPY: 50n,
  MXN: 1_000n,
  MYR: 200n,
  NOK: 300n,
  NZD: 50n,
  PLN: 200n,
  SEK: 300n,
  SGD: 50n,
  THB: 1_000n,
};

export const stripeMost = (currency: CurrencyCode): bigint => mostOf[currency] ?? most;
export const stripeLeast = (currency: CurrencyCode): bigint => leastOf[currency] ?? 1n;
