import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The version before it neither reads nor writes the new columns. */
export const additive = true;

/** Names and descriptions of homes in languages beside English and mainland Chinese, by catalogue language: `{"zh-TW": "…", "vi": "…"}`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['names', 'descriptions']) {
    await sql`alter table houses add column ${sql.ref(column)} jsonb not null default '{}' check (jsonb_typeof(${sql.ref(column)}) = 'object')`.execute(db);
  }
}
