import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A new table, and a column that the version before leaves empty. */
export const additive = true;

/** Links by which somebody else sees one order and pays what is due of it. Of the secret in a link only a digest is here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table sponsor_links (
      id integer generated always as identity primary key,
      order_id integer not null references orders on delete cascade,
      user_id integer not null references users on delete cascade,
      digest text not null unique,
      /* How the sponsor knows who asks, encrypted. */
      sealed text not null,
      locale text not null check (length(locale) between 2 and 8),
      shows_price boolean not null,
      made_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz,
      used_at timestamptz,
      check (expires_at > made_at)
    )`,
    `create index sponsor_links_order on sponsor_links (order_id)`,
    `create index sponsor_links_user on sponsor_links (user_id)`,
    /* No reference: the books keep a number that names nobody once the link is gone. */
    `alter table payments add column sponsor_link integer`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
