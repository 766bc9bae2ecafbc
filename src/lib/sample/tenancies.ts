/** Lease options of a sample unit: rents, deposits, fees, what is left. */
import { addDays, dayNumber } from '#lib/dates/dates.ts';
import type { TenancyDraft, CancellationPolicyCode } from '#lib/features/catalogue/catalogue.schema.ts';
import type { Random } from '#lib/random.ts';
import { currencies } from '#lib/money/currencies.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { scale, weekly } from '#lib/money/money.ts';
import type { LeaseUnit, Money } from '#lib/money/money.ts';
import type { Habits } from './habits.rules.ts';
import type { PossibleTenancy } from './intakes.rules.ts';

export type UnitTerms = {
  readonly habits: Habits;
  readonly options: readonly PossibleTenancy[];
  readonly currency: CurrencyCode;
  readonly rentUnit: LeaseUnit;
  /** Usual weekly rent in whole units of the currency. */
  readonly weeklyRent: number;
  /** Rooms of this kind in the house. */
  readonly rooms: number;
  readonly policy: CancellationPolicyCode;
  /** Weeks of rent as deposit, and booking fee in whole units. */
  readonly depositWeeks: number;
  readonly bookingFee: number;
  /** The house has nothing left at all. */
  readonly isFull: boolean;
  readonly hasPromo: boolean;
  readonly confirmedAt: Date;
  /** Options wanted. */
  readonly count: number;
};

const perWeek: Readonly<Record<LeaseUnit, number>> = { DAY: 1 / 7, WEEK: 1, MONTH: 52 / 12, YEAR: 52 };

/** Rounds the way rents are written: three leading digits, the last a 0 or 5 from four digits on. */
export function rounded(amount: number): number {
  const digits = Math.floor(Math.log10(Math.max(1, amount)));
  const step = digits <= 2 ? 1 : digits === 3 ? 5 : 10 ** (digits - 2);
  return Math.max(step, Math.round(amount / step) * step);
}

/** Whole units of a currency as money. */
export function whole(amount: number, currency: CurrencyCode): Money {
  return { minor: BigInt(Math.round(amount)) * 10n ** BigInt(currencies[currency].exponent), currency };
}

/** Shorter stays cost more per week; next year's prices are a little above this year's. */
function leaseFactor(option: PossibleTenancy): number {
  const nights = dayNumber(option.moveOut) - dayNumber(option.moveIn);
  const length = nights < 120 ? 1.12 : nights < 200 ? 1.08 : nights < 320 ? 1.035 : 1;
  return length * (option.stage === 'ahead' && option.kind === 'main' ? 1.03 : 1);
}

function stockOf(option: PossibleTenancy, terms: UnitTerms, random: Random): number {
  if (terms.isFull || option.stage === 'running') return 0;
  const share = option.stage === 'rest' ? 0.25 : option.stage === 'soon' ? 0.4 : 0.75;
  const isOpen = random.chance(option.stage === 'rest' ? 0.5 : option.stage === 'soon' ? 0.55 : 0.82);
  return isOpen ? Math.max(1, Math.round(terms.rooms * share * random.next())) : 0;
}

/** Which options a unit lists: always one for the coming main intake, then others by how usual they are. */
function chosen({ options, count, isFull }: UnitTerms, random: Random): PossibleTenancy[] {
  const likely: Readonly<Record<PossibleTenancy['stage'], number>> = { running: isFull ? 0.9 : 0.35, rest: 0.3, soon: 0.7, ahead: 0.8 };
  const coming = options.filter(({ stage, kind }) => stage === 'ahead' && kind === 'main');
  const first = coming[random.integer(0, Math.max(0, coming.length - 1))];
  const rest = options
    .filter((option) => option !== first)
    .map((option) => ({ option, weight: random.next() * likely[option.stage] * (option.kind === 'summer' ? 0.4 : 1) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ option }) => option);
  return (first ? [first, ...rest] : rest).slice(0, count).sort((a, b) => (a.moveIn < b.moveIn ? -1 : 1));
}

/** The lease options of a unit, earliest move-in first. Refs are unique. */
export function composeTenancies(terms: UnitTerms, random: Random): TenancyDraft[] {
  const { currency, rentUnit } = terms;
  return chosen(terms, random).map((option) => {
    const rent = whole(rounded(terms.weeklyRent * leaseFactor(option) * perWeek[rentUnit]), currency);
    const stock = stockOf(option, terms, random);
    const isReduced = terms.hasPromo && option.stage !== 'running' && stock > 1 && random.chance(0.45);
    const promo = isReduced ? whole(rounded((Number(rent.minor) / 10 ** currencies[currency].exponent) * random.between(0.88, 0.96)), currency) : undefined;
    const deposit = scale(weekly(rent, rentUnit), BigInt(terms.depositWeeks), 1n);
    // Deposits are asked for in round sums, never above the weeks agreed.
    const unit = 10n ** BigInt(currencies[currency].exponent);
    return {
      ref: `${option.moveIn}-${option.name}`,
      moveIn: option.moveIn,
      moveOut: option.moveOut,
      rent,
      rentUnit,
      promoRent: promo && promo.minor < rent.minor ? promo : undefined,
      deposit: { minor: (deposit.minor / unit) * unit, currency },
      bookingFee: whole(terms.bookingFee, currency),
      stock,
      cancellationPolicy: terms.policy,
      source: 'sample',
      lastConfirmedAt: new Date(terms.confirmedAt.getTime() - random.integer(0, 90) * 60_000),
    };
  });
}

/** Long leases of homes in the categories `buy-old` and `buy-new`: whole homes by the year. */
export function composeLongLeases(terms: UnitTerms, today: string, random: Random): TenancyDraft[] {
  const moveIn = addDays(today, random.integer(10, 120));
  return [2, 3, 5].slice(0, Math.max(1, terms.count - 1)).map((years) => ({
    ref: `${moveIn}-${years}y`,
    moveIn,
    moveOut: addDays(moveIn, years * 364),
    rent: whole(rounded(terms.weeklyRent * 52 * (1.04 - years * 0.01)), terms.currency),
    rentUnit: 'YEAR',
    promoRent: undefined,
    deposit: whole(rounded(terms.weeklyRent * terms.depositWeeks), terms.currency),
    bookingFee: whole(0, terms.currency),
    stock: terms.isFull ? 0 : 1,
    cancellationPolicy: 'strict',
    source: 'sample',
    lastConfirmedAt: terms.confirmedAt,
  }));
}
