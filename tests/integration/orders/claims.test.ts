/** Orders that are cancelled for a reason: what comes back at once, what waits for a proof, and what staff decide of it, once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#lib/dates/dates.ts';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId, TenancyId } from '#lib/ids/ids.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { collecting } from '#tests/support/collecting.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk, orderView } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { beginToPay, paymentsOf, tellPaid, userOf } from '#tests/support/paying.ts';
import { pdf } from '#tests/support/sample-files.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';

let desk: OrdersDesk;
let moveIn: string;
beforeAll(async () => {
  desk = await openOrdersDesk();
  moveIn = addDays(desk.office.clock.now.toISOString().slice(0, 10), 10);
  await db()
    .updateTable('tenancies')
    .set({ cancellation_policy: 'standard', move_in: moveIn, stock: 50, feed_stock: 50 })
    .where('id', '=', asId<TenancyId>(desk.lease.id))
    .execute();
});
afterAll(() => desk.office.close());

const db = () => desk.office.on.base.db;
const people = () => known(desk.office.on.services.people);
const kept = async (code: string) => (await paymentsOf(desk.office).collecting.kept({ kind: 'order', code }))?.minor ?? 0n;
const sendBack = () => paymentsOf(desk.office).sendRefunds(desk.office.clock.now);
const minorOf = (amount: { readonly amount: string } | null) => BigInt((amount?.amount ?? '0').replace('.', ''));

/** An order that was paid ten days before moving in, by the standard policy. */
async function paid(by: Browser): Promise<string> {
  await desk.announced();
  const code = await desk.signed(by, { move_in: moveIn });
  expect(await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }))).toBe('booked');
  return code;
}
const answerOf = async (by: Browser, code: string, event?: 'visa-refused' | 'medical') =>
  (await by.call(contracts.refundAskContract, { code, ...(event ? { event } : {}) })).data;
const cancel = (by: Browser, code: string, back: string, event: string) => by.call(contracts.cancelOrderContract, { code, back, event });

const view = (by: Browser | undefined, code: string, query = '') => orderView(desk, code, by, query);
const pages = () => people().loaders.orders;
const queued = async (): Promise<readonly string[]> => known(await pages().queue(await view(undefined, '', 'state=claims'))).rows.map((row) => row.code);

async function proof(by: Browser, code: string) {
  const owner = { userId: await userOf(by), visit: undefined, address: '192.0.2.7' };
  const file = await people().uploads.keep('application', { name: 'refusal.pdf', bytes: pdf() }, owner, desk.office.clock.now);
  if (!file.ok) throw new Error(file.reason);
  return by.call(contracts.claimProofContract, { code, file: file.value.id });
}
/** Refunds by staff wait for a second of them: the first may not be that one. */
async function agree(): Promise<void> {
  const waiting = (await paymentsOf(desk.office).openRefunds()).filter(({ state }) => state === 'waiting');
  expect(waiting).toHaveLength(1);
  const { staffId } = await secondMember();
  for (const { id } of waiting)
    expect(
      (
        await db()
          .transaction()
          .execute((tx) => paymentsOf(desk.office).decideRefund(tx, id, staffId, true))
      ).ok,
    ).toBe(true);
}
async function secondMember(): Promise<{ readonly staffId: StaffId }> {
  await openStaffDesk(desk.office).member('finance');
  const row = await db().selectFrom('staff_members').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return { staffId: asId<StaffId>(row.id) };
}

