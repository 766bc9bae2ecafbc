/** Which option of a house is the cheapest, whatever they are quoted in. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { toPriceDisplay } from '#lib/features/house/house-wire.rules.ts';
import { cheapestOffer, effectiveWeekly } from '#lib/features/house/house.rules.ts';
import type { Tenancy, UnitWithTenancies } from '#lib/features/house/house.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { money } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';

const today = '2026-11-21';
const terms = {
  moveIn: '2027-09-04',
  moveOut: '2028-08-26',
  rent: money(20000n, 'GBP'),
  unit: 'WEEK',
  promoRent: undefined,
  deposit: money(25000n, 'GBP'),
  bookingFee: money(5000n, 'GBP'),
} as const;

describe('the cheapest option', () => {
  const codes = ['GBP', 'EUR', 'JPY', 'VND'] as const;
  const perGbp = { GBP: 1n, EUR: 2n, JPY: 200n } as const;
  const worth = ({ minor, currency }: Money): bigint | undefined =>
    currency in perGbp ? (minor * 1_000n) / perGbp[currency as keyof typeof perGbp] : undefined;
  const convert = (amount: Money, to: CurrencyCode): Money | undefined => {
    const pounds = worth(amount);
    return pounds === undefined || !(to in perGbp) ? undefined : money((pounds * perGbp[to as keyof typeof perGbp]) / 1_000n, to);
  };
  const unitOf = (tenancies: readonly Tenancy[]): UnitWithTenancies => ({
    id: asId(1),
    houseId: asId(1),
    name: 'Room',
    unitType: 'studio',
    sizeSqm: undefined,
    bedSize: undefined,
    maxOccupants: 1,
    bathroom: 'private',
    kitchen: 'private',
    status: 'open',
    rooms: [],
    tenancies,
  });
  const option = fc
    .record({
      minor: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      currency: fc.constantFrom(...codes),
      unit: fc.constantFrom('DAY', 'WEEK', 'MONTH', 'YEAR'),
      stock: fc.integer({ min: 0, max: 2 }),
    })
    .map(
      ({ minor, currency, unit, stock }): Tenancy => ({
        ...terms,
        id: asId(1),
        unitId: asId(1),
        rent: money(minor, currency),
        unit: unit as Tenancy['unit'],
        deposit: money(0n, currency),
        bookingFee: money(0n, currency),
        stock,
        policyCode: undefined,
        source: 'feed',
        confirmedAt: new Date(0),
        status: 'open',
      }),
    );

  test('no mix of currencies makes comparing fail: what can be taken has a cheapest, with rates or without', () => {
    fc.assert(
      fc.property(fc.array(fc.array(option, { maxLength: 4 }), { maxLength: 4 }), fc.boolean(), (homes, hasRates) => {
        const units = homes.map(unitOf);
        const found = hasRates ? cheapestOffer(units, today, convert) : cheapestOffer(units, today);
        const free = homes.flat().filter(({ stock }) => stock > 0);
        expect(found === undefined).toBe(free.length === 0);
        if (!found) return;
        expect(found.tenancy.stock).toBeGreaterThan(0);
        const alike = free.filter(({ rent }) => rent.currency === found.tenancy.rent.currency);
        for (const other of alike) expect(effectiveWeekly(found.tenancy).minor).toBeLessThanOrEqual(effectiveWeekly(other).minor);
        expect(toPriceDisplay(free, 'studio', 'en-GB')).toBeDefined();
      }),
    );
  });

  test('rents in the currency of most options are compared by rate with the others; without a rate the others come last', () => {
    const [at] = fc.sample(option, 1);
    if (!at) throw new Error('no option');
    const of = (minor: bigint, currency: CurrencyCode): Tenancy => ({ ...at, unit: 'WEEK', stock: 1, rent: money(minor, currency) });
    const cheapest = (...tenancies: readonly Tenancy[]) => cheapestOffer([unitOf(tenancies)], today, convert)?.tenancy.rent;
    expect(cheapest(of(20_000n, 'GBP'), of(30_000n, 'GBP'), of(39_000n, 'EUR'))).toEqual(money(39_000n, 'EUR'));
    expect(cheapest(of(20_000n, 'GBP'), of(30_000n, 'GBP'), of(41_000n, 'EUR'))).toEqual(money(20_000n, 'GBP'));
    expect(cheapest(of(20_000n, 'GBP'), of(1n, 'VND'))).toEqual(money(20_000n, 'GBP'));
  });
});
