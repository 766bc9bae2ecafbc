import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A new table: the version before does not look at it. */
export const additive = true;

/** Passkeys of staff, apart from those of people: what signs somebody in at one entrance is unknown at the other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table staff_passkeys (
      id integer generated always as identity primary key,
      credential text not null unique check (length(credential) between 1 and 1364),
      staff_id integer not null references staff_members on delete cascade,
      handle text not null,
      domain text not null,
      public_key text not null,
      counter double precision not null check (counter >= 0),
      transports text not null,
      is_synced boolean not null,
      name text not null check (length(name) <= 60),
      made_at timestamptz not null,
      used_at timestamptz
    )`,
    `create index staff_passkeys_staff on staff_passkeys (staff_id)`,
  ])
    await sql.raw(statement).execute(db);
}
