/** Rents in the unit of a country, lengths of leases, and which lease option answers a filter. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { localRent, rentIn } from '#lib/features/catalogue/local-rent.rules.ts';
import { localRentPer, otherRent, rentBelow } from '#lib/features/catalogue/rent.words.ts';
import { noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { optionFits } from '#lib/features/finding/fitting-offer.rules.ts';
import type { AskedTenancy } from '#lib/features/finding/fitting-offer.rules.ts';
import { commonPlace, mainWay } from '#lib/features/house/house.rules.ts';
import { noQuestion } from '#lib/features/finding/reader-question.rules.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { readerCurrency } from '#lib/features/rates/reader-currency.rules.ts';
import { translator } from '#lib/i18n/t.ts';
import { leaseUnits, money, wholeUnits } from '#lib/money/money.ts';

const t = translator('en-us');
const pounds = (whole: number) => money(BigInt(Math.round(whole * 100)), 'GBP');

describe('a rent beside others', () => {
  test('[R3.53] stands in one unit a country, whatever it is listed in', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), fc.constantFrom(...leaseUnits), fc.constantFrom(...leaseUnits), (minor, unit, counted) => {
        const rent = money(BigInt(minor), 'GBP');
        const local = localRent({ rent, promoRent: undefined, unit }, counted);
        expect(local.unit).toBe(counted === 'WEEK' || counted === 'DAY' ? 'WEEK' : 'MONTH');
        expect(local.isDerived).toBe(local.unit !== unit);
        // What is listed is never touched; what is worked out is whole.
        if (local.isDerived) expect(local.amount.minor % 100n).toBe(0n);
        else expect(local.amount).toEqual(rent);
      }),
    );
  });

  test('what is worked out says about, and nothing is said twice', () => {
    const monthly = localRent({ rent: pounds(489), promoRent: undefined, unit: 'MONTH' }, 'WEEK');
    expect(localRentPer(t, monthly, 'en-GB')).toBe('about £113 per week');
    expect(otherRent(t, pounds(489), 'MONTH', monthly, 'en-GB')).toContain('£489 per month');
    const weekly = localRent({ rent: pounds(124), promoRent: undefined, unit: 'WEEK' }, 'WEEK');
    expect(localRentPer(t, weekly, 'en-GB')).toBe('£124 per week');
    expect(otherRent(t, pounds(124), 'WEEK', weekly, 'en-GB')).toBe('about £537 per month');
    expect(wholeUnits(money(53733n, 'GBP'))).toEqual(money(53700n, 'GBP'));
    expect(wholeUnits(money(1234n, 'JPY'))).toEqual(money(1234n, 'JPY'));
    expect(rentIn(pounds(200), 'WEEK', 'MONTH').amount).toEqual(pounds(867));
  });

  test("the week that filters ask for is told beside every rent, on a card as on the home's page", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), fc.constantFrom(...leaseUnits), fc.constantFrom(...leaseUnits), (minor, unit, counted) => {
        const rent = money(BigInt(minor), 'EUR');
        const first = localRent({ rent, promoRent: undefined, unit }, counted);
        const said = [localRentPer(t, first, 'en-GB'), rentBelow(t, rent, unit, first, 'en-GB') ?? ''];
        expect(said.join(), `${unit} where ${counted} counts`).toContain('per week');
        // Below the rent of a card stands what the home's page says there, or nothing.
        expect([otherRent(t, rent, unit, first, 'en-GB'), '']).toContain(said[1]);
      }),
    );
    const euros = money(90_000n, 'EUR');
    expect(rentBelow(t, euros, 'MONTH', localRent({ rent: euros, promoRent: undefined, unit: 'MONTH' }, 'MONTH'), 'en-GB')).toBe('about €208 per week');
    expect(rentBelow(t, pounds(124), 'WEEK', localRent({ rent: pounds(124), promoRent: undefined, unit: 'WEEK' }, 'WEEK'), 'en-GB')).toBeUndefined();
    const yearly = money(1_200_000n, 'EUR');
    expect(rentBelow(t, yearly, 'YEAR', localRent({ rent: yearly, promoRent: undefined, unit: 'YEAR' }, 'MONTH'), 'en-GB')).toBe(
      'quoted at €12,000 per year · about €231 per week',
    );
  });

  test('the currency a reader chose comes before the one of the language', () => {
    expect([readerCurrency('en-us', 'GBP'), readerCurrency('en-us', 'GBP', 'EUR'), readerCurrency('vi-vn', 'GBP', 'GBP')]).toEqual(['USD', 'EUR', undefined]);
  });
});

test('a lease option answers a filter only with all of it at once', () => {
  const option: AskedTenancy = { unitType: 'studio', bathroom: 'private', maxOccupants: 2, moveIn: '2027-09-04', moveOut: '2028-07-08', weekly: pounds(215) };
  const asked = {
    ...noFilter,
    types: ['studio' as const],
    rent: { from: 200, to: 249 },
    months: [202709],
    leases: [3],
    bathroom: 'private' as const,
    guests: 2,
  };
  const fits = (change: Partial<AskedTenancy>): boolean => optionFits(asked, { ...option, ...change }, '2026-12-22');
  expect(fits({})).toBe(true);
  const others: Partial<AskedTenancy>[] = [
    { unitType: 'ensuite' },
    { bathroom: 'shared' },
    { maxOccupants: 1 },
    { moveIn: '2027-10-01' },
    { moveOut: '2028-09-01' },
    { weekly: pounds(250) },
    { weekly: undefined },
  ];
  for (const other of others) expect(fits(other), JSON.stringify(Object.keys(other))).toBe(false);
  expect(fits({ weekly: pounds(249.99) })).toBe(true);
  expect(optionFits({ ...noFilter, availableNow: true }, option, '2026-12-22')).toBe(false);
});

test('homes side by side are measured to one place: the one asked for, or one school they share', () => {
  const geo = loadGeo();
  const [manchester, leeds] = [geo.city('uk', 'manchester'), geo.city('uk', 'leeds')];
  if (!manchester || !leeds) throw new Error('the places have changed');
  const home = (north: number) => ({
    question: noQuestion,
    city: manchester,
    at: { latitude: manchester.at.latitude + north, longitude: manchester.at.longitude },
  });
  const place = commonPlace([home(0.02), home(-0.02)]);
  expect(place && place.kind === 'school' && place.city.slug).toBe('manchester');
  expect(commonPlace([home(0.02), { ...home(0), city: leeds }])).toBeUndefined();
  const [spot] = manchester.places;
  if (!spot) throw new Error('Manchester has no places');
  const asked = { ...home(0.02), question: { ...noQuestion, near: spot } };
  expect(commonPlace([asked, asked])).toBe(spot);
  expect(mainWay(asked, 'en-us')?.name).toBe(spot.names['en-us']);
});
