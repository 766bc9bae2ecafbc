/** Quotes with what editors keep beside them: the law of places, services that stand as guarantor, policies. */
import type { HouseType, TenancyTerms } from '#lib/features/catalogue/listings.schema.ts';
import type { CancellationRow } from '#lib/features/house/cancellation.rules.ts';
import type { CancellationPolicy } from '#lib/features/house/cancellation.schema.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';
import type { QuoteData } from './letting-law.files.ts';
import { allowedBy, giveBackOf, lettingKindOf, protectionOf } from './letting-law.rules.ts';
import type { Allowed } from './letting-law.rules.ts';
import type { GiveBack, LettingPlace } from './letting-law.schema.ts';
import { bankEstimate, quoteOf, quotesOfPlans, totalOf } from './quote.rules.ts';
import type { BankEstimate, QuoteInput } from './quote.rules.ts';
import type { PaymentPlan, Quote } from './quote.schema.ts';
import { refundOf, rowsOf } from './refund.rules.ts';
import type { Refund, RefundQuestion } from './refund.rules.ts';

/** What a quote reads of a home; the house of its pages has it all. */
export type QuotedHouse = {
  readonly houseType: HouseType;
  readonly city: { readonly state: string | undefined; readonly country: { readonly slug: string } };
  readonly supplier: { readonly kind: 'operator' | 'landlord' | 'homestay-host' };
};

export type QuoteAsk = Pick<QuoteInput, 'instalments' | 'coupon' | 'collects'> & {
  readonly house: QuotedHouse;
  readonly terms: TenancyTerms;
  /** The lease's policy; undefined where it names none that we know. */
  readonly policyCode: CancellationPolicy['code'] | undefined;
  /** The day where the home is. */
  readonly today: string;
};

export type QuotesService = ReturnType<typeof createQuotesService>;

export function createQuotesService(data: QuoteData, policies: ReadonlyMap<CancellationPolicy['code'], CancellationPolicy>) {
  const placeOf = ({ houseType, city, supplier }: QuotedHouse): LettingPlace => ({
    country: city.country.slug,
    state: city.state,
    kind: lettingKindOf(houseType, supplier.kind),
  });
  const inputOf = ({ house, policyCode, ...ask }: QuoteAsk): Omit<QuoteInput, 'plan'> => ({
    ...ask,
    place: placeOf(house),
    law: data.law,
    policy: policyCode && policies.get(policyCode),
    guarantor: data.guarantors.find(({ country, least }) => country === house.city.country.slug && least.currency === ask.terms.rent.currency),
  });
  return {
    /** @throws {RangeError} for a lease that is over, or a plan that is not open for the home */
    quote: (ask: QuoteAsk, plan: PaymentPlan): Quote => quoteOf({ ...inputOf(ask), plan }),
    /** Every way of paying that is open, with its total. One that breaks a rule says so. */
    ways: (ask: QuoteAsk): readonly Quote[] => quotesOfPlans(inputOf(ask)),
    /** What the law of the place limits, for a rent. */
    allowed: (house: QuotedHouse, { rent, unit }: Pick<TenancyTerms, 'rent' | 'unit'>, today: string): readonly Allowed[] =>
      allowedBy(data.law, placeOf(house), today, { rent, unit }),
    /** Who keeps the deposit of a home safe by the law of its place. */
    protection: (house: QuotedHouse, today: string) => protectionOf(data.law, placeOf(house), today),
    /** By when the deposit of a home has to be given back by the law of its place. */
    giveBack: (house: QuotedHouse, today: string): GiveBack | undefined => giveBackOf(data.law, placeOf(house), today),
    /** What comes back; undefined where no policy is known, and then staff decide. */
    refund({ policyCode, ...question }: Omit<RefundQuestion, 'policy'> & { readonly policyCode: string }): Refund | undefined {
      const policy = [...policies.values()].find(({ code }) => code === policyCode);
      return policy && refundOf({ ...question, policy });
    },
    /** What would come back of a quote that is paid whole, were it signed on a day; undefined where no policy is known. */
    promises(quote: Quote, policyCode: string, signedOn: string): readonly CancellationRow[] | undefined {
      const policy = [...policies.values()].find(({ code }) => code === policyCode);
      return policy && rowsOf(quote, policy, totalOf(quote), signedOn);
    },
    /** What the payer's bank may add; never owed. */
    bankEstimate: (amount: Money, country: string | undefined, payerCurrency: CurrencyCode | undefined): BankEstimate =>
      bankEstimate(data.bankCosts, amount, country, payerCurrency),
  };
}
