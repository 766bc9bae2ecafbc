import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { lockFor } from '#lib/db/unit-of-work.ts';
import { asId } from '#lib/ids/ids.ts';
import type { PaymentId, PaymentRequestId, UserId } from '#lib/ids/ids.ts';
import type { ProviderName } from '#lib/money/payment-methods.ts';
import { batch, paymentOf, requestOf } from './payment-rows.repository.ts';
import type { PaymentOf, StoredPayment, StoredRequest } from './payment-rows.repository.ts';
import type { PaymentState } from './payment-states.schema.ts';
import type { PayableRef } from './payments.schema.ts';
import { createComparedDaysRepository } from './compared-days.repository.ts';
import { createDisputesRepository } from './disputes.repository.ts';
import { createInvoicesRepository } from './invoices.repository.ts';
import { createProviderRefundsRepository } from './provider-refunds.repository.ts';
import { createRefundsRepository } from './refunds.repository.ts';
import { createStrayMoneyRepository } from './stray-money.repository.ts';
import { createRequestsRepository } from './requests.repository.ts';

export type { PaymentOf, StoredPayment, StoredRefund, StoredRequest } from './payment-rows.repository.ts';

/** Names all work on one thing that is paid for. The feature whose thing it is locks by the same name, so neither waits for the other in a circle. */
export const lockOfPayable = ({ kind, code }: PayableRef): string => `${kind}:${code}`;

export type PaymentsRepository = ReturnType<typeof createPaymentsRepository>;

