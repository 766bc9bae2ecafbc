/**
 * The 31 currencies that readers can have amounts told in (R3.50), then those that homes alone are priced in. Ids 1–10, 17 and 19 are the
 * specification's; the others are ours and are never reused. `exponent` is the number of minor digits in use (docs/domain.md, "Money").
 */
export const currencies = {
  GBP: { id: 1, exponent: 2, symbol: '£' },
  USD: { id: 2, exponent: 2, symbol: 'US$' },
  CAD: { id: 3, exponent: 2, symbol: 'C$' },
  NZD: { id: 4, exponent: 2, symbol: 'NZ$' },
  AUD: { id: 5, exponent: 2, symbol: 'A$' },
  JPY: { id: 6, exponent: 0, symbol: 'JP¥' },
  EUR: { id: 7, exponent: 2, symbol: '€' },
  SGD: { id: 8, exponent: 2, symbol: 'S$' },
  THB: { id: 9, exponent: 2, symbol: '฿' },
  CNY: { id: 10, exponent: 2, symbol: 'CN¥' },
  CHF: { id: 11, exponent: 2, symbol: 'CHF ' },
  SEK: { id: 12, exponent: 2, symbol: 'SEK ' },
  DKK: { id: 13, exponent: 2, symbol: 'DKK ' },
  NOK: { id: 14, exponent: 2, symbol: 'NOK ' },
  MYR: { id: 15, exponent: 2, symbol: 'RM' },
  VND: { id: 16, exponent: 0, symbol: '₫' },
  HKD: { id: 17, exponent: 2, symbol: 'HK$' },
  TWD: { id: 18, exponent: 2, symbol: 'NT$' },
  KRW: { id: 19, exponent: 0, symbol: '₩' },
  MOP: { id: 20, exponent: 2, symbol: 'MOP$' },
  INR: { id: 21, exponent: 2, symbol: '₹' },
  IDR: { id: 22, exponent: 2, symbol: 'Rp' },
  PHP: { id: 23, exponent: 2, symbol: '₱' },
  PLN: { id: 24, exponent: 2, symbol: 'zł' },
  CZK: { id: 25, exponent: 2, symbol: 'Kč' },
  HUF: { id: 26, exponent: 2, symbol: 'Ft' },
  AED: { id: 27, exponent: 2, symbol: 'AED ' },
  ZAR: { id: 28, exponent: 2, symbol: 'R' },
  BRL: { id: 29, exponent: 2, symbol: 'R$' },
  MXN: { id: 30, exponent: 2, symbol: 'MX$' },
  TRY: { id: 31, exponent: 2, symbol: '₺' },
  BHD: { id: 32, exponent: 3, symbol: 'BHD ' },
  JOD: { id: 33, exponent: 3, symbol: 'JOD ' },
  OMR: { id: 34, exponent: 3, symbol: 'OMR ' },
  QAR: { id: 35, exponent: 2, symbol: 'QAR ' },
  SAR: { id: 36, exponent: 2, symbol: 'SAR ' },
} as const satisfies Record<string, { id: number; exponent: 0 | 2 | 3; symbol: string }>;

export type CurrencyCode = keyof typeof currencies;
export const currencyCodes = Object.keys(currencies) as readonly CurrencyCode[];
/** The 31 that somebody can choose, for what they are told or what they pay; amounts in the others are shown, because homes have them (R3.49). */
export const readersCurrencies: readonly CurrencyCode[] = currencyCodes.filter((code) => currencies[code].id <= currencies.TRY.id);

export function isCurrency(code: string): code is CurrencyCode {
  return Object.hasOwn(currencies, code);
}

/** How a currency is written where there is little room. @example currencySign('CHF') // 'CHF' */
export const currencySign = (code: CurrencyCode): string => currencies[code].symbol.trim();
