/** Deposits that go back and contracts that providers sign, cut at each statement in turn: what is repeated afterwards is done once, and nothing is done in part. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#lib/dates/dates.ts';
import { createLedger } from '#lib/features/ledger/ledger.feature.ts';
import { staffOrderContract } from '#lib/features/orders/orders.contract.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { testNow } from '#tests/factories/houses.ts';
import { cutEverywhere, cutThrough } from '#tests/support/cut.ts';
import { keepLetters, keptLetters, onLetter, rowsOf } from '#tests/support/kept-letters.ts';
import { known } from '#tests/support/list-pages.ts';
import { openOrdersDesk } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { beginToPay, paymentsOf, tellPaid, userOf } from '#tests/support/paying.ts';
import { reachProviders } from '#tests/support/provider-contacts.ts';
import { termsCount } from '#tests/support/provider-terms.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser } from '#tests/support/staff-desk.ts';

const kept = [
  ...['orders', 'order_events', 'order_contracts', 'contract_words', 'supplier_links', 'audit_log', 'kept_letters'],
  ...['deposit_returns', 'deposit_proposals', 'deposit_deductions', 'deposit_answers', 'supplier_returns'],
  ...['refunds', 'payments', 'payment_requests', 'ledger_transactions', 'ledger_entries'],
];

let desk: OrdersDesk;
let finance: StaffBrowser;
let supplier: string;
beforeAll(async () => {
  desk = await openOrdersDesk({ onLetter: async (...letter) => void (isKept && (await onLetter(...letter))) });
  await keepLetters(db());
  isKept = true;
  finance = await openStaffDesk(desk.office).member('finance');
  const { supplier_id } = await db().selectFrom('houses').select('supplier_id').where('id', '=', asId(desk.lease.house_id)).executeTakeFirstOrThrow();
  supplier = String(supplier_id);
  await db().updateTable('tenancies').set({ stock: 30, feed_stock: 30, deposit_minor: 30_000n }).where('id', '=', asId(desk.lease.id)).execute();
});
let isKept = false;
afterAll(() => desk.office.close());
beforeEach(async () => {
  desk.office.clock.now = testNow;
  await reachProviders(db(), 'en-us');
});

const db = () => desk.office.on.base.db;
const people = () => known(desk.office.on.services.people);
const deposits = () => people().deposits;
const find = async (code: string) => known(await people().orders.find(code));
const after = (days: number) => new Date(`${addDays(desk.lease.move_out, days)}T12:00:00Z`);
const of = async (code: string) => known(await deposits().of(await find(code)));
const state = async (code: string) => (await of(code)).deposit.state;

const whole = async (step: () => Promise<{ readonly ok: boolean }>) =>
  expect(
    await cutEverywhere(
      async () => (await step()).ok,
      () => rowsOf(db(), kept),
    ),
  ).toBeUndefined();

const sum = async (text: ReturnType<typeof sql<{ n: string }>>) => (await text.execute(db())).rows[0]?.n;
const imbalance = () =>
  sum(sql`select coalesce(sum(abs(s)), 0)::text as n from (select sum(minor) as s from ledger_entries group by transaction_id, currency) t`);
const held = async () => (await createLedger({ db: db() }).service.balance(`deposit:${Number(supplier)}`, 'GBP')).minor;
async function letters(code: string): Promise<readonly string[]> {
  return (await keptLetters(db(), known(mailOf.get(code)))).filter((name) => name.startsWith('order-'));
}

const mailOf = new Map<string, string>();
let stays = 0;
type Stay = { readonly userId: UserId; readonly code: string };
/** A stay that is over and had a deposit of £300. */
async function over(isTheirs = false): Promise<Stay> {
  await termsCount(
    desk.office,
    finance.id,
    isTheirs ? { supplier, collects: 'supplier', lines: 'IBAN GB33 BUKB 2020 1555 5555 55' } : { supplier, collects: 'operator', lines: '' },
  );
  const address = `cut${(stays += 1)}@example.org`;
  const by = await desk.office.registered(address);
  await desk.announced();
  const code = await desk.signed(by);
  mailOf.set(code, address);
  if (isTheirs) await desk.byStaff(code, 'supplier-paid');
  else await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }));
  await desk.byStaff(code, 'confirm');
  await desk.movesIn(by, code);
  await people().ordersClock.runClock(after(1));
  return { userId: await userOf(by), code };
}
const keeping = { reason: 'cleaning', sum: '100', note: 'Oven and floor.', evidence: '' };
const propose = (code: string, days = 2) => deposits().propose(code, { kind: 'propose', deductions: [keeping], note: '' }, finance.id, after(days));
const answer = ({ userId, code }: Stay, proposal: number, said: 'agree' | 'dispute') =>
  deposits().answer(userId, code, { proposal, answer: said, note: said === 'agree' ? '' : 'It was clean.' }, after(3));

