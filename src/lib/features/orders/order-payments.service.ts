/** What payments mean to an order: what has come, what has gone back, and what a bank took back. */
import { dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import type { Looked } from '#lib/features/payments/payments.schema.ts';
import type { BedKeeping } from '#lib/features/stock/stock.schema.ts';
import type { Money } from '#lib/money/money.ts';
import type { OrderMoney } from './order-money.service.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import { deadlineByLook, entryOf, isBooked, isSuppliers, paidBack } from './orders.rules.ts';
import { askedAgainDays } from './orders.schema.ts';
import type { OrdersService } from './orders.service.ts';

export type OrderPayments = ReturnType<typeof createOrderPayments>;

type Parts = {
  readonly repository: Pick<OrdersRepository, 'find' | 'lock' | 'tell' | 'waitUntil'>;
  readonly orders: Pick<OrdersService, 'move'>;
  readonly money: Pick<OrderMoney, 'askAgain' | 'cameBack' | 'isPaid' | 'supplierBack' | 'owedBack' | 'owes' | 'waits'>;
  readonly beds: Pick<BedKeeping, 'keepUntil'>;
  /** Tells the applicant that staff looked for a transfer in vain, and until when they can pay. */
  readonly tellUnfound: (tx: DbTransaction, order: StoredOrder, reference: string, now: Date) => Promise<void>;
  /** Tells them until when the rest can be paid, where a part has come. */
  readonly tellRest: (tx: DbTransaction, order: StoredOrder, now: Date) => Promise<void>;
  /** Tells the applicant that a sponsor has paid. */
  readonly tellSponsored: (tx: DbTransaction, order: StoredOrder, came: { readonly reference: string; readonly amount: Money }, now: Date) => Promise<void>;
  /** Tells the applicant what a bank took back, and until when it is asked for once more. */
  readonly tellDue: (
    tx: DbTransaction,
    order: StoredOrder,
    due: { readonly on: string; readonly amount: Money; readonly isAgain: true },
    now: Date,
  ) => Promise<void>;
};

export function createOrderPayments({ repository, orders, money, beds, tellUnfound, tellRest, tellSponsored, tellDue }: Parts) {
  /** Until when a bed is kept beyond the order's own deadline, for a transfer that waits for staff; undefined where it is not. */
  const keptUntil = async (order: StoredOrder): Promise<Date | undefined> =>
    order.state === 'to_pay' && order.payBy && (await money.waits(order)) ? order.deadline : undefined;

  return {
    keptUntil,
    keptUntilOf: async (code: string): Promise<Date | undefined> => {
      const order = await repository.find(code);
      return order && keptUntil(order);
    },

    /**
     * What payments tell: a transfer for it waits for staff, or they have looked. The order and its bed wait as long. What comes once its time is
     * over keeps nothing: the bed may be somebody else's by then. Returns until when it can be paid; undefined where that stays.
     */
    async looked(tx: DbTransaction, code: string, { what, reference, waits }: Looked & { readonly waits: boolean }, now: Date): Promise<Date | undefined> {
      const order = await repository.lock(tx, code);
      if (order?.state !== 'to_pay' || !order.deadline || order.deadline <= now) return undefined;
      if (what === 'proof') await repository.tell(tx, order.id, entryOf(order, 'transfer-proof', 'applicant', now));
      if (what === 'unfound') await repository.tell(tx, order.id, entryOf(order, 'transfer-unfound', 'staff', now));
      const { deadline: before, payBy = before } = order;
      const found = waits || order.payBy ? deadlineByLook({ deadline: before, payBy }, waits, now) : before;
      // A supplier who collects may be looking for their part meanwhile.
      const deadline = isSuppliers(order) && found < before ? before : found;
      const waiting = { ...order, deadline, payBy };
      if (deadline.getTime() !== before.getTime()) {
        await repository.waitUntil(tx, order.id, waiting);
        await beds.keepUntil(tx, order.id, deadline);
      }
      if (what === 'unfound') await tellUnfound(tx, waiting, reference, now);
      else if (!waits && order.payBy) await tellRest(tx, waiting, now);
      return deadline;
    },

    cameBack: money.cameBack,
    owes: money.owes,

    /** Asks once more for what a bank took back for good; the home stays whose it is. Returns false where that is nothing. */
    async askAgain(
      tx: DbTransaction,
      order: StoredOrder,
      { staffId, note }: { readonly staffId: StaffId; readonly note: string },
      now: Date,
    ): Promise<boolean> {
      const dueAt = new Date(now.getTime() + askedAgainDays * dayMs);
      const asked = await money.askAgain(tx, order, dueAt, now);
      if (!asked.ok) return false;
      await repository.tell(tx, order.id, entryOf(order, 'ask-again', 'staff', now, { staffId, note }));
      await tellDue(tx, order, { on: dueAt.toISOString().slice(0, 10), amount: asked.value, isAgain: true }, now);
      return true;
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
      const moved = isWhole ? await orders.move(tx, order, 'pay', { by: 'payment' }, now) : undefined;
      if (moved?.ok) return 'accepted';
      // Its bed is somebody else's, whether or not the clock has ended it yet: there is nothing left to wait for.
      if (order.state === 'to_pay') await money.supplierBack(tx, order, now);
      await orders.move(tx, order, 'refund', { by: 'payment' }, now);
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
      else if (!(await money.owedBack(order, tx))) await orders.move(tx, order, 'refunded', { by: 'payment' }, now);
    },
  };
}
