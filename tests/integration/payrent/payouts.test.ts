/** Rent that a licensed provider brings to landlords, against a stand-in that speaks as it does, over a real database. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLedger } from '#lib/features/ledger/ledger.feature.ts';
import { staffPaymentContract } from '#lib/features/payments/payments.contract.ts';
import * as contracts from '#lib/features/payrent/payrent.contract.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { beginToPay, tellPaid } from '#tests/support/paying.ts';
import { iban, landlord, submitRent } from '#tests/support/rents.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser } from '#tests/support/staff-desk.ts';
import { openWise } from '#tests/support/wise-stand-in.ts';
import type { WiseStandIn } from '#tests/support/wise-stand-in.ts';

let wise: WiseStandIn;
let desk: AccountsDesk;
let finance: StaffBrowser;
let colleague: StaffBrowser;
let people = 0;
const start = new Date('2026-11-24T09:00:00Z');
beforeAll(async () => {
  wise = await openWise();
  desk = await openAccountsDesk({ settings: { WISE_TOKEN: wise.token, WISE_PROFILE: wise.profile, WISE_SERVER: wise.origin } });
  desk.clock.now = start;
  finance = await openStaffDesk(desk).member('finance');
  colleague = await openStaffDesk(desk).member('finance');
});
beforeEach(() => {
  desk.clock.now = start;
  wise.releases = true;
  wise.knowsNames = true;
});
afterAll(async () => {
  await desk.close();
  await wise.close();
});

const rents = () => known(desk.on.services.people).payrent;
const stateOf = async (by: Browser, code: string) => (await by.call(contracts.rentDetailContract, { code })).data;
/** Two people say the same. */
const see = async (code: string, act: string, more: Readonly<Record<string, string>> = {}) => {
  await colleague.call(contracts.staffRentContract, { code, act, ...more });
  return finance.call(contracts.staffRentContract, { code, act, ...more });
};
const send = (code: string) => see(code, 'send', { payee: 'person' });
const heldFor = async (code: string) =>
  -(await createLedger({ db: desk.on.base.db }).service.balance(`landlord:${known(await rents().ofCode(code)).id}`, 'GBP')).minor;
const letters = (code: string) => desk.letters.filter(({ name, input }) => name === 'rent-news' && input['code'] === code).map(({ input }) => input['news']);
const payoutsOf = async (code: string) => (await rents().payoutsOf(known(await rents().ofCode(code)))).map(({ state }) => state);
const madeBefore = () => wise.transfers.length;

/** As the job does it; minutes go by on the clock of the site. */
async function follow(minutes: number): Promise<void> {
  desk.clock.now = new Date(desk.clock.now.getTime() + minutes * 60_000);
  await rents().followPayouts(desk.clock.now);
}

async function paidRent(): Promise<{ readonly by: Browser; readonly code: string; readonly payment: string }> {
  const by = await desk.registered(`sender${(people += 1)}@example.org`);
  const code = await submitRent(desk, by);
  const payment = await beginToPay(desk, by, { kind: 'payrent', code });
  expect(await tellPaid(desk, payment)).toBe('booked');
  return { by, code, payment };
}

test('[R1.37] a licensed provider brings the rent to the landlord: held until it is sent, booked once, and told with its reference', async () => {
  const { by, code, payment } = await paidRent();
  expect((await see(code, 'send')).error_code, 'whose account it is').toBe(422);
  const [first, second] = await Promise.all([send(code), send(code)]);
  expect([first.error_code, second.error_code].toSorted()).toEqual([0, 422]);
  expect(await stateOf(by, code)).toMatchObject({ state: 'paying_out' });
  expect((await by.call(contracts.rentCancelContract, { code })).error_code, 'it is on its way').toBe(422);
  expect((await see(code, 'pay-out', { reference: 'FT-1' })).error_code, 'and sent by nobody else').toBe(422);

  const refund = { payment, act: 'refund', sum: '1.00', reason: 'asked' };
  expect((await finance.call(staffPaymentContract, refund)).error_code, 'nor sent back on the page of its payment').toBe(422);

  await follow(1);
  const made = known(wise.transfers.at(-1));
  expect(made).toMatchObject({ status: 'processing', targetValue: 850.5, reference: landlord.note });
  expect(wise.recipients.at(-1)).toMatchObject({
    accountHolderName: landlord.holder,
    currency: 'GBP',
    type: 'iban',
    details: { legalType: 'PRIVATE', IBAN: iban },
  });
  expect(await heldFor(code), 'until it is sent it is held').toBe(85_050n);

  made.status = 'outgoing_payment_sent';
  await follow(6);
  await follow(6);
  expect(await stateOf(by, code)).toMatchObject({ state: 'paid_out', payout: `Wise ${made.id}` });
  expect(await heldFor(code)).toBe(0n);
  expect(letters(code)).toEqual(['paid', 'paid_out']);
  expect(wise.transfers.filter(({ reference }) => reference === landlord.note)).toHaveLength(1);
});

