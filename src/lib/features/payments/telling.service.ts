/** What providers say of payments: by themselves, when its signature is right, or when they are asked. */
import type { DbTransaction } from '#lib/db/database.ts';
import { apart } from '#lib/jobs/apart.ts';
import type { ProviderName } from '#lib/money/payment-methods.ts';
import type { PaymentProvider, ProviderEvent, Told } from '#lib/ports/payment/payment.ts';
import type { Booking, Taken } from './booking.service.ts';
import type { Disputes } from './disputes.service.ts';
import { nextPaymentState } from './payments.process.rules.ts';
import type { PaymentOf, PaymentsRepository, StoredPayment } from './payments.repository.ts';
import { askedForHours, faultOf, moneyTold } from './payments.rules.ts';
import type { Payable, PayableKind, PayableRef } from './payments.schema.ts';
import type { Strays } from './stray-money.service.ts';
import type { ToldRefunds } from './told-refunds.service.ts';

const minute = 60_000;
/** How long a provider is left to tell by itself before it is asked. */
const patience = 2 * minute;

type Parts = {
  readonly repository: PaymentsRepository;
  readonly providers: readonly PaymentProvider[];
  readonly payables: () => Record<PayableKind, Payable | undefined>;
  readonly booking: Booking;
  readonly takeDispute: Disputes['take'];
  readonly noteStray: Strays['note'];
  readonly toldRefunds: Pick<ToldRefunds, 'take' | 'arrived' | 'look' | 'warn'>;
  readonly transact: <T>(ref: PayableRef, work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export function createTelling({ repository, providers, payables, booking, takeDispute, toldRefunds, noteStray, transact }: Parts) {
  const { arrive, fresh, handOn, hold } = booking;

  /** What a provider says of a payment, whether by itself or because we asked. */
  async function take(provider: ProviderName, told: Told, event: Pick<ProviderEvent, 'id' | 'kind'> | undefined, now: Date): Promise<Taken> {
    const known = await repository.payment(undefined, { reference: told.reference });
    if (!known || known.payment.provider !== provider) {
      // Of somebody else's business with the same provider, or from before our own row was there: the provider is asked for ours.
      return 'unmatched';
    }
    return transact(known.request, async (tx) => {
      const { payment, request } = await fresh(tx, known.payment.id);
      if (event && !(await repository.noteEvent(tx, { provider, ...event, paymentId: payment.id, outcome: 'noted' }, now))) return 'repeated';
      const taken = await settle(tx, { payment, request }, told, now);
      if (taken === 'booked') await toldRefunds.arrived(tx, payment.id, now);
      if (event) await repository.setEvent(tx, provider, event.id, taken);
      return taken;
    });
  }

  async function settle(tx: DbTransaction, { payment, request }: PaymentOf, told: Told, now: Date): Promise<Taken> {
    if (told.state === 'pending') return 'noted';
    if (told.state !== 'succeeded') {
      const state = nextPaymentState(payment.state, told.state === 'failed' ? 'fail' : 'expire', 'provider');
      if (!state) return 'ignored';
      await repository.setPayment(tx, payment.id, { state, failure: told.state });
      return 'noted';
    }
    if (!nextPaymentState(payment.state, 'succeed', 'provider')) return 'ignored';
    const isOther = payment.providerRef !== undefined && payment.providerRef !== told.providerRef;
    const fault = isOther ? 'reference' : faultOf(payment, told);
    const received = moneyTold(told.amount);
    if (fault || !received) {
      await hold(tx, payment, fault === 'short' ? 'amount' : (fault ?? 'currency'), told.amount, now);
      // An amount is set right by booking it; what is of another currency or session is nobody's until staff decide.
      if (fault !== 'amount' && fault !== 'short') await noteStray(tx, payment, told, now);
      // By this their bank's dispute is known, should staff book it.
      if (!isOther && told.chargeRef !== undefined) await repository.setPayment(tx, payment.id, { charge_ref: told.chargeRef });
      return 'held';
    }
    return (await arrive(tx, { payment, request }, { received, by: 'provider', chargeRef: told.chargeRef }, now)) ? 'booked' : 'ignored';
  }

  return {
    /** A message that came to a provider's endpoint. `forged`: not signed by them. */
    async hear(name: string, headers: Headers, body: Buffer, now: Date): Promise<Taken | 'forged' | 'no-provider'> {
      const provider = providers.find((one) => one.name === name);
      if (!provider) return 'no-provider';
      const event = provider.verifyWebhook(headers, body, now);
      if (!event) return 'forged';
      switch (event.about) {
        case 'nothing':
          return 'ignored';
        case 'payment':
          return take(provider.name, event.told, event, now);
        case 'dispute':
          return takeDispute(provider.name, event.told, event, now);
        case 'refund':
          return toldRefunds.take(provider.name, event.told, event, now);
        case 'refunds':
          return toldRefunds.look(provider.name, event.chargeRef, now);
        case 'warning':
          return toldRefunds.warn(provider.name, event.told, event, now);
      }
    },

    /** Asks for what providers have not told, lets lapse what is over, and hands on what nobody took. Returns how many were asked for. */
    async catchUp(now: Date): Promise<number> {
      const waiting = await repository.toAsk(new Date(now.getTime() - patience), new Date(now.getTime() - askedForHours * 60 * minute));
      const rows = apart();
      for (const { payment, request } of waiting) {
        // First: one whose answer cannot be taken is asked for again later, as any other.
        await rows.run(() => transact(request, (tx) => repository.setPayment(tx, payment.id, { asked_at: now })));
        await rows.run(() => this.askFor(payment, now));
      }
      for (const id of await repository.lapsed(now)) {
        const known = await repository.payment(undefined, { id });
        if (!known) continue;
        await rows.run(() =>
          transact(known.request, async (tx) => {
            const { payment } = await fresh(tx, id);
            const state = nextPaymentState(payment.state, 'expire', 'clock');
            if (state && payment.expiresAt <= now) await repository.setPayment(tx, id, { state, failure: 'expired' });
          }),
        );
      }
      for (const request of await repository.untaken())
        await rows.run(() =>
          transact(request, async (tx) => {
            const current = await repository.request(tx, request.id);
            if (current?.state === 'part_paid' && current.paid.minor === current.amount.minor && payables()[current.kind]) await handOn(tx, current, now);
          }),
        );
      rows.end();
      return waiting.length;
    },

    /**
     * Closes pages at providers on which somebody could still pay what is not asked for any more, or whose time here is over, so that nothing
     * comes that has to go back. One that was paid meanwhile is told as any other. Returns how many were closed.
     */
    async closeSessions(now: Date): Promise<number> {
      const rows = apart();
      let closed = 0;
      const closing = providers.filter(({ close }) => close !== undefined);
      const lapsedSince = new Date(now.getTime() - askedForHours * 60 * minute);
      const names = closing.map(({ name }) => name);
      for (const { payment, request } of await repository.toClose(names, lapsedSince)) {
        const { reference, providerRef, provider: name } = payment;
        const provider = closing.find((one) => one.name === name);
        if (!provider?.close || providerRef === undefined) continue;
        const isClosed = await rows.run(() => provider.close?.({ reference, providerRef }) ?? Promise.resolve(false));
        if (!isClosed) {
          await rows.run(() => this.askFor(payment, now));
          continue;
        }
        closed += 1;
        await rows.run(() =>
          transact(request, async (tx) => {
            const { payment: current } = await fresh(tx, payment.id);
            const state = nextPaymentState(current.state, 'expire', 'provider');
            await repository.setPayment(tx, payment.id, { closed_at: now, ...(state ? { state, failure: 'closed' } : {}) });
          }),
        );
      }
      rows.end();
      return closed;
    },

    /** Asks the provider of a payment what became of it. */
    async askFor({ provider: name, reference, providerRef }: Pick<StoredPayment, 'provider' | 'reference' | 'providerRef'>, now: Date): Promise<Taken> {
      const provider = providers.find((one) => one.name === name);
      const told = provider && providerRef !== undefined ? await provider.query({ reference, providerRef }) : undefined;
      return told ? take(name, told, undefined, now) : 'ignored';
    },
  };
}
