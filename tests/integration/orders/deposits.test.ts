/** Deposits of stays that are over: proposed, agreed to or disputed, and given back through us or by the provider; never more kept than paid. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#lib/dates/dates.ts';
import { depositAnswerContract, depositContract, depositGiveContract, supplierDepositContract } from '#lib/features/orders/deposits.contract.ts';
import { createLedger } from '#lib/features/ledger/ledger.feature.ts';
import type { WrittenDeduction } from '#lib/features/orders/deposits.rules.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { testNow } from '#tests/factories/houses.ts';
import { known } from '#tests/support/list-pages.ts';
import { applicant, openOrdersDesk, orderView } from '#tests/support/orders-desk.ts';
import type { OrdersDesk } from '#tests/support/orders-desk.ts';
import { beginToPay, paymentsOf, tellPaid, userOf } from '#tests/support/paying.ts';
import { reachProviders } from '#tests/support/provider-contacts.ts';
import { termsCount } from '#tests/support/provider-terms.ts';
import { openStaffDesk } from '#tests/support/staff-desk.ts';
import type { StaffBrowser } from '#tests/support/staff-desk.ts';

const pounds = 100n;
let desk: OrdersDesk;
let finance: StaffBrowser;
let supplier: string;
beforeAll(async () => {
  desk = await openOrdersDesk();
  finance = await openStaffDesk(desk.office).member('finance');
  const { supplier_id } = await db().selectFrom('houses').select('supplier_id').where('id', '=', asId(desk.lease.house_id)).executeTakeFirstOrThrow();
  supplier = String(supplier_id);
  await db().updateTable('tenancies').set({ stock: 30, feed_stock: 30, deposit_minor: 30_000n }).where('id', '=', asId(desk.lease.id)).execute();
});
afterAll(() => desk.office.close());
beforeEach(async () => {
  desk.office.clock.now = testNow;
  await termsCount(desk.office, finance.id, { supplier, collects: 'operator', lines: '' });
});

const db = () => desk.office.on.base.db;
const people = () => known(desk.office.on.services.people);
const ledger = () => createLedger({ db: db() }).service;
const deposits = () => people().deposits;
const find = async (code: string) => known(await people().orders.find(code));
const noon = (on: string) => new Date(`${on}T12:00:00Z`);
const after = (days: number) => noon(addDays(desk.lease.move_out, days));
const of = async (code: string) => known(await deposits().of(await find(code)));
const state = async (code: string) => (await of(code)).deposit.state;
const lettersOf = (code: string) =>
  desk.office.letters.filter(({ name, input }) => name === 'order-deposit' && input['code'] === code).map(({ input }) => input);
const keeping = (sum: string, reason = 'cleaning'): WrittenDeduction => ({ reason, sum, note: 'Oven and floor.', evidence: '' });
const held = async () => (await ledger().balance(`deposit:${Number(supplier)}`, 'GBP')).minor;
/** What is left over of all postings, by currency. */
const imbalance = async () =>
  (
    await sql<{
      n: string;
    }>`select coalesce(sum(abs(s)), 0)::text as n from (select sum(minor) as s from ledger_entries group by transaction_id, currency) t`.execute(db())
  ).rows[0]?.n;

type Stay = { readonly userId: UserId; readonly code: string };
/** A stay that is over, with its deposit of £300. */
async function over(isTheirs = false): Promise<Stay> {
  const by = await desk.somebody();
  await desk.announced();
  if (isTheirs) await termsCount(desk.office, finance.id, { supplier, collects: 'supplier', lines: 'IBAN GB33 BUKB 2020 1555 5555 55' });
  const code = await desk.signed(by);
  if (isTheirs) await desk.byStaff(code, 'supplier-paid');
  else await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code }));
  await desk.byStaff(code, 'confirm');
  await desk.movesIn(by, code);
  await people().ordersClock.runClock(after(1));
  expect((await find(code)).state).toBe('completed');
  await deposits().openAll(after(1));
  return { userId: await userOf(by), code };
}
const propose = (code: string, deductions: readonly WrittenDeduction[], kind: 'propose' | 'whole' | 'decided' = 'propose', days = 2) =>
  deposits().propose(code, { kind, deductions, note: kind === 'decided' ? 'By the scheme.' : '' }, finance.id, after(days));
async function answer({ userId, code }: Stay, said: 'agree' | 'dispute', days = 3) {
  const { proposalId = 0 } = (await of(code)).deposit;
  return deposits().answer(userId, code, { proposal: proposalId, answer: said, note: said === 'agree' ? '' : 'It was clean.' }, after(days));
}
const give = (code: string, how: 'us' | 'provider' | 'again', days = 4, on: string = addDays(desk.lease.move_out, days)) =>
  deposits().give(code, { how, on }, finance.id, after(days));

