/** All tables. Each feature adds its own to `Tables` in its `.tables.ts`. Only repositories see rows; they give domain objects out. */
import type { Kysely, Transaction } from 'kysely';
import type { Json } from './columns.ts';

/** An interface, because each feature adds its own to it (see `coupons.tables.ts`). */
export interface Tables {
  settings: { key: string; value: Json<unknown> };
}

export type Db = Kysely<Tables>;
export type DbTransaction = Transaction<Tables>;
