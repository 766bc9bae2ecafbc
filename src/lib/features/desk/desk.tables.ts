/** Rows of what staff write of homes and providers, and of how they answer. */
import type { Generated, Instant, Json } from '#lib/db/columns.ts';

/** What staff tell each other of a home. */
type HouseNotesTable = { id: Generated<number>; house_id: number; staff_id: number; text: string; at: Instant };

/** Answers that staff have ready. `texts`: by locale. */
type DeskTemplatesTable = { id: Generated<number>; name: string; texts: Json<Record<string, string>>; updated_at: Instant };

/** Threads that somebody was told about because they are late, and when their answer was due. */
type DeskEscalationsTable = { enquiry_id: number; due_at: Instant };

type DeskTables = {
  house_notes: HouseNotesTable;
  desk_templates: DeskTemplatesTable;
  desk_escalations: DeskEscalationsTable;
};

declare module '#lib/db/tables.ts' {
  interface Tables extends DeskTables {}
}
