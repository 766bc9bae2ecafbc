/**
 * Orders on their way: every change is an event of the graph, by somebody, in a transaction that keeps or frees the bed, asks for or sends
 * back money, adds to the timeline and tells the applicant, all of it or nothing.
 */
import { addDays, dayEndIn } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { CouponsService } from '#lib/features/coupons/coupons.service.ts';
import type { GroupKeeping } from '#lib/features/groups/groups.schema.ts';
import type { BedKeeping, NoBed } from '#lib/features/stock/stock.schema.ts';
import type { StaffId, UserId } from '#lib/ids/ids.ts';
import { apart } from '#lib/jobs/apart.ts';
import type { Money } from '#lib/money/money.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import { wasShown } from './claims.rules.ts';
import type { CancelAnswer, CancellationEvent } from './claims.schema.ts';
import { nextState, waitingStates } from './order.process.rules.ts';
import type { OrderActor, OrderEvent, OrderState } from './order.process.rules.ts';
import type { OrderMoney } from './order-money.service.ts';
import type { AgreedLease } from './order-rows.repository.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import { asksSomething, deadlineOf, entryOf, isBooked, isSuppliers, isTold, remindedHours, keepsBed, nextDue, paidBack, wayOut } from './orders.rules.ts';
import { askedAgainDays, askedAhead, movedInAsked, orderCodePattern } from './orders.schema.ts';
import type { Order, OrderFilter, TimelineEntry } from './orders.schema.ts';
import { statesOfFilter } from './orders.schema.ts';

/** Who makes something happen. `refund`: how much goes back, where it does. */
export type OrderDoer = { readonly by: OrderActor; readonly staffId?: StaffId | undefined; readonly note?: string; readonly refund?: Money | undefined };

export type OrdersService = ReturnType<typeof createOrdersService>;

type Parts = {
  readonly repository: OrdersRepository;
  readonly beds: BedKeeping;
  readonly groups: Pick<GroupKeeping, 'groupOf' | 'letGo'>;
  readonly coupons: Pick<CouponsService, 'take' | 'giveBack'>;
  readonly money: OrderMoney;
  /** What would come back of what was paid, were it cancelled now, by event; undefined where no policy says so, and then staff decide. */
  readonly answersOf: (order: Order, kept: Money, now: Date) => Promise<readonly CancelAnswer[] | undefined>;
  /** Hours for which an order waits for the next step, where its supplier says nothing else. */
  readonly waitingHours: number;
  /** Days for which documents are kept once an order is over. */
  readonly documentDays: number;
  readonly releaseFile: (tx: DbTransaction, file: string, now: Date) => Promise<void>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Tells the applicant of what happened to their order. */
  readonly tell: (tx: DbTransaction, order: StoredOrder, entry: TimelineEntry) => Promise<void>;
  /** Reminds the applicant of a step whose time runs out. */
  readonly remind: (tx: DbTransaction, order: StoredOrder, now: Date) => Promise<void>;
  /** Asks the applicant whether they have moved in. */
  readonly askMovedIn: (tx: DbTransaction, order: StoredOrder, now: Date) => Promise<void>;
  /** Tells the applicant which proof what they cancelled for asks for. */
  readonly tellClaimed: (tx: DbTransaction, order: StoredOrder, answer: CancelAnswer, now: Date) => Promise<void>;
  /** Tells the applicant that a sponsor has paid. */
  readonly tellSponsored: (tx: DbTransaction, order: StoredOrder, came: { readonly reference: string; readonly amount: Money }, now: Date) => Promise<void>;
  /** Tells the applicant that a part of the price is due, or what a bank took back of it. */
  readonly tellDue: (
    tx: DbTransaction,
    order: StoredOrder,
    due: { readonly on: string; readonly amount: Money; readonly isAgain?: boolean },
    now: Date,
  ) => Promise<void>;
};

/** Orders on a list of their owner, and those that one run of the clock sees to. */
const most = { listed: 200, due: 100 } as const;

