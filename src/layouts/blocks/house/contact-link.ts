/** The way to a person: to the part of the home's page where the question is written. */
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import type { HouseWords } from './house-words.ts';

/** @param page path of the page that has this part; none on that page itself. */
export type ContactLinkProps = { readonly house: ReadHouse; readonly quiet?: boolean; readonly short?: boolean; readonly page?: string };

export function contactLink({ t }: Pick<HouseWords, 't'>, { house, quiet = false, short = false, page = '' }: ContactLinkProps): Html {
  return html`<a class="button${quiet && ' quiet'}" href="${page}#ask">${short ? t('house.ask') : t('house.ask_about', { name: house.title })}</a>`;
}
