/** Deposits to give back, what was proposed of them, and what was answered. */
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { OrderId, StaffId, UserId } from '#lib/ids/ids.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';
import type { DepositActor, DepositEvent, DepositState } from './deposits.process.rules.ts';
import type { DepositAnswer, DepositReturn, Proposal } from './deposits.schema.ts';
import type { OrdersTables } from './orders.tables.ts';

/** Days after a stay for which its deposit is still taken up. */
const takenUpDays = 400;

const moneyOf = (minor: bigint, currency: string): Money => {
  if (!isCurrency(currency)) throw new TypeError(`nobody knows the currency ${currency}`);
  return { minor: BigInt(minor), currency };
};

function depositOf(row: Selectable<OrdersTables['deposit_returns']> & { readonly code: string }): DepositReturn {
  const { law, law_days: days, law_from: from } = row;
  return {
    code: row.code,
    deposit: moneyOf(row.minor, row.currency),
    takenBy: row.taken_by,
    overOn: row.over_on,
    law: law === null || days === null || from === null ? undefined : { name: law, days, from },
    dueOn: row.due_on ?? undefined,
    state: row.state,
    proposalId: row.proposal_id ?? undefined,
    givenOn: row.given_on ?? undefined,
  };
}

export type DepositMove = {
  readonly event: DepositEvent;
  readonly by: DepositActor;
  readonly to: DepositState;
  readonly at: Date;
  readonly dueOn?: string | undefined;
  readonly proposalId?: number;
  readonly givenOn?: string;
};

export type DepositsRepository = ReturnType<typeof createDepositsRepository>;

