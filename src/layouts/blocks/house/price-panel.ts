/** The whole price of one lease option (R3.53; decisions, "Money"). Its styles are price-panel.css. */
import { formatDate } from '#lib/dates/dates.ts';
import { comparedTotal } from '#lib/features/catalogue/bills.rules.ts';
import type { BillsApart } from '#lib/features/catalogue/bills.rules.ts';
import { localRent, rentIn, wholeUnits } from '#lib/features/catalogue/local-rent.rules.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import { leaseLength, localRentPer, otherRent } from '#lib/features/catalogue/rent.words.ts';
import { listWords } from '#lib/features/geo/geo.schema.ts';
import { isFull, isOffered } from '#lib/features/house/house.rules.ts';
import type { usefulOf } from '#lib/features/house/house.rules.ts';
import type { Tenancy } from '#lib/features/house/house.schema.ts';
import type { Converter } from '#lib/features/rates/reader-currency.rules.ts';
import { html } from '#lib/html.ts';
import type { Html, Written } from '#lib/html.ts';
import { coded } from '#lib/i18n/coded.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import { formatMoney, rentForNights } from '#lib/money/money.ts';
import type { LeaseUnit, Money } from '#lib/money/money.ts';
import { aboutAmount } from './about.ts';
import { confirmedTag } from './confirmed.ts';
import type { HouseWords } from './house-words.ts';

export type PricePanelProps = {
  readonly tenancy: Tenancy;
  readonly bills: BillsApart | undefined;
  readonly today: string;
  readonly unitName: string;
  readonly counted: LeaseUnit;
  readonly convert: Converter;
  readonly useful: ReturnType<typeof usefulOf>;
  /** What stands below the price. */
  readonly more: Written;
};

/** By what a rent of months is charged: nobody gets the total by months alone. */
function nightBasis(rent: Money, unit: LeaseUnit, { t, intl }: HouseWords): Html | undefined {
  if (unit !== 'MONTH') return undefined;
  return html` <small class="muted">${t('house.night_basis', { amount: formatMoney(rentForNights(rent, unit, 1), intl) })}</small>`;
}

function lines({ tenancy, bills, convert }: PricePanelProps, words: HouseWords): Html {
  const { t, intl } = words;
  const price = wholePrice(tenancy);
  const total = comparedTotal(price, bills);
  const line = (label: Written, amount: Written, kind?: string): Html => html`<div${kind && html` class="${kind}"`}><dt>${label}</dt><dd>${amount}</dd></div>`;
  const amountOr = (amount: Money, none: string): string => (amount.minor === 0n ? none : formatMoney(amount, intl));
  return html`<dl>${[
    line(
      [t('house.rent_for_nights', { length: leaseLength(t, price, tenancy.unit, intl), count: price.nights }), nightBasis(price.rent, tenancy.unit, words)],
      formatMoney(price.rentTotal, intl),
    ),
    line(t('house.booking_fee'), amountOr(price.bookingFee, t('house.no_fee'))),
    line(
      t('house.contract_total'),
      [formatMoney(price.contractTotal, intl), aboutAmount(words, { about: convert(price.contractTotal), original: price.contractTotal, withRate: true })],
      'total',
    ),
    bills?.kind === 'about' &&
      total.bills === 'estimated' &&
      line(
        t('house.total_with_bills', { amount: formatMoney(bills.weekly, intl) }),
        t('listings.about', { amount: formatMoney(total.amount, intl) }),
        'estimate',
      ),
    line(t('house.deposit'), amountOr(price.deposit, t('house.no_deposit')), 'apart'),
    price.saving && line(t('house.saving'), formatMoney(price.saving, intl), 'saving'),
  ]}</dl>`;
}

/** Which bills come on top; where they are estimated, from what. */
function billsNote(bills: BillsApart, { t, intl, locale }: HouseWords): Html {
  const names = listWords(
    bills.missing.map((bill) => coded(t, 'bill', bill)),
    locale,
  );
  if (bills.kind !== 'about') return html`<p class="small muted">${t('house.bills_apart', { bills: names })}</p>`;
  // Sources keep the names they are published under.
  const [before, after] = t('house.bills_estimated', { bills: names, sources: '\n' }).split('\n');
  const sources = bills.sources.map(({ source, asOf }, index) => html`${index > 0 && '; '}<span lang="en">${source}</span> (${formatDate(asOf, intl)})`);
  return html`<p class="small muted">${before}${sources}${after}</p>`;
}

function usefulNote({ week, school, basis }: ReturnType<typeof usefulOf> & {}, { t, intl }: HouseWords): Html {
  const share = numberFormat(intl, { style: 'percent', maximumFractionDigits: 0 }).format(week.idleShare);
  return html`<p class="useful small">${t(week.bills === 'estimated' ? 'house.useful_week_bills' : 'house.useful_week', {
    amount: t('listings.about', { amount: formatMoney(wholeUnits(week.cost), intl) }),
    school,
    share,
  })} <span class="muted">${basis}</span></p>`;
}

export function pricePanel(words: HouseWords, props: PricePanelProps): Html {
  const { tenancy, bills, today, unitName, counted, useful, more } = props;
  const { t, intl, paths } = words;
  const price = wholePrice(tenancy);
  const local = localRent(tenancy, counted);
  const isFree = isOffered(tenancy, today);
  return html`<section class="price" aria-labelledby="price"><h2 id="price" class="visually-hidden">${t('house.whole_price')}</h2><p class="unit">${unitName}</p><p class="rent">${
    tenancy.promoRent && html`<s>${localRentPer(t, rentIn(tenancy.rent, tenancy.unit, local.unit), intl)}</s>`
  }<strong>${localRentPer(t, local, intl)}</strong></p><p class="equal muted">${otherRent(t, price.rent, tenancy.unit, local, intl)}</p><p class="dates">${t(
    'house.period',
    { from: formatDate(tenancy.moveIn, intl), to: formatDate(tenancy.moveOut, intl) },
  )}</p>${lines(props, words)}${bills && billsNote(bills, words)}${useful && usefulNote(useful, words)}<p class="state"><span class="tag ${
    isFree ? 'good' : 'care'
  }">${isFree ? t('house.stock', { count: tenancy.stock }) : t('house.sold_out')}</span> ${confirmedTag(words, tenancy.confirmedAt)}</p>${
    isFull(tenancy, today) && html`<p><a rel="nofollow" href="${paths.to('waiting_list', { tenancy: String(tenancy.id) })}">${t('stock.wait_full')}</a></p>`
  }${more}</section>`;
}
