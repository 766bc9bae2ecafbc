/** What a lease costs, line by line and day by day, by each way of paying. Pure: built on the whole price that pages show. */
import { addDays, addMonths, nightsBetween } from '#lib/dates/dates.ts';
import type { TenancyTerms } from '#lib/features/catalogue/listings.schema.ts';
import { fromToday, wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import type { CancellationPolicy } from '#lib/features/house/cancellation.schema.ts';
import { add, monthly, rentForNights, scale } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import { allowedBy, breaksOf } from './letting-law.rules.ts';
import type { BankCosts, GuarantorService, LettingLaw, LettingPlace } from './letting-law.schema.ts';
import type { Collector, PaymentPlan, Quote, QuoteLine } from './quote.schema.ts';
import { paymentPlans } from './quote.schema.ts';

export type QuoteInput = {
  readonly terms: TenancyTerms;
  readonly plan: PaymentPlan;
  /** The day where the home is. */
  readonly today: string;
  readonly place: LettingPlace;
  readonly law: readonly LettingLaw[];
  /** When instalments fall due, besides at booking; without it each month, or each fortnight where the law allows no more. */
  readonly instalments?: 'monthly' | 'fortnightly' | readonly string[] | undefined;
  /** Asked for with the plan `guarantor-service`. */
  readonly guarantor?: GuarantorService | undefined;
  /** Taken off the rent, by whoever gives it. */
  readonly coupon?: { readonly amount: Money; readonly payee: QuoteLine['payee']; readonly code?: string } | undefined;
  /** Who takes rent and deposit; the operator without. It changes no sum. */
  readonly collects?: Collector | undefined;
  /** By which a booking fee may come back. */
  readonly policy?: CancellationPolicy | undefined;
};

type LaterDay = { readonly on: string; readonly share: readonly [number, number] };

const fortnight = 14;

/** The usual instalments: as long as the law of the place lets rent be asked for ahead. */
function usualInstalments({ law, place, today, terms }: QuoteInput): 'monthly' | 'fortnightly' {
  const rent = { rent: terms.promoRent ?? terms.rent, unit: terms.unit };
  const ahead = allowedBy(law, place, today, rent).filter(({ rule }) => rule === 'rent-in-advance');
  return ahead.some(({ limit }) => limit.minor < monthly(rent.rent, rent.unit).minor) ? 'fortnightly' : 'monthly';
}

/** Days on which rent is due after booking, each with the part of the rent that was due before it. */
function laterDays(input: QuoteInput, moveIn: string, moveOut: string): readonly LaterDay[] {
  const nights = nightsBetween(moveIn, moveOut);
  const { instalments = usualInstalments(input) } = input;
  const byNights = (on: string): LaterDay => ({ on, share: [nightsBetween(moveIn, on), nights] });
  if (instalments === 'fortnightly')
    return Array.from({ length: Math.ceil(nights / fortnight) - 1 }, (_, index) => byNights(addDays(moveIn, (index + 1) * fortnight)));
  if (instalments === 'monthly') {
    // As many equal parts as months of four weeks and a third: none is more than a month's rent.
    const parts = Math.ceil((nights * 12) / 364);
    const days = Array.from({ length: parts - 1 }, (_, index): LaterDay => ({ on: addMonths(moveIn, index + 1), share: [index + 1, parts] }));
    return days.filter(({ on }) => on < moveOut);
  }
  const days = [...new Set(instalments)].filter((day) => moveIn < day && day < moveOut);
  return days.toSorted().map(byNights);
}

/** The rent in parts whose sum is the rent: each boundary is rounded down once, so that no early part is too much. */
function rentParts(input: QuoteInput, rent: Money, moveIn: string, moveOut: string): Quote['dues'] {
  if (input.plan === 'in-full') return [{ on: 'booking', amount: rent }];
  const later = laterDays(input, moveIn, moveOut);
  const bounds = [...later.map(({ share: [before, all] }) => (rent.minor * BigInt(before)) / BigInt(all)), rent.minor];
  return bounds.map((bound, index) => ({
    on: later[index - 1]?.on ?? 'booking',
    amount: { minor: bound - (index === 0 ? 0n : (bounds[index - 1] ?? 0n)), currency: rent.currency },
  }));
}

function guarantorFee({ guarantor, plan }: QuoteInput, rent: Money): Money | undefined {
  if (plan !== 'guarantor-service') return undefined;
  if (!guarantor || guarantor.least.currency !== rent.currency) throw new RangeError('no guarantor service for this home');
  const fee = scale(rent, BigInt(guarantor.perMilleOfRent), 1000n);
  return fee.minor < guarantor.least.minor ? guarantor.least : fee;
}

/**
 * What is owed for a lease, to whom, when, and whether it comes back.
 * @throws {RangeError} for a lease that is over, a guarantor service that does not serve the home, or a coupon of the operator where the supplier collects
 */
export function quoteOf(input: QuoteInput): Quote {
  const { today, plan, coupon, policy, place, law } = input;
  const terms = fromToday(input.terms, today);
  const price = wholePrice(terms);
  if (terms.moveOut <= today || price.nights < 1) throw new RangeError(`a lease that ended on ${terms.moveOut}`);
  const { currency } = price.rentTotal;
  const money = (minor: bigint): Money => ({ minor, currency });
  const listed = rentForNights(terms.rent, terms.unit, price.nights);
  if (coupon?.payee === 'operator' && input.collects === 'supplier') throw new RangeError('nobody pays a supplier who collects for the operator');
  const off = coupon ? money(coupon.amount.minor < price.rentTotal.minor ? coupon.amount.minor : price.rentTotal.minor) : money(0n);
  if (coupon && coupon.amount.currency !== currency) throw new RangeError(`a coupon in ${coupon.amount.currency}`);
  const fee = guarantorFee(input, price.rentTotal);
  const all: readonly QuoteLine[] = [
    { kind: 'rent', amount: listed, payee: 'supplier', back: 'by-policy' },
    { kind: 'promo', amount: money(price.rentTotal.minor - listed.minor), payee: 'supplier', back: 'by-policy' },
    { kind: 'coupon', amount: money(-off.minor), payee: coupon?.payee ?? 'supplier', back: 'by-policy', ...(coupon?.code ? { code: coupon.code } : {}) },
    { kind: 'booking-fee', amount: price.bookingFee, payee: 'supplier', back: policy?.rules.some((rule) => rule.bookingFeeReturned) ? 'by-policy' : 'never' },
    { kind: 'guarantor-fee', amount: fee ?? money(0n), payee: 'operator', back: 'never' },
    { kind: 'deposit', amount: price.deposit, payee: 'supplier', back: 'at-the-end' },
  ];
  const lines = all.filter(({ kind, amount }) => kind === 'rent' || amount.minor !== 0n);
  const rent = money(price.rentTotal.minor - off.minor);
  const [first, ...later] = rentParts(input, rent, terms.moveIn, terms.moveOut);
  const atOnce = add(first?.amount ?? money(0n), price.bookingFee, price.deposit, fee ?? money(0n));
  const quote = {
    version: 1 as const,
    madeOn: today,
    moveIn: terms.moveIn,
    moveOut: terms.moveOut,
    nights: price.nights,
    plan,
    ...(input.collects === 'supplier' ? { collects: input.collects } : {}),
    lines: [...lines],
    contractTotal: add(rent, price.bookingFee, fee ?? money(0n)),
    deposit: price.deposit,
    dues: [{ on: 'booking' as const, amount: atOnce }, ...later.filter(({ amount }) => amount.minor > 0n)],
  };
  return { ...quote, breaks: breaksOf(quote, law, place, terms) };
}

/** All that a quote asks for, deposit included. */
export const totalOf = (quote: Pick<Quote, 'contractTotal' | 'deposit'>): Money => add(quote.contractTotal, quote.deposit);

/** The ways of paying that are open, each with its quote; a service that stands as guarantor only where there is one. */
export function quotesOfPlans(input: Omit<QuoteInput, 'plan'>): readonly Quote[] {
  const serves = input.guarantor !== undefined && input.guarantor.least.currency === input.terms.rent.currency;
  return paymentPlans.filter((plan) => plan !== 'guarantor-service' || serves).map((plan) => quoteOf({ ...input, plan }));
}

export type BankEstimate = {
  /** Whether the seller's country forbids that a consumer's card costs more; not known elsewhere. */
  readonly surcharge: 'forbidden' | 'unknown';
  /** What a bank may add for the exchange; undefined where none is needed. */
  readonly exchange: { readonly from: Money; readonly to: Money } | undefined;
};

/**
 * What the payer's bank may add to an amount. An estimate: it is no part of what is owed.
 * @param country where the seller is, by its slug; undefined where that is not known
 */
export function bankEstimate(costs: BankCosts, amount: Money, country: string | undefined, payerCurrency: Money['currency'] | undefined): BankEstimate {
  const { exchange, noSurcharge } = costs;
  return {
    surcharge: country !== undefined && noSurcharge.countries.includes(country) ? 'forbidden' : 'unknown',
    exchange:
      payerCurrency === amount.currency
        ? undefined
        : { from: scale(amount, BigInt(exchange.fromPerMille), 1000n), to: scale(amount, BigInt(exchange.toPerMille), 1000n) },
  };
}

/** How many parts of a price are covered by what has come, the earliest first. @example duesCovered([{ on: 'booking', amount: money(100n, 'GBP') }], money(100n, 'GBP')) // 1 */
export function duesCovered(dues: Quote['dues'], { minor, currency }: Money): number {
  let sum = 0n;
  const open = dues.findIndex(({ amount }) => {
    sum += amount.minor;
    return amount.currency !== currency || sum > minor;
  });
  return open === -1 ? dues.length : open;
}
