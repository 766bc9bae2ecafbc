/** A score of 1–5 in half-star steps from 0 to 5 (R9.68), with its number in words. Its styles are rating.css. */
import { halfStars } from '#lib/features/house/house.rules.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import type { HouseWords } from './house-words.ts';

const starFrom = (index: number): string => `M${12 + index * 24} 3.2l2.7 5.8 6.3.8-4.6 4.4 1.2 6.2-5.6-3-5.6 3 1.2-6.2-4.6-4.4 6.3-.8z`;
const halfFrom = (index: number): string => `M${12 + index * 24} 3.2v14.2l-5.6 3 1.2-6.2-4.6-4.4 6.3-.8z`;

/** Five stars, the first `steps` of them full. */
function drawn(steps: number): Html {
  const [full, open] = [[0, 1, 2, 3, 4].filter((index) => steps >= index + 1), [0, 1, 2, 3, 4].filter((index) => steps < index + 1)];
  return html`${full.length > 0 && html`<path fill="currentColor" d="${full.map(starFrom).join('')}"/>`}${
    open.length > 0 && html`<path d="${open.map(starFrom).join('')}"/>`
  }${steps % 1 !== 0 && html`<path fill="currentColor" stroke="none" d="${halfFrom(Math.floor(steps))}"/>`}`;
}

const drawings = new Map<number, Html>();

/** @param size height in pixels. */
export function rating({ t, intl }: HouseWords, score: number, size = 18): Html {
  const steps = halfStars(score);
  const drawing = drawings.get(steps) ?? drawn(steps);
  drawings.set(steps, drawing);
  const shown = numberFormat(intl, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(score);
  return html`<svg class="rating" role="img" aria-label="${t('house.score_of_5', { score: shown })}" data-steps="${steps}" width="${
    size * 5
  }" height="${size}" viewBox="0 0 120 24" fill="none" stroke="currentColor" stroke-width="1.2" stroke-linejoin="round">${drawing}</svg>`;
}
