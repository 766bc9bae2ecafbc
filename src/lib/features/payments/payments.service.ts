/**
 * Asks for money, takes what providers say has come, and sends back what must go back. A payment's state changes only by a message a
 * provider has signed, by what it answers when it is asked, or by staff who saw a transfer arrive; what a browser comes back with
 * changes nothing.
 */
import type { DbTransaction } from '#lib/db/database.ts';
import { customerAccount } from '#lib/features/ledger/ledger.rules.ts';
import type { Ledger, LedgerAccount, LedgerEntry } from '#lib/features/ledger/ledger.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { PaymentId, StaffId, UserId } from '#lib/ids/ids.ts';
import { newReference } from '#lib/ids/reference.ts';
import { add } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import { isTransfer } from '#lib/money/payment-methods.ts';
import type { PaymentMethod, ProviderName } from '#lib/money/payment-methods.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { PaymentProvider, ProviderEvent, Told } from '#lib/ports/payment/payment.ts';
import type { HeldFor } from './payment-states.schema.ts';
import { nextPaymentState } from './payments.process.rules.ts';
import type { PaymentActor } from './payments.process.rules.ts';
import type { PaymentOf, PaymentsRepository, StoredPayment, StoredRefund, StoredRequest } from './payments.repository.ts';
import { askedForHours, backEntries, faultOf, lapseOf, limitIn, moneyTold, sumOfShares, takenEntries } from './payments.rules.ts';
import type { Collecting, NewPaymentRequest, Payable, PayableKind, PayableRef, PaymentRequest } from './payments.schema.ts';

/** Where a payer comes back to, and what they read at the provider's. */
export type PaymentPages = {
  readonly result: (reference: string, locale: Locale) => string;
  readonly center: (ref: PayableRef, locale: Locale) => string;
};

export type Begun = { readonly reference: string /** At the provider's; undefined for a transfer. */; readonly address: string | undefined };

/** What became of something a provider told. */
export type Taken = 'booked' | 'noted' | 'held' | 'repeated' | 'unmatched' | 'ignored';

