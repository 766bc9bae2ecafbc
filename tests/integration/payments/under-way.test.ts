/** Money that is on its way is told wherever the same thing could be paid a second time. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import { beginOrderContract } from '#lib/features/orders/orders.contract.ts';
import { payContract, staffPaymentContract, voucherContract } from '#lib/features/payments/payments.contract.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { resolvePath } from '#lib/resolve.ts';
import { callReader } from '#lib/reader.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { pdf } from '#tests/support/sample-files.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser } from '#tests/support/staff-desk.ts';

let desk: OrdersDesk;
let finance: StaffBrowser;
beforeAll(async () => {
  const account = (method: string) => ({ method, currency: 'GBP', lines: { holder: 'Loftling Ltd', iban: 'GB33BUKB20201555555555' } });
  const accounts = [account('bank-transfer'), account('boa-transfer'), account('zelle')];
  desk = await openOrdersDesk({ settings: { TRANSFER_ACCOUNTS: JSON.stringify(accounts) } });
  finance = await openStaffDesk(desk.office).member('finance');
});
afterAll(() => desk.office.close());

const people = () => known(desk.office.on.services.people);

/** Somebody who owes a thousand pounds for an order. @param hours until when it is due. */
async function owing(hours?: number) {
  const by: Browser = await desk.somebody();
  const userId = asId<UserId>((await by.call(sessionContract)).data.cust_id);
  const { code } = (await by.call(beginOrderContract, desk.book())).data;
  const ref = { kind: 'order', code } as const;
  const amount = { minor: 100_000n, currency: 'GBP' } as const;
  const request = {
    ...ref,
    userId,
    amount,
    shares: [{ payee: 'operator', supplierId: undefined, what: 'fee', amount }] as const,
    dueAt: hours === undefined ? undefined : new Date(desk.office.clock.now.getTime() + hours * 3_600_000),
  };
  await desk.office.on.base.database.transact((tx) => people().payments.collecting.ask(tx, request, desk.office.clock.now));
  const reader = (locale: Locale, query: Readonly<Record<string, string>>, name = 'pay_center') => {
    const own = callReader(desk.office.on.services.site, { locale, now: new Date(desk.office.clock.now.getTime() + 1) });
    return { ...own, page: { ...own.page, name, params: {} }, query: new URLSearchParams(query), visitor: { session: { userId }, staff: undefined } as never };
  };
  const center = async (locale: Locale = 'en-us') => known(await people().loaders.payments.center(reader(locale, ref)));
  const rest = () => people().loaders.payments.rest(reader('en-us', {}), ref);
  const transfer = async (payment: string) => known(await people().loaders.payments.transfer(reader('en-us', { payment }, 'bank_transfer')));
  const at = (name: string, query: Readonly<Record<string, string>>) => people().loaders.payments.transfer(reader('en-us', query, name));
  const begin = async (method = 'bank-transfer'): Promise<string> => (await by.call(payContract, { ...ref, method })).data.payment;
  return { by, userId, center, rest, transfer, begin, at };
}

test('a transfer that was begun is told with its number where one pays, in every language, and leads to its account', async () => {
  const { center, begin, rest } = await owing();
  expect((await center()).underWay).toEqual([]);
  const payment = await begin();
  for (const locale of locales) {
    const [one, ...more] = known((await center(locale)).underWay);
    expect([more, one?.isHeld, one?.says.includes(payment), one?.href?.includes(`bank-transfer?payment=${payment}`)]).toEqual([[], false, true, true]);
  }
  const shown = await center();
  expect([shown.isAsked, shown.methods.length > 0, await rest()]).toEqual([true, true, undefined]);
});

test('[R2.033] [R2.035] who pays by transfer is led from the payment page to details, proof and list of their transfers', async () => {
  const { center, begin, at } = await owing();
  const walk = async (href: string) => {
    const address = new URL(href, 'https://example.org');
    const found = resolvePath(desk.office.on.base.geo, address.pathname, 'en-us');
    if (found.kind !== 'page') throw new Error(href);
    return { name: found.name, shown: known(await at(found.name, Object.fromEntries(address.searchParams))) };
  };
  const [list, ...none] = known((await center()).transfers);
  expect(none).toEqual([]);
  expect(await walk(known(list).href)).toMatchObject({ name: 'transfer_link', shown: { isOpen: true, waiting: [] } });

  const payment = await begin();
  const shown = await center();
  const [details, all] = known(shown.transfers);
  expect(await walk(known(details).href)).toMatchObject({ name: 'transfer_information', shown: { payment: { reference: payment }, takesVoucher: true } });
  expect(await walk(known(all).href)).toMatchObject({ name: 'transfer_link', shown: { waiting: [{ reference: payment }] } });
  expect(await walk(known(shown.underWay?.[0]?.href))).toMatchObject({ name: 'bank_transfer', shown: { lines: [{ value: 'Loftling Ltd' }, {}] } });
});

test('[R2.034] [R2.166] each way to transfer is reached by the number of a transfer that was begun by it', async () => {
  for (const [method, name] of [
    ['boa-transfer', 'boa_transfer'],
    ['zelle', 'profile_zelle'],
  ] as const) {
    const { center, begin, at } = await owing();
    const payment = await begin(method);
    const address = new URL(known(known((await center()).underWay)[0]?.href), 'https://example.org');
    expect(resolvePath(desk.office.on.base.geo, address.pathname, 'en-us')).toMatchObject({ kind: 'page', name });
    expect(known(await at(name, Object.fromEntries(address.searchParams))).payment?.reference).toBe(payment);
  }
});

test('a proof that was brought is told as one that is being checked', async () => {
  const { by, userId, center, begin } = await owing();
  const payment = await begin();
  const kept = await people().uploads.keep(
    'voucher',
    { name: 'bank.pdf', bytes: pdf() },
    { userId, visit: undefined, address: '192.0.2.7' },
    desk.office.clock.now,
  );
  if (!kept.ok) throw new Error(kept.reason);
  await by.call(voucherContract, { payment, file: kept.value.id });
  expect((await center()).underWay?.map(({ says }) => says)).toEqual([expect.stringContaining('checking your proof')]);
});

test('while another amount is looked into no page asks for more; once it is booked they all tell what lacks', async () => {
  const { center, begin, rest, transfer } = await owing();
  const payment = await begin();
  await finance.call(staffPaymentContract, { payment, act: 'confirm', sum: '900.00', reason: '' });
  const held = await center();
  expect([held.isAsked, held.methods, held.underWay?.map(({ isHeld }) => isHeld)]).toEqual([false, [], [true]]);
  expect(await transfer(payment)).toMatchObject({ payment: { stage: 'held' }, lines: [] });

  await finance.call(staffPaymentContract, { payment, act: 'book', sum: '', reason: 'came short' });
  const part = await center();
  expect([part.isAsked, part.underWay, part.owed?.now, part.owed?.before]).toEqual([true, [], '£100', '£900']);
  expect(await transfer(payment)).toMatchObject({ payment: { stage: 'part' }, came: '£900', left: '£100', lines: [] });
  expect(await rest()).toBe('We’ve received £900. You still need to pay £100.');
});

test('what is due before a transfer could arrive is not paid by one', async () => {
  const methodsOf = async (hours: number) => (await (await owing(hours)).center()).methods;
  expect(await methodsOf(48)).toContain('bank-transfer');
  expect(await methodsOf(1)).not.toContain('bank-transfer');
});
