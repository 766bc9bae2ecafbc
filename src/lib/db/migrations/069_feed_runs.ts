import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables alone: the version before does not look at them. */
export const additive = true;

/** What became of the feeds that were imported, and what was wrong in them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table feed_runs (
      id integer generated always as identity primary key,
      supplier_id integer not null references suppliers on delete cascade,
      file text not null check (length(file) <= 255),
      is_full boolean not null,
      began_at timestamptz not null,
      state text not null default 'running' check (state in ('running', 'whole', 'part', 'failed')),
      added integer not null default 0,
      changed integer not null default 0,
      unchanged integer not null default 0,
      refused_houses integer not null default 0,
      closed integer not null default 0,
      refused integer not null default 0,
      dropped integer not null default 0,
      mended integer not null default 0,
      kept_open_because text
    )`,
    `create index feed_runs_supplier on feed_runs (supplier_id, id)`,
    `create table feed_remarks (
      run_id integer not null references feed_runs on delete cascade,
      nth integer not null,
      severity text not null check (severity in ('refused', 'dropped', 'mended')),
      line integer not null,
      house_ref text not null,
      field text not null,
      value text not null,
      reason text not null,
      primary key (run_id, nth)
    )`,
    `create index feed_remarks_house on feed_remarks (run_id, house_ref)`,
  ])
    await sql.raw(statement).execute(db);
}
