/**
 * A home in a list (R3.52), as markup: a list has a dozen, so it is written by a function. Its styles are house-card.css.
 * It is cached, so it knows neither clock nor reader beyond what it is given.
 */
import { coverAlt } from '#lib/features/house/house-pictures.rules.ts';
import { picture } from '#layouts/blocks/chrome/picture.ts';
import { compareButton, heartButton } from '#layouts/blocks/kept/keep-buttons.ts';
import { formatDate } from '#lib/dates/dates.ts';
import { verifiedFacts as factsToCheck } from '#lib/features/catalogue/listings.schema.ts';
import { leaseLength, localAmount, localRentPer, rentBelow, rentPer } from '#lib/features/catalogue/rent.words.ts';
import { listWords } from '#lib/features/geo/geo.schema.ts';
import { sayBills, sayFree, sayJourney, sayVacancy } from '#lib/features/lists/home-facts.words.ts';
import type { HouseCardFacts, Journey } from '#lib/features/lists/list.schema.ts';
import { formatDistance, formatMinutes } from '#lib/geo/distance-words.ts';
import type { PictureSource, PictureWidth } from '#lib/features/pictures/picture-source.rules.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { coded } from '#lib/i18n/coded.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { SharedView } from '#lib/view.ts';

export type HouseCardProps = {
  readonly card: HouseCardFacts;
  /** `list`: one of two in a row of a list, one on a phone; `tile`: in a grid of several, or on a shelf. Says how wide its picture is. */
  readonly layout?: 'list' | 'tile';
  /** Whether its picture is seen before anything is scrolled. */
  readonly eager?: boolean;
  readonly heading?: 'h2' | 'h3';
  /** Widths of its picture to choose from, where they are fewer than the layout's. */
  readonly widths?: readonly PictureWidth[];
  /** An entry of the list that it stands in, or an article in whatever holds it. */
  readonly as?: 'article' | 'li';
  /** The page has the form of the comparison (`compareForm`). */
  readonly compareByForm?: boolean;
  /** Says on the card that the home is a sample: the page's own note is out of sight, or not all of its homes are samples. */
  readonly marked?: boolean;
};

type Words = Pick<SharedView, 't' | 'intl' | 'locale'>;

/** How wide the picture is, and what a fine screen needs for that. */
const shown = {
  // A phone is told less than it shows: one of two dots a pixel takes the small one, which is a third as heavy, one of three the large one.
  list: { sizes: '(min-width:640px)480px,40vw', widths: [320, 640] },
  tile: { sizes: '(min-width:640px)380px,40vw', widths: [320, 640] },
} as const;

/** The address is said as it is written, the part of the city in the reader's language. */
function place({ address, area }: HouseCardFacts): Html {
  return area
    ? html`<p class="place"><span lang="en" translate="no">${address}</span> · ${area}</p>`
    : html`<p class="place" lang="en" translate="no">${address}</p>`;
}

/** How long the way takes; a list of a school does not name it again on each card. */
function way({ to, mode, minutes, metres }: Journey, isToOwnSchool: boolean, { t, intl, locale }: Words): Html {
  const isWalk = mode === 'walk';
  const time = formatMinutes(minutes, intl);
  const words = isToOwnSchool
    ? t(isWalk ? 'listings.journey_walk_school' : 'listings.journey_transit_school', { minutes: time })
    : sayJourney({ to, mode, minutes }, { t, intl });
  return html`<p class="way i-${isWalk ? 'walk' : 'transit'}">${words}${locale.startsWith('zh') ? '' : ' '}<span>${t('listings.distance_aside', {
    distance: formatDistance(metres, intl),
  })}</span></p>`;
}

/** Where it is and what there is. */
function what({ card, heading }: Required<Pick<HouseCardProps, 'card' | 'heading'>>, words: Words): Html {
  const { t, locale } = words;
  const { journey, offer } = card;
  const isOwnLanguage = locale === 'en-us' || card.originalName !== undefined;
  const types = listWords(
    (offer?.unitType ? [offer.unitType] : card.unitTypes).map((type) => coded(t, 'unit_type', type)),
    locale,
  );
  const link = html`<a href="${card.href}"${!isOwnLanguage && html` lang="en"`}>${card.name}</a>`;
  return html`<div>${heading === 'h2' ? html`<h2>${link}</h2>` : html`<h3>${link}</h3>`}${
    card.originalName && html`<p class="original" lang="en">${card.originalName}</p>`
  }${journey && way(journey, card.isWayToOwnSchool, words)}${place(card)}<p${offer?.unitType && html` class="match"`}>${types}</p></div>`;
}

const line = (text: string): Html => html`<p class="muted">${text}</p>`;

function orderedBy({ orderedBy: figure }: HouseCardFacts, { t, intl }: Words): Html | undefined {
  if (!figure) return undefined;
  const amount = formatMoney(figure.amount, intl);
  const text =
    figure.kind === 'total'
      ? t('listings.total_with_bills', { amount })
      : t(figure.bills === 'estimated' ? 'listings.useful_week_bills' : 'listings.useful_week', { amount, school: figure.school });
  return html`<p><strong>${text}</strong></p>`;
}