test('where programs may not release it, it waits for a person at the provider, and comes back when nobody does', async () => {
  const { by, code } = await paidRent();
  wise.releases = false;
  await send(code);
  await follow(1);
  await follow(6);
  expect(await payoutsOf(code)).toEqual(['waiting']);
  known(wise.transfers.at(-1)).status = 'cancelled';
  await follow(6);
  expect(await payoutsOf(code)).toEqual(['returned']);
  expect(await stateOf(by, code)).toMatchObject({ state: 'paid' });
  expect(await heldFor(code)).toBe(85_050n);
  expect(letters(code), 'nothing was said of it to the tenant').toEqual(['paid']);
  // Staff go on by hand.
  expect((await see(code, 'pay-out', { reference: 'FT-2' })).error_code).toBe(0);
  expect(await heldFor(code)).toBe(0n);
});

test('an answer that is lost sends nothing twice', async () => {
  for (const [path, how] of [
    ['/transfers', 'late'],
    ['/payments', 'late'],
    ['/quotes', 'instead'],
    ['/accounts', 'late'],
  ] as const) {
    const { code } = await paidRent();
    const before = madeBefore();
    wise.fault(path, 503, how);
    await send(code);
    for (let minute = 0; minute < 8; minute++) await follow(1);
    expect([path, madeBefore() - before, await payoutsOf(code)]).toEqual([path, 1, ['under-way']]);
    known(wise.transfers.at(-1)).status = 'outgoing_payment_sent';
    await follow(6);
    expect([path, await heldFor(code)]).toEqual([path, 0n]);
  }
});

test('what the provider refuses, and a name that the bank does not know, send nothing and leave it held', async () => {
  const refused = await paidRent();
  wise.fault('/quotes', 422);
  await send(refused.code);
  const before = madeBefore();
  await follow(1);
  expect(await payoutsOf(refused.code)).toEqual(['refused']);
  expect(await stateOf(refused.by, refused.code)).toMatchObject({ state: 'paid' });

  const misnamed = await paidRent();
  wise.knowsNames = false;
  await send(misnamed.code);
  await follow(1);
  expect(await payoutsOf(misnamed.code)).toEqual(['wrong-name']);
  expect(madeBefore()).toBe(before);
  expect((await misnamed.by.call(contracts.rentCancelContract, { code: misnamed.code })).error_code, 'the tenant can have it back').toBe(0);
});

test('what a landlord’s bank sends back weeks later is held again, told once, and can be sent anew', async () => {
  const { by, code } = await paidRent();
  await send(code);
  await follow(1);
  const made = known(wise.transfers.at(-1));
  made.status = 'outgoing_payment_sent';
  await follow(6);
  expect(await heldFor(code)).toBe(0n);
  made.status = 'bounced_back';
  await follow(13 * 60);
  expect(await stateOf(by, code), 'the money is not back yet').toMatchObject({ state: 'paid_out' });
  made.status = 'funds_refunded';
  await follow(13 * 60);
  await follow(13 * 60);
  expect(await stateOf(by, code)).toMatchObject({ state: 'paid' });
  expect(await heldFor(code)).toBe(85_050n);
  expect(letters(code)).toEqual(['paid', 'paid_out', 'returned']);
  // Sessions of staff last twelve hours.
  finance = await openStaffDesk(desk).member('finance');
  colleague = await openStaffDesk(desk).member('finance');
  await send(code);
  await follow(1);
  known(wise.transfers.at(-1)).status = 'outgoing_payment_sent';
  await follow(6);
  expect(await payoutsOf(code)).toEqual(['returned', 'sent']);
  expect(await heldFor(code)).toBe(0n);
  expect(letters(code)).toEqual(['paid', 'paid_out', 'returned', 'paid_out']);
});
