import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { currencies } from '#lib/money/currencies.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { addDays } from '#lib/dates/dates.ts';
import type { TenancyTerms } from '#lib/features/catalogue/listings.schema.ts';
import { costPerUsefulWeek, fromToday, wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import { convertBy } from '#lib/features/rates/rates.rules.ts';
import { leaseUnits, money, monthly, rentForNights, weekly } from '#lib/money/money.ts';
import { roundedForReading } from '#lib/features/rates/reader-currency.rules.ts';

const terms = (overrides: Partial<TenancyTerms> = {}): TenancyTerms => ({
  moveIn: '2027-09-04',
  moveOut: '2028-08-26',
  rent: money(22500n, 'GBP'),
  unit: 'WEEK',
  promoRent: undefined,
  deposit: money(25000n, 'GBP'),
  bookingFee: money(5000n, 'GBP'),
  ...overrides,
});

const anyTerms = fc
  .record({
    nights: fc.integer({ min: 1, max: 420 }),
    rent: fc.bigInt({ min: 100n, max: 900_000n }),
    off: fc.option(fc.bigInt({ min: 1n, max: 99n })),
    unit: fc.constantFrom(...leaseUnits),
    deposit: fc.bigInt({ min: 0n, max: 500_000n }),
    fee: fc.bigInt({ min: 0n, max: 50_000n }),
    start: fc.integer({ min: 0, max: 700 }),
  })
  .map(({ nights, rent, off, unit, deposit, fee, start }) => {
    const moveIn = addDays('2026-09-01', start);
    return terms({
      moveIn,
      moveOut: addDays(moveIn, nights),
      rent: money(rent, 'GBP'),
      unit,
      promoRent: off === null ? undefined : money(rent - off, 'GBP'),
      deposit: money(deposit, 'GBP'),
      bookingFee: money(fee, 'GBP'),
    });
  });

describe('the whole price', () => {
  test('every night counts once: 51 weeks at £225 are £11,475, with the fee £11,525', () => {
    const price = wholePrice(terms());
    expect(price.nights).toBe(357);
    expect(price.weeks).toBe(51);
    expect(price.rentTotal).toEqual(money(1_147_500n, 'GBP'));
    expect(price.contractTotal).toEqual(money(1_152_500n, 'GBP'));
  });

  test('the contract total is rent and fee, never the deposit', () => {
    fc.assert(
      fc.property(anyTerms, (one) => {
        const price = wholePrice(one);
        expect(price.contractTotal.minor).toBe(price.rentTotal.minor + one.bookingFee.minor);
        expect(wholePrice({ ...one, deposit: money(0n, 'GBP') }).contractTotal).toEqual(price.contractTotal);
      }),
    );
  });

  test('one more night never costs less', () => {
    fc.assert(
      fc.property(anyTerms, (one) => {
        expect(wholePrice({ ...one, moveOut: addDays(one.moveOut, 1) }).rentTotal.minor).toBeGreaterThanOrEqual(wholePrice(one).rentTotal.minor);
      }),
    );
  });

  test('a promo rent is what is charged, and the saving is the difference to the listed total', () => {
    fc.assert(
      fc.property(anyTerms, (one) => {
        const price = wholePrice(one);
        expect(price.rent).toEqual(one.promoRent ?? one.rent);
        if (!one.promoRent) expect(price.saving).toBeUndefined();
        else expect(price.saving?.minor).toBe(rentForNights(one.rent, one.unit, price.nights).minor - price.rentTotal.minor);
      }),
    );
  });

  test('[R9.43] all four lease units have a weekly equivalent, and a month is 52 ÷ 12 weeks', () => {
    expect(weekly(money(97500n, 'GBP'), 'MONTH')).toEqual(money(22500n, 'GBP'));
    expect(monthly(money(22500n, 'GBP'), 'WEEK')).toEqual(money(97500n, 'GBP'));
    expect(weekly(money(1_170_000n, 'GBP'), 'YEAR')).toEqual(money(22500n, 'GBP'));
    expect(weekly(money(4000n, 'GBP'), 'DAY')).toEqual(money(28000n, 'GBP'));
    fc.assert(
      fc.property(fc.bigInt({ min: 100n, max: 1_000_000n }), fc.constantFrom(...leaseUnits), (minor, unit) => {
        const rent = money(minor, 'GBP');
        const twelfth = (weekly(rent, unit).minor * 52n) / 12n;
        // Each is rounded once from the listed rent, so the two may differ by the rounding of the week times 52 ÷ 12.
        expect(Math.abs(Number(monthly(rent, unit).minor - twelfth))).toBeLessThanOrEqual(4);
      }),
    );
  });
});

describe('cost per useful week', () => {
  const teaching = [
    { start: '2027-09-27', end: '2028-01-21' },
    { start: '2028-01-24', end: '2028-06-02' },
  ];

  test('the contract total is spread over the nights in term', () => {
    const useful = costPerUsefulWeek(terms(), teaching);
    expect(useful?.usefulNights).toBe(116 + 130);
    expect(useful?.cost).toEqual(money((1_152_500n * 7n + 123n) / 246n, 'GBP'));
    expect(useful?.idleShare).toBeCloseTo(1 - 246 / 357, 10);
  });

  test('without a term in the contract there is no figure', () => {
    expect(costPerUsefulWeek(terms({ moveIn: '2028-06-10', moveOut: '2028-08-26' }), teaching)).toBeUndefined();
  });

  test('it is never below the weekly share of the contract', () => {
    fc.assert(
      fc.property(anyTerms, (one) => {
        const useful = costPerUsefulWeek(one, teaching);
        const price = wholePrice(one);
        if (useful) expect(useful.cost.minor * BigInt(price.nights) + BigInt(price.nights)).toBeGreaterThanOrEqual(price.contractTotal.minor * 7n);
      }),
    );
  });
});

describe('conversions', () => {
  const told = (minor: bigint, currency: CurrencyCode): bigint => roundedForReading(money(minor, currency)).minor;

  test('are told in three significant digits, in whole units, whatever the length of the number', () => {
    const perGbp = { GBP: '1', CNY: '9.31', VND: '34500' } as const;
    const cny = convertBy(money(22550n, 'GBP'), 'CNY', perGbp);
    expect(cny && roundedForReading(cny)).toEqual(money(210_000n, 'CNY'));
    const vnd = convertBy(money(699_600n, 'GBP'), 'VND', perGbp);
    expect(vnd && roundedForReading(vnd)).toEqual(money(241_000_000n, 'VND'));
    expect([told(1_513_449n, 'USD'), told(9_999_900n, 'USD'), told(10_004_900n, 'USD')]).toEqual([1_510_000n, 10_000_000n, 10_000_000n]);
    expect([told(16_949n, 'USD'), told(949n, 'USD'), told(20n, 'USD'), told(0n, 'USD')]).toEqual([16_900n, 900n, 100n, 0n]);
    expect([told(45_675n, 'JPY'), told(37_600n, 'BHD'), told(-1_513_449n, 'USD')]).toEqual([45_700n, 38_000n, -1_510_000n]);
  });

  test('lose half a per cent or half a unit at most, are whole, keep their order and are told as they stand once more', () => {
    const codes = Object.keys(currencies) as CurrencyCode[];
    fc.assert(
      fc.property(fc.constantFrom(...codes), fc.bigInt(1n, 10n ** 14n), fc.bigInt(1n, 10n ** 14n), (currency, one, other) => {
        const unit = 10n ** BigInt(currencies[currency].exponent);
        const rounded = told(one, currency);
        const lost = rounded > one ? rounded - one : one - rounded;
        expect(rounded % unit).toBe(0n);
        expect(rounded).toBeGreaterThanOrEqual(unit);
        expect(lost * 200n <= one || lost * 2n <= unit || rounded === unit).toBe(true);
        expect((rounded / unit).toString().replace(/0+$/, '').length).toBeLessThanOrEqual(3);
        expect(told(rounded, currency)).toBe(rounded);
        expect(one <= other ? rounded <= told(other, currency) : rounded >= told(other, currency)).toBe(true);
      }),
    );
  });
});

test('of a lease that has begun the total is that of the nights that remain', () => {
  const begun = terms({ moveIn: '2026-09-01', moveOut: '2027-08-31', rent: money(21_000n, 'GBP') });
  const price = wholePrice(fromToday(begun, '2027-08-17'));
  expect([price.nights, price.contractTotal]).toEqual([14, money(47_000n, 'GBP')]);
  // Before it begins, and once it is over, nothing changes.
  expect(fromToday(begun, '2026-08-01')).toBe(begun);
  expect(fromToday(begun, '2027-08-31')).toBe(begun);
});
