/**
 * What somebody else wrote, in its language; where that is not the page's and a service translates, a spot for the island
 * that offers it. Its styles are others-words.css.
 */
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { View } from '#lib/view.ts';
import type { HouseWords } from './house-words.ts';
import { islandSpot } from './island-spot.ts';

export type OthersWords = { readonly lang: string; readonly paragraphs: readonly string[] };
export type CanTranslate = Pick<View['loaders']['house'], 'canTranslate'>;

/** Whether the words are in another language than the page. */
export const isForeign = (lang: string, locale: Locale): boolean => lang.split('-')[0] !== localeFacts[locale].lang.split('-')[0];

/** @param name of the island, where there is one. */
export function othersWords({ locale }: HouseWords, { canTranslate }: CanTranslate, name: string, { lang, paragraphs }: OthersWords): Html {
  if (isForeign(lang, locale) && canTranslate) return html`<div class="translatable">${islandSpot(name)}</div>`;
  return html`<div lang="${lang}">${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}</div>`;
}
