/** Transfers with their proof, by calls as browsers make them and by what the pages show, over a real database. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionContract } from '#lib/features/accounts/own-account.contract.ts';
import { beginOrderContract } from '#lib/features/orders/orders.contract.ts';
import { payContract, staffPaymentContract, voucherContract } from '#lib/features/payments/payments.contract.ts';
import { kindOf } from '#lib/features/uploads/file-content.files.ts';
import { voucherDays } from '#lib/features/payments/payments.rules.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { callReader } from '#lib/reader.ts';
import { testNow } from '#tests/factories/houses.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { pdf, picture } from '#tests/support/sample-files.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser } from '#tests/support/staff-desk.ts';

let desk: OrdersDesk;
let finance: StaffBrowser;
beforeAll(async () => {
  const account = (method: string, iban: string) => ({ method, currency: 'GBP', lines: { holder: 'Loftling Ltd', iban } });
  const accounts = [account('bank-transfer', 'GB33BUKB20201555555555'), account('boa-transfer', 'US-1'), account('zelle', 'US-2')];
  desk = await openOrdersDesk({ settings: { TRANSFER_ACCOUNTS: JSON.stringify(accounts) } });
  finance = await openStaffDesk(desk.office).member('finance');
});
afterAll(() => desk.office.close());

const people = () => known(desk.office.on.services.people);
const idOf = async (by: Browser): Promise<UserId> => asId<UserId>((await by.call(sessionContract)).data.cust_id);

/** Somebody who owes ten pounds and has begun to transfer them. */
async function transferring(method = 'bank-transfer') {
  const by = await desk.somebody();
  const userId = await idOf(by);
  const { code } = (await by.call(beginOrderContract, desk.book())).data;
  const ref = { kind: 'order', code } as const;
  const amount = { minor: 1_000n, currency: 'GBP' } as const;
  const request = { ...ref, userId, amount, shares: [{ payee: 'operator', supplierId: undefined, what: 'fee', amount }] as const, dueAt: undefined };
  await desk.office.on.base.database.transact((tx) => people().payments.collecting.ask(tx, request, desk.office.clock.now));
  const { payment } = (await by.call(payContract, { ...ref, method })).data;
  return { by, userId, ref, payment };
}
async function brought(userId: UserId, bytes = pdf(), name = 'bank.pdf'): Promise<string> {
  const kept = await people().uploads.keep('voucher', { name, bytes }, { userId, visit: undefined, address: '192.0.2.7' }, desk.office.clock.now);
  if (!kept.ok) throw new Error(kept.reason);
  return kept.value.id;
}
/** What a page of transfers shows somebody. */
async function page(name: string, userId: UserId, query: Readonly<Record<string, string>> = {}) {
  const { site } = desk.office.on.services;
  const reader = callReader(site, { locale: 'en-us', now: new Date(desk.office.clock.now.getTime() + 1) });
  const visitor = { session: { userId }, staff: undefined } as never;
  return people().loaders.payments.transfer({ ...reader, page: { ...reader.page, name, params: {} }, query: new URLSearchParams(query), visitor });
}

test('[R2.032] [R2.034] [R2.166] each page has the lines of its own account, amount and number, and those of no other transfer', async () => {
  for (const [method, name, iban] of [
    ['bank-transfer', 'bank_transfer', 'GB33BUKB20201555555555'],
    ['boa-transfer', 'boa_transfer', 'US-1'],
    ['zelle', 'profile_zelle', 'US-2'],
  ] as const) {
    const { userId, payment } = await transferring(method);
    const shown = known(await page(name, userId, { payment }));
    expect(shown.payment).toMatchObject({ reference: payment, amount: '£10', stage: 'open' });
    expect(shown.lines.map(({ value }) => value)).toEqual(['Loftling Ltd', iban]);
    expect(shown.takesVoucher).toBe(true);
    const others = ['bank_transfer', 'boa_transfer', 'profile_zelle'].filter((one) => one !== name);
    for (const other of others) expect(await page(other, userId, { payment })).toBeUndefined();
    const stranger = await idOf(await desk.somebody());
    expect(await page(name, stranger, { payment })).toBeUndefined();
  }
});