export function createDepositsRepository(db: Db) {
  const read = (on: Db | DbTransaction) =>
    on.selectFrom('deposit_returns').innerJoin('orders', 'orders.id', 'order_id').selectAll('deposit_returns').select('orders.code');

  return {
    /** Codes of stays that are over and had a deposit which nobody has taken up yet, the oldest first. */
    async depositsToOpen(now: Date, after: number, most: number): Promise<readonly { readonly id: OrderId; readonly code: string }[]> {
      const rows = await db
        .selectFrom('orders')
        .select(['id', 'code'])
        .where('state', '=', 'completed')
        .where('id', '>', asId<OrderId>(after))
        .where('moved_at', '>', new Date(now.getTime() - takenUpDays * 86_400_000))
        .where(sql<boolean>`(quote->'deposit'->>'minor')::bigint > 0`)
        .where(({ not, exists, selectFrom }) => not(exists(selectFrom('deposit_returns').select('order_id').whereRef('order_id', '=', 'orders.id'))))
        .orderBy('id')
        .limit(most)
        .execute();
      return rows.map(({ id, code }) => ({ id: asId<OrderId>(id), code }));
    },

    async addDeposit(
      tx: DbTransaction,
      id: OrderId,
      { deposit, takenBy, overOn, law, dueOn }: Omit<DepositReturn, 'code' | 'state' | 'proposalId' | 'givenOn'>,
      now: Date,
    ) {
      await tx
        .insertInto('deposit_returns')
        .values({
          order_id: id,
          currency: deposit.currency,
          minor: deposit.minor,
          taken_by: takenBy,
          over_on: overOn,
          law: law?.name ?? null,
          law_days: law?.days ?? null,
          law_from: law?.from ?? null,
          due_on: dueOn ?? null,
          moved_event: null,
          moved_by: null,
          moved_at: now,
        })
        .execute();
    },

    async deposit(id: OrderId, on: Db | DbTransaction = db): Promise<DepositReturn | undefined> {
      const row = await read(on).where('order_id', '=', id).executeTakeFirst();
      return row && depositOf(row);
    },

    /** Those of somebody that wait for their answer. */
    async proposedDeposits(userId: UserId): Promise<readonly DepositReturn[]> {
      const rows = await read(db).where('orders.user_id', '=', userId).where('deposit_returns.state', '=', 'proposed').limit(20).execute();
      return rows.map(depositOf);
    },

    /** Those that are not back, the next deadline first, those without one last; below an order on later pages. */
    async openDeposits(most: number, after?: { readonly dueOn: string; readonly id: number }): Promise<readonly (DepositReturn & { readonly id: number })[]> {
      const last = '9999-12-31';
      const due = sql<string>`coalesce(due_on, ${last}::date)`;
      const rows = await read(db)
        .where('deposit_returns.state', '<>', 'done')
        .$if(after !== undefined, (query) => query.where(sql<boolean>`(${due}, order_id) > (${after?.dueOn ?? last}::date, ${after?.id ?? 0}::integer)`))
        .orderBy(due)
        .orderBy('order_id')
        .limit(most)
        .execute();
      return rows.map((row) => ({ ...depositOf(row), id: row.order_id }));
    },

    /** Oldest first. */
    async proposals(id: OrderId, currency: string, on: Db | DbTransaction = db): Promise<readonly Proposal[]> {
      const rows = await on
        .selectFrom('deposit_proposals')
        .leftJoin('deposit_answers', 'proposal_id', 'id')
        .select(['id', 'kind', 'deposit_proposals.note', 'staff_id', 'link_id', 'made_at', 'answer', 'deposit_answers.note as answered', 'answered_at'])
        .where('order_id', '=', id)
        .orderBy('id')
        .execute();
      if (rows.length === 0) return [];
      const parts = await on
        .selectFrom('deposit_deductions')
        .selectAll()
        .where(
          'proposal_id',
          'in',
          rows.map((row) => row.id),
        )
        .orderBy('number')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        note: row.note,
        staffId: row.staff_id === null ? undefined : asId<StaffId>(row.staff_id),
        linkId: row.link_id ?? undefined,
        at: row.made_at,
        deductions: parts
          .filter(({ proposal_id }) => proposal_id === row.id)
          .map(({ reason, minor, note, evidence }) => ({ reason, amount: moneyOf(minor, currency), note, evidence: evidence ?? undefined })),
        answer: row.answer && row.answered_at ? { answer: row.answer, note: row.answered ?? '', at: row.answered_at } : undefined,
      }));
    },

    async addProposal(
      tx: DbTransaction,
      id: OrderId,
      { kind, note, deductions, staffId, linkId, at }: Pick<Proposal, 'kind' | 'note' | 'deductions' | 'at'> & Partial<Pick<Proposal, 'staffId' | 'linkId'>>,
    ): Promise<number> {
      const added = await tx
        .insertInto('deposit_proposals')
        .values({ order_id: id, kind, note, staff_id: staffId ?? null, link_id: linkId ?? null, made_at: at })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const [index, { reason, amount, note: why, evidence }] of deductions.entries())
        await tx
          .insertInto('deposit_deductions')
          .values({ proposal_id: added.id, number: index + 1, reason, minor: amount.minor, note: why, evidence: evidence ?? null })
          .execute();
      return added.id;
    },

    async addAnswer(
      tx: DbTransaction,
      proposal: number,
      { userId, answer, note, at }: { readonly userId: UserId; readonly answer: DepositAnswer; readonly note: string; readonly at: Date },
    ): Promise<void> {
      await tx.insertInto('deposit_answers').values({ proposal_id: proposal, user_id: userId, answer, note, answered_at: at }).execute();
    },

    async moveDeposit(tx: DbTransaction, id: OrderId, { event, by, to, at, dueOn, proposalId, givenOn }: DepositMove): Promise<void> {
      await tx
        .updateTable('deposit_returns')
        .set({
          state: to,
          moved_event: event,
          moved_by: by,
          moved_at: at,
          ...(dueOn === undefined ? {} : { due_on: dueOn }),
          ...(proposalId === undefined ? {} : { proposal_id: proposalId }),
          ...(givenOn === undefined ? {} : { given_on: givenOn }),
        })
        .where('order_id', '=', id)
        .execute();
    },

    /** A supplier who collects has given so much back. @param on the day on which they say they did */
    async addGivenBack(
      tx: DbTransaction,
      id: OrderId,
      { minor, currency }: Money,
      { by, on }: { readonly by: StaffId; readonly on: string },
      now: Date,
    ): Promise<void> {
      await tx.insertInto('supplier_returns').values({ order_id: id, minor, currency, owed_at: now, returned_at: now, recorded_by: by, note: on }).execute();
    },

    /** Whether something was written down of a home under these numbers. */
    async hasEvidence(tx: DbTransaction, id: OrderId, numbers: readonly number[]): Promise<boolean> {
      if (numbers.length === 0) return true;
      const rows = await tx
        .selectFrom('evidence_entries')
        .select('number')
        .where('order_id', '=', id)
        .where('number', 'in', [...numbers])
        .execute();
      return numbers.every((number) => rows.some((row) => row.number === number));
    },

    /** How many entries were written down of a home; they are numbered from 1. */
    async evidenceEntries(id: OrderId): Promise<number> {
      const row = await db
        .selectFrom('evidence_entries')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('order_id', '=', id)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },

    /** Orders of somebody of whose home anything was written down. */
    async withEvidence(userId: UserId): Promise<ReadonlySet<OrderId>> {
      const rows = await db
        .selectFrom('evidence_entries')
        .innerJoin('orders', 'orders.id', 'order_id')
        .select('order_id')
        .distinct()
        .where('orders.user_id', '=', userId)
        .limit(200)
        .execute();
      return new Set(rows.map(({ order_id: id }) => asId<OrderId>(id)));
    },

    /** Answers of one account become another's. */
    async joinDeposits(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      await tx.updateTable('deposit_answers').set({ user_id: into }).where('user_id', '=', from).execute();
    },
  };
}
