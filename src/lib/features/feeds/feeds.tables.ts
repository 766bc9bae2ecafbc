/** Rows of what became of feeds. */
import type { GeneratedAlways, Generated, Instant } from '#lib/db/columns.ts';
import type { Severity } from './feed.schema.ts';
import type { FeedRunState } from './feed-runs.schema.ts';

type FeedRunsTable = {
  id: GeneratedAlways<number>;
  supplier_id: number;
  file: string;
  is_full: boolean;
  began_at: Instant;
  state: Generated<FeedRunState>;
  added: Generated<number>;
  changed: Generated<number>;
  unchanged: Generated<number>;
  refused_houses: Generated<number>;
  closed: Generated<number>;
  refused: Generated<number>;
  dropped: Generated<number>;
  mended: Generated<number>;
  noticed: Generated<number>;
  kept_open_because: string | null;
};

type FeedRemarksTable = {
  run_id: number;
  nth: number;
  severity: Severity;
  line: number;
  house_ref: string;
  field: string;
  value: string;
  reason: string;
};

export type FeedsTables = { feed_runs: FeedRunsTable; feed_remarks: FeedRemarksTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends FeedsTables {}
}
