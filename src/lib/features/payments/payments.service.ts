/**
 * Asks for money, takes what providers say has come, and sends back what must go back. A payment's state changes only by a message a
 * provider has signed, by what it answers when it is asked, or by staff who saw a transfer arrive; what a browser comes back with
 * changes nothing.
 */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Ledger } from '#lib/features/ledger/ledger.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { PaymentId, UserId } from '#lib/ids/ids.ts';
import type { PaymentProvider } from '#lib/ports/payment/payment.ts';
import { createAsking } from './asking.service.ts';
import type { PaymentPages } from './asking.service.ts';
import { createBooking } from './booking.service.ts';
import { createDisputes } from './disputes.service.ts';
import type { StoredDispute } from './disputes.repository.ts';
import type { PaymentOf, PaymentsRepository, StoredPayment, StoredRefund } from './payments.repository.ts';
import type { DoneFirst, Payable, PayableKind, PayableRef, PaymentRequest } from './payments.schema.ts';
import type { Issued } from './invoices.repository.ts';
import { createLooking } from './looking.service.ts';
import { createLostMoney } from './lost-money.service.ts';
import { createOwnFees } from './own-fees.service.ts';
import { createReconciliation } from './reconciliation.service.ts';
import { createRefunds } from './refunds.service.ts';
import { createSettlements } from './settlements.service.ts';
import { createStrays } from './stray-money.service.ts';
import { createTelling } from './telling.service.ts';
import { createToldRefunds } from './told-refunds.service.ts';
import { createTransfers } from './transfers.service.ts';

