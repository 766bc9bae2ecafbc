/** The one action at the foot of a narrow window: what it costs, and the way to the rooms. Its styles are sticky-action.css. */
import { localRent } from '#lib/features/catalogue/local-rent.rules.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import { localRentPer } from '#lib/features/catalogue/rent.words.ts';
import type { ReadHouse, Tenancy } from '#lib/features/house/house.schema.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { formatMoney } from '#lib/money/money.ts';
import { contactLink } from './contact-link.ts';
import type { HouseWords } from './house-words.ts';

export type StickyActionProps = { readonly house: ReadHouse; readonly tenancy: Tenancy | undefined /** Where options are chosen. */; readonly href?: string };

export function stickyAction({ t, intl }: HouseWords, { house, tenancy, href }: StickyActionProps): Html {
  const cost = tenancy
    ? html`<strong>${localRentPer(t, localRent(tenancy, house.city.country.rentUnit), intl)}</strong><span class="muted">${t('house.total_short', {
        amount: formatMoney(wholePrice(tenancy).contractTotal, intl),
      })}</span>`
    : html`<strong>${t('house.sold_out')}</strong>`;
  const action = tenancy && href ? html`<a class="button" href="${href}">${t('house.choose_room')}</a>` : contactLink({ t }, { house, short: true });
  return html`<div class="sticky"><p>${cost}</p> ${action}</div>`;
}
