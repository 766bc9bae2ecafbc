/** The countries a phone field offers, in the words of a language. Browser-safe. */
import { dialCountries, dialCountry, usualCountries } from '#lib/geo/dial-codes.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';

export type DialChoice = { readonly iso2: string; readonly words: string };

export type DialChoices = {
  /** The one that is chosen before anybody chooses. */
  readonly first: string;
  /** Where this language's readers are and go to. */
  readonly usual: readonly DialChoice[];
  /** All others by name. */
  readonly others: readonly DialChoice[];
};

const made = new Map<Locale, DialChoices>();

/** @example dialChoices('en-us').usual[1] // { iso2: 'GB', words: 'UK +44' } */
export function dialChoices(locale: Locale): DialChoices {
  const known = made.get(locale);
  if (known) return known;
  const { intl } = localeFacts[locale];
  const names = new Intl.DisplayNames(intl, { type: 'region', style: 'short' });
  const collator = new Intl.Collator(intl);
  const usualCodes = usualCountries[locale];
  const all = dialCountries.map(({ iso2, dialCode }) => ({ iso2, words: `${names.of(iso2) ?? iso2} +${dialCode}` }));
  const choices: DialChoices = {
    first: usualCodes[0] ?? 'GB',
    usual: usualCodes.flatMap((code) => all.find(({ iso2 }) => iso2 === code) ?? []),
    others: all.filter(({ iso2 }) => !usualCodes.includes(iso2)).sort((a, b) => collator.compare(a.words, b.words)),
  };
  made.set(locale, choices);
  return choices;
}

/**
 * Whose dial code a phone field begins with, by what is known of its reader; undefined when nothing is.
 * @param reader `country`: two letters, from a proxy in front; `dialCode`: what was found out before and kept (R9.08).
 * @example dialCountryOf({ dialCode: '1' }, 'zh-cn') // 'US'
 * @example dialCountryOf({ country: 'VN', dialCode: '44' }, 'en-us') // 'VN'
 */
export function dialCountryOf(reader: { readonly country?: string | undefined; readonly dialCode?: string | undefined }, locale: Locale): string | undefined {
  if (reader.country !== undefined && dialCountry(reader.country)) return reader.country;
  const having = dialCountries.flatMap(({ iso2, dialCode }) => (dialCode === reader.dialCode ? [iso2] : []));
  // Of several with one code the largest stands last: United States after Canada, Russia after Kazakhstan.
  return usualCountries[locale].find((iso2) => having.includes(iso2)) ?? having.at(-1);
}
