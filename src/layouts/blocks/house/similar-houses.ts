/** Homes of the same city with vacancies, nearest in rent and kind. Its styles are similar-houses.css, and those of cards. */
import { compareForm } from '#layouts/blocks/kept/keep-buttons.ts';
import { houseCard } from '#layouts/blocks/lists/house-card.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import type { HouseCardFacts } from '#lib/features/lists/list.schema.ts';
import { answeringList } from '#lib/features/lists/question-line.rules.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import type { HouseWords } from './house-words.ts';

export type SimilarHousesProps = {
  readonly house: ReadHouse;
  readonly cards: readonly HouseCardFacts[];
  /** Instead of a home that is fully booked: at the top, on a phone in one row. */
  readonly first?: boolean;
};

/** They end the page, and are small on all but the finest phones. */
const widths = [320, 640] as const;

export function similarHouses(words: HouseWords, { house, cards, first = false }: SimilarHousesProps): Html | undefined {
  const [nearest] = cards;
  if (!nearest) return undefined;
  const { t, locale } = words;
  const city = house.city.names[locale];
  const marked = cards.some(({ isSample }) => !isSample);
  const items = cards.map((card, index) => houseCard(words, { card, marked, widths, as: 'li', compareByForm: true, eager: first && index < 2 }));
  return html`<section data-screen class="similar${first && ' first'}" aria-labelledby="similar"><h2 id="similar">${t('house.similar_title', { city })}</h2>${
    !first && html`<p class="muted">${t('house.similar_note')}</p>`
  }${compareForm(nearest.compareHref)}<ul role="list">${items}</ul><p><a class="button quiet" href="${answeringList(house.question, house.city, words)}">${t('house.other_homes_in', { city })}</a></p></section>`;
}
