import type { Db, DbTransaction } from '#lib/db/database.ts';
import { defaultLocale, locales } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, StaffId, SupplierId } from '#lib/ids/ids.ts';
import type { HouseNote, SupplierContact } from './desk.schema.ts';

export type HouseCareRepository = ReturnType<typeof createHouseCareRepository>;

export function createHouseCareRepository(db: Db) {
  return {
    async addNote(tx: DbTransaction, houseId: HouseId, staffId: StaffId, text: string, now: Date): Promise<void> {
      await tx.insertInto('house_notes').values({ house_id: houseId, staff_id: staffId, text, at: now }).execute();
    },

    /** The latest notes, newest first. */
    async notesOf(houseId: HouseId, most: number): Promise<readonly HouseNote[]> {
      const rows = await db
        .selectFrom('house_notes')
        .innerJoin('staff_members', 'staff_members.id', 'house_notes.staff_id')
        .select(['staff_members.name as by', 'text', 'at'])
        .where('house_id', '=', houseId)
        .orderBy('house_notes.id', 'desc')
        .limit(most)
        .execute();
      return rows;
    },

    async contactOf(supplierId: SupplierId, on: Db | DbTransaction = db): Promise<SupplierContact | undefined> {
      const row = await on.selectFrom('supplier_contacts').selectAll().where('supplier_id', '=', supplierId).executeTakeFirst();
      return row && { supplierId: asId<SupplierId>(row.supplier_id), email: row.email, locale: locales.find((one) => one === row.locale) ?? defaultLocale };
    },
  };
}
