/** The lease options of a unit: when, how long, what it costs in all, how many are left, how old the facts are. Its styles are lease-table.css. */
import { formatDate } from '#lib/dates/dates.ts';
import { billsApart, usefulWeekWithBills } from '#lib/features/catalogue/bills.rules.ts';
import { localRent, rentIn } from '#lib/features/catalogue/local-rent.rules.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import { leaseLength, localRentPer, rentPer } from '#lib/features/catalogue/rent.words.ts';
import { labelOfSchool } from '#lib/features/geo/distinct-names.rules.ts';
import type { School } from '#lib/features/geo/geo.schema.ts';
import { isFull, isOffered, offeredOrAll } from '#lib/features/house/house.rules.ts';
import type { ReadHouse, Tenancy, UnitWithTenancies } from '#lib/features/house/house.schema.ts';
import type { HouseAnswer } from '#lib/features/house/house.service.ts';
import { cssString, html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { formatMoney, wholeUnits } from '#lib/money/money.ts';
import { confirmedLine } from './confirmed.ts';
import { bookHref } from './contact-link.ts';
import type { HouseWords } from './house-words.ts';

export type LeaseTableProps = {
  readonly house: ReadHouse;
  readonly unit: UnitWithTenancies;
  readonly school: School | undefined;
  readonly answer: HouseAnswer | undefined;
  /** The option that the page is about. */
  readonly chosen?: Tenancy | undefined;
  /** Where something is free, the full options wait on the unit's own page. */
  readonly brief?: boolean;
};

type Useful = { readonly of: ReturnType<typeof usefulWeekWithBills> };

function row(words: HouseWords, { house, unit, answer, chosen, brief = false }: LeaseTableProps, tenancy: Tenancy, useful: Useful | undefined): Html {
  const { t, intl, paths } = words;
  const price = wholePrice(tenancy);
  const local = localRent(tenancy, house.city.country.rentUnit);
  const isFree = house.status === 'open' && isOffered(tenancy, house.today);
  return html`<tr${tenancy.id === chosen?.id && html` aria-current="true"`}><th scope="row"><a href="${paths.unit(house, unit.id, tenancy.id) + house.asks}">${formatDate(
    tenancy.moveIn,
    intl,
  )}</a>${answer?.fits(unit, tenancy) && html`<span class="tag good fits">${t('house.fits')}</span>`}</th><td>${formatDate(
    tenancy.moveOut,
    intl,
  )}</td><td>${leaseLength(t, price, tenancy.unit, intl)}</td><td>${
    tenancy.promoRent && html`<s>${formatMoney(rentIn(tenancy.rent, tenancy.unit, local.unit).amount, intl)}</s> `
  }${localRentPer(t, local, intl)}${
    local.isDerived && html`<small class="muted">${t('listings.listed_as', { rent: rentPer(t, price.rent, tenancy.unit, intl) })}</small>`
  }</td><td>${formatMoney(price.contractTotal, intl)}</td>${
    useful && html`<td>${useful.of ? t('listings.about', { amount: formatMoney(wholeUnits(useful.of.cost), intl) }) : '–'}</td>`
  }<td${!isFree && html` class="no"`}>${isFree ? t('house.stock', { count: tenancy.stock }) : t('house.sold_out')} ${
    house.status === 'open' &&
    isFull(tenancy, house.today) &&
    html`<a rel="nofollow" href="${paths.to('waiting_list', { tenancy: String(tenancy.id) })}">${t('stock.wait')}</a>`
  }\n${confirmedLine(words, tenancy.confirmedAt)}${isFree && !brief && html`\n<a href="${bookHref(words, house, tenancy)}" data-login="member">${t('orders.book')}</a>`}</td></tr>`;
}

/**
 * What says on phones, where the headings of lease tables are not shown, what their figures are: a style of what the tables stand in,
 * once for all of them.
 */
export function leaseLabels({ t, locale }: Pick<HouseWords, 't' | 'locale'>, school: School | undefined): string {
  const useful = school ? t('house.per_term_week', { school: labelOfSchool(school, locale) }) : '';
  return `--total:${cssString(t('house.contract_total'))};--useful:${cssString(useful)}`;
}

/** It stands in something that has the style `leaseLabels`, and lies in rows where its parent is narrow. */
export function leaseTable(words: HouseWords, props: LeaseTableProps): Html {
  const { house, unit, school, brief = false } = props;
  const { t, paths, locale } = words;
  const shown = brief ? offeredOrAll(unit.tenancies, house) : unit.tenancies;
  const bills = billsApart(house.bills, unit.unitType, house.city.country);
  const weeks = shown.map((tenancy) => school && usefulWeekWithBills(school, tenancy, bills));
  const label = school && weeks.some(Boolean) ? t('house.per_term_week', { school: labelOfSchool(school, locale) }) : undefined;
  const total = t('house.contract_total');
  const left = unit.tenancies.length - shown.length;
  return html`<table class="leases"><caption class="visually-hidden">${t('house.leases_of', { unit: unit.name })}</caption><thead><tr><th scope="col">${t(
    'house.move_in',
  )}</th><th scope="col">${t('house.move_out')}</th><th scope="col">${t('house.length')}</th><th scope="col">${t(
    'house.rent',
  )}</th><th scope="col">${total}</th>${label && html`<th scope="col">${label}</th>`}<th scope="col">${t(
    'house.availability',
  )}</th></tr></thead><tbody>${shown.map((tenancy, index) => row(words, props, tenancy, label === undefined ? undefined : { of: weeks[index] }))}</tbody></table>${
    left > 0 && html`<a class="full-leases" href="${paths.unit(house, unit.id, 0) + house.asks}">${t('house.full_leases', { count: left })}</a>`
  }`;
}
