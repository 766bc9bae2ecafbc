/** What payers' banks dispute. */
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { PaymentId, PaymentRequestId } from '#lib/ids/ids.ts';
import type { ProviderName } from '#lib/money/payment-methods.ts';
import type { DisputeState } from './payment-states.schema.ts';

export type StoredDispute = {
  readonly paymentId: PaymentId;
  readonly dispute: string;
  readonly minor: bigint;
  readonly currency: string;
  readonly reason: string;
  readonly state: DisputeState;
  /** What counts for it as gone back of the payment. */
  readonly refundId: number | undefined;
  /** The request by which it is asked for again. */
  readonly askedAgain: PaymentRequestId | undefined;
  readonly respondBy: Date | undefined;
  readonly openedAt: Date;
  readonly takenAt: Date | undefined;
  readonly returnedAt: Date | undefined;
  readonly endedAt: Date | undefined;
  /** The money had been passed on to whose it was when the bank took it: the loss is the operator's. */
  readonly isLoss: boolean;
};

type Row = {
  payment_id: number;
  dispute: string;
  minor: bigint;
  currency: string;
  reason: string;
  state: DisputeState;
  refund_id: number | null;
  asked_again: number | null;
  respond_by: Date | null;
  opened_at: Date;
  taken_at: Date | null;
  returned_at: Date | null;
  ended_at: Date | null;
  is_loss: boolean;
};

const disputeOf = (row: Row): StoredDispute => ({
  paymentId: asId<PaymentId>(row.payment_id),
  dispute: row.dispute,
  minor: row.minor,
  currency: row.currency,
  reason: row.reason,
  state: row.state,
  refundId: row.refund_id ?? undefined,
  askedAgain: row.asked_again === null ? undefined : asId<PaymentRequestId>(row.asked_again),
  respondBy: row.respond_by ?? undefined,
  openedAt: row.opened_at,
  takenAt: row.taken_at ?? undefined,
  returnedAt: row.returned_at ?? undefined,
  endedAt: row.ended_at ?? undefined,
  isLoss: row.is_loss,
});

export function createDisputesRepository(db: Db) {
  const from = (tx: DbTransaction | undefined): Db | DbTransaction => tx ?? db;

  return {
    async dispute(tx: DbTransaction, provider: ProviderName, dispute: string): Promise<StoredDispute | undefined> {
      const row = await tx.selectFrom('payment_disputes').selectAll().where('provider', '=', provider).where('dispute', '=', dispute).executeTakeFirst();
      return row && disputeOf(row);
    },

    async setDispute(tx: DbTransaction, provider: ProviderName, dispute: StoredDispute): Promise<void> {
      const row = {
        provider,
        dispute: dispute.dispute,
        payment_id: dispute.paymentId,
        minor: dispute.minor,
        currency: dispute.currency,
        reason: dispute.reason,
        state: dispute.state,
        refund_id: dispute.refundId ?? null,
        asked_again: dispute.askedAgain ?? null,
        respond_by: dispute.respondBy ?? null,
        opened_at: dispute.openedAt,
        taken_at: dispute.takenAt ?? null,
        returned_at: dispute.returnedAt ?? null,
        ended_at: dispute.endedAt ?? null,
        is_loss: dispute.isLoss,
      };
      await tx
        .insertInto('payment_disputes')
        .values(row)
        .onConflict((conflict) => conflict.columns(['provider', 'dispute']).doUpdateSet(row))
        .execute();
    },

    async disputesOf(paymentId: PaymentId, tx?: DbTransaction): Promise<readonly StoredDispute[]> {
      const rows = await from(tx).selectFrom('payment_disputes').selectAll().where('payment_id', '=', paymentId).orderBy('id').execute();
      return rows.map(disputeOf);
    },

    /** When the oldest began that a provider has not ended. */
    async oldestDispute(provider: ProviderName): Promise<Date | undefined> {
      const row = await db
        .selectFrom('payment_disputes')
        .select('opened_at')
        .where('provider', '=', provider)
        .where('state', '=', 'open')
        .orderBy('opened_at')
        .limit(1)
        .executeTakeFirst();
      return row?.opened_at;
    },
  };
}
