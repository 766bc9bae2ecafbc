/** What the rent includes and what the home has. Its styles are included.css and entry-icons.css. */
import { billsSaidApart } from '#lib/features/catalogue/bills.rules.ts';
import type { House } from '#lib/features/house/house.schema.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { coded } from '#lib/i18n/coded.ts';
import type { HouseWords } from './house-words.ts';

export type IncludedProps = { readonly house: House /** Of the amenities. */; readonly limit?: number };

function listed(labels: readonly string[], kind?: string): Html {
  return html`<ul role="list"${kind && html` class="${kind}"`}>${labels.map((label) => html`<li>${label}</li>`)}</ul>`;
}

export function included({ t }: Pick<HouseWords, 't'>, { house, limit = Number.POSITIVE_INFINITY }: IncludedProps): Html {
  const bill = (code: House['bills'][number]): string => coded(t, 'bill', code);
  const apart = billsSaidApart(house.bills);
  const amenities = house.amenities.slice(0, limit).map((code) => coded(t, 'amenity', code));
  return html`<div class="included"><div><h3>${t('house.in_the_rent')}</h3>${
    house.bills.length > 0 ? listed(house.bills.map(bill)) : html`<p>${t('house.no_bills')}</p>`
  }${apart.length > 0 && html`<h3>${t('house.not_in_the_rent')}</h3>${listed(apart.map(bill), 'not')}`}</div><div><h3>${t('house.amenities')}</h3>${
    amenities.length > 0 ? listed(amenities) : html`<p>${t('house.no_amenities')}</p>`
  }</div></div>`;
}
