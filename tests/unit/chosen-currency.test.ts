/** In which currency a reader is told amounts besides. */
import { expect, test } from 'vitest';
import { chosenIn, currencyOfReader, headerCurrency, unusualCurrency } from '#lib/features/rates/chosen-currency.rules.ts';
import { currencyOfCountry } from '#lib/features/rates/country-currency.rules.ts';
import { locales } from '#lib/i18n/locales.ts';
import { readersCurrencies } from '#lib/money/currencies.ts';
import { routeOf } from '#lib/routes.ts';

const nobody = { kept: '', country: undefined };

test('the language suggests one; in English the country does, where it is known; what was chosen goes before both', () => {
  expect(locales.map((locale) => currencyOfReader({ ...nobody, locale }))).toEqual(expect.arrayContaining(['CNY', 'USD', 'HKD', 'TWD', 'VND']));
  const english = (country: string | undefined, kept = '') => currencyOfReader({ locale: 'en-us', kept, country });
  expect(['GB', 'IN', 'MY', 'IE', 'US', 'KE', undefined].map((country) => english(country))).toEqual(['GBP', 'INR', 'MYR', 'EUR', 'USD', 'USD', 'USD']);
  expect([english('GB', 'vnd'), english('GB', 'XXX')]).toEqual(['VND', 'GBP']);
  // Somebody who reads Chinese in Manchester thinks in yuan.
  expect(currencyOfReader({ locale: 'zh-cn', kept: '', country: 'GB' })).toBe('CNY');
});

test('what is usual in a language needs no page of its own', () => {
  expect(unusualCurrency({ locale: 'zh-cn', kept: 'CNY', country: 'GB' })).toBeUndefined();
  expect(unusualCurrency({ locale: 'en-us', kept: 'USD', country: 'GB' })).toBeUndefined();
  expect(unusualCurrency({ locale: 'en-us', kept: 'CNY', country: undefined })).toBe('CNY');
});

test('of every currency that readers can choose the countries are known, each once', () => {
  const found = new Set(
    [
      'GB',
      'US',
      'CA',
      'NZ',
      'AU',
      'JP',
      'DE',
      'SG',
      'TH',
      'CN',
      'CH',
      'SE',
      'DK',
      'NO',
      'MY',
      'VN',
      'HK',
      'TW',
      'KR',
      'MO',
      'IN',
      'ID',
      'PH',
      'PL',
      'CZ',
      'HU',
      'AE',
      'ZA',
      'BR',
      'MX',
      'TR',
    ].map(currencyOfCountry),
  );
  expect([...found].sort()).toEqual([...readersCurrencies].sort());
});

test('a choice is what somebody sent as one', () => {
  expect(chosenIn(new URLSearchParams('currency=eur&keep=currency'))).toBe('EUR');
  for (const none of ['currency=EUR', 'keep=currency', 'currency=BHD&keep=currency', 'currency=EUR&keep=1'])
    expect([none, chosenIn(new URLSearchParams(none))]).toEqual([none, undefined]);
});

test('a header names what its page goes by, and where that is not known, nothing wrong', () => {
  const named = (locale: 'en-us' | 'zh-cn', route: 'new_list2' | 'about', query = '', currency?: 'VND') =>
    headerCurrency({ locale, route: routeOf(route), query: new URLSearchParams(query), currency });
  expect(named('en-us', 'new_list2')).toEqual({ code: 'USD', isTold: true });
  expect(named('en-us', 'new_list2', '', 'VND').code).toBe('VND');
  expect(named('en-us', 'new_list2', 'currency=EUR', 'VND').code).toBe('EUR');
  expect(named('en-us', 'about')).toEqual({ code: undefined, isTold: false });
  expect(named('zh-cn', 'about')).toEqual({ code: 'CNY', isTold: false });
});
