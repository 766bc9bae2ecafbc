/** What the home is, made of its data, then the provider's own words in their language. Its styles are unfold.css. */
import { languageName } from '#lib/features/house/house-faq.rules.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import { formatDistance } from '#lib/geo/distance-words.ts';
import { metresBetween } from '#lib/geo/distance.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import type { HouseWords } from './house-words.ts';
import { isForeign, othersWords } from './others-words.ts';
import type { CanTranslate } from './others-words.ts';

export type FactsProps = { readonly house: ReadHouse } & CanTranslate;

/** The heading and the facts; behind them, where there are any, the provider's words. */
export function facts(words: HouseWords, { house, canTranslate }: FactsProps): Html {
  const { t, intl, locale } = words;
  const short = [
    ...(house.yearBuilt === undefined ? [] : [{ label: t('house.fact_built'), value: house.yearBuilt }]),
    ...(house.storeys === undefined ? [] : [{ label: t('house.fact_storeys'), value: house.storeys }]),
    { label: t('house.fact_centre', { city: house.city.names[locale] }), value: formatDistance(metresBetween(house.at, house.city.at), intl) },
  ].map(({ label, value }) => t('chrome.labelled', { label, value }));
  const head = html`<h2 id="about">${t('house.about_title')}</h2><small>${short.join(' · ')}</small>`;
  if (!house.words) return html`<section aria-labelledby="about" class="about-home">${head}</section>`;
  const { lang } = house.words;
  const { name } = house.supplier;
  return html`<section aria-labelledby="about" class="about-home"><details class="opens unfolds words"><summary><span>${head}</span></summary><p class="muted">${
    isForeign(lang, locale) ? t('house.provider_words_in', { name, language: languageName(lang, locale) }) : t('house.provider_words', { name })
  }</p>${othersWords(words, { canTranslate }, `house-${house.id}`, house.words)}</details></section>`;
}
