import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export const additive = true;

/** What devices picked from searches, for their own history. A device is a salted digest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table search_log (
      device text not null,
      kind text not null,
      target_id integer not null,
      picked_at timestamptz not null,
      primary key (device, kind, target_id)
    )`,
    `create index search_log_device on search_log (device, picked_at desc)`,
    `create index search_log_age on search_log (picked_at)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