export function createPaymentsRepository(db: Db) {
  const from = (tx: DbTransaction | undefined): Db | DbTransaction => tx ?? db;

  return {
    inTurn: (tx: DbTransaction, ref: PayableRef): Promise<void> => lockFor(tx, lockOfPayable(ref)),

    ...createRequestsRepository(db),
    ...createRefundsRepository(db),
    ...createProviderRefundsRepository(db),
    ...createDisputesRepository(db),
    ...createStrayMoneyRepository(db),
    ...createInvoicesRepository(db),
    ...createComparedDaysRepository(db),

    async addPayment(
      tx: DbTransaction,
      payment: Pick<StoredPayment, 'requestId' | 'reference' | 'provider' | 'method' | 'amount' | 'locale' | 'link' | 'payer' | 'createdAt' | 'expiresAt'>,
    ): Promise<StoredPayment> {
      const { requestId, reference, provider, method, amount, locale, link, payer, createdAt, expiresAt } = payment;
      const row = await tx
        .insertInto('payments')
        .values({
          request_id: requestId,
          reference,
          provider,
          method,
          state: 'created',
          minor: amount.minor,
          currency: amount.currency,
          received_minor: 0n,
          back_minor: 0n,
          locale,
          sponsor_link: link ?? null,
          payer_name: payer ?? null,
          created_at: createdAt,
          expires_at: expiresAt,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return paymentOf(row);
    },

    async payment(tx: DbTransaction | undefined, by: { readonly id: PaymentId } | { readonly reference: string }): Promise<PaymentOf | undefined> {
      const [column, value] = 'id' in by ? (['id', by.id] as const) : (['reference', by.reference] as const);
      const row = await from(tx).selectFrom('payments').selectAll().where(column, '=', value).executeTakeFirst();
      if (!row) return undefined;
      const request = await from(tx).selectFrom('payment_requests').selectAll().where('id', '=', row.request_id).executeTakeFirstOrThrow();
      return { payment: paymentOf(row), request: requestOf(request) };
    },

    async byCharge(provider: ProviderName, chargeRef: string): Promise<PaymentOf | undefined> {
      const row = await db.selectFrom('payments').select('id').where('provider', '=', provider).where('charge_ref', '=', chargeRef).executeTakeFirst();
      return row && this.payment(undefined, { id: asId<PaymentId>(row.id) });
    },

    /** The payment that a dispute is about. */
    async byDispute(provider: ProviderName, dispute: string): Promise<PaymentOf | undefined> {
      const row = await db
        .selectFrom('payment_disputes')
        .select('payment_id')
        .where('provider', '=', provider)
        .where('dispute', '=', dispute)
        .executeTakeFirst();
      return row && this.payment(undefined, { id: asId<PaymentId>(row.payment_id) });
    },

    async paymentsOf(requestId: PaymentRequestId, tx?: DbTransaction): Promise<readonly StoredPayment[]> {
      const rows = await from(tx).selectFrom('payments').selectAll().where('request_id', '=', requestId).orderBy('id', 'desc').execute();
      return rows.map(paymentOf);
    },

    async setPayment(
      tx: DbTransaction,
      id: PaymentId,
      change: Partial<{
        state: PaymentState;
        received_minor: bigint;
        back_minor: bigint;
        provider_ref: string;
        charge_ref: string | null;
        address: string | null;
        failure: string | null;
        payer_name: string;
        voucher: string;
        voucher_at: Date | null;
        settled_at: Date;
        asked_at: Date;
        closed_at: Date;
      }>,
    ): Promise<void> {
      await tx.updateTable('payments').set(change).where('id', '=', id).execute();
    },

    async ofVoucher(file: string): Promise<PaymentId | undefined> {
      const row = await db.selectFrom('payments').select('id').where('voucher', '=', file).executeTakeFirst();
      return row && asId<PaymentId>(row.id);
    },

    /** @param held undefined: it waits for nobody any more. */
    async hold(tx: DbTransaction, id: PaymentId, held: StoredPayment['held']): Promise<void> {
      await tx
        .updateTable('payments')
        .set({ held: held?.why ?? null, held_minor: held?.minor ?? null, held_currency: held?.currency ?? null, held_at: held?.at ?? null })
        .where('id', '=', id)
        .execute();
    },

    /** Writes down what a provider told. Returns false when it had told this before. */
    async noteEvent(
      tx: DbTransaction,
      event: { readonly provider: string; readonly id: string; readonly kind: string; readonly paymentId: PaymentId | undefined; readonly outcome: string },
      at: Date,
    ): Promise<boolean> {
      const { provider, id, kind, paymentId, outcome } = event;
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('payment_events')
        .values({ provider, event: id, payment_id: paymentId ?? null, told: kind.slice(0, 40), outcome, at })
        .onConflict((conflict) => conflict.columns(['provider', 'event']).doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    async setEvent(tx: DbTransaction, provider: string, event: string, outcome: string): Promise<void> {
      await tx.updateTable('payment_events').set({ outcome }).where('provider', '=', provider).where('event', '=', event).execute();
    },

    /** Payments that providers may know more of than we do: under way, or lapsed lately. */
    async toAsk(notSince: Date, lapsedSince: Date): Promise<readonly PaymentOf[]> {
      const rows = await db
        .selectFrom('payments')
        .select('id')
        .where((eb) => eb.or([eb('state', 'in', ['created', 'pending']), eb.and([eb('state', '=', 'expired'), eb('expires_at', '>', lapsedSince)])]))
        .where('provider', '<>', 'offline')
        .where('held', 'is', null)
        .where(sql<Date>`coalesce(asked_at, created_at)`, '<', notSince)
        .orderBy(sql`coalesce(asked_at, created_at)`)
        .limit(batch)
        .execute();
      const found: PaymentOf[] = [];
      for (const { id } of rows) {
        const one = await this.payment(undefined, { id: asId<PaymentId>(id) });
        if (one) found.push(one);
      }
      return found;
    },

    /**
     * Payments that somebody could still make at a provider though nothing is asked by them any more, or their time here is over.
     * @param by providers that close what was begun there. @param lapsedSince of those whose time is over, only what ended later.
     */
    async toClose(by: readonly string[], lapsedSince: Date): Promise<readonly PaymentOf[]> {
      if (by.length === 0) return [];
      const rows = await db
        .selectFrom('payments')
        .innerJoin('payment_requests', 'payment_requests.id', 'payments.request_id')
        .select('payments.id')
        .where((eb) =>
          eb.or([
            eb.and([eb('payments.state', 'in', ['created', 'pending']), eb('payment_requests.state', 'in', ['cancelled', 'paid'])]),
            eb.and([eb('payments.state', '=', 'expired'), eb('payments.failure', '=', 'expired'), eb('payments.expires_at', '>', lapsedSince)]),
          ]),
        )
        .where('provider', 'in', by)
        .where('provider_ref', 'is not', null)
        .where('closed_at', 'is', null)
        .where('held', 'is', null)
        .orderBy('payments.id')
        .limit(batch)
        .execute();
      const found: PaymentOf[] = [];
      for (const { id } of rows) {
        const one = await this.payment(undefined, { id: asId<PaymentId>(id) });
        if (one) found.push(one);
      }
      return found;
    },

    /** Payments whose time is over. */
    async lapsed(now: Date): Promise<readonly PaymentId[]> {
      const rows = await db
        .selectFrom('payments')
        .select('id')
        .where('state', 'in', ['created', 'pending'])
        .where('expires_at', '<=', now)
        .where('held', 'is', null)
        // A voucher waits for staff, however long that takes.
        .where('voucher', 'is', null)
        .limit(batch)
        .execute();
      return rows.map(({ id }) => asId<PaymentId>(id));
    },

    /** Payments for staff, newest first: held ones, transfers that wait, or all. */
    async queue(which: 'held' | 'transfers' | 'all', before: number | undefined): Promise<readonly PaymentOf[]> {
      const rows = await db
        .selectFrom('payments')
        .select('id')
        .$if(which === 'held', (query) => query.where('held', 'is not', null))
        .$if(which === 'transfers', (query) =>
          query
            .where('provider', '=', 'offline')
            .where('received_minor', '=', 0n)
            .where((eb) => eb.or([eb('state', 'in', ['created', 'pending']), eb('voucher_at', 'is not', null)])),
        )
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
        .orderBy('id', 'desc')
        .limit(50)
        .execute();
      const found: PaymentOf[] = [];
      for (const { id } of rows) {
        const one = await this.payment(undefined, { id: asId<PaymentId>(id) });
        if (one) found.push(one);
      }
      return found;
    },

    async counts(): Promise<{ readonly held: number; readonly transfers: number; readonly refunds: number }> {
      const { rows } = await sql<{ held: number; transfers: number; refunds: number }>`select
        (select count(*)::int from payments where held is not null) as held,
        (select count(*)::int from payments where provider = 'offline' and received_minor = 0 and (state in ('created', 'pending') or voucher_at is not null)) as transfers,
        (select count(*)::int from refunds where state in ('waiting', 'by-hand') or (state = 'asked' and refusal is not null)) as refunds`.execute(db);
      return rows[0] ?? { held: 0, transfers: 0, refunds: 0 };
    },

    async ofUser(userId: UserId): Promise<readonly { readonly request: StoredRequest; readonly payments: readonly StoredPayment[] }[]> {
      const rows = await db.selectFrom('payment_requests').selectAll().where('user_id', '=', userId).orderBy('id').limit(500).execute();
      return Promise.all(rows.map(async (row) => ({ request: requestOf(row), payments: await this.paymentsOf(asId<PaymentRequestId>(row.id)) })));
    },
  };
}
