/** Homes of the same city with vacancies, nearest in rent and kind, each with what decides whether to look at it. Its styles are similar-houses.css. */
import { picture } from '#layouts/blocks/chrome/picture.ts';
import { compareButton, compareForm, heartButton } from '#layouts/blocks/kept/keep-buttons.ts';
import { leaseLength, localAmount } from '#lib/features/catalogue/rent.words.ts';
import { coverAlt } from '#lib/features/house/house-pictures.rules.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import type { HouseCardFacts, Journey } from '#lib/features/lists/list.schema.ts';
import { answeringList } from '#lib/features/lists/question-line.rules.ts';
import { formatMinutes } from '#lib/geo/distance-words.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { HouseWords } from './house-words.ts';

export type SimilarHousesProps = {
  readonly house: ReadHouse;
  readonly cards: readonly HouseCardFacts[];
  /** Instead of a home that is fully booked: at the top, on a phone in one row. */
  readonly first?: boolean;
};

/** They end the page, and are small on all but the finest phones. */
const widths = [320, 640] as const;

function way({ t, intl }: HouseWords, { to, mode, minutes }: Journey): string {
  return t(mode === 'walk' ? 'listings.journey_walk' : 'listings.journey_transit', { minutes: formatMinutes(minutes, intl), place: to });
}

/** What its leading lease costs; why nothing where nothing can be booked. */
function cost({ t, intl }: HouseWords, { offer, vacancy }: HouseCardFacts): Html {
  if (!offer) return html`<p>${t(vacancy === 'waiting-list' ? 'listings.waiting_list' : 'listings.sold_out')}</p>`;
  const { rent, price, terms } = offer;
  const from = t(rent.unit === 'WEEK' ? 'listings.from_week' : 'listings.from_month', { amount: localAmount(t, rent, intl) });
  const total = t('listings.contract', { amount: formatMoney(price.contractTotal, intl), length: leaseLength(t, price, terms.unit, intl) });
  return html`<p><strong>${from}</strong></p><p>${total}</p>`;
}

function near(words: HouseWords, card: HouseCardFacts, props: { readonly marked: boolean; readonly eager: boolean }): Html {
  const { t, locale } = words;
  const isOwnLanguage = locale === 'en-us' || card.originalName !== undefined;
  const age = t('listings.confirmed', { age: card.freshness.age });
  return html`<li class="card">${picture({
    picture: card.picture,
    alt: coverAlt(t, card.name, card.photo),
    sizes: '(min-width:640px)280px,40vw',
    widths,
    eager: props.eager,
  })}${heartButton(t, { id: card.id, name: card.name })}<h3><a href="${card.href}"${!isOwnLanguage && html` lang="en"`}>${card.name}</a></h3>${
    card.journey && html`<p class="muted">${way(words, card.journey)}</p>`
  }${cost(words, card)}<p class="muted"><time datetime="${`${card.confirmedAt.toISOString().slice(0, 16)}Z`}">${age}</time>${
    card.isSample && props.marked && html` <span class="tag care">${t('listings.sample')}</span>`
  }</p>${compareButton(t, { id: card.id, name: card.name, href: undefined, inCard: true })}</li>`;
}

export function similarHouses(words: HouseWords, { house, cards, first = false }: SimilarHousesProps): Html | undefined {
  const [nearest] = cards;
  if (!nearest) return undefined;
  const { t, locale } = words;
  const city = house.city.names[locale];
  const marked = cards.some(({ isSample }) => !isSample);
  const items = cards.map((card, index) => near(words, card, { marked, eager: first && index < 2 }));
  // A keyboard moves the row by its links.
  return html`<section data-screen class="similar${first && ' first'}" aria-labelledby="similar"><div class="row"><h2 id="similar">${t('house.similar_title', { city })}</h2><a href="${answeringList(house.question, house.city, words)}">${t(
    'house.other_homes_in',
    { city },
  )}</a></div>${compareForm(nearest.compareHref)}<ul role="list">${items}</ul></section>`;
}
