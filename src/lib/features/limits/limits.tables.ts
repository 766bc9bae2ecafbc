/** Rows of shared limits. */
import type { Instant } from '#lib/db/columns.ts';

/** What was spent under a key until its window ends. */
type RateLimitsTable = { key: string; points: bigint; ends_at: Instant };

type LimitsTables = { rate_limits: RateLimitsTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends LimitsTables {}
}
