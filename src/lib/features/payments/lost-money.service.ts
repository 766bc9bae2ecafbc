/** What staff do about money that a payer's bank took back: it is asked for again, and a refund that it made needless is dropped. */
import type { DbTransaction } from '#lib/db/database.ts';
import { newReference } from '#lib/ids/reference.ts';
import type { Money } from '#lib/money/money.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Booking } from './booking.service.ts';
import type { StoredDispute } from './disputes.repository.ts';
import type { PaymentsRepository, StoredPayment, StoredRefund, StoredRequest } from './payments.repository.ts';
import { none, sharesLost } from './payments.rules.ts';
import type { Collecting, Payable, PayableKind, PayableRef, Share } from './payments.schema.ts';

type Parts = {
  readonly repository: PaymentsRepository;
  readonly payables: () => Record<PayableKind, Payable | undefined>;
  readonly booking: Booking;
  readonly kept: Collecting['kept'];
};

/** A payment that a bank took back for good, with what counts as gone by that. */
type Lost = { readonly payment: StoredPayment; readonly request: StoredRequest; readonly dispute: StoredDispute; readonly refund: StoredRefund };

export function createLostMoney({ repository, payables, booking: { entriesBack, fresh, post, restate, sharesLeft }, kept }: Parts) {
  /** What of a thing is lost, had been taken for it, and was not asked for again. */
  async function lostOf(ref: PayableRef, tx?: DbTransaction): Promise<readonly Lost[]> {
    const found: Lost[] = [];
    for (const request of await repository.requestsOf(ref, tx))
      for (const payment of await repository.paymentsOf(request.id, tx))
        for (const dispute of await repository.disputesOf(payment.id, tx)) {
          const { state, takenAt, returnedAt, askedAgain, refundId } = dispute;
          if (state !== 'lost' || !takenAt || returnedAt || askedAgain !== undefined || refundId === undefined) continue;
          const refund = await repository.refund(tx, refundId);
          // What was not anybody's yet is owed by the same request.
          if (refund?.basis === 'taken') found.push({ payment, request, dispute, refund });
        }
    return found;
  }

  /** A dispute by which a bank has taken as much as was to go back, beside what it took of the rest. */
  async function coveringOf(tx: DbTransaction | undefined, { paymentId, amount, basis }: StoredRefund): Promise<StoredDispute | undefined> {
    for (const dispute of await repository.disputesOf(paymentId, tx)) {
      if (!dispute.takenAt || dispute.returnedAt || dispute.currency !== amount.currency) continue;
      const counted = dispute.refundId === undefined ? undefined : await repository.refund(tx, dispute.refundId);
      if (counted && counted.basis !== basis) continue;
      if (dispute.minor - (counted?.amount.minor ?? 0n) >= amount.minor) return dispute;
    }
    return undefined;
  }

  const sumOf = (lost: readonly Lost[]): Money | undefined => {
    const [first] = lost;
    return first && { minor: lost.reduce((sum, { refund }) => sum + refund.amount.minor, 0n), currency: first.refund.amount.currency };
  };

  return {
    lost: async (ref: PayableRef, tx?: DbTransaction): Promise<Money | undefined> => sumOf(await lostOf(ref, tx)),

    async askAgain(tx: DbTransaction, ref: PayableRef, dueAt: Date, now: Date): Promise<Outcome<Money, 'nothing'>> {
      await repository.inTurn(tx, ref);
      const lost = await lostOf(ref, tx);
      const [first] = lost;
      const amount = sumOf(lost);
      if (!first || !amount) return refused('nothing');
      const shares: Share[] = [];
      for (const { request, refund } of lost)
        shares.push(...sharesLost(await sharesLeft(request, tx), (await repository.takenBack(tx, request.id)) - refund.amount.minor, refund.amount));
      const { userId } = first.request;
      const id = await repository.addRequest(tx, { kind: ref.kind, code: ref.code, userId, amount, shares, dueAt }, now);
      for (const { payment, dispute } of lost) {
        await repository.setDispute(tx, payment.provider, { ...dispute, askedAgain: id });
        if (payment.held?.why === 'dispute') await repository.hold(tx, payment.id, undefined);
      }
      return done(amount);
    },

    /** Whether a refund that staff have to send is needless, as a bank has taken as much. */
    isCovered: (refund: StoredRefund): Promise<boolean> => coveringOf(undefined, refund).then((one) => one !== undefined),

    /** Does not send it: what the bank took counts in its place, for those from whom it would have gone. */
    async dropRefund(tx: DbTransaction, id: number, why: string, now: Date): Promise<Outcome<Money, 'unknown' | 'not-now'>> {
      const known = await repository.refund(tx, id);
      if (!known) return refused('unknown');
      const { request: of } = await fresh(tx, known.paymentId);
      await repository.inTurn(tx, of);
      const refund = await repository.refund(tx, id);
      const dispute = refund?.state === 'by-hand' && !refund.sent ? await coveringOf(tx, refund) : undefined;
      if (!refund || !dispute) return refused('not-now');
      const { payment, request } = await fresh(tx, refund.paymentId);
      const { amount, basis, reference, paymentId } = refund;
      const suspense = { account: 'suspense', amount: { minor: -amount.minor, currency: amount.currency } } as const;
      await post(tx, `refund:${reference}:dropped`, [...(await entriesBack(tx, request, basis, amount)), suspense], now);
      if (dispute.refundId !== undefined) await repository.growRefund(tx, dispute.refundId, amount.minor);
      else {
        const row = { reference: newReference(), paymentId, amount, reason: 'chargeback', askedBy: undefined, state: 'done', basis } as const;
        const counted = await repository.addRefund(tx, { ...row, providerRef: dispute.dispute, createdAt: now, doneAt: now, toldAt: now });
        await repository.setDispute(tx, payment.provider, { ...dispute, refundId: counted });
      }
      await repository.setRefund(tx, id, { state: 'refused', dropped_because: why });
      if (payment.held?.why === 'refund') await repository.hold(tx, payment.id, undefined);
      await restate(tx, payment.id, 'staff');
      if (!(await repository.isGoingBack(tx, request))) {
        const left = (await kept(request, tx)) ?? none(request.amount);
        await payables()[request.kind]?.refunded(tx, { kind: request.kind, code: request.code }, [], left, now);
      }
      return done(amount);
    },
  };
}
