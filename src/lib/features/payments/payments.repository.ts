import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { lockFor } from '#lib/db/unit-of-work.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { PaymentId, PaymentRequestId, StaffId, UserId } from '#lib/ids/ids.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';
import { methodNamed, providerNames } from '#lib/money/payment-methods.ts';
import type { PaymentMethod, ProviderName } from '#lib/money/payment-methods.ts';
import type { HeldFor, PaymentState, RefundBasis, RefundState, RequestState } from './payment-states.schema.ts';
import type { NewPaymentRequest, PayableRef, PaymentRequest, Share } from './payments.schema.ts';

export type StoredRequest = PaymentRequest & { readonly shares: readonly Share[]; readonly takenAt: Date | undefined };

export type StoredPayment = {
  readonly id: PaymentId;
  readonly requestId: PaymentRequestId;
  readonly reference: string;
  readonly provider: ProviderName;
  readonly method: PaymentMethod;
  readonly state: PaymentState;
  readonly amount: Money;
  readonly received: Money;
  readonly back: Money;
  readonly providerRef: string | undefined;
  readonly chargeRef: string | undefined;
  readonly address: string | undefined;
  readonly locale: Locale;
  readonly failure: string | undefined;
  readonly voucher: string | undefined;
  readonly held: { readonly why: HeldFor; readonly minor: bigint | undefined; readonly currency: string | undefined; readonly at: Date } | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly settledAt: Date | undefined;
};

export type StoredRefund = {
  readonly id: number;
  readonly reference: string;
  readonly paymentId: PaymentId;
  readonly amount: Money;
  readonly reason: string;
  readonly askedBy: StaffId | undefined;
  readonly agreedBy: StaffId | undefined;
  readonly state: RefundState;
  readonly basis: RefundBasis;
  readonly providerRef: string | undefined;
  readonly createdAt: Date;
  readonly doneAt: Date | undefined;
};

/** A payment with what it is for. */
export type PaymentOf = { readonly payment: StoredPayment; readonly request: StoredRequest };

function moneyOf(minor: bigint | number, currency: string): Money {
  if (!isCurrency(currency)) throw new TypeError(`the books know no currency ${currency}`);
  return { minor: BigInt(minor), currency };
}

type RequestRow = {
  id: number;
  kind: PaymentRequest['kind'];
  code: string;
  user_id: number;
  minor: bigint;
  currency: string;
  paid_minor: bigint;
  state: RequestState;
  shares: readonly { readonly payee: Share['payee']; readonly supplierId: number | null; readonly what: Share['what']; readonly minor: string }[];
  due_at: Date | null;
  taken_at: Date | null;
};

const requestOf = (row: RequestRow): StoredRequest => ({
  id: asId<PaymentRequestId>(row.id),
  kind: row.kind,
  code: row.code,
  userId: asId<UserId>(row.user_id),
  amount: moneyOf(row.minor, row.currency),
  paid: moneyOf(row.paid_minor, row.currency),
  state: row.state,
  dueAt: row.due_at ?? undefined,
  takenAt: row.taken_at ?? undefined,
  shares: row.shares.map(({ payee, supplierId, what, minor }) => ({
    payee,
    supplierId: supplierId ?? undefined,
    what,
    amount: moneyOf(BigInt(minor), row.currency),
  })),
});

type PaymentRow = {
  id: number;
  request_id: number;
  reference: string;
  provider: string;
  method: string;
  state: PaymentState;
  minor: bigint;
  currency: string;
  received_minor: bigint;
  back_minor: bigint;
  provider_ref: string | null;
  charge_ref: string | null;
  address: string | null;
  locale: string;
  failure: string | null;
  voucher: string | null;
  held: HeldFor | null;
  held_minor: bigint | null;
  held_currency: string | null;
  held_at: Date | null;
  created_at: Date;
  expires_at: Date;
  settled_at: Date | null;
};

