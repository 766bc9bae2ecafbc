/** What the home is, made of its data, then the provider's own words in their language. Its styles are facts.css. */
import { listWords } from '#lib/features/geo/geo.schema.ts';
import { languageName } from '#lib/features/house/house-faq.rules.ts';
import type { ReadHouse, UnitWithTenancies } from '#lib/features/house/house.schema.ts';
import { formatDistance } from '#lib/geo/distance-words.ts';
import { metresBetween } from '#lib/geo/distance.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { coded } from '#lib/i18n/coded.ts';
import type { HouseWords } from './house-words.ts';
import { isForeign, othersWords } from './others-words.ts';
import type { CanTranslate } from './others-words.ts';

export type FactsProps = { readonly house: ReadHouse; readonly units: readonly UnitWithTenancies[] } & CanTranslate;

function providersWords(words: HouseWords, { house, canTranslate }: FactsProps): Html | undefined {
  const { t, locale } = words;
  if (!house.words) return undefined;
  const { lang } = house.words;
  const name = house.supplier.name;
  return html`<details class="opens words"><summary>${
    isForeign(lang, locale) ? t('house.provider_words_in', { name, language: languageName(lang, locale) }) : t('house.provider_words', { name })
  }</summary>${othersWords(words, { canTranslate }, `house-${house.id}`, house.words)}</details>`;
}

export function facts(words: HouseWords, props: FactsProps): Html {
  const { house, units } = props;
  const { t, intl, locale } = words;
  const types = [...new Set(units.map(({ unitType }) => unitType))].map((type) => coded(t, 'unit_type', type));
  const fact = (label: string, value: string | number): Html => html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
  return html`<dl class="home-facts">${[
    types.length > 0 && fact(t('house.fact_rooms'), listWords(types, locale)),
    house.yearBuilt !== undefined && fact(t('house.fact_built'), house.yearBuilt),
    house.storeys !== undefined && fact(t('house.fact_storeys'), house.storeys),
    fact(t('house.fact_centre', { city: house.city.names[locale] }), formatDistance(metresBetween(house.at, house.city.at), intl)),
  ]}</dl>${providersWords(words, props)}`;
}
