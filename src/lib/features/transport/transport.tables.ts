/** Rows of repeated writes. */
import type { Instant } from '#lib/db/columns.ts';

/** Answers to repeated writes. `status` and `body` are null while the first call is under way, which holds the claim until `leased_until`. */
type IdempotencyKeysTable = {
  key: string;
  digest: string;
  status: number | null;
  body: string | null;
  started_at: Instant;
  claim_id: string | null;
  leased_until: Instant | null;
};

type TransportTables = {
  idempotency_keys: IdempotencyKeysTable;
};

declare module '#lib/db/tables.ts' {
  interface Tables extends TransportTables {}
}