const paymentOf = (row: PaymentRow): StoredPayment => ({
  id: asId<PaymentId>(row.id),
  requestId: asId<PaymentRequestId>(row.request_id),
  reference: row.reference,
  provider: providerNames.find((one) => one === row.provider) ?? 'offline',
  method: methodNamed(row.method) ?? 'bank-transfer',
  state: row.state,
  amount: moneyOf(row.minor, row.currency),
  received: moneyOf(row.received_minor, row.currency),
  back: moneyOf(row.back_minor, row.currency),
  providerRef: row.provider_ref ?? undefined,
  chargeRef: row.charge_ref ?? undefined,
  address: row.address ?? undefined,
  locale: locales.find((one) => one === row.locale) ?? 'en-us',
  failure: row.failure ?? undefined,
  voucher: row.voucher ?? undefined,
  held:
    row.held === null || row.held_at === null
      ? undefined
      : { why: row.held, minor: row.held_minor ?? undefined, currency: row.held_currency ?? undefined, at: row.held_at },
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  settledAt: row.settled_at ?? undefined,
});

type RefundRow = {
  id: number;
  reference: string;
  payment_id: number;
  minor: bigint;
  currency: string;
  reason: string;
  asked_by: number | null;
  agreed_by: number | null;
  state: RefundState;
  basis: RefundBasis;
  provider_ref: string | null;
  created_at: Date;
  done_at: Date | null;
};

const refundOf = (row: RefundRow): StoredRefund => ({
  id: row.id,
  reference: row.reference,
  paymentId: asId<PaymentId>(row.payment_id),
  amount: moneyOf(row.minor, row.currency),
  reason: row.reason,
  askedBy: row.asked_by === null ? undefined : asId<StaffId>(row.asked_by),
  agreedBy: row.agreed_by === null ? undefined : asId<StaffId>(row.agreed_by),
  state: row.state,
  basis: row.basis,
  providerRef: row.provider_ref ?? undefined,
  createdAt: row.created_at,
  doneAt: row.done_at ?? undefined,
});

const open = ['waiting', 'asked', 'by-hand'] as const satisfies readonly RefundState[];
/** Rows that one page or one round of a job takes. */
const batch = 200;

/** Names all work on one thing that is paid for. The feature whose thing it is locks by the same name, so neither waits for the other in a circle. */
export const lockOfPayable = ({ kind, code }: PayableRef): string => `${kind}:${code}`;

export type PaymentsRepository = ReturnType<typeof createPaymentsRepository>;

