/** What is asked to be paid. */
import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { PaymentRequestId, UserId } from '#lib/ids/ids.ts';
import { batch, requestOf } from './payment-rows.repository.ts';
import type { StoredRequest } from './payment-rows.repository.ts';
import type { NewPaymentRequest, PayableRef } from './payments.schema.ts';

export function createRequestsRepository(db: Db) {
  const from = (tx: DbTransaction | undefined): Db | DbTransaction => tx ?? db;

  return {
    async addRequest(tx: DbTransaction, { kind, code, userId, amount, shares, dueAt }: NewPaymentRequest, now: Date): Promise<PaymentRequestId> {
      const stored = shares.map(({ payee, supplierId, rentId, what, amount: part }) => ({
        payee,
        supplierId: supplierId ?? null,
        ...(rentId === undefined ? {} : { rentId }),
        what,
        minor: String(part.minor),
      }));
      const { id } = await tx
        .insertInto('payment_requests')
        .values({
          kind,
          code,
          user_id: userId,
          minor: amount.minor,
          currency: amount.currency,
          paid_minor: 0n,
          state: 'open',
          shares: JSON.stringify(stored),
          due_at: dueAt ?? null,
          created_at: now,
          taken_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return asId<PaymentRequestId>(id);
    },

    async requestsOf({ kind, code }: PayableRef, tx?: DbTransaction): Promise<readonly StoredRequest[]> {
      const rows = await from(tx).selectFrom('payment_requests').selectAll().where('kind', '=', kind).where('code', '=', code).orderBy('id').execute();
      return rows.map(requestOf);
    },

    /** All that somebody was asked for, oldest first. */
    async requestsOfUser(userId: UserId): Promise<readonly StoredRequest[]> {
      const rows = await db.selectFrom('payment_requests').selectAll().where('user_id', '=', userId).orderBy('id').limit(500).execute();
      return rows.map(requestOf);
    },

    async request(tx: DbTransaction | undefined, id: PaymentRequestId): Promise<StoredRequest | undefined> {
      const row = await from(tx).selectFrom('payment_requests').selectAll().where('id', '=', id).executeTakeFirst();
      return row && requestOf(row);
    },

    async setRequest(tx: DbTransaction, id: PaymentRequestId, { state, paid, takenAt }: Pick<StoredRequest, 'state' | 'paid' | 'takenAt'>): Promise<void> {
      await tx
        .updateTable('payment_requests')
        .set({ state, paid_minor: paid.minor, taken_at: takenAt ?? null })
        .where('id', '=', id)
        .execute();
    },

    /** What of a thing is still to be paid is due at another time. */
    async setDue(tx: DbTransaction, { kind, code }: PayableRef, dueAt: Date): Promise<void> {
      await tx
        .updateTable('payment_requests')
        .set({ due_at: dueAt })
        .where('kind', '=', kind)
        .where('code', '=', code)
        .where('state', 'in', ['open', 'part_paid'])
        .execute();
    },

    /** The same of one request. Returns whether anything of it was to be paid. */
    async setDueOf(tx: DbTransaction, { kind, code }: PayableRef, id: PaymentRequestId, dueAt: Date): Promise<boolean> {
      const row = await tx
        .updateTable('payment_requests')
        .set({ due_at: dueAt })
        .where('id', '=', id)
        .where('kind', '=', kind)
        .where('code', '=', code)
        .where('state', 'in', ['open', 'part_paid'])
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Requests that are paid in full while nobody has taken the money yet. */
    async untaken(): Promise<readonly StoredRequest[]> {
      const rows = await db
        .selectFrom('payment_requests')
        .selectAll()
        .where('state', '=', 'part_paid')
        .whereRef('paid_minor', '=', 'minor')
        .limit(batch)
        .execute();
      return rows.map(requestOf);
    },

    /** Gives what one account was asked and has paid to another. */
    async join(tx: DbTransaction, { from: gone, into }: Joining): Promise<void> {
      await tx.updateTable('payment_requests').set({ user_id: into }).where('user_id', '=', gone).execute();
    },
  };
}
