/**
 * What becomes of a part of the price that was not paid by its day: its student is reminded twice more, staff decide, and nothing ends by itself.
 * No interest and no fee for being late is asked for.
 */
import { dayEndIn, todayIn } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Collecting } from '#lib/features/payments/payments.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { PaymentRequestId, StaffId, UserId } from '#lib/ids/ids.ts';
import { countApart } from '#lib/jobs/apart.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { ArrearsRepository } from './arrears.repository.ts';
import { arrangedFor, arrearsDeedsFor, canWaitUntil, reminderDue } from './arrears.rules.ts';
import { arrearsPartPattern } from './arrears.schema.ts';
import type { Arrear, ArrearsDecision, ArrearsDeed, ArrearsStep } from './arrears.schema.ts';
import type { OrderMoney } from './order-money.service.ts';
import { orderStates } from './order.process.rules.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import { entryOf } from './orders.rules.ts';
import type { Order } from './orders.schema.ts';
import type { OrdersService } from './orders.service.ts';

/** What is told of such a part: a reminder, or what was decided. `until`: the new day. */
export type ArrearsWord = {
  readonly what: ArrearsStep | Exclude<ArrearsDeed, 'end'>;
  readonly arrear: Arrear;
  readonly until?: string;
  readonly note?: string;
};

type Parts = {
  readonly rows: ArrearsRepository;
  readonly repository: Pick<OrdersRepository, 'find' | 'lock' | 'tell'>;
  readonly orders: Pick<OrdersService, 'move'>;
  readonly money: Pick<OrderMoney, 'waits'>;
  readonly collecting: Pick<Collecting, 'putOff'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  readonly tell: (tx: DbTransaction, order: StoredOrder, word: ArrearsWord, now: Date) => Promise<void>;
};

export type ArrearsService = ReturnType<typeof createArrears>;

/** Parts of one order or person that are told of, and those that a run looks at in one go. */
const mostOwn = 50;
const batch = 100;

