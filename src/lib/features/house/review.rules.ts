/** A review in a reader's language. Pure. */
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Review, ReviewLanguage } from './house.schema.ts';

export type LocalText = { readonly words: string; readonly lang: string };

/** Catalogue languages a reader of the locale understands best, in order. */
const preferred: Readonly<Record<Locale, readonly ReviewLanguage[]>> = {
  'zh-cn': ['zh-CN', 'zh-TW', 'zh-HK', 'en'],
  'en-us': ['en'],
  'zh-hk': ['zh-HK', 'zh-TW', 'zh-CN', 'en'],
  'zh-tw': ['zh-TW', 'zh-HK', 'zh-CN', 'en'],
  'vi-vn': ['vi', 'en'],
};

function pick(texts: Readonly<Record<string, string>>, locale: Locale, written: string): LocalText | undefined {
  for (const [index, language] of preferred[locale].entries()) {
    const words = texts[language];
    if (words) return { words, lang: index === 0 ? localeFacts[locale].lang : language };
  }
  const [language, words] = Object.entries(texts).find(([code]) => code === written) ?? Object.entries(texts)[0] ?? [];
  return words && language ? { words, lang: language } : undefined;
}

/** The text and reply to show, and whether that is a translation. Traditional and Simplified Chinese count as one language. */
export function readReview(review: Review, locale: Locale): { text: LocalText; reply: LocalText | undefined; isTranslated: boolean } {
  const text = pick(review.texts, locale, review.language) ?? { words: '', lang: review.language };
  return { text, reply: review.reply && pick(review.reply, locale, review.language), isTranslated: text.lang.split('-')[0] !== review.language.split('-')[0] };
}
