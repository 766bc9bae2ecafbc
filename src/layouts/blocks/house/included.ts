/** What the rent includes and what the home has, which on the home's own page is a line that opens. Its styles are included.css and entry-icons.css. */
import { billsSaidApart } from '#lib/features/catalogue/bills.rules.ts';
import type { House } from '#lib/features/house/house.schema.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { coded } from '#lib/i18n/coded.ts';
import type { HouseWords } from './house-words.ts';

export type IncludedProps = {
  readonly house: House;
  /** Of the amenities. */
  readonly limit?: number;
  /** What ends the line of the amenities; without it they are seen at once. */
  readonly folded?: Html;
};

/** Amenities that the line names before it is opened. */
const named = 4;

function listed(labels: readonly string[], kind?: string): Html {
  return html`<ul role="list"${kind && html` class="${kind}"`}>${labels.map((label) => html`<li>${label}</li>`)}</ul>`;
}

/** What the home has, in a line that names the first of it. */
function line({ t }: Pick<HouseWords, 't'>, amenities: readonly string[], end: Html): Html {
  return html`<details class="opens unfolds"><summary><span><b>${t('house.amenities')}</b><small>${[
    ...amenities.slice(0, named),
    ...(amenities.length > named ? [t('house.and_more', { count: amenities.length - named })] : []),
  ].join(' · ')}</small></span></summary>${listed(amenities)}${end}</details>`;
}

export function included(words: Pick<HouseWords, 't'>, { house, limit = Number.POSITIVE_INFINITY, folded }: IncludedProps): Html {
  const { t } = words;
  const bill = (code: House['bills'][number]): string => coded(t, 'bill', code);
  const apart = billsSaidApart(house.bills);
  const amenities = house.amenities.slice(0, limit).map((code) => coded(t, 'amenity', code));
  return html`<div class="included"><div><h3>${t('house.in_the_rent')}</h3>${
    house.bills.length > 0 ? listed(house.bills.map(bill)) : html`<p>${t('house.no_bills')}</p>`
  }${apart.length > 0 && html`<h3>${t('house.not_in_the_rent')}</h3>${listed(apart.map(bill), 'not')}`}</div>${
    folded && amenities.length > 0
      ? line(words, amenities, folded)
      : html`<div><h3>${t('house.amenities')}</h3>${amenities.length > 0 ? listed(amenities) : html`<p>${t('house.no_amenities')}</p>`}</div>`
  }</div>`;
}
