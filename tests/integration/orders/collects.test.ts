/** Providers who collect by themselves, and how long their orders wait: what they are paid never comes near the ledger, and what comes back they owe. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeGroupContract } from '#lib/features/groups/groups.contract.ts';
import * as contracts from '#lib/features/orders/orders.contract.ts';
import { sponsorLinkContract } from '#lib/features/orders/sponsors.contract.ts';
import { supplierPaymentContract } from '#lib/features/orders/supplier-payment.contract.ts';
import { supplierTermsContract } from '#lib/features/supplier-terms/supplier-terms.contract.ts';
import type { StaffRole } from '#lib/access.ts';
import type { Collector } from '#lib/features/quotes/quote.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import { callReader } from '#lib/reader.ts';
import { testNow } from '#tests/factories/houses.ts';
import type { Browser } from '#tests/support/accounts-desk.ts';
import { known } from '#tests/support/list-pages.ts';
import { applicant, openOrdersDesk, orderView } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { beginToPay, paymentsOf, tellPaid, userOf } from '#tests/support/paying.ts';
import { reachProviders } from '#tests/support/provider-contacts.ts';
import { pdf } from '#tests/support/sample-files.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import { termsCount } from '#tests/support/provider-terms.ts';
import type { StaffBrowser } from '#tests/support/staff-desk.ts';

const hour = 3_600_000;
const day = 24 * hour;
const account = 'IBAN GB33 BUKB 2020 1555 5555 55';
let desk: OrdersDesk;
let finance: StaffBrowser;
let supplier: string;
beforeAll(async () => {
  desk = await openOrdersDesk();
  finance = await openStaffDesk(desk.office).member('finance');
  const { supplier_id } = await db().selectFrom('houses').select('supplier_id').where('id', '=', asId(desk.lease.house_id)).executeTakeFirstOrThrow();
  supplier = String(supplier_id);
});
afterAll(() => desk.office.close());
beforeEach(async () => {
  await people().ordersClock.runClock(new Date(testNow.getTime() + 60 * day));
  await people().groups.runClock(new Date(testNow.getTime() + 60 * day));
  desk.office.clock.now = testNow;
  await terms({});
});

const db = () => desk.office.on.base.db;
const people = () => known(desk.office.on.services.people);
/** What counts from now on. */
const terms = ({ collects = 'supplier', lines = account, hours }: { readonly collects?: Collector; readonly lines?: string; readonly hours?: number }) =>
  termsCount(desk.office, finance.id, { supplier, collects, lines, ...(hours === undefined ? {} : { hours }) });
const asks = (given: Partial<Record<'collects' | 'lines' | 'wait_hours' | 'supplier', string>>, by: StaffBrowser = finance) =>
  by.call(supplierTermsContract, { supplier, collects: 'supplier', lines: account, wait_hours: '', ...given });
const orderRow = (code: string) => db().selectFrom('orders').selectAll().where('code', '=', code).executeTakeFirstOrThrow();
const requestsOf = (code: string) => db().selectFrom('payment_requests').selectAll().where('code', '=', code).execute();
const dues = async (code: string) =>
  db()
    .selectFrom('supplier_dues')
    .selectAll()
    .where('order_id', '=', asId((await orderRow(code)).id))
    .orderBy('id')
    .execute();
const returns = async (code: string) =>
  db()
    .selectFrom('supplier_returns')
    .selectAll()
    .where('order_id', '=', asId((await orderRow(code)).id))
    .execute();
/** All that stands on accounts of suppliers, of whichever sign. */
const onSuppliers = async (): Promise<string> =>
  known(
    (
      await sql<{ n: string }>`select count(*)::text as n from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where a.name like 'supplier:%' or a.name like 'deposit:%'`.execute(db())
    ).rows[0],
  ).n;
