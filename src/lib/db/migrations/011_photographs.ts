import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The version before it neither reads nor writes the table, and shows drawings where a photograph is not ours yet. */
export const additive = true;

/**
 * Suppliers' photographs: one row for each address, or file, that homes name as a picture (`media.path` and `suffix`), with the
 * name of what is kept of it. Files of the storage, and this table, are all that is shown: no page names a supplier's host.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table photographs (
      path text not null check (length(path) <= 2000),
      suffix text not null default '',
      -- The least place that it has in a home's pictures: those that lists show come first.
      position integer not null default 0,
      -- What the files in the storage are called after; null until there are any.
      name text,
      etag text, last_modified text,
      attempts integer not null default 0 check (attempts >= 0),
      -- Why the last attempt failed; null when it did not.
      reason text,
      due_at timestamptz not null default now(),
      kept_at timestamptz,
      -- Since when no home names it; it is removed a while later.
      unused_since timestamptz,
      -- Whether the file that it was made of still lies in the storage.
      has_original boolean not null default false,
      primary key (path, suffix)
    )`,
    `create index photographs_due on photographs (position, due_at) where unused_since is null`,
    `create index photographs_name on photographs (name) where name is not null`,
    `create index media_photographs on media (path) where kind = 'photo' and length(path) <= 2000`,
    `insert into photographs (path, suffix, position, has_original)
      select path, suffix, min(position), path like '/photos/%' from media where kind = 'photo' and length(path) <= 2000 group by path, suffix`,
    // Until they are ours, lists show the drawing.
    `update listings set card = jsonb_set(card, '{photo}', 'null') where card->>'photo' not like '/photos/%'`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
