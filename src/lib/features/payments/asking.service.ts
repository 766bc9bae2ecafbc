/** Asks for money, and begins to pay what is asked. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { newReference } from '#lib/ids/reference.ts';
import type { Money } from '#lib/money/money.ts';
import { paymentMethods } from '#lib/money/payment-methods.ts';
import type { PaymentMethod, ProviderName } from '#lib/money/payment-methods.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { PaymentPayer, PaymentProvider } from '#lib/ports/payment/payment.ts';
import { publicly } from './booking.service.ts';
import type { Booking } from './booking.service.ts';
import { nextPaymentState } from './payments.process.rules.ts';
import type { PaymentsRepository, StoredRequest } from './payments.repository.ts';
import { areShares, isPart, isScanned, lapseOf, less } from './payments.rules.ts';
import type { Collecting, NewPaymentRequest, Payable, PayableKind, PayableRef } from './payments.schema.ts';

/** Where a payer comes back to, and what they read at the provider's. */
export type PaymentPages = {
  readonly result: (reference: string, locale: Locale) => string;
  readonly center: (ref: PayableRef, locale: Locale) => string;
};

/**
 * Who begins to pay, and how.
 * `userId`: whose request it is. `part`: of what is due; all of it without. `link`: of a sponsor, who comes back to its page.
 * `payer` of a link: how the sponsor names themselves, encrypted for `payments`.
 */
export type Beginning = {
  readonly method: PaymentMethod;
  readonly userId: UserId;
  readonly locale: Locale;
  /** At a desk where nothing is known. */
  readonly payer?: PaymentPayer | undefined;
  readonly part?: Money | undefined;
  readonly link?: {
    readonly id: number;
    readonly payer?: string | undefined;
    readonly pages: { readonly result: PaymentPages['result']; readonly given: (locale: Locale) => string };
  };
};

const atDesk: PaymentPayer = { device: 'desktop', address: '' };

export type Begun = {
  readonly reference: string;
  readonly provider: ProviderName /** At the provider's; undefined where the payer goes on on a page of ours: for a transfer, or with a code for a phone. */;
  readonly address: string | undefined;
};

