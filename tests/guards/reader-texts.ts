/** What readers of a language meet in words that we write. */
import { catalogues } from '#lib/i18n/catalogues.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { filesBelow } from './source-files.ts';

/** Every text a reader of the locale meets: messages, those of Taiwan in Hong Kong too unless said otherwise, and editorial texts. */
export function textsOf(locale: Locale): { readonly where: string; readonly text: string }[] {
  const messages = new Map<string, { where: string; text: string }>();
  for (const language of localeFacts[locale].catalogues) {
    for (const [area, entries] of Object.entries(catalogues[language])) {
      for (const [key, text] of Object.entries(entries)) messages.set(`${area}.${key}`, { where: `${language}/${area}.json ${key}`, text });
    }
  }
  const editorial = filesBelow(['src/content'], /\.md$/)
    .filter(({ path }) => path.includes(`/${locale}/`))
    .flatMap(({ path, text }) => text.split('\n').map((line, index) => ({ where: `${path}:${index + 1}`, text: line })));
  return [...messages.values(), ...editorial];
}
