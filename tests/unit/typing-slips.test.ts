/** Amounts and days that nobody can mean are asked for again, and what a provider will not take by its size is not offered by it. */
import fc from '#tests/support/properties.ts';
import { expect, test } from 'vitest';
import { readCoupon } from '#lib/features/coupons/coupons.rules.ts';
import { mostCouponPounds } from '#lib/features/coupons/coupons.schema.ts';
import { areDaysTaken } from '#lib/features/payrent/payrent.rules.ts';
import { addDays } from '#lib/dates/dates.ts';
import { currencyCodes } from '#lib/money/currencies.ts';
import { toDecimal } from '#lib/money/money.ts';
import { aboutPounds } from '#lib/money/typed-amounts.ts';
import { stripeMost } from '#lib/ports/payment/stripe-limits.ts';
import { stripeProvider } from '#lib/ports/payment/stripe.ts';

const today = '2026-11-29';
const coupon = { kind: 'amount', amount: '50', least: '', payer: 'operator', starts_on: today, ends_on: '2027-11-29', most: '1', most_each: '1' };
const fieldOf = (given: Readonly<Record<string, string>>, currency: (typeof currencyCodes)[number]) => {
  const read = readCoupon(given, currency);
  return 'field' in read ? read.field : undefined;
};

test('a coupon with some noughts too many, or over before it begins, is not made in any currency', () => {
  fc.assert(
    fc.property(fc.constantFrom(...currencyCodes), fc.bigInt(1n, 10n ** 15n), (currency, minor) => {
      const most = aboutPounds(mostCouponPounds, currency);
      const amount = toDecimal({ minor, currency });
      if ((amount.split('.')[0] ?? '').length > 12) return;
      expect(fieldOf({ ...coupon, amount }, currency)).toBe(minor > most.minor ? 'amount' : undefined);
    }),
  );
  expect(fieldOf({ ...coupon, amount: '999999999999' }, 'GBP')).toBe('amount');
  expect(fieldOf({ ...coupon, least: '999999999999' }, 'GBP')).toBe('least');
  for (const ends_on of ['2025-12-31', '9999-12-31']) expect(fieldOf({ ...coupon, starts_on: '2026-01-01', ends_on }, 'GBP')).toBe('ends_on');
});

test('rent is of days around these, whatever year was typed', () => {
  fc.assert(
    fc.property(fc.integer({ min: -4_000, max: 4_000 }), fc.integer({ min: 1, max: 400 }), (start, nights) => {
      const from = addDays(today, start);
      expect(areDaysTaken(from, addDays(from, nights), today)).toBe(start >= -400 && start + nights <= 800);
    }),
  );
  for (const [from, to] of [
    ['2020-01-01', '2020-06-01'],
    ['9999-01-01', '9999-06-01'],
  ] as const)
    expect(areDaysTaken(from, to, today)).toBe(false);
});

test('[R7.102] what Stripe does not take by its size it is not offered for; what it takes it is', () => {
  const stripe = stripeProvider({ key: 'sk_test_none', webhookSecrets: [] }, 'http://127.0.0.1:9');
  fc.assert(
    fc.property(fc.constantFrom(...currencyCodes), fc.bigInt(1n, 10n ** 13n), (currency, drawn) => {
      const minor = drawn * 10n;
      const isTooMuch = minor > (currency === 'IDR' ? 999_999_999_999n : 99_999_999n);
      if (minor >= 20_000n) expect(stripe.methods(currency, minor).length > 0).toBe(!isTooMuch);
      expect(stripe.methods(currency, stripeMost(currency) + 1n)).toEqual([]);
    }),
  );
  expect([stripe.methods('GBP', 29n), stripe.methods('GBP', 30n).length]).toEqual([[], 3]);
});