type Parts = {
  readonly repository: PaymentsRepository;
  readonly providers: readonly PaymentProvider[];
  readonly payables: () => Record<PayableKind, Payable | undefined>;
  readonly pages: PaymentPages;
  readonly booking: Booking;
  readonly refunds: Pick<Collecting, 'kept' | 'refund' | 'deposit'>;
  readonly lostMoney: Pick<Collecting, 'lost' | 'askAgain'>;
  readonly ownFees: Pick<Collecting, 'ownFee' | 'giveFeeBack'>;
  readonly looking: Pick<Collecting, 'waits'>;
  readonly transact: <T>(ref: PayableRef, work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

/** Where a payer is led: nobody follows a code for a phone's camera. */
const leadOf = (address: string | undefined): string | undefined => (isScanned(address) ? undefined : address);

export function createAsking({
  repository,
  providers,
  payables,
  pages,
  booking: { fresh, giveAllBack },
  refunds,
  lostMoney,
  ownFees,
  looking,
  transact,
}: Parts) {
  const collecting: Collecting = {
    async ask(tx, request: NewPaymentRequest, now) {
      const { amount, shares } = request;
      if (!areShares(shares, amount)) throw new TypeError(`the shares of ${request.kind} ${request.code} are not the amount that is asked`);
      return repository.addRequest(tx, { ...request, shares: shares.filter((one) => one.amount.minor !== 0n) }, now);
    },

    async withdraw(tx, ref, now) {
      await repository.inTurn(tx, ref);
      for (const request of await repository.requestsOf(ref, tx)) {
        if (request.state === 'part_paid') await giveAllBack(tx, request, 'withdrawn', now);
        else if (request.state === 'open') await repository.setRequest(tx, request.id, { ...request, state: 'cancelled' });
      }
    },

    async putOff(tx, ref, id, dueAt) {
      await repository.inTurn(tx, ref);
      return repository.setDueOf(tx, ref, id, dueAt);
    },

    inTurn: repository.inTurn,
    kept: refunds.kept,
    refund: refunds.refund,
    deposit: refunds.deposit,
    ownFee: ownFees.ownFee,
    giveFeeBack: ownFees.giveFeeBack,
    waits: looking.waits,
    returning: (ref, tx) => repository.isReturning(tx, ref),
    lost: lostMoney.lost,
    askAgain: lostMoney.askAgain,
    async requestsOf(ref) {
      return (await repository.requestsOf(ref)).map(publicly);
    },
  };

  return {
    collecting,

    /**
     * Who can take money, and how, what is done at once before what takes days; the first that takes a method has it.
     * @param minor what is to be paid, where it is known; without it, who takes whatever amount.
     */
    methodsFor(currency: Money['currency'], minor?: bigint): readonly { readonly method: PaymentMethod; readonly provider: ProviderName }[] {
      const offered = new Map<PaymentMethod, ProviderName>();
      for (const provider of providers) for (const method of provider.methods(currency, minor)) if (!offered.has(method)) offered.set(method, provider.name);
      return paymentMethods.flatMap((method) => {
        const provider = offered.get(method);
        return provider === undefined ? [] : [{ method, provider }];
      });
    },

    /** What is to be paid of a thing now: the oldest request that is open. */
    async openRequest(ref: PayableRef): Promise<StoredRequest | undefined> {
      return (await repository.requestsOf(ref)).find(({ state, paid, amount }) => (state === 'open' || state === 'part_paid') && paid.minor < amount.minor);
    },
    /** Begins to pay, or goes on with what was begun the same way: a second press makes no second payment. */
    async begin(
      ref: PayableRef,
      { method, userId, locale, payer = atDesk, part, link }: Beginning,
      now: Date,
    ): Promise<Outcome<Begun, 'unknown' | 'changed' | 'nothing-owed' | 'no-such-method' | 'unreachable' | 'refused' | 'no-sum'>> {
      const owned = (await repository.requestsOf(ref)).filter((one) => one.userId === userId);
      if (owned.length === 0) return refused('unknown');
      if (await payables()[ref.kind]?.stopped?.(ref.code, now)) return refused('changed');
      const begun = await transact(ref, async (tx) => {
        const request = (await repository.requestsOf(ref, tx)).find(
          ({ state, paid, amount }) => (state === 'open' || state === 'part_paid') && paid.minor < amount.minor,
        );
        if (!request || request.userId !== userId) return refused('nothing-owed');
        const rest = less(request.amount, request.paid);
        if (part && !isPart(part, rest)) return refused('no-sum');
        const amount = part ?? rest;
        const provider = providers.find((one) => one.methods(amount.currency, amount.minor).includes(method));
        if (!provider) return refused('no-such-method');
        const same = (await repository.paymentsOf(request.id, tx)).find(
          (one) =>
            (one.state === 'created' || one.state === 'pending') &&
            one.method === method &&
            one.link === link?.id &&
            one.provider === provider.name &&
            one.amount.minor === amount.minor &&
            one.expiresAt > now &&
            (provider.goesOn?.(one, payer, now) ?? true) &&
            !one.held,
        );
        const { id: requestId } = request;
        const fields = {
          requestId,
          reference: newReference(),
          provider: provider.name,
          method,
          amount,
          locale,
          link: link?.id,
          payer: link?.payer,
          createdAt: now,
          expiresAt: lapseOf(method, now),
        };
        if (same && link?.payer !== undefined) await repository.setPayment(tx, same.id, { payer_name: link.payer });
        return done({ payment: same ?? (await repository.addPayment(tx, fields)), provider });
      });
      if (!begun.ok) return begun;
      const { payment, provider } = begun.value;
      if (payment.state === 'pending') return done({ reference: payment.reference, provider: payment.provider, address: leadOf(payment.address) });
      // In the language it was begun in: asked again under the same name, a provider refuses what is not the same.
      const { locale: begunIn } = payment;
      const title = (await payables()[ref.kind]?.facts(ref.code, begunIn))?.title ?? ref.code;
      // Outside the transaction: somebody else's service may take its time, and nobody waits for it with us.
      const created = await provider.create({
        reference: payment.reference,
        method,
        amount: payment.amount,
        title,
        backTo: {
          done: (link?.pages.result ?? pages.result)(payment.reference, begunIn),
          given: link?.pages.given(begunIn) ?? pages.center(ref, begunIn),
        },
        locale: begunIn,
        expiresAt: payment.expiresAt,
        payer,
      });
      return transact(ref, async (tx) => {
        const { payment: current } = await fresh(tx, payment.id);
        if (!created.ok) {
          const state = nextPaymentState(current.state, 'fail', 'payer');
          // Whether it got there nobody knows when it could not be reached: it is asked later, under the same name.
          if (state && created.why === 'refused') await repository.setPayment(tx, current.id, { state, failure: 'refused' });
          return refused(created.why);
        }
        const state = nextPaymentState(current.state, 'begin', 'payer');
        await repository.setPayment(tx, current.id, {
          ...(state ? { state } : {}),
          ...(current.providerRef === undefined ? { provider_ref: created.providerRef } : {}),
          address: created.address ?? null,
        });
        return done({ reference: current.reference, provider: current.provider, address: leadOf(created.address) });
      });
    },
  };
}
