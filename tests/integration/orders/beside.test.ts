/** What stands beside sums for whoever pays: about how much they are in the payer's own currency, and what their bank may add. Never owed. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bookHref } from '#layouts/blocks/house/contact-link.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import { sponsorLinkContract } from '#lib/features/orders/sponsors.contract.ts';
import { payMethodsContract } from '#lib/features/payments/payments.contract.ts';
import type { BankEstimate } from '#lib/features/quotes/quote.rules.ts';
import { dueToBook } from '#lib/features/quotes/quote.schema.ts';
import { sayBankEstimate } from '#lib/features/quotes/quote.words.ts';
import { locales, localeFacts } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { TenancyId, UnitId } from '#lib/ids/ids.ts';
import { formatMoney, money, wholeUnits } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { View } from '#lib/view.ts';
import { testNow } from '#tests/factories/houses.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { seePages } from '#tests/support/pages-server.ts';
import type { SeenPages } from '#tests/support/pages-server.ts';

let desk: OrdersDesk;
let server: SeenPages;
beforeAll(async () => {
  desk = await openOrdersDesk();
  server = await seePages(desk.office);
});
afterAll(async () => {
  await server.close();
  await desk.office.close();
});
beforeEach(async () => {
  await people().ordersClock.runClock(new Date(testNow.getTime() + 60 * 86_400_000));
  desk.office.clock.now = testNow;
});

const people = () => known(desk.office.on.services.people);
const loader = () => people().loaders.orders;

/** The view of a page as its owner's browser asks for it. */
const view = async (by: Browser, path: string): Promise<View> => (await server.see(by, path)).view;
const rateDay = async () => {
  const { day } = await desk.office.on.base.db
    .selectFrom('rates')
    .select(({ fn }) => fn.max('as_of').as('day'))
    .executeTakeFirstOrThrow();
  return String(day);
};
/** What a payer whose currency has to be exchanged in the United Kingdom is told of an amount, and one who has pounds. */
const exchanged = ({ minor, currency }: Money): BankEstimate => ({
  surcharge: 'forbidden',
  exchange: { from: money(0n, currency), to: money((minor * 30n + 500n) / 1000n, currency) },
});
const inPounds: BankEstimate = { surcharge: 'forbidden', exchange: undefined };

async function booking(by: Browser, prefix: string, more = '') {
  const { house_id: house, unit_id: unit, id } = desk.lease;
  const opened = await loader().book(await view(by, `${prefix}/houses/book-rent?houseId=${house}&unitId=${unit}&tenancyId=${id}${more}`));
  if (opened.kind !== 'book') throw new Error(opened.kind);
  return opened;
}
async function review(by: Browser, path: string) {
  const opened = known(await loader().review(await view(by, path)));
  if (opened.kind !== 'review') throw new Error(opened.kind);
  return opened;
}
async function contract(by: Browser, path: string) {
  const opened = known(await loader().contract(await view(by, path)));
  if (opened.kind !== 'contract') throw new Error(opened.kind);
  return opened;
}
const center = async (by: Browser, path: string) => known(known(await people().loaders.payments.center(await view(by, path))).owed);

test('the page of booking tells sums in the reader’s currency as the page of the home tells the same sum, with the day of the rate', async () => {
  const by = await desk.somebody();
  for (const [prefix, more, currency] of [
    ['/en', '', 'USD'],
    ['/vn', '', 'VND'],
    ['/en', '&currency=eur', 'EUR'],
    ['/vn', '&currency=JPY', 'JPY'],
  ] as const) {
    const { quotes, about, house, currency: original } = await booking(by, prefix, more);
    expect(original).toBe('GBP');
    const sum = known(quotes[0]).contractTotal;
    const beside = known(about(sum));
    expect([beside.amount.currency, beside.asOf.slice(0, 10)]).toEqual([currency, (await rateDay()).slice(0, 10)]);
    const reader = await view(by, `${prefix}/houses/book-rent?houseId=${desk.lease.house_id}${more}`);
    const whole = await desk.office.on.services.loaders.house.whole(house, reader);
    const tenancy = known(whole.offers.units.flatMap(({ tenancies }) => tenancies).find(({ id }) => id === desk.lease.id));
    const price = wholePrice(tenancy).contractTotal;
    expect([price, whole.convert(price)]).toEqual([sum, beside]);
    expect(beside.amount).toEqual(wholeUnits(beside.amount));
    // The choice that was made on the page of the home goes along from there.
    const href = bookHref(reader, house, { id: desk.lease.id as TenancyId, unitId: desk.lease.unit_id as UnitId });
    expect(new URL(href, server.address).searchParams.get('currency')).toBe(more === '' ? null : currency);
  }
});

test('nothing is told in a currency that is the same, or that cannot be chosen', async () => {
  const by = await desk.somebody();
  const code = await desk.drafted(by);
  const { about, bank, quote } = await review(by, `/en/apply/review-info/${code}?currency=gbp`);
  expect([about(known(quote).contractTotal), bank]).toEqual([undefined, inPounds]);
  const other = await review(by, `/vn/apply/review-info/${code}?currency=XXX`);
  expect(other.about(known(quote).contractTotal)?.amount.currency).toBe('VND');
});

