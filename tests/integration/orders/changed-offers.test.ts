/** What a provider changes after an offer stops signing, paying and confirming, says so plainly, and leaves a way out for both sides. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#lib/dates/dates.ts';
import { shownText } from '#lib/features/orders/claims.rules.ts';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import { payContract } from '#lib/features/payments/payments.contract.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { collecting } from '#tests/support/collecting.ts';
import { known } from '#tests/support/list-pages.ts';
import { applicant, openOrdersDesk, orderView } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { beginToPay, paymentsOf, tellPaid, userOf } from '#tests/support/paying.ts';
import { pdf } from '#tests/support/sample-files.ts';

let desk: OrdersDesk;
let rent: bigint;
beforeAll(async () => {
  desk = await openOrdersDesk();
  await db().updateTable('tenancies').set({ stock: 20, feed_stock: 20 }).where('id', '=', desk.lease.id).execute();
  rent = (await db().selectFrom('tenancies').select('rent_minor').where('id', '=', desk.lease.id).executeTakeFirstOrThrow()).rent_minor;
});
afterAll(() => desk.office.close());

const db = () => desk.office.on.base.db;
const people = () => known(desk.office.on.services.people);

/** As a feed or a person changes the lease; pages and calls hear of it. */
async function change(to: Readonly<Record<string, string | number | bigint>>): Promise<void> {
  await db()
    .updateTable('tenancies')
    .set(to as never)
    .where('id', '=', desk.lease.id)
    .execute();
  await desk.announced();
}
/** Puts the lease back to what it was. */
const asBefore = () => change({ status: 'open', move_in: desk.lease.move_in, move_out: desk.lease.move_out, rent_minor: rent });
const gone = () => change({ status: 'closed' });

async function offered(by: Browser): Promise<string> {
  const code = await desk.sent(by);
  expect((await desk.byStaff(code, 'offer')).status).toBe(200);
  return code;
}
async function sign(by: Browser, code: string) {
  const order = known(await people().orders.own(await userOf(by), code));
  const hash = (await people().contractOf(order, desk.office.clock.now))?.hash ?? 'x'.repeat(64);
  return by.call(contracts.signContractContract, { code, hash, name: applicant.full_name, consent_contract: '2026-11' });
}

describe('after an offer', () => {
  test.each([
    ['the home is gone', gone, 'no longer available'],
    ['its days move', () => change({ move_in: addDays(desk.lease.move_in, 6) }), 'on these dates'],
    ['its rent is another', () => change({ rent_minor: rent + 5_000n }), 'a different price'],
  ])('%s: nobody signs it, both sides read why, and it goes on once the provider says that it stands', async (_, changes, words) => {
    await asBefore();
    const by = await desk.somebody();
    const code = await offered(by);
    await changes();
    const refused = await sign(by, code);
    expect([refused.status, JSON.stringify(refused.data)]).toEqual([422, expect.stringContaining('offer_changed')]);
    const { loaders } = desk.office.on.services;
    const mine = await known(loaders.orders).order(await orderView(desk, code, by));
    const theirs = await known(loaders.orders).staffOrder(await orderView(desk, code));
    expect([mine?.changed, theirs?.isChanged, theirs?.acts.some(({ value }) => value === 'keep-terms')]).toEqual([expect.stringContaining(words), true, true]);

    expect((await desk.byStaff(code, 'keep-terms')).status, 'not without the provider’s word').toBe(422);
    expect((await desk.byStaff(code, 'keep-terms', { note: 'Called, Ms Lee says it stands.' })).status).toBe(200);
    expect((await desk.byStaff(code, 'keep-terms', { note: 'Once more.' })).status, 'there is nothing to keep').toBe(422);
    expect((await desk.events(code)).at(-1)).toBe('keep-terms staff');
    expect((await known(loaders.orders).order(await orderView(desk, code, by)))?.changed).toBeUndefined();
    await asBefore();
    expect((await sign(by, code)).status).toBe(200);
  });

  test('once it is signed nobody pays for it; it is cancelled without cost', async () => {
    await asBefore();
    const by = await desk.somebody();
    const code = await desk.signed(by);
    await gone();
    const pays = await by.call(payContract, { kind: 'order', code, method: 'card' });
    expect([pays.status, JSON.stringify(pays.data)]).toEqual([422, expect.stringContaining('offer_changed')]);
    expect((await by.call(contracts.cancelOrderContract, { code, back: '', reason: '', event: '' })).status).toBe(200);
    expect(await desk.stateOf(code)).toBe('cancelled');
  });

  test('once it is paid staff do not confirm it, and who paid leaves with all of it', async () => {
    await asBefore();
    const by = await desk.somebody();
    const code = await desk.signed(by);
    await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }));
    await gone();
    const confirms = await desk.byStaff(code, 'confirm');
    expect([confirms.status, JSON.stringify(confirms.data)]).toEqual([422, expect.stringContaining('staff_offer_changed')]);
    const { orders, cancelling } = people();
    const order = known(await orders.own(await userOf(by), code));
    const paid = known(await paymentsOf(desk.office).collecting.kept({ kind: 'order', code }));
    const answers = known(await cancelling.backFor(order, desk.office.clock.now));
    expect(answers.map(({ now }) => now)).toEqual([paid]);
    expect((await by.call(contracts.cancelOrderContract, { code, back: shownText(answers), reason: '', event: '' })).status).toBe(200);
    expect([await desk.stateOf(code), (await desk.events(code)).at(-1)]).toEqual(['refunding', 'give-all-back applicant']);
    expect((await paymentsOf(desk.office).collecting.kept({ kind: 'order', code }))?.minor).toBe(0n);
    await asBefore();
  });

  test('what is not changed is confirmed as ever, and who paid for it does not leave with all of it by themselves', async () => {
    await asBefore();
    const by = await desk.somebody();
    const code = await desk.signed(by);
    await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }));
    expect((await desk.byStaff(code, 'keep-terms', { note: 'So it is.' })).status).toBe(422);
    expect((await desk.byStaff(code, 'confirm')).status).toBe(200);
  });
});

