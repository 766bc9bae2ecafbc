/** Rows of names as identity cards have them. */
import type { Instant } from '#lib/db/columns.ts';

type UserRealnamesTable = {
  user_id: number;
  /** Name and number, encrypted, as JSON. */
  sealed: string;
  /** Keyed digest of the number; null where it was written before there were any. */
  number_digest: string | null;
  consent_version: string;
  given_at: Instant;
  /** Null while nobody could be asked. */
  checked_at: Instant | null;
  /** Whether a register of people was asked. */
  is_official: boolean;
};

type RealnameTables = { user_realnames: UserRealnamesTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends RealnameTables {}
}