/** What the lease comes to. What the list says above its cards is not said again; what differs from it is. */
function totalOf({ terms, price, lease, isOtherDay }: NonNullable<HouseCardFacts['offer']>, { t, intl }: Words): Html {
  const amount = formatMoney(price.contractTotal, intl);
  if (lease === 'said') return html`<p class="total">${t('listings.contract_said', { amount })}</p>`;
  const length = leaseLength(t, price, terms.unit, intl);
  const dates = html`<span>${t('listings.contract_dates', { from: formatDate(terms.moveIn, intl), to: formatDate(terms.moveOut, intl) })}</span>`;
  return lease === 'own'
    ? html`<p class="total">${t('listings.contract', { amount, length })}${dates}</p>`
    : html`<p class="other">${t('listings.contract_differs', { length, amount })}${isOtherDay && dates}</p>`;
}

/** What it costs; why it costs nothing where nothing can be booked. */
function cost(card: HouseCardFacts, words: Words): Html {
  const { t, intl } = words;
  const { offer, bills, also, vacancy } = card;
  if (!offer) {
    return html`<p class="rent full">${sayVacancy(vacancy, t)}</p>`;
  }
  const { rent, terms, price, about, unitType, lease } = offer;
  const headline = unitType
    ? localRentPer(t, rent, intl)
    : t(rent.unit === 'WEEK' ? 'listings.from_week' : 'listings.from_month', { amount: localAmount(t, rent, intl) });
  const length = leaseLength(t, price, terms.unit, intl);
  const from = formatDate(terms.moveIn, intl);
  const below = rentBelow(t, price.rent, terms.unit, rent, intl);
  return html`<p class="rent">${headline}${about && html`<span>${t('listings.about', { amount: formatMoney(about, intl) })}</span>`}</p>${
    terms.promoRent && html`<s class="muted">${t('listings.instead_of', { amount: rentPer(t, terms.rent, terms.unit, intl) })}</s>`
  }${unitType && lease === 'own' && html`<p>${t('listings.matched', { type: coded(t, 'unit_type', unitType), length, date: from })}</p>`}${
    below && line(below)
  }${totalOf(offer, words)}${
    bills && line(sayBills(bills, words))
  }${orderedBy(card, words)}${also && line(t('listings.also_from', { rent: localRentPer(t, also, intl) }))}`;
}

/** One more picture of the row: it is fetched by who swipes, in one width, and says nothing that its home's page does not. */
function beside({ url, dark, width, height }: PictureSource): Html {
  const source = dark && html`<source type="image/avif" media="(prefers-color-scheme:dark)" srcset="${dark.url(640, 'avif')}">`;
  const image = html`<img src="${url(640, 'webp')}" alt="" width="${width}" height="${height}" loading="lazy">`;
  return html`<picture class="picture${!dark && ' lit'}">${source}<source type="image/avif" srcset="${url(640, 'avif')}">${image}</picture>`;
}

/** Why it can be believed. */
function proof(
  { card, marked: isMarked, compareByForm }: Required<Pick<HouseCardProps, 'card' | 'marked' | 'compareByForm'>>,
  { t, intl, locale }: Words,
): Html {
  const { verifiedFacts, rooms, offer, stock, reviews, freshness } = card;
  const number = numberFormat(intl, { maximumFractionDigits: 1 });
  const facts = listWords(
    verifiedFacts.map((fact) => coded(t, 'verified_fact', fact)),
    locale,
  );
  const checked =
    verifiedFacts.length > 0
      ? html`<details><summary>${t('listings.checked_of', { done: number.format(verifiedFacts.length), all: number.format(factsToCheck.length) })}</summary>${facts}</details>`
      : t('listings.not_checked');
  const looks = verifiedFacts.length === factsToCheck.length ? 'i-shield good' : verifiedFacts.length > 0 ? 'i-shield muted' : 'i-info muted';
  const free = (offer ?? (rooms.all > 0 && rooms.free === stock)) && sayFree(card, { t, intl });
  return html`<ul role="list"><li class="i-clock ${freshness.isStale ? 'care' : 'good'}"><time datetime="${`${card.confirmedAt.toISOString().slice(0, 16)}Z`}">${t(
    'listings.confirmed',
    { age: freshness.age },
  )}</time></li><li class="${looks}">${checked}</li>${free && html`<li class="i-bed">${free}</li>`}${
    reviews.score !== undefined && html`<li class="i-star">${t('listings.reviews', { score: number.format(reviews.score), count: reviews.count })}</li>`
  }${card.hasPromo && html`<li class="tag">${t('listings.offer_tag')}</li>`}${
    card.isSample && isMarked && html`<li class="tag care">${t('listings.sample')}</li>`
  }<li>${compareButton(t, { id: card.id, name: card.name, href: compareByForm ? undefined : card.compareHref, inCard: true })}</li></ul>`;
}

export function houseCard(
  words: Words,
  {
    card,
    layout = 'tile',
    as = 'article',
    eager = false,
    heading = 'h3',
    marked = false,
    compareByForm = false,
    widths = shown[layout].widths,
  }: HouseCardProps,
): Html {
  const { t } = words;
  const alt = coverAlt(t, card.name, card.photo);
  const first = picture({ picture: card.picture, alt, sizes: shown[layout].sizes, widths, eager });
  const pictures = layout === 'list' && card.more.length > 0 ? html`<a class="pictures" href="${card.href}">${first}${card.more.map(beside)}</a>` : first;
  const parts = html`${pictures}${heartButton(t, {
    id: card.id,
    name: card.name,
  })}${what({ card, heading }, words)}<div>${cost(card, words)}</div>${proof({ card, marked, compareByForm }, words)}`;
  return as === 'li' ? html`<li class="card">${parts}</li>` : html`<article class="card">${parts}</article>`;
}