describe('where the provider collects', () => {
  let collects: Awaited<ReturnType<typeof collecting>>;
  beforeAll(async () => {
    collects = await collecting(desk);
    await collects('supplier');
  });
  afterAll(() => collects('operator'));

  const page = async (by: Browser, code: string) => people().loaders.orders.payingSupplier(await orderView(desk, code, by));
  async function prove(by: Browser, code: string) {
    const owner = { userId: await userOf(by), visit: undefined, address: '192.0.2.7' };
    const file = await people().uploads.keep('voucher', { name: 'bank.pdf', bytes: pdf() }, owner, desk.office.clock.now);
    if (!file.ok) throw new Error(file.reason);
    return by.call(contracts.supplierProofContract, { code, file: file.value.id });
  }

  test('nobody is shown where to pay for what was changed, and no first proof of it is taken', async () => {
    await asBefore();
    const by = await desk.somebody();
    const code = await desk.signed(by);
    expect(await page(by, code)).toMatchObject({ changed: undefined, canBring: true, lines: ['IBAN GB33'] });
    await gone();
    expect(await page(by, code)).toMatchObject({ changed: expect.stringContaining('no longer available'), canBring: false, lines: [] });
    const refused = await prove(by, code);
    expect([refused.status, JSON.stringify(refused.data)]).toEqual([422, expect.stringContaining('offer_changed')]);
    expect(await desk.events(code)).not.toContain('supplier-proof applicant');
    await desk.byStaff(code, 'keep-terms', { note: 'Called, Ms Lee says it stands.' });
    expect(await page(by, code)).toMatchObject({ changed: undefined, canBring: true, lines: ['IBAN GB33'] });
    expect((await prove(by, code)).status).toBe(200);
    await asBefore();
  });

  test('what was sent before the change is looked for still, and who sent it leaves with all of it', async () => {
    await asBefore();
    const by = await desk.somebody();
    const code = await desk.signed(by);
    expect((await prove(by, code)).status).toBe(200);
    await gone();
    expect(await page(by, code)).toMatchObject({ changed: expect.stringContaining('no longer available'), canBring: true, lines: [] });
    expect((await prove(by, code)).status, 'a clearer one').toBe(200);
    expect((await desk.byStaff(code, 'supplier-paid')).status).toBe(200);
    expect([await desk.stateOf(code), (await desk.byStaff(code, 'confirm')).status]).toEqual(['paid', 422]);
    const order = known(await people().orders.own(await userOf(by), code));
    const answers = known(await people().cancelling.backFor(order, desk.office.clock.now));
    expect((await by.call(contracts.cancelOrderContract, { code, back: shownText(answers), reason: '', event: '' })).status).toBe(200);
    expect([await desk.stateOf(code), (await desk.events(code)).at(-1)]).toEqual(['refunding', 'give-all-back applicant']);
    await asBefore();
  });
});
