/** Amounts as people type them: read as they are meant, and asked for again where they could mean two things. */
import fc from '#tests/support/properties.ts';
import { expect, test } from 'vitest';
import { readCoupon } from '#lib/features/coupons/coupons.rules.ts';
import { amountFault, amountProblem } from '#lib/forms/amount-faults.rules.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { currencies, currencyCodes } from '#lib/money/currencies.ts';
import { clearly, readAmount } from '#lib/money/typed-amounts.ts';

test('an amount is what its writer means, with a point or a comma', () => {
  for (const [text, minor] of [
    ['850.50', 85_050n],
    ['850,50', 85_050n],
    ['850,5', 85_050n],
    ['0.850', 85n],
    ['1,850', 185_000n],
    ['1.850.000', 185_000_000n],
    ['1,850.50', 185_050n],
    ['1.850,50', 185_050n],
    ['1 850,50', 185_050n],
    ['850', 85_000n],
  ] as const)
    expect([text, readAmount(text, 'GBP')?.minor]).toEqual([text, minor]);
  for (const bad of ['', '-1', '1,85,0', '850.505', '1.850', '8e2', '1,850,5', '£850']) expect([bad, readAmount(bad, 'GBP')]).toEqual([bad, undefined]);
  // The currency says which of the two it is.
  expect(readAmount('5.800', 'VND')?.minor).toBe(5_800n);
  expect(readAmount('5.850', 'BHD')?.minor).toBe(5_850n);
});

test('what a reader of any language writes of any currency is read as it was meant, or asked for again', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...locales),
      fc.constantFrom(...currencyCodes),
      fc.integer({ min: 0, max: 10 ** 9 }),
      fc.boolean(),
      (locale, currency, minor, grouped) => {
        const { exponent } = currencies[currency];
        const written = new Intl.NumberFormat(localeFacts[locale].intl, { minimumFractionDigits: exponent, useGrouping: grouped }).format(
          minor / 10 ** exponent,
        );
        const read = readAmount(written, currency);
        // A comma before three decimals is taken for thousands, as most write them: no currency that people can choose has three.
        if (exponent < 3)
          expect([written, read?.minor]).toEqual([written, clearly(written, localeFacts[locale].intl) && exponent > 0 ? undefined : BigInt(minor)]);
      },
    ),
  );
});

test.each([
  ['vi-vn', '1.200,00'],
  ['en-us', '1,200.00'],
  ['zh-cn', '1,200.00'],
  ['zh-hk', '1,200.00'],
  ['zh-tw', '1,200.00'],
] as const)('in %s an amount that can be two is asked for again as %s', (locale, whole) => {
  const { message, values } = amountProblem('1.200', locale, 'payrent.amount_wrong');
  const said = translator(locale)(message, values);
  for (const written of ['1200', whole]) {
    expect(said).toMatch(new RegExp(`(?<![\\d.,])${RegExp.escape(written)}(?!\\d)`));
    expect(readAmount(written, 'GBP')?.minor).toBe(120_000n);
  }
  expect(amountProblem('0.850', locale, 'payrent.amount_wrong')).toEqual({ message: 'payrent.amount_wrong' });
  expect(amountFault('sum', 'much', locale, 'payments.sum_wrong').data.fields[0]).toMatchObject({ name: 'sum', message: 'payments.sum_wrong' });
});

test('a coupon takes a comma before decimals as well as a point', () => {
  const coupon = { kind: 'fixed', least: '1.200,50', payer: 'operator', starts_on: '2026-12-01', ends_on: '2027-11-29', most: '1', most_each: '1' };
  for (const amount of ['49.50', '49,50', '49,5'])
    expect(readCoupon({ ...coupon, amount }, 'GBP')).toMatchObject({ mostOff: { minor: 4_950n }, leastTotal: { minor: 120_050n } });
  expect(readCoupon({ ...coupon, amount: '1.200' }, 'GBP')).toMatchObject({ field: 'amount' });
});
