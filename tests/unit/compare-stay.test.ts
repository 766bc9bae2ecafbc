/** The one stay that homes are compared for, and sums of leases of several lengths brought to one. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { addDays } from '#lib/dates/dates.ts';
import { comparedTotal } from '#lib/features/catalogue/bills.rules.ts';
import type { BillsApart } from '#lib/features/catalogue/bills.rules.ts';
import { noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { TenancyTerms } from '#lib/features/catalogue/listings.schema.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import { intakeDistance } from '#lib/features/finding/intake.rules.ts';
import { noQuestion, questionQuery } from '#lib/features/finding/reader-question.rules.ts';
import { bestOf } from '#lib/features/house/compare-best.rules.ts';
import { areUneven, broughtTo, chosenIntake, commonWeeks, questionOfStay, stayChoices, stayFit, stayOfForm } from '#lib/features/house/compare-stay.rules.ts';
import { leaseUnits, money } from '#lib/money/money.ts';

const today = '2026-11-30';
const september = { month: 202_709, lease: 4 };
const lease = (moveIn: string, weeks: number, isAsked = true) => ({ moveIn, moveOut: addDays(moveIn, weeks * 7), isAsked });

const terms = fc
  .record({
    rent: fc.bigInt({ min: 1n, max: 10_000_000n }),
    promo: fc.option(fc.bigInt({ min: 1n, max: 10_000_000n }), { nil: undefined }),
    fee: fc.bigInt({ min: 0n, max: 100_000n }),
    unit: fc.constantFrom(...leaseUnits),
    nights: fc.integer({ min: 1, max: 500 }),
  })
  .map(
    ({ rent, promo, fee, unit, nights }): TenancyTerms => ({
      rent: money(rent, 'GBP'),
      promoRent: promo === undefined ? undefined : money(promo, 'GBP'),
      unit,
      moveIn: '2027-09-04',
      moveOut: addDays('2027-09-04', nights),
      deposit: money(0n, 'GBP'),
      bookingFee: money(fee, 'GBP'),
    }),
  );
const bills = fc.option(
  fc.bigInt({ min: 1n, max: 50n }).map((pounds): BillsApart => ({ kind: 'about', missing: ['water'], weekly: money(pounds * 100n, 'GBP'), sources: [] })),
  { nil: undefined },
);
const weeks = fc.integer({ min: 1, max: 60 });

describe('a total brought to a length', () => {
  test('is that of the lease itself where it has that length', () => {
    fc.assert(
      fc.property(terms, bills, (one, apart) => {
        const price = wholePrice(one);
        expect(broughtTo(one, Math.round(price.nights / 7), apart)).toEqual({ ...comparedTotal(price, apart), isOffered: true });
      }),
    );
  });

  test('is what a lease of that length at the same rent would come to, to the last minor unit', () => {
    fc.assert(
      fc.property(terms, bills, weeks, (one, apart, length) => {
        const other = wholePrice({ ...one, moveOut: addDays(one.moveIn, length * 7) });
        const brought = broughtTo(one, length, apart);
        if (!brought.isOffered) expect(brought.amount).toEqual(comparedTotal(other, apart).amount);
      }),
    );
  });

  test('of a weekly rent is exactly so many rents and the fee, and never falls with the length', () => {
    fc.assert(
      fc.property(terms, weeks, (one, length) => {
        const weekly: TenancyTerms = { ...one, unit: 'WEEK', moveOut: addDays(one.moveIn, 61 * 7) };
        const rent = weekly.promoRent ?? weekly.rent;
        expect(broughtTo(weekly, length, undefined).amount.minor).toBe(rent.minor * BigInt(length) + weekly.bookingFee.minor);
        expect(broughtTo(one, length + 1, undefined).amount.minor).toBeGreaterThanOrEqual(
          broughtTo({ ...one, moveOut: addDays(one.moveIn, length * 7) }, length, undefined).amount.minor,
        );
      }),
    );
  });
});

describe('the stay', () => {
  test('is what most homes offer next with all that was asked for, as lists choose it', () => {
    const homes = [[lease('2027-09-04', 51), lease('2027-01-09', 33)], [lease('2027-09-11', 51)], [lease('2027-09-04', 44)]];
    expect(chosenIntake(homes, noFilter, today)).toEqual(september);
    const asked = [[lease('2027-09-04', 51, false), lease('2027-01-09', 33)], [lease('2027-09-11', 51, false)]];
    expect(chosenIntake(asked, noFilter, today)).toEqual({ month: 202_701, lease: 2 });
  });

  test('is of the month and the length that were asked for, also where no home has it; without leases there is none', () => {
    const homes = [[lease('2027-09-04', 51, false)]];
    expect(chosenIntake(homes, { months: [202_801], leases: [2] }, today)).toEqual({ month: 202_801, lease: 2 });
    expect(chosenIntake(homes, { months: [202_801], leases: [] }, today)).toEqual({ month: 202_801, lease: 4 });
    expect(chosenIntake([[], []], noFilter, today)).toBeUndefined();
    // One that has begun is no intake.
    expect(chosenIntake([[lease('2026-09-05', 51)]], noFilter, today)).toBeUndefined();
  });

  test('is chosen from what the homes let, and from what stands chosen', () => {
    const leases = [lease('2027-09-04', 51), lease('2027-01-09', 33), lease('2026-09-05', 44)];
    expect(stayChoices(leases, { month: 202_802, lease: 0 }, today)).toEqual({ months: [202_701, 202_709, 202_802], leases: [0, 2, 3, 4] });
  });

  test('is told by the form in a day and a length, of which one alone leaves the other as it was', () => {
    const sent = (query: string) => stayOfForm(new URLSearchParams(query), september);
    expect(sent('move_in=2028-01-01&lease_band=3')).toEqual({ month: 202_801, lease: 2 });
    expect(sent('lease_band=3')).toEqual({ month: 202_709, lease: 2 });
    expect(sent('move_in=2028-01-01')).toEqual({ month: 202_801, lease: 4 });
    expect(sent('move_in=2028-13-01')).toEqual(september);
    expect(sent('ids=1')).toBeUndefined();
  });

  test('takes the place of the month and the length that were asked for, and asks for none where none was', () => {
    const stay = { month: 202_801, lease: 2 };
    expect(questionQuery(questionOfStay(noQuestion, stay))).toBe('?intake=202801a3');
    const asked = { ...noQuestion, filter: { ...noFilter, months: [202_709], types: ['studio' as const] }, intake: september };
    expect(questionQuery(questionOfStay(asked, stay))).toBe('?ask=u1000a202801-u1004a1&intake=202801a3');
  });

  test('a lease is of it, of its month, or of another; nearer is what is nearer in month, then in length', () => {
    const own = [lease('2027-09-04', 51), lease('2027-09-18', 41), lease('2027-09-04', 13), lease('2027-10-02', 51), lease('2028-01-08', 33)];
    expect(own.map((one) => stayFit(september, one))).toEqual(['same', 'length', 'length', 'month', 'month']);
    const distances = own.map((one) => intakeDistance(september, one));
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    expect(new Set(distances).size).toBe(own.length);
    expect(intakeDistance(september, lease('2027-08-07', 51))).toBe(intakeDistance(september, lease('2027-10-02', 51)));
  });

  test('sums are brought to what most leases of it have; of several lengths to the longest', () => {
    expect(commonWeeks([lease('2027-09-04', 51), lease('2027-09-04', 45), lease('2027-09-04', 45), lease('2027-09-04', 41)], september)).toBe(45);
    expect(commonWeeks([lease('2027-09-04', 45), lease('2027-09-04', 51)], september)).toBe(51);
    expect(commonWeeks([lease('2027-09-04', 33), lease('2027-09-04', 41)], september)).toBe(41);
    expect(commonWeeks([], september)).toBeUndefined();
  });

  test('leases are uneven by month or by weeks, not by a day', () => {
    expect(areUneven([lease('2027-09-04', 51), lease('2027-09-11', 51)])).toBe(false);
    expect(areUneven([lease('2027-09-04', 51), lease('2027-09-04', 50)])).toBe(true);
    expect(areUneven([lease('2027-09-04', 51), lease('2027-10-02', 51)])).toBe(true);
    expect(areUneven([lease('2027-09-04', 51)])).toBe(false);
  });
});

describe('the best of a row', () => {
  const of = (...values: readonly (number | undefined)[]) => values.map((value) => (value === undefined ? undefined : { value, canWin: true }));

  test('is named; those that are level share it, and where all are level nobody has it', () => {
    expect(bestOf(of(3, 5, 4), 'lowest')).toEqual([true, false, false]);
    expect(bestOf(of(3, 5, 4), 'highest')).toEqual([false, true, false]);
    expect(bestOf(of(3, 5, 3), 'lowest')).toEqual([true, false, true]);
    expect(bestOf(of(3, 3, 3), 'lowest')).toEqual([false, false, false]);
    expect(bestOf(of(3, 3, undefined), 'lowest')).toEqual([false, false, false]);
    expect(bestOf(of(3, undefined), 'lowest')).toEqual([false, false]);
    expect(bestOf(of(3), 'lowest')).toEqual([false]);
  });

  test('is nobody where it is not to be had', () => {
    expect(bestOf([{ value: 3, canWin: false }, ...of(5)], 'lowest')).toEqual([false, false]);
    expect(bestOf([{ value: 3, canWin: false }, ...of(3, 5)], 'lowest')).toEqual([false, false, false]);
    expect(bestOf([...of(3), { value: 5, canWin: false }], 'lowest')).toEqual([true, false]);
  });

  test('no home that is named is worse than any other', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.record({ value: fc.bigInt(), canWin: fc.boolean() }), { nil: undefined })), (cells) => {
        const wins = bestOf(cells, 'lowest');
        const values = cells.flatMap((cell) => cell?.value ?? []);
        for (const [at, cell] of cells.entries()) if (wins[at]) expect(values.every((value) => cell !== undefined && cell.value <= value)).toBe(true);
        expect(wins.filter(Boolean).length === 0 || wins.filter(Boolean).length < values.length).toBe(true);
      }),
    );
  });
});
