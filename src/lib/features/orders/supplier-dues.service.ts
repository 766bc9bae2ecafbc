/**
 * What is paid to suppliers who collect: applicants bring proofs, and the supplier says by a link whether it came, or staff record what they
 * say. No money of it is ever ours.
 */
import type { DbTransaction } from '#lib/db/database.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { FileOwner } from '#lib/features/uploads/uploads.schema.ts';
import type { BedKeeping } from '#lib/features/stock/stock.schema.ts';
import type { StaffId, UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { OfferChanges } from './offer-changes.service.ts';
import type { OrderMoney } from './order-money.service.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import type { OrdersService } from './orders.service.ts';
import type { SupplierLinksService } from '#lib/features/supplier-links/supplier-links.service.ts';
import { entryOf } from './orders.rules.ts';
import type { TimelineEntry } from './orders.schema.ts';
import { payableDue, supplierActsFor, supplierWordsFor } from './supplier-dues.schema.ts';
import type { SupplierAct, SupplierDue, SupplierWord } from './supplier-dues.schema.ts';

type Parts = {
  readonly repository: OrdersRepository;
  readonly orders: Pick<OrdersService, 'move' | 'own' | 'waitOf'>;
  readonly money: OrderMoney;
  readonly beds: Pick<BedKeeping, 'keepUntil'>;
  readonly uploads: Pick<UploadsService, 'claim' | 'release' | 'describe'>;
  readonly changes: OfferChanges;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  readonly links: Pick<SupplierLinksService, 'make' | 'open' | 'used'>;
  /** Tells the applicant what is said of a proof. */
  readonly tell: (tx: DbTransaction, order: StoredOrder, entry: TimelineEntry) => Promise<void>;
  /** Tells the applicant that a part of the price has come to the supplier. */
  readonly tellReceived: (tx: DbTransaction, order: StoredOrder, due: SupplierDue, now: Date) => Promise<void>;
};

export type SupplierDuesService = ReturnType<typeof createSupplierDues>;

/** Under which name a proof stands among the files of an order. */
const proofKind = (due: number): string => `supplier_proof${due}`;

export function createSupplierDues({ repository, orders, money, beds, uploads, changes, links, transact, tell, tellReceived }: Parts) {
  /** The supplier has the money: books where that was all, and is owed back where it came too late. */
  async function received(tx: DbTransaction, order: StoredOrder, due: SupplierDue, staffId: StaffId | undefined, now: Date): Promise<void> {
    await repository.receiveDue(tx, due.id, staffId, now);
    await repository.tell(tx, order.id, entryOf(order, 'supplier-paid', staffId === undefined ? 'supplier' : 'staff', now, { staffId }));
    if (due.on !== 'booking') return tellReceived(tx, order, due, now);
    const isLate = order.state === 'expired' || order.state === 'cancelled';
    const isPaid = order.state !== 'cancelled' && (await money.isPaid(tx, order));
    if (isPaid) {
      const moved = await orders.move(tx, order, 'pay', { by: 'payment' }, now);
      if (moved.ok) return;
    }
    // Until our own fee has come it waits, and its deadline ends it. Where all has come and the bed is gone, there is nothing to wait for.
    if (!isLate && !isPaid) return tellReceived(tx, order, due, now);
    await money.giveAllBack(tx, order, now);
    await orders.move(tx, order, 'refund', { by: 'payment' }, now);
  }

  /** The supplier has not found it: the proof is asked for anew, and the applicant reads why. */
  async function notFound(tx: DbTransaction, order: StoredOrder, due: SupplierDue, said: Pick<TimelineEntry, 'staffId' | 'note'>, now: Date): Promise<void> {
    const entry = entryOf(order, 'supplier-refused', said.staffId === undefined ? 'supplier' : 'staff', now, said);
    await repository.refuseProof(tx, due.id);
    await repository.tell(tx, order.id, entry);
    await tell(tx, order, entry);
  }

  return {
    /**
     * A proof that it was sent, in the place of the one before. The first one for what books has the bed kept for as long as the supplier may need to
     * look, and is not taken for what was changed since the offer.
     */
    async bring(
      userId: UserId,
      code: string,
      file: string,
      owner: FileOwner,
      now: Date,
    ): Promise<Outcome<null, 'unknown' | 'not-now' | 'no-file' | 'offer-changed'>> {
      const seen = await orders.own(userId, code);
      const changed = seen && (await changes.of(seen, now));
      return transact<Outcome<null, 'unknown' | 'not-now' | 'no-file' | 'offer-changed'>>(async (tx) => {
        const order = await orders.own(userId, code, tx);
        if (!order) return refused('unknown');
        const due = payableDue(order.state, await money.duesOf(order, tx));
        if (!due) return refused('not-now');
        if (due.proof === file) return done(null);
        // What was sent before the change is looked for still, with a clearer proof where it helps.
        if (changed && due.proof === undefined) return refused('offer-changed');
        if (!(await uploads.claim(tx, file, 'voucher', owner, now))) return refused('no-file');
        if (due.proof !== undefined) await uploads.release(tx, due.proof, now);
        const wait = new Date(now.getTime() + orders.waitOf(order) * 3_600_000);
        const isFirst = due.proofAt === undefined && order.state === 'to_pay';
        const until = isFirst && order.deadline && order.deadline < wait ? wait : undefined;
        await repository.putProof(tx, due.id, { file, at: now, until });
        await repository.putFile(tx, order.id, proofKind(due.id), file, now);
        if (until) {
          await repository.putDeadline(tx, order.id, until);
          await beds.keepUntil(tx, order.id, until);
        }
        await repository.tell(tx, order.id, entryOf(order, 'supplier-proof', 'applicant', now));
        // Where staff have no address of theirs, or have written often enough, the staff ask as before.
        await links.make(tx, order, { purpose: 'payment' }, { by: 'student', actor: `person:${userId}` }, now);
        return done(null);
      });
    },

    /** What staff record of a supplier's word, as part of a transaction that has the order locked. */
    async record(
      tx: DbTransaction,
      order: StoredOrder,
      act: SupplierAct,
      { staffId, note }: { readonly staffId: StaffId; readonly note: string },
      now: Date,
    ): Promise<Outcome<null, 'not-now'>> {
      const dues = await money.duesOf(order, tx);
      if (!supplierActsFor(order.state, dues, await money.returnsOf(order, tx)).includes(act)) return refused('not-now');
      if (act === 'supplier-returned') {
        await repository.putReturned(tx, order.id, { by: staffId, note }, now);
        await repository.tell(tx, order.id, entryOf(order, 'supplier-returned', 'staff', now, { staffId }));
        // What was paid to us may be on its way yet: payments tell when it has gone.
        if (order.state === 'refunding' && !(await money.returning(order, tx))) await orders.move(tx, order, 'refunded', { by: 'payment' }, now);
        return done(null);
      }
      const due = payableDue(order.state, dues);
      if (!due) return refused('not-now');
      if (act === 'supplier-paid') {
        await received(tx, order, due, staffId, now);
        return done(null);
      }
      await notFound(tx, order, due, { staffId, note }, now);
      return done(null);
    },

    /** What a link of a supplier shows; `due` undefined where nothing is to be paid to them now. */
    async opened(key: string, now: Date): Promise<{ readonly order: StoredOrder; readonly due: SupplierDue | undefined } | undefined> {
      const link = await links.open('payment', key, now);
      const order = link && (await repository.find(link.code));
      return order && { order, due: payableDue(order.state, await money.duesOf(order)) };
    },

    /** What a supplier says by a link, of the part of the price that they read of. */
    async answer(
      key: string,
      { due: seen, word, note }: { readonly due: number; readonly word: SupplierWord; readonly note: string },
      now: Date,
    ): Promise<Outcome<null, 'unknown' | 'not-now'>> {
      return transact<Outcome<null, 'unknown' | 'not-now'>>(async (tx) => {
        const link = await links.open('payment', key, now, tx);
        const order = link && (await repository.lock(tx, link.code));
        if (!link || !order) return refused('unknown');
        const due = payableDue(order.state, await money.duesOf(order, tx));
        if (due?.id !== seen || !supplierWordsFor(due).includes(word)) return refused('not-now');
        if (word === 'received') await received(tx, order, due, undefined, now);
        else await notFound(tx, order, due, { staffId: undefined, note }, now);
        await links.used(tx, link, now);
        return done(null);
      });
    },

    /** The proof of a part of the price, as who brought it calls it. */
    proofOf: async ({ proof }: SupplierDue, now: Date) => (proof === undefined ? undefined : uploads.describe(proof, now)),
  };
}
