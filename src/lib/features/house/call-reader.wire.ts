/** Who a call answers: the same reader the pages have, made of the caller. */
import type { RatesService } from '#lib/features/rates/rates.service.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { Site } from '#lib/paths.ts';
import { readerCurrency, roundedForReading } from './house.rules.ts';
import type { MoneyWords } from './house-wire.rules.ts';
import type { ListReader } from '#lib/features/lists/list-reader.rules.ts';

/** A reader who looks at no page. */
export function callReader(site: Site, { locale, now }: { readonly locale: Locale; readonly now: Date }): ListReader {
  return {
    page: { listing: undefined },
    locale,
    intl: localeFacts[locale].intl,
    t: translator(locale),
    paths: site.paths(locale),
    site,
    now,
    query: new URLSearchParams(),
    tags: new Set(),
  };
}

/** Amounts as the reader's pages say them, with conversions by the day's rates. */
export function moneyWordsOf(rates: RatesService, { locale, intl }: Pick<ListReader, 'locale' | 'intl'>): MoneyWords {
  return {
    intl,
    about(amount) {
      const currency = readerCurrency(locale, amount.currency);
      const converted = currency && rates.convert(amount, currency);
      return converted && { amount: roundedForReading(converted.money), asOf: converted.asOf };
    },
  };
}
