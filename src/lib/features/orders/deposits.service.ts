/**
 * Gives deposits back once stays are over: the provider proposes by a mailed link what is kept of one, or staff do for them; whoever paid it answers,
 * and what is agreed goes back by a refund of ours, or the provider gives it back and staff write down when.
 */
import { isDate, todayIn } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import type { Ledger } from '#lib/features/ledger/ledger.schema.ts';
import type { Collecting } from '#lib/features/payments/payments.schema.ts';
import type { QuotesService } from '#lib/features/quotes/quotes.service.ts';
import { collectorOf } from '#lib/features/quotes/quote.schema.ts';
import { apart } from '#lib/jobs/apart.ts';
import type { SupplierLink } from '#lib/features/supplier-links/supplier-links.schema.ts';
import type { SupplierLinksService } from '#lib/features/supplier-links/supplier-links.service.ts';
import type { StaffId, UserId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import { nextDeposit } from './deposits.process.rules.ts';
import type { DepositMove, DepositsRepository } from './deposits.repository.ts';
import { backOf, dueFromAgreement, dueFromEnd, givingsFor, keptOf, overOn, readDeductions, standing, supplierCanSay } from './deposits.rules.ts';
import type { WrittenDeduction } from './deposits.rules.ts';
import type { DepositAnswer, DepositReturn, Giving, Proposal, ProposalKind, SupplierKind } from './deposits.schema.ts';
import type { OrderMoney } from './order-money.service.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import { amountText, entryOf } from './orders.rules.ts';
import { orderCodePattern } from './orders.schema.ts';
import type { Order } from './orders.schema.ts';
import type { OrdersService } from './orders.service.ts';

/** What is told of a deposit. `back`: what goes back of it; `by`: the last day for that, or the day on which it was given back. */
export type DepositWord = {
  readonly what: ProposalKind | 'given';
  readonly deposit: Money;
  readonly back: Money;
  readonly by: string | undefined;
  readonly note: string;
};

type Parts = {
  readonly rows: DepositsRepository;
  readonly repository: Pick<OrdersRepository, 'find' | 'lock' | 'tell'>;
  readonly orders: Pick<OrdersService, 'own'>;
  readonly money: Pick<OrderMoney, 'kept'>;
  readonly collecting: Pick<Collecting, 'deposit' | 'refund' | 'returning'>;
  readonly ledger: Pick<Ledger, 'balance' | 'linesNamed' | 'post'>;
  readonly houses: Pick<HouseService, 'find'>;
  readonly quotes: Pick<QuotesService, 'giveBack'>;
  readonly links: Pick<SupplierLinksService, 'make' | 'open' | 'used' | 'ofThing'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  readonly tell: (tx: DbTransaction, order: StoredOrder, word: DepositWord, now: Date) => Promise<void>;
};

export type DepositsService = ReturnType<typeof createDeposits>;

const batch = 100;
const purpose = { purpose: 'deposit' } as const;

/** Why nothing was proposed; of a wrong deduction `number` says which, from 1. */
type NotProposed = 'not-now' | 'no-sum' | 'too-much' | 'no-evidence';
/** What is proposed, and by whom: one of the staff, or the provider by a link. */
type Proposing = { readonly kind: ProposalKind; readonly deductions: readonly WrittenDeduction[]; readonly note: string };
type Proposer = { readonly staffId: StaffId } | { readonly linkId: number };

/** What a link of a provider opens. */
export type OpenedDeposit = {
  readonly link: SupplierLink;
  readonly order: StoredOrder;
  readonly deposit: DepositReturn;
  readonly proposals: readonly Proposal[];
  readonly canSay: boolean;
};
type Ref = Pick<Order, 'id' | 'code'>;

export function createDeposits({ rows, repository, orders, money, collecting, ledger, houses, quotes, links, audit, transact, tell }: Parts) {
  const ref = ({ code }: Pick<Order, 'code'>) => ({ kind: 'order', code }) as const;

  /** What of the deposit is there to be given back: with us, or with a provider who collects. */
  async function heldOf(order: StoredOrder, tx: DbTransaction): Promise<Money | undefined> {
    if (collectorOf(order.quote) === 'operator') return collecting.deposit(ref(order), tx);
    const kept = await money.kept(order, tx);
    const { deposit } = order.quote;
    return kept && (kept.minor < deposit.minor ? kept : deposit);
  }

  async function open(code: string, now: Date): Promise<number> {
    const found = await repository.find(code);
    const house = found && (await houses.find(found.houseId));
    return transact(async (tx) => {
      const order = await repository.lock(tx, code);
      if (order?.state !== 'completed' || (await rows.deposit(order.id, tx))) return 0;
      const deposit = await heldOf(order, tx);
      if (!deposit || deposit.minor <= 0n) return 0;
      const day = overOn(order.to, todayIn(order.home.zone, order.movedAt));
      const law = house && quotes.giveBack(house, day);
      await rows.addDeposit(tx, order.id, { deposit, takenBy: collectorOf(order.quote), overOn: day, law, dueOn: dueFromEnd(law, day) }, now);
      // Where nobody knows how to reach them, staff propose for them, as they see in the list.
      await links.make(tx, order, purpose, { by: 'stay', actor: 'job:open-deposits' }, now);
      return 1;
    });
  }

  /** Goes along an edge and writes it into the order's timeline. Returns false where there is no such edge. */
  async function move(
    tx: DbTransaction,
    order: StoredOrder,
    current: DepositReturn,
    { event, by, at, ...more }: Omit<DepositMove, 'to'>,
    { staffId, note = '' }: { readonly staffId?: StaffId; readonly note?: string } = {},
  ): Promise<boolean> {
    const to = nextDeposit(current.state, event, by);
    if (!to) return false;
    await rows.moveDeposit(tx, order.id, { event, by, to, at, ...more });
    await repository.tell(tx, order.id, entryOf(order, `deposit-${event}`, by, at, { staffId, note }));
    return true;
  }

  async function current(order: Ref, tx?: DbTransaction): Promise<{ readonly deposit: DepositReturn; readonly proposals: readonly Proposal[] } | undefined> {
    const deposit = await rows.deposit(order.id, tx);
    return deposit && { deposit, proposals: await rows.proposals(order.id, deposit.deposit.currency, tx) };
  }

  const backNow = ({ deposit, proposals }: NonNullable<Awaited<ReturnType<typeof current>>>): Money =>
    backOf(deposit.deposit, standing(proposals, deposit)?.deductions ?? []);

  /** Writes down what is proposed, as part of a transaction that has the order locked, and tells whoever paid. */
  async function proposed(
    tx: DbTransaction,
    order: StoredOrder,
    deposit: DepositReturn,
    { kind, deductions, note }: Proposing,
    who: Proposer,
    now: Date,
  ): Promise<Outcome<null, NotProposed> & { readonly number?: number }> {
    const by = 'staffId' in who ? 'staff' : 'supplier';
    if (nextDeposit(deposit.state, kind, by) === undefined) return refused('not-now');
    const read = readDeductions(kind === 'whole' ? [] : deductions, deposit.deposit);
    if (!read.ok) return read;
    if (kind === 'propose' && read.value.length === 0) return { ...refused('no-sum'), number: 1 };
    const numbers = read.value.flatMap(({ evidence }) => evidence ?? []);
    if (!(await rows.hasEvidence(tx, order.id, numbers)))
      return { ...refused('no-evidence'), number: read.value.findIndex(({ evidence }) => evidence !== undefined) + 1 };
    const proposalId = await rows.addProposal(tx, order.id, { kind, note, deductions: read.value, ...who, at: now });
    const dueOn = kind === 'propose' ? deposit.dueOn : dueFromAgreement(deposit, todayIn(order.home.zone, now));
    const back = backOf(deposit.deposit, read.value);
    const mover = 'staffId' in who ? { staffId: who.staffId } : {};
    await move(tx, order, deposit, { event: kind, by, at: now, proposalId, dueOn }, { ...mover, note: amountText(back) });
    await audit.append(tx, {
      actor: 'staffId' in who ? `staff:${who.staffId}` : 'nobody',
      action: 'deposit-decided',
      subject: `order:${order.id}`,
      data: { deed: kind, amount: Number(back.minor) },
    });
    await tell(tx, order, { what: kind, deposit: deposit.deposit, back, by: dueOn, note }, now);
    return done(null);
  }

  async function opened(key: string, now: Date): Promise<OpenedDeposit | undefined> {
    const link = await links.open('deposit', key, now);
    const order = link && (await repository.find(link.code));
    const found = order && (await current(order));
    if (!link || !order || !found) return undefined;
    return { link, order, ...found, canSay: supplierCanSay(found.deposit, found.proposals, link.id) };
  }

  /** Names the posting by which what is kept becomes the provider's. */
  const keptEffect = ({ code }: Pick<Order, 'code'>): string => `deposit:${code}:kept`;

  /** What we hold of deposits for the provider of an order, and whether what is kept of this one is theirs already. */
  async function hereFor(order: StoredOrder): Promise<{ readonly minor: bigint; readonly isKept: boolean }> {
    const account = `deposit:${order.home.supplierId}` as const;
    const balance = await ledger.balance(account, order.quote.deposit.currency);
    // Credits stand below nothing in the books.
    return { minor: -balance.minor, isKept: (await ledger.linesNamed(account, [keptEffect(order)])).length > 0 };
  }

  /** What is kept becomes the provider's for good. */
  async function keep(tx: DbTransaction, order: StoredOrder, kept: Money, now: Date): Promise<void> {
    const { supplierId } = order.home;
    if (kept.minor === 0n) return;
    const entries = [
      { account: `deposit:${supplierId}`, amount: kept },
      { account: `supplier:${supplierId}`, amount: { minor: -kept.minor, currency: kept.currency } },
    ] as const;
    await ledger.post(tx, { effect: keptEffect(order), entries }, now);
  }

  return {
    of: current,
    backNow,
    list: (most: number, after?: { readonly dueOn: string; readonly id: number }) => rows.openDeposits(most, after),
    find: (code: string) => (orderCodePattern.test(code) ? repository.find(code) : Promise.resolve(undefined)),

    /** How many entries were written down of a home, of which deductions can name one. */
    entriesOf: async (order: Pick<Order, 'id'>, most: number): Promise<number> => Math.min(most, await rows.evidenceEntries(order.id)),

    /** One with its order; that it was looked at is written down. */
    async see(code: string, staffId: StaffId) {
      const order = orderCodePattern.test(code) ? await repository.find(code) : undefined;
      const found = order && (await current(order));
      if (!order || !found) return undefined;
      await transact((tx) => audit.append(tx, { actor: `staff:${staffId}`, action: 'order-seen', subject: `order:${order.id}`, data: {} }));
      return { order, ...found };
    },

    /** Takes up deposits of stays that are over. Returns how many. */
    async openAll(now: Date): Promise<number> {
      let [all, last] = [0, 0];
      const work = apart();
      for (;;) {
        const found = await rows.depositsToOpen(now, last, batch);
        for (const { code } of found) all += (await work.run(() => open(code, now))) ?? 0;
        last = found.at(-1)?.id ?? 0;
        if (found.length === batch) continue;
        work.end();
        return all;
      }
    },

    /** What staff say for the provider. */
    async propose(code: string, said: Proposing, staffId: StaffId, now: Date): Promise<Outcome<null, 'unknown' | NotProposed> & { readonly number?: number }> {
      if (!orderCodePattern.test(code)) return refused('unknown');
      return transact(async (tx): Promise<Outcome<null, 'unknown' | NotProposed> & { readonly number?: number }> => {
        const order = await repository.lock(tx, code);
        const found = order && (await current(order, tx));
        if (!order || !found) return refused('unknown');
        return proposed(tx, order, found.deposit, said, { staffId }, now);
      });
    },

    /** Has the provider asked by a link to say it themselves; the former one opens no more. */
    async ask(code: string, staffId: StaffId, now: Date): Promise<Outcome<null, 'unknown' | 'not-now' | 'no-address' | 'too-many'>> {
      if (!orderCodePattern.test(code)) return refused('unknown');
      return transact(async (tx): Promise<Outcome<null, 'unknown' | 'not-now' | 'no-address' | 'too-many'>> => {
        const order = await repository.lock(tx, code);
        const found = order && (await current(order, tx));
        if (!order || !found) return refused('unknown');
        if (!supplierCanSay(found.deposit, [])) return refused('not-now');
        return links.make(tx, order, purpose, { by: 'staff', actor: `staff:${staffId}` }, now);
      });
    },

    /** Links that went to the provider about a deposit, newest first. */
    linksOf: (order: Pick<Order, 'id'>): Promise<readonly SupplierLink[]> => links.ofThing({ ...purpose, orderId: order.id }),

    /** What the link of a provider opens; looking writes nothing down. */
    opened: (key: string, now: Date): Promise<OpenedDeposit | undefined> => opened(key, now),

    /** What a provider says by a link, which answers once. @param said with the proposal that they were shown last. */
    async supplierSays(
      key: string,
      { seen, ...said }: Omit<Proposing, 'kind'> & { readonly kind: SupplierKind; readonly seen: number | undefined },
      now: Date,
    ): Promise<Outcome<null, 'unknown' | NotProposed> & { readonly number?: number }> {
      const before = await opened(key, now);
      if (!before) return refused('unknown');
      return transact(async (tx): Promise<Outcome<null, 'unknown' | NotProposed> & { readonly number?: number }> => {
        const order = await repository.lock(tx, before.order.code);
        // Ended, run out or answered since.
        const link = await links.open('deposit', key, now, tx);
        const found = order && (await current(order, tx));
        if (!order || !link || !found) return refused('unknown');
        if (!supplierCanSay(found.deposit, found.proposals, link.id) || found.deposit.proposalId !== seen) return refused('not-now');
        const outcome = await proposed(tx, order, found.deposit, said, { linkId: link.id }, now);
        if (outcome.ok) await links.used(tx, link, now);
        return outcome;
      });
    },

    /** What whoever paid it says to the proposal that they were shown. */
    async answer(
      userId: UserId,
      code: string,
      { proposal, answer, note }: { readonly proposal: number; readonly answer: DepositAnswer; readonly note: string },
      now: Date,
    ): Promise<Outcome<null, 'unknown' | 'not-now' | 'changed'>> {
      return transact(async (tx): Promise<Outcome<null, 'unknown' | 'not-now' | 'changed'>> => {
        const order = await orders.own(userId, code, tx);
        const found = order && (await current(order, tx));
        if (!order || !found) return refused('unknown');
        const { deposit } = found;
        if (nextDeposit(deposit.state, answer, 'applicant') === undefined) return refused('not-now');
        if (deposit.proposalId !== proposal) return refused('changed');
        await rows.addAnswer(tx, proposal, { userId, answer, note, at: now });
        const dueOn = answer === 'agree' ? dueFromAgreement(deposit, todayIn(order.home.zone, now)) : deposit.dueOn;
        await move(tx, order, deposit, { event: answer, by: 'applicant', at: now, dueOn }, { note: amountText(backNow(found)) });
        return done(null);
      });
    },

    /** Gives back what is agreed. @param on the day on which the provider did, where they did */
    async give(
      code: string,
      { how, on }: { readonly how: Giving; readonly on: string },
      staffId: StaffId,
      now: Date,
    ): Promise<Outcome<null, 'unknown' | 'not-now' | 'passed-on' | 'no-day'>> {
      const seen = orderCodePattern.test(code) ? await repository.find(code) : undefined;
      if (!seen) return refused('unknown');
      const here = await hereFor(seen);
      return transact(async (tx): Promise<Outcome<null, 'unknown' | 'not-now' | 'passed-on' | 'no-day'>> => {
        const order = await repository.lock(tx, code);
        const found = order && (await current(order, tx));
        if (!order || !found) return refused('unknown');
        const { deposit } = found;
        const back = backNow(found);
        const kept = keptOf(deposit.deposit, standing(found.proposals, deposit)?.deductions ?? []);
        if (!givingsFor(deposit, back).includes(how)) return refused('not-now');
        const data = { deed: how, amount: Number(back.minor) };
        const write = () => audit.append(tx, { actor: `staff:${staffId}`, action: 'deposit-decided', subject: `order:${order.id}`, data });
        if (how === 'again') {
          if (await collecting.returning(ref(order), tx)) return refused('not-now');
          await move(tx, order, deposit, { event: 'again', by: 'staff', at: now }, { staffId });
          await write();
          return done(null);
        }
        if (how === 'provider') {
          if (!isDate(on) || on < deposit.overOn || on > todayIn(order.home.zone, now)) return refused('no-day');
          if (deposit.takenBy === 'supplier' && back.minor > 0n) await rows.addGivenBack(tx, order.id, back, { by: staffId, on }, now);
          await move(tx, order, deposit, { event: 'given', by: 'staff', at: now, givenOn: on }, { staffId, note: amountText(back) });
          await write();
          await tell(tx, order, { what: 'given', deposit: deposit.deposit, back, by: on, note: '' }, now);
          return done(null);
        }
        // What the provider has already is not sent from the money of others.
        if (here.minor < back.minor + (here.isKept ? 0n : kept.minor)) return refused('passed-on');
        const sent = await collecting.refund(tx, ref(order), { amount: back, reason: 'deposit', by: staffId, from: 'deposit' }, now);
        if (!sent.ok) return refused('passed-on');
        await move(tx, order, deposit, { event: 'send', by: 'staff', at: now }, { staffId, note: amountText(back) });
        await keep(tx, order, kept, now);
        await write();
        return done(null);
      });
    },

    /** What payments tell: money of an order has gone back, and nothing more of it is on its way. */
    async gone(tx: DbTransaction, code: string, now: Date): Promise<void> {
      const order = await repository.lock(tx, code);
      const found = order && (await current(order, tx));
      if (!order || found?.deposit.state !== 'sending') return;
      const back = backNow(found);
      const givenOn = todayIn(order.home.zone, now);
      await move(tx, order, found.deposit, { event: 'gone', by: 'payment', at: now, givenOn }, { note: amountText(back) });
      await tell(tx, order, { what: 'given', deposit: found.deposit.deposit, back, by: givenOn, note: '' }, now);
    },
  };
}
