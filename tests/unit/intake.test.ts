import { expect, test } from 'vitest';
import { addDays, addMonths, dayNumber, monthOf } from '#lib/dates/dates.ts';
import { leaseBands, noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { hasIntake, IntakeCounts, intakeBits, intakeCode, intakeOfBits, intakeSpan, isOfIntake, readIntake } from '#lib/features/finding/intake.rules.ts';
import type { Intake } from '#lib/features/finding/intake.rules.ts';
import type { CardOffer } from '#lib/features/finding/question.schema.ts';
import { noQuestion, questionQuery } from '#lib/features/finding/reader-question.rules.ts';
import { askedWithIntake, saidOffer } from '#lib/features/lists/list-intake.rules.ts';
import fc from '#tests/support/properties.ts';

const today = '2026-11-30';
const span = intakeSpan(today);

/** A lease option: how many days from today it begins, and its weeks. */
const option = fc.record({
  ahead: fc.oneof(fc.integer({ min: -200, max: 1_100 }), fc.constantFrom(0, 280, 281, 400)),
  weeks: fc.oneof(fc.integer({ min: 1, max: 80 }), fc.constantFrom(41, 44, 51)),
});
const homes = fc.array(fc.array(option, { maxLength: 8 }), { maxLength: 12 });

const bandOf = (weeks: number): number => leaseBands.findIndex(({ from, to }) => weeks >= from && weeks <= to);

test('the intake of a list is what most of its homes offer next; of several the one that begins first, then the longest', () => {
  let found = 0;
  fc.assert(
    fc.property(homes, (all) => {
      const counts = new IntakeCounts(span);
      const naive = new Map<string, { readonly intake: Intake; homes: number }>();
      for (const options of all) {
        counts.nextHome();
        const own = new Set<string>();
        for (const { ahead, weeks } of options) {
          const lease = bandOf(weeks);
          const moveIn = addDays(today, ahead);
          // Longer ones are of no band.
          const bits = intakeBits({ month: monthOf(moveIn), lease: Math.max(0, lease) });
          counts.add(Number(BigInt.asIntN(32, bits)), Number(BigInt.asIntN(32, bits >> 32n)), dayNumber(moveIn), weeks * 7 + (ahead % 3));
          if (moveIn < span.from || moveIn >= span.to || lease < 0) continue;
          const name = `${monthOf(moveIn)} ${100 - weeks}`;
          if (own.has(name)) continue;
          own.add(name);
          const known = naive.get(name) ?? { intake: { month: monthOf(moveIn), lease }, homes: 0 };
          known.homes++;
          naive.set(name, known);
        }
      }
      const [most] = [...naive].toSorted(([a, { homes: first }], [b, { homes: second }]) => second - first || (a < b ? -1 : 1));
      expect(counts.most()).toEqual(most?.[1].intake);
      if (most) found++;
    }),
    { numRuns: 500 },
  );
  expect(found).toBeGreaterThan(300);
});

test('an intake is told from its bits again, whenever within its span it begins', () => {
  for (let ahead = 0; ahead < 30; ahead++)
    for (const lease of leaseBands.keys()) {
      const intake = { month: monthOf(addMonths('2026-11-01', ahead)), lease };
      expect(intakeOfBits(intakeBits(intake), span)).toEqual(intake);
    }
  expect(intakeOfBits(0n, span)).toBeUndefined();
});

test('a list that is ordered by the first day has no intake, unless a month was chosen', () => {
  expect([hasIntake(noFilter), hasIntake({ ...noFilter, sort: 'earliest-move-in' })]).toEqual([true, false]);
  expect(hasIntake({ ...noFilter, sort: 'earliest-move-in', months: [202709] })).toBe(true);
});

const offer = (moveIn: string, facts: Partial<CardOffer> = {}): CardOffer =>
  ({ isOfIntake: true, isCheapest: false, terms: { moveIn, moveOut: addDays(moveIn, 357) }, ...facts }) as unknown as CardOffer;

test('what a list says once is the lease that most of its cards of the intake have', () => {
  const homes = [offer('2027-09-11'), offer('2027-09-04'), offer('2028-01-08', { isOfIntake: false }), offer('2027-09-04'), undefined].map((one) => ({
    offer: one,
  }));
  expect(saidOffer(homes)?.terms.moveIn).toBe('2027-09-04');
  expect(saidOffer(homes.slice(2, 3))).toBeUndefined();
  expect(saidOffer([])).toBeUndefined();
});

test('a card asks its home for the intake where the home would lead with something cheaper', () => {
  const intake = { month: 202_709, lease: 4 };
  expect(questionQuery(askedWithIntake(noQuestion, offer('2027-09-04'), intake))).toBe('?intake=202709a5');
  for (const same of [offer('2027-09-04', { isCheapest: true }), offer('2027-09-04', { isOfIntake: false }), undefined])
    expect(askedWithIntake(noQuestion, same, intake)).toBe(noQuestion);
  expect(askedWithIntake(noQuestion, offer('2027-09-04'), undefined)).toBe(noQuestion);
});

test('an intake has one code, and a lease is of it by its first day and its weeks', () => {
  const intake = { month: 202_709, lease: 4 };
  expect(readIntake(intakeCode(intake))).toEqual(intake);
  for (const code of ['', '202713a1', '202709a0', '202709a6', '202709', '202709a5a', '202709e5']) expect(readIntake(code)).toBeUndefined();
  expect(isOfIntake(intake, { moveIn: '2027-09-04', moveOut: '2028-08-26' })).toBe(true);
  expect(isOfIntake(intake, { moveIn: '2027-09-04', moveOut: '2028-07-08' })).toBe(false);
  expect(isOfIntake(intake, { moveIn: '2027-08-28', moveOut: '2028-08-26' })).toBe(false);
});