test('[R7.104] [R7.105] a visa refused ten days before moving in: the deposit at once, the rest of what the page said once staff have seen the proof, and only once', async () => {
  const by = await desk.somebody();
  const code = await paid(by);
  const all = await kept(code);
  const mind = await answerOf(by, code);
  const visa = await answerOf(by, code, 'visa-refused');
  expect([mind.events[0], mind.events.includes('visa-refused'), mind.events.includes('early-departure'), mind.events.includes('late-arrival')]).toEqual([
    'changed-mind',
    true,
    false,
    false,
  ]);
  expect(minorOf(visa.at_once)).toBe(minorOf(mind.back));
  expect(minorOf(visa.back) > minorOf(mind.back)).toBe(true);
  expect([visa.proof, visa.proof_until]).toEqual([['visa-refusal-letter'], addDays(desk.office.clock.now.toISOString().slice(0, 10), 7)]);

  const page = known(await pages().leaving(await view(by, code)));
  if (page.kind !== 'leaving') throw new Error(page.kind);
  const field = known(page.form.fields.find(({ name }: { readonly name: string }) => name === 'event'));
  expect(JSON.stringify(field)).toContain('Visa refusal letter');

  // What was not shown for it is not done; what the page and the call showed is.
  expect((await cancel(by, code, mind.token, 'visa-refused')).status).toBe(422);
  expect((await cancel(by, code, page.values.back, 'early-departure')).status).toBe(422);
  const both = await Promise.all([cancel(by, code, page.values.back, 'visa-refused'), cancel(by, code, visa.token, 'visa-refused')]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await cancel(by, code, page.values.back, 'visa-refused')).status).toBe(409);
  await sendBack();
  expect([all - (await kept(code)), await desk.stateOf(code)]).toEqual([minorOf(mind.back), 'refunded']);
  expect(await queued()).toEqual([code]);

  const waits = known(await pages().order(await view(by, code)));
  expect(waits.claim?.says).toContain('Visa refusal letter');
  expect(waits.acts.map(({ value }: { readonly value: string }) => value)).not.toContain('remove');
  expect((await by.call(contracts.removeOrderContract, { code })).status).toBe(409);
  expect((await proof(by, code)).status).toBe(200);
  expect(known(await pages().proving(await view(by, code))).proof?.name).toBe('refusal.pdf');
  expect((await proof(await desk.somebody(), code)).status).toBe(404);
  const looked = known(await pages().staffOrder(await view(undefined, code)));
  expect(looked.claim?.href).toBeTruthy();
  expect(looked.acts[0]?.label).toMatch(/^Accept proof and refund the rest \(£[\d,.]+\)$/);

  const pressed = await Promise.all([desk.byStaff(code, 'claim-give'), desk.byStaff(code, 'claim-give')]);
  expect(pressed.map(({ error_code }) => error_code === 0).toSorted()).toEqual([false, true]);
  expect((await desk.byStaff(code, 'claim-refuse', { note: 'No.' })).status).toBe(422);
  expect([await desk.stateOf(code), await queued()]).toEqual(['refunding', []]);
  await agree();
  await sendBack();
  expect([all - (await kept(code)), await desk.stateOf(code)]).toEqual([minorOf(visa.back), 'refunded']);
  expect((await desk.events(code)).slice(-6)).toEqual([
    'claim-open applicant',
    'refunded payment',
    'claim-proof applicant',
    'claim-give staff',
    'refund payment',
    'refunded payment',
  ]);
  expect(desk.office.letters.filter(({ name, input }) => name === 'order-claim' && input['code'] === code).map(({ input }) => input['act'])).toEqual([
    'claim-give',
  ]);
  expect((await proof(by, code)).status).toBe(409);
});

test('[R7.105] what is not proven does not come back: staff say why, the applicant reads it, and nothing more is asked', async () => {
  const by = await desk.somebody();
  const code = await paid(by);
  const all = await kept(code);
  const medical = await answerOf(by, code, 'medical');
  expect((await cancel(by, code, medical.token, 'medical')).data.state).toBe('refunding');
  // Decided while the first part is still on its way.
  expect((await desk.byStaff(code, 'claim-refuse')).status).toBe(422);
  expect((await desk.byStaff(code, 'claim-refuse', { note: 'The letter is of another year.' })).error_code).toBe(0);
  expect((await desk.byStaff(code, 'claim-give')).status).toBe(422);
  await sendBack();
  expect([all - (await kept(code)), await desk.stateOf(code)]).toEqual([minorOf(medical.at_once), 'refunded']);
  const shown = known(await pages().order(await view(by, code)));
  expect(shown.timeline.find(({ event }: { readonly event: string }) => event === 'claim-refuse')?.note).toBe('The letter is of another year.');
  expect(shown.claim?.isOpen).toBe(false);
  const letter = desk.office.letters.findLast(({ name }) => name === 'order-claim');
  expect([letter?.input['act'], letter?.input['note']]).toEqual(['claim-refuse', 'The letter is of another year.']);
  expect(await queued()).not.toContain(code);
});

