/** Rows of what devices picked from searches. */
import type { SearchGroup } from '#lib/search-text/documents.ts';
import type { Instant } from '#lib/db/columns.ts';

/** What a device picked from searches; the device is a salted digest. */
type SearchLogTable = { device: string; kind: SearchGroup; target_id: number; picked_at: Instant };

export type SearchTables = {
  search_log: SearchLogTable;
};
