/** In which currency a reader is told an amount, and how: the one place where amounts are converted for reading. */
import { canonicalCurrency } from '#lib/features/finding/reader-question.rules.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';
import type { Reader } from '#lib/reader.ts';
import { currencies } from '#lib/money/currencies.ts';

/** What a language suggests where nobody has chosen. English is read in many countries: where one is known, it decides (`chosen-currency.rules.ts`). */
export const currencyOfLanguage: Readonly<Record<Locale, CurrencyCode>> = { 'zh-cn': 'CNY', 'zh-hk': 'HKD', 'zh-tw': 'TWD', 'vi-vn': 'VND', 'en-us': 'USD' };

/** The reader's own currency: the chosen one, otherwise what their language suggests. */
export function ownCurrency(locale: Locale, chosen?: CurrencyCode): CurrencyCode {
  return chosen ?? currencyOfLanguage[locale];
}

/** The choice that a page goes by: what its address asks for, otherwise what its reader chose before. Undefined: what the language suggests. */
export function askedCurrency({ query, currency }: Pick<Reader, 'query' | 'currency'>): CurrencyCode | undefined {
  return canonicalCurrency(query.get('currency') ?? '') ?? currency;
}

/** The currency a conversion is shown in: the reader's own, where the original, which leads, is another. */
export function readerCurrency(locale: Locale, original: CurrencyCode, chosen?: CurrencyCode): CurrencyCode | undefined {
  const currency = ownCurrency(locale, chosen);
  return currency === original ? undefined : currency;
}

/** How many digits of a converted amount count: half a per cent at most is lost, as much as a rate moves in a day or two. */
const significantDigits = 3;

/**
 * A converted amount in three significant digits, in whole units and never less than one: a conversion is no quotation, whatever
 * the length of its number.
 * @example roundedForReading(money(1513449n, 'USD')).minor // 1510000n
 */
export function roundedForReading({ minor, currency }: Money): Money {
  const unit = 10n ** BigInt(currencies[currency].exponent);
  const size = minor < 0n ? -minor : minor;
  const digits = (size / unit).toString().length;
  const step = unit * 10n ** BigInt(Math.max(0, digits - significantDigits));
  const rounded = ((size + step / 2n) / step) * step;
  const told = size > 0n && rounded === 0n ? unit : rounded;
  return { minor: minor < 0n ? -told : told, currency };
}

/** What converts: an amount in another currency with the day of the rate. */
export type Rates = { convert(amount: Money, to: CurrencyCode): { readonly money: Money; readonly asOf: string } | undefined };

/** An amount in the reader's own currency: rounded, with one unit of the original and the day of the rate. */
export type About = { readonly amount: Money; readonly one: Money; readonly asOf: string };

/** Converts to the reader's currency; undefined where no conversion is shown. */
export type Converter = (amount: Money) => About | undefined;

/** Conversions for a reader of the locale, by the day's rates. What shows one depends on the tag `rates`. */
export function converterFor(rates: Rates, locale: Locale, chosen?: CurrencyCode): Converter {
  return (amount) => {
    const currency = readerCurrency(locale, amount.currency, chosen);
    const converted = currency && rates.convert(amount, currency);
    const one = currency && rates.convert({ minor: 10n ** BigInt(currencies[amount.currency].exponent), currency: amount.currency }, currency);
    return converted && one ? { amount: roundedForReading(converted.money), one: one.money, asOf: converted.asOf } : undefined;
  };
}

/** Converts to an amount alone. */
export type AmountConverter = (amount: Money) => Money | undefined;

/** Amounts in the reader's currency for a page that tells the day of its rates once; adds the tag `rates`. */
export function readerConverter(
  rates: Rates,
  { locale, tags, ...asks }: Pick<Reader, 'locale' | 'tags' | 'query' | 'currency'>,
): { readonly convert: AmountConverter; readonly day: () => string | undefined } {
  tags.add('rates');
  const about = converterFor(rates, locale, askedCurrency(asks));
  let asOf: string | undefined;
  const convert = (amount: Money): Money | undefined => {
    const converted = about(amount);
    asOf = converted?.asOf ?? asOf;
    return converted?.amount;
  };
  return { convert, day: () => asOf };
}
