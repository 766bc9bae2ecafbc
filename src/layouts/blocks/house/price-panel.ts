/**
 * The full price of one lease (R3.53; decisions, "Money"): what it is in all, and behind lines that open what is in it, what is held apart, and
 * what comes back if a visa is refused. Its styles are price-panel.css.
 */
import { formatDate } from '#lib/dates/dates.ts';
import { comparedTotal } from '#lib/features/catalogue/bills.rules.ts';
import type { BillsApart } from '#lib/features/catalogue/bills.rules.ts';
import { localRent, rentIn } from '#lib/features/catalogue/local-rent.rules.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import { leaseLength, localRentPer, otherRent } from '#lib/features/catalogue/rent.words.ts';
import { listWords } from '#lib/features/geo/geo.schema.ts';
import { bestRefund } from '#lib/features/house/cancellation.rules.ts';
import type { CancellationRow } from '#lib/features/house/cancellation.rules.ts';
import { isFull, isOffered } from '#lib/features/house/house.rules.ts';
import type { usefulOf } from '#lib/features/house/house.rules.ts';
import type { Tenancy } from '#lib/features/house/house.schema.ts';
import type { Converter } from '#lib/features/rates/reader-currency.rules.ts';
import { html } from '#lib/html.ts';
import type { Html, Written } from '#lib/html.ts';
import { coded } from '#lib/i18n/coded.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import { formatMoney, rentForNights, wholeUnits } from '#lib/money/money.ts';
import type { LeaseUnit, Money } from '#lib/money/money.ts';
import { aboutAmount } from './about.ts';
import { amountIn } from './amount-in.ts';
import { confirmedTag } from './confirmed.ts';
import type { HouseWords } from './house-words.ts';

export type PricePanelProps = {
  readonly tenancy: Tenancy;
  readonly bills: BillsApart | undefined;
  readonly today: string;
  /** Which room or lease it is the price of. */
  readonly unitName: string;
  readonly counted: LeaseUnit;
  readonly convert: Converter;
  readonly useful: ReturnType<typeof usefulOf>;
  /** What leaving costs; undefined where no policy is known. */
  readonly refunds: readonly CancellationRow[] | undefined;
  /** Where another room or lease is chosen; undefined where there is no other. */
  readonly choose?: string;
  /** The ways on, which are seen without opening anything. */
  readonly actions: Written;
  /** What stands below them. */
  readonly more?: Written;
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

/** A line that says the main thing, and more when it is opened. */
function opening(summary: Written, note: Written, inside: Written): Html {
  return html`<details class="opens"><summary><b>${summary}</b>${note && html`<small>${note}</small>`}</summary>${inside}</details>`;
}

function covered(props: PricePanelProps, words: HouseWords): Html {
  const { t, intl } = words;
  const { tenancy, bills, useful } = props;
  const fee = wholePrice(tenancy).bookingFee;
  return opening(
    t(bills ? 'house.box_bills_apart' : 'house.box_bills_in'),
    fee.minor === 0n ? t('house.box_no_fee') : t('house.box_fee', { amount: formatMoney(fee, intl) }),
    [lines(props, words), bills && billsNote(bills, words), useful && usefulNote(useful, words)],
  );
}

/** What a refused visa gives back; the whole list is below on the page. */
function refund({ refunds }: PricePanelProps, { t, intl }: HouseWords): Html {
  const best = refunds && bestRefund(refunds, 'visa-refused');
  if (!refunds) return html`<p class="line"><a href="#cancel">${t('house.box_refund_unknown')}</a></p>`;
  if (!best || best.total.minor === 0n) return html`<p class="line"><a href="#cancel">${t('house.box_visa_nothing')}</a></p>`;
  return html`<p class="line"><a href="#cancel">${amountIn(t, 'house.box_visa', formatMoney(best.total, intl))}</a> <small>${t('house.compare_refund_until', {
    date: formatDate(best.until, intl),
  })}</small></p>`;
}

function deposit({ tenancy }: PricePanelProps, { t, intl }: HouseWords): Html {
  const { deposit: amount } = wholePrice(tenancy);
  if (amount.minor === 0n) return html`<p class="line"><b>${t('house.box_no_deposit')}</b></p>`;
  return html`<p class="line"><b>${amountIn(t, 'house.box_deposit', formatMoney(amount, intl))}</b> <small>${t('house.box_deposit_note')}</small></p>`;
}

export function pricePanel(words: HouseWords, props: PricePanelProps): Html {
  const { tenancy, today, unitName, counted, convert, choose, actions, more } = props;
  const { t, intl, paths } = words;
  const price = wholePrice(tenancy);
  const local = localRent(tenancy, counted);
  const isFree = isOffered(tenancy, today);
  const lease = html`<b>${unitName}</b><span>${leaseLength(t, price, tenancy.unit, intl)} · ${t('house.period', {
    from: formatDate(tenancy.moveIn, intl),
    to: formatDate(tenancy.moveOut, intl),
  })}</span>`;
  return html`<section class="price" aria-labelledby="price"><h2 id="price" class="visually-hidden">${t('house.whole_price')}</h2><p class="state"><span class="tag ${
    isFree ? 'good' : 'care'
  }">${isFree ? t('house.stock', { count: tenancy.stock }) : t('house.sold_out')}</span> ${confirmedTag(words, tenancy.confirmedAt)}</p><p class="all">${amountIn(
    t,
    'house.total_short',
    formatMoney(price.contractTotal, intl),
  )}</p><p class="rent">${tenancy.promoRent && html`<s>${localRentPer(t, rentIn(tenancy.rent, tenancy.unit, local.unit), intl)}</s> `}<strong>${localRentPer(
    t,
    local,
    intl,
  )}</strong> <span class="muted">${otherRent(t, price.rent, tenancy.unit, local, intl)}</span> ${aboutAmount(words, {
    about: convert(price.contractTotal),
    original: price.contractTotal,
  })}</p>${choose ? html`<a class="lease" href="${choose}">${lease}</a>` : html`<p class="lease">${lease}</p>`}<div class="lines">${covered(props, words)}${deposit(
    props,
    words,
  )}${refund(props, words)}</div>${
    isFull(tenancy, today) && html`<p><a rel="nofollow" href="${paths.to('waiting_list', { tenancy: String(tenancy.id) })}">${t('stock.wait_full')}</a></p>`
  }<p class="actions">${actions}</p>${more}</section>`;
}