type Parts = {
  readonly repository: PaymentsRepository;
  readonly ledger: Pick<Ledger, 'post'>;
  readonly providers: readonly PaymentProvider[];
  /** Asked when something is paid: features that are paid for are made after this one. */
  readonly payables: () => Record<PayableKind, Payable | undefined>;
  readonly pages: PaymentPages;
  readonly transact: <T>(ref: PayableRef, work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** As part of a transaction: refunds are to be sent as soon as it is committed. */
  readonly sendSoon: (tx: DbTransaction) => Promise<void>;
  /** How much less may arrive by a transfer, by currency, for banks between. */
  readonly shortLimits: ReadonlyMap<string, bigint>;
  /** Above what a refund by staff needs a second of them, by currency; a currency without a sum always does. */
  readonly secondAbove: ReadonlyMap<string, bigint>;
};

export type { PaymentOf, StoredRefund } from './payments.repository.ts';

export type PaymentsService = ReturnType<typeof createPaymentsService>;

const minute = 60_000;
/** How long a provider is left to tell by itself before it is asked. */
const patience = 2 * minute;

const none = (amount: Money): Money => ({ minor: 0n, currency: amount.currency });
const less = (a: Money, b: Money): Money => ({ minor: a.minor - b.minor, currency: a.currency });

export function createPaymentsService({ repository, ledger, providers, payables, pages, transact, sendSoon, shortLimits, secondAbove }: Parts) {
  const providerNamed = (name: ProviderName): PaymentProvider | undefined => providers.find((one) => one.name === name);
  const accountOf = (provider: ProviderName): LedgerAccount => (provider === 'offline' ? 'bank' : `provider:${provider}`);
  const post = (tx: DbTransaction, effect: string, entries: readonly LedgerEntry[], now: Date): Promise<boolean> => {
    const [first, second, ...rest] = entries;
    if (!first || !second) throw new TypeError(`${effect} moves nothing`);
    return ledger.post(tx, { effect, entries: [first, second, ...rest] }, now);
  };
  const publicly = ({ id, kind, code, userId, amount, paid, state, dueAt }: StoredRequest): PaymentRequest => ({
    id,
    kind,
    code,
    userId,
    amount,
    paid,
    state,
    dueAt,
  });

  async function fresh(tx: DbTransaction, id: PaymentId): Promise<PaymentOf> {
    const found = await repository.payment(tx, { id });
    if (!found) throw new TypeError(`payment ${id} is gone`);
    return found;
  }

  /** Sets some of a payment aside to go back. */
  async function giveBack(
    tx: DbTransaction,
    payment: StoredPayment,
    amount: Money,
    { reason, by, basis, state = 'asked' }: Pick<StoredRefund, 'reason' | 'basis'> & { readonly by: StaffId | undefined; readonly state?: 'asked' | 'waiting' },
    now: Date,
  ): Promise<void> {
    const { back } = await fresh(tx, payment.id).then((one) => one.payment);
    await repository.setPayment(tx, payment.id, { back_minor: back.minor + amount.minor });
    await repository.addRefund(tx, { reference: newReference(), paymentId: payment.id, amount, reason, askedBy: by, state, basis, createdAt: now });
    if (state === 'asked') await sendSoon(tx);
  }

  /** Sends back all that has come of a request which nobody takes. */
  async function giveAllBack(tx: DbTransaction, request: StoredRequest, reason: string, now: Date): Promise<void> {
    for (const payment of await repository.paymentsOf(request.id, tx)) {
      const rest = less(payment.received, payment.back);
      if (rest.minor > 0n) await giveBack(tx, payment, rest, { reason, by: undefined, basis: 'untaken' }, now);
    }
    await repository.setRequest(tx, request.id, { state: 'cancelled', paid: none(request.amount), takenAt: undefined });
  }

  /** Hands what has been paid in full to those whose thing it is, or sends it back. */
  async function handOn(tx: DbTransaction, request: StoredRequest, now: Date): Promise<void> {
    const payable = payables()[request.kind];
    if (!payable) {
      await repository.setRequest(tx, request.id, { ...request, state: 'part_paid' });
      const [last] = await repository.paymentsOf(request.id, tx);
      if (last && !last.held) await repository.hold(tx, last.id, { why: 'no-payable', minor: undefined, currency: undefined, at: now });
      return;
    }
    if ((await payable.paid(tx, { ...publicly(request), state: 'paid' }, now)) === 'too-late') return giveAllBack(tx, request, 'too-late', now);
    await repository.setRequest(tx, request.id, { state: 'paid', paid: request.amount, takenAt: now });
    await post(tx, `request:${request.id}:taken`, takenEntries(customerAccount(request.userId), request.shares), now);
    for (const one of await repository.paymentsOf(request.id, tx)) if (one.held?.why === 'no-payable') await repository.hold(tx, one.id, undefined);
  }

  /** Books money that has arrived, once, and counts it. */
  async function arrive(
    tx: DbTransaction,
    { payment, request }: PaymentOf,
    { received, by, chargeRef }: { readonly received: Money; readonly by: PaymentActor; readonly chargeRef: string | undefined },
    now: Date,
  ): Promise<boolean> {
    const state = nextPaymentState(payment.state, 'succeed', by);
    if (!state) return false;
    const entries = [
      { account: accountOf(payment.provider), amount: received },
      { account: customerAccount(request.userId), amount: { minor: -received.minor, currency: received.currency } },
    ];
    if (!(await post(tx, `payment:${payment.reference}:succeeded`, entries, now))) return false;
    await repository.setPayment(tx, payment.id, { state, received_minor: received.minor, settled_at: now, failure: null, charge_ref: chargeRef ?? null });
    if (payment.held) await repository.hold(tx, payment.id, undefined);
    const room = less(request.amount, request.paid);
    const counted = received.minor < room.minor ? received : room;
    const excess = less(received, counted);
    if (excess.minor > 0n) await giveBack(tx, payment, excess, { reason: 'excess', by: undefined, basis: 'excess' }, now);
    if (counted.minor === 0n) return true;
    const paid = add(request.paid, counted);
    const counting: StoredRequest = { ...request, paid };
    if (paid.minor === request.amount.minor) await handOn(tx, counting, now);
    else if (request.state === 'cancelled') await giveAllBack(tx, counting, 'too-late', now);
    else await repository.setRequest(tx, request.id, { ...counting, state: 'part_paid' });
    return true;
  }

  async function hold(
    tx: DbTransaction,
    payment: StoredPayment,
    why: HeldFor,
    told: { readonly minor: bigint; readonly currency: string },
    now: Date,
  ): Promise<void> {
    await repository.hold(tx, payment.id, { why, minor: told.minor, currency: told.currency.slice(0, 3), at: now });
  }

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
      return 'held';
    }
    return (await arrive(tx, { payment, request }, { received, by: 'provider', chargeRef: told.chargeRef }, now)) ? 'booked' : 'ignored';
  }

  /** From whom money goes back; what was shared out and is gone already waits for staff to find out. */
  async function entriesBack(tx: DbTransaction, request: StoredRequest, basis: StoredRefund['basis'], amount: Money): Promise<readonly LedgerEntry[]> {
    if (basis !== 'taken') return [{ account: customerAccount(request.userId), amount }];
    const already = await repository.takenBack(tx, request.id);
    const left = sumOfShares(request.shares) - already;
    const shared = { minor: amount.minor < left ? amount.minor : left, currency: amount.currency };
    const over = less(amount, shared);
    return [
      ...(shared.minor > 0n ? backEntries(request.shares, already, shared) : []),
      ...(over.minor > 0n ? [{ account: 'suspense' as const, amount: over }] : []),
    ];
  }

  /** Books what has gone back, and tells those whose thing was paid for once nothing more is to go. */
  async function wentBack(
    tx: DbTransaction,
    { payment, request }: PaymentOf,
    refund: Pick<StoredRefund, 'reference' | 'amount' | 'basis'>,
    now: Date,
  ): Promise<void> {
    const entries = await entriesBack(tx, request, refund.basis, refund.amount);
    const provider = { account: accountOf(payment.provider), amount: { minor: -refund.amount.minor, currency: refund.amount.currency } };
    await post(tx, `refund:${refund.reference}`, [...entries, provider], now);
  }

  async function restate(tx: DbTransaction, id: PaymentId, by: PaymentActor): Promise<void> {
    const { payment } = await fresh(tx, id);
    const refunds = await repository.refundsOf(id, tx);
    const gone = refunds.reduce((sum, { state, amount }) => sum + (state === 'done' ? amount.minor : 0n), 0n);
    const state = nextPaymentState(payment.state, gone >= payment.received.minor ? 'give-back-all' : 'give-back-part', by);
    if (state) await repository.setPayment(tx, id, { state });
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

  async function completeRefund(
    id: number,
    providerRef: string,
    by: 'provider' | 'staff',
    now: Date,
    write: (tx: DbTransaction) => Promise<unknown> = async () => undefined,
  ): Promise<boolean> {
    const refund = await repository.refund(undefined, id);
    const known = refund && (await repository.payment(undefined, { id: refund.paymentId }));
    if (!known) return false;
    return transact(known.request, async (tx) => {
      const current = await repository.refund(tx, id);
      if (!current || (current.state !== 'asked' && current.state !== 'by-hand')) return false;
      const { payment, request } = await fresh(tx, current.paymentId);
      await wentBack(tx, { payment, request }, current, now);
      await repository.setRefund(tx, id, { state: 'done', done_at: now, provider_ref: providerRef });
      await restate(tx, payment.id, by);
      await write(tx);
      const told = await repository.untold(tx, request, now);
      const left = (await keptOf(request, tx)) ?? none(request.amount);
      if (told !== undefined)
        await payables()[request.kind]?.refunded(tx, { kind: request.kind, code: request.code }, { minor: told, currency: request.amount.currency }, left, now);
      return true;
    });
  }

  /** Asks a provider to send something back. */
  async function sendRefund(refund: StoredRefund, now: Date): Promise<void> {
    const known = await repository.payment(undefined, { id: refund.paymentId });
    if (!known) return;
    const { payment, request } = known;
    const provider = providerNamed(payment.provider);
    const answer =
      provider && payment.providerRef !== undefined
        ? await provider.refund({
            reference: refund.reference,
            payment: { reference: payment.reference, providerRef: payment.providerRef },
            amount: refund.amount,
          })
        : ({ ok: false, why: 'by-hand' } as const);
    if (answer.ok) return void (await completeRefund(refund.id, answer.providerRef, 'provider', now));
    await transact(request, async (tx) => {
      await repository.triedRefund(tx, refund.id);
      const current = await repository.refund(tx, refund.id);
      if (answer.why !== 'unreachable' && current?.state === 'asked') await repository.setRefund(tx, refund.id, { state: 'by-hand' });
    });
  }

  const collecting: Collecting = {
    async ask(tx, request: NewPaymentRequest, now) {
      const { amount, shares } = request;
      if (amount.minor <= 0n || sumOfShares(shares) !== amount.minor || shares.some((one) => one.amount.currency !== amount.currency || one.amount.minor < 0n))
        throw new TypeError(`the shares of ${request.kind} ${request.code} are not the amount that is asked`);
      return repository.addRequest(tx, { ...request, shares: shares.filter((one) => one.amount.minor > 0n) }, now);
    },

    async withdraw(tx, ref, now) {
      await repository.inTurn(tx, ref);
      for (const request of await repository.requestsOf(ref, tx)) {
        if (request.state === 'part_paid') await giveAllBack(tx, request, 'withdrawn', now);
        else if (request.state === 'open') await repository.setRequest(tx, request.id, { ...request, state: 'cancelled' });
      }
    },

    async refund(tx, ref, { amount, reason, by }, now) {
      await repository.inTurn(tx, ref);
      const kept = await keptOf(ref, tx);
      if (!kept || kept.currency !== amount.currency || amount.minor <= 0n || amount.minor > kept.minor) return refused('more-than-paid');
      const second = by !== 'system' && amount.minor > limitIn(secondAbove, amount.currency);
      let left = amount.minor;
      const requests = await repository.requestsOf(ref, tx);
      for (const request of requests.toReversed()) {
        let counted = request.paid;
        for (const payment of await repository.paymentsOf(request.id, tx)) {
          const rest = payment.received.minor - payment.back.minor;
          const part = rest < left ? rest : left;
          if (part <= 0n) continue;
          left -= part;
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

    kept: keptOf,
    async requestsOf(ref) {
      return (await repository.requestsOf(ref)).map(publicly);
    },
  };

  return {
    collecting,

    /** Who can take an amount, and how; the first that takes a method has it. */
    methodsFor(currency: Money['currency']): readonly { readonly method: PaymentMethod; readonly provider: ProviderName }[] {
      const offered = new Map<PaymentMethod, ProviderName>();
      for (const provider of providers) for (const method of provider.methods(currency)) if (!offered.has(method)) offered.set(method, provider.name);
      return [...offered].map(([method, provider]) => ({ method, provider }));
    },

    /** What is to be paid of a thing now: the oldest request that is open. */
    async openRequest(ref: PayableRef): Promise<StoredRequest | undefined> {
      return (await repository.requestsOf(ref)).find(({ state, paid, amount }) => (state === 'open' || state === 'part_paid') && paid.minor < amount.minor);
    },

    facts: (ref: PayableRef, locale: Locale) => payables()[ref.kind]?.facts(ref.code, locale) ?? Promise.resolve(undefined),

    /** Begins to pay, or goes on with what was begun the same way: a second press makes no second payment. */
    async begin(
      ref: PayableRef,
      { method, userId, locale }: { readonly method: PaymentMethod; readonly userId: UserId; readonly locale: Locale },
      now: Date,
    ): Promise<Outcome<Begun, 'unknown' | 'nothing-owed' | 'no-such-method' | 'unreachable' | 'refused'>> {
      const owned = (await repository.requestsOf(ref)).filter((one) => one.userId === userId);
      if (owned.length === 0) return refused('unknown');
      const begun = await transact(ref, async (tx) => {
        const request = (await repository.requestsOf(ref, tx)).find(
          ({ state, paid, amount }) => (state === 'open' || state === 'part_paid') && paid.minor < amount.minor,
        );
        if (!request || request.userId !== userId) return refused('nothing-owed');
        const amount = less(request.amount, request.paid);
        const provider = providers.find((one) => one.methods(amount.currency).includes(method));
        if (!provider) return refused('no-such-method');
        const same = (await repository.paymentsOf(request.id, tx)).find(
          (one) =>
            (one.state === 'created' || one.state === 'pending') &&
            one.method === method &&
            one.provider === provider.name &&
            one.amount.minor === amount.minor &&
            one.expiresAt > now &&
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
          createdAt: now,
          expiresAt: lapseOf(method, now),
        };
        return done({ payment: same ?? (await repository.addPayment(tx, fields)), provider });
      });
      if (!begun.ok) return begun;
      const { payment, provider } = begun.value;
      if (payment.state === 'pending') return done({ reference: payment.reference, address: payment.address });
      const title = (await payables()[ref.kind]?.facts(ref.code, locale))?.title ?? ref.code;
      // Outside the transaction: somebody else's service may take its time, and nobody waits for it with us.
      const created = await provider.create({
        reference: payment.reference,
        method,
        amount: payment.amount,
        title,
        backTo: { done: pages.result(payment.reference, locale), given: pages.center(ref, locale) },
        locale,
        expiresAt: payment.expiresAt,
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
        return done({ reference: current.reference, address: created.address });
      });
    },

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
        case 'chargeback': {
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
        }
      }
    },

    /** Asks for what providers have not told, lets lapse what is over, and hands on what nobody took. Returns how many were asked for. */
    async catchUp(now: Date): Promise<number> {
      const waiting = await repository.toAsk(new Date(now.getTime() - patience), new Date(now.getTime() - askedForHours * 60 * minute));
      for (const { payment, request } of waiting) {
        await this.askFor(payment, now);
        await transact(request, (tx) => repository.setPayment(tx, payment.id, { asked_at: now }));
      }
      for (const id of await repository.lapsed(now)) {
        const known = await repository.payment(undefined, { id });
        if (!known) continue;
        await transact(known.request, async (tx) => {
          const { payment } = await fresh(tx, id);
          const state = nextPaymentState(payment.state, 'expire', 'clock');
          if (state && payment.expiresAt <= now) await repository.setPayment(tx, id, { state, failure: 'expired' });
        });
      }
      for (const request of await repository.untaken())
        await transact(request, async (tx) => {
          const current = await repository.request(tx, request.id);
          if (current?.state === 'part_paid' && current.paid.minor === current.amount.minor && payables()[current.kind]) await handOn(tx, current, now);
        });
      return waiting.length;
    },

    /** Asks the provider of a payment what became of it. */
    async askFor({ provider: name, reference, providerRef }: Pick<StoredPayment, 'provider' | 'reference' | 'providerRef'>, now: Date): Promise<Taken> {
      const provider = providerNamed(name);
      const told = provider && providerRef !== undefined ? await provider.query({ reference, providerRef }) : undefined;
      return told ? take(name, told, undefined, now) : 'ignored';
    },

    /** Has providers send back what is to go back. Returns how many were tried. */
    async sendRefunds(now: Date): Promise<number> {
      const refunds = await repository.refundsToSend();
      for (const refund of refunds) await sendRefund(refund, now);
      return refunds.length;
    },

    /** A payment by its public reference, with what it is for. */
    find: (reference: string): Promise<PaymentOf | undefined> => repository.payment(undefined, { reference }),
    refundsOf: (id: PaymentId): Promise<readonly StoredRefund[]> => repository.refundsOf(id),
    ofUser: (userId: UserId) => repository.ofUser(userId),
    queue: (which: 'held' | 'transfers' | 'all', before: number | undefined): Promise<readonly PaymentOf[]> => repository.queue(which, before),
    openRefunds: () => repository.openRefunds(),
    counts: () => repository.counts(),
    linesBetween: (provider: ProviderName, since: Date, until: Date) => repository.linesBetween(provider, since, until),
    providers,

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
        return done('held');
      }
      return (await arrive(tx, { payment, request }, { received, by: 'staff', chargeRef: undefined }, now)) ? done('booked') : refused('not-now');
    },

    /** Staff looked for a transfer in vain, or it was none. */
    async refuseTransfer(tx: DbTransaction, reference: string): Promise<Outcome<undefined, 'unknown' | 'not-now'>> {
      const known = await repository.payment(tx, { reference });
      if (!known || known.payment.provider !== 'offline') return refused('unknown');
      await repository.inTurn(tx, known.request);
      const { payment } = await fresh(tx, known.payment.id);
      const state = nextPaymentState(payment.state, 'fail', 'staff');
      if (!state) return refused('not-now');
      await repository.setPayment(tx, payment.id, { state, failure: 'not-found' });
      if (payment.held) await repository.hold(tx, payment.id, undefined);
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
        return done(undefined);
      }
      const { why, minor, currency } = payment.held;
      // Only an amount can be set right here: another currency or reference is another payment.
      if (why !== 'amount' || minor === undefined || minor <= 0n || currency !== payment.amount.currency) return refused('not-now');
      const received = { minor, currency: payment.amount.currency };
      return (await arrive(tx, { payment, request }, { received, by: 'staff', chargeRef: undefined }, now)) ? done(undefined) : refused('not-now');
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

    /** Staff have sent a refund from our bank. `write`: as part of the same transaction. */
    sentByHand: (id: number, now: Date, write?: (tx: DbTransaction) => Promise<unknown>): Promise<boolean> =>
      completeRefund(id, `by-hand-${id}`, 'staff', now, write),

    async ofRefund(id: number): Promise<(PaymentOf & { readonly refund: StoredRefund }) | undefined> {
      const refund = await repository.refund(undefined, id);
      const known = refund && (await repository.payment(undefined, { id: refund.paymentId }));
      return known && { ...known, refund };
    },
  };
}
