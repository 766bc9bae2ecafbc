/**
 * The money of an order, whoever collects it. Where the operator does it goes through payments and the ledger; where the supplier does, what is
 * theirs is kept beside the ledger, and payments take the operator's own fees alone.
 */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Collecting } from '#lib/features/payments/payments.schema.ts';
import { dueToBook, duesToSupplier, ownFeesOf } from '#lib/features/quotes/quote.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId, SupplierId, UserId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';
import type { OrdersRepository } from './orders.repository.ts';
import { isSuppliers, sharesOf } from './orders.rules.ts';
import type { Order } from './orders.schema.ts';
import { heldBySupplier, owedBySupplier } from './supplier-dues.schema.ts';

type Owned = Pick<Order, 'id' | 'code' | 'quote' | 'home'> & { readonly userId: UserId };
type Known = Pick<Order, 'id' | 'code' | 'quote'>;

type Parts = {
  readonly collecting: Collecting;
  readonly rows: Pick<OrdersRepository, 'addDue' | 'supplierDues' | 'supplierReturns' | 'withdrawDues' | 'addReturn'>;
};

export type OrderMoney = ReturnType<typeof createOrderMoney>;

export function createOrderMoney({ collecting, rows }: Parts) {
  const ref = ({ code }: Pick<Order, 'code'>) => ({ kind: 'order', code }) as const;

  /** What there is to give back of: with us, or with a supplier who collects. Undefined where nothing was ever paid. */
  async function kept(order: Known, tx?: DbTransaction): Promise<Money | undefined> {
    if (!isSuppliers(order)) return collecting.kept(ref(order), tx);
    return heldBySupplier(await rows.supplierDues(order.id, tx), await rows.supplierReturns(order.id, tx));
  }

  /** What of an order is still there, more than nothing: with us, and with a supplier who collects. */
  async function heldOf(order: Known, tx?: DbTransaction): Promise<{ readonly own: Money | undefined; readonly theirs: Money | undefined }> {
    const some = (money: Money | undefined): Money | undefined => (money && money.minor > 0n ? money : undefined);
    const own = some(await collecting.kept(ref(order), tx));
    return { own, theirs: isSuppliers(order) ? some(await kept(order, tx)) : undefined };
  }

  /** All that is still there goes back, from whoever has it: rent, deposit and our own fees. Returns whether there was anything. */
  async function everythingBack(
    tx: DbTransaction,
    order: Known,
    { reason, by }: { readonly reason: string; readonly by: StaffId | 'system' },
    now: Date,
  ): Promise<boolean> {
    const { own, theirs } = await heldOf(order, tx);
    const sent = own && (await collecting.refund(tx, ref(order), { amount: own, reason, by }, now));
    if (sent?.ok === false) throw new Error(`what order ${order.code} gives back could not be sent: ${sent.reason}`);
    if (theirs) await rows.addReturn(tx, order.id, theirs, now);
    return own !== undefined || theirs !== undefined;
  }

  return {
    kept,
    everythingBack,
    /** From here to the end of the transaction nobody else moves money of it. */
    inTurn: (tx: DbTransaction, order: Pick<Order, 'code'>): Promise<void> => collecting.inTurn(tx, ref(order)),

    /** Whether anything that was paid is still there, with us or with a supplier who collects. */
    async isHeld(order: Known, tx?: DbTransaction): Promise<boolean> {
      const { own, theirs } = await heldOf(order, tx);
      return own !== undefined || theirs !== undefined;
    },

    /** Asks for what is paid to book. */
    async askToBook(tx: DbTransaction, order: Owned, dueAt: Date, now: Date): Promise<void> {
      const { userId, quote, home } = order;
      const amount = isSuppliers(order) ? ownFeesOf(quote) : dueToBook(quote);
      const shares = sharesOf(quote, asId<SupplierId>(home.supplierId));
      if (amount.minor > 0n || !isSuppliers(order)) await collecting.ask(tx, { ...ref(order), userId, amount, shares, dueAt }, now);
      if (!isSuppliers(order)) return;
      for (const due of duesToSupplier(quote)) if (due.on === 'booking') await rows.addDue(tx, order.id, { ...due, dueAt });
    },

    /** Asks for a part of the price that comes later: of rent alone. */
    async askDue(tx: DbTransaction, order: Owned, due: { readonly on: string; readonly amount: Money }, dueAt: Date, now: Date): Promise<void> {
      if (isSuppliers(order)) return rows.addDue(tx, order.id, { ...due, dueAt });
      const share = { payee: 'supplier', supplierId: asId<SupplierId>(order.home.supplierId), what: 'rent', amount: due.amount } as const;
      await collecting.ask(tx, { ...ref(order), userId: order.userId, amount: due.amount, shares: [share], dueAt }, now);
    },

    /** Takes back what was asked and not paid. */
    async withdraw(tx: DbTransaction, order: Known, now: Date): Promise<void> {
      await collecting.withdraw(tx, ref(order), now);
      if (isSuppliers(order)) await rows.withdrawDues(tx, order.id);
    },

    /** Sends so much back; of a supplier who collects it is written down that they owe it. */
    async giveBack(
      tx: DbTransaction,
      order: Known,
      { amount, reason, by }: { readonly amount: Money; readonly reason: string; readonly by: StaffId | 'system' },
      now: Date,
    ): Promise<void> {
      if (isSuppliers(order)) {
        const held = await kept(order, tx);
        if (!held || held.minor < amount.minor) throw new Error(`the supplier of order ${order.code} has not got what they are to give back`);
        return rows.addReturn(tx, order.id, amount, now);
      }
      const sent = await collecting.refund(tx, ref(order), { amount, reason, by }, now);
      // An order that waits for money which nobody sends back would wait for ever.
      if (!sent.ok) throw new Error(`what order ${order.code} gives back could not be sent: ${sent.reason}`);
    },

    /** Of an order that came to nothing where the supplier collects: all that came goes back, from whoever has it. Returns whether there was anything. */
    giveAllBack: async (tx: DbTransaction, order: Known, now: Date): Promise<boolean> =>
      isSuppliers(order) && (await everythingBack(tx, order, { reason: 'withdrawn', by: 'system' }, now)),

    /** Of an order whose bed was gone when all had come: what a supplier who collects has is owed back. Our own part goes back by who tells of it. */
    async supplierBack(tx: DbTransaction, order: Known, now: Date): Promise<void> {
      const { theirs } = await heldOf(order, tx);
      if (theirs) await rows.addReturn(tx, order.id, theirs, now);
      if (isSuppliers(order)) await rows.withdrawDues(tx, order.id);
    },

    /** Whether all that books has come where the supplier collects: their part by their word, our fees by a payment. */
    async isPaid(tx: DbTransaction, order: Known): Promise<boolean> {
      const own = ownFeesOf(order.quote).minor;
      const came = own === 0n || ((await collecting.kept(ref(order), tx))?.minor ?? 0n) >= own;
      return came && (await rows.supplierDues(order.id, tx)).every(({ on, state }) => on !== 'booking' || state === 'received');
    },

    /** What a supplier who collects owes back and has not sent. */
    async owedBack(order: Known, tx?: DbTransaction): Promise<Money | undefined> {
      return isSuppliers(order) ? owedBySupplier(await rows.supplierReturns(order.id, tx)) : undefined;
    },

    /** Whether anything of what was paid to us is on its way back. */
    returning: (order: Pick<Order, 'code'>, tx: DbTransaction): Promise<boolean> => collecting.returning(ref(order), tx),

    /** Whether a transfer for it waits for staff. */
    waits: (order: Pick<Order, 'code'>, tx?: DbTransaction): Promise<boolean> => collecting.waits(ref(order), tx),

    /** Whether anything is asked for through us that was not paid. */
    owes: async (order: Pick<Order, 'code'>): Promise<boolean> =>
      (await collecting.requestsOf(ref(order))).some(({ state }) => state === 'open' || state === 'part_paid'),

    /** What has come back of what was paid through us; undefined where nothing has. */
    async cameBack(order: Pick<Order, 'code'>): Promise<Money | undefined> {
      const [requests, left] = await Promise.all([collecting.requestsOf(ref(order)), collecting.kept(ref(order))]);
      const paid = requests.reduce((sum, request) => sum + request.paid.minor, 0n);
      return left && paid > left.minor ? { minor: paid - left.minor, currency: left.currency } : undefined;
    },

    lost: (order: Pick<Order, 'code'>): Promise<Money | undefined> => collecting.lost(ref(order)),
    askAgain: (tx: DbTransaction, order: Pick<Order, 'code'>, dueAt: Date, now: Date) => collecting.askAgain(tx, ref(order), dueAt, now),

    duesOf: (order: Pick<Order, 'id'>, tx?: DbTransaction) => rows.supplierDues(order.id, tx),
    returnsOf: (order: Pick<Order, 'id'>, tx?: DbTransaction) => rows.supplierReturns(order.id, tx),
  };
}