test('[R2.033] [R2.035] the pages without a payment lead to transfers that are awaited and to what is to be paid', async () => {
  const { userId, payment, ref } = await transferring();
  for (const name of ['transfer_information', 'transfer_link', 'bank_transfer']) {
    const shown = known(await page(name, userId));
    expect(shown.waiting.map(({ reference }) => reference)).toEqual([payment]);
    expect(shown.owed.map(({ href }) => href)).toEqual([expect.stringContaining(`code=${ref.code}`)]);
  }
  expect(known(await page('boa_transfer', userId)).waiting).toEqual([]);
  const nobody = known(await page('transfer_link', await idOf(await desk.somebody())));
  expect([nobody.waiting, nobody.owed, nobody.isOpen]).toEqual([[], [], true]);
});

test('[R2.033] a proof lies encrypted, is seen by its payer and by staff of money alone, and the transfer is confirmed against it', async () => {
  const { by, userId, payment } = await transferring();
  const file = await brought(userId);
  expect((await by.call(voucherContract, { payment, file })).data).toEqual({ payment, method: 'bank-transfer' });
  expect(known(await page('bank_transfer', userId, { payment })).voucher).toMatchObject({ name: 'bank.pdf', isChecked: false, isMadeAnew: false });
  const stored = await desk.office.on.services.storage.get(`uploads/${file}.pdf`);
  expect([pdf().includes('%PDF'), known(stored).bytes.includes('%PDF')]).toEqual([true, false]);

  const open = (standing: 'support' | 'editor' | 'finance') => people().openFileForStaff(file, { staffId: finance.id, standing }, desk.office.clock.now);
  expect([await open('support'), await open('editor'), (await open('finance'))?.name]).toEqual([undefined, undefined, 'bank.pdf']);
  const { id } = known(await people().payments.find(payment)).payment;
  const log = () => desk.office.on.base.db.selectFrom('audit_log').select('action').where('subject', '=', `payment:${id}`).orderBy('id').execute();
  expect((await log()).map(({ action }) => action)).toEqual(['file-seen']);

  expect((await people().payments.queue('transfers', undefined)).some((one) => one.payment.reference === payment)).toBe(true);
  await finance.call(staffPaymentContract, { payment, act: 'confirm', sum: '10.00', reason: '' });
  expect((await log()).map(({ action }) => action)).toEqual(['file-seen', 'payment-changed']);
  expect((await people().payments.queue('transfers', undefined)).some((one) => one.payment.reference === payment)).toBe(false);
  expect(known(await page('bank_transfer', userId, { payment }))).toMatchObject({ payment: { stage: 'arrived' }, lines: [], takesVoucher: false });
  const late = await by.call(voucherContract, { payment, file: await brought(userId) });
  expect([late.status, late.error_code === 0]).toEqual([422, false]);
});

test('[R2.033] what staff booked is looked at, at once or after its amount was another', async () => {
  const [whole, less] = [await transferring(), await transferring()];
  for (const { by, userId, payment } of [whole, less]) await by.call(voucherContract, { payment, file: await brought(userId) });
  const isNew = async (reference: string) => known(await people().payments.find(reference)).payment.voucherAt !== undefined;
  const see = (payment: string, act: string, sum = '') => finance.call(staffPaymentContract, { payment, act, sum, reason: '' });
  expect([await isNew(whole.payment), await isNew(less.payment)]).toEqual([true, true]);
  await see(whole.payment, 'confirm', '10.00');
  await see(less.payment, 'confirm', '4.00');
  expect([await isNew(whole.payment), await isNew(less.payment)]).toEqual([false, true]);
  expect((await see(less.payment, 'book')).status).toBe(200);
  expect(await isNew(less.payment)).toBe(false);
  expect(known(await page('bank_transfer', less.userId, { payment: less.payment })).voucher?.isChecked).toBe(true);
});