export function createArrears({ rows, repository, orders, money, collecting, audit, transact, tell }: Parts) {
  async function oneOf(part: string, now: Date, tx?: DbTransaction): Promise<Arrear | undefined> {
    return arrearsPartPattern.test(part) ? (await rows.overdue(now, 1, { part }, undefined, tx))[0] : undefined;
  }

  /** Whether somebody else is to look for it before its student is asked again. */
  const isLookedFor = async (arrear: Arrear, tx?: DbTransaction): Promise<boolean> =>
    arrear.isLookedFor || (arrear.part.startsWith('p') && (await money.waits(arrear, tx)));

  async function known(arrear: Arrear, tx?: DbTransaction): Promise<Arrear> {
    return { ...arrear, isLookedFor: await isLookedFor(arrear, tx) };
  }

  async function remind({ part, code }: Arrear, now: Date): Promise<number> {
    return transact(async (tx) => {
      const order = await repository.lock(tx, code);
      const found = order && (await oneOf(part, now, tx));
      if (!order || !found) return 0;
      const [reminders, decisions] = [await rows.arrearsReminders(part, tx), await rows.arrearsDecisions(part, tx)];
      const step = reminderDue(await known(found, tx), { reminders, decisions, zone: order.home.zone }, now);
      if (!step) return 0;
      await rows.remindedOfArrear(tx, order.id, found, step, now);
      await tell(tx, order, { what: step, arrear: found }, now);
      return 1;
    });
  }

  return {
    /** Of one order, the oldest first. */
    async of(order: Pick<Order, 'code'>, now: Date): Promise<readonly Arrear[]> {
      return Promise.all((await rows.overdue(now, mostOwn, { code: order.code })).map((one) => known(one)));
    },

    /** What was agreed between provider and student about it, in words; undefined where nothing was. */
    arrangedFor: async (arrear: Arrear): Promise<string | undefined> => arrangedFor(arrear, await rows.arrearsDecisions(arrear.part))?.note,

    /** Of somebody, the oldest first. */
    ofUser: (userId: UserId, now: Date): Promise<readonly Arrear[]> => rows.overdue(now, mostOwn, { userId }),

    /** Of everybody, the oldest first, with its order. */
    async list(now: Date, most: number, after?: Pick<Arrear, 'part' | 'dueAt'>) {
      const found = await rows.overdue(now, most, {}, after);
      const all = await Promise.all(found.map(async (arrear) => ({ order: await repository.find(arrear.code), arrear })));
      return Promise.all(
        all.flatMap(({ order, arrear }) =>
          order ? [Promise.all([known(arrear), rows.arrearsDecisions(arrear.part)]).then(([one, decisions]) => ({ order, arrear: one, decisions }))] : [],
        ),
      );
    },

    /** One of them with all that is known; that it was looked at is written down. Undefined where it is none, or not any more. */
    async see(part: string, staffId: StaffId, now: Date) {
      const found = await oneOf(part, now);
      const order = found && (await repository.find(found.code));
      if (!found || !order) return undefined;
      await transact((tx) => audit.append(tx, { actor: `staff:${staffId}`, action: 'order-seen', subject: `order:${order.id}`, data: {} }));
      const [arrear, decisions, reminders] = await Promise.all([known(found), rows.arrearsDecisions(part), rows.arrearsReminders(part)]);
      return { order, arrear, decisions, reminders, deeds: arrearsDeedsFor(order, now) };
    },

    /** What staff decide about one of them, once it is late. Returns the code of its order. */
    async decide(
      part: string,
      { deed, until, note }: Pick<ArrearsDecision, 'deed' | 'until' | 'note'>,
      staffId: StaffId,
      now: Date,
    ): Promise<Outcome<string, 'unknown' | 'not-now' | 'no-day'>> {
      const seen = await oneOf(part, now);
      if (!seen) return refused('unknown');
      return transact(async (tx): Promise<Outcome<string, 'unknown' | 'not-now' | 'no-day'>> => {
        const order = await repository.lock(tx, seen.code);
        const arrear = order && (await oneOf(part, now, tx));
        // Paid, put off or ended by somebody else meanwhile.
        if (!order || !arrear || !arrearsDeedsFor(order, now).includes(deed)) return refused('not-now');
        const { zone } = order.home;
        if (deed === 'more-time' && (until === undefined || !canWaitUntil(until, todayIn(zone, now)))) return refused('no-day');
        const actor = `staff:${staffId}` as const;
        const subject = `order:${order.id}` as const;
        await rows.decideArrear(tx, order.id, arrear, { deed, until: deed === 'more-time' ? until : undefined, note, staffId, at: now });
        await audit.append(tx, { actor, action: 'arrears-decided', subject, data: { deed, amount: Number(arrear.amount.minor) } });
        if (deed === 'end') {
          const moved = await orders.move(tx, order, 'end-early', { by: 'staff', staffId, note }, now);
          if (!moved.ok) throw new Error(`the stay of order ${order.code} did not end: ${moved.reason}`);
          const data = { from: orderStates.indexOf(order.state), to: orderStates.indexOf(moved.value) };
          await audit.append(tx, { actor, action: 'order-moved', subject, data });
          return done(order.code);
        }
        if (deed === 'more-time' && until !== undefined) {
          const dueAt = dayEndIn(until, zone);
          const id = Number(part.slice(1));
          if (part.startsWith('s')) await rows.putDueOff(tx, part, dueAt);
          else if (!(await collecting.putOff(tx, { kind: 'order', code: order.code }, asId<PaymentRequestId>(id), dueAt))) return refused('not-now');
        }
        await repository.tell(tx, order.id, entryOf(order, deed, 'staff', now, { staffId, note: until === undefined ? note : `${until} ${note}` }));
        await tell(tx, order, { what: deed, arrear, note, ...(until === undefined ? {} : { until }) }, now);
        return done(order.code);
      });
    },

    /** Sends the reminders that are due. Returns how many. */
    async remindAll(now: Date): Promise<number> {
      let [all, last]: [number, Arrear | undefined] = [0, undefined];
      for (;;) {
        const found: readonly Arrear[] = await rows.overdue(now, batch, {}, last);
        all += await countApart(found, (arrear) => remind(arrear, now));
        last = found.at(-1);
        if (found.length < batch || !last) return all;
      }
    },
  };
}