describe('a deposit of a stay that is over', () => {
  test('is taken up once, and of no stay that is not over', async () => {
    const by = await desk.somebody();
    const living = await desk.signed(by);
    await tellPaid(desk.office, await beginToPay(desk.office, by, { kind: 'order', code: living }));
    const { code } = await over();
    await deposits().openAll(after(2));
    expect([await deposits().of(await find(living)), (await of(code)).deposit]).toMatchObject([
      undefined,
      { state: 'open', takenBy: 'operator', overOn: desk.lease.move_out, deposit: { minor: 300n * pounds, currency: 'GBP' } },
    ]);
    const early = {
      order_id: (await find(living)).id,
      currency: 'GBP',
      minor: 1n,
      taken_by: 'operator',
      over_on: '2027-01-01',
      law: null,
      law_days: null,
      law_from: null,
      due_on: null,
      moved_event: null,
      moved_by: null,
      moved_at: after(1),
    } as const;
    await expect(db().insertInto('deposit_returns').values(early).execute()).rejects.toThrow(/not over/);
  });

  test('goes back through us once it is agreed, by a refund of the deposit alone; what is kept is the provider’s, and the books balance', async () => {
    const stay = await over();
    const { code } = stay;
    const before = await held();
    expect((await propose(code, [keeping('80.50'), keeping('19.50', 'keys')])).ok).toBe(true);
    expect([await state(code), lettersOf(code).at(-1)]).toMatchObject(['proposed', { what: 'propose', deposit: '30000', back: '20000' }]);
    expect(await give(code, 'us')).toEqual({ ok: false, reason: 'not-now' });
    expect((await answer(stay, 'agree')).ok).toBe(true);
    expect((await give(code, 'us')).ok).toBe(true);
    expect([await state(code), await give(code, 'us')]).toEqual(['sending', { ok: false, reason: 'not-now' }]);
    await paymentsOf(desk.office).sendRefunds(after(4));
    expect([await state(code), (await of(code)).deposit.givenOn]).toEqual(['done', addDays(desk.lease.move_out, 4)]);
    expect(lettersOf(code).at(-1)).toMatchObject({ what: 'given', back: '20000' });
    // Credits stand below nothing: what we hold of deposits is less by all of this one.
    expect([(await held()) - before, await imbalance(), (await find(code)).state]).toEqual([300n * pounds, '0', 'completed']);
    expect(await paymentsOf(desk.office).collecting.deposit({ kind: 'order', code })).toMatchObject({ minor: 100n * pounds });
  });

  test('is disputed with reasons, proposed anew, and settled by whoever decides; what was proposed and answered stays', async () => {
    const stay = await over();
    const { code } = stay;
    await propose(code, [keeping('250')]);
    const first = (await of(code)).deposit.proposalId;
    expect((await answer(stay, 'dispute')).ok).toBe(true);
    expect([await state(code), await answer(stay, 'agree')]).toEqual(['disputed', { ok: false, reason: 'not-now' }]);
    expect((await propose(code, [keeping('100')], 'propose', 4)).ok).toBe(true);
    expect(await deposits().answer(stay.userId, code, { proposal: Number(first), answer: 'agree', note: '' }, after(4))).toEqual({
      ok: false,
      reason: 'changed',
    });
    expect((await answer(stay, 'dispute', 4)).ok).toBe(true);
    expect((await propose(code, [keeping('40')], 'decided', 5)).ok).toBe(true);
    const found = await of(code);
    expect([found.deposit.state, deposits().backNow(found).minor, found.proposals.map(({ answer: said }) => said?.answer)]).toEqual([
      'agreed',
      260n * pounds,
      ['dispute', 'dispute', undefined],
    ]);
    await expect(db().updateTable('deposit_deductions').set({ minor: 1n }).execute()).rejects.toThrow(/stays/);
    await expect(db().updateTable('deposit_answers').set({ answer: 'agree' }).execute()).rejects.toThrow(/stays/);
    await expect(db().deleteFrom('deposit_proposals').execute()).rejects.toThrow(/stays|violates/);
  });

  test('is never kept more of than was paid, by the program and by the database', async () => {
    const { code } = await over();
    expect(await propose(code, [keeping('200'), keeping('100.01')])).toMatchObject({ ok: false, reason: 'too-much', number: 2 });
    for (const sum of ['0', '-5', 'some', '']) expect(await propose(code, [keeping(sum)])).toMatchObject({ ok: false, reason: 'no-sum', number: 1 });
    expect(await propose(code, [])).toMatchObject({ ok: false, reason: 'no-sum' });
    expect(await propose(code, [{ ...keeping('10'), evidence: '3' }])).toMatchObject({ ok: false, reason: 'no-evidence' });
    expect((await propose(code, [keeping('200'), keeping('100')])).ok).toBe(true);
    const { proposalId = 0 } = (await of(code)).deposit;
    const more = { proposal_id: proposalId, number: 3, reason: 'other', minor: 1n, note: 'x', evidence: null } as const;
    await expect(db().insertInto('deposit_deductions').values(more).execute()).rejects.toThrow(/more is kept/);
  });

  test('that the provider took is given back by them, on a day that staff write down', async () => {
    const stay = await over(true);
    const { code } = stay;
    expect((await of(code)).deposit).toMatchObject({ takenBy: 'supplier', state: 'open' });
    expect((await propose(code, [], 'whole')).ok).toBe(true);
    expect(lettersOf(code).map(({ what, back }) => [what, back])).toEqual([['whole', '30000']]);
    expect(await give(code, 'us')).toEqual({ ok: false, reason: 'not-now' });
    for (const on of ['', 'today', addDays(desk.lease.move_out, -1), addDays(desk.lease.move_out, 5)])
      expect(await give(code, 'provider', 4, on)).toEqual({ ok: false, reason: 'no-day' });
    expect((await give(code, 'provider')).ok).toBe(true);
    expect([await state(code), lettersOf(code).at(-1)]).toMatchObject(['done', { what: 'given', by: addDays(desk.lease.move_out, 4) }]);
    const returned = await db()
      .selectFrom('supplier_returns')
      .selectAll()
      .where('order_id', '=', (await find(code)).id)
      .execute();
    expect(returned).toMatchObject([{ minor: 300n * pounds }]);
  });

  test('is not sent from the money of others where it was passed on, and goes again where a second person declined', async () => {
    const stay = await over();
    const { code } = stay;
    await propose(code, [], 'whole');
    const here = -(await held());
    const taken = { minor: here, currency: 'GBP' } as const;
    const entries = [
      { account: `deposit:${Number(supplier)}`, amount: taken },
      { account: 'bank', amount: { ...taken, minor: -here } },
    ] as const;
    const moved = (effect: string, sign: bigint) =>
      db()
        .transaction()
        .execute((tx) =>
          ledger().post(
            tx,
            {
              effect,
              entries: [
                { ...entries[0], amount: { ...taken, minor: sign * here } },
                { ...entries[1], amount: { ...taken, minor: -sign * here } },
              ],
            },
            testNow,
          ),
        );
    await moved('test:out', 1n);
    expect(await give(code, 'us')).toEqual({ ok: false, reason: 'passed-on' });
    await moved('test:in', -1n);
    expect((await give(code, 'us')).ok).toBe(true);
    expect(await give(code, 'again'), 'it is on its way').toEqual({ ok: false, reason: 'not-now' });
    await sql`update refunds set state = 'refused' where reason = 'deposit' and state in ('asked', 'waiting')`.execute(db());
    expect([(await give(code, 'again')).ok, await state(code), (await give(code, 'provider')).ok, await state(code)]).toEqual([true, 'agreed', true, 'done']);
  });

  test('has its deadline from when both agree, by the law of its place, and stands in front of the others once that is over', async () => {
    const stay = await over();
    const { code } = stay;
    const law = { law: 'Housing Act 2004, schedule 10', law_days: 10, law_from: 'agreement' } as const;
    await db()
      .updateTable('deposit_returns')
      .set(law)
      .where('order_id', '=', (await find(code)).id)
      .execute();
    await propose(code, [keeping('10')]);
    expect((await of(code)).deposit.dueOn).toBeUndefined();
    await answer(stay, 'agree', 3);
    expect((await of(code)).deposit.dueOn).toBe(addDays(desk.lease.move_out, 13));
    const page = async (days: number) => {
      desk.office.clock.now = after(days);
      const view = { ...((await orderView(desk, code)) as object), visitor: { staff: { staffId: finance.id, standing: 'finance' } } } as never;
      return known(await people().loaders.orders.deposits(view)).rows.map(({ order, isOverdue }) => [order.code, isOverdue]);
    };
    expect([(await page(13))[0], (await page(14))[0]]).toEqual([
      [code, false],
      [code, true],
    ]);
    const own = { ...((await orderView(desk, code)) as object), visitor: { session: { userId: stay.userId }, staff: undefined } } as never;
    expect(await people().loaders.orders.ownDeposit(own)).toMatchObject({ isOverdue: true, deadline: expect.stringContaining('schedule 10') });
  });

  test('goes along its graph alone, and is proposed and given back by staff of money, answered by nobody else', async () => {
    const stay = await over();
    const { code } = stay;
    const id = (await find(code)).id;
    const jump = db().updateTable('deposit_returns').set({ state: 'agreed', moved_event: 'agree', moved_by: 'applicant' }).where('order_id', '=', id);
    await expect(jump.execute()).rejects.toThrow(/no edge/);
    const stranger = await desk.somebody();
    const said = { code, deed: 'propose', reason_1: 'damage', sum_1: '20', note_1: 'A lamp.', note: '' };
    expect((await desk.staff.call(depositContract, said)).status).not.toBe(200);
    expect((await finance.call(depositContract, { ...said, sum_1: '900' })).status).toBe(422);
    expect((await finance.call(depositGiveContract, { code, how: 'provider', on: '2027-01-01' })).status).toBe(422);
    expect((await stranger.call(depositAnswerContract, { code, proposal: '1', answer: 'agree' })).status).toBe(404);
    await expect(db().updateTable('deposit_returns').set({ minor: 1n }).where('order_id', '=', id).execute()).rejects.toThrow(/stays/);
  });
});