test('[R2.033] another proof takes the place of the first, which goes; a file of somebody else’s and a stranger’s payment are not there', async () => {
  const { by, userId, payment } = await transferring();
  const [first, second] = [await brought(userId), await brought(userId, await picture('png'), 'bank.png')];
  await by.call(voucherContract, { payment, file: first });
  await by.call(voucherContract, { payment, file: second });
  // A picture is made anew, and comes back by the name that the page says.
  const shown = known(known(await page('bank_transfer', userId, { payment })).voucher);
  expect(shown).toMatchObject({ name: 'bank.webp', isMadeAnew: true, href: `/users/files/${second}` });
  const opened = known(await people().uploads.open(second, { userId, visit: undefined }, new Date(desk.office.clock.now.getTime() + 1)));
  expect([opened.name, opened.type, kindOf(opened.content)]).toEqual(['bank.webp', 'image/webp', 'webp']);
  const isThere = async (id: string) =>
    (await people().uploads.find(id, { userId, visit: undefined }, new Date(desk.office.clock.now.getTime() + 1))) !== undefined;
  expect([await isThere(first), await isThere(second)]).toEqual([false, true]);
  const other = await desk.somebody();
  const foreign = await brought(await idOf(other));
  expect((await by.call(voucherContract, { payment, file: foreign })).status).toBe(422);
  expect((await other.call(voucherContract, { payment, file: foreign })).status).toBe(404);
  expect(known(await people().payments.find(payment)).payment.voucher).toBe(second);
  const until = new Date(desk.office.clock.now.getTime() + (voucherDays + 1) * 86_400_000);
  await people().uploads.sweep(until);
  expect(known(await people().payments.find(payment)).payment.voucher).toBeUndefined();
});

test('[R2.033] a proof waits for staff however long, and one that comes after the transfer lapsed or was refused is looked at too', async () => {
  const [kept, lapsed] = [await transferring(), await transferring()];
  await kept.by.call(voucherContract, { payment: kept.payment, file: await brought(kept.userId) });
  const after = new Date(desk.office.clock.now.getTime() + 8 * 86_400_000);
  await people().payments.catchUp(after);
  const stateOf = async (reference: string) => known(await people().payments.find(reference)).payment.state;
  expect([await stateOf(kept.payment), await stateOf(lapsed.payment)]).toEqual(['pending', 'expired']);
  expect(known(await page('bank_transfer', lapsed.userId, { payment: lapsed.payment }))).toMatchObject({
    payment: { stage: 'lapsed' },
    lines: [],
    takesVoucher: true,
  });

  const refuse = (payment: string) => finance.call(staffPaymentContract, { payment, act: 'refuse', sum: '', reason: '' });
  expect((await refuse(lapsed.payment)).status).toBe(422);
  await lapsed.by.call(voucherContract, { payment: lapsed.payment, file: await brought(lapsed.userId) });
  const isQueued = async (reference: string) => (await people().payments.queue('transfers', undefined)).some((one) => one.payment.reference === reference);
  expect(await isQueued(lapsed.payment)).toBe(true);
  expect((await refuse(lapsed.payment)).status).toBe(200);
  expect(await isQueued(lapsed.payment)).toBe(false);
  await refuse(kept.payment);
  expect(known(await page('bank_transfer', kept.userId, { payment: kept.payment })).payment?.stage).toBe('refused');
  await finance.call(staffPaymentContract, { payment: lapsed.payment, act: 'confirm', sum: '10.00', reason: '' });
  expect(await stateOf(lapsed.payment)).toBe('succeeded');
});

test('[R2.032] [R2.034] [R2.035] [R2.166] where the operator takes no transfers the pages say so, and lead to what is to be paid', async () => {
  const closed = await openOrdersDesk({ settings: {} });
  try {
    const by = await closed.somebody();
    const userId = await idOf(by);
    const site = closed.office.on.services.site;
    for (const name of ['bank_transfer', 'boa_transfer', 'profile_zelle', 'transfer_information', 'transfer_link']) {
      const reader = callReader(site, { locale: 'en-us', now: testNow });
      const visitor = { session: { userId }, staff: undefined } as never;
      const shown = await known(closed.office.on.services.people).loaders.payments.transfer({
        ...reader,
        page: { ...reader.page, name, params: {} },
        visitor,
      });
      expect(shown).toMatchObject({ payment: undefined, isOpen: false, waiting: [], owed: [] });
    }
  } finally {
    await closed.office.close();
  }
});
