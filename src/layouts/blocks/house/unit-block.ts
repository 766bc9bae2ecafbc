/**
 * One room type as a card: picture or plan, what it is, from which rent, and its leases to choose from, one of which tells its sum. Which one
 * is seen is the choice of a radio button, without script. Its styles are unit-block.css.
 */
import { picture } from '#layouts/blocks/chrome/picture.ts';
import { formatDate } from '#lib/dates/dates.ts';
import { billsApart, usefulWeekWithBills } from '#lib/features/catalogue/bills.rules.ts';
import { localRent, rentIn } from '#lib/features/catalogue/local-rent.rules.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import { leaseLength, localAmount, localRentPer, rentPer } from '#lib/features/catalogue/rent.words.ts';
import { labelOfSchool } from '#lib/features/geo/distinct-names.rules.ts';
import type { School } from '#lib/features/geo/geo.schema.ts';
import { unitPhotographs, unitPlan } from '#lib/features/house/house-pictures.rules.ts';
import { isFull } from '#lib/features/house/house.rules.ts';
import type { Media, ReadHouse, Tenancy } from '#lib/features/house/house.schema.ts';
import type { LeaseOfCard, RoomCard } from '#lib/features/house/room-cards.rules.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { formatMoney, wholeUnits } from '#lib/money/money.ts';
import { amountIn } from './amount-in.ts';
import { confirmedLine } from './confirmed.ts';
import type { HouseWords } from './house-words.ts';
import { unitFacts } from './unit-facts.ts';

/** Of a photograph: it is never shown wider than a phone, and the gallery has it larger. */
const photoWidths = [320, 640] as const;

export type UnitBlockProps = {
  readonly house: ReadHouse;
  readonly card: RoomCard;
  readonly media: readonly Media[];
  readonly school: School | undefined;
};

function lengthOf({ t, intl }: HouseWords, tenancy: Tenancy): string {
  return leaseLength(t, wholePrice(tenancy), tenancy.unit, intl);
}

function chips(words: HouseWords, { unit, leases }: RoomCard): Html | undefined {
  const { t, intl } = words;
  if (leases.length < 2) return undefined;
  const one = ({ tenancy, isFree }: LeaseOfCard, index: number): Html =>
    html`<label${!isFree && html` class="full"`}><input type="radio" name="lease-${unit.id}"${index === 0 && html` checked`}><b>${lengthOf(words, tenancy)}</b> ${formatDate(
      tenancy.moveIn,
      intl,
    )}</label>`;
  return html`<fieldset><legend class="visually-hidden">${t('house.leases_of', { unit: unit.name })}</legend>${leases.map(one)}</fieldset>`;
}

/** What a week of the school's term costs with the lease, as the lists of its homes order them. */
function termWeek(words: HouseWords, { house, card: { unit }, school }: UnitBlockProps, tenancy: Tenancy): Html | undefined {
  const { t, intl, locale } = words;
  const week = school && usefulWeekWithBills(school, tenancy, billsApart(house.bills, unit.unitType, house.city.country));
  if (!school || !week) return undefined;
  const amount = t('listings.about', { amount: formatMoney(wholeUnits(week.cost), intl) });
  return html`<small class="term">${t('chrome.labelled', { label: t('house.per_term_week', { school: labelOfSchool(school, locale) }), value: amount })}</small>`;
}

function wayOn(words: HouseWords, { house, card: { unit } }: UnitBlockProps, { tenancy, isFree, isShown }: LeaseOfCard): Html | undefined {
  const { t, paths } = words;
  if (!isFree)
    return house.status === 'open' && isFull(tenancy, house.today)
      ? html`<a class="button quiet" rel="nofollow" href="${paths.to('waiting_list', { tenancy: String(tenancy.id) })}">${t('stock.wait')}</a>`
      : undefined;
  const label = html`<span class="visually-hidden">${unit.name}, ${lengthOf(words, tenancy)}</span>`;
  return html`<a class="button${isShown ? ' shown' : ' quiet'}" href="${paths.unit(house, unit.id, tenancy.id) + house.asks}">${t('house.room_choose')}${label}</a>`;
}

