/** Keeps a sample lease within the letting law of its place: what it may not ask for, it does not. */
import type { TenancyDraft } from '#lib/features/catalogue/catalogue.schema.ts';
import { allowedBy } from '#lib/features/quotes/letting-law.rules.ts';
import type { LettingLaw, LettingPlace } from '#lib/features/quotes/letting-law.schema.ts';
import { currencies } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';

/** The most that is allowed, in whole units of the currency. */
function atMost(amount: Money, limit: Money): Money {
  const unit = 10n ** BigInt(currencies[amount.currency].exponent);
  return amount.minor > limit.minor ? { minor: (limit.minor / unit) * unit, currency: amount.currency } : amount;
}

export function withinLaw(tenancy: TenancyDraft, law: readonly LettingLaw[], place: LettingPlace, today: string): TenancyDraft {
  let { deposit, bookingFee } = tenancy;
  for (const { rule, limit } of allowedBy(law, place, today, { rent: tenancy.promoRent ?? tenancy.rent, unit: tenancy.rentUnit })) {
    if (rule === 'deposit') deposit = atMost(deposit, limit);
    if (rule === 'fees' || rule === 'holding-deposit') bookingFee = atMost(bookingFee, limit);
  }
  return { ...tenancy, deposit, bookingFee };
}