const entries = async () => (await sql<{ n: string }>`select count(*)::text as n from ledger_entries`.execute(db())).rows[0]?.n;
const kept = async (code: string) => (await paymentsOf(desk.office).collecting.kept({ kind: 'order', code }))?.minor ?? 0n;
async function proof(by: Browser, code: string) {
  const owner = { userId: await userOf(by), visit: undefined, address: '192.0.2.7' };
  const file = await people().uploads.keep('voucher', { name: 'bank.pdf', bytes: pdf() }, owner, desk.office.clock.now);
  if (!file.ok) throw new Error(file.reason);
  return by.call(contracts.supplierProofContract, { code, file: file.value.id });
}
/** What a page of this person's shows. */
async function view(by: Browser, code: string) {
  const { site } = desk.office.on.services;
  const reader = callReader(site, { locale: 'en-us', now: desk.office.clock.now });
  const visitor = { session: { userId: await userOf(by) }, staff: undefined } as never;
  return {
    ...reader,
    paths: site.paths('en-us'),
    page: { ...reader.page, name: 'order_supplier', params: { code } },
    query: new URLSearchParams(),
    visitor,
  } as never;
}
const order = async (by: Browser, code: string) => known(await people().loaders.orders.order(await view(by, code)));
const paying = async (by: Browser, code: string) => people().loaders.orders.payingSupplier(await view(by, code));

/** The key of the last link that was mailed to the provider for an order. */
const keyOf = (code: string): string =>
  String(
    desk.office.letters.findLast(({ name, input }) => name === 'supplier-link' && input['code'] === code && input['purpose'] === 'payment')?.input['key'] ?? '',
  );
const says = (key: string, due: number, word: 'received' | 'not-found', note = '') =>
  desk.office.browser().call(supplierPaymentContract, { key, due: String(due), word, note });
/** What a link shows. */
async function linked(key: string) {
  const { site } = desk.office.on.services;
  const reader = callReader(site, { locale: 'en-us', now: desk.office.clock.now });
  return people().loaders.orders.supplierPayment({ ...reader, query: new URLSearchParams({ key }) });
}

describe('a provider who collects, by a link', () => {
  test('says whether a payment came: once, of the part they read of, and the applicant hears at once', async () => {
    await reachProviders(db(), 'en-us');
    const by = await desk.somebody();
    const code = await desk.signed(by);
    const [due] = await dues(code);
    expect(keyOf(code), 'nobody is asked before there is something to look for').toBe('');
    await proof(by, code);
    const key = keyOf(code);
    const page = known(await linked(key));
    expect(page.words).toEqual(['received', 'not-found']);
    expect(JSON.stringify(page.facts)).toContain(code);
    const letter = JSON.stringify(desk.office.letters.findLast(({ name }) => name === 'supplier-link'));
    expect(letter, 'the mail names neither payer nor account').not.toMatch(/\bLan\b|IBAN|GB33/);

    // Not found, with what is missing: the proof is asked for again.
    expect((await says(key, known(due).id + 1, 'received')).status, 'another part than was read of').toBe(422);
    expect((await says('x'.repeat(32), known(due).id, 'received')).status).toBe(404);
    expect((await says(key, known(due).id, 'not-found', 'Half of it came.')).status).toBe(200);
    expect((await says(key, known(due).id, 'not-found')).status, 'there is no proof to look for now').toBe(422);
    expect(known(await linked(key)).words, 'and it is not offered').toEqual(['received']);
    expect(JSON.stringify((await order(by, code)).timeline)).toContain('Half of it came.');
    expect(await paying(by, code)).toMatchObject({ due: { isOpen: true } });

    // A new proof is a new link, and the former one opens nothing.
    await proof(by, code);
    const next = keyOf(code);
    expect(next).not.toBe(key);
    expect(await linked(key)).toBeUndefined();
    const [first, second] = await Promise.all([says(next, known(due).id, 'received'), says(next, known(due).id, 'received')]);
    expect([first.status, second.status].toSorted()).toEqual([200, 422]);
    expect(await dues(code)).toMatchObject([{ state: 'received', received_by: null, received_by_link: true }]);
    const events = await db()
      .selectFrom('order_events')
      .select(['event', 'actor', 'staff_id'])
      .where('order_id', '=', asId((await orderRow(code)).id))
      .execute();
    expect(events).toContainEqual({ event: 'supplier-paid', actor: 'supplier', staff_id: null });
    expect((await linked(next))?.words).toBeUndefined();
  });

  test('who is reached by nobody’s address is asked by the staff as before, and a link ends with its days', async () => {
    await db().deleteFrom('supplier_contacts').execute();
    const by = await desk.somebody();
    const code = await desk.signed(by);
    expect((await proof(by, code)).status).toBe(200);
    expect(keyOf(code)).toBe('');
    await reachProviders(db(), 'vi-vn');
    await proof(by, code);
    const key = keyOf(code);
    expect((await linked(key))?.words).toBeDefined();
    desk.office.clock.now = new Date(testNow.getTime() + 31 * day);
    expect(await linked(key)).toBeUndefined();
    expect((await says(key, 1, 'received')).status).toBe(404);
  });
});