/** What a lease costs in all, by the week or month, when, how many are left, and how old that is. */
function sum(words: HouseWords, props: UnitBlockProps, lease: LeaseOfCard): Html {
  const { t, intl } = words;
  const { house, card } = props;
  const { tenancy, isFree, fits } = lease;
  const price = wholePrice(tenancy);
  const local = localRent(tenancy, house.city.country.rentUnit);
  const was = tenancy.promoRent && html`<s>${formatMoney(rentIn(tenancy.rent, tenancy.unit, local.unit).amount, intl)}</s> `;
  const quoted = local.isDerived && html`<small>${t('listings.listed_as', { rent: rentPer(t, price.rent, tenancy.unit, intl) })}</small>`;
  const only = card.leases.length === 1 && html`${lengthOf(words, tenancy)} · `;
  return html`<div class="sum"><p>${amountIn(t, 'house.total_short', formatMoney(price.contractTotal, intl))}${
    fits && html` <span class="tag good">${t('house.fits')}</span>`
  }</p><p class="muted">${was}${localRentPer(t, local, intl)} · ${only}${t('house.period', {
    from: formatDate(tenancy.moveIn, intl),
    to: formatDate(tenancy.moveOut, intl),
  })}${quoted}${termWeek(words, props, tenancy)}</p><p class="left${isFree ? '' : ' no'}"><b>${isFree ? t('house.stock', { count: tenancy.stock }) : t('house.sold_out')}</b> · ${confirmedLine(words, tenancy.confirmedAt)}</p>${wayOn(words, props, lease)}</div>`;
}

function fromRent({ t, intl }: HouseWords, { house, card: { cheapest } }: UnitBlockProps): Html {
  if (!cheapest) return html`<p class="from no">${t('house.sold_out')}</p>`;
  const rent = localRent(cheapest, house.city.country.rentUnit);
  return html`<p class="from">${amountIn(t, rent.unit === 'WEEK' ? 'listings.from_week' : 'listings.from_month', localAmount(t, rent, intl))}</p>`;
}

/** Leases that are not on the card, and the rooms one by one. */
function others({ t, paths }: HouseWords, { house, card: { unit, others: rest } }: UnitBlockProps): Html | undefined {
  const leases =
    rest.free > 0 ? t('house.more_leases', { count: rest.free + rest.full }) : rest.full > 0 ? t('house.full_leases', { count: rest.full }) : undefined;
  const links = [
    leases && html`<a href="${paths.unit(house, unit.id, 0) + house.asks}">${leases}</a>`,
    unit.rooms.length > 0 &&
      html`<a class="rooms" href="${paths.rooms(house, unit.id) + house.asks}">${t('house.see_rooms_of', { count: unit.rooms.length })}</a>`,
  ];
  return links.some(Boolean) ? html`<p class="others">${links}</p>` : undefined;
}

export function unitBlock(words: HouseWords, props: UnitBlockProps): Html {
  const { house, card, media } = props;
  const { unit, leases } = card;
  const { t, paths } = words;
  const href = paths.unit(house, unit.id, 0) + house.asks;
  const [photo] = unitPhotographs(words, house, media, unit.id);
  const isShown = leases.some((lease) => lease.isShown);
  return html`<article class="unit${isShown ? ' shown' : ''}" id="unit-${unit.id}"><a class="plan" href="${href}" tabindex="-1" aria-hidden="true">${picture({
    picture: photo?.picture ?? unitPlan(unit),
    alt: '',
    label: photo?.label,
    sizes: '(min-width:700px)240px,120px',
    widths: photoWidths,
  })}</a><div class="what"><h3><a href="${href}"${unit.nameLang && html` lang="${unit.nameLang}"`}>${unit.name}</a></h3>${fromRent(words, props)}${unitFacts(
    words,
    { unit, house, as: 'room-facts' },
  )}</div><div class="choices">${card.misses && html`<p class="misses">${t('house.room_misses')}</p>`}${
    leases.length > 0 ? [chips(words, card), leases.map((lease) => sum(words, props, lease))] : html`<p class="muted">${t('house.no_leases')}</p>`
  }${others(words, props)}</div></article>`;
}
