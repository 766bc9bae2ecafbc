/** The pages of a house, as links: with how much is on them where that is known; empty ones are left out. Its styles are house-pages.css. */
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { coded } from '#lib/i18n/coded.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import { houseSubPages } from '#lib/paths.ts';
import type { HouseSubPage } from '#lib/paths.ts';
import type { HouseWords } from './house-words.ts';

export type HousePagesProps = {
  readonly house: ReadHouse;
  readonly sub?: HouseSubPage | undefined;
  readonly counts?: Partial<Readonly<Record<HouseSubPage, number>>>;
};

/** Most homes have neither: they are named where their number is known. */
const unknown: HousePagesProps['counts'] & {} = { offers: 0, 'review-media': 0 };

export function housePages({ t, paths, intl }: HouseWords, { house, sub, counts = unknown }: HousePagesProps): Html {
  const number = numberFormat(intl, {});
  const links = houseSubPages
    .filter((page) => page === sub || counts[page] !== 0)
    .map((page) => {
      const count = counts[page] ?? 0;
      return html`<li><a href="${paths.house(house, page) + house.asks}"${page === sub && html` aria-current="page"`}>${coded(t, 'house_page', page)}${
        count > 0 && html`<span class="muted number">${number.format(count)}</span>`
      }</a></li>`;
    });
  return html`<nav class="pages" aria-label="${t('house.pages_of', { name: house.title })}"><h2>${t('house.more_about', { name: house.title })}</h2><ul role="list">${links}</ul></nav>`;
}
