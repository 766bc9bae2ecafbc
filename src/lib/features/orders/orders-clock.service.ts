/** What happens to orders by the clock: what waited too long ends, stays end, people are reminded and asked, and documents go in time. */
import { addDays, dayEndIn, dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import { countApart } from '#lib/jobs/apart.ts';
import type { Money } from '#lib/money/money.ts';
import { waitingStates } from './order.process.rules.ts';
import type { OrderMoney } from './order-money.service.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import { asksSomething, entryOf, isBooked, nextDue, remindedHours } from './orders.rules.ts';
import { askedAhead, movedInAsked } from './orders.schema.ts';
import type { OrdersService } from './orders.service.ts';

export type OrdersClock = ReturnType<typeof createOrdersClock>;

type Parts = {
  readonly repository: OrdersRepository;
  readonly orders: Pick<OrdersService, 'move'>;
  readonly money: Pick<OrderMoney, 'askDue' | 'waits'>;
  /** Days for which documents are kept once an order is over. */
  readonly documentDays: number;
  readonly releaseFile: (tx: DbTransaction, file: string, now: Date) => Promise<void>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Reminds the applicant of a step whose time runs out. */
  readonly remind: (tx: DbTransaction, order: StoredOrder, now: Date) => Promise<void>;
  /** Asks the applicant whether they have moved in. */
  readonly askMovedIn: (tx: DbTransaction, order: StoredOrder, now: Date) => Promise<void>;
  /** Tells the applicant that a part of the price is due. */
  readonly tellDue: (tx: DbTransaction, order: StoredOrder, due: { readonly on: string; readonly amount: Money }, now: Date) => Promise<void>;
};

/** Orders that one run sees to. */
const most = 100;

export function createOrdersClock({ repository, orders, money, documentDays, releaseFile, transact, remind, askMovedIn, tellDue }: Parts) {
  /** Works on each of these orders, locked, in a transaction of its own. Returns what the work counted. */
  const eachOf = (codes: readonly string[], work: (tx: DbTransaction, order: StoredOrder) => Promise<number>): Promise<number> =>
    countApart(codes, (code) =>
      transact(async (tx) => {
        const order = await repository.lock(tx, code);
        return order ? work(tx, order) : 0;
      }),
    );

  return {
    /** Ends what waited too long, and stays that are over. Returns how many. */
    async runClock(now: Date): Promise<number> {
      const [late, over] = [await repository.due(now, most), await repository.ended(now, most)];
      return eachOf([...late, ...over], async (tx, order) => {
        const isLate = late.includes(order.code);
        if (isLate && (!order.deadline || order.deadline > now)) return 0;
        return (await orders.move(tx, order, isLate ? 'lapse' : 'complete', { by: 'clock' }, now)).ok ? 1 : 0;
      });
    },

    /** Reminds people of what they have to do before its time is over, once in each state. Returns how many. */
    async remindAll(now: Date): Promise<number> {
      const until = new Date(now.getTime() + remindedHours * 3_600_000);
      const states = waitingStates.filter(asksSomething);
      return eachOf(await repository.nearDeadline(states, now, until, most), async (tx, order) => {
        if (!order.deadline || !states.some((one) => one === order.state) || order.deadline > until || order.deadline <= now) return 0;
        // They have done what they could: it is staff who look.
        if (order.state === 'to_pay' && order.payBy && (await money.waits(order, tx))) return 0;
        await repository.reminded(tx, order.id, now);
        await remind(tx, order, now);
        return 1;
      });
    },

    /**
     * Asks those whose first day has come whether they have moved in, and once more after the last. An order whose stay nobody confirmed stays
     * confirmed: only who lived there, or staff, can say that it was a stay. Returns how many were asked.
     */
    async askMovedIn(now: Date): Promise<number> {
      return eachOf(await repository.notMovedIn(now, movedInAsked, most), async (tx, order) => {
        if (order.state !== 'confirmed') return 0;
        await repository.reminded(tx, order.id, now);
        await askMovedIn(tx, order, now);
        return 1;
      });
    },

    /** Asks for the parts of the price that fall due soon. Returns how many were asked for. */
    async askDues(now: Date): Promise<number> {
      const until = addDays(now.toISOString().slice(0, 10), askedAhead);
      return eachOf(await repository.withDues(until, most), async (tx, order) => {
        const due = nextDue(order.quote, order.askedDues);
        if (!due || due.on > until || order.userId === undefined || !isBooked(order.state)) return 0;
        // Until its day is over where the home is.
        await money.askDue(tx, { ...order, userId: order.userId }, due, dayEndIn(due.on, order.home.zone), now);
        await repository.askedDue(tx, order.id);
        await repository.tell(tx, order.id, entryOf(order, 'due', 'clock', now));
        await tellDue(tx, order, due, now);
        return 1;
      });
    },

    /** Lets documents go whose order or stay has been over for as long as they are kept. Returns how many. */
    async forgetDocuments(now: Date): Promise<number> {
      const before = new Date(now.getTime() - documentDays * dayMs);
      let all = 0;
      for (;;) {
        const count = await transact(async (tx) => {
          const files = await repository.takeFiles(tx, before, most);
          for (const file of files) await releaseFile(tx, file, now);
          return files.length;
        });
        all += count;
        if (count < most) return all;
      }
    },
  };
}
