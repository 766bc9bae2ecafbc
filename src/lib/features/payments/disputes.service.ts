/** Money that a payer's bank takes back against us, and may give back. Nothing of what was paid for is cancelled by it: staff decide. */
import { dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { LedgerEntry } from '#lib/features/ledger/ledger.schema.ts';
import type { PaymentRequestId } from '#lib/ids/ids.ts';
import { newReference } from '#lib/ids/reference.ts';
import { apart } from '#lib/jobs/apart.ts';
import type { Money } from '#lib/money/money.ts';
import type { ProviderName } from '#lib/money/payment-methods.ts';
import type { PaymentProvider, ProviderEvent, ToldDispute } from '#lib/ports/payment/payment.ts';
import { accountOf } from './booking.service.ts';
import type { Booking, Taken } from './booking.service.ts';
import type { StoredDispute } from './disputes.repository.ts';
import type { PaymentOf, PaymentsRepository } from './payments.repository.ts';
import { disputeAfter, disputeDays, less, lesserOf, moneyTold, none } from './payments.rules.ts';
import type { Payable, PayableKind, PayableRef } from './payments.schema.ts';

type Parts = {
  readonly repository: PaymentsRepository;
  readonly providers: readonly PaymentProvider[];
  readonly payables: () => Record<PayableKind, Payable | undefined>;
  readonly booking: Booking;
  readonly transact: <T>(ref: PayableRef, work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export type Disputes = ReturnType<typeof createDisputes>;

export function createDisputes({ repository, providers, payables, booking, transact }: Parts) {
  const { count, entriesAgain, entriesBack, fresh, giveAllBack, giveBack, hold, post, restate } = booking;

  /** Of money that was passed on nothing is there to go back from: what a bank takes of it is a loss, which an account of its own shows. */
  const lossOf = (entries: readonly LedgerEntry[]): readonly LedgerEntry[] =>
    entries.map((entry) => (entry.account.startsWith('landlord:') ? { ...entry, account: 'costs:losses' as const } : entry));
  const isPassedOn = async (tx: DbTransaction, { kind, code }: PayableRef): Promise<boolean> => (await payables()[kind]?.passedOn?.(code, tx)) ?? false;

  /** Books what was taken: from those who have it, as far as it is there; the rest waits for staff. Returns what counts as gone back. */
  async function takeMoney(
    tx: DbTransaction,
    provider: ProviderName,
    { payment, request }: PaymentOf,
    told: ToldDispute,
    isLoss: boolean,
    now: Date,
  ): Promise<number | undefined> {
    const amount = moneyTold(told.amount);
    // Nobody keeps books in a currency that nobody knows: it stays with staff alone.
    if (!amount || amount.minor === 0n) return undefined;
    const isOurs = amount.currency === payment.amount.currency;
    const counted: Money = isOurs ? lesserOf(amount, less(payment.received, payment.back)) : none(payment.amount);
    const over = isOurs ? less(amount, counted) : amount;
    const basis = request.takenAt ? ('taken' as const) : ('untaken' as const);
    const shared = (entries: readonly LedgerEntry[]) => (isLoss ? lossOf(entries) : entries);
    await post(
      tx,
      `chargeback:${provider}:${told.dispute}`,
      [
        ...(counted.minor > 0n ? shared(await entriesBack(tx, request, basis, counted)) : []),
        ...(over.minor > 0n ? [{ account: 'suspense' as const, amount: over }] : []),
        { account: accountOf(provider), amount: { minor: -amount.minor, currency: amount.currency } },
      ],
      now,
    );
    if (counted.minor <= 0n) return undefined;
    await repository.setPayment(tx, payment.id, { back_minor: payment.back.minor + counted.minor });
    const refund = {
      reference: newReference(),
      paymentId: payment.id,
      amount: counted,
      reason: 'chargeback',
      askedBy: undefined,
      state: 'done',
      basis,
    } as const;
    const id = await repository.addRefund(tx, { ...refund, providerRef: told.dispute, createdAt: now, doneAt: now, toldAt: now });
    await restate(tx, payment.id, 'provider');
    if (basis === 'untaken') {
      // What was counted towards the price is owed again.
      const paid = less(request.paid, lesserOf(counted, request.paid));
      await repository.setRequest(tx, request.id, { ...request, paid, state: request.state === 'part_paid' && paid.minor === 0n ? 'open' : request.state });
    }
    return id;
  }

  /** What was asked for again is there by itself: nothing is owed of it, and what was paid of it meanwhile goes back. */
  async function unaskAgain(tx: DbTransaction, id: PaymentRequestId, now: Date): Promise<void> {
    const request = await repository.request(tx, id);
    if (request?.state === 'open') await repository.setRequest(tx, id, { ...request, state: 'cancelled' });
    else if (request?.state === 'part_paid') await giveAllBack(tx, request, 'paid-twice', now);
    else if (request?.state === 'paid')
      for (const payment of await repository.paymentsOf(id, tx)) {
        const rest = less(payment.received, payment.back);
        if (rest.minor > 0n) await giveBack(tx, payment, rest, { reason: 'paid-twice', by: undefined, basis: 'taken' }, now);
      }
  }

  /** Books what a bank gave back: to those from whom it was taken. */
  async function takeBack(
    tx: DbTransaction,
    provider: ProviderName,
    known: PaymentOf,
    { dispute, refundId, askedAgain, isLoss, ...stored }: StoredDispute,
    now: Date,
  ): Promise<void> {
    const amount = moneyTold(stored);
    if (!amount || amount.minor === 0n) return;
    const refund = refundId === undefined ? undefined : await repository.refund(tx, refundId);
    const counted = refund?.amount ?? none(amount);
    const over = less(amount, counted);
    const again = refund ? await entriesAgain(tx, known.request, refund) : [];
    await post(
      tx,
      `chargeback:${provider}:${dispute}:returned`,
      [
        { account: accountOf(provider), amount },
        ...(isLoss ? lossOf(again) : again),
        ...(over.minor > 0n ? [{ account: 'suspense' as const, amount: { minor: -over.minor, currency: over.currency } }] : []),
      ],
      now,
    );
    if (askedAgain !== undefined) await unaskAgain(tx, askedAgain, now);
    if (!refund) return;
    const { payment, request } = await fresh(tx, known.payment.id);
    await repository.setRefund(tx, refund.id, { state: 'refused', done_at: null });
    await repository.setPayment(tx, payment.id, { back_minor: payment.back.minor - counted.minor });
    await restate(tx, payment.id, 'provider');
    // What was not anybody's yet counts as money that has just come.
    if (refund.basis === 'untaken') await count(tx, (await fresh(tx, payment.id)).payment, request, counted, now);
  }

  /** What a provider says of a dispute, whether by itself or because we asked. */
  async function take(provider: ProviderName, told: ToldDispute, event: Pick<ProviderEvent, 'id' | 'kind'> | undefined, now: Date): Promise<Taken> {
    const known = told.chargeRef === '' ? undefined : await repository.byCharge(provider, told.chargeRef);
    if (!known) return 'unmatched';
    return transact(known.request, async (tx) => {
      const { payment, request } = await fresh(tx, known.payment.id);
      if (event && !(await repository.noteEvent(tx, { provider, ...event, paymentId: payment.id, outcome: 'noted' }, now))) return 'repeated';
      const before = await repository.dispute(tx, provider, told.dispute);
      const after = disputeAfter(before && { state: before.state, isTaken: before.takenAt !== undefined, isReturned: before.returnedAt !== undefined }, told);
      const isTaken = after.isTaken && !before?.takenAt;
      const isReturned = after.isReturned && !before?.returnedAt;
      const isLoss = isTaken ? await isPassedOn(tx, request) : (before?.isLoss ?? false);
      const row: StoredDispute = {
        isLoss,
        paymentId: payment.id,
        dispute: told.dispute,
        // What was booked stays what is given back.
        minor: before?.takenAt ? before.minor : told.amount.minor,
        currency: before?.takenAt ? before.currency : told.amount.currency.slice(0, 3),
        reason: told.reason === '' ? (before?.reason ?? '') : told.reason,
        state: after.state,
        refundId: isTaken ? await takeMoney(tx, provider, { payment, request }, told, isLoss, now) : before?.refundId,
        askedAgain: before?.askedAgain,
        respondBy: told.respondBy ?? before?.respondBy,
        openedAt: before?.openedAt ?? told.openedAt,
        takenAt: after.isTaken ? (before?.takenAt ?? now) : undefined,
        returnedAt: after.isReturned ? (before?.returnedAt ?? now) : undefined,
        endedAt: after.state === 'open' ? undefined : (before?.endedAt ?? now),
      };
      await repository.setDispute(tx, provider, row);
      if (isReturned) await takeBack(tx, provider, { payment, request: (await fresh(tx, payment.id)).request }, row, now);
      const isNews = after.state !== before?.state;
      await seeTo(tx, { payment, request }, row, isNews, now);
      const taken = isTaken || isReturned ? 'booked' : isNews ? 'noted' : 'ignored';
      if (event) await repository.setEvent(tx, provider, event.id, taken);
      return taken;
    });
  }

  /** Staff have it before them while it is open, and when it is lost until they have decided; whose thing was paid for hears of each step. */
  async function seeTo(tx: DbTransaction, { payment, request }: PaymentOf, dispute: StoredDispute, isNews: boolean, now: Date): Promise<void> {
    if (!isNews) return;
    const { payment: current } = await fresh(tx, payment.id);
    const isOpen = (await repository.disputesOf(payment.id, tx)).some(({ state }) => state === 'open');
    if (dispute.state === 'open' || dispute.state === 'lost') await hold(tx, payment, 'dispute', dispute, now);
    else if (current.held?.why === 'dispute' && !isOpen) await repository.hold(tx, payment.id, undefined);
    const amount = moneyTold(dispute);
    const ref = { kind: request.kind, code: request.code };
    if (amount) await payables()[request.kind]?.disputed?.(tx, ref, { name: dispute.dispute, state: dispute.state, amount }, now);
  }

  return {
    take,

    /** Asks providers for disputes that they did not tell of, or whose end they did not. Returns how many there are. */
    async askDisputes(now: Date): Promise<number> {
      const rows = apart();
      let found = 0;
      for (const provider of providers) {
        const lately = new Date(now.getTime() - disputeDays * dayMs);
        const oldest = await repository.oldestDispute(provider.name);
        const since = oldest && oldest < lately ? oldest : lately;
        // One that does not answer keeps nobody from asking the others.
        const told = (await rows.run(() => provider.disputes(since, new Date(now.getTime() + 60_000)))) ?? [];
        found += told.length;
        for (const one of told) await rows.run(() => take(provider.name, one, undefined, now));
      }
      rows.end();
      return found;
    },
  };
}
