/** What stands beside a sum for whoever pays it: about how much it is in their own currency, and what their bank may add. Neither is owed, or kept. */
import { askedCurrency, converterFor, ownCurrency } from '#lib/features/rates/reader-currency.rules.ts';
import type { Converter, Rates } from '#lib/features/rates/reader-currency.rules.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { BankEstimate } from './quote.rules.ts';

/** For one reader. */
export type Beside = {
  readonly about: Converter;
  /** @param country where the seller is, by its slug */
  readonly bank: (amount: Money, country: string | undefined) => BankEstimate;
};
export type BesideFor = (reader: Pick<Reader, 'locale' | 'tags' | 'query'> & { readonly visitor?: Pick<Visitor, 'currency'> | undefined }) => Beside;

type Parts = {
  readonly rates: Rates;
  readonly bankEstimate: (amount: Money, country: string | undefined, payerCurrency: CurrencyCode | undefined) => BankEstimate;
};

/** By the rates, and the choice of a currency, that the pages of homes go by. */
export const besideWith =
  ({ rates, bankEstimate }: Parts): BesideFor =>
  ({ locale, tags, query, visitor }) => {
    tags.add('rates');
    const chosen = askedCurrency({ query, currency: visitor?.currency });
    return {
      about: converterFor(rates, locale, chosen),
      bank: (amount, country) => bankEstimate(amount, country, ownCurrency(locale, chosen)),
    };
  };
