/** The operator's own fees that go back by themselves: who bought a service at a distance may withdraw from it, and from nothing else. */
import type { DbTransaction } from '#lib/db/database.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Booking } from './booking.service.ts';
import type { PaymentsRepository, StoredPayment, StoredRequest } from './payments.repository.ts';
import { less, ownFeeOf, sumOfShares } from './payments.rules.ts';
import type { Collecting, PayableRef } from './payments.schema.ts';

type Parts = { readonly repository: PaymentsRepository; readonly booking: Pick<Booking, 'giveBack' | 'sharesLeft'> };

/** A request of which a fee is ours, with what of the fee is still here, and what has gone back by itself. */
type FeeOf = {
  readonly request: StoredRequest;
  readonly takenAt: Date;
  readonly payments: readonly StoredPayment[];
  readonly left: bigint;
  readonly back: bigint;
};

export function createOwnFees({ repository, booking: { giveBack, sharesLeft } }: Parts): Pick<Collecting, 'ownFee' | 'giveFeeBack'> {
  /** What of a payment is still here. */
  const restOf = ({ received, back }: StoredPayment): bigint => less(received, back).minor;

  async function feesOf(ref: PayableRef, tx?: DbTransaction): Promise<readonly FeeOf[]> {
    const found: FeeOf[] = [];
    for (const request of await repository.requestsOf(ref, tx)) {
      const { takenAt, shares } = request;
      if (!takenAt || ownFeeOf(shares, 0n) === 0n) continue;
      const payments = await repository.paymentsOf(request.id, tx);
      const kept = payments.reduce((sum, payment) => sum + restOf(payment), 0n);
      const rest = await sharesLeft(request, tx);
      // Fees go back last: what is not here any more is of the others.
      found.push({ request, takenAt, payments, left: ownFeeOf(rest, sumOfShares(rest) - kept), back: await repository.feeBack(request.id, tx) });
    }
    return found;
  }

  return {
    async ownFee(ref, tx) {
      const fees = await feesOf(ref, tx);
      const [first] = fees;
      const method = first?.payments.find(({ received }) => received.minor > 0n)?.method;
      if (!first || !method) return undefined;
      const sum = (of: (one: FeeOf) => bigint) => ({ minor: fees.reduce((all, one) => all + of(one), 0n), currency: first.request.amount.currency });
      return { left: sum(({ left }) => left), back: sum(({ back }) => back), takenAt: first.takenAt, method };
    },

    async giveFeeBack(tx, ref, reason, now) {
      await repository.inTurn(tx, ref);
      let gone = 0n;
      const fees = await feesOf(ref, tx);
      for (const { payments, left } of fees) {
        let open = left;
        for (const payment of payments) {
          const rest = restOf(payment);
          const minor = rest < open ? rest : open;
          if (minor <= 0n) continue;
          open -= minor;
          gone += minor;
          await giveBack(tx, payment, { minor, currency: payment.amount.currency }, { reason, by: undefined, basis: 'fee' }, now);
        }
      }
      const [first] = fees;
      return first && gone > 0n ? done({ minor: gone, currency: first.request.amount.currency }) : refused('nothing');
    },
  };
}
