/** Books what has come and what goes back, each as part of a transaction of those who know of it. */
import type { DbTransaction } from '#lib/db/database.ts';
import { customerAccount } from '#lib/features/ledger/ledger.rules.ts';
import type { Ledger, LedgerAccount, LedgerEntry } from '#lib/features/ledger/ledger.schema.ts';
import type { PaymentId, StaffId } from '#lib/ids/ids.ts';
import { newReference } from '#lib/ids/reference.ts';
import { add } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { ProviderName } from '#lib/money/payment-methods.ts';
import type { HeldFor } from './payment-states.schema.ts';
import { nextPaymentState } from './payments.process.rules.ts';
import type { PaymentActor, PaymentEvent } from './payments.process.rules.ts';
import type { PaymentOf, PaymentsRepository, StoredPayment, StoredRefund, StoredRequest } from './payments.repository.ts';
import type { Issued } from './invoices.repository.ts';
import { operatorOf } from './invoices.rules.ts';
import { backEntries, creditsOf, goneInTurn, hasReceipt, less, none, ownFeeOf, sumOfShares, takenEntries, withoutFee } from './payments.rules.ts';
import type { Payable, PayableKind, PaymentRequest, Share } from './payments.schema.ts';

export const accountOf = (provider: ProviderName): LedgerAccount => (provider === 'offline' ? 'bank' : `provider:${provider}`);

export const publicly = ({ id, kind, code, userId, amount, paid, state, dueAt }: StoredRequest): PaymentRequest => ({
  id,
  kind,
  code,
  userId,
  amount,
  paid,
  state,
  dueAt,
});
/** What became of something a provider told. */
export type Taken = 'booked' | 'noted' | 'held' | 'repeated' | 'unmatched' | 'ignored';

function restating({ state, received }: Pick<StoredPayment, 'state' | 'received'>, gone: bigint): PaymentEvent {
  if (gone <= 0n) return 'come-back-all';
  if (gone >= received.minor) return 'give-back-all';
  return state === 'refunded' ? 'come-back-part' : 'give-back-part';
}

type Parts = {
  readonly repository: PaymentsRepository;
  readonly ledger: Pick<Ledger, 'post'>;
  /** Asked when something is paid: features that are paid for are made after this one. */
  readonly payables: () => Record<PayableKind, Payable | undefined>;
  /** As part of a transaction: refunds are to be sent as soon as it is committed. */
  readonly sendSoon: (tx: DbTransaction) => Promise<void>;
  /** As part of a transaction: the payer is to hear of money that came, or of one refund of it. */
  readonly tellSoon: (tx: DbTransaction, reference: string, refund?: string) => Promise<void>;
};

export type Booking = ReturnType<typeof createBooking>;

