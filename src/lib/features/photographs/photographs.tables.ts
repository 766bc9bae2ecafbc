/** Rows of suppliers' photographs. */
import type { Generated, Instant } from '#lib/db/columns.ts';

type PhotographsTable = {
  /** As in `media`: an address, or the path of a stored file. */
  path: string;
  suffix: Generated<string>;
  position: Generated<number>;
  /** What the files in the storage are called after; null until there are any. */
  name: string | null;
  etag: string | null;
  last_modified: string | null;
  attempts: Generated<number>;
  reason: string | null;
  due_at: Generated<Instant>;
  kept_at: Instant | null;
  unused_since: Instant | null;
  has_original: Generated<boolean>;
};

type PhotographsTables = { photographs: PhotographsTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends PhotographsTables {}
}
