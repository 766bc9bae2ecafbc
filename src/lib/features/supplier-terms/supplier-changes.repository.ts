import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { Tables } from '#lib/db/tables.ts';
import { defaultLocale, locales } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId, SupplierId } from '#lib/ids/ids.ts';
import { changeHours } from './supplier-changes.schema.ts';
import type { ChangeKind, ChangeNeed, NewAddress, SupplierChange } from './supplier-changes.schema.ts';

export type StoredChange = SupplierChange & { readonly sealed: string };

const changeOf = (row: Selectable<Tables['supplier_changes']>): StoredChange => ({
  id: row.id,
  supplierId: asId<SupplierId>(row.supplier_id),
  kind: row.kind,
  needs: row.needs,
  sealed: row.sealed,
  setBy: asId<StaffId>(row.set_by),
  setAt: row.set_at,
  metAt: row.met_at ?? undefined,
  withdrawnAt: row.withdrawn_at ?? undefined,
  countedAt: row.counted_at ?? undefined,
});

/** Changes that are made to count in one go. */
const batch = 100;

export type SupplierChangesRepository = ReturnType<typeof createSupplierChangesRepository>;

export function createSupplierChangesRepository(db: Db) {
  const open = (on: Db | DbTransaction) => on.selectFrom('supplier_changes').selectAll().where('counted_at', 'is', null).where('withdrawn_at', 'is', null);

  return {
    async add(
      tx: DbTransaction,
      change: {
        readonly supplierId: SupplierId;
        readonly kind: ChangeKind;
        readonly needs: ChangeNeed;
        readonly sealed: string;
        readonly digest: string | undefined;
        readonly by: StaffId;
      },
      now: Date,
    ): Promise<number> {
      const { supplierId, kind, needs, sealed, digest, by } = change;
      const { id } = await tx
        .insertInto('supplier_changes')
        .values({ supplier_id: supplierId, kind, needs, sealed, digest: digest ?? null, set_by: by, set_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    async ofSupplier(supplierId: SupplierId, on: Db | DbTransaction = db): Promise<readonly StoredChange[]> {
      return (await open(on).where('supplier_id', '=', supplierId).orderBy('id').execute()).map(changeOf);
    },

    async find(id: number, tx?: DbTransaction): Promise<StoredChange | undefined> {
      const row = await open(tx ?? db)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && changeOf(row);
    },

    /** Also one that counts or was withdrawn. */
    async byDigest(digest: string, tx?: DbTransaction): Promise<StoredChange | undefined> {
      const row = await (tx ?? db).selectFrom('supplier_changes').selectAll().where('digest', '=', digest).executeTakeFirst();
      return row && changeOf(row);
    },

    /** What may be old enough to count: the rules say whether it does. */
    async old(now: Date): Promise<readonly StoredChange[]> {
      const before = new Date(now.getTime() - changeHours * 3_600_000);
      return (await open(db).where('set_at', '<=', before).orderBy('id').limit(batch).execute()).map(changeOf);
    },

    /** Providers with something that waits. */
    async waiting(): Promise<ReadonlySet<number>> {
      const rows = await open(db).clearSelect().select('supplier_id').distinct().limit(10_000).execute();
      return new Set(rows.map(({ supplier_id }) => supplier_id));
    },

    async set(
      tx: DbTransaction,
      id: number,
      change: Partial<{ met_at: Date; met_by: StaffId; withdrawn_at: Date; withdrawn_by: StaffId | null; counted_at: Date }>,
    ): Promise<void> {
      await tx.updateTable('supplier_changes').set(change).where('id', '=', id).execute();
    },

    /** Where a provider is written to; undefined where nothing counts yet. */
    async addressOf(supplierId: SupplierId, on: Db | DbTransaction = db): Promise<NewAddress | undefined> {
      const row = await on.selectFrom('supplier_contacts').select(['email', 'locale']).where('supplier_id', '=', supplierId).executeTakeFirst();
      return row && { email: row.email, locale: locales.find((one) => one === row.locale) ?? defaultLocale };
    },

    /** Sets where a provider is written to from now on. */
    async setAddress(tx: DbTransaction, supplierId: SupplierId, { email, locale }: NewAddress, now: Date): Promise<void> {
      const values = { email, locale, set_at: now };
      await tx
        .insertInto('supplier_contacts')
        .values({ supplier_id: supplierId, ...values })
        .onConflict((conflict) => conflict.column('supplier_id').doUpdateSet(values))
        .execute();
    },

    /** Ends what was sent to an address that counts no more. */
    async endLinks(tx: DbTransaction, supplierId: SupplierId, now: Date): Promise<void> {
      await sql`
        update supplier_links set ended_at = ${now} from orders, houses
        where supplier_links.ended_at is null and orders.id = supplier_links.order_id and houses.id = orders.house_id and houses.supplier_id = ${supplierId}`.execute(
        tx,
      );
    },

    async staffName(id: StaffId): Promise<string> {
      return (await db.selectFrom('staff_members').select('name').where('id', '=', id).executeTakeFirst())?.name ?? '';
    },
  };
}
