/** What is owed to suppliers who collect by themselves, and what they owe back. */
import type { Selectable } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { OrderId, StaffId, UserId } from '#lib/ids/ids.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';
import type { OrdersTables } from './orders.tables.ts';
import type { SupplierDue, SupplierReturn } from './supplier-dues.schema.ts';

function moneyOf({ minor, currency }: { readonly minor: bigint; readonly currency: string }): Money {
  if (!isCurrency(currency)) throw new TypeError(`nobody knows the currency ${currency}`);
  return { minor: BigInt(minor), currency };
}

const dueOf = (row: Selectable<OrdersTables['supplier_dues']>): SupplierDue => ({
  id: row.id,
  on: row.due_on,
  amount: moneyOf(row),
  dueAt: row.due_at,
  state: row.state,
  proof: row.proof ?? undefined,
  proofAt: row.proof_at ?? undefined,
  receivedAt: row.received_at ?? undefined,
});

export function supplierDueRows(db: Db) {
  return {
    async addDue(tx: DbTransaction, id: OrderId, { on, amount, dueAt }: Pick<SupplierDue, 'on' | 'amount' | 'dueAt'>): Promise<void> {
      await tx.insertInto('supplier_dues').values({ order_id: id, due_on: on, currency: amount.currency, minor: amount.minor, due_at: dueAt }).execute();
    },

    /** Oldest first. */
    async supplierDues(id: OrderId, on: Db | DbTransaction = db): Promise<readonly SupplierDue[]> {
      const rows = await on.selectFrom('supplier_dues').selectAll().where('order_id', '=', id).orderBy('id').execute();
      return rows.map(dueOf);
    },

    /** Of all orders of somebody, oldest first. */
    async supplierDuesOf(userId: UserId): Promise<ReadonlyMap<OrderId, readonly SupplierDue[]>> {
      const rows = await db
        .selectFrom('supplier_dues')
        .innerJoin('orders', 'orders.id', 'order_id')
        .selectAll('supplier_dues')
        .where('orders.user_id', '=', userId)
        .orderBy('supplier_dues.id')
        .limit(500)
        .execute();
      const byOrder = Map.groupBy(rows, (row) => asId<OrderId>(row.order_id));
      return new Map([...byOrder].map(([id, dues]) => [id, dues.map(dueOf)]));
    },

    async supplierReturns(id: OrderId, on: Db | DbTransaction = db): Promise<readonly SupplierReturn[]> {
      const rows = await on.selectFrom('supplier_returns').selectAll().where('order_id', '=', id).orderBy('id').execute();
      return rows.map((row) => ({ id: row.id, amount: moneyOf(row), owedAt: row.owed_at, returnedAt: row.returned_at ?? undefined }));
    },

    async withdrawDues(tx: DbTransaction, id: OrderId): Promise<void> {
      await tx.updateTable('supplier_dues').set({ state: 'withdrawn' }).where('order_id', '=', id).where('state', '=', 'open').execute();
    },

    /** @param until what books is waited for so long. */
    async putProof(tx: DbTransaction, due: number, { file, at, until }: { readonly file: string; readonly at: Date; readonly until: Date | undefined }) {
      await tx
        .updateTable('supplier_dues')
        .set({ proof: file, proof_at: at, ...(until ? { due_at: until } : {}) })
        .where('id', '=', due)
        .execute();
    },

    async refuseProof(tx: DbTransaction, due: number): Promise<void> {
      await tx.updateTable('supplier_dues').set({ proof_at: null }).where('id', '=', due).execute();
    },

    /** @param by of the staff; undefined where the supplier said it by a link. */
    async receiveDue(tx: DbTransaction, due: number, by: StaffId | undefined, now: Date): Promise<void> {
      await tx
        .updateTable('supplier_dues')
        .set({ state: 'received', received_at: now, received_by: by ?? null, received_by_link: by === undefined, proof_at: null })
        .where('id', '=', due)
        .execute();
    },

    async addReturn(tx: DbTransaction, id: OrderId, { minor, currency }: Money, now: Date): Promise<void> {
      await tx.insertInto('supplier_returns').values({ order_id: id, minor, currency, owed_at: now }).execute();
    },

    async putReturned(tx: DbTransaction, id: OrderId, { by, note }: { readonly by: StaffId; readonly note: string }, now: Date): Promise<void> {
      await tx
        .updateTable('supplier_returns')
        .set({ returned_at: now, recorded_by: by, note })
        .where('order_id', '=', id)
        .where('returned_at', 'is', null)
        .execute();
    },

    /** An order waits longer, as for a supplier who looks for a transfer. */
    async putDeadline(tx: DbTransaction, id: OrderId, deadline: Date): Promise<void> {
      await tx.updateTable('orders').set({ deadline }).where('id', '=', id).execute();
    },
  };
}