describe('what a provider keeps, by a link', () => {
  const links = (code: string) =>
    desk.office.letters.filter(({ name, input }) => name === 'supplier-link' && input['purpose'] === 'deposit' && input['code'] === code);
  const keyOf = (code: string): string => String(known(links(code).at(-1)).input['key']);
  /** On a day after the stay. */
  const says = (key: string, more: Readonly<Record<string, string>>, days = 2) => {
    desk.office.clock.now = after(days);
    return desk.office.browser().call(supplierDepositContract, { key, proposal: '', note: '', ...more });
  };
  const keeps = { deed: 'propose', reason_1: 'damage', sum_1: '80', note_1: 'The lamp is broken.' } as const;
  const asks = (code: string, days = 3) => deposits().ask(code, finance.id, after(days));
  async function page(key: string, days = 2) {
    const view = { ...((await orderView(desk, '')) as object), query: new URLSearchParams({ key }), now: after(days) };
    return people().loaders.orders.supplierDeposit(view as never);
  }
  const words = async (code: string) => (await of(code)).proposals.map(({ kind, staffId, linkId }) => [kind, staffId !== undefined, linkId !== undefined]);

  test('is asked once the stay is over, proposed with reasons, answered by the student, and sent once it is agreed', async () => {
    await reachProviders(db(), 'vi-vn');
    const stay = await over();
    const { code } = stay;
    const [letter, ...others] = links(code);
    expect([others, letter?.locale, letter?.input['isReminder']]).toEqual([[], 'vi-vn', false]);
    expect(JSON.stringify(letter), 'it names nobody').not.toContain(applicant.full_name);
    const key = keyOf(code);
    const shown = known(await page(key));
    expect([shown.canSay, JSON.stringify(shown.facts).includes(applicant.full_name), shown.deductions]).toEqual([true, true, []]);

    for (const wrong of [{ sum_1: '900' }, { sum_1: '0' }, { reason_1: '' }, { note_1: '' }, { evidence_1: '4' }, { deed: 'decided' }, { deed: 'ask' }])
      expect((await says(key, { ...keeps, ...wrong })).status, JSON.stringify(wrong)).toBe(422);
    expect((await says('x'.repeat(32), keeps)).status).toBe(404);
    expect(await state(code)).toBe('open');
    expect(await says(key, keeps)).toMatchObject({ status: 200, data: { deed: 'propose' } });
    expect([await state(code), await words(code), lettersOf(code).at(-1)]).toMatchObject([
      'proposed',
      [['propose', false, true]],
      { what: 'propose', back: '22000' },
    ]);
    expect((await says(key, { ...keeps, proposal: String((await of(code)).deposit.proposalId) })).status, 'a link answers once').toBe(422);
    expect(known(await page(key))).toMatchObject({ canSay: false, deductions: [{ note: 'The lamp is broken.' }] });
    expect(await desk.events(code)).toContain('deposit-propose supplier');
    const seen = { ...((await orderView(desk, code)) as object), visitor: { staff: { staffId: finance.id, standing: 'finance' } } } as never;
    expect(known(await people().loaders.orders.staffDeposit(seen))).toMatchObject({ history: [{ who: 'Provider' }], links: [{ used: expect.any(String) }] });

    expect((await answer(stay, 'agree')).ok).toBe(true);
    expect([(await give(code, 'us')).ok, await state(code)]).toEqual([true, 'sending']);
  });

  test('is asked anew where the student does not agree, and staff decide where neither yields', async () => {
    await reachProviders(db(), 'en-us');
    const stay = await over();
    const { code } = stay;
    const first = keyOf(code);
    await says(first, keeps);
    expect(await asks(code), 'the student is asked').toEqual({ ok: false, reason: 'not-now' });
    await answer(stay, 'dispute');
    expect((await says(first, keeps, 3)).status, 'it has answered').toBe(422);
    expect((await asks(code)).ok).toBe(true);
    expect(await page(first, 3), 'the former one').toBeUndefined();
    const key = keyOf(code);
    expect(known(await page(key, 4))).toMatchObject({ canSay: true, disputed: 'It was clean.' });
    // What was said before is answered, and nothing that came since.
    expect((await says(key, { ...keeps, sum_1: '20' }, 4)).status).toBe(422);
    const seen = String((await of(code)).deposit.proposalId);
    expect((await says(key, { ...keeps, sum_1: '20', proposal: seen }, 4)).status).toBe(200);
    await answer(stay, 'dispute', 5);
    expect((await propose(code, [keeping('10')], 'decided', 6)).ok).toBe(true);
    expect([await state(code), await words(code)]).toEqual([
      'agreed',
      [
        ['propose', false, true],
        ['propose', false, true],
        ['decided', true, false],
      ],
    ]);
    expect(await asks(code, 7)).toEqual({ ok: false, reason: 'not-now' });
    expect(known(await page(key, 7))).toMatchObject({ canSay: false });
  });

  test('may be nothing; then all goes back, and the student hears it', async () => {
    await reachProviders(db(), 'en-us');
    const { code } = await over();
    expect((await says(keyOf(code), { deed: 'whole' })).status).toBe(200);
    expect([await state(code), lettersOf(code).map(({ what, back }) => [what, back])]).toEqual(['agreed', [['whole', '30000']]]);
  });

  test('is said by nobody without a link that opens: not after its time, not by the key of another thing, and not past the program', async () => {
    await reachProviders(db(), 'en-us');
    const { code } = await over();
    const key = keyOf(code);
    const contractKey = String(
      known(desk.office.letters.findLast(({ name, input }) => name === 'supplier-link' && input['purpose'] === 'contract' && input['code'] === code)).input[
        'key'
      ],
    );
    expect((await says(contractKey, keeps)).status).toBe(404);
    expect((await says(key, keeps, 35)).status).toBe(404);
    const { id } = await find(code);
    const link = await db().selectFrom('supplier_links').select('id').where('order_id', '=', id).where('purpose', '=', 'deposit').executeTakeFirstOrThrow();
    const said = { order_id: id, kind: 'whole' as const, note: '', made_at: after(35) };
    const both = db()
      .insertInto('deposit_proposals')
      .values({ ...said, staff_id: finance.id, link_id: link.id });
    await expect(both.execute()).rejects.toThrow(/deposit_proposals_who/);
    await expect(
      db()
        .insertInto('deposit_proposals')
        .values({ ...said, kind: 'decided', staff_id: null, link_id: link.id })
        .execute(),
    ).rejects.toThrow(/decided/);
    const { id: proposal } = await db()
      .insertInto('deposit_proposals')
      .values({ ...said, staff_id: null, link_id: link.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const late = { state: 'agreed', moved_event: 'whole', moved_by: 'supplier', moved_at: after(35), proposal_id: proposal } as const;
    await expect(db().updateTable('deposit_returns').set(late).where('order_id', '=', id).execute()).rejects.toThrow(/no link/);
  });

  test('is not asked where nobody knows how to reach them; staff of money alone send links', async () => {
    await db().deleteFrom('supplier_contacts').execute();
    const { code } = await over();
    expect([links(code), await asks(code), await state(code)]).toEqual([[], { ok: false, reason: 'no-address' }, 'open']);
    await reachProviders(db(), 'en-us');
    expect((await desk.staff.call(depositContract, { code, deed: 'ask', note: '' })).status).not.toBe(200);
    desk.office.clock.now = testNow;
    expect([(await finance.call(depositContract, { code, deed: 'ask', note: '' })).status, links(code).length]).toEqual([200, 1]);
    expect(await state(code)).toBe('open');
  });
});
