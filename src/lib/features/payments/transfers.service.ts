/** What staff say of transfers, and of payments that wait for them. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Money } from '#lib/money/money.ts';
import { isTransfer } from '#lib/money/payment-methods.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Booking } from './booking.service.ts';
import { nextPaymentState } from './payments.process.rules.ts';
import type { PaymentOf, PaymentsRepository } from './payments.repository.ts';
import type { Looking } from './looking.service.ts';
import { faultOf, limitIn } from './payments.rules.ts';
import type { ToldRefunds } from './told-refunds.service.ts';

type Parts = {
  readonly repository: PaymentsRepository;
  readonly booking: Booking;
  readonly looking: Pick<Looking, 'looked'>;
  /** What was told of a payment before it was booked is booked after it. */
  readonly arrived: ToldRefunds['arrived'];
  /** How much less may arrive by a transfer, by currency, for banks between. */
  readonly shortLimits: ReadonlyMap<string, bigint>;
};

export function createTransfers({ repository, booking: { arrive, fresh, hold }, looking: { looked }, arrived, shortLimits }: Parts) {
  /** Books what came; whoever books a transfer has looked at its proof. */
  async function book(tx: DbTransaction, known: PaymentOf, received: Money, now: Date): Promise<boolean> {
    if (!(await arrive(tx, known, { received, by: 'staff', chargeRef: undefined }, now))) return false;
    await arrived(tx, known.payment.id, now);
    if (known.payment.voucherAt) await repository.setPayment(tx, known.payment.id, { voucher_at: null });
    await looked(tx, known.request, { what: 'booked', reference: known.payment.reference }, now);
    return true;
  }

  return {
    /** Staff saw a transfer on our account. What is short by no more than banks may keep counts in part; anything else waits. */
    async confirmTransfer(tx: DbTransaction, reference: string, received: Money, now: Date): Promise<Outcome<'booked' | 'held', 'unknown' | 'not-now'>> {
      const known = await repository.payment(tx, { reference });
      if (!known || !isTransfer(known.payment.method) || known.payment.provider !== 'offline') return refused('unknown');
      await repository.inTurn(tx, known.request);
      const { payment, request } = await fresh(tx, known.payment.id);
      if (!nextPaymentState(payment.state, 'succeed', 'staff')) return refused('not-now');
      const fault = faultOf(payment, { reference, amount: received }, limitIn(shortLimits, payment.amount.currency));
      if (fault !== undefined && fault !== 'short') {
        await hold(tx, payment, fault, received, now);
        await looked(tx, request, { what: 'held', reference }, now);
        return done('held');
      }
      return (await book(tx, { payment, request }, received, now)) ? done('booked') : refused('not-now');
    },

    /** Staff looked for a transfer in vain, or it was none. */
    async refuseTransfer(tx: DbTransaction, reference: string, now: Date): Promise<Outcome<undefined, 'unknown' | 'not-now'>> {
      const known = await repository.payment(tx, { reference });
      if (!known || known.payment.provider !== 'offline') return refused('unknown');
      await repository.inTurn(tx, known.request);
      const { payment, request } = await fresh(tx, known.payment.id);
      const state = nextPaymentState(payment.state, 'fail', 'staff');
      // A proof that came after it lapsed or was refused is looked at all the same.
      if (!state && (payment.voucherAt === undefined || payment.received.minor > 0n)) return refused('not-now');
      await repository.setPayment(tx, payment.id, { ...(state ? { state } : {}), failure: 'not-found', voucher_at: null });
      if (payment.held) await repository.hold(tx, payment.id, undefined);
      await looked(tx, request, { what: 'unfound', reference }, now);
      return done(undefined);
    },

    /** Staff decide about a payment that waits: what really came is booked, or the case is closed. */
    async resolve(tx: DbTransaction, reference: string, how: 'book' | 'close', now: Date): Promise<Outcome<undefined, 'unknown' | 'not-now'>> {
      const known = await repository.payment(tx, { reference });
      if (!known) return refused('unknown');
      await repository.inTurn(tx, known.request);
      const { payment, request } = await fresh(tx, known.payment.id);
      if (!payment.held) return refused('not-now');
      if (how === 'close') {
        await repository.hold(tx, payment.id, undefined);
        await looked(tx, request, { what: 'booked', reference }, now);
        return done(undefined);
      }
      const { why, minor, currency } = payment.held;
      // Only an amount can be set right here: another currency or reference is another payment.
      if (why !== 'amount' || minor === undefined || minor <= 0n || currency !== payment.amount.currency) return refused('not-now');
      const received = { minor, currency: payment.amount.currency };
      return (await book(tx, { payment, request }, received, now)) ? done(undefined) : refused('not-now');
    },
  };
}
