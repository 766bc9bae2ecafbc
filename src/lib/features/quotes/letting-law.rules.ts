/** Which laws hold for a letting, what they allow, and what of a price goes beyond. Pure. */
import type { HouseType, TenancyTerms } from '#lib/features/catalogue/listings.schema.ts';
import { compare, scale } from '#lib/money/money.ts';
import type { LeaseUnit, Money } from '#lib/money/money.ts';
import type { DepositProtection, GiveBack, LettingKind, LettingLaw, LettingLimit, LettingPlace, LettingRule } from './letting-law.schema.ts';
import type { Quote } from './quote.schema.ts';

/** What kind of letting a home is. @example lettingKindOf('apartment', 'operator') // 'purpose-built' */
export function lettingKindOf(houseType: HouseType, supplier: 'operator' | 'landlord' | 'homestay-host'): LettingKind {
  if (houseType === 'homestay' || supplier === 'homestay-host') return 'homestay';
  return houseType === 'apartment' && supplier === 'operator' ? 'purpose-built' : 'private-letting';
}

const holdsAt = (law: LettingLaw, place: LettingPlace, day: string): boolean =>
  law.country === place.country &&
  law.since <= day &&
  (law.until === undefined || day <= law.until) &&
  (!law.states || (place.state !== undefined && law.states.includes(place.state))) &&
  (!law.exceptStates || (place.state !== undefined && !law.exceptStates.includes(place.state)));

/** Laws in force on a day for this kind of letting. A city without a state is in none that a law names. */
export function lawsOf(law: readonly LettingLaw[], place: LettingPlace, day: string): readonly LettingLaw[] {
  return law.filter((one) => holdsAt(one, place, day) && one.kinds.includes(place.kind));
}

/** Who has to keep a deposit safe on a day; undefined where no law that we know of says so. */
export function protectionOf(law: readonly LettingLaw[], place: LettingPlace, day: string): DepositProtection | undefined {
  const found = lawsOf(law, place, day).find(({ protection }) => protection !== undefined);
  return found?.protection && { ...found.protection, name: found.name, source: found.source };
}

/** By when a deposit has to be given back, on a day; undefined where no law that we know of says so. */
export function giveBackOf(law: readonly LettingLaw[], place: LettingPlace, day: string): GiveBack | undefined {
  const found = lawsOf(law, place, day).find(({ giveBack }) => giveBack !== undefined);
  return found?.giveBack && { ...found.giveBack, name: found.name };
}

const perUnit: Readonly<Record<LeaseUnit, { readonly week: readonly [bigint, bigint]; readonly halfMonth: readonly [bigint, bigint] }>> = {
  DAY: { week: [7n, 1n], halfMonth: [7n * 52n, 24n] },
  WEEK: { week: [1n, 1n], halfMonth: [52n, 24n] },
  MONTH: { week: [12n, 52n], halfMonth: [1n, 2n] },
  YEAR: { week: [1n, 52n], halfMonth: [1n, 24n] },
};

/** So many weeks or months of a rent, rounded once. */
function rentOver(rent: Money, unit: LeaseUnit, { weeks, months = 0 }: Pick<LettingLimit, 'weeks' | 'months'>): Money {
  const [numerator, denominator] = weeks === undefined ? perUnit[unit].halfMonth : perUnit[unit].week;
  return scale(rent, BigInt(weeks ?? Math.round(months * 2)) * numerator, denominator);
}

type Rent = { readonly rent: Money; readonly unit: LeaseUnit };

/** Whether a limit is meant for a rent of this height; one in another currency than the law's is not measured. */
function isMeant({ weeklyRentUpTo, yearlyRentBelow, yearlyRentFrom }: LettingLimit, { rent, unit }: Rent): boolean {
  const within = (limit: Money | undefined, over: { weeks: number }, holds: (difference: number) => boolean): boolean =>
    limit === undefined || (limit.currency === rent.currency && holds(compare(rentOver(rent, unit, over), limit)));
  return (
    within(weeklyRentUpTo, { weeks: 1 }, (difference) => difference <= 0) &&
    within(yearlyRentBelow, { weeks: 52 }, (difference) => difference < 0) &&
    within(yearlyRentFrom, { weeks: 52 }, (difference) => difference >= 0)
  );
}

/** What a law allows at most, for one rent. */
export type Allowed = { readonly rule: LettingRule; readonly limit: Money; readonly name: string; readonly source: string; readonly since: string };

/** All that the law of a place limits, in money. */
export function allowedBy(law: readonly LettingLaw[], place: LettingPlace, day: string, rent: Rent): readonly Allowed[] {
  return lawsOf(law, place, day).flatMap(({ name, source, since, limits }) =>
    limits
      .filter((limit) => isMeant(limit, rent))
      .map((limit) => ({
        rule: limit.rule,
        limit: limit.banned ? { minor: 0n, currency: rent.rent.currency } : rentOver(rent.rent, rent.unit, limit),
        name,
        source,
        since,
      })),
  );
}

type Asked = Pick<Quote, 'lines' | 'dues' | 'deposit' | 'moveIn' | 'madeOn'>;

const sumOf = (quote: Asked, holds: (line: Quote['lines'][number]) => boolean): bigint =>
  quote.lines.filter(holds).reduce((sum, { amount }) => sum + amount.minor, 0n);

/** Fees that nobody can do without; a service that stands as guarantor is one's own choice. */
const isCompulsoryFee = ({ kind }: Quote['lines'][number]): boolean => kind === 'booking-fee' || kind === 'service-fee' || kind === 'instalment-fee';

/** What a quote asks for under each rule. Where fees may be asked for, the booking fee is what holds the room. */
function foundIn(quote: Asked, rule: LettingRule, feesAreBanned: boolean): bigint {
  switch (rule) {
    case 'deposit':
      return quote.deposit.minor;
    case 'fees':
      return sumOf(quote, isCompulsoryFee);
    case 'holding-deposit':
      return feesAreBanned ? 0n : sumOf(quote, ({ kind }) => kind === 'booking-fee');
    case 'rent-in-advance': {
      const early = quote.dues.filter(({ on }) => on === 'booking' || on < quote.moveIn).reduce((sum, { amount }) => sum + amount.minor, 0n);
      return early - quote.deposit.minor - sumOf(quote, ({ kind }) => kind.endsWith('-fee'));
    }
  }
}

/** The rules that a quote breaks, with what they allow and what was found. Empty where nothing is known of a place. */
export function breaksOf(quote: Asked, law: readonly LettingLaw[], place: LettingPlace, terms: TenancyTerms): Quote['breaks'] {
  const allowed = allowedBy(law, place, quote.madeOn, { rent: terms.promoRent ?? terms.rent, unit: terms.unit });
  const feesAreBanned = allowed.some(({ rule }) => rule === 'fees');
  return allowed.flatMap(({ rule, limit, source, since }) => {
    const found = { minor: foundIn(quote, rule, feesAreBanned), currency: limit.currency };
    return compare(found, limit) > 0 ? [{ rule, limit, found, source, since }] : [];
  });
}
