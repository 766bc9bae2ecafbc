/**
 * Orders on their way: every change is an event of the graph, by somebody, in a transaction that keeps or frees the bed, asks for or sends
 * back money, adds to the timeline and tells the applicant, all of it or nothing.
 */
import type { DbTransaction } from '#lib/db/database.ts';
import type { CouponsService } from '#lib/features/coupons/coupons.service.ts';
import type { GroupKeeping } from '#lib/features/groups/groups.schema.ts';
import type { BedKeeping, NoBed } from '#lib/features/stock/stock.schema.ts';
import type { StaffId, UserId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import { nextState } from './order.process.rules.ts';
import type { OrderActor, OrderEvent, OrderState } from './order.process.rules.ts';
import type { OrderMoney } from './order-money.service.ts';
import type { AgreedLease } from './order-rows.repository.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import { deadlineOf, isBooked, isTold, keepsBed, momentOf } from './orders.rules.ts';
import { orderCodePattern, statesOfFilter } from './orders.schema.ts';
import type { Order, OrderFilter, TimelineEntry } from './orders.schema.ts';

/** Who makes something happen. `refund`: how much goes back, where it does. */
export type OrderDoer = { readonly by: OrderActor; readonly staffId?: StaffId | undefined; readonly note?: string; readonly refund?: Money | undefined };

export type OrdersService = ReturnType<typeof createOrdersService>;

type Parts = {
  readonly repository: OrdersRepository;
  readonly beds: BedKeeping;
  readonly groups: Pick<GroupKeeping, 'groupOf' | 'letGo'>;
  readonly coupons: Pick<CouponsService, 'take' | 'giveBack'>;
  readonly money: OrderMoney;
  /** Hours for which an order waits for the next step, where its supplier says nothing else. */
  readonly waitingHours: number;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Tells the applicant of what happened to their order. */
  readonly tell: (tx: DbTransaction, order: StoredOrder, entry: TimelineEntry) => Promise<void>;
};

/** Orders on a list of their owner. */
const mostListed = 200;

export function createOrdersService({ repository, beds, groups, coupons, money, waitingHours, transact, tell }: Parts) {
  /** Hours for which an order waits for its next step: as it was quoted. */
  const waitOf = ({ home }: Pick<Order, 'home'>): number => home.waitHours ?? waitingHours;

  /** What an event does to the bed; why it cannot be had, where it must. */
  async function keepBed(
    tx: DbTransaction,
    order: StoredOrder,
    { event, to }: { readonly event: OrderEvent; readonly to: OrderState },
    until: Date | undefined,
    now: Date,
  ): Promise<NoBed | undefined> {
    // The days that are left were paid for: the bed is free for nobody.
    if (event === 'end-early') return undefined;
    if (!keepsBed(to)) {
      // What a group keeps together goes back to it, for as long as it waits for the others.
      const isBack = to !== 'completed' && (await groups.letGo(tx, order, to, now));
      if (keepsBed(order.state) && !isBack) await beds.free(tx, order.id, now);
      return undefined;
    }
    if (keepsBed(order.state) && to !== 'paid' && (await beds.keepUntil(tx, order.id, until))) return undefined;
    // What is sent, offered or paid for must have its bed: one whose time was over may be somebody else's by now.
    if (order.userId === undefined) return 'gone';
    const { id: orderId, tenancyId, from, to: last, userId } = order;
    const groupId = await groups.groupOf(tx, orderId);
    const claimed = await beds.claim(tx, { orderId, tenancyId, period: { from, to: last }, userId, until, groupId }, now);
    return claimed.ok ? undefined : claimed.reason;
  }

  /**
   * Makes an event happen to an order that is locked.
   * @param lease what is agreed on by it, and kept with it.
   * @returns its new state; `not-now` where the graph has no such edge for who does it, `no-coupon` where what its price takes off is gone.
   */
  async function move(
    tx: DbTransaction,
    order: StoredOrder,
    event: OrderEvent,
    { by, staffId, note = '', refund }: OrderDoer,
    now: Date,
    lease?: AgreedLease,
  ): Promise<Outcome<OrderState, 'not-now' | 'no-coupon' | NoBed>> {
    const to = nextState(order.state, event, by, momentOf(order, now));
    if (!to) return refused('not-now');
    const deadline = deadlineOf(to, now, waitOf(order));
    // Taken and kept with the bed, and given back with it, unless it was paid for and the home was there to be had.
    const takes = keepsBed(to) && !keepsBed(order.state);
    if (takes && !(await coupons.take(tx, order, order.state === 'expired', now))) return refused('no-coupon');
    const noBed = await keepBed(tx, order, { event, to }, deadline, now);
    if (noBed && takes) await coupons.giveBack(tx, order.id, now);
    if (noBed) return refused(noBed);
    const isAllBack = event === 'give-all-back';
    if (!keepsBed(to) && keepsBed(order.state) && (!isBooked(order.state) || isAllBack)) await coupons.giveBack(tx, order.id, now);
    const entry = { event, from: order.state, to, by, staffId, note, isInternal: false, at: now };
    await repository.move(tx, order.id, entry, deadline, lease);
    if (to === 'to_pay' && order.userId !== undefined) await money.askToBook(tx, { ...order, userId: order.userId }, deadline ?? now, now);
    if (refund && refund.minor > 0n && by !== 'payment') await money.giveBack(tx, order, { amount: refund, reason: event, by: staffId ?? 'system' }, now);
    if (isAllBack) await money.everythingBack(tx, order, { reason: event, by: staffId ?? 'system' }, now);
    const isLeft = to === 'cancelled' || to === 'refunding';
    // What arrived too late is sent back by who tells of it.
    const isUnpaid = order.state === 'to_pay' && to !== 'paid' && by !== 'payment';
    if (isUnpaid || (isBooked(order.state) && isLeft)) await money.withdraw(tx, order, now);
    if (isTold(event, by, order.state)) await tell(tx, { ...order, state: to, deadline }, entry);
    // Where the supplier collects, a part may have come before it was all: it goes back, from whoever has it.
    const isOver = order.state === 'to_pay' && (to === 'cancelled' || to === 'expired');
    return isOver && (await money.giveAllBack(tx, order, now)) ? move(tx, { ...order, state: to, deadline }, 'refund', { by: 'payment' }, now) : done(to);
  }

  /** An order of somebody; another's is as good as none. */
  async function own(userId: UserId, code: string, tx?: DbTransaction): Promise<StoredOrder | undefined> {
    if (!orderCodePattern.test(code)) return undefined;
    const order = await (tx ? repository.lock(tx, code) : repository.find(code));
    return order?.userId === userId ? order : undefined;
  }

  return {
    move,
    own,
    waitOf,
    /** Whosever it is: for those who have shown otherwise that they may see something of it. */
    find: (code: string): Promise<StoredOrder | undefined> => (orderCodePattern.test(code) ? repository.find(code) : Promise.resolve(undefined)),

    /** One event by the applicant that needs nothing else. */
    async act(
      userId: UserId,
      code: string,
      event: 'accept' | 'check-in',
      now: Date,
    ): Promise<Outcome<OrderState, 'unknown' | 'not-now' | 'no-coupon' | NoBed>> {
      return transact(async (tx) => {
        const order = await own(userId, code, tx);
        return order ? move(tx, order, event, { by: 'applicant' }, now) : refused('unknown');
      });
    },

    /** Takes an order that is over off its owner's list. */
    async hide(userId: UserId, code: string, now: Date): Promise<Outcome<null, 'unknown' | 'not-now'>> {
      return transact(async (tx) => {
        const order = await own(userId, code, tx);
        if (!order) return refused('unknown');
        if (keepsBed(order.state) || order.state === 'refunding') return refused('not-now');
        // It asks for a proof yet.
        if ((await repository.claim(order.id, tx))?.state === 'open') return refused('not-now');
        if (order.state === 'draft') await move(tx, order, 'cancel', { by: 'applicant' }, now);
        await repository.hide(tx, order.id, now);
        return done(null);
      });
    },

    list: (userId: UserId, filter: OrderFilter): Promise<readonly Order[]> => repository.ofUser(userId, statesOfFilter[filter], mostListed),
    timeline: (order: Order): Promise<readonly TimelineEntry[]> => repository.timeline(order.id),
  };
}
