/**
 * Money that came for a payment and is not what it asked for. It is in the books at once, as nobody's, so that they say what the provider
 * holds; staff have it sent back, or book it where it is of the same currency.
 */
import type { DbTransaction } from '#lib/db/database.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { newReference } from '#lib/ids/reference.ts';
import { apart } from '#lib/jobs/apart.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { PaymentProvider, Told } from '#lib/ports/payment/payment.ts';
import { accountOf } from './booking.service.ts';
import type { Booking } from './booking.service.ts';
import { nextPaymentState } from './payments.process.rules.ts';
import type { PaymentsRepository, StoredPayment } from './payments.repository.ts';
import { moneyTold, needsSecond } from './payments.rules.ts';
import type { PayableRef } from './payments.schema.ts';
import type { StrayMoney } from './stray-money.repository.ts';

type Parts = {
  readonly repository: PaymentsRepository;
  readonly providers: readonly PaymentProvider[];
  readonly booking: Booking;
  readonly sendSoon: (tx: DbTransaction) => Promise<void>;
  readonly transact: <T>(ref: PayableRef, work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** From what sum on one of the staff needs a second of them, by currency; a currency without a sum always does. */
  readonly secondAbove: ReadonlyMap<string, bigint>;
};

export type Strays = ReturnType<typeof createStrays>;

export function createStrays({ repository, providers, booking: { arrive, fresh, post }, sendSoon, transact, secondAbove }: Parts) {
  /** It has left: nobody's any more, and no case. @param effect names what brought it away. */
  async function left(tx: DbTransaction, payment: StoredPayment, { id, amount, askedBy }: StrayMoney, effect: string, now: Date): Promise<boolean> {
    if (!(await repository.setStray(tx, id, ['here', 'returning'], { state: 'returned', at: now }))) return false;
    // It went without the second word: whoever asked has given nothing back.
    if (askedBy !== undefined) await repository.setStrayAsked(tx, id, undefined);
    const back = { minor: -amount.minor, currency: amount.currency };
    const entries = [
      { account: 'suspense', amount },
      { account: accountOf(payment.provider), amount: back },
    ] as const;
    await post(tx, effect, entries, now);
    if (payment.held?.why === 'currency' || payment.held?.why === 'reference') await repository.hold(tx, payment.id, undefined);
    return true;
  }

  async function send(stray: StrayMoney, now: Date): Promise<void> {
    const known = await repository.payment(undefined, { id: stray.paymentId });
    const provider = providers.find((one) => one.name === known?.payment.provider);
    if (!known || !provider) return;
    const { payment, request } = known;
    const answer = await provider.refund({
      reference: stray.reference,
      payment: { reference: payment.reference, providerRef: stray.providerRef },
      amount: stray.amount,
    });
    await transact(request, async (tx) => {
      const current = await fresh(tx, payment.id);
      if (answer.ok) return void (await left(tx, current.payment, stray, `refund:${stray.reference}`, now));
      // It waits for staff again, who find out why.
      if (answer.why === 'unreachable' || answer.why === 'no-balance') return;
      if (await repository.setStray(tx, stray.id, ['returning'], { state: 'here', at: now })) await repository.setStrayAsked(tx, stray.id, undefined);
    });
  }

  return {
    left,

    /** Writes down what came; once for each session that brought something. */
    async note(tx: DbTransaction, payment: StoredPayment, { providerRef, chargeRef, amount: told }: Told, now: Date): Promise<void> {
      const amount = moneyTold(told);
      if (!amount || amount.minor <= 0n) return;
      const reference = newReference();
      if (!(await repository.addStray(tx, payment.provider, { reference, paymentId: payment.id, providerRef, chargeRef, amount }, now))) return;
      const entries = [
        { account: accountOf(payment.provider), amount },
        { account: 'suspense', amount: { minor: -amount.minor, currency: amount.currency } },
      ] as const;
      await post(tx, `stray:${reference}`, entries, now);
    },

    /** Staff have it sent back to where it came from; as refunds, from their limit on by two of them, the second of whom asks for the same. */
    async giveStrayBack(tx: DbTransaction, reference: string, by: StaffId, now: Date): Promise<Outcome<undefined, 'unknown' | 'not-now' | 'same-person'>> {
      const known = await repository.payment(tx, { reference });
      if (!known) return refused('unknown');
      await repository.inTurn(tx, known.request);
      const stray = await repository.strayOf(tx, known.payment.id);
      if (stray?.state !== 'here') return refused('not-now');
      if (stray.askedBy === by) return refused('same-person');
      if (stray.askedBy === undefined) {
        const second = needsSecond(secondAbove, stray.amount, await repository.givenAlone(tx, by, known.request, now));
        await repository.setStrayAsked(tx, stray.id, { by, at: now });
        if (second) return done(undefined);
      } else await repository.setStrayAgreed(tx, stray.id, by);
      await repository.setStray(tx, stray.id, ['here'], { state: 'returning', by, at: now });
      await sendSoon(tx);
      return done(undefined);
    },

    /** Staff count it for what was asked: by another session, in the same currency. */
    async bookStray(tx: DbTransaction, reference: string, by: StaffId, now: Date): Promise<Outcome<undefined, 'unknown' | 'not-now'>> {
      const known = await repository.payment(tx, { reference });
      if (!known) return refused('unknown');
      await repository.inTurn(tx, known.request);
      const { payment, request } = await fresh(tx, known.payment.id);
      const stray = await repository.strayOf(tx, payment.id);
      const isCounted =
        stray?.state === 'here' && stray.amount.currency === payment.amount.currency && nextPaymentState(payment.state, 'succeed', 'staff') !== undefined;
      if (!stray || !isCounted || (await repository.isOfAnother(tx, payment.provider, stray.providerRef, payment.id))) return refused('not-now');
      if (!(await repository.setStray(tx, stray.id, ['here'], { state: 'booked', by, at: now }))) return refused('not-now');
      // What goes back goes back by the session that brought it, which is no other payment's.
      await repository.setPayment(tx, payment.id, { provider_ref: stray.providerRef });
      await arrive(tx, { payment, request }, { received: stray.amount, by: 'staff', chargeRef: stray.chargeRef, from: 'suspense' }, now);
      return done(undefined);
    },

    strayOf: repository.strayOf,

    async sendStrays(now: Date): Promise<number> {
      const rows = apart();
      const found = await repository.straysToSend();
      for (const stray of found) await rows.run(() => send(stray, now));
      rows.end();
      return found.length;
    },
  };
}