describe('what staff say of a provider', () => {
  test('is for those who see to money; it wants lines, and hours from 1 to 720, and waits before it counts; each version stands, with who set it', async () => {
    const support = await openStaffDesk(desk.office).member('support');
    expect((await asks({}, support)).status).toBe(404);
    expect((await asks({ supplier: '999999' })).status).toBe(404);
    for (const wrong of [{ lines: ' ' }, { wait_hours: '0' }, { wait_hours: '721' }, { wait_hours: '2.5' }, { collects: 'nobody' }])
      expect((await asks(wrong)).status, JSON.stringify(wrong)).toBe(422);
    const count = async () => (await db().selectFrom('supplier_terms').select('id').execute()).length;
    const before = await count();
    expect((await asks({})).data.waits, 'it is so already').toBe(false);
    expect((await asks({ wait_hours: '720' })).data.waits).toBe(true);
    expect(await count()).toBe(before);
    const { rows } = await sql<{ data: unknown }>`select data from audit_log where action = 'provider-change' order by id desc limit 1`.execute(db());
    expect(rows).toEqual([{ data: { kind: 'terms', deed: 'ask' } }]);
    await terms({ hours: 720 });
    const row = await db().selectFrom('supplier_terms').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(row).toMatchObject({ collects: 'supplier', wait_hours: 720, set_by: finance.id });
    expect(row.sealed).not.toContain('BUKB');
    await expect(sql`update supplier_terms set collects = 'operator' where id = ${row.id}`.execute(db())).rejects.toThrow(/only takes new rows/);
    const { loaders } = people();
    const reader = {
      ...((await view(await desk.somebody(), '')) as object),
      visitor: { staff: { staffId: finance.id, standing: 'finance' } },
      page: { params: { supplier } },
    };
    expect(await loaders.supplierTerms.one(reader as never)).toMatchObject({
      usualHours: 48,
      values: { collects: 'supplier', lines: account, wait_hours: '720' },
    });
    expect((await loaders.supplierTerms.list(reader as never))?.rows.find((one) => one.supplier === supplier)).toMatchObject({
      collects: 'supplier',
      hours: 720,
    });
    expect(await loaders.supplierTerms.one({ ...reader, visitor: { staff: { staffId: 1, standing: 'support' } } } as never)).toBeUndefined();
  });
});

