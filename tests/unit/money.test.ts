import fc from '#tests/support/properties.ts';
import { expect, test } from 'vitest';
import { makeCouponForm } from '#lib/features/coupons/coupons.schema.ts';
import { currencies, currencyCodes, readersCurrencies } from '#lib/money/currencies.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { add, formatMoney, leaseUnits, money, monthly, parseDecimal, rentForNights, scale, toDecimal, weekly, wholeUnits } from '#lib/money/money.ts';

const amount = fc.bigInt({ min: 1n, max: 10_000_000_00n });

test('[R3.50] thirty-one currencies for readers, the named ids fixed and none used twice', () => {
  expect(readersCurrencies).toHaveLength(31);
  expect(new Set(currencyCodes.map((code) => currencies[code].id)).size).toBe(currencyCodes.length);
  const fixed = { GBP: 1, USD: 2, CAD: 3, NZD: 4, AUD: 5, JPY: 6, EUR: 7, SGD: 8, THB: 9, CNY: 10, HKD: 17, KRW: 19 } as const;
  for (const [code, id] of Object.entries(fixed)) expect(currencies[code as keyof typeof fixed].id).toBe(id);
});

test('[R3.49] what somebody chooses is one of the 31, and amounts in others are still shown', () => {
  const offered = makeCouponForm.fields.find(({ name }) => name === 'currency');
  expect(offered?.kind === 'select' && Array.isArray(offered.choices) ? offered.choices.map(({ value }) => value) : []).toEqual(readersCurrencies);
  const others = currencyCodes.filter((code) => !readersCurrencies.includes(code));
  expect(others).toEqual(['BHD', 'JOD', 'OMR', 'QAR', 'SAR']);
  for (const code of others) expect(formatMoney(money(5_000n, code), 'en-GB')).toContain(code);
});

test('yen, won and dong have no decimals', () => {
  expect(formatMoney(money(68000n, 'JPY'), 'en-GB')).toBe('JP¥68,000');
  expect(formatMoney(money(5200000n, 'VND'), 'vi-VN')).toBe('5.200.000\u00a0₫');
  expect(parseDecimal('68000.5', 'JPY')).toBeUndefined();
});

test('dinars and rials of three decimals are read, written and rounded in thousandths', () => {
  expect(parseDecimal('82.505', 'BHD')).toEqual(money(82_505n, 'BHD'));
  expect(parseDecimal('82.5', 'OMR')).toEqual(money(82_500n, 'OMR'));
  expect(toDecimal(money(82_505n, 'BHD'))).toBe('82.505');
  expect(formatMoney(money(82_505n, 'BHD'), 'en-GB')).toBe('BHD 82.505');
  expect(formatMoney(money(82_000n, 'JOD'), 'vi-VN')).toBe('JOD 82');
  expect(wholeUnits(money(82_505n, 'BHD'))).toEqual(money(83_000n, 'BHD'));
});

test('whole amounts show no decimals, others two', () => {
  expect(formatMoney(money(22500n, 'GBP'), 'en-GB')).toBe('£225');
  expect(formatMoney(money(22550n, 'GBP'), 'en-GB')).toBe('£225.50');
});

test('decimal strings survive the round trip', () => {
  fc.assert(
    fc.property(amount, fc.constantFrom(...currencyCodes), (minor, currency) => {
      expect(parseDecimal(toDecimal({ minor, currency }), currency)).toEqual({ minor, currency });
    }),
  );
});

test('texts that are no plain decimal are refused', () => {
  for (const text of ['', '-1', '1e3', '1,000', ' ', '1.234', '٣', '0x10', 'NaN', '1.']) expect(parseDecimal(text, 'GBP'), text).toBeUndefined();
});

test('[R9.43] a week has seven days, a month 52 ÷ 12 weeks, a year 52 weeks', () => {
  expect(leaseUnits).toEqual(['DAY', 'WEEK', 'MONTH', 'YEAR']);
  expect(weekly(money(97500n, 'GBP'), 'MONTH').minor).toBe(22500n);
  expect(monthly(money(22500n, 'GBP'), 'WEEK').minor).toBe(97500n);
  expect(weekly(money(1000n, 'GBP'), 'DAY').minor).toBe(7000n);
  expect(monthly(money(1200000n, 'GBP'), 'YEAR').minor).toBe(100000n);
});

test('a week costs seven times its night within half a minor unit, whatever the unit', () => {
  fc.assert(
    fc.property(amount, fc.constantFrom(...leaseUnits), fc.integer({ min: 1, max: 800 }), (minor, unit, nights) => {
      const rent = money(minor, 'GBP');
      const total = rentForNights(rent, unit, nights).minor;
      const twice = rentForNights(rent, unit, nights * 2).minor;
      expect(twice - total * 2n >= -1n && twice - total * 2n <= 1n).toBe(true);
      expect(rentForNights(rent, unit, nights + 1).minor >= total).toBe(true);
    }),
  );
});

test('rent for whole weeks is exact', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 1, max: 60 }), (minor, weeks) => {
      expect(rentForNights(money(minor, 'EUR'), 'WEEK', weeks * 7).minor).toBe(minor * BigInt(weeks));
    }),
  );
});

test('scaling rounds half away from zero', () => {
  expect(scale(money(5n, 'GBP'), 1n, 2n).minor).toBe(3n);
  expect(scale(money(-5n, 'GBP'), 1n, 2n).minor).toBe(-3n);
  expect(scale(money(4n, 'GBP'), 1n, 3n).minor).toBe(1n);
});

test('currencies are never added together', () => {
  expect(() => add(money(1n, 'GBP'), money(1n, 'EUR'))).toThrow(TypeError);
});

test('the sign stands where readers of the language put it', () => {
  expect(formatMoney(money(156700n, 'CNY'), 'zh-CN')).toBe('¥1,567');
  expect(formatMoney(money(156700n, 'CNY'), 'zh-TW')).toBe('CN¥1,567');
  expect(formatMoney(money(5_800_000n, 'VND'), 'vi-VN')).toBe('5.800.000\u00a0₫');
  expect(formatMoney(money(296_000_000n, 'VND'), 'vi-VN')).toBe('296 triệu đồng');
  expect(formatMoney(money(296_412_300n, 'VND'), 'vi-VN')).toBe('296.412.300\u00a0₫');
  expect(formatMoney(money(5_800_000n, 'VND'), 'en-GB')).toBe('₫5,800,000');
});

test('an amount reads back from every language: its digits are all there, the sign once', () => {
  const intls = locales.map((locale) => localeFacts[locale].intl);
  fc.assert(
    fc.property(amount, fc.constantFrom(...currencyCodes), fc.constantFrom(...intls), (minor, currency, intl) => {
      const text = formatMoney(money(minor, currency), intl);
      const digits = text.replaceAll(/\D/g, '') + (text.endsWith('triệu đồng') ? '000000' : '');
      const { exponent } = currencies[currency];
      const whole = minor % 10n ** BigInt(exponent) === 0n;
      expect(digits).toBe(whole ? (minor / 10n ** BigInt(exponent)).toString() : minor.toString().padStart(exponent + 1, '0'));
      expect(text.startsWith('₫') && intl === 'vi-VN').toBe(false);
    }),
  );
});

test('a median is told in whole units', () => {
  expect(wholeUnits(money(17234n, 'GBP'))).toEqual(money(17200n, 'GBP'));
  expect(wholeUnits(money(17250n, 'GBP'))).toEqual(money(17300n, 'GBP'));
  expect(wholeUnits(money(68000n, 'JPY'))).toEqual(money(68000n, 'JPY'));
});