test('[R7.104] [R7.105] a change of mind is what it was: without an event, all at once, and nothing is asked for', async () => {
  const by = await desk.somebody();
  const code = await paid(by);
  const all = await kept(code);
  const { back, token, proof: asked } = await answerOf(by, code);
  expect([token, asked]).toEqual([`${minorOf(back)} GBP`, []]);
  expect((await by.call(contracts.cancelOrderContract, { code, back: token })).data.state).toBe('refunding');
  await sendBack();
  expect([all - (await kept(code)), await desk.stateOf(code)]).toEqual([minorOf(back), 'refunded']);
  expect(await db().selectFrom('order_claims').innerJoin('orders', 'orders.id', 'order_id').select('event').where('code', '=', code).execute()).toEqual([]);
  expect(known(await pages().order(await view(by, code))).claim).toBeUndefined();
  expect((await proof(by, code)).status).toBe(409);
});

test('staff are not offered a refund by the policy where it gives nothing back any more', async () => {
  const by = await desk.somebody();
  const code = await paid(by);
  const actsOf = async () => known(await pages().staffOrder(await view(undefined, code))).acts.map(({ value }: { readonly value: string }) => value);
  expect(await actsOf()).toContain('refund');
  const { now } = desk.office.clock;
  desk.office.clock.now = new Date(Date.parse(moveIn) + 3 * 86_400_000);
  expect(await actsOf()).not.toContain('refund');
  desk.office.clock.now = now;
});

test('[R7.105] a provider who collects owes what comes back at once, and the rest once staff have seen the proof: all that the page said, and no more', async () => {
  const by = await desk.somebody();
  const collects = await collecting(desk);
  await collects('supplier');
  const code = await desk.signed(by, { move_in: moveIn });
  expect((await desk.byStaff(code, 'supplier-paid')).error_code).toBe(0);
  expect(await desk.stateOf(code)).toBe('paid');
  const visa = await answerOf(by, code, 'visa-refused');
  expect(minorOf(visa.back) > minorOf(visa.at_once)).toBe(true);
  expect((await cancel(by, code, visa.token, 'visa-refused')).data.state).toBe('refunding');
  const owed = async (): Promise<readonly bigint[]> =>
    (
      await db()
        .selectFrom('supplier_returns')
        .innerJoin('orders', 'orders.id', 'order_id')
        .select('minor')
        .where('code', '=', code)
        .orderBy('supplier_returns.id')
        .execute()
    ).map(({ minor }) => BigInt(minor));
  expect(await owed()).toEqual([minorOf(visa.at_once)]);
  expect((await desk.byStaff(code, 'supplier-returned', { note: 'BACS 7' })).error_code).toBe(0);
  expect(await desk.stateOf(code)).toBe('refunded');

  expect((await desk.byStaff(code, 'claim-give')).error_code).toBe(0);
  expect(await owed()).toEqual([minorOf(visa.at_once), minorOf(visa.back) - minorOf(visa.at_once)]);
  expect(await desk.stateOf(code)).toBe('refunding');
  expect((await desk.byStaff(code, 'claim-give')).error_code).not.toBe(0);
  expect((await desk.byStaff(code, 'supplier-returned', { note: 'BACS 8' })).error_code).toBe(0);
  expect([await desk.stateOf(code), await kept(code)]).toEqual(['refunded', 0n]);
  await collects('operator');
});
