/** Which of the readers' currencies is that of a country that readers are in. Of others nothing is known, and the language decides. */
import type { CurrencyCode } from '#lib/money/currencies.ts';

/** Countries by two letters, in capitals, parted by spaces. */
const countriesOf: Partial<Record<CurrencyCode, string>> = {
  GBP: 'GB GG IM JE',
  USD: 'US PR GU EC SV PA',
  CAD: 'CA',
  NZD: 'NZ',
  AUD: 'AU',
  JPY: 'JP',
  EUR: 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK',
  SGD: 'SG',
  THB: 'TH',
  CNY: 'CN',
  CHF: 'CH LI',
  SEK: 'SE',
  DKK: 'DK',
  NOK: 'NO',
  MYR: 'MY',
  VND: 'VN',
  HKD: 'HK',
  TWD: 'TW',
  KRW: 'KR',
  MOP: 'MO',
  INR: 'IN',
  IDR: 'ID',
  PHP: 'PH',
  PLN: 'PL',
  CZK: 'CZ',
  HUF: 'HU',
  AED: 'AE',
  ZAR: 'ZA',
  BRL: 'BR',
  MXN: 'MX',
  TRY: 'TR',
};

const byCountry: ReadonlyMap<string, CurrencyCode> = new Map(
  Object.entries(countriesOf).flatMap(([code, countries]) => countries.split(' ').map((country) => [country, code as CurrencyCode] as const)),
);

/** @param country two letters, in capitals. @example currencyOfCountry('IE') // 'EUR' */
export function currencyOfCountry(country: string): CurrencyCode | undefined {
  return byCountry.get(country);
}
