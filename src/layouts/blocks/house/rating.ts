/** A score of 1–5 in half-star steps from 0 to 5 (R9.68), with its number in words. Its styles, which draw the stars, are rating.css. */
import { halfStars } from '#lib/features/house/house.rules.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import type { HouseWords } from './house-words.ts';

export function rating({ t, intl }: HouseWords, score: number): Html {
  const shown = numberFormat(intl, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(score);
  return html`<span class="stars" role="img" aria-label="${t('house.score_of_5', { score: shown })}" style="${`--steps:${halfStars(score)}`}"></span>`;
}
