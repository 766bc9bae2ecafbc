/** What suppliers call and write about their homes, for a reader of a language. Pure. */
import type { Locale } from '#lib/i18n/locales.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { inReadersScript } from '#lib/i18n/script.ts';

/** A text in languages beside English and mainland Chinese. */
export type MoreLanguages = { readonly 'zh-TW'?: string | undefined; readonly 'zh-HK'?: string | undefined; readonly vi?: string | undefined };

/** One text of a supplier: as they wrote it, in Chinese, and in more languages where they wrote those. */
export type SupplierText = { readonly text: string | undefined; readonly zh: string | null | undefined; readonly more: MoreLanguages };

const ownLanguage: Readonly<Partial<Record<Locale, keyof MoreLanguages>>> = { 'zh-tw': 'zh-TW', 'zh-hk': 'zh-HK', 'vi-vn': 'vi' };

/**
 * The text in the reader's language; otherwise, for readers of Chinese, the Chinese one in their script; otherwise as it
 * was written. `lang` says which it is.
 * @example textFor({ text: 'Mill House', zh: '磨坊公寓', more: {} }, 'zh-tw') // { words: '磨坊公寓', lang: 'zh-Hant-TW' }
 */
export function textFor({ text, zh, more }: SupplierText, locale: Locale): { readonly words: string; readonly lang: string } | undefined {
  const own = ownLanguage[locale];
  const written = own && more[own];
  const { lang } = localeFacts[locale];
  if (written) return { words: written, lang };
  if (zh && locale.startsWith('zh')) return { words: inReadersScript(zh, locale), lang };
  return text ? { words: text, lang: 'en' } : undefined;
}

/** What a home is called in the languages in which its supplier named it. */
export type HouseNames = { readonly name: string; readonly nameZh?: string | null | undefined; readonly names?: MoreLanguages | undefined };

/** What a home is called for the reader. */
export function nameFor(home: HouseNames, locale: Locale): string {
  return textFor({ text: home.name, zh: home.nameZh, more: home.names ?? {} }, locale)?.words ?? home.name;
}

const longestName = 200;

/**
 * Names of a home as facts that are kept with what is told of it, so that readers of every language find theirs.
 * @example nameFacts({ name: 'Mill House', nameZh: '磨坊公寓' }) // { home: 'Mill House', 'home-zh': '磨坊公寓' }
 */
export function nameFacts({ name, nameZh, names = {} }: HouseNames): Readonly<Record<string, string>> {
  const more = { 'home-zh': nameZh, ...Object.fromEntries(Object.entries(names).map(([language, text]) => [`home-${language}`, text])) };
  const given = Object.entries(more).flatMap(([key, text]) => (text && text !== name ? [[key, text.slice(0, longestName)] as const] : []));
  return { home: name.slice(0, longestName), ...Object.fromEntries(given) };
}

/** The name for the reader out of such facts. @example nameOfFacts({ home: 'Mill House', 'home-zh': '磨坊公寓' }, 'zh-cn') // '磨坊公寓' */
export const nameOfFacts = (facts: Readonly<Record<string, string>>, locale: Locale): string =>
  nameFor(
    { name: facts['home'] ?? '', nameZh: facts['home-zh'], names: { 'zh-TW': facts['home-zh-TW'], 'zh-HK': facts['home-zh-HK'], vi: facts['home-vi'] } },
    locale,
  );
