import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The version before this one works on with the schema after it. */
export const additive = true;

/** Consents that people give and take back beside their account: a real name is one of them, with those that are there already. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table user_consents drop constraint user_consents_kind_check`,
    `alter table user_consents add constraint user_consents_kind_check check (kind in ('terms', 'transfer', 'marketing', 'realname'))`,
    `insert into user_consents (user_id, kind, version, given_at) select user_id, 'realname', consent_version, given_at from user_realnames`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
