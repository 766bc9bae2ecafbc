import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The version before it neither writes nor counts the new kind. */
export const additive = true;

/** A remark of a feed may also be something to look at, where nothing was wrong: a home that another supplier seems to offer too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `alter table feed_runs add column noticed integer not null default 0`,
    `alter table feed_remarks drop constraint feed_remarks_severity_check,
      add constraint feed_remarks_severity_check check (severity in ('refused', 'dropped', 'mended', 'noticed'))`,
  ])
    await sql.raw(statement).execute(db);
}
