/** Leaving an order: what comes back for which event, leaving it for just that, and what waits for a proof. */
import { todayIn } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import { cancellationEvents } from '#lib/features/house/cancellation.schema.ts';
import { ownFeesOf } from '#lib/features/quotes/quote.schema.ts';
import type { QuotesService } from '#lib/features/quotes/quotes.service.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { add } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import { refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import { cancelAnswers, shownText, wasShown } from './claims.rules.ts';
import type { CancelAnswer, CancellationEvent } from './claims.schema.ts';
import type { OrderState } from './order.process.rules.ts';
import type { OfferChanges } from './offer-changes.service.ts';
import type { OrderMoney } from './order-money.service.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import { entryOf, isSuppliers, momentOf, wayOut } from './orders.rules.ts';
import type { Order } from './orders.schema.ts';
import type { OrdersService } from './orders.service.ts';
import type { OwnFeeService } from './own-fee.service.ts';

export type CancellingService = ReturnType<typeof createCancelling>;

type Parts = {
  readonly repository: Pick<OrdersRepository, 'addClaim' | 'signatures' | 'tell'>;
  readonly orders: Pick<OrdersService, 'move' | 'own'>;
  readonly money: Pick<OrderMoney, 'kept' | 'inTurn'>;
  readonly quotes: Pick<QuotesService, 'refund'>;
  readonly ownFee: Pick<OwnFeeService, 'back'>;
  readonly changes: OfferChanges;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Tells the applicant which proof what they cancelled for asks for. */
  readonly tellClaimed: (tx: DbTransaction, order: StoredOrder, answer: CancelAnswer, now: Date) => Promise<void>;
};

export function createCancelling({ repository, orders, money, quotes, ownFee, changes, transact, tellClaimed }: Parts) {
  /** What would come back of what was paid, were it cancelled now, by event; undefined where no policy says so, and then staff decide. */
  async function answersOf(order: Order, kept: Money, now: Date, tx?: DbTransaction): Promise<readonly CancelAnswer[] | undefined> {
    const { zone, policy } = order.home;
    const [signed] = await repository.signatures(order.id, tx);
    const signedOn = todayIn(zone, signed?.signedAt ?? order.createdAt);
    // What a supplier has is without our own fees, which were paid with it; so is what is left once those went back by themselves.
    const feeBack = isSuppliers(order) ? undefined : await ownFee.back(order, tx);
    const paid = isSuppliers(order) ? add(kept, ownFeesOf(order.quote)) : feeBack ? add(kept, feeBack) : kept;
    const noticeOn = todayIn(zone, now);
    const refunds = cancellationEvents.flatMap((event) => {
      const refund = quotes.refund({ quote: order.quote, policyCode: policy, event, signedOn, noticeOn, paid });
      return refund ? [{ event, refund }] : [];
    });
    return refunds.length === 0 ? undefined : cancelAnswers(refunds, { kept, noticeOn, moveIn: order.from });
  }

  /** Whether who has paid leaves without cost: what they agreed to was changed since, and the provider has not said that it stands. */
  const isFree = async (order: StoredOrder, now: Date): Promise<boolean> => order.state === 'paid' && (await changes.of(order, now)) !== undefined;
  const allOf = (kept: Money): CancelAnswer => ({
    event: 'changed-mind',
    total: kept,
    now: kept,
    later: { ...kept, minor: 0n },
    proof: [],
    proofUntil: undefined,
  });

  /** What an applicant would get back now for each event, a change of mind first; undefined where nothing was paid, or staff decide. */
  async function backFor(order: StoredOrder, now: Date, tx?: DbTransaction): Promise<readonly CancelAnswer[] | undefined> {
    if (order.state !== 'paid' && order.state !== 'confirmed') return undefined;
    const kept = await money.kept(order, tx);
    if (!kept) return undefined;
    return !tx && (await isFree(order, now)) ? [allOf(kept)] : answersOf(order, kept, now, tx);
  }
  /** The same for a change of mind. */
  const backOf = async (order: StoredOrder, now: Date): Promise<Money | undefined> => (await backFor(order, now))?.[0]?.now;

  /** Writes down what an order was cancelled for, and asks for the proof where something waits for it. */
  async function putClaim(tx: DbTransaction, order: StoredOrder, state: OrderState, answer: CancelAnswer, now: Date): Promise<void> {
    await repository.addClaim(tx, order.id, answer, now);
    if (answer.later.minor <= 0n) return;
    await repository.tell(tx, order.id, entryOf({ state }, 'claim-open', 'applicant', now));
    await tellClaimed(tx, { ...order, state }, answer, now);
  }

  return {
    backOf,
    backFor,
    /** What the policy gives back for a change of mind, of what is kept of it. */
    refundOf: async (order: Order, kept: Money, now: Date, tx?: DbTransaction): Promise<Money | undefined> => (await answersOf(order, kept, now, tx))?.[0]?.now,

    /**
     * Leaves an order, with what was paid sent back by the policy.
     * @param shown what the applicant was told would come back, empty for nothing; where that is another amount by now, nothing happens.
     * @param event what happened. What it gives beyond a change of mind may wait for a proof: it is written down, and staff decide.
     */
    async cancel(
      userId: UserId,
      code: string,
      shown: string,
      note: string,
      now: Date,
      event: CancellationEvent = 'changed-mind',
    ): Promise<Outcome<OrderState, 'unknown' | 'not-now' | 'changed'>> {
      const seen = await orders.own(userId, code);
      const isAll = seen !== undefined && (await isFree(seen, now));
      return transact(async (tx) => {
        // What comes back is worked out while nobody else moves money of it: staff may send some of it back at this moment.
        const order = await orders.own(userId, code, tx);
        if (!order) return refused('unknown');
        await money.inTurn(tx, order);
        if (isAll && order.state === 'paid') {
          const kept = await money.kept(order, tx);
          if (!kept || kept.minor <= 0n || shown !== shownText([allOf(kept)])) return refused('changed');
          const left = await orders.move(tx, order, 'give-all-back', { by: 'applicant', note }, now);
          return left.ok ? left : refused('not-now');
        }
        const answers = await backFor(order, now, tx);
        const answer = answers?.find((one) => one.event === event);
        const back = answer?.now;
        if (answers && !answer) return refused('changed');
        const way = wayOut(order.state, back, momentOf(order, now));
        if (!way) return refused('not-now');
        if (!(answers ? wasShown(shown, answers, event) : shown === '')) return refused('changed');
        const moved = await orders.move(tx, order, way, { by: 'applicant', note, refund: way === 'refund' ? back : undefined }, now);
        if (!moved.ok) return refused('not-now');
        if (answer && event !== 'changed-mind') await putClaim(tx, order, moved.value, answer, now);
        return moved;
      });
    },
  };
}
