/** Money that came for a payment and is not what it asked for. */
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { PaymentId, StaffId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';
import type { ProviderName } from '#lib/money/payment-methods.ts';
import { batch, moneyOf } from './payment-rows.repository.ts';

export type StrayState = 'here' | 'returning' | 'returned' | 'booked';
export type StrayMoney = {
  readonly id: number;
  /** Ours; under it its provider sends it back once. */
  readonly reference: string;
  readonly paymentId: PaymentId;
  /** What the provider calls the session that brought it, and the money itself. */
  readonly providerRef: string;
  readonly chargeRef: string | undefined;
  readonly amount: Money;
  readonly state: StrayState;
  /** Who wants it sent back while somebody else has to agree. */
  readonly askedBy: StaffId | undefined;
};

type Row = {
  id: number;
  reference: string;
  payment_id: number;
  provider_ref: string;
  charge_ref: string | null;
  minor: bigint;
  currency: string;
  state: StrayState;
  asked_by: number | null;
};

const strayOf = (row: Row): StrayMoney => ({
  id: row.id,
  reference: row.reference,
  paymentId: asId<PaymentId>(row.payment_id),
  providerRef: row.provider_ref,
  chargeRef: row.charge_ref ?? undefined,
  amount: moneyOf(row.minor, row.currency),
  state: row.state,
  askedBy: row.state !== 'here' || row.asked_by === null ? undefined : asId<StaffId>(row.asked_by),
});

export function createStrayMoneyRepository(db: Db) {
  const from = (tx: DbTransaction | undefined): Db | DbTransaction => tx ?? db;

  return {
    /** Returns false where what this session brought is known. */
    async addStray(tx: DbTransaction, provider: ProviderName, stray: Omit<StrayMoney, 'id' | 'state' | 'askedBy'>, at: Date): Promise<boolean> {
      const { reference, paymentId, providerRef, chargeRef, amount } = stray;
      const row = { reference, payment_id: paymentId, provider, provider_ref: providerRef.slice(0, 200), charge_ref: chargeRef ?? null, ...amount };
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('stray_money')
        .values({ ...row, state: 'here', created_at: at })
        .onConflict((conflict) => conflict.columns(['provider', 'provider_ref']).doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    /** The last that came for a payment and is still here. */
    async strayOf(tx: DbTransaction | undefined, paymentId: PaymentId): Promise<StrayMoney | undefined> {
      const row = await from(tx)
        .selectFrom('stray_money')
        .selectAll()
        .where('payment_id', '=', paymentId)
        .where('state', 'in', ['here', 'returning'])
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && strayOf(row);
    },

    /** Whether a session is what another payment was begun by. */
    async isOfAnother(tx: DbTransaction, provider: ProviderName, providerRef: string, paymentId: PaymentId): Promise<boolean> {
      const row = await tx
        .selectFrom('payments')
        .select('id')
        .where('provider', '=', provider)
        .where('provider_ref', '=', providerRef)
        .where('id', '<>', paymentId)
        .executeTakeFirst();
      return row !== undefined;
    },

    async strayByCharge(provider: ProviderName, chargeRef: string): Promise<StrayMoney | undefined> {
      const row = await db.selectFrom('stray_money').selectAll().where('provider', '=', provider).where('charge_ref', '=', chargeRef).executeTakeFirst();
      return row && strayOf(row);
    },

    async strayNamed(reference: string): Promise<StrayMoney | undefined> {
      const row = await db.selectFrom('stray_money').selectAll().where('reference', '=', reference).executeTakeFirst();
      return row && strayOf(row);
    },

    async straysToSend(): Promise<readonly StrayMoney[]> {
      const rows = await db.selectFrom('stray_money').selectAll().where('state', '=', 'returning').orderBy('id').limit(batch).execute();
      return rows.map(strayOf);
    },

    /** Notes who wants it sent back, and who agreed; nobody any more without it. */
    async setStrayAsked(tx: DbTransaction, id: number, asked: { readonly by: StaffId; readonly at: Date } | undefined): Promise<void> {
      await tx
        .updateTable('stray_money')
        .set({ asked_by: asked?.by ?? null, asked_at: asked?.at ?? null, agreed_by: null })
        .where('id', '=', id)
        .execute();
    },

    /** A second person agrees to what the first has asked for. */
    async setStrayAgreed(tx: DbTransaction, id: number, by: StaffId): Promise<void> {
      await tx.updateTable('stray_money').set({ agreed_by: by }).where('id', '=', id).execute();
    },

    /** Returns false where it was in none of the states before. */
    async setStray(
      tx: DbTransaction,
      id: number,
      before: readonly StrayState[],
      { state, by, at }: { readonly state: StrayState; readonly by?: StaffId; readonly at: Date },
    ): Promise<boolean> {
      const ended = state === 'returned' || state === 'booked' ? at : null;
      const { numUpdatedRows } = await tx
        .updateTable('stray_money')
        .set({ state, ended_at: ended, ...(by === undefined ? {} : { decided_by: by }) })
        .where('id', '=', id)
        .where('state', 'in', before)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
