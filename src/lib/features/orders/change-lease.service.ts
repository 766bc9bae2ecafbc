/**
 * What an application is for is changed until it is sent: another room of the home, other days, another way to pay. What was said stays as it
 * is; the price, the coupon, the bed that is kept and the place in a group are reckoned anew, and shown before anything of it happens.
 */
import type { DbTransaction } from '#lib/db/database.ts';
import type { CouponRefusal } from '#lib/features/coupons/coupons.schema.ts';
import type { GroupKeeping, GroupMove } from '#lib/features/groups/groups.schema.ts';
import type { Quote } from '#lib/features/quotes/quote.schema.ts';
import type { BedKeeping, Holding, HoldMove, NoBed } from '#lib/features/stock/stock.schema.ts';
import { becomesOf } from '#lib/features/stock/stock.rules.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import { changeNote } from './change-lease.rules.ts';
import type { NoLease } from './lease-faults.rules.ts';
import type { Lease, LeasePricing, Wanted } from './lease-pricing.service.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import { agreedText, choiceText, entryOf } from './orders.rules.ts';
import type { OrdersService } from './orders.service.ts';

/** What an application is to be for. */
export type WantedChange = Omit<Wanted, 'houseId' | 'asked'>;
/** What would become of an application. */
export type Change = {
  readonly lease: Lease;
  readonly quote: Quote;
  /** Why the coupon that was chosen takes nothing off. */
  readonly noCoupon: CouponRefusal | undefined;
  readonly bed: HoldMove;
  readonly group: GroupMove;
  /** Another application of theirs for just this, by its code. */
  readonly other: string | undefined;
};
/** What somebody agreed to; undefined or empty where they were shown nothing. */
export type Agreed = { readonly price?: string | undefined; readonly before?: string | undefined; readonly leaves?: boolean };

type Refusal = 'unknown' | 'not-now' | NoLease | 'price-changed' | 'choice-changed' | 'other-draft' | 'leaves-group';

/** There is no bed of the other lease: undoes what was let go of the former. */
class NoBedThere extends Error {
  override name = 'NoBedThere';
  readonly reason: NoBed;
  constructor(reason: NoBed) {
    super(`no bed: ${reason}`);
    this.reason = reason;
  }
}

export type ChangesService = ReturnType<typeof createChangesService>;

type Parts = {
  readonly repository: Pick<OrdersRepository, 'draftFor' | 'locksToSend' | 'putLease' | 'tell'>;
  readonly orders: Pick<OrdersService, 'own'>;
  readonly pricing: Pick<LeasePricing, 'pricedFor' | 'factsOf'>;
  readonly beds: Pick<BedKeeping, 'moveHold'> & Pick<Holding, 'holdOf'>;
  readonly groups: Pick<GroupKeeping, 'placeFor' | 'leave'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>, options?: { readonly lockOf: readonly string[] }) => Promise<T>;
};

export function createChangesService({ repository, orders, pricing, beds, groups, transact }: Parts) {
  const choiceOf = (order: StoredOrder): string => choiceText({ ...order, to: order.to ?? '', plan: order.quote.plan });

  /** What a change would make of an application that is not sent; nothing happens. */
  async function preview(order: StoredOrder, userId: UserId, wanted: WantedChange, now: Date): Promise<Outcome<Change, NoLease>> {
    const [hold, there] = [await beds.holdOf(userId, order.tenancyId, now), await beds.holdOf(userId, wanted.tenancyId, now)];
    const group = await groups.placeFor(order, wanted, now);
    const isSame = wanted.tenancyId === order.tenancyId;
    // The last bed may be kept for them by their group, or be the one that moves along within the room: the transaction tells.
    const hasBed = (group === 'stays' && !isSame) || (hold !== undefined && hold.kind !== 'waiting' && wanted.unitId === order.unitId);
    const found = await pricing.pricedFor(order, { ...wanted, houseId: order.houseId }, now, { userId, hasBed });
    if (!found.ok) return found;
    const { lease, quote, noCoupon } = found.value;
    const other = await transact((tx) => repository.draftFor(tx, { userId, ...wanted }));
    return done({
      lease,
      quote,
      noCoupon,
      bed: isSame ? 'none' : becomesOf(hold, there),
      group,
      other: other && other.id !== order.id ? other.code : undefined,
    });
  }

  return {
    choiceOf,
    preview,

    /**
     * Has an application be for something else. Where anything of what somebody agreed to is otherwise by now, nothing happens.
     * @returns what became of the bed that was kept, and whether the application left its group.
     */
    async choose(
      userId: UserId,
      code: string,
      wanted: WantedChange,
      { price = '', before = '', leaves = false }: Agreed,
      now: Date,
    ): Promise<Outcome<{ readonly bed: HoldMove; readonly left: boolean }, Refusal>> {
      const seen = await orders.own(userId, code);
      if (!seen) return refused('unknown');
      if (seen.state !== 'draft') return refused('not-now');
      if (before !== '' && before !== choiceOf(seen)) return refused('choice-changed');
      const found = await preview(seen, userId, wanted, now);
      if (!found.ok) return found;
      const { quote, lease } = found.value;
      if (price !== '' && price !== agreedText(quote)) return refused('price-changed');
      return transact(
        async (tx): Promise<Outcome<{ readonly bed: HoldMove; readonly left: boolean }, Refusal>> => {
          const order = await orders.own(userId, code, tx);
          if (order?.state !== 'draft') return refused('not-now');
          if (choiceOf(order) !== choiceOf(seen)) return refused('choice-changed');
          const other = await repository.draftFor(tx, { userId, ...wanted });
          if (other && other.id !== order.id) return refused('other-draft');
          const left = (await groups.placeFor(order, wanted, now, tx)) === 'leaves';
          if (left && !leaves) return refused('leaves-group');
          const bed = await beds.moveHold(tx, { userId, from: order.tenancyId, to: wanted.tenancyId, period: wanted }, now);
          if (!bed.ok) throw new NoBedThere(bed.reason);
          if (left) await groups.leave(tx, order.id, now);
          const agreed = { ...wanted, quote, home: pricing.factsOf(lease) };
          await repository.putLease(tx, order.id, agreed);
          if (choiceText(wanted) !== choiceOf(order))
            await repository.tell(tx, order.id, entryOf(order, 'change', 'applicant', now, { note: changeNote(order, agreed) }));
          return done({ bed: bed.value, left });
        },
        { lockOf: repository.locksToSend(code, userId) },
      ).catch((error: unknown) => {
        if (error instanceof NoBedThere) return refused(error.reason === 'gone' ? ('not-let' as const) : error.reason);
        throw error;
      });
    },
  };
}
