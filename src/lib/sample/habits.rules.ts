/**
 * How student homes are let in each country: when leases start and how long they run, what deposits and fees are
 * usual within the law, what is included, how homes are named. Sample data follow it; nothing else relies on it.
 */
import type { LeaseUnit } from '#lib/money/money.ts';
import type { CancellationPolicyCode } from '#lib/features/catalogue/catalogue.schema.ts';
import type { NamingLanguage } from './sample-content.ts';

/** A lease counted in weeks or in calendar months. */
export type LeaseLength = { readonly weeks: number } | { readonly months: number };

export type IntakeHabit = {
  /** `main`: most students come; `second`: the other semester; `summer`: the gap between years. */
  readonly kind: 'main' | 'second' | 'summer';
  /** Month 1–12 and the earliest day of the move-in. */
  readonly month: number;
  readonly day: number;
  readonly leases: readonly LeaseLength[];
};

export type Habits = {
  readonly naming: NamingLanguage;
  readonly intakes: readonly IntakeHabit[];
  /** Move-ins fall on Saturdays; otherwise on the day given, mostly the first of a month. */
  readonly saturdays: boolean;
  /** Deposit in weeks of rent, lowest and highest usual; the highest is within the legal cap where there is one. */
  readonly depositWeeks: readonly [number, number];
  /** Booking fee in whole units of the currency, lowest and highest; 0 where fees are forbidden or unusual. */
  readonly bookingFee: readonly [number, number];
  /** Share of homes let room by room by landlords, and with host families. */
  readonly sharedHouses: number;
  readonly homestays: number;
  /** Sizes against those of the United Kingdom. */
  readonly size: number;
  readonly policies: readonly CancellationPolicyCode[];
  /** Unit that some operators quote in besides the country's usual one. */
  readonly otherUnit?: LeaseUnit;
};

const weeks = (...counts: number[]): LeaseLength[] => counts.map((count) => ({ weeks: count }));
const months = (...counts: number[]): LeaseLength[] => counts.map((count) => ({ months: count }));
const usual: readonly CancellationPolicyCode[] = ['flexible', 'standard', 'standard', 'strict', 'non-refundable'];
const withCoolingOff: readonly CancellationPolicyCode[] = [...usual, 'statutory-cooling-off-14'];

