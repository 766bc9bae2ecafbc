import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId, SupplierId } from '#lib/ids/ids.ts';
import type { SupplierTerms } from './supplier-terms.schema.ts';

/** One version of a provider's terms. */
type StoredTerms = SupplierTerms & { readonly sealed: string | undefined; readonly setAt: Date };

type ListedSupplier = { readonly id: SupplierId; readonly name: string };

export type SupplierTermsRepository = ReturnType<typeof createSupplierTermsRepository>;

export function createSupplierTermsRepository(db: Db) {
  return {
    /** What holds for a provider now; undefined where nobody has set anything. */
    async of(supplierId: SupplierId, on: Db | DbTransaction = db): Promise<StoredTerms | undefined> {
      const row = await on.selectFrom('supplier_terms').selectAll().where('supplier_id', '=', supplierId).orderBy('id', 'desc').limit(1).executeTakeFirst();
      return row && { id: row.id, collects: row.collects, waitHours: row.wait_hours ?? undefined, sealed: row.sealed ?? undefined, setAt: row.set_at };
    },

    async sealedOf(id: number): Promise<string | undefined> {
      return (await db.selectFrom('supplier_terms').select('sealed').where('id', '=', id).executeTakeFirst())?.sealed ?? undefined;
    },

    async add(
      tx: DbTransaction,
      {
        supplierId,
        collects,
        waitHours,
        sealed,
        by,
      }: Omit<SupplierTerms, 'id'> & { readonly supplierId: SupplierId; readonly sealed: string | undefined; readonly by: StaffId },
      now: Date,
    ): Promise<void> {
      await tx
        .insertInto('supplier_terms')
        .values({ supplier_id: supplierId, collects, wait_hours: waitHours ?? null, sealed: sealed ?? null, set_by: by, set_at: now })
        .execute();
    },

    async nameOf(supplierId: SupplierId): Promise<string | undefined> {
      return (await db.selectFrom('suppliers').select('name').where('id', '=', supplierId).executeTakeFirst())?.name;
    },

    /** Providers in the order of their numbers, after one. */
    async suppliers(after: number, most: number): Promise<readonly ListedSupplier[]> {
      const rows = await db.selectFrom('suppliers').select(['id', 'name']).where('id', '>', after).orderBy('id').limit(most).execute();
      return rows.map(({ id, name }) => ({ id: asId<SupplierId>(id), name }));
    },
  };
}
