/** Countries in the words and order of a language. */
import { pinyin } from 'pinyin-pro';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { isChinese, localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { dialCountries } from './dial-codes.rules.ts';
import type { DialCountry } from './dial-codes.rules.ts';

export type NamedCountry = DialCountry & { readonly name: string };

/** Countries a phone field offers first, by language: where its readers are, then where they go. */
const usual: Readonly<Record<Locale, readonly string[]>> = {
  'zh-cn': ['CN', 'HK', 'GB', 'AU', 'US', 'CA'],
  'zh-hk': ['HK', 'CN', 'MO', 'GB', 'AU', 'CA'],
  'zh-tw': ['TW', 'HK', 'CN', 'US', 'GB', 'JP'],
  'vi-vn': ['VN', 'AU', 'GB', 'US', 'CA', 'SG'],
  'en-us': ['US', 'GB', 'CA', 'AU', 'IN', 'CN'],
};

function initialOf(name: string, locale: Locale): string {
  const first = isChinese(locale) ? pinyin(name, { pattern: 'first', toneType: 'none', type: 'array' })[0] : name;
  return (first ?? '').normalize('NFD').replace('Đ', 'D').slice(0, 1).toUpperCase();
}

/** All countries with a dial code: the usual ones, and every one by initial. */
export function countriesIn(
  geo: GeoIndex,
  locale: Locale,
): { readonly usual: readonly NamedCountry[]; readonly byInitial: readonly { readonly initial: string; readonly countries: readonly NamedCountry[] }[] } {
  const { intl } = localeFacts[locale];
  const regions = new Intl.DisplayNames(intl, { type: 'region', style: 'short' });
  const own = new Map(geo.countries.map((country) => [country.iso2, country.names[locale]]));
  const collator = new Intl.Collator(intl);
  const all = dialCountries.map((country) => ({ ...country, name: own.get(country.iso2) ?? regions.of(country.iso2) ?? country.iso2 }));
  const named = new Map(all.map((country) => [country.iso2, country]));
  return {
    usual: usual[locale].flatMap((iso2) => named.get(iso2) ?? []),
    byInitial: [...Map.groupBy(all, ({ name }) => initialOf(name, locale))]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([initial, countries]) => ({ initial, countries: countries.toSorted((a, b) => collator.compare(a.name, b.name)) })),
  };
}
