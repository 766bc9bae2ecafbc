import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { EnquiryId, StaffId } from '#lib/ids/ids.ts';
import type { Mention, MentionCursor } from './mentions.schema.ts';

export type MentionsRepository = ReturnType<typeof createMentionsRepository>;

/** Characters of a note that a list shows. */
const previewLength = 200;

export function createMentionsRepository(db: Db) {
  return {
    async add(tx: DbTransaction, message: number, staffIds: readonly StaffId[], at: Date): Promise<void> {
      if (staffIds.length === 0) return;
      await tx
        .insertInto('desk_mentions')
        .values(staffIds.map((staff_id) => ({ message_id: message, staff_id, at, read_at: null })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Marks what mentions somebody in a thread as read. */
    async seen(tx: DbTransaction, id: EnquiryId, staffId: StaffId, now: Date): Promise<void> {
      await tx
        .updateTable('desk_mentions')
        .set({ read_at: now })
        .where('staff_id', '=', staffId)
        .where('read_at', 'is', null)
        .where('message_id', 'in', ({ selectFrom }) => selectFrom('enquiry_messages').select('id').where('enquiry_id', '=', id).where('sender', '=', 'note'))
        .execute();
    },

    /** Notes that mention somebody, the latest first. */
    async of(staffId: StaffId, after: MentionCursor | undefined, most: number): Promise<readonly Mention[]> {
      const rows = await db
        .selectFrom('desk_mentions as mention')
        .innerJoin('enquiry_messages as note', 'note.id', 'mention.message_id')
        .select(['mention.at', 'mention.read_at', 'mention.message_id', 'note.enquiry_id', 'note.staff_id', 'note.language'])
        .select(sql<string>`left(note.text, ${sql.lit(previewLength)})`.as('text'))
        .where('mention.staff_id', '=', staffId)
        .$if(after !== undefined, (query) => query.where(sql<boolean>`(mention.at, mention.message_id) < (${after?.at}::timestamptz, ${after?.id}::integer)`))
        .orderBy('mention.at', 'desc')
        .orderBy('mention.message_id', 'desc')
        .limit(most)
        .execute();
      return rows.map((row) => ({
        message: row.message_id,
        thread: asId<EnquiryId>(row.enquiry_id),
        by: row.staff_id === null ? undefined : asId<StaffId>(row.staff_id),
        text: row.text,
        at: row.at,
        isRead: row.read_at !== null,
      }));
    },

    /** Notes that mention somebody who has not read them, counted up to a number. */
    async unread(staffId: StaffId, most: number): Promise<number> {
      const { rows } = await sql<{ count: string }>`select count(*) as count from
        (select 1 from desk_mentions where staff_id = ${staffId} and read_at is null limit ${sql.lit(most)}) few`.execute(db);
      return Number(rows[0]?.count ?? 0);
    },
  };
}
