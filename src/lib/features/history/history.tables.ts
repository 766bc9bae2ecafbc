/** Rows of what people looked at and searched for. */
import type { Generated, Instant } from '#lib/db/columns.ts';
import type { HistoryKind } from './history.schema.ts';

/** `removed`: at that moment it was taken off, and whatever was said before counts no more. */
type HistoryEntriesTable = { user_id: number; kind: HistoryKind; target_id: number; at: Instant; removed: Generated<boolean> };

/** `forgotten_at`: all that was before is forgotten, also where a device says it later. */
type HistorySettingsTable = { user_id: number; is_on: Generated<boolean>; forgotten_at: Instant | null };

type HistoryTables = { history_entries: HistoryEntriesTable; history_settings: HistorySettingsTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends HistoryTables {}
}
