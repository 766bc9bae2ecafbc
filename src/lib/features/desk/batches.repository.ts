import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { ThreadMark } from '#lib/features/enquiries/enquiries.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { EnquiryId, StaffId } from '#lib/ids/ids.ts';
import { skipReasons } from './batches.schema.ts';
import type { SkipReason } from './batches.schema.ts';

export type StoredBatch = { readonly id: number; readonly staffId: StaffId; readonly act: string; readonly at: Date; readonly undoneAt: Date | undefined };
export type StoredBatchThread = {
  readonly id: EnquiryId;
  readonly skipped: SkipReason | undefined;
  readonly before: ThreadMark | undefined;
  readonly after: ThreadMark | undefined;
  /** Undefined while nobody has undone it; false where something had happened to it since. */
  readonly isPutBack: boolean | undefined;
};

export type BatchesRepository = ReturnType<typeof createBatchesRepository>;

export function createBatchesRepository(db: Db) {
  return {
    async add(tx: DbTransaction, staffId: StaffId, act: string, at: Date): Promise<number> {
      const { id } = await tx.insertInto('desk_batches').values({ staff_id: staffId, act, at, undone_at: null }).returning('id').executeTakeFirstOrThrow();
      return id;
    },

    async did(tx: DbTransaction, batch: number, id: EnquiryId, before: ThreadMark, after: ThreadMark): Promise<void> {
      const marks = { before: JSON.stringify(before), after: JSON.stringify(after) };
      await tx
        .insertInto('desk_batch_threads')
        .values({ batch_id: batch, enquiry_id: id, put_back: null, ...marks })
        .execute();
    },

    async left(tx: DbTransaction, batch: number, threads: readonly { readonly id: EnquiryId; readonly skipped: SkipReason }[]): Promise<void> {
      if (threads.length === 0) return;
      const rows = threads.map(({ id, skipped }) => ({ batch_id: batch, enquiry_id: id, skipped, before: null, after: null, put_back: null }));
      await tx.insertInto('desk_batch_threads').values(rows).execute();
    },

    async find(id: number): Promise<StoredBatch | undefined> {
      const row = await db.selectFrom('desk_batches').selectAll().where('id', '=', id).executeTakeFirst();
      return row && { id: row.id, staffId: asId<StaffId>(row.staff_id), act: row.act, at: row.at, undoneAt: row.undone_at ?? undefined };
    },

    async threads(id: number): Promise<readonly StoredBatchThread[]> {
      const rows = await db.selectFrom('desk_batch_threads').selectAll().where('batch_id', '=', id).orderBy('enquiry_id').execute();
      return rows.map((row) => ({
        id: asId<EnquiryId>(row.enquiry_id),
        skipped: skipReasons.find((one) => one === row.skipped),
        before: (row.before as ThreadMark | null) ?? undefined,
        after: (row.after as ThreadMark | null) ?? undefined,
        isPutBack: row.put_back ?? undefined,
      }));
    },

    /** Says that it is being undone. @returns whether nobody had yet. */
    async beginUndo(tx: DbTransaction, id: number, staffId: StaffId, since: Date, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('desk_batches')
        .set({ undone_at: now })
        .where('id', '=', id)
        .where('staff_id', '=', staffId)
        .where('undone_at', 'is', null)
        .where('at', '>', since)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async putBack(on: Db | DbTransaction, batch: number, id: EnquiryId, isPutBack: boolean): Promise<void> {
      await on.updateTable('desk_batch_threads').set({ put_back: isPutBack }).where('batch_id', '=', batch).where('enquiry_id', '=', id).execute();
    },

    /** Deletes what nobody can undo any more. @returns how many. */
    async forget(before: Date): Promise<number> {
      const { numDeletedRows } = await db.deleteFrom('desk_batches').where('at', '<', before).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
