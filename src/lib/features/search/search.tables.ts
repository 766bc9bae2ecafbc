/** Rows of what devices picked from searches. */
import type { SearchGroup } from '#lib/search-text/documents.ts';
import type { Instant } from '#lib/db/columns.ts';

/** What a device picked from searches; the device is a salted digest. */
type SearchLogTable = { device: string; kind: SearchGroup; target_id: number; picked_at: Instant };

type SearchTables = {
  search_log: SearchLogTable;
};

declare module '#lib/db/tables.ts' {
  interface Tables extends SearchTables {}
}