type Parts = {
  readonly repository: PaymentsRepository;
  readonly ledger: Pick<Ledger, 'post' | 'lines' | 'linesNamed'>;
  readonly providers: readonly PaymentProvider[];
  /** Asked when something is paid: features that are paid for are made after this one. */
  readonly payables: () => Record<PayableKind, Payable | undefined>;
  readonly pages: PaymentPages;
  readonly transact: <T>(ref: PayableRef, work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Of what is no one thing's. */
  readonly alone: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** As part of a transaction: refunds are to be sent as soon as it is committed. */
  readonly sendSoon: (tx: DbTransaction) => Promise<void>;
  /** As part of a transaction: the payer is to hear of money that came, or of one refund of it. */
  readonly tellSoon: (tx: DbTransaction, reference: string, refund?: string) => Promise<void>;
  /** How much less may arrive by a transfer, by currency, for banks between. */
  readonly shortLimits: ReadonlyMap<string, bigint>;
  /** Above what a refund by staff needs a second of them, by currency; a currency without a sum always does. */
  readonly secondAbove: ReadonlyMap<string, bigint>;
};

export type { PaymentOf, StoredRefund } from './payments.repository.ts';
export type { Taken } from './booking.service.ts';

export type PaymentsService = ReturnType<typeof createPaymentsService>;

export function createPaymentsService({
  repository,
  ledger,
  providers,
  payables,
  pages,
  transact,
  alone,
  sendSoon,
  tellSoon,
  shortLimits,
  secondAbove,
}: Parts) {
  const booking = createBooking({ repository, ledger, payables, sendSoon, tellSoon });
  const refunds = createRefunds({
    repository,
    providers,
    payables,
    booking,
    transact,
    sendSoon,
    tellSoon,
    lookAt: (provider, chargeRef, now) => toldRefunds.look(provider, chargeRef, now),
    secondAbove,
  });
  const strays = createStrays({ repository, providers, booking, sendSoon, transact, secondAbove });
  const { completeIn, failIn, tellGone } = refunds;
  const toldRefunds = createToldRefunds({ repository, providers, booking, transact, tellSoon, completeIn, failIn, tellGone, strayLeft: strays.left });
  const lostMoney = createLostMoney({ repository, payables, booking, kept: refunds.kept });
  const ownFees = createOwnFees({ repository, booking });
  const looking = createLooking({ repository, payables });
  const reconciliation = createReconciliation({ repository, ledger, providers });
  const settlements = createSettlements({ ledger, providers, named: reconciliation.named, transact: alone });
  const disputes = createDisputes({ repository, providers, payables, booking, transact });
  return {
    ...createAsking({ repository, providers, payables, pages, booking, refunds, lostMoney, ownFees, looking, transact }),
    ...createTelling({ repository, providers, payables, booking, takeDispute: disputes.take, toldRefunds, noteStray: strays.note, transact }),
    askDisputes: disputes.askDisputes,
    askRefunds: toldRefunds.askRefunds,
    warningsOf: (id: PaymentId) => repository.warningsOf(id),
    disputesOf: (id: PaymentId): Promise<readonly StoredDispute[]> => repository.disputesOf(id),
    ...createTransfers({ repository, booking, looking, arrived: toldRefunds.arrived, shortLimits }),
    /** Has providers send back what is to go back, and what came wrongly. Returns how many were tried. */
    sendRefunds: async (now: Date): Promise<number> => (await refunds.sendRefunds(now)) + (await strays.sendStrays(now)),
    strayOf: (id: PaymentId) => strays.strayOf(undefined, id),
    giveStrayBack: strays.giveStrayBack,
    bookStray: strays.bookStray,
    decideRefund: refunds.decideRefund,
    decideRefusal: refunds.decideRefusal,
    noteSent: refunds.noteSent,
    passedOn: async ({ kind, code }: PayableRef, tx?: DbTransaction): Promise<boolean> => (await payables()[kind]?.passedOn?.(code, tx)) ?? false,
    /** Names under which whoever pays for something is known here, that of their passport first; none where none were told. */
    payerNames: async ({ kind, code }: PayableRef): Promise<readonly string[]> => (await payables()[kind]?.payerNames?.(code)) ?? [],
    sentByHand: refunds.sentByHand,
    dropRefund: lostMoney.dropRefund,
    isCovered: lostMoney.isCovered,
    ofRefund: refunds.ofRefund,
    ofRefundNamed: refunds.ofRefundNamed,

    looked: looking.looked,
    /** Until when a thing is kept beyond its time for a transfer that waits for staff; undefined where it is not. */
    keptUntil: ({ kind, code }: PayableRef): Promise<Date | undefined> => payables()[kind]?.keptUntil?.(code) ?? Promise.resolve(undefined),
    facts: (ref: PayableRef, locale: Locale) => payables()[ref.kind]?.facts(ref.code, locale) ?? Promise.resolve(undefined),
    /** What has to be done before it can be paid; undefined where nothing has. */
    first: (ref: PayableRef, userId: UserId, locale: Locale): Promise<DoneFirst | undefined> =>
      payables()[ref.kind]?.first?.(ref.code, userId, locale) ?? Promise.resolve(undefined),
    /** A payment by its public reference, with what it is for. */
    find: (reference: string): Promise<PaymentOf | undefined> => repository.payment(undefined, { reference }),
    /** All payments of a thing, oldest request first. */
    async ofPayable(ref: PayableRef): Promise<readonly PaymentOf[]> {
      const found: PaymentOf[] = [];
      for (const request of await repository.requestsOf(ref)) for (const payment of await repository.paymentsOf(request.id)) found.push({ payment, request });
      return found;
    },
    /** What banks dispute of what was paid for a thing, oldest payment first. */
    async disputesFor(ref: PayableRef): Promise<readonly (StoredDispute & { readonly reference: string })[]> {
      const found: (StoredDispute & { readonly reference: string })[] = [];
      for (const { payment } of await this.ofPayable(ref))
        found.push(...(await repository.disputesOf(payment.id)).map((one) => ({ ...one, reference: payment.reference })));
      return found;
    },
    /** What was issued for a request: of one that was sold before numbers were given, it is given now. */
    async issued({ request }: PaymentOf, now: Date): Promise<readonly Issued[]> {
      return transact(request, async (tx) => {
        const current = await repository.request(tx, request.id);
        if (current?.state !== 'paid') return [];
        if (await booking.issueInvoice(tx, current, current.takenAt ?? now)) await booking.issueCredits(tx, current, now);
        return repository.issuedFor(request.id, tx);
      });
    },
    sayTax: repository.sayTax,
    refundsOf: (id: PaymentId): Promise<readonly StoredRefund[]> => repository.refundsOf(id),
    /** What the provider's own sheet is opened with, for a payer who came back with a code of theirs; undefined where there is none to open. */
    async sheet({ payment, request }: PaymentOf, code: string): Promise<Readonly<Record<string, string>> | undefined> {
      const provider = providers.find((one) => one.name === payment.provider);
      if (!provider?.sheet || payment.state !== 'pending' || payment.held) return undefined;
      const { reference, amount, expiresAt, locale } = payment;
      const title = (await payables()[request.kind]?.facts(request.code, locale))?.title ?? request.code;
      return provider.sheet({ reference, amount, title, expiresAt }, code);
    },
    ofUser: (userId: UserId) => repository.ofUser(userId),
    /** All that somebody was asked for, oldest first, in one query. */
    requestsOfUser: (userId: UserId): Promise<readonly PaymentRequest[]> => repository.requestsOfUser(userId),
    /** By what the money of a thing came, the first of it where it came in parts; undefined where none has. */
    async paidWith(ref: PayableRef, tx?: DbTransaction): Promise<Pick<StoredPayment, 'method' | 'provider' | 'reference'> | undefined> {
      for (const { id } of await repository.requestsOf(ref, tx)) {
        const came = (await repository.paymentsOf(id, tx)).find(({ received }) => received.minor > 0n);
        if (came) return came;
      }
      return undefined;
    },
    queue: (which: 'held' | 'transfers' | 'all', before: number | undefined): Promise<readonly PaymentOf[]> => repository.queue(which, before),
    openRefunds: () => repository.openRefunds(),
    counts: () => repository.counts(),
    /** Holds a provider's list against our books. */
    reconciliation,
    settle: settlements.settle,
    providers,
  };
}