test('a currency that was chosen on one step is that of the next ones, until another is chosen', async () => {
  const by = await desk.somebody();
  const code = await desk.drafted(by);
  const sum = known((await review(by, `/en/apply/review-info/${code}`)).quote).contractTotal;
  const ask = async (query: string) => {
    const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${server.address}/en/apply/review-info/${code}${query}`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
    await answer.text();
    return answer.headers.getSetCookie().filter((one) => one.startsWith('currency='));
  };
  expect(await ask('')).toEqual([]);
  expect(await ask('?currency=XXX')).toEqual([]);
  // A link that names one is no choice.
  expect(await ask('?currency=eur')).toEqual([]);
  expect(await ask('?currency=eur&keep=currency')).toEqual([expect.stringMatching(/^currency=EUR; Path=\/; Max-Age=31536000; SameSite=Lax/)]);
  by.cookies.set('currency', 'EUR');
  const told = async (query: string) => (await review(by, `/en/apply/review-info/${code}${query}`)).about(sum)?.amount.currency;
  expect([await told(''), await told('?currency=JPY')]).toEqual(['EUR', 'JPY']);
  by.cookies.set('currency', '"><b>');
  expect(await told('')).toBe('USD');
});

test('what the payer’s bank may add stands beside the quote when it is sent, signed and paid: an estimate that nobody owes', async () => {
  const by = await desk.somebody();
  const code = await desk.drafted(by);
  const before = await review(by, `/en/apply/review-info/${code}`);
  const quote = known(before.quote);
  const total = { ...quote.contractTotal, minor: quote.contractTotal.minor + quote.deposit.minor };
  expect([before.bank, before.about(total)?.amount.currency]).toEqual([exchanged(total), 'USD']);

  const sent = await desk.sent(by);
  await desk.byStaff(sent, 'offer');
  const paper = await contract(by, `/en/order/sign/${sent}`);
  expect([paper.bank, paper.about(total)]).toEqual([exchanged(total), before.about(total)]);
  expect((await contract(by, `/vn/order/sign/${sent}?currency=GBP`)).bank).toEqual(inPounds);
  // It is no part of what is signed.
  const said = formatMoney(wholeUnits(known(known(paper.bank).exchange).to), 'en-GB');
  expect(JSON.stringify(paper.blocks)).not.toContain(said);

  await by.call(contracts.signContractContract, { code: sent, hash: paper.hash, name: 'Nguyễn Thị Lan', consent_contract: '2026-11' });
  const path = `/order/pay-center?kind=order&code=${sent}`;
  const due = dueToBook(quote);
  const owed = await center(by, `/en${path}`);
  expect([owed.left, owed.bank, owed.about?.amount.currency, owed.about?.asOf]).toEqual([due, exchanged(due), 'USD', before.about(total)?.asOf]);
  const own = await center(by, `/en${path}&currency=GBP`);
  expect([own.left, own.bank, own.about]).toEqual([due, inPounds, undefined]);
  // What is asked for is the same, whatever currency is chosen.
  const asked = (await by.call(payMethodsContract, { kind: 'order', code: sent })).data;
  expect([asked.amount, asked.currency]).toEqual([String(due.minor), 'GBP']);
});

test('whoever pays by a link is told in the currency of their language, beside the price or, where that is kept from them, beside what is due', async () => {
  const by = await desk.somebody();
  const code = await desk.signed(by);
  const link = async (more: Readonly<Record<string, string>>) =>
    (await by.call(sponsorLinkContract, { code, student: 'Lan', sponsor_locale: 'vi-vn', days: '7', ...more })).data.key;
  const sponsor = desk.office.browser();
  const opened = async (key: string, more = '') => known(await loader().sponsored(await view(sponsor, `/vn/order/sponsored?key=${key}${more}`)));
  const shown = await opened(await link({ shows_price: 'yes' }));
  const quote = known(shown.quote);
  const total = { ...quote.contractTotal, minor: quote.contractTotal.minor + quote.deposit.minor };
  const due = dueToBook(quote);
  expect([shown.bank, known(shown.due).left, shown.about(due)?.amount.currency]).toEqual([exchanged(total), due, 'VND']);
  const hidden = await opened(await link({}));
  expect([hidden.quote, hidden.bank]).toEqual([undefined, exchanged(due)]);
  expect((await opened(await link({}), '&currency=GBP')).bank).toEqual(inPounds);
});

test.each(locales)('%s: it is said in whole units to be an estimate, and of an own currency only that nothing may be added', (locale) => {
  const words = { t: translator(locale), locale, intl: localeFacts[locale].intl };
  const [surcharge, exchange, ...more] = sayBankEstimate(exchanged(money(1_234_500n, 'GBP')), words);
  expect([surcharge, exchange?.includes(formatMoney(money(37_000n, 'GBP'), words.intl)), more]).toEqual([words.t('quotes.bank_no_surcharge'), true, []]);
  expect(sayBankEstimate(inPounds, words)).toEqual([surcharge]);
});
