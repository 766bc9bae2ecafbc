/**
 * Messages for islands that start by themselves: one area of one language, loaded with the island. Islands that Astro
 * renders get their few words as props instead.
 */
import type { MessageKey } from '#lib/i18n/catalogues.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { fill } from './fill.ts';

type Words = Readonly<Record<string, string>>;
type Area = 'search' | 'map' | 'offer' | 'kept' | 'asking' | 'forms';
type AreaKey<A extends Area> = Extract<MessageKey, `${A}.${string}`>;
export type AreaT<A extends Area> = (key: AreaKey<A>, values?: Readonly<Record<string, string | number>>) => string;

const files = import.meta.glob<Words>('../../lib/i18n/catalogues/*/{search,map,offer,kept,asking,forms}.json', { import: 'default' });

/** The messages of one area in the page's language. */
export async function loadWords<A extends Area>(area: A, locale: Locale): Promise<AreaT<A>> {
  const { catalogues, intl } = localeFacts[locale];
  const parts = await Promise.all(catalogues.map((language) => files[`../../lib/i18n/catalogues/${language}/${area}.json`]?.()));
  const words: Words = Object.assign({}, ...parts);
  const plural = new Intl.PluralRules(intl);
  return (key, values) => {
    const name = key.slice(area.length + 1);
    const count = values?.['count'];
    const message = words[name] ?? (typeof count === 'number' ? (words[`${name}_${plural.select(count)}`] ?? words[`${name}_other`]) : undefined) ?? '';
    return values ? fill(message, values) : message;
  };
}
