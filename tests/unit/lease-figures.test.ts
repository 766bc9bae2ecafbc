import fc from '#tests/support/properties.ts';
import { expect, test } from 'vitest';
import { billsApart, comparedTotal, usefulWeekWithBills } from '#lib/features/catalogue/bills.rules.ts';
import { unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import type { TenancyTerms } from '#lib/features/catalogue/listings.schema.ts';
import { fromToday, wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import { figureBasis, figureOf, noFigure } from '#lib/features/finding/lease-figures.rules.ts';
import type { LeadLease } from '#lib/features/finding/lease-figures.rules.ts';
import { estimatedBills } from '#lib/features/geo/places.schema.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { dateOfDay, dayNumber } from '#lib/dates/dates.ts';
import { usualCommute } from '#lib/geo/distance.ts';
import { leaseUnits, money } from '#lib/money/money.ts';

const geo = loadGeo();
const today = '2026-11-22';

const lease = fc.record({
  country: fc.oneof(fc.constantFrom(...geo.countries), fc.constantFrom(...geo.countries.filter(({ bills }) => bills.figures.length > 0))),
  type: fc.constantFrom(...unitTypes),
  unit: fc.constantFrom(...leaseUnits),
  rent: fc.integer({ min: 1, max: 60_000_000 }),
  fee: fc.integer({ min: 0, max: 100_000 }),
  moveIn: fc.integer({ min: dayNumber(today) - 200, max: dayNumber(today) + 500 }),
  nights: fc.integer({ min: 1, max: 800 }),
  included: fc.oneof(
    fc.subarray([...estimatedBills]),
    fc.subarray([...estimatedBills]).map((bills) => [...bills, 'internet' as const]),
  ),
  isForeign: fc.nat(4).map((one) => one === 0),
});

test('what a list is ordered by is what cards, pages and comparisons tell', () => {
  let estimated = 0;
  let useful = 0;
  fc.assert(
    fc.property(lease, ({ country, type, unit, rent, fee, moveIn, nights, included, isForeign }) => {
      const moveOut = moveIn + nights;
      fc.pre(moveOut > dayNumber(today));
      const school = country.cities.flatMap(({ schools }) => schools)[0];
      if (!school) return;
      const currency = isForeign ? (country.currency === 'USD' ? 'GBP' : 'USD') : country.currency;
      const terms: TenancyTerms = {
        rent: money(BigInt(rent), currency),
        promoRent: undefined,
        unit,
        moveIn: dateOfDay(moveIn),
        moveOut: dateOfDay(moveOut),
        deposit: money(0n, currency),
        bookingFee: money(BigInt(fee), currency),
      };
      const flags =
        leaseUnits.indexOf(unit) +
        4 * unitTypes.indexOf(type) +
        (isForeign ? 32 : 0) +
        64 * estimatedBills.reduce((bits, bill, at) => bits + (included.includes(bill) ? 1 << at : 0), 0);
      const packed: LeadLease = { rent, fee, moveIn, moveOut, flags };
      const basis = figureBasis(country, school, today);
      const shown = fromToday(terms, today);
      const bills = billsApart(included, type, country);
      const total = comparedTotal(wholePrice(shown), bills);
      expect(BigInt(figureOf('contract-total', packed, 0, basis))).toBe(total.amount.minor);
      const week = usefulWeekWithBills(school, shown, bills);
      const figure = figureOf('useful-week', packed, 0, basis);
      expect(figure === noFigure ? undefined : BigInt(figure)).toBe(week?.cost.minor);
      if (total.bills === 'estimated') estimated++;
      if (week) useful++;
    }),
    { numRuns: 3_000 },
  );
  expect([estimated > 100, useful > 300]).toEqual([true, true]);
});

test('a lease that cannot be told in the currency of its country stands last', () => {
  const [country] = geo.countries;
  if (!country) throw new Error('no country');
  const basis = figureBasis(country, country, today);
  expect(figureOf('contract-total', { rent: -1, fee: 0, moveIn: 20_500, moveOut: 20_600, flags: 1 }, 0, basis)).toBe(noFigure);
  expect(figureOf('contract-total', undefined, 0, basis)).toBe(noFigure);
  expect(figureOf('useful-week', { rent: 100, fee: 0, moveIn: 20_500, moveOut: 20_600, flags: 1 }, 0, basis)).toBe(noFigure);
});

test('the way is ordered by the minutes that a card tells, not by its length', () => {
  expect(figureOf('commute', undefined, 1_500, undefined)).toBe(usualCommute(1_500).minutes);
  // What is too far to walk is reached sooner than what is just near enough.
  expect(figureOf('commute', undefined, 1_700, undefined)).toBeLessThan(figureOf('commute', undefined, 1_500, undefined));
});
