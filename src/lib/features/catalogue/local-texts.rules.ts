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

/** What a home is called for the reader. */
export function nameFor(
  home: { readonly name: string; readonly nameZh: string | null | undefined; readonly names?: MoreLanguages | undefined },
  locale: Locale,
): string {
  return textFor({ text: home.name, zh: home.nameZh, more: home.names ?? {} }, locale)?.words ?? home.name;
}