export function createPaymentsRepository(db: Db) {
  const from = (tx: DbTransaction | undefined): Db | DbTransaction => tx ?? db;

  return {
    inTurn: (tx: DbTransaction, ref: PayableRef): Promise<void> => lockFor(tx, lockOfPayable(ref)),

    async addRequest(tx: DbTransaction, { kind, code, userId, amount, shares, dueAt }: NewPaymentRequest, now: Date): Promise<PaymentRequestId> {
      const stored = shares.map(({ payee, supplierId, what, amount: part }) => ({ payee, supplierId: supplierId ?? null, what, minor: String(part.minor) }));
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

    async addPayment(
      tx: DbTransaction,
      payment: Pick<StoredPayment, 'requestId' | 'reference' | 'provider' | 'method' | 'amount' | 'locale' | 'createdAt' | 'expiresAt'>,
    ): Promise<StoredPayment> {
      const { requestId, reference, provider, method, amount, locale, createdAt, expiresAt } = payment;
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
        voucher: string;
        settled_at: Date;
        asked_at: Date;
      }>,
    ): Promise<void> {
      await tx.updateTable('payments').set(change).where('id', '=', id).execute();
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

    async refundsOf(paymentId: PaymentId, tx?: DbTransaction): Promise<readonly StoredRefund[]> {
      const rows = await from(tx).selectFrom('refunds').selectAll().where('payment_id', '=', paymentId).orderBy('id').execute();
      return rows.map(refundOf);
    },

    async refundsToSend(): Promise<readonly StoredRefund[]> {
      // Those that failed least often first, so that one provider's silence holds up nobody else's.
      const rows = await db.selectFrom('refunds').selectAll().where('state', '=', 'asked').orderBy('tries').orderBy('id').limit(batch).execute();
      return rows.map(refundOf);
    },

    async setRefund(
      tx: DbTransaction,
      id: number,
      change: Partial<{ state: RefundState; agreed_by: number; provider_ref: string; done_at: Date; tries: ReturnType<typeof sql<number>> }>,
    ): Promise<void> {
      await tx.updateTable('refunds').set(change).where('id', '=', id).execute();
    },

    async triedRefund(tx: DbTransaction, id: number): Promise<void> {
      await tx.updateTable('refunds').set({ tries: sql<number>`tries + 1` }).where('id', '=', id).execute();
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

    /** What went back and nobody was told of yet; undefined while more is to go back. They count as told from now on. */
    async untold(tx: DbTransaction, { kind, code }: PayableRef, now: Date): Promise<bigint | undefined> {
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
        .returning('minor')
        .execute();
      const sum = rows.reduce((all, { minor }) => all + BigInt(minor), 0n);
      return sum === 0n ? undefined : sum;
    },

    /** Payments for staff, newest first: held ones, transfers that wait, or all. */
    async queue(which: 'held' | 'transfers' | 'all', before: number | undefined): Promise<readonly PaymentOf[]> {
      const rows = await db
        .selectFrom('payments')
        .select('id')
        .$if(which === 'held', (query) => query.where('held', 'is not', null))
        .$if(which === 'transfers', (query) => query.where('provider', '=', 'offline').where('state', 'in', ['created', 'pending']))
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

    async counts(): Promise<{ readonly held: number; readonly transfers: number; readonly refunds: number }> {
      const { rows } = await sql<{ held: number; transfers: number; refunds: number }>`select
        (select count(*)::int from payments where held is not null) as held,
        (select count(*)::int from payments where provider = 'offline' and state in ('created', 'pending')) as transfers,
        (select count(*)::int from refunds where state in ('waiting', 'by-hand')) as refunds`.execute(db);
      return rows[0] ?? { held: 0, transfers: 0, refunds: 0 };
    },

    /** What our books say a provider moved between two times. */
    async linesBetween(
      provider: ProviderName,
      since: Date,
      until: Date,
    ): Promise<
      readonly { readonly kind: 'payment' | 'refund'; readonly reference: string; readonly providerRef: string | undefined; readonly amount: Money }[]
    > {
      const came = await db
        .selectFrom('payments')
        .select(['reference', 'provider_ref', 'received_minor as minor', 'currency'])
        .where('provider', '=', provider)
        .where('settled_at', '>=', since)
        .where('settled_at', '<', until)
        .where('received_minor', '>', 0n)
        .execute();
      const went = await db
        .selectFrom('refunds')
        .innerJoin('payments', 'payments.id', 'refunds.payment_id')
        .select(['refunds.reference', 'refunds.provider_ref', 'refunds.minor', 'refunds.currency'])
        .where('payments.provider', '=', provider)
        .where('refunds.done_at', '>=', since)
        .where('refunds.done_at', '<', until)
        .where('refunds.reason', '<>', 'chargeback')
        .execute();
      const lineOf =
        (kind: 'payment' | 'refund') =>
        ({ reference, provider_ref, minor, currency }: { reference: string; provider_ref: string | null; minor: bigint; currency: string }) => ({
          kind,
          reference,
          providerRef: provider_ref ?? undefined,
          amount: moneyOf(minor, currency),
        });
      return [...came.map(lineOf('payment')), ...went.map(lineOf('refund'))];
    },

    /** Gives what one account was asked and has paid to another. */
    async join(tx: DbTransaction, { from: gone, into }: Joining): Promise<void> {
      await tx.updateTable('payment_requests').set({ user_id: into }).where('user_id', '=', gone).execute();
    },

    async ofUser(userId: UserId): Promise<readonly { readonly request: StoredRequest; readonly payments: readonly StoredPayment[] }[]> {
      const rows = await db.selectFrom('payment_requests').selectAll().where('user_id', '=', userId).orderBy('id').limit(500).execute();
      return Promise.all(rows.map(async (row) => ({ request: requestOf(row), payments: await this.paymentsOf(asId<PaymentRequestId>(row.id)) })));
    },
  };
}