export function createOrdersService({
  repository,
  beds,
  groups,
  coupons,
  money,
  answersOf,
  waitingHours,
  documentDays,
  releaseFile,
  transact,
  tell,
  remind,
  askMovedIn,
  tellDue,
  tellClaimed,
  tellSponsored,
}: Parts) {
  /** Hours for which an order waits for its next step: as it was quoted. */
  const waitOf = ({ home }: Pick<Order, 'home'>): number => home.waitHours ?? waitingHours;

  /** What an event does to the bed; why it cannot be had, where it must. */
  async function keepBed(tx: DbTransaction, order: StoredOrder, to: OrderState, until: Date | undefined, now: Date): Promise<NoBed | undefined> {
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
    const to = nextState(order.state, event, by);
    if (!to) return refused('not-now');
    const deadline = deadlineOf(to, now, waitOf(order));
    // Taken and kept with the bed, and given back with it, unless it was paid for and the home was there to be had.
    const takes = keepsBed(to) && !keepsBed(order.state);
    if (takes && !(await coupons.take(tx, order, order.state === 'expired', now))) return refused('no-coupon');
    const noBed = await keepBed(tx, order, to, deadline, now);
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
    if ((order.state === 'to_pay' && to !== 'paid') || (isBooked(order.state) && isLeft)) await money.withdraw(tx, order, now);
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

  /** What an applicant would get back now for each event, a change of mind first; undefined where nothing was paid, or staff decide. */
  async function backFor(order: Order, now: Date): Promise<readonly CancelAnswer[] | undefined> {
    if (order.state !== 'paid' && order.state !== 'confirmed') return undefined;
    const kept = await money.kept(order);
    return kept && answersOf(order, kept, now);
  }
  /** The same for a change of mind. */
  const backOf = async (order: Order, now: Date): Promise<Money | undefined> => (await backFor(order, now))?.[0]?.now;

  /** Writes down what an order was cancelled for, and asks for the proof where something waits for it. */
  async function putClaim(tx: DbTransaction, order: StoredOrder, state: OrderState, answer: CancelAnswer, now: Date): Promise<void> {
    await repository.addClaim(tx, order.id, answer, now);
    if (answer.later.minor <= 0n) return;
    await repository.tell(tx, order.id, entryOf({ state }, 'claim-open', 'applicant', now));
    await tellClaimed(tx, { ...order, state }, answer, now);
  }

  return {
    move,
    own,
    waitOf,
    /** Whosever it is: for those who have shown otherwise that they may see something of it. */
    find: (code: string): Promise<StoredOrder | undefined> => (orderCodePattern.test(code) ? repository.find(code) : Promise.resolve(undefined)),
    backOf,
    backFor,

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
      const seen = await own(userId, code);
      if (!seen) return refused('unknown');
      const answers = await backFor(seen, now);
      const answer = answers?.find((one) => one.event === event);
      const back = answer?.now;
      if (answers && !answer) return refused('changed');
      const way = wayOut(seen.state, back);
      if (!way) return refused('not-now');
      if (!(answers ? wasShown(shown, answers, event) : shown === '')) return refused('changed');
      return transact(async (tx) => {
        const order = await own(userId, code, tx);
        if (!order) return refused('unknown');
        if (order.state !== seen.state) return refused('changed');
        const moved = await move(tx, order, way, { by: 'applicant', note, refund: way === 'refund' ? back : undefined }, now);
        if (!moved.ok) return refused('not-now');
        if (answer && event !== 'changed-mind') await putClaim(tx, order, moved.value, answer, now);
        return moved;
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

    list: (userId: UserId, filter: OrderFilter): Promise<readonly Order[]> => repository.ofUser(userId, statesOfFilter[filter], most.listed),
    timeline: (order: Order): Promise<readonly TimelineEntry[]> => repository.timeline(order.id),

    /** Ends what waited too long, and stays that are over. Returns how many. */
    async runClock(now: Date): Promise<number> {
      let count = 0;
      const rows = apart();
      const each = async (work: (tx: DbTransaction) => Promise<number>): Promise<void> => {
        count += (await rows.run(() => transact(work))) ?? 0;
      };
      for (const code of await repository.due(now, most.due))
        await each(async (tx) => {
          const order = await repository.lock(tx, code);
          if (!order?.deadline || order.deadline > now) return 0;
          return (await move(tx, order, 'lapse', { by: 'clock' }, now)).ok ? 1 : 0;
        });
      for (const code of await repository.ended(now, most.due))
        await each(async (tx) => {
          const order = await repository.lock(tx, code);
          return order && (await move(tx, order, 'complete', { by: 'clock' }, now)).ok ? 1 : 0;
        });
      rows.end();
      return count;
    },

    /** Reminds people of what they have to do before its time is over, once in each state. Returns how many. */
    async remindAll(now: Date): Promise<number> {
      const until = new Date(now.getTime() + remindedHours * 3_600_000);
      const states = waitingStates.filter(asksSomething);
      let count = 0;
      const rows = apart();
      for (const code of await repository.nearDeadline(states, now, until, most.due)) {
        const reminded = await rows.run(() =>
          transact(async (tx) => {
            const order = await repository.lock(tx, code);
            if (!order?.deadline || !states.some((one) => one === order.state) || order.deadline > until || order.deadline <= now) return 0;
            await repository.reminded(tx, order.id, now);
            await remind(tx, order, now);
            return 1;
          }),
        );
        count += reminded ?? 0;
      }
      rows.end();
      return count;
    },

    /**
     * Asks those whose first day has come whether they have moved in, and once more after the last. An order whose stay nobody confirmed stays
     * confirmed: only who lived there, or staff, can say that it was a stay. Returns how many were asked.
     */
    async askMovedIn(now: Date): Promise<number> {
      let count = 0;
      const rows = apart();
      for (const code of await repository.notMovedIn(now, movedInAsked, most.due)) {
        const asked = await rows.run(() =>
          transact(async (tx) => {
            const order = await repository.lock(tx, code);
            if (order?.state !== 'confirmed') return 0;
            await repository.reminded(tx, order.id, now);
            await askMovedIn(tx, order, now);
            return 1;
          }),
        );
        count += asked ?? 0;
      }
      rows.end();
      return count;
    },

    /** Asks for the parts of the price that fall due soon. Returns how many were asked for. */
    async askDues(now: Date): Promise<number> {
      const until = addDays(now.toISOString().slice(0, 10), askedAhead);
      let count = 0;
      const rows = apart();
      for (const code of await repository.withDues(until, most.due)) {
        const asked = await rows.run(() =>
          transact(async (tx) => {
            const order = await repository.lock(tx, code);
            const due = order && nextDue(order.quote, order.askedDues);
            if (!due || due.on > until || order.userId === undefined || !isBooked(order.state)) return 0;
            // Until its day is over where the home is.
            await money.askDue(tx, { ...order, userId: order.userId }, due, dayEndIn(due.on, order.home.zone), now);
            await repository.askedDue(tx, order.id);
            await repository.tell(tx, order.id, entryOf(order, 'due', 'clock', now));
            await tellDue(tx, order, due, now);
            return 1;
          }),
        );
        count += asked ?? 0;
      }
      rows.end();
      return count;
    },

    /** Asks once more for what a bank took back for good; the home stays whose it is. Returns false where that is nothing. */
    async askAgain(
      tx: DbTransaction,
      order: StoredOrder,
      { staffId, note }: { readonly staffId: StaffId; readonly note: string },
      now: Date,
    ): Promise<boolean> {
      const dueAt = new Date(now.getTime() + askedAgainDays * 86_400_000);
      const asked = await money.askAgain(tx, order, dueAt, now);
      if (!asked.ok) return false;
      await repository.tell(tx, order.id, entryOf(order, 'ask-again', 'staff', now, { staffId, note }));
      await tellDue(tx, order, { on: dueAt.toISOString().slice(0, 10), amount: asked.value, isAgain: true }, now);
      return true;
    },

    cameBack: money.cameBack,
    owes: money.owes,

    /** Lets documents go whose order or stay has been over for as long as they are kept. Returns how many. */
    async forgetDocuments(now: Date): Promise<number> {
      const before = new Date(now.getTime() - documentDays * 86_400_000);
      let all = 0;
      for (;;) {
        const count = await transact(async (tx) => {
          const files = await repository.takeFiles(tx, before, most.due);
          for (const file of files) await releaseFile(tx, file, now);
          return files.length;
        });
        all += count;
        if (count < most.due) return all;
      }
    },

    /** What payments tell: all that was asked for has arrived. */
    async paid(tx: DbTransaction, code: string, now: Date): Promise<'accepted' | 'too-late'> {
      const order = await repository.lock(tx, code);
      if (!order) return 'too-late';
      // A part of the price that came due after the booking.
      if (isBooked(order.state) || order.state === 'completed') {
        await repository.tell(tx, order.id, entryOf(order, 'due-paid', 'payment', now));
        return 'accepted';
      }
      // Our own fee has come, and the supplier's part has not: that books nothing yet, and nothing any more once its time is over.
      const isWhole = !isSuppliers(order) || (await money.isPaid(tx, order));
      if (!isWhole && order.state === 'to_pay') {
        await repository.tell(tx, order.id, entryOf(order, 'fee-paid', 'payment', now));
        return 'accepted';
      }
      const moved = isWhole ? await move(tx, order, 'pay', { by: 'payment' }, now) : undefined;
      if (moved?.ok) return 'accepted';
      await move(tx, order, 'refund', { by: 'payment' }, now);
      return 'too-late';
    },

    /** What payments tell: a sponsor has paid some of it by a link. */
    async sponsored(
      tx: DbTransaction,
      { code, reference, amount }: { readonly code: string; readonly reference: string; readonly amount: Money },
      now: Date,
    ): Promise<void> {
      const order = await repository.lock(tx, code);
      if (!order) return;
      await repository.tell(tx, order.id, entryOf(order, 'sponsor-paid', 'payment', now));
      await tellSponsored(tx, order, { reference, amount }, now);
    },

    /** What payments tell: money has gone back, refund by refund. Of an order that waits for it that is its next state; else an entry for each. */
    async refunded(tx: DbTransaction, code: string, gone: readonly Money[], now: Date): Promise<void> {
      const order = await repository.lock(tx, code);
      if (!order) return;
      // A supplier who collects may owe their part yet.
      if (order.state !== 'refunding') for (const amount of gone) await repository.tell(tx, order.id, paidBack(order, amount, now));
      else if (!(await money.owedBack(order, tx))) await move(tx, order, 'refunded', { by: 'payment' }, now);
    },
  };
}