describe('a provider who collects', () => {
  test('is paid by their lines and their word; nothing of it is on our ledger; a refund of it is theirs to send, and everything names them', async () => {
    await terms({ collects: 'operator' });
    const whole = (await (await desk.somebody()).call(contracts.beginOrderContract, desk.book())).data;
    const operators = known(await orderRow(whole.code));
    await terms({});
    const by = await desk.somebody();
    const [before, onTheirs] = [await entries(), await onSuppliers()];
    const code = await desk.signed(by);
    const row = await orderRow(code);
    // The same sums, line by line: only who collects is another.
    expect({ ...(row.quote as object), collects: undefined }).toEqual({ ...(operators.quote as object), collects: undefined });
    expect((await by.call(contracts.orderFeesContract, { code })).data).toMatchObject({
      collects: 'supplier',
      supplier: (row.home as { supplier: string }).supplier,
    });
    expect(await requestsOf(code)).toEqual([]);
    expect(await dues(code)).toMatchObject([{ due_on: 'booking', state: 'open' }]);
    const name = (row.home as { supplier: string }).supplier;

    const shown = await order(by, code);
    expect(shown).toMatchObject({ isDue: false, maySponsor: false, payPath: undefined, supplier: { name, owed: undefined } });
    expect(shown.next).toContain(name);
    expect(await paying(by, code)).toMatchObject({ supplier: name, lines: [account], feePath: undefined, due: { isOpen: true } });
    expect(await paying(await desk.somebody(), code)).toBeUndefined();
    expect((await by.call(sponsorLinkContract, { code, student: 'Lan', sponsor_locale: 'en-us', days: '7' })).status).toBe(409);

    // A proof has the bed kept for as long as the provider may need to look; a second one does not.
    desk.office.clock.now = new Date(testNow.getTime() + 40 * hour);
    expect((await proof(by, code)).status).toBe(200);
    expect((await orderRow(code)).deadline).toEqual(new Date(testNow.getTime() + 88 * hour));
    desk.office.clock.now = new Date(testNow.getTime() + 41 * hour);
    expect((await proof(by, code)).status).toBe(200);
    expect((await orderRow(code)).deadline).toEqual(new Date(testNow.getTime() + 88 * hour));
    expect((await proof(await desk.somebody(), code)).status).toBe(404);
    // Staff have signed in at that time.
    desk.office.clock.now = testNow;

    expect((await desk.byStaff(code, 'supplier-refused')).status).toBe(422);
    expect((await desk.byStaff(code, 'supplier-refused', { note: 'They see nothing with your number.' })).status).toBe(200);
    expect((await desk.byStaff(code, 'supplier-refused', { note: 'Again.' })).status).toBe(422);
    expect((await paying(by, code))?.due?.proof).toMatchObject({ isLooked: true });
    expect((await desk.byStaff(code, 'supplier-returned', { note: 'BACS 7' })).status).toBe(422);
    // Nobody but who sees to money says that money came: it books, whatever the sum.
    expect((await desk.staff.call(contracts.staffOrderContract, { code, act: 'supplier-paid' })).status).toBe(422);
    expect(await desk.stateOf(code)).toBe('to_pay');
    const offered = async (standing: StaffRole) =>
      known(await people().loaders.orders.staffOrder(await orderView(desk, code, undefined, '', standing))).acts.map(({ value }) => value);
    expect([(await offered('support')).includes('supplier-paid'), (await offered('finance')).includes('supplier-paid')]).toEqual([false, true]);
    expect((await desk.byStaff(code, 'supplier-paid')).status).toBe(200);
    expect(await desk.stateOf(code)).toBe('paid');
    expect((await desk.byStaff(code, 'supplier-paid')).status).toBe(422);
    expect((await paying(by, code))?.lines).toEqual([]);
    await desk.byStaff(code, 'confirm');

    const { back, token, owed_by } = (await by.call(contracts.refundAskContract, { code })).data;
    expect([back?.abbr, owed_by]).toEqual(['GBP', name]);
    expect(await people().loaders.orders.leaving(await view(by, code))).toMatchObject({ supplier: name, isOpen: true });
    expect((await by.call(contracts.cancelOrderContract, { code, back: token })).data.state).toBe('refunding');
    expect((await order(by, code)).supplier?.owed).toBe(`£${Number(back?.amount).toLocaleString('en-GB')}`);
    expect((await desk.staff.call(contracts.staffOrderContract, { code, act: 'supplier-returned', note: 'BACS 7' })).status).toBe(422);
    expect((await desk.byStaff(code, 'supplier-returned')).status).toBe(422);
    expect((await desk.byStaff(code, 'supplier-returned', { note: 'BACS 7 of 3 December' })).status).toBe(200);
    expect(await desk.stateOf(code)).toBe('refunded');
    expect(await order(by, code)).toMatchObject({
      supplier: { owed: undefined, sent: `£${Number(back?.amount).toLocaleString('en-GB')}` },
      cameBack: undefined,
    });

    expect([await entries(), await onSuppliers()]).toEqual([before, onTheirs]);
    expect(await people().loaders.payouts.staffList({ visitor: { staff: { staffId: 1, standing: 'finance' } }, intl: 'en-GB' } as never)).toEqual([]);
    const letters = desk.office.letters.filter(({ input }) => input['code'] === code);
    for (const state of ['to_pay', 'paid', 'refunding'])
      expect(letters.find(({ name: kind, input }) => kind === 'order-moved' && input['state'] === state)?.input['supplier']).toBe(name);
    expect(JSON.stringify(letters)).not.toContain('BUKB');
    expect(await desk.events(code)).toEqual(
      expect.arrayContaining(['supplier-proof applicant', 'supplier-paid staff', 'pay payment', 'supplier-returned staff', 'refunded payment']),
    );
  });

  test('our own fee alone is asked for through us; it books with the provider’s part, whichever comes last', async () => {
    for (const isFeeFirst of [true, false]) {
      const by = await desk.somebody();
      const code = await desk.signed(by, { plan: 'guarantor-service' });
      const fee = (await by.call(contracts.orderFeesContract, { code })).data.lines.filter(({ payee }) => payee === 'operator');
      const [request, ...others] = await requestsOf(code);
      expect([others.length, fee.length]).toEqual([0, 1]);
      expect(Number(request?.minor)).toBe(Math.round(Number(fee[0]?.price.amount) * 100));
      const [due] = await dues(code);
      const booking = (await by.call(contracts.orderFeesContract, { code })).data.dues.find(({ on }) => on === 'booking');
      expect(Number(due?.minor) + Number(request?.minor)).toBe(Math.round(Number(booking?.price.amount) * 100));
      const onTheirs = await onSuppliers();
      const payFee = async () => tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }));
      if (isFeeFirst) await payFee();
      else await desk.byStaff(code, 'supplier-paid');
      expect(await desk.stateOf(code)).toBe('to_pay');
      if (isFeeFirst) await desk.byStaff(code, 'supplier-paid');
      else await payFee();
      expect(await desk.stateOf(code)).toBe('paid');
      expect(await onSuppliers()).toBe(onTheirs);
      // The invoice is for our own fee; what comes back is the provider's alone, and our fee stays.
      const receipt = await people().receiptFile(
        await userOf(by),
        known((await db().selectFrom('payments').select('reference').orderBy('id', 'desc').executeTakeFirst())?.reference),
      );
      expect(receipt?.length).toBeGreaterThan(1_000);
      const ours = await kept(code);
      const { token } = (await by.call(contracts.refundAskContract, { code })).data;
      await by.call(contracts.cancelOrderContract, { code, back: token });
      expect([await desk.stateOf(code), await kept(code)]).toEqual(['refunding', ours]);
      await desk.byStaff(code, 'supplier-returned', { note: 'BACS 8' });
      expect(await desk.stateOf(code)).toBe('refunded');
    }
  });

  test('what came of it before its time was over goes back, from whoever has it, and only then is it refunded', async () => {
    const by = await desk.somebody();
    const code = await desk.signed(by, { plan: 'guarantor-service' });
    await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }));
    await people().ordersClock.runClock(new Date(testNow.getTime() + 49 * hour));
    expect(await desk.stateOf(code)).toBe('refunding');
    await paymentsOf(desk.office).sendRefunds(desk.office.clock.now);
    expect([await desk.stateOf(code), await kept(code), await returns(code)]).toEqual(['refunded', 0n, []]);

    const other = await desk.somebody();
    const second = await desk.signed(other, { plan: 'guarantor-service' });
    await desk.byStaff(second, 'supplier-paid');
    expect((await other.call(contracts.cancelOrderContract, { code: second })).data.state).toBe('refunding');
    const [owed] = await returns(second);
    expect(owed?.minor).toBe((await dues(second))[0]?.minor);
    await paymentsOf(desk.office).sendRefunds(desk.office.clock.now);
    expect(await desk.stateOf(second)).toBe('refunding');
    await desk.byStaff(second, 'supplier-returned', { note: 'BACS 9' });
    expect(await desk.stateOf(second)).toBe('refunded');

    // Its time ends it as well: nothing more is asked for.
    const third = await desk.somebody();
    const last = await desk.signed(third, { plan: 'guarantor-service' });
    await desk.byStaff(last, 'supplier-paid');
    await people().ordersClock.runClock(new Date(testNow.getTime() + 49 * hour));
    const begun = await beginToPay(desk.office, await userOf(third), { kind: 'order', code: last }).catch(() => undefined);
    expect([begun, await desk.stateOf(last)]).toEqual([undefined, 'refunding']);
  });

  test('what comes too late books where a bed is free, and is owed back where none is', async () => {
    const by = await desk.somebody();
    const code = await desk.signed(by);
    await people().ordersClock.runClock(new Date(testNow.getTime() + 49 * hour));
    expect(await desk.stateOf(code)).toBe('expired');
    expect((await paying(by, code))?.due).toMatchObject({ isOpen: false });
    expect((await paying(by, code))?.lines).toEqual([]);
    expect((await proof(by, code)).status).toBe(200);
    await desk.byStaff(code, 'supplier-paid');
    expect(await desk.stateOf(code)).toBe('paid');

    const other = await desk.somebody();
    const second = await desk.signed(other);
    await other.call(contracts.cancelOrderContract, { code: second });
    await desk.byStaff(second, 'supplier-paid');
    expect([await desk.stateOf(second), (await returns(second)).length]).toEqual(['refunding', 1]);
  });

  test('later parts of the price are theirs too, told with their name, and no longer asked for once it is left', async () => {
    const by = await desk.somebody();
    const code = await desk.signed(by, { plan: 'instalments' });
    await desk.byStaff(code, 'supplier-paid');
    const first = (await by.call(contracts.orderFeesContract, { code })).data.dues.find(({ on }) => on !== 'booking');
    desk.office.clock.now = new Date(Date.parse(known(first).on) - 14 * day);
    expect(await people().ordersClock.askDues(desk.office.clock.now)).toBe(1);
    expect(await requestsOf(code)).toEqual([]);
    const letter = desk.office.letters.findLast(({ name, input }) => name === 'order-due' && input['code'] === code);
    expect(letter?.input['supplier']).toBe(((await orderRow(code)).home as { supplier: string }).supplier);
    desk.office.clock.now = testNow;
    expect((await desk.byStaff(code, 'supplier-paid')).status).toBe(200);
    expect((await dues(code)).map(({ state }) => state)).toEqual(['received', 'received']);
    const told = desk.office.letters.length;
    const [, second] = (await by.call(contracts.orderFeesContract, { code })).data.dues.filter(({ on }) => on !== 'booking');
    await people().ordersClock.askDues(new Date(Date.parse(known(second).on) - 14 * day));
    expect(desk.office.letters.length).toBeGreaterThan(told);
    const { back, token } = (await by.call(contracts.refundAskContract, { code })).data;
    const received = (await dues(code)).filter(({ state }) => state === 'received').reduce((sum, { minor }) => sum + Number(minor), 0);
    expect(Math.round(Number(back?.amount) * 100)).toBeLessThanOrEqual(received);
    await by.call(contracts.cancelOrderContract, { code, back: token });
    expect((await dues(code)).map(({ state }) => state)).toEqual(['received', 'received', 'withdrawn']);
  });
});

