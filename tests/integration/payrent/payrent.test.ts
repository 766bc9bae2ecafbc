/** Rent for landlords outside of the site, by calls as browsers make them, paid at the embedded provider, over a real database. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Contract } from '#lib/api/contract.ts';
import * as contracts from '#lib/features/payrent/payrent.contract.ts';
import { rentConsentVersion } from '#lib/features/payrent/payrent.schema.ts';
import { staffRefundContract } from '#lib/features/payments/payments.contract.ts';
import { createLedger } from '#lib/features/ledger/ledger.feature.ts';
import { newsContract } from '#lib/features/news/news.contract.ts';
import { callReader } from '#lib/reader.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { beginToPay, paymentsOf, tellDispute, tellPaid, userOf } from '#tests/support/paying.ts';
import { beginRent, broughtFor, fillRent, iban, landlord, rentTerms, submitRent } from '#tests/support/rents.ts';
import { whileStuck } from '#tests/support/stuck-row.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser, StaffDesk } from '#tests/support/staff-desk.ts';

let desk: AccountsDesk;
let staff: StaffDesk;
let finance: StaffBrowser;
let colleague: StaffBrowser;
let people = 0;
const start = new Date('2026-11-24T09:00:00Z');
const later = (days: number): Date => new Date(start.getTime() + days * 86_400_000);
const rents = () => known(desk.on.services.people).payrent;

beforeAll(async () => {
  desk = await openAccountsDesk();
  desk.clock.now = start;
  staff = openStaffDesk(desk);
});
// A session of staff lasts twelve hours, and these tests take days.
beforeEach(async () => {
  desk.clock.now = start;
  finance = await staff.member('finance');
  colleague = await staff.member('finance');
});
afterAll(() => desk.close());

const tenant = (): Promise<Browser> => desk.registered(`tenant${(people += 1)}@example.org`);
const one = async (by: Browser, code: string) => (await by.call(contracts.rentDetailContract, { code })).data;
const pay = async (by: Browser, code: string) => tellPaid(desk, await beginToPay(desk, by, { kind: 'payrent', code }));
const letters = (code: string) => desk.letters.filter(({ name, input }) => name === 'rent-news' && input['code'] === code).map(({ input }) => input['news']);
const balance = async (account: `landlord:${number}` | 'operator:fees' | 'provider:sandbox' | 'costs:losses') =>
  (await createLedger({ db: desk.on.base.db }).service.balance(account, 'GBP')).minor;
const idOf = async (code: string) => known(await rents().ofCode(code)).id;
async function paidRent(by: Browser): Promise<string> {
  const code = await submitRent(desk, by);
  expect(await pay(by, code)).toBe('booked');
  return code;
}

test('[R1.37] [R2.147] [R7.112] [R7.113] [R7.114] [R7.115] [R3.71] is said step by step, priced before it counts, paid, held, and passed on once', async () => {
  const by = await tenant();
  expect((await desk.browser().call(contracts.rentFeeContract, { amount: '850.50', currency: 'GBP' })).data).toEqual({
    open: true,
    amount: '85050',
    fee: '851',
    total: '85901',
    currency: 'GBP',
  });
  const code = await beginRent(by);
  const submit = (total: string) => by.call(contracts.rentSubmitContract, { code, total, consent_rent: rentConsentVersion });
  expect((await submit('85901')).error_code).toBe(422);
  expect((await by.call(contracts.rentTermsContract, { code, ...rentTerms })).data.next).toBe('tenant');
  expect((await by.call(contracts.rentTenantContract, { code, tenant: 'Lan Nguyen', lease: await broughtFor(desk, by) })).data.next).toBe('landlord');
  expect((await by.call(contracts.rentPayeeContract, { code, ...landlord })).data.next).toBe('review');
  // A price that was not shown is not taken.
  expect((await submit('85900')).error_code).toBe(422);
  expect((await submit('85901')).error_code).toBe(0);
  expect(await one(by, code)).toMatchObject({ state: 'to_pay', rent: '85050', fee: '851', total: '85901', account_end: '6819', landlord: 'Ann Archer' });
  expect((await by.call(contracts.rentPayContract, { code })).data).toMatchObject({
    path: expect.stringContaining(`kind=payrent&code=${code}`),
    amount: '85901',
  });
  const fees = await balance('operator:fees');
  expect(await pay(by, code)).toBe('booked');
  expect((await one(by, code)).state).toBe('paid');
  const id = await idOf(code);
  expect(await balance(`landlord:${id}`)).toBe(-85_050n);
  expect((await balance('operator:fees')) - fees).toBe(-851n);

  const done = { code, act: 'pay-out', reference: 'FT-2211' };
  const support = await staff.member('support');
  expect((await support.call(contracts.staffRentContract, done)).error_code).toBe(404);
  expect((await finance.call(contracts.staffRentContract, { code, act: 'pay-out' })).error_code).toBe(422);
  const told = async () => (await by.call(newsContract)).data.items.map(({ kind, title, href }) => [kind, title.split(':')[0], href.includes(code)]);
  expect(await told()).toEqual([['rent', 'We’ve received your rent', true]]);
  expect((await colleague.call(contracts.staffRentContract, done)).data).toEqual({ code, act: 'pay-out', waits: true });
  expect((await colleague.call(contracts.staffRentContract, done)).error_code, 'it takes somebody else').toBe(422);
  expect(await balance(`landlord:${id}`)).toBe(-85_050n);
  expect(await one(by, code)).toMatchObject({ state: 'paid' });
  const [first, second] = await Promise.all([finance.call(contracts.staffRentContract, done), finance.call(contracts.staffRentContract, done)]);
  expect([first?.error_code, second?.error_code].toSorted()).toEqual([0, 422]);
  expect(await told()).toEqual([
    ['rent', 'Your landlord has been paid', true],
    ['rent', 'We’ve received your rent', true],
  ]);
  expect(await balance(`landlord:${id}`)).toBe(0n);
  expect(await one(by, code)).toMatchObject({ state: 'paid_out', payout: 'FT-2211' });
  expect(letters(code)).toEqual(['paid', 'paid_out']);
  expect((await by.call(contracts.rentCancelContract, { code })).error_code).toBe(422);
  const receipt = await known(desk.on.services.people).rentReceipt(await userOf(by), code);
  expect(receipt?.subarray(0, 5).toString()).toBe('%PDF-');
  expect(await known(desk.on.services.people).rentReceipt(await userOf(await tenant()), code)).toBeUndefined();
});

test('the calculator has a currency of its own, and says how an amount that can be two is written', async () => {
  const { loaders } = known(desk.on.services.people);
  const landing = (query: Readonly<Record<string, string>>) => {
    const reader = callReader(desk.on.services.site, { locale: 'vi-vn', now: desk.clock.now });
    return known(loaders.payrent).landing({ ...reader, page: { ...reader.page, params: {} }, query: new URLSearchParams(query), visitor: undefined });
  };
  const shown = await landing({ amount: '800', rent_currency: 'USD' });
  expect([shown.asked.currency, shown.price?.rent]).toEqual(['USD', expect.stringContaining('800')]);
  // Links from before.
  expect((await landing({ amount: '800', currency: 'EUR' })).asked.currency).toBe('EUR');
  expect((await landing({ amount: '1.200', rent_currency: 'GBP' })).wrong).toEqual({
    message: 'payments.amount_unclear',
    values: { plain: '1200', whole: '1.200,00' },
  });
  const answer = await desk.browser().call(contracts.rentFeeContract, { amount: '1.200', currency: 'GBP' });
  expect(JSON.stringify(answer.data)).toContain('1,200.00');
});

test('the landlord’s account is sealed, never told again whole, in no mail, and seen by staff with a line in the audit log', async () => {
  const by = await tenant();
  const code = await paidRent(by);
  const row = await desk.on.base.db.selectFrom('rents').selectAll().where('code', '=', code).executeTakeFirstOrThrow();
  const stored = JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  for (const canary of [iban, '"6819"', 'Ann Archer', '12 Elm Road', 'Lan Nguyen']) expect(stored).not.toContain(canary);
  expect(JSON.stringify(await by.call(contracts.rentDetailContract, { code }))).not.toContain(iban);
  for (const canary of [iban, '"6819"']) expect(JSON.stringify(desk.letters)).not.toContain(canary);
  expect((await rents().bankFor(code, finance.id))?.account).toBe(iban);
  const seen = await desk.on.base.db.selectFrom('audit_log').select('action').where('subject', '=', `rent:${row.id}`).execute();
  expect(seen.map(({ action }) => action)).toContain('rent-bank-seen');
  for (const each of [colleague, finance]) await each.call(contracts.staffRentContract, { code, act: 'pay-out', reference: 'FT-1' });
  expect(await rents().bankFor(code, finance.id)).toBeUndefined();
});

test('another’s is as good as none, whatever is asked of it', async () => {
  const by = await tenant();
  const code = await submitRent(desk, by);
  const other = await tenant();
  const calls: readonly (readonly [Contract, Readonly<Record<string, string>>])[] = [
    [contracts.rentTermsContract, { code, ...rentTerms }],
    [contracts.rentPayeeContract, { code, ...landlord }],
    [contracts.rentSubmitContract, { code, total: '85901', consent_rent: rentConsentVersion }],
    [contracts.rentPayContract, { code }],
    [contracts.rentDetailContract, { code }],
    [contracts.rentMailContract, { code }],
    [contracts.rentCancelContract, { code }],
    [contracts.rentDeleteContract, { code }],
    [contracts.rentAgainContract, { code }],
    [contracts.rentRemindContract, { code, day: '3' }],
  ];
  for (const [contract, values] of calls) expect([contract.name, (await other.call(contract, values)).error_code]).toEqual([contract.name, 404]);
  expect((await other.call(contracts.rentVoucherContract, { code, voucher: await broughtFor(desk, other) })).error_code).toBe(404);
  // Nor can another's file be brought along.
  expect((await by.call(contracts.rentVoucherContract, { code, voucher: await broughtFor(desk, other) })).error_code).toBe(422);
});

test('[R7.118] cancelling gives everything back until it is passed on, and nothing is owed where nothing was paid', async () => {
  const by = await tenant();
  const unpaid = await submitRent(desk, by);
  expect((await by.call(contracts.rentCancelContract, { code: unpaid })).error_code).toBe(0);
  expect((await one(by, unpaid)).state).toBe('cancelled');
  const code = await paidRent(by);
  expect((await by.call(contracts.rentCancelContract, { code })).error_code).toBe(0);
  expect((await one(by, code)).state).toBe('refunding');
  expect((await finance.call(contracts.staffRentContract, { code, act: 'pay-out', reference: 'FT-2' })).error_code).toBe(422);
  await paymentsOf(desk).sendRefunds(desk.clock.now);
  expect((await one(by, code)).state).toBe('refunded');
  expect(await balance(`landlord:${await idOf(code)}`)).toBe(0n);
  expect(letters(code)).toEqual(['paid', 'cancelled', 'refunded']);
});

test('money that comes after it was cancelled goes back; after its time alone it is taken', async () => {
  const by = await tenant();
  const gone = await submitRent(desk, by);
  const reference = await beginToPay(desk, by, { kind: 'payrent', code: gone });
  await by.call(contracts.rentCancelContract, { code: gone });
  await tellPaid(desk, reference);
  expect((await one(by, gone)).state).toBe('refunding');
  await paymentsOf(desk).sendRefunds(desk.clock.now);
  expect((await one(by, gone)).state).toBe('refunded');

  const late = await submitRent(desk, by);
  const begun = await beginToPay(desk, by, { kind: 'payrent', code: late });
  desk.clock.now = later(7.1);
  expect(await rents().lapse(desk.clock.now)).toBeGreaterThan(0);
  expect(known(await rents().ofCode(late)).state).toBe('expired');
  await tellPaid(desk, begun);
  expect(known(await rents().ofCode(late)).state).toBe('paid');
  expect(await balance(`landlord:${await idOf(late)}`)).toBe(-85_050n);
});

test('staff send everything back with a reason; two of them where it is much; a refund nobody agrees to is held again', async () => {
  const by = await tenant();
  const code = await paidRent(by);
  expect((await finance.call(contracts.staffRentContract, { code, act: 'refund' })).error_code).toBe(422);
  expect((await finance.call(contracts.staffRentContract, { code, act: 'refund', text: 'No such landlord.' })).error_code).toBe(0);
  await paymentsOf(desk).sendRefunds(desk.clock.now);
  expect((await one(by, code)).state).toBe('refunded');
  expect((await rents().notes({ id: await idOf(code) })).map(({ text }) => text)).toEqual(['No such landlord.']);
  expect(letters(code)).toEqual(['paid', 'declined', 'refunded']);

  // Above the sum of the settings a second of them has to agree, and does not: it is held again, and can be passed on.
  const much = await fillRent(desk, by);
  await by.call(contracts.rentTermsContract, { code: much, ...rentTerms, amount: '1500' });
  await by.call(contracts.rentSubmitContract, { code: much, total: '151500', consent_rent: rentConsentVersion });
  await pay(by, much);
  const payOut = { code: much, act: 'pay-out', reference: 'FT-4' };
  expect((await finance.call(contracts.staffRentContract, { code: much, act: 'refund', text: 'Twice?' })).error_code).toBe(0);
  await paymentsOf(desk).sendRefunds(desk.clock.now);
  expect((await one(by, much)).state).toBe('refunding');
  for (const act of ['keep', 'pay-out']) expect([act, (await finance.call(contracts.staffRentContract, { ...payOut, act })).error_code]).toEqual([act, 422]);
  const { id } = await desk.on.base.db.selectFrom('refunds').select('id').where('state', '=', 'waiting').executeTakeFirstOrThrow();
  expect((await finance.call(staffRefundContract, { refund_id: id, act: 'refuse' })).error_code).toBe(0);
  expect((await finance.call(contracts.staffRentContract, { code: much, act: 'keep' })).error_code).toBe(0);
  for (const each of [colleague, finance]) expect((await each.call(contracts.staffRentContract, payOut)).error_code).toBe(0);
  expect(await balance(`landlord:${await idOf(much)}`)).toBe(0n);
});

test('[R7.117] [R7.116] [R7.119] a voucher is added, a transfer is mailed without an account, and what came to nothing is deleted with its files', async () => {
  const by = await tenant();
  const code = await submitRent(desk, by);
  const voucher = await broughtFor(desk, by);
  // The embedded provider takes no transfers, so one was begun before the operator gave them up.
  const begun = await beginToPay(desk, by, { kind: 'payrent', code });
  await desk.on.base.db.updateTable('payments').set({ method: 'bank-transfer', provider: 'offline' }).where('reference', '=', begun).execute();
  expect((await by.call(contracts.rentVoucherContract, { code, voucher })).error_code).toBe(0);
  const { ofFile } = rents();
  expect(await ofFile(voucher)).toBe(await idOf(code));
  expect((await by.call(contracts.rentMailContract, { code })).error_code).toBe(422);
  expect((await by.call(contracts.rentDeleteContract, { code })).error_code).toBe(422);
  await by.call(contracts.rentCancelContract, { code });
  const { lease } = known(await rents().ofCode(code));
  expect((await by.call(contracts.rentDeleteContract, { code })).error_code).toBe(0);
  expect((await by.call(contracts.rentDetailContract, { code })).error_code).toBe(404);
  for (const file of [voucher, known(lease)])
    expect(await known(desk.on.services.people).uploads.find(file, { userId: await userOf(by), visit: undefined }, later(0.01))).toBeUndefined();
});

test('[R1.37] what a bank takes of rent that has left for its landlord is a loss that an account shows, and none once the bank gives way', async () => {
  const by = await tenant();
  const code = await paidRent(by);
  for (const each of [colleague, finance]) await each.call(contracts.staffRentContract, { code, act: 'pay-out', reference: 'FT-9' });
  const [paid] = await paymentsOf(desk).ofPayable({ kind: 'payrent', code });
  const { reference } = known(paid).payment;
  const books = async () => [await balance('costs:losses'), await balance(`landlord:${await idOf(code)}`)];
  const [before = 0n] = await books();
  await tellDispute(desk, reference, 'chargeback');
  expect(await books()).toEqual([before + 85_050n, 0n]);
  await tellDispute(desk, reference, 'chargeback-won');
  expect(await books()).toEqual([before, 0n]);
});

test('[R1.37] reminders come on their day of each month, once, and end by the link of the mail', async () => {
  const by = await tenant();
  const code = await paidRent(by);
  expect((await by.call(contracts.rentRemindContract, { code, day: '29' })).error_code).toBe(422);
  expect((await by.call(contracts.rentRemindContract, { code, day: '1' })).error_code).toBe(0);
  const sent = () => desk.letters.filter(({ name, input }) => name === 'rent-reminder' && input['code'] === code);
  await rents().sendReminders(start);
  expect(sent()).toHaveLength(0);
  for (const day of ['2026-12-01T05:00:00Z', '2026-12-01T06:00:00Z', '2026-12-31T06:00:00Z', '2027-01-01T06:00:00Z'])
    await rents().sendReminders(new Date(day));
  expect(sent()).toHaveLength(2);
  // A site that stood still for months reminds once and goes on from there.
  await rents().sendReminders(new Date('2027-05-09T06:00:00Z'));
  expect(sent()).toHaveLength(3);
  expect((await desk.browser().call(contracts.rentEndRemindersContract, { token: `${code}.forged-signature` })).error_code).toBe(404);
  const token = String(sent()[0]?.input['token']);
  expect((await desk.browser().call(contracts.rentEndRemindersContract, { token })).error_code).toBe(0);
  await rents().sendReminders(new Date('2027-09-09T06:00:00Z'));
  expect(sent()).toHaveLength(3);
});

test('the next rent begins where the last one ended, with the same landlord, and needs its own yes', async () => {
  const by = await tenant();
  const code = await paidRent(by);
  const { data } = await by.call(contracts.rentAgainContract, { code });
  expect(await one(by, data.code)).toMatchObject({
    state: 'draft',
    from: '2027-01-01',
    to: '2027-02-01',
    landlord: 'Ann Archer',
    account_end: '6819',
    rent: '85050',
  });
  expect((await by.call(contracts.rentSubmitContract, { code: data.code, total: '85901', consent_rent: rentConsentVersion })).error_code).toBe(0);
  // Its agreement is the former's: deleting one leaves the other's.
  await by.call(contracts.rentCancelContract, { code: data.code });
  await by.call(contracts.rentDeleteContract, { code: data.code });
  const { lease } = known(await rents().ofCode(code));
  expect(await known(desk.on.services.people).uploads.find(known(lease), { userId: await userOf(by), visit: undefined }, desk.clock.now)).toBeDefined();
});

test('what is of no more use goes: drafts after a month, account and files after the days of the setting', async () => {
  const by = await tenant();
  const draft = await fillRent(desk, by);
  const code = await paidRent(by);
  for (const each of [colleague, finance]) await each.call(contracts.staffRentContract, { code, act: 'pay-out', reference: 'FT-3' });
  await rents().tidy(later(29));
  expect(await rents().ofCode(draft)).toBeDefined();
  await rents().tidy(later(31));
  expect(await rents().ofCode(draft)).toBeUndefined();
  await rents().tidy(later(91));
  const row = await desk.on.base.db.selectFrom('rents').select(['bank', 'lease', 'payout']).where('code', '=', code).executeTakeFirstOrThrow();
  expect(row).toEqual({ bank: null, lease: null, payout: 'FT-3' });
});

test('wrong amounts, days, currencies, accounts and too many drafts are refused beside their fields', async () => {
  const by = await tenant();
  const code = await beginRent(by);
  for (const bad of [
    { amount: '0' },
    { amount: '-5' },
    { amount: '1e9' },
    { amount: '850.505' },
    { currency: 'XXX' },
    { to: '2026-12-01' },
    { to: '2029-01-01' },
  ])
    expect([bad, (await by.call(contracts.rentTermsContract, { code, ...rentTerms, ...bad })).error_code]).toEqual([bad, 422]);
  for (const bad of [{ account: 'GB29NWBK60161331926818' }, { account: 'x' }, { bank_code: '!' }])
    expect([bad, (await by.call(contracts.rentPayeeContract, { code, ...landlord, ...bad })).error_code]).toEqual([bad, 422]);
  for (let made = 1; made < 5; made++) await beginRent(by);
  expect((await by.call(contracts.rentHouseContract, { home_kind: 'flat', country: 'uk' })).error_code).toBe(422);
  expect((await by.call(contracts.rentHouseContract, { home_kind: 'flat', country: 'nowhere' })).error_code).toBe(422);
});

test('a rent that cannot be worked on holds up none of the others', async () => {
  const by = await tenant();
  await rents().lapse(later(400));
  const [stuck, well] = [await submitRent(desk, by), await submitRent(desk, by)];
  await whileStuck(desk.on.base.db, 'rents', stuck, async () => {
    await expect(rents().lapse(later(400))).rejects.toThrow(/^1 of 2 failed, the first: a row of ours is broken$/);
  });
  expect([(await one(by, stuck)).state, (await one(by, well)).state]).toEqual(['to_pay', 'expired']);
});

test('[R1.37] [R2.147] what a bank disputes is told once for each step and passed on to nobody; taken back for good, it ends with nothing to send', async () => {
  const by = await tenant();
  const code = await submitRent(desk, by);
  const reference = await beginToPay(desk, by, { kind: 'payrent', code });
  await tellPaid(desk, reference);
  for (const _ of [1, 2]) await tellDispute(desk, reference, 'chargeback');
  expect((await by.call(newsContract)).data.items.map(({ title }) => title)).toContain('Your bank has disputed your rent payment: £859.01');
  const see = (act: string) => finance.call(contracts.staffRentContract, { code, act, reference: 'PO-1', text: 'The bank took it.' });
  expect((await see('pay-out')).error_code, 'it is not there').toBe(422);
  await tellDispute(desk, reference, 'chargeback-lost');
  expect((await see('refund')).error_code).toBe(0);
  expect((await one(by, code)).state).toBe('cancelled');
  expect(await balance(`landlord:${await idOf(code)}`)).toBe(0n);
  await tellDispute(desk, reference, 'chargeback-won');
  await paymentsOf(desk).sendRefunds(desk.clock.now);
  expect([(await one(by, code)).state, await balance(`landlord:${await idOf(code)}`)]).toEqual(['refunded', 0n]);
  expect(letters(code)).toEqual(['paid', 'dispute-open', 'dispute-lost', 'declined', 'dispute-won', 'refunded']);
});
