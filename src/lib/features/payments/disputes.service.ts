/** Money that a payer's bank has taken back against us. */
import type { DbTransaction } from '#lib/db/database.ts';
import { newReference } from '#lib/ids/reference.ts';
import type { PaymentProvider, ProviderEvent } from '#lib/ports/payment/payment.ts';
import { accountOf } from './booking.service.ts';
import type { Booking, Taken } from './booking.service.ts';
import type { PaymentsRepository, StoredRefund } from './payments.repository.ts';
import { less, moneyTold } from './payments.rules.ts';
import type { PayableRef } from './payments.schema.ts';

type Parts = {
  readonly repository: PaymentsRepository;
  readonly booking: Booking;
  readonly transact: <T>(ref: PayableRef, work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export function createDisputes({ repository, booking: { entriesBack, fresh, hold, post, restate }, transact }: Parts) {
  return async function chargeback(provider: PaymentProvider, event: Extract<ProviderEvent, { readonly about: 'chargeback' }>, now: Date): Promise<Taken> {
    const known = event.chargeRef === '' ? undefined : await repository.byCharge(provider.name, event.chargeRef);
    const amount = moneyTold(event.amount);
    if (!known || !amount) return 'unmatched';
    return transact(known.request, async (tx) => {
      const { payment, request } = await fresh(tx, known.payment.id);
      if (!(await repository.noteEvent(tx, { provider: provider.name, id: event.id, kind: event.kind, paymentId: payment.id, outcome: 'booked' }, now)))
        return 'repeated';
      const basis = request.takenAt ? 'taken' : 'untaken';
      const entries = await entriesBack(tx, request, basis, amount);
      const gone = { account: accountOf(provider.name), amount: { minor: -amount.minor, currency: amount.currency } };
      if (!(await post(tx, `chargeback:${provider.name}:${event.dispute}`, [...entries, gone], now))) return 'repeated';
      const rest = less(payment.received, payment.back);
      const back = amount.minor < rest.minor ? amount : rest;
      if (back.minor > 0n) {
        await repository.setPayment(tx, payment.id, { back_minor: payment.back.minor + back.minor });
        const { id: paymentId } = payment;
        const fields = {
          reference: newReference(),
          paymentId,
          amount: back,
          reason: 'chargeback',
          askedBy: undefined,
          state: 'done' as const,
          basis: basis as StoredRefund['basis'],
        };
        await repository.addRefund(tx, { ...fields, providerRef: event.dispute, createdAt: now, doneAt: now, toldAt: now });
        await restate(tx, payment.id, 'provider');
      }
      await hold(tx, payment, 'dispute', event.amount, now);
      return 'booked';
    });
  };
}
