/** What providers say that they sent back, and what card schemes warn of, by the names they have there. */
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { PaymentId } from '#lib/ids/ids.ts';
import type { ProviderName } from '#lib/money/payment-methods.ts';

/** As a provider tells it. */
type ToldRefund = {
  readonly refund: string;
  readonly reference: string;
  readonly chargeRef: string;
  readonly amount: { readonly minor: bigint; readonly currency: string };
  readonly state: 'sent' | 'failed';
};
type ToldWarning = { readonly warning: string; readonly chargeRef: string; readonly reason: string };

/** `bookedAt`: when our books say that it went; `returnedAt`: and that it is with the provider again. */
export type ProviderRefund = Pick<ToldRefund, 'refund' | 'chargeRef' | 'reference' | 'amount' | 'state'> & {
  readonly paymentId: PaymentId | undefined;
  readonly bookedAt: Date | undefined;
  readonly returnedAt: Date | undefined;
};

type Row = {
  refund: string;
  charge_ref: string;
  reference: string;
  minor: bigint;
  currency: string;
  state: 'sent' | 'failed';
  payment_id: number | null;
  booked_at: Date | null;
  returned_at: Date | null;
};

const refundOf = (row: Row): ProviderRefund => ({
  refund: row.refund,
  chargeRef: row.charge_ref,
  reference: row.reference,
  amount: { minor: row.minor, currency: row.currency },
  state: row.state,
  paymentId: row.payment_id === null ? undefined : asId<PaymentId>(row.payment_id),
  bookedAt: row.booked_at ?? undefined,
  returnedAt: row.returned_at ?? undefined,
});

export function createProviderRefundsRepository(db: Db) {
  const from = (tx: DbTransaction | undefined): Db | DbTransaction => tx ?? db;

  return {
    async providerRefund(tx: DbTransaction, provider: ProviderName, refund: string): Promise<ProviderRefund | undefined> {
      const row = await tx.selectFrom('provider_refunds').selectAll().where('provider', '=', provider).where('refund', '=', refund).executeTakeFirst();
      return row && refundOf(row);
    },

    /** What has failed stays failed, whatever is told after. */
    async noteProviderRefund(
      tx: DbTransaction | undefined,
      provider: ProviderName,
      told: ToldRefund,
      paymentId: PaymentId | undefined,
      at: Date,
    ): Promise<void> {
      const { refund, chargeRef, reference, amount, state } = told;
      const known = { minor: amount.minor, currency: amount.currency.slice(0, 3), ...(paymentId === undefined ? {} : { payment_id: paymentId }) };
      await from(tx)
        .insertInto('provider_refunds')
        .values({ provider, refund, charge_ref: chargeRef.slice(0, 200), reference: reference.slice(0, 100), state, told_at: at, ...known })
        .onConflict((conflict) => conflict.columns(['provider', 'refund']).doUpdateSet({ ...known, ...(state === 'failed' ? { state } : {}) }))
        .execute();
    },

    async setProviderRefund(tx: DbTransaction, provider: ProviderName, refund: string, change: { booked_at?: Date; returned_at?: Date }): Promise<void> {
      await tx.updateTable('provider_refunds').set(change).where('provider', '=', provider).where('refund', '=', refund).execute();
    },

    /** What was told of a charge and is not in our books, in the order in which it was told. */
    async unbookedRefunds(tx: DbTransaction | undefined, provider: ProviderName, chargeRef: string): Promise<readonly ProviderRefund[]> {
      const rows = await from(tx)
        .selectFrom('provider_refunds')
        .selectAll()
        .where('provider', '=', provider)
        .where('charge_ref', '=', chargeRef)
        .where('booked_at', 'is', null)
        .orderBy('told_at')
        .orderBy('refund')
        .execute();
      return rows.map(refundOf);
    },

    /** Of payments that are not ours nothing is kept for longer than somebody may need to find out. */
    async forgetStrangers(before: Date): Promise<void> {
      await db.deleteFrom('provider_refunds').where('payment_id', 'is', null).where('booked_at', 'is', null).where('told_at', '<', before).execute();
      await db.deleteFrom('payment_warnings').where('payment_id', 'is', null).where('told_at', '<', before).execute();
    },

    /** Returns whether it was not known. */
    async noteWarning(tx: DbTransaction | undefined, provider: ProviderName, told: ToldWarning, paymentId: PaymentId | undefined, at: Date): Promise<boolean> {
      const { warning, chargeRef, reason } = told;
      const { numInsertedOrUpdatedRows } = await from(tx)
        .insertInto('payment_warnings')
        .values({ provider, warning, charge_ref: chargeRef.slice(0, 200), reason, payment_id: paymentId ?? null, told_at: at })
        .onConflict((conflict) => conflict.columns(['provider', 'warning']).doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    /** Warnings of a charge whose payment was not known when they came are of this one from now on. Returns how many. */
    async claimWarnings(tx: DbTransaction, provider: ProviderName, chargeRef: string, paymentId: PaymentId): Promise<number> {
      const rows = await tx
        .updateTable('payment_warnings')
        .set({ payment_id: paymentId })
        .where('provider', '=', provider)
        .where('charge_ref', '=', chargeRef)
        .where('payment_id', 'is', null)
        .returning('warning')
        .execute();
      return rows.length;
    },

    async warningsOf(paymentId: PaymentId): Promise<readonly { readonly warning: string; readonly reason: string; readonly at: Date }[]> {
      const rows = await db.selectFrom('payment_warnings').selectAll().where('payment_id', '=', paymentId).orderBy('told_at').execute();
      return rows.map(({ warning, reason, told_at: at }) => ({ warning, reason, at }));
    },
  };
}
