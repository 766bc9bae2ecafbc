/** Countries in the words and order of a language. */
import { pinyin } from 'pinyin-pro';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { isChinese, localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { dialCountries, usualCountries } from '#lib/geo/dial-codes.ts';
import type { DialCountry } from '#lib/geo/dial-codes.ts';

export type NamedCountry = DialCountry & { readonly name: string };

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
    usual: usualCountries[locale].flatMap((iso2) => named.get(iso2) ?? []),
    byInitial: [...Map.groupBy(all, ({ name }) => initialOf(name, locale))]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([initial, countries]) => ({ initial, countries: countries.toSorted((a, b) => collator.compare(a.name, b.name)) })),
  };
}
