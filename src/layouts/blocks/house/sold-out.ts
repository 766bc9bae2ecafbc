/** Says that nothing is free, of a home or of one of its units, and what a reader can do. Its styles are sold-out.css. */
import { icon } from '#layouts/blocks/chrome/icon.ts';
import { noticeButton } from '#layouts/blocks/kept/keep-buttons.ts';
import { listWords } from '#lib/features/geo/geo.schema.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import { answeringList } from '#lib/features/lists/question-line.rules.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { contactLink } from './contact-link.ts';
import type { HouseWords } from './house-words.ts';

export type SoldOutProps = {
  readonly house: ReadHouse;
  /** Names of the units that take names for a waiting list. */
  readonly waiting?: readonly string[];
  /** Only one unit is full; others of the home may be free. */
  readonly ofUnit?: boolean;
};

export function soldOut(words: HouseWords, { house, waiting = [], ofUnit = false }: SoldOutProps): Html {
  const { t, locale, paths } = words;
  const isOpen = house.status === 'open';
  const text = !isOpen ? 'house.closed_text' : ofUnit ? 'house.unit_full_text' : 'house.sold_out_text';
  const hasOthers = ofUnit && isOpen;
  return html`<section class="sold" aria-labelledby="sold"><h2 id="sold">${icon('info', 22)}${t(isOpen ? 'house.sold_out_title' : 'house.closed_title')}</h2><p>${t(
    text,
    { name: house.title },
  )}</p>${waiting.length > 0 && html`<p>${t('house.waiting_list_for', { rooms: listWords(waiting, locale) })}</p>`}${
    isOpen && !ofUnit && noticeButton(t, { id: house.id, withText: true })
  }<p class="do">${
    hasOthers && html`<a class="button" href="${paths.house(house) + house.asks}">${t('house.see_home', { name: house.title })}</a>`
  }<a class="button${hasOthers && ' quiet'}" href="${answeringList(house.question, house.city, words)}">${t('house.other_homes_in', {
    city: house.city.names[locale],
  })}</a>${contactLink(words, { house, quiet: true })}</p></section>`;
}
