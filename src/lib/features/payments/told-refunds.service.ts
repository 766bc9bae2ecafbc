/**
 * What a provider says that it sent back. What was made on its own pages is booked as it is: it counts first for what was to go back
 * anyhow, so that nothing goes twice, and for the rest as a refund of its own. Nothing of what was paid for is ended by it: staff decide.
 */
import { dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { LedgerEntry } from '#lib/features/ledger/ledger.schema.ts';
import type { PaymentId } from '#lib/ids/ids.ts';
import { newReference } from '#lib/ids/reference.ts';
import { apart } from '#lib/jobs/apart.ts';
import type { Money } from '#lib/money/money.ts';
import type { ProviderName } from '#lib/money/payment-methods.ts';
import type { PaymentProvider, ProviderEvent, ToldRefund, ToldWarning } from '#lib/ports/payment/payment.ts';
import { accountOf } from './booking.service.ts';
import type { Booking, Taken } from './booking.service.ts';
import type { PaymentOf, PaymentsRepository, StoredRefund } from './payments.repository.ts';
import { coveredBy, less, lesserOf, madeThere, moneyTold } from './payments.rules.ts';
import type { PayableRef } from './payments.schema.ts';
import type { Strays } from './stray-money.service.ts';

type Parts = {
  readonly repository: PaymentsRepository;
  readonly providers: readonly PaymentProvider[];
  readonly booking: Booking;
  readonly transact: <T>(ref: PayableRef, work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  readonly tellSoon: (tx: DbTransaction, reference: string, refund?: string) => Promise<void>;
  /** Of a refund that we asked for. */
  readonly completeIn: (tx: DbTransaction, id: number, providerRef: string, by: 'provider', now: Date) => Promise<boolean>;
  readonly failIn: (tx: DbTransaction, refund: StoredRefund, known: PaymentOf, now: Date) => Promise<Taken>;
  readonly strayLeft: Strays['left'];
  /** Tells those whose thing was paid for, once nothing more is to go. */
  readonly tellGone: (tx: DbTransaction, known: PaymentOf, now: Date) => Promise<void>;
};

type Event = Pick<ProviderEvent, 'id' | 'kind'>;

/** Days of refunds that a provider is asked for: what it told by itself should have come by then. */
const askedDays = 3;
/** Days for which is kept what is told of payments that are nobody's here. */
const strangerDays = 90;

export type ToldRefunds = ReturnType<typeof createToldRefunds>;

export function createToldRefunds({ repository, providers, booking, transact, tellSoon, completeIn, failIn, strayLeft, tellGone }: Parts) {
  const { count, entriesAgain, entriesBack, fresh, hold, post, restate } = booking;

  const providerEntry = (provider: ProviderName, amount: Money, sign: 1n | -1n): LedgerEntry => ({
    account: accountOf(provider),
    amount: { minor: sign * amount.minor, currency: amount.currency },
  });
  const suspense = (minor: bigint, currency: Money['currency']): readonly LedgerEntry[] =>
    minor === 0n ? [] : [{ account: 'suspense', amount: { minor, currency } }];
  /** A dispute has a course of its own at the desk. */
  async function holdFor(
    tx: DbTransaction,
    id: PaymentId,
    why: 'sent-back-there' | 'refund' | 'warning',
    told: ToldRefund['amount'],
    now: Date,
  ): Promise<void> {
    const { payment } = await fresh(tx, id);
    if (payment.held === undefined || payment.held.why === 'refund' || payment.held.why === 'sent-back-there') await hold(tx, payment, why, told, now);
  }

  /** A refund of ours that is open gets so much from what was sent back there; the rest of it stays open. */
  async function cover(tx: DbTransaction, refund: StoredRefund, part: Money, told: ToldRefund, now: Date): Promise<string> {
    const doneBy = { provider_ref: told.refund, done_at: now, state: 'done' as const };
    if (part.minor === refund.amount.minor) {
      await repository.setRefund(tx, refund.id, { ...doneBy, refusal: null, refused_at: null });
      return refund.reference;
    }
    await repository.growRefund(tx, refund.id, -part.minor);
    const { paymentId, reason, askedBy, basis } = refund;
    const reference = newReference();
    await repository.addRefund(tx, {
      reference,
      paymentId,
      amount: part,
      reason,
      askedBy,
      basis,
      state: 'done',
      providerRef: told.refund,
      createdAt: now,
      doneAt: now,
    });
    return reference;
  }

  async function bookSent(tx: DbTransaction, provider: ProviderName, id: PaymentId, told: ToldRefund, now: Date): Promise<Taken> {
    const { payment, request } = await fresh(tx, id);
    const amount = moneyTold(told.amount);
    // Nobody keeps books in a currency that nobody knows: it stays with staff alone.
    if (!amount || amount.minor === 0n) {
      await holdFor(tx, id, 'sent-back-there', told.amount, now);
      return 'held';
    }
    const isOurs = amount.currency === payment.amount.currency;
    const entries: LedgerEntry[] = [];
    const references: string[] = [];
    const free = less(payment.received, payment.back);
    let left = isOurs ? amount.minor : 0n;
    for (const { refund, part } of isOurs ? coveredBy(await repository.refundsOf(id, tx), amount, free) : []) {
      entries.push(...(await entriesBack(tx, request, refund.basis, part)));
      references.push(await cover(tx, refund, part, told, now));
      left -= part.minor;
    }
    const own = lesserOf({ minor: left, currency: payment.amount.currency }, free);
    if (own.minor > 0n) {
      const basis = request.takenAt ? ('taken' as const) : ('untaken' as const);
      entries.push(...(await entriesBack(tx, request, basis, own)));
      await repository.setPayment(tx, id, { back_minor: payment.back.minor + own.minor });
      const reference = newReference();
      const row = { reference, paymentId: id, amount: own, reason: madeThere, askedBy: undefined, state: 'done', basis } as const;
      await repository.addRefund(tx, { ...row, providerRef: told.refund, createdAt: now, doneAt: now });
      references.push(reference);
      left -= own.minor;
      // What was counted towards the price is owed again.
      const paid = less(request.paid, lesserOf(own, request.paid));
      const state = request.state === 'part_paid' && paid.minor === 0n ? 'open' : request.state;
      if (basis === 'untaken') await repository.setRequest(tx, request.id, { ...request, paid, state });
    }
    // More than ever came, or in another currency: a person finds out.
    const over = isOurs ? left : amount.minor;
    await post(tx, `provider-refund:${provider}:${told.refund}`, [...entries, ...suspense(over, amount.currency), providerEntry(provider, amount, -1n)], now);
    await repository.setProviderRefund(tx, provider, told.refund, { booked_at: now });
    await restate(tx, id, 'provider');
    await holdFor(tx, id, 'sent-back-there', told.amount, now);
    for (const reference of references) await tellSoon(tx, payment.reference, reference);
    await tellGone(tx, await fresh(tx, id), now);
    return 'booked';
  }

  /** What was booked of it did not get there. What we had asked for is to be sent again, by staff. */
  async function bookFailed(tx: DbTransaction, provider: ProviderName, id: PaymentId, told: ToldRefund, now: Date): Promise<Taken> {
    const { payment, request } = await fresh(tx, id);
    const amount = moneyTold(told.amount);
    if (!amount || amount.minor === 0n) return 'held';
    const rows = (await repository.refundsOf(id, tx)).filter(({ providerRef, state }) => providerRef === told.refund && state === 'done');
    const entries: LedgerEntry[] = [];
    let [gone, again] = [0n, 0n];
    for (const row of rows) {
      gone += row.amount.minor;
      entries.push(...(await entriesAgain(tx, request, row)));
      const isTheirs = row.reason === madeThere;
      await repository.setRefund(tx, row.id, { state: isTheirs ? 'refused' : 'by-hand', done_at: null });
      if (!isTheirs) continue;
      const { payment: current } = await fresh(tx, id);
      await repository.setPayment(tx, id, { back_minor: current.back.minor - row.amount.minor });
      if (row.basis === 'untaken') again += row.amount.minor;
    }
    await post(
      tx,
      `provider-refund:${provider}:${told.refund}:failed`,
      [providerEntry(provider, amount, 1n), ...entries, ...suspense(gone - amount.minor, amount.currency)],
      now,
    );
    await repository.setProviderRefund(tx, provider, told.refund, { returned_at: now });
    await restate(tx, id, 'provider');
    await holdFor(tx, id, 'refund', told.amount, now);
    // What was not anybody's yet counts as money that has just come.
    const current = await fresh(tx, payment.id);
    if (again > 0n) await count(tx, current.payment, current.request, { minor: again, currency: payment.amount.currency }, now);
    return 'booked';
  }

  /** Brings our books to where the provider is with one refund. */
  async function settle(tx: DbTransaction, provider: ProviderName, id: PaymentId, told: ToldRefund, now: Date): Promise<Taken> {
    await repository.noteProviderRefund(tx, provider, told, id, now);
    const known = await repository.providerRefund(tx, provider, told.refund);
    const state = known?.state ?? told.state;
    const own = told.reference === '' ? undefined : await repository.refundNamed(told.reference, tx);
    // One that staff have sent or given up meanwhile is no more ours there than any that somebody made on their pages.
    const isOurs = own?.paymentId === id && own.state !== 'refused' && !own.providerRef?.startsWith('by-hand') && !known?.bookedAt;
    if (own && isOurs) {
      if (state === 'failed') return failIn(tx, own, await fresh(tx, id), now);
      if (own.state === 'waiting') return 'ignored';
      return (await completeIn(tx, own.id, told.refund, 'provider', now)) ? 'booked' : 'ignored';
    }
    if (state === 'failed') return known?.bookedAt && !known.returnedAt ? bookFailed(tx, provider, id, told, now) : 'ignored';
    if (known?.bookedAt) return 'ignored';
    const { payment } = await fresh(tx, id);
    const stray = await repository.strayOf(tx, id);
    if (stray && stray.chargeRef === told.chargeRef) {
      const isAll = stray.amount.minor === told.amount.minor && stray.amount.currency === told.amount.currency;
      const effect = told.reference === stray.reference ? `refund:${stray.reference}` : `provider-refund:${provider}:${told.refund}`;
      // A part of it is found out by staff.
      if (!isAll || !(await strayLeft(tx, payment, stray, effect, now))) return 'held';
      await repository.setProviderRefund(tx, provider, told.refund, { booked_at: now });
      return 'booked';
    }
    // It waits for the payment: of what is not in our books nothing can go back.
    return payment.received.minor === 0n ? 'noted' : bookSent(tx, provider, id, told, now);
  }

  async function find(provider: ProviderName, { reference, chargeRef }: Pick<ToldRefund, 'reference' | 'chargeRef'>): Promise<PaymentOf | undefined> {
    const own = reference === '' ? undefined : await repository.refundNamed(reference);
    const named = own && (await repository.payment(undefined, { id: own.paymentId }));
    const stray = chargeRef === '' ? undefined : await repository.strayByCharge(provider, chargeRef);
    const ofStray = stray && (await repository.payment(undefined, { id: stray.paymentId }));
    const known = named ?? ofStray ?? (chargeRef === '' ? undefined : await repository.byCharge(provider, chargeRef));
    return known?.payment.provider === provider ? known : undefined;
  }

  async function take(provider: ProviderName, told: ToldRefund, event: Event | undefined, now: Date): Promise<Taken> {
    let known = await find(provider, told);
    if (!known && told.chargeRef !== '') {
      await repository.noteProviderRefund(undefined, provider, told, undefined, now);
      // The payment may have been booked between.
      known = await find(provider, told);
    }
    if (!known) return 'unmatched';
    const { payment, request } = known;
    return transact(request, async (tx) => {
      if (event && !(await repository.noteEvent(tx, { provider, ...event, paymentId: payment.id, outcome: 'noted' }, now))) return 'repeated';
      const taken = await settle(tx, provider, payment.id, told, now);
      if (event) await repository.setEvent(tx, provider, event.id, taken);
      return taken;
    });
  }

  return {
    take,

    /** A payment has come into our books: what was told of it before is booked after it. */
    async arrived(tx: DbTransaction, id: PaymentId, now: Date): Promise<void> {
      const { payment } = await fresh(tx, id);
      const { provider, chargeRef } = payment;
      if (chargeRef === undefined) return;
      for (const one of await repository.unbookedRefunds(tx, provider, chargeRef)) await settle(tx, provider, id, one, now);
      if ((await repository.claimWarnings(tx, provider, chargeRef, id)) > 0) await holdFor(tx, id, 'warning', payment.received, now);
    },

    /** Something went back of a charge. @throws where the provider cannot say what: it tells again. */
    async look(name: ProviderName, chargeRef: string, now: Date): Promise<Taken> {
      const found = await providers.find((one) => one.name === name)?.refundsOf?.(chargeRef);
      if (!found) throw new Error(`what ${name} sent back of ${chargeRef} cannot be had now`);
      let taken: Taken = 'ignored';
      for (const told of found) {
        const one = await take(name, told, undefined, now);
        if (taken === 'ignored' || one === 'booked') taken = one;
      }
      return taken;
    },

    async warn(provider: ProviderName, told: ToldWarning, event: Event, now: Date): Promise<Taken> {
      const known = await repository.byCharge(provider, told.chargeRef);
      if (!known) {
        await repository.noteWarning(undefined, provider, told, undefined, now);
        return 'unmatched';
      }
      return transact(known.request, async (tx) => {
        const { payment } = await fresh(tx, known.payment.id);
        if (!(await repository.noteEvent(tx, { provider, ...event, paymentId: payment.id, outcome: 'noted' }, now))) return 'repeated';
        if (!(await repository.noteWarning(tx, provider, told, payment.id, now))) return 'ignored';
        await holdFor(tx, payment.id, 'warning', payment.received, now);
        await repository.setEvent(tx, provider, event.id, 'held');
        return 'held';
      });
    },

    /** Asks providers for refunds of these days, whoever made them. Returns how many there are. */
    async askRefunds(now: Date): Promise<number> {
      const rows = apart();
      let found = 0;
      for (const provider of providers) {
        const told = (await rows.run(async () => provider.refundsSince?.(new Date(now.getTime() - askedDays * dayMs), new Date(now.getTime() + 60_000)))) ?? [];
        found += told.length;
        for (const one of told) await rows.run(() => take(provider.name, one, undefined, now));
      }
      await rows.run(() => repository.forgetStrangers(new Date(now.getTime() - strangerDays * dayMs)));
      rows.end();
      return found;
    },
  };
}
