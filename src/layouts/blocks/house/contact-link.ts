/** The ways on from a home: to a person, by the part of its page where the question is written, and to the booking of a lease. */
import type { ReadHouse, Tenancy } from '#lib/features/house/house.schema.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import type { HouseWords } from './house-words.ts';

/** @param page path of the page that has this part; none on that page itself. */
export type ContactLinkProps = { readonly house: ReadHouse; readonly quiet?: boolean; readonly short?: boolean; readonly page?: string };

export function contactLink({ t }: Pick<HouseWords, 't'>, { house, quiet = false, short = false, page = '' }: ContactLinkProps): Html {
  return html`<a class="button${quiet && ' quiet'}" href="${page}#ask">${short ? t('house.ask') : t('house.ask_about', { name: house.title })}</a>`;
}

/** To the booking of a lease; of a unit, whose leases are to be chosen from there. What was asked goes along, for the way back. */
export function bookHref(
  { paths }: Pick<HouseWords, 'paths'>,
  { id: houseId, asks }: Pick<ReadHouse, 'id' | 'asks'>,
  { id, unitId }: Partial<Pick<Tenancy, 'id'>> & Pick<Tenancy, 'unitId'>,
): string {
  return `${paths.to('book_rent')}?houseId=${houseId}&unitId=${unitId}${id === undefined ? '' : `&tenancyId=${id}`}${asks.replace('?', '&')}`;
}

/** The button that books. */
export function bookLink(words: Pick<HouseWords, 't' | 'paths'>, house: ReadHouse, tenancy: Pick<Tenancy, 'id' | 'unitId'>): Html {
  return html`<a class="button" href="${bookHref(words, house, tenancy)}" data-login="member">${words.t('orders.book')}</a>`;
}
