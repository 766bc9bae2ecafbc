/** Money that goes back: how much may, who has to agree, who sends it, and what is booked once it has gone. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { apart } from '#lib/jobs/apart.ts';
import { add } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { ProviderName } from '#lib/money/payment-methods.ts';
import type { PaymentProvider, RefundRefusal } from '#lib/ports/payment/payment.ts';
import { accountOf } from './booking.service.ts';
import type { Booking, Taken } from './booking.service.ts';
import type { PaymentOf, PaymentsRepository, StoredRefund, StoredRequest } from './payments.repository.ts';
import { less, needsSecond, none } from './payments.rules.ts';
import type { Collecting, Payable, PayableKind, PayableRef } from './payments.schema.ts';

/** Minutes after which a provider that held too little is asked again. */
const emptyMinutes = 60;

type Parts = {
  readonly repository: PaymentsRepository;
  readonly providers: readonly PaymentProvider[];
  readonly payables: () => Record<PayableKind, Payable | undefined>;
  readonly booking: Booking;
  readonly transact: <T>(ref: PayableRef, work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  readonly sendSoon: (tx: DbTransaction) => Promise<void>;
  readonly tellSoon: (tx: DbTransaction, reference: string, refund?: string) => Promise<void>;
  /** Takes in what went back of a charge, whoever made it. */
  readonly lookAt: (provider: ProviderName, chargeRef: string, now: Date) => Promise<unknown>;
  /** From what sum on refunds by one of the staff need a second of them, by currency; a currency without a sum always does. */
  readonly secondAbove: ReadonlyMap<string, bigint>;
};

export function createRefunds({ repository, providers, payables, booking, transact, sendSoon, tellSoon, lookAt, secondAbove }: Parts) {
  const { entriesAgain, entriesBack, fresh, giveBack, hold, post, restate } = booking;

  /** Books what has gone back, and tells those whose thing was paid for once nothing more is to go. */
  async function wentBack(
    tx: DbTransaction,
    { payment, request }: PaymentOf,
    refund: Pick<StoredRefund, 'reference' | 'amount' | 'basis'>,
    by: 'provider' | 'staff',
    now: Date,
  ): Promise<void> {
    const entries = await entriesBack(tx, request, refund.basis, refund.amount);
    // What staff send goes from our bank, whoever had taken the payment; the provider may have tried before.
    const account = by === 'staff' ? ('bank' as const) : accountOf(payment.provider);
    const effect = by === 'staff' ? `refund:${refund.reference}:by-hand` : `refund:${refund.reference}`;
    await post(tx, effect, [...entries, { account, amount: { minor: -refund.amount.minor, currency: refund.amount.currency } }], now);
  }

  async function keptOf(ref: PayableRef, tx?: DbTransaction): Promise<Money | undefined> {
    let kept: Money | undefined;
    for (const request of await repository.requestsOf(ref, tx)) {
      for (const { received, back } of await repository.paymentsOf(request.id, tx)) {
        if (received.minor === 0n) continue;
        const rest = less(received, back);
        kept = kept && kept.currency === rest.currency ? add(kept, rest) : (kept ?? rest);
      }
    }
    return kept;
  }

  /** What of a request's deposit is still here: it is the first that goes back. */
  async function depositIn({ id, shares, takenAt, amount }: StoredRequest, tx?: DbTransaction): Promise<Money | undefined> {
    const deposit = shares.filter(({ what }) => what === 'deposit').reduce((sum, share) => sum + share.amount.minor, 0n);
    if (!takenAt || deposit === 0n) return undefined;
    let [here, back] = [0n, 0n];
    for (const payment of await repository.paymentsOf(id, tx)) {
      here += less(payment.received, payment.back).minor;
      for (const refund of await repository.refundsOf(payment.id, tx)) if (refund.basis === 'taken' && refund.state !== 'refused') back += refund.amount.minor;
    }
    const left = deposit > back ? deposit - back : 0n;
    return { minor: left < here ? left : here, currency: amount.currency };
  }

  async function depositOf(ref: PayableRef, tx?: DbTransaction): Promise<Money | undefined> {
    let all: Money | undefined;
    for (const request of await repository.requestsOf(ref, tx)) {
      const one = await depositIn(request, tx);
      if (one) all = all ? add(all, one) : one;
    }
    return all;
  }

  /** Tells those whose thing was paid for what has gone, once nothing more is to go. */
  async function tellGone(tx: DbTransaction, { request }: PaymentOf, now: Date): Promise<void> {
    const gone = await repository.untold(tx, request, now);
    const left = (await keptOf(request, tx)) ?? none(request.amount);
    if (gone) await payables()[request.kind]?.refunded(tx, { kind: request.kind, code: request.code }, gone, left, now);
  }

  /** Books a refund of ours as gone, in the transaction of whoever knows of it. Returns false where it is not to go. */
  async function completeIn(
    tx: DbTransaction,
    id: number,
    providerRef: string,
    by: 'provider' | 'staff',
    now: Date,
    write: (tx: DbTransaction) => Promise<unknown> = async () => undefined,
  ): Promise<boolean> {
    const current = await repository.refund(tx, id);
    if (!current || (current.state !== 'asked' && current.state !== 'by-hand')) return false;
    const { payment, request } = await fresh(tx, current.paymentId);
    await wentBack(tx, { payment, request }, current, by, now);
    if (payment.held?.why === 'refund') await repository.hold(tx, payment.id, undefined);
    await repository.setRefund(tx, id, { state: 'done', done_at: now, provider_ref: providerRef, refusal: null, refused_at: null });
    await restate(tx, payment.id, by);
    await tellSoon(tx, payment.reference, current.reference);
    await write(tx);
    await tellGone(tx, { payment, request }, now);
    return true;
  }

  async function completeRefund(
    id: number,
    providerRef: string,
    by: 'provider' | 'staff',
    now: Date,
    write?: (tx: DbTransaction) => Promise<unknown>,
  ): Promise<boolean> {
    const refund = await repository.refund(undefined, id);
    const known = refund && (await repository.payment(undefined, { id: refund.paymentId }));
    return known ? transact(known.request, (tx) => completeIn(tx, id, providerRef, by, now, write)) : false;
  }

  /** Asks a provider to send something back. */
  async function sendRefund(refund: StoredRefund, now: Date): Promise<void> {
    const known = await repository.payment(undefined, { id: refund.paymentId });
    if (!known) return;
    const { payment, request } = known;
    // Counted before: one that fails for a reason of ours stands behind all others the next time.
    await transact(request, (tx) => repository.triedRefund(tx, refund.id));
    const provider = providers.find((one) => one.name === payment.provider);
    const answer =
      provider && payment.providerRef !== undefined
        ? await provider.refund({
            reference: refund.reference,
            payment: { reference: payment.reference, providerRef: payment.providerRef },
            amount: refund.amount,
          })
        : ({ ok: false, why: 'closed' } as const);
    if (answer.ok) return void (await completeRefund(refund.id, answer.providerRef, 'provider', now));
    const { why } = answer;
    // What went another way is taken in first: it may have been just this.
    if (why === 'already' && payment.chargeRef !== undefined) await lookAt(payment.provider, payment.chargeRef, now);
    await transact(request, (tx) => notSent(tx, refund, why, now));
  }

  /** Why it was not sent decides who goes on: the provider is asked again, staff look, or it goes from our bank. */
  async function notSent(tx: DbTransaction, { id, amount }: StoredRefund, why: RefundRefusal, now: Date): Promise<void> {
    const current = await repository.refund(tx, id);
    // What went another way may have left something else of it, which is asked for by itself.
    if (current?.state !== 'asked' || why === 'unreachable' || current.amount.minor !== amount.minor) return;
    if (why === 'closed') return repository.setRefund(tx, id, { state: 'by-hand', refusal: null, refused_at: null });
    await repository.setRefund(tx, id, { refusal: why, refused_at: now });
    const { payment } = await fresh(tx, current.paymentId);
    if (!payment.held) await hold(tx, payment, 'refund', current.amount, now);
  }

  /** A provider had taken a refund and could not bring it there: it is with them again, and staff send it. */
  async function failIn(tx: DbTransaction, { id }: StoredRefund, { payment, request }: PaymentOf, now: Date): Promise<Taken> {
    const current = await repository.refund(tx, id);
    // Sent by hand since, or refused by staff: there is nothing to take back.
    if (current?.state !== 'asked' && (current?.state !== 'done' || current.providerRef?.startsWith('by-hand'))) return 'ignored';
    if (current.state === 'done') {
      const entries = [{ account: accountOf(payment.provider), amount: current.amount }, ...(await entriesAgain(tx, request, current))];
      await post(tx, `refund:${current.reference}:failed`, entries, now);
    }
    await repository.setRefund(tx, id, { state: 'by-hand', done_at: null, refusal: null, refused_at: null });
    await restate(tx, payment.id, 'provider');
    await hold(tx, payment, 'refund', current.amount, now);
    return 'booked';
  }

  return {
    kept: keptOf,

    deposit: depositOf,
    completeIn,
    failIn,
    tellGone,

    async refund(
      tx: DbTransaction,
      ref: PayableRef,
      { amount, reason, by, from }: Parameters<Collecting['refund']>[2],
      now: Date,
    ): Promise<Outcome<undefined, 'more-than-paid'>> {
      await repository.inTurn(tx, ref);
      const kept = await keptOf(ref, tx);
      if (!kept || kept.currency !== amount.currency || amount.minor <= 0n || amount.minor > kept.minor) return refused('more-than-paid');
      const second = by !== 'system' && needsSecond(secondAbove, amount, await repository.givenAlone(tx, by, ref, now));
      let left = amount.minor;
      const requests = await repository.requestsOf(ref, tx);
      if (from === 'deposit' && amount.minor > ((await depositOf(ref, tx))?.minor ?? 0n)) return refused('more-than-paid');
      for (const request of requests.toReversed()) {
        let counted = request.paid;
        // Of a request without a deposit nothing goes back as one.
        let room = from === 'deposit' ? ((await depositIn(request, tx))?.minor ?? 0n) : left;
        for (const payment of await repository.paymentsOf(request.id, tx)) {
          const rest = payment.received.minor - payment.back.minor;
          const most = room < left ? room : left;
          const part = rest < most ? rest : most;
          if (part <= 0n) continue;
          left -= part;
          room -= part;
          const money = { minor: part, currency: amount.currency };
          const basis = request.takenAt ? 'taken' : 'untaken';
          if (basis === 'untaken') counted = less(counted, money);
          await giveBack(tx, payment, money, { reason, by: by === 'system' ? undefined : by, basis, state: second ? 'waiting' : 'asked' }, now);
        }
        if (counted.minor !== request.paid.minor) {
          const state = request.state === 'part_paid' && counted.minor === 0n ? 'open' : request.state;
          await repository.setRequest(tx, request.id, { ...request, paid: counted, state });
        }
      }
      return done(undefined);
    },

    /** Has providers send back what is to go back. Returns how many were tried. */
    async sendRefunds(now: Date): Promise<number> {
      const refunds = await repository.refundsToSend(new Date(now.getTime() - emptyMinutes * 60_000));
      const rows = apart();
      for (const refund of refunds) await rows.run(() => sendRefund(refund, now));
      rows.end();
      return refunds.length;
    },

    /** A second member of staff agrees to a refund, or does not; never the one who asked for it. */
    async decideRefund(tx: DbTransaction, id: number, by: StaffId, agrees: boolean): Promise<Outcome<Money, 'unknown' | 'not-now' | 'same-person'>> {
      const refund = await repository.refund(tx, id);
      const known = refund && (await repository.payment(tx, { id: refund.paymentId }));
      if (!known) return refused('unknown');
      await repository.inTurn(tx, known.request);
      const current = await repository.refund(tx, id);
      if (current?.state !== 'waiting') return refused('not-now');
      if (agrees && current.askedBy === by) return refused('same-person');
      if (agrees) {
        await repository.setRefund(tx, id, { state: 'asked', agreed_by: by });
        await sendSoon(tx);
        return done(current.amount);
      }
      const { payment, request } = await fresh(tx, current.paymentId);
      await repository.setRefund(tx, id, { state: 'refused' });
      await repository.setPayment(tx, payment.id, { back_minor: payment.back.minor - current.amount.minor });
      if (current.basis === 'untaken') await repository.setRequest(tx, request.id, { ...request, paid: add(request.paid, current.amount) });
      return done(current.amount);
    },

    /** Staff have looked why a provider did not send it: it is asked again, or this way is closed and it goes from our bank. */
    async decideRefusal(tx: DbTransaction, id: number, how: 'again' | 'by-bank'): Promise<boolean> {
      const refund = await repository.refund(tx, id);
      if (refund?.state !== 'asked' || refund.refusal === undefined) return false;
      // What has gone another way is not sent from our bank on top.
      if (how === 'by-bank' && refund.refusal === 'already') return false;
      await repository.setRefund(tx, id, { refusal: null, refused_at: null, ...(how === 'by-bank' ? { state: 'by-hand' as const } : {}) });
      const { payment } = await fresh(tx, refund.paymentId);
      if (payment.held?.why === 'refund') await repository.hold(tx, payment.id, undefined);
      if (how === 'again') await sendSoon(tx);
      return true;
    },

    /** Notes who says that a refund went from our bank, or that it did not after all. Returns false where it is not to be sent, or was said before. */
    async noteSent(tx: DbTransaction, id: number, sent: StoredRefund['sent']): Promise<boolean> {
      const refund = await repository.refund(tx, id);
      if (refund?.state !== 'by-hand' || (refund.sent === undefined) !== (sent !== undefined)) return false;
      await repository.setRefund(tx, id, { sent_by: sent?.by ?? null, sent_at: sent?.at ?? null });
      return true;
    },

    /** Staff have sent a refund from our bank. `write`: as part of the same transaction. */
    sentByHand: (id: number, now: Date, write?: (tx: DbTransaction) => Promise<unknown>): Promise<boolean> =>
      completeRefund(id, `by-hand-${id}`, 'staff', now, write),

    async ofRefund(id: number): Promise<(PaymentOf & { readonly refund: StoredRefund }) | undefined> {
      const refund = await repository.refund(undefined, id);
      const known = refund && (await repository.payment(undefined, { id: refund.paymentId }));
      return known && { ...known, refund };
    },

    /** The same by its number. */
    async ofRefundNamed(reference: string): Promise<PaymentOf | undefined> {
      const refund = await repository.refundNamed(reference);
      return refund && repository.payment(undefined, { id: refund.paymentId });
    },
  };
}
