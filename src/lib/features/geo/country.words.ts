/** A country's name inside a sentence. */
import type { Locale } from '#lib/i18n/locales.ts';
import type { Country } from './geo.schema.ts';

/** English puts an article before some country names. @example countryInSentence(uk, 'en-us') // 'the United Kingdom' */
export function countryInSentence({ names }: Pick<Country, 'names'>, locale: Locale): string {
  const name = names[locale];
  return locale === 'en-us' && /^(United|Netherlands|Philippines)/.test(name) ? `the ${name}` : name;
}