describe('an order', () => {
  test('keeps who collects and how long it waits as it was quoted; what is changed afterwards is for those that begin', async () => {
    await terms({ hours: 5 });
    const by = await desk.somebody();
    const code = await desk.sent(by);
    expect((await orderRow(code)).deadline).toEqual(new Date(testNow.getTime() + 5 * hour));
    await terms({ collects: 'operator', lines: 'Another account', hours: 300 });
    await desk.byStaff(code, 'offer');
    expect((await orderRow(code)).deadline).toEqual(new Date(testNow.getTime() + 5 * hour));
    const { orders, contractOf } = people();
    const opened = known(await orders.own(await userOf(by), code));
    const { hash, text } = known(await contractOf(opened, desk.office.clock.now));
    expect(text).toContain('who confirms which payments have been received');
    await by.call(contracts.signContractContract, { code, hash, name: applicant.full_name, consent_contract: '2026-11' });
    expect((await paying(by, code))?.lines).toEqual([account]);
    expect(await requestsOf(code)).toEqual([]);

    const other = await desk.somebody();
    const second = await desk.sent(other);
    expect((await orderRow(second)).deadline).toEqual(new Date(testNow.getTime() + 300 * hour));
    expect((await orderRow(second)).quote).not.toHaveProperty('collects');
    await terms({});
    await desk.byStaff(second, 'offer');
    expect((await people().orders.own(await userOf(other), second))?.quote.collects).toBeUndefined();
  });

  test('is agreed to anew where somebody else collects by the time it is sent', async () => {
    await terms({ collects: 'operator' });
    const by = await desk.somebody();
    const code = await desk.drafted(by);
    const price = await desk.agreed(by, code);
    await terms({});
    const ticks = { consent_true: '2026-12', consent_share: '2026-12' };
    const refused = await by.call(contracts.submitOrderContract, { code, price, ...ticks });
    expect([refused.status, JSON.stringify(refused)]).toEqual([422, expect.stringContaining('orders.collector_changed')]);
    expect((await by.call(contracts.submitOrderContract, { code, price: `${price} supplier`, ...ticks })).data.state).toBe('submitted');
  });

  test('of before has neither: it is collected by the operator and waits as the settings say', async () => {
    await terms({ collects: 'operator' });
    const by = await desk.somebody();
    const code = await desk.sent(by);
    await sql`update orders set quote = quote - 'collects', home = home - 'terms' - 'waitHours' where code = ${code}`.execute(db());
    await terms({ hours: 3 });
    desk.office.clock.now = new Date(testNow.getTime() + hour);
    await desk.byStaff(code, 'offer');
    expect((await orderRow(code)).deadline).toEqual(new Date(testNow.getTime() + 49 * hour));
    const { orders, contractOf } = people();
    const { hash } = known(await contractOf(known(await orders.own(await userOf(by), code)), desk.office.clock.now));
    await by.call(contracts.signContractContract, { code, hash, name: applicant.full_name, consent_contract: '2026-11' });
    expect([(await requestsOf(code)).length, (await dues(code)).length]).toEqual([1, 0]);
    expect(await paying(by, code)).toBeUndefined();
  });

  test('in a group: its beds are kept for as long as the provider says', async () => {
    await terms({ hours: 7 });
    const by = await desk.somebody();
    const { data } = await by.call(makeGroupContract, { ...desk.book(), place_2: desk.book().tenancy_id, called: 'Mai' });
    const group = await db().selectFrom('order_groups').select('until').where('code', '=', data.group).executeTakeFirstOrThrow();
    expect(group.until).toEqual(new Date(testNow.getTime() + 7 * hour));
  });
});