const byCountry: Readonly<Record<string, Habits>> = {
  uk: {
    naming: 'english',
    saturdays: true,
    depositWeeks: [1, 5],
    bookingFee: [0, 0],
    sharedHouses: 0.16,
    homestays: 0.06,
    size: 1,
    policies: withCoolingOff,
    otherUnit: 'MONTH',
    intakes: [
      { kind: 'main', month: 9, day: 3, leases: weeks(51, 44, 41) },
      { kind: 'second', month: 1, day: 8, leases: weeks(33, 24, 20) },
      { kind: 'summer', month: 6, day: 12, leases: weeks(10, 8) },
    ],
  },
  ie: {
    naming: 'english',
    saturdays: true,
    depositWeeks: [1, 4],
    bookingFee: [0, 0],
    sharedHouses: 0.18,
    homestays: 0.14,
    size: 0.95,
    policies: withCoolingOff,
    intakes: [
      { kind: 'main', month: 8, day: 27, leases: weeks(51, 41) },
      { kind: 'second', month: 1, day: 9, leases: weeks(33, 20) },
      { kind: 'summer', month: 6, day: 1, leases: weeks(11) },
    ],
  },
  us: {
    naming: 'english',
    saturdays: false,
    depositWeeks: [1, 4],
    bookingFee: [0, 100],
    sharedHouses: 0.2,
    homestays: 0.08,
    size: 1.25,
    policies: usual,
    intakes: [
      { kind: 'main', month: 8, day: 18, leases: weeks(50, 41) },
      { kind: 'second', month: 1, day: 5, leases: weeks(29, 18) },
      { kind: 'summer', month: 5, day: 20, leases: weeks(11) },
    ],
  },
  ca: {
    naming: 'english',
    saturdays: false,
    depositWeeks: [2, 4],
    bookingFee: [0, 0],
    sharedHouses: 0.2,
    homestays: 0.14,
    size: 1.15,
    policies: usual,
    intakes: [
      { kind: 'main', month: 9, day: 1, leases: months(12, 8) },
      { kind: 'second', month: 1, day: 1, leases: months(8, 4) },
      { kind: 'summer', month: 5, day: 1, leases: months(4) },
    ],
  },
  au: {
    naming: 'english',
    saturdays: true,
    depositWeeks: [2, 4],
    bookingFee: [0, 0],
    sharedHouses: 0.14,
    homestays: 0.13,
    size: 1,
    policies: usual,
    intakes: [
      { kind: 'main', month: 2, day: 10, leases: weeks(51, 44, 41, 22) },
      { kind: 'second', month: 7, day: 9, leases: weeks(44, 26, 21) },
      { kind: 'summer', month: 12, day: 1, leases: weeks(10) },
    ],
  },
  nz: {
    naming: 'english',
    saturdays: true,
    depositWeeks: [2, 4],
    bookingFee: [0, 0],
    sharedHouses: 0.2,
    homestays: 0.18,
    size: 1,
    policies: usual,
    intakes: [
      { kind: 'main', month: 2, day: 12, leases: weeks(51, 44, 40) },
      { kind: 'second', month: 7, day: 8, leases: weeks(44, 20) },
    ],
  },
  fr: {
    naming: 'french',
    saturdays: false,
    depositWeeks: [4, 8],
    bookingFee: [90, 290],
    sharedHouses: 0.18,
    homestays: 0.08,
    size: 0.95,
    policies: withCoolingOff,
    intakes: [
      { kind: 'main', month: 9, day: 1, leases: months(12, 10) },
      { kind: 'second', month: 2, day: 1, leases: months(7, 5) },
    ],
  },
  de: {
    naming: 'german',
    saturdays: false,
    depositWeeks: [4, 12],
    bookingFee: [0, 0],
    sharedHouses: 0.24,
    homestays: 0.05,
    size: 1,
    policies: withCoolingOff,
    intakes: [
      { kind: 'main', month: 10, day: 1, leases: months(12, 6) },
      { kind: 'second', month: 4, day: 1, leases: months(12, 6) },
    ],
  },
  es: {
    naming: 'spanish',
    saturdays: false,
    depositWeeks: [4, 8],
    bookingFee: [0, 0],
    sharedHouses: 0.24,
    homestays: 0.08,
    size: 0.95,
    policies: withCoolingOff,
    intakes: [
      { kind: 'main', month: 9, day: 1, leases: months(10, 11) },
      { kind: 'second', month: 2, day: 1, leases: months(5) },
    ],
  },
  jp: {
    naming: 'japanese',
    saturdays: false,
    depositWeeks: [4, 8],
    bookingFee: [20_000, 55_000],
    sharedHouses: 0.16,
    homestays: 0.12,
    size: 0.78,
    policies: usual,
    intakes: [
      { kind: 'main', month: 4, day: 1, leases: months(12, 6) },
      { kind: 'second', month: 10, day: 1, leases: months(12, 6) },
    ],
  },
  kr: {
    naming: 'korean',
    saturdays: false,
    depositWeeks: [4, 12],
    bookingFee: [0, 0],
    sharedHouses: 0.14,
    homestays: 0.1,
    size: 0.8,
    policies: usual,
    intakes: [
      { kind: 'main', month: 3, day: 1, leases: months(12, 6, 4) },
      { kind: 'second', month: 9, day: 1, leases: months(12, 6, 4) },
    ],
  },
  hongkong: {
    naming: 'english',
    saturdays: false,
    depositWeeks: [4, 8],
    bookingFee: [0, 1_500],
    sharedHouses: 0.22,
    homestays: 0.06,
    size: 0.7,
    policies: usual,
    intakes: [
      { kind: 'main', month: 9, day: 1, leases: months(12, 10, 5) },
      { kind: 'second', month: 1, day: 10, leases: months(8, 5) },
    ],
  },
  sg: {
    naming: 'english',
    saturdays: false,
    depositWeeks: [4, 8],
    bookingFee: [0, 250],
    sharedHouses: 0.2,
    homestays: 0.12,
    size: 0.8,
    policies: usual,
    intakes: [
      { kind: 'main', month: 8, day: 1, leases: months(12, 10, 5) },
      { kind: 'second', month: 1, day: 5, leases: months(6, 5) },
    ],
  },
  my: {
    naming: 'malay',
    saturdays: false,
    depositWeeks: [8, 10],
    bookingFee: [0, 300],
    sharedHouses: 0.2,
    homestays: 0.08,
    size: 1,
    policies: usual,
    intakes: [
      { kind: 'main', month: 10, day: 1, leases: months(12, 6) },
      { kind: 'second', month: 3, day: 1, leases: months(12, 6) },
    ],
  },
  th: {
    naming: 'thai',
    saturdays: false,
    depositWeeks: [4, 8],
    bookingFee: [0, 2_000],
    sharedHouses: 0.12,
    homestays: 0.08,
    size: 0.95,
    policies: usual,
    intakes: [
      { kind: 'main', month: 8, day: 1, leases: months(12, 10, 5) },
      { kind: 'second', month: 1, day: 4, leases: months(6, 5) },
    ],
  },
};

const elsewhere: Habits = {
  naming: 'english',
  saturdays: false,
  depositWeeks: [4, 4],
  bookingFee: [0, 0],
  sharedHouses: 0.2,
  homestays: 0.1,
  size: 1,
  policies: usual,
  intakes: [
    { kind: 'main', month: 9, day: 1, leases: months(12, 10) },
    { kind: 'second', month: 2, day: 1, leases: months(6) },
  ],
};

/** The habits of a country by its slug. */
export function habitsOf(countrySlug: string): Habits {
  return byCountry[countrySlug] ?? elsewhere;
}
