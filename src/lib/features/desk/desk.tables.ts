/** Rows of what staff write of homes and providers, and of how they answer. */
import type { Generated, Instant, Json } from '#lib/db/columns.ts';

/** What staff tell each other of a home. */
type HouseNotesTable = { id: Generated<number>; house_id: number; staff_id: number; text: string; at: Instant };

/** Answers that staff have ready. `texts`: by locale. */
type DeskTemplatesTable = { id: Generated<number>; name: string; texts: Json<Record<string, string>>; updated_at: Instant };

/** Threads that somebody was told about because they are late, and when their answer was due. */
type DeskEscalationsTable = { enquiry_id: number; due_at: Instant };

/** How somebody looks at a list. `query`: of its address, without what was searched for. */
type DeskViewsTable = { id: Generated<number>; page: string; staff_id: number; name: string; query: string; is_shared: boolean; created_at: Instant };

/** Who is mentioned in a note; `read_at`: when they opened its thread. */
type DeskMentionsTable = { message_id: number; staff_id: number; at: Instant; read_at: Instant | null };

/** What was done to many threads at once. */
type DeskBatchesTable = { id: Generated<number>; staff_id: number; act: string; at: Instant; undone_at: Instant | null };

/** A thread of it: what it was and what it became, or why it was left alone; and whether it was put back. */
type DeskBatchThreadsTable = {
  batch_id: number;
  enquiry_id: number;
  skipped: Generated<string>;
  before: Json<Record<string, unknown>> | null;
  after: Json<Record<string, unknown>> | null;
  put_back: boolean | null;
};

type DeskTables = {
  desk_views: DeskViewsTable;
  desk_mentions: DeskMentionsTable;
  desk_batches: DeskBatchesTable;
  desk_batch_threads: DeskBatchThreadsTable;
  house_notes: HouseNotesTable;
  desk_templates: DeskTemplatesTable;
  desk_escalations: DeskEscalationsTable;
};

declare module '#lib/db/tables.ts' {
  interface Tables extends DeskTables {}
}
