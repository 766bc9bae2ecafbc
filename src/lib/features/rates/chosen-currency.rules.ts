/**
 * The currency that somebody is told sums in besides: chosen once, from one page to the next. What the address of a page asks for is of that
 * page alone. Pages that are kept for all are kept once for each of the 31 currencies that somebody reads them in (decision 0168).
 */
import { canonicalCurrency } from '#lib/features/finding/reader-question.rules.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { View } from '#lib/view.ts';
import { currencyOfCountry } from './country-currency.rules.ts';
import { askedCurrency, currencyOfLanguage } from './reader-currency.rules.ts';

/** Says in an address, beside `currency`, that somebody chose it: a link that names one was perhaps made by somebody else. */
export const chosenQuery = { name: 'keep', value: 'currency' } as const;

/** Whether the query of an address was sent by somebody who chose a currency, and which. */
export function chosenIn(query: URLSearchParams): CurrencyCode | undefined {
  return query.get(chosenQuery.name) === chosenQuery.value ? canonicalCurrency(query.get('currency') ?? '') : undefined;
}

/** Where somebody reads from, as far as it is known, and what they chose before. */
export type ReadsFrom = {
  readonly locale: Locale /** Value of the cookie. */;
  readonly kept: string /** Two letters, in capitals. */;
  readonly country: string | undefined;
};

/**
 * The currency of a reader where an address names none: the chosen one; in English, which is read in many countries, that of the country;
 * otherwise that of the language.
 * @example currencyOfReader({ locale: 'en-us', kept: '', country: 'GB' }) // 'GBP'
 * @example currencyOfReader({ locale: 'zh-cn', kept: '', country: 'GB' }) // 'CNY'
 */
export function currencyOfReader({ locale, kept, country }: ReadsFrom): CurrencyCode {
  const byCountry = locale === 'en-us' && country !== undefined ? currencyOfCountry(country) : undefined;
  return canonicalCurrency(kept) ?? byCountry ?? currencyOfLanguage[locale];
}

/** The same, undefined where it is the one of the language: then the page is the one that is kept for everybody. */
export function unusualCurrency(from: ReadsFrom): CurrencyCode | undefined {
  const currency = currencyOfReader(from);
  return currency === currencyOfLanguage[from.locale] ? undefined : currency;
}

export type HeaderCurrency = { readonly code: CurrencyCode | undefined /** Whether the page goes by the reader's choice. */; readonly isTold: boolean };

/**
 * The currency that a page's header names. A page that is the same for every choice names the one of its language, which script sets right for
 * whoever chose another; in English, which stands for that of the reader's country, it names none.
 */
export function headerCurrency(view: Pick<View, 'locale' | 'route' | 'query' | 'currency'>): HeaderCurrency {
  const isTold = view.route.render === 'private' || view.route.query?.includes('currency') === true;
  if (isTold) return { code: askedCurrency(view) ?? currencyOfLanguage[view.locale], isTold };
  return { code: view.locale === 'en-us' ? undefined : currencyOfLanguage[view.locale], isTold };
}
