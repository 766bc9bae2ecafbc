import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A new table alone: the version before does not look at it. */
export const additive = true;

/** Applications for work here: who it is stands there encrypted, and the file lies with the uploads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table resumes (
      id integer generated always as identity primary key,
      reference text not null unique,
      user_id integer references users on delete cascade,
      sealed text not null,
      role text not null check (role ~ '^[a-z-]{2,30}$'),
      file uuid references uploads on delete set null,
      consent text not null,
      locale text not null,
      created_at timestamptz not null,
      settled_at timestamptz,
      settled_by integer references staff_members,
      visitor text,
      address text,
      check ((settled_at is null) = (settled_by is null))
    )`,
    `create index resumes_user on resumes (user_id) where user_id is not null`,
    `create index resumes_visitor on resumes (visitor) where visitor is not null`,
    `create index resumes_address on resumes (address) where address is not null`,
    `create index resumes_age on resumes (created_at)`,
    `create index resumes_file on resumes (file) where file is not null`,
    `create index resumes_new on resumes (id desc) where settled_at is null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
