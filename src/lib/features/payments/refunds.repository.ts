/** What goes back of payments. */
import { sql } from 'kysely';
import { dayMs } from '#lib/dates/dates.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { lockFor } from '#lib/db/unit-of-work.ts';
import type { PaymentId, PaymentRequestId, StaffId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';
import type { RefundState, StoredRefusal } from './payment-states.schema.ts';
import { batch, moneyOf, refundOf } from './payment-rows.repository.ts';
import type { StoredRefund } from './payment-rows.repository.ts';
import type { GivenAlone } from './payments.rules.ts';
import type { PayableRef } from './payments.schema.ts';

const open = ['waiting', 'asked', 'by-hand'] as const satisfies readonly RefundState[];

export function createRefundsRepository(db: Db) {
  const from = (tx: DbTransaction | undefined): Db | DbTransaction => tx ?? db;

  return {
    async addRefund(
      tx: DbTransaction,
      refund: Pick<StoredRefund, 'reference' | 'paymentId' | 'amount' | 'reason' | 'askedBy' | 'state' | 'basis' | 'createdAt'> &
        Partial<Pick<StoredRefund, 'providerRef' | 'doneAt'>> & { readonly toldAt?: Date },
    ): Promise<number> {
      const { id } = await tx
        .insertInto('refunds')
        .values({
          reference: refund.reference,
          payment_id: refund.paymentId,
          minor: refund.amount.minor,
          currency: refund.amount.currency,
          reason: refund.reason,
          asked_by: refund.askedBy ?? null,
          state: refund.state,
          basis: refund.basis,
          provider_ref: refund.providerRef ?? null,
          tries: 0,
          created_at: refund.createdAt,
          done_at: refund.doneAt ?? null,
          told_at: refund.toldAt ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    async refund(tx: DbTransaction | undefined, id: number): Promise<StoredRefund | undefined> {
      const row = await from(tx).selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst();
      return row && refundOf(row);
    },

    async refundNamed(reference: string, tx?: DbTransaction): Promise<StoredRefund | undefined> {
      const row = await from(tx).selectFrom('refunds').selectAll().where('reference', '=', reference).executeTakeFirst();
      return row && refundOf(row);
    },

    async refundsOf(paymentId: PaymentId, tx?: DbTransaction): Promise<readonly StoredRefund[]> {
      const rows = await from(tx).selectFrom('refunds').selectAll().where('payment_id', '=', paymentId).orderBy('id').execute();
      return rows.map(refundOf);
    },

    /** @param emptySince those for which a provider held too little are tried again where it said so before. */
    async refundsToSend(emptySince: Date): Promise<readonly StoredRefund[]> {
      // Those that failed least often first, so that one provider's silence holds up nobody else's.
      const rows = await db
        .selectFrom('refunds')
        .selectAll()
        .where('state', '=', 'asked')
        .where((eb) => eb.or([eb('refusal', 'is', null), eb.and([eb('refusal', '=', 'no-balance'), eb('refused_at', '<', emptySince)])]))
        .orderBy('tries')
        .orderBy('id')
        .limit(batch)
        .execute();
      return rows.map(refundOf);
    },

    async setRefund(
      tx: DbTransaction,
      id: number,
      change: Partial<{
        state: RefundState;
        agreed_by: number;
        provider_ref: string;
        done_at: Date | null;
        dropped_because: string;
        sent_by: number | null;
        sent_at: Date | null;
        refusal: StoredRefusal | null;
        refused_at: Date | null;
      }>,
    ): Promise<void> {
      await tx.updateTable('refunds').set(change).where('id', '=', id).execute();
    },

    async triedRefund(tx: DbTransaction, id: number): Promise<void> {
      await tx.updateTable('refunds').set({ tries: sql<number>`tries + 1` }).where('id', '=', id).execute();
    },

    /** More than was counted at first has gone back by it. */
    async growRefund(tx: DbTransaction, id: number, by: bigint): Promise<void> {
      await tx
        .updateTable('refunds')
        .set(({ eb }) => ({ minor: eb('minor', '+', by) }))
        .where('id', '=', id)
        .execute();
    },

    /** What a member of staff has given back with nobody's second word. They are one at a time in it until the transaction ends. */
    async givenAlone(tx: DbTransaction, by: StaffId, { kind, code }: PayableRef, now: Date): Promise<GivenAlone> {
      await lockFor(tx, `refunds by staff ${by}`);
      const day = new Date(now.getTime() - dayMs);
      const { rows } = await sql<{ currency: string; thing: string; payee: string; day: string }>`
        select f.currency,
          coalesce(sum(f.minor) filter (where r.kind = ${kind} and r.code = ${code}), 0)::text as thing,
          coalesce(sum(f.minor) filter (where r.user_id in (select user_id from payment_requests where kind = ${kind} and code = ${code})), 0)::text as payee,
          coalesce(sum(f.minor) filter (where f.created_at > ${day}), 0)::text as day
        from (
          select payment_id, minor, currency, created_at from refunds
            where asked_by = ${by} and agreed_by is null and state not in ('waiting', 'refused')
          union all
          select payment_id, minor, currency, asked_at as created_at from stray_money
            where asked_by = ${by} and agreed_by is null and state in ('returning', 'returned')
        ) f
        join payments p on p.id = f.payment_id
        join payment_requests r on r.id = p.request_id
        group by f.currency`.execute(tx);
      const of = (column: 'thing' | 'payee' | 'day'): readonly Money[] => rows.map((row) => moneyOf(BigInt(row[column]), row.currency));
      return { ofThing: of('thing'), toPayee: of('payee'), inDay: of('day') };
    },

    /** Whether anything of what was paid for a thing is still to go back. */
    async isGoingBack(tx: DbTransaction, { kind, code }: PayableRef): Promise<boolean> {
      const row = await tx
        .selectFrom('refunds')
        .innerJoin('payments', 'payments.id', 'refunds.payment_id')
        .innerJoin('payment_requests', 'payment_requests.id', 'payments.request_id')
        .select('refunds.id')
        .where('kind', '=', kind)
        .where('code', '=', code)
        .where('refunds.state', 'in', open)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** What has gone back of a request to those it had been shared among, without the refund itself. */
    async takenBack(tx: DbTransaction, requestId: PaymentRequestId): Promise<bigint> {
      const row = await tx
        .selectFrom('refunds')
        .innerJoin('payments', 'payments.id', 'refunds.payment_id')
        .select(sql<string>`coalesce(sum(refunds.minor), 0)::text`.as('minor'))
        .where('payments.request_id', '=', requestId)
        .where('refunds.state', '=', 'done')
        .where('refunds.basis', '=', 'taken')
        .executeTakeFirstOrThrow();
      return BigInt(row.minor);
    },

    /** What of a request has gone back, or is to, of the operator's own fees by themselves. */
    async feeBack(requestId: PaymentRequestId, tx?: DbTransaction): Promise<bigint> {
      const row = await from(tx)
        .selectFrom('refunds')
        .innerJoin('payments', 'payments.id', 'refunds.payment_id')
        .select(sql<string>`coalesce(sum(refunds.minor), 0)::text`.as('minor'))
        .where('payments.request_id', '=', requestId)
        .where('refunds.state', '<>', 'refused')
        .where('refunds.basis', '=', 'fee')
        .executeTakeFirstOrThrow();
      return BigInt(row.minor);
    },

    /** Whether anything of a thing is yet to go back. */
    async isReturning(tx: DbTransaction, { kind, code }: PayableRef): Promise<boolean> {
      const row = await tx
        .selectFrom('refunds')
        .innerJoin('payments', 'payments.id', 'refunds.payment_id')
        .innerJoin('payment_requests', 'payment_requests.id', 'payments.request_id')
        .select('refunds.id')
        .where('kind', '=', kind)
        .where('code', '=', code)
        .where('basis', '<>', 'excess')
        .where('refunds.state', 'in', open)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Refunds that went and nobody was told of yet; undefined where there are none, or while more is to go back. They count as told from now on. */
    async untold(tx: DbTransaction, { kind, code }: PayableRef, now: Date): Promise<readonly Money[] | undefined> {
      const ofPayable = tx
        .selectFrom('payments')
        .innerJoin('payment_requests', 'payment_requests.id', 'payments.request_id')
        .select('payments.id')
        .where('kind', '=', kind)
        .where('code', '=', code);
      const waits = await tx
        .selectFrom('refunds')
        .select('id')
        .where('payment_id', 'in', ofPayable)
        .where('basis', '<>', 'excess')
        .where('state', 'in', open)
        .executeTakeFirst();
      if (waits) return undefined;
      const rows = await tx
        .updateTable('refunds')
        .set({ told_at: now })
        .where('payment_id', 'in', ofPayable)
        .where('basis', '<>', 'excess')
        .where('state', '=', 'done')
        .where('told_at', 'is', null)
        .returning(['id', 'minor', 'currency'])
        .execute();
      const inTurn = rows.toSorted((one, other) => one.id - other.id);
      return rows.length === 0 ? undefined : inTurn.map(({ minor, currency }) => moneyOf(minor, currency));
    },

    /** Refunds that wait for staff: a second person, or somebody who sends them by bank. */
    async openRefunds(): Promise<readonly (StoredRefund & { readonly payment: string })[]> {
      const rows = await db
        .selectFrom('refunds')
        .innerJoin('payments', 'payments.id', 'refunds.payment_id')
        .selectAll('refunds')
        .select('payments.reference as payment')
        .where('refunds.state', 'in', open)
        .orderBy('refunds.id')
        .limit(batch)
        .execute();
      return rows.map((row) => ({ ...refundOf(row), payment: row.payment }));
    },
  };
}
