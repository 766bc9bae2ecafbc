import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { StaffId, SupplierId } from '#lib/ids/ids.ts';

/** A provider with the newest version of who they are in law, if staff have said. */
type StoredParty = {
  readonly name: string;
  readonly slug: string;
  readonly isSample: boolean;
  readonly sealed: string | undefined;
  readonly setAt: Date | undefined;
};

export type SupplierPartiesRepository = ReturnType<typeof createSupplierPartiesRepository>;

export function createSupplierPartiesRepository(db: Db) {
  return {
    async of(supplierId: SupplierId, on: Db | DbTransaction = db): Promise<StoredParty | undefined> {
      const row = await on
        .selectFrom('suppliers')
        .leftJoin('supplier_parties', 'supplier_parties.supplier_id', 'suppliers.id')
        .select(['name', 'slug', 'is_sample', 'sealed', 'set_at'])
        .where('suppliers.id', '=', supplierId)
        .orderBy('supplier_parties.id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && { name: row.name, slug: row.slug, isSample: row.is_sample, sealed: row.sealed ?? undefined, setAt: row.set_at ?? undefined };
    },

    async add(
      tx: DbTransaction,
      { supplierId, sealed, by }: { readonly supplierId: SupplierId; readonly sealed: string; readonly by: StaffId },
      now: Date,
    ): Promise<void> {
      await tx.insertInto('supplier_parties').values({ supplier_id: supplierId, sealed, set_by: by, set_at: now }).execute();
    },
  };
}