describe('a deposit that goes back, cut at each step', () => {
  test('is taken up once, proposed once, answered once and sent once; the books say what went', async () => {
    const stay = await over();
    const { code } = stay;
    await cutThrough(() => deposits().openAll(after(1)));
    expect(await state(code)).toBe('open');
    const before = await held();
    const lettersBefore = (await letters(code)).length;

    await whole(() => propose(code));
    const proposal = known((await of(code)).deposit.proposalId);
    await whole(() => answer(stay, proposal, 'dispute'));
    await whole(() => propose(code, 3));
    const second = known((await of(code)).deposit.proposalId);
    await whole(() => answer(stay, second, 'agree'));
    await whole(() => deposits().give(code, { how: 'us', on: '' }, finance.id, after(4)));
    expect(await state(code)).toBe('sending');

    // What a provider of payments sends is beside our transaction: each part is kept by itself.
    await cutThrough(() => paymentsOf(desk.office).sendRefunds(after(4)));
    expect(await imbalance()).toBe('0');
    expect([await state(code), (await of(code)).deposit.givenOn]).toEqual(['done', addDays(desk.lease.move_out, 4)]);
    const all = await of(code);
    expect([all.proposals.length, all.proposals.map(({ answer: said }) => said?.answer), (await held()) - before]).toEqual([2, ['dispute', 'agree'], 30_000n]);
    const refunds = await db()
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'payment_id')
      .select(['refunds.minor', 'refunds.state'])
      .where('refunds.reason', '=', 'deposit')
      .execute();
    expect(refunds).toEqual([{ minor: 20_000n, state: 'done' }]);
    expect((await desk.events(code)).filter((event) => event.startsWith('deposit-'))).toEqual([
      'deposit-propose staff',
      'deposit-dispute applicant',
      'deposit-propose staff',
      'deposit-agree applicant',
      'deposit-send staff',
      'deposit-gone payment',
    ]);
    expect((await letters(code)).slice(lettersBefore)).toEqual(['order-deposit', 'order-deposit', 'order-deposit']);
  });

  test('that a provider proposes by a link is proposed once, and their link answers once', async () => {
    await reachProviders(db(), 'en-us');
    const { code } = await over();
    await cutThrough(() => deposits().openAll(after(1)));
    const mailed = desk.office.letters.findLast(({ name, input }) => name === 'supplier-link' && input['purpose'] === 'deposit' && input['code'] === code);
    const key = String(known(mailed).input['key']);
    await whole(() => deposits().supplierSays(key, { seen: undefined, kind: 'propose', deductions: [keeping], note: '' }, after(2)));
    const { id } = await find(code);
    const made = await db().selectFrom('supplier_links').select('used_at').where('order_id', '=', id).where('purpose', '=', 'deposit').execute();
    expect([await state(code), (await of(code)).proposals.length, made.map(({ used_at: used }) => used !== null)]).toEqual(['proposed', 1, [true]]);
  });

  test('that the provider gave back is written down once', async () => {
    const stay = await over(true);
    const { code } = stay;
    await deposits().openAll(after(1));
    await whole(() => deposits().propose(code, { kind: 'whole', deductions: [], note: '' }, finance.id, after(2)));
    await whole(() => deposits().give(code, { how: 'provider', on: addDays(desk.lease.move_out, 3) }, finance.id, after(4)));
    const { id } = await find(code);
    expect([
      await state(code),
      await db().selectFrom('supplier_returns').select('minor').where('order_id', '=', id).execute(),
      await sum(sql`select count(*)::text as n from audit_log where action = 'deposit-decided' and subject = ${`order:${id}`}`),
    ]).toEqual(['done', [{ minor: 30_000n }], '2']);
  });
});

describe('a contract that a provider answers, cut at each step', () => {
  const links = (code: string) => desk.office.letters.filter(({ name, input }) => name === 'supplier-link' && input['code'] === code);
  const keyOf = (code: string): string => String(known(links(code).at(-1)).input['key']);
  async function toSign() {
    await termsCount(desk.office, finance.id, { supplier, collects: 'operator', lines: '' });
    const by = await desk.office.registered(`cut${(stays += 1)}@example.org`);
    await desk.announced();
    const code = await desk.signed(by);
    await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }));
    const { contract } = known(await people().supplierSigning.of(await find(code)));
    return { code, hash: contract.hash, key: keyOf(code) };
  }
  const staffDo = async (code: string, values: Readonly<Record<string, string>>) => ({
    ok: (await desk.staff.call(staffOrderContract, { code, ...values })).status === 200,
  });
  const words = async (code: string) =>
    db().selectFrom('contract_words').innerJoin('orders', 'orders.id', 'order_id').select('word').where('code', '=', code).execute();

  test('is signed once, by a word with its paper, and confirmed once', async () => {
    const { code, hash, key } = await toSign();
    await whole(() => people().supplierSigning.answer(key, { word: 'sign', name: 'Ann Lee', role: 'Manager', hash, address: '192.0.2.1' }, testNow));
    expect(await words(code)).toEqual([{ word: 'signed' }]);
    await whole(() => staffDo(code, { act: 'confirm' }));
    expect([await desk.stateOf(code), (await desk.events(code)).filter((event) => /provider-signed|confirm/.test(event))]).toEqual([
      'confirmed',
      ['provider-signed supplier', 'confirm staff'],
    ]);
  });

  test('is declined once, asked for once more by one link, and noted from paper once', async () => {
    const { code, hash, key } = await toSign();
    await whole(() => people().supplierSigning.answer(key, { word: 'decline', reason: 'Repairs.', hash, address: '192.0.2.1' }, testNow));
    await whole(() => staffDo(code, { act: 'provider-paper', paper_name: 'Ann Lee', paper_on: '2026-11-01', note: 'They called.' }));
    expect(await words(code)).toEqual([{ word: 'declined' }, { word: 'paper' }]);
  });

  test('is reminded of by one link, of which one alone opens', async () => {
    const { code } = await toSign();
    const late = new Date(testNow.getTime() + 49 * 3_600_000);
    await cutThrough(() => people().supplierSigning.remind(late));
    const { id } = await find(code);
    const made = await db().selectFrom('supplier_links').select('ended_at').where('order_id', '=', id).orderBy('id').execute();
    expect(made.map(({ ended_at: ended }) => ended === null)).toEqual([false, true]);
    expect((await desk.events(code)).filter((event) => event === 'ask-provider clock')).toHaveLength(1);
  });
});
