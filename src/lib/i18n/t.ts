/**
 * Translation on the server: i18next with a fixed language per call, so that two requests never share one.
 * Keys are checked by the compiler against the English catalogue; `npm run check` finds missing and unused ones.
 */
import { createInstance } from 'i18next';
import { brandName } from '#lib/brand.ts';
import { memo } from '#lib/memo.ts';
import { catalogues } from './catalogues.ts';
import type { MessageKey } from './catalogues.ts';
import { filled, partsOfMessage } from './filled.ts';
import { localeFacts, locales } from './locales.ts';
import type { Locale } from './locales.ts';

export type { MessageKey };

/** Values for the `{{placeholders}}` of a message. `count` also chooses the plural form; `brand` is the site's own name and comes by itself. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** Gives a message in one locale. */
export type T = (key: MessageKey, values?: MessageValues) => string;

type Areas = Record<string, Record<string, string>>;

function merged(locale: Locale): Areas {
  const result: Areas = {};
  for (const language of localeFacts[locale].catalogues) {
    for (const [area, messages] of Object.entries(catalogues[language])) result[area] = { ...result[area], ...messages };
  }
  return result;
}

const engine = createInstance();
await engine.init({
  lng: 'none',
  fallbackLng: false,
  resources: Object.fromEntries(locales.map((locale) => [localeFacts[locale].lang, { translation: merged(locale) }])),
  interpolation: { escapeValue: false },
  // A missing message is a defect that must not reach a reader as a key.
  parseMissingKeyHandler: (key) => {
    throw new Error(`no message ${key}`);
  },
});

/**
 * A translator that asks i18next once per message and plural form and fills the placeholders itself: a list page
 * has some six hundred messages, and i18next's look-up is a good part of its time.
 */
function createTranslator(locale: Locale): T {
  const { lang, intl } = localeFacts[locale];
  const fixed = engine.getFixedT(lang);
  const rules = new Intl.PluralRules(intl);
  const plural = memo((count: number) => rules.select(count), 1_000);
  /** Text and names of placeholders in turn, beginning with text: of messages with one form, and by form. */
  const single = new Map<string, readonly string[]>();
  const plurals = new Map<string, Map<string, readonly string[]>>();

  const read = (key: MessageKey, chosen: { readonly count?: number }): readonly string[] => partsOfMessage(fixed(key, { ...chosen, skipInterpolation: true }));
  function singleOf(key: MessageKey): readonly string[] {
    let parts = single.get(key);
    if (parts === undefined) single.set(key, (parts = read(key, {})));
    return parts;
  }
  function pluralOf(key: MessageKey, count: number): readonly string[] {
    let forms = plurals.get(key);
    if (forms === undefined) plurals.set(key, (forms = new Map()));
    const form = plural(count);
    let parts = forms.get(form);
    if (parts === undefined) forms.set(form, (parts = read(key, { count })));
    return parts;
  }
  const isChinese = lang.startsWith('zh');
  const brand = brandName(locale);
  return (key, values) => {
    const count = values?.['count'];
    const parts = typeof count === 'number' ? pluralOf(key, count) : singleOf(key);
    let message = parts[0] ?? '';
    if (parts.length === 1) return message;
    const valueOf = (name: string): string => String(values?.[name] ?? (name === 'brand' ? brand : `{{${name}}}`));
    if (isChinese) return filled(parts, valueOf);
    // Elsewhere blanks stay as they are, and this is what a page asks for most.
    for (let at = 1; at < parts.length; at += 2) message += valueOf(parts[at] ?? '') + (parts[at + 1] ?? '');
    return message;
  };
}

const translators = new Map<Locale, T>(locales.map((locale) => [locale, createTranslator(locale)]));

/**
 * The translator of a locale.
 * @example translator('en-us')('chrome.menu') // 'Menu'
 */
export function translator(locale: Locale): T {
  const found = translators.get(locale);
  if (!found) throw new TypeError(`no such locale: ${locale}`);
  return found;
}