export function createBooking({ repository, ledger, payables, sendSoon, tellSoon }: Parts) {
  const post = (tx: DbTransaction, effect: string, entries: readonly LedgerEntry[], now: Date): Promise<boolean> => {
    const [first, second, ...rest] = entries;
    if (!first || !second) throw new TypeError(`${effect} moves nothing`);
    return ledger.post(tx, { effect, entries: [first, second, ...rest] }, now);
  };

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

  /** What of a request is the operator's own is invoiced as it is sold. Undefined where nothing is. */
  async function issueInvoice(tx: DbTransaction, { id: requestId, shares, amount: { currency } }: StoredRequest, now: Date): Promise<Issued | undefined> {
    const minor = ownFeeOf(shares, 0n);
    const provider = (await repository.paymentsOf(requestId, tx)).find(({ received }) => received.minor > 0n)?.provider;
    if (minor === 0n || provider === undefined) return undefined;
    return repository.issueInvoice(
      tx,
      { operator: operatorOf(provider), kind: 'invoice', subject: String(requestId), requestId, amount: { minor, currency } },
      now,
    );
  }

  /** What of an invoice has gone back is credited, refund by refund, each once. */
  async function issueCredits(tx: DbTransaction, request: StoredRequest, now: Date): Promise<void> {
    if ((await repository.issuedFor(request.id, tx)).length === 0) return;
    const payments = await repository.paymentsOf(request.id, tx);
    const refunds: StoredRefund[] = [];
    for (const { id } of payments) refunds.push(...(await repository.refundsOf(id, tx)));
    const provider = payments.find(({ received }) => received.minor > 0n)?.provider ?? 'offline';
    for (const { refund, amount } of creditsOf(request.shares, goneInTurn(refunds)))
      await repository.issueInvoice(tx, { operator: operatorOf(provider), kind: 'credit-note', subject: refund.reference, requestId: request.id, amount }, now);
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
    await issueInvoice(tx, request, now);
    for (const one of await repository.paymentsOf(request.id, tx)) if (one.held?.why === 'no-payable') await repository.hold(tx, one.id, undefined);
  }

  /** What of money that is there counts for what was asked. */
  const countedIn = (request: StoredRequest, received: Money): Money => {
    const room = less(request.amount, request.paid);
    return received.minor < room.minor ? received : room;
  };

  /** Counts money that is there for what was asked; what is too much goes back. Returns whether anything counted. */
  async function count(tx: DbTransaction, payment: StoredPayment, request: StoredRequest, received: Money, now: Date): Promise<boolean> {
    const counted = countedIn(request, received);
    const excess = less(received, counted);
    if (excess.minor > 0n) await giveBack(tx, payment, excess, { reason: 'excess', by: undefined, basis: 'excess' }, now);
    if (counted.minor === 0n) return false;
    const paid = add(request.paid, counted);
    const counting: StoredRequest = { ...request, paid };
    if (paid.minor === request.amount.minor) await handOn(tx, counting, now);
    else if (request.state === 'cancelled') await giveAllBack(tx, counting, 'too-late', now);
    else await repository.setRequest(tx, request.id, { ...counting, state: 'part_paid' });
    return true;
  }

  /** Books money that has arrived, once, and counts it. */
  async function arrive(
    tx: DbTransaction,
    { payment, request }: PaymentOf,
    {
      received,
      by,
      chargeRef,
      from,
    }: {
      readonly received: Money;
      readonly by: PaymentActor;
      readonly chargeRef: string | undefined /** Where it is until now; without it, with the provider. */;
      readonly from?: LedgerAccount;
    },
    now: Date,
  ): Promise<boolean> {
    const state = nextPaymentState(payment.state, 'succeed', by);
    if (!state) return false;
    const entries = [
      { account: from ?? accountOf(payment.provider), amount: received },
      { account: customerAccount(request.userId), amount: { minor: -received.minor, currency: received.currency } },
    ];
    if (!(await post(tx, `payment:${payment.reference}:succeeded`, entries, now))) return false;
    await repository.setPayment(tx, payment.id, {
      state,
      received_minor: received.minor,
      settled_at: now,
      failure: null,
      ...(chargeRef === undefined ? {} : { charge_ref: chargeRef }),
    });
    if (payment.held) await repository.hold(tx, payment.id, undefined);
    const amount = countedIn(request, received);
    if (payment.link !== undefined && amount.minor > 0n)
      await payables()[request.kind]?.sponsored?.(tx, { code: request.code, reference: payment.reference, amount }, now);
    if (!(await count(tx, payment, request, received, now))) return true;
    // What goes back at once is told when it has gone.
    if (hasReceipt(await fresh(tx, payment.id))) await tellSoon(tx, payment.reference);
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

  /** What of a request is shared out once fees of ours have gone back by themselves. */
  const sharesLeft = async ({ id, shares }: Pick<StoredRequest, 'id' | 'shares'>, tx?: DbTransaction): Promise<readonly Share[]> =>
    withoutFee(shares, await repository.feeBack(id, tx));

  /** From whom money goes back; what was shared out and is gone already waits for staff to find out. */
  async function entriesBack(tx: DbTransaction, request: StoredRequest, basis: StoredRefund['basis'], amount: Money): Promise<readonly LedgerEntry[]> {
    if (basis === 'fee') return [{ account: 'operator:fees', amount }];
    if (basis !== 'taken') return [{ account: customerAccount(request.userId), amount }];
    const already = await repository.takenBack(tx, request.id);
    const shares = await sharesLeft(request, tx);
    const left = sumOfShares(shares) - already;
    const shared = { minor: amount.minor < left ? amount.minor : left, currency: amount.currency };
    const over = less(amount, shared);
    return [...(shared.minor > 0n ? backEntries(shares, already, shared) : []), ...(over.minor > 0n ? [{ account: 'suspense' as const, amount: over }] : [])];
  }

  /**
   * What had gone back and is there again. Of what was shared out it goes to those from whom it went last, so that what each has is only
   * ever by how much has gone back.
   * @param refund gone until now, and counted among what went back.
   */
  async function entriesAgain(
    tx: DbTransaction,
    request: StoredRequest,
    { basis, amount }: Pick<StoredRefund, 'basis' | 'amount'>,
  ): Promise<readonly LedgerEntry[]> {
    const back =
      basis === 'taken'
        ? backEntries(await sharesLeft(request, tx), (await repository.takenBack(tx, request.id)) - amount.minor, amount)
        : [{ account: basis === 'fee' ? ('operator:fees' as const) : customerAccount(request.userId), amount }];
    return back.map(({ account, amount: { minor, currency } }) => ({ account, amount: { minor: -minor, currency } }));
  }

  /** The state of a payment by what has gone back of it. */
  async function restate(tx: DbTransaction, id: PaymentId, by: PaymentActor): Promise<void> {
    const { payment, request } = await fresh(tx, id);
    const refunds = await repository.refundsOf(id, tx);
    const lastDone = refunds.flatMap(({ doneAt }) => (doneAt ? [doneAt.getTime()] : []));
    if (lastDone.length > 0) await issueCredits(tx, request, new Date(Math.max(...lastDone)));
    const gone = refunds.reduce((sum, { state, amount }) => sum + (state === 'done' ? amount.minor : 0n), 0n);
    const state = nextPaymentState(payment.state, restating(payment, gone), by);
    if (state) await repository.setPayment(tx, id, { state });
  }

  return { post, fresh, giveBack, giveAllBack, handOn, arrive, count, hold, sharesLeft, entriesBack, entriesAgain, restate, issueInvoice, issueCredits };
}
