/** How old a price and vacancy are. */
import { icon } from '#layouts/blocks/chrome/icon.ts';
import { formatAge } from '#lib/dates/dates.ts';
import { isStale } from '#lib/features/house/house.rules.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import type { HouseWords } from './house-words.ts';

/** For machines; seconds say nothing about how old a price is. */
const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16)}Z`;

/** As a tag in colours. */
export function confirmedTag(words: HouseWords, at: Date | undefined): Html {
  const { t, intl, now } = words;
  const stale = at === undefined || isStale(at, now);
  return html`<span class="tag ${stale ? 'care' : 'good'}">${icon('clock', 16)}${
    at ? html`<time datetime="${minuteOf(at)}">${t('house.confirmed', { age: formatAge(at, now, intl) })}</time>` : t('house.never_confirmed')
  }</span>`;
}

/** As a line of a table. */
export function confirmedLine({ t, intl, now }: HouseWords, at: Date): string {
  return t('house.confirmed', { age: formatAge(at, now, intl) });
}
