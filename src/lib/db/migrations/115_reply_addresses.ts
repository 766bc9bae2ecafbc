import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Columns that may be empty and a condition less: the version before writes and reads the address in the clear as it did. */
export const additive = true;

export const contract = {
  harmless: 'The triggers only empty the sealed address where the version before empties the one in clear.',
};

/**
 * Addresses that reports and feedback are answered to lie sealed, as other personal data does, and go with the account of who wrote. What lies
 * in the clear by now is sealed by the daily chore, for a migration has no keys.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create function reply_address_goes() returns trigger language plpgsql as $$
      begin
        if old.user_id is not null and new.user_id is null then
          new.email := null; new.email_sealed := null; new.email_consent := null;
        end if;
        return new;
      end $$`,
    ...['reports', 'feedback'].flatMap((table) => [
      `do $$
      declare named text;
      begin
        for named in select conname from pg_constraint
          where conrelid = '${table}'::regclass and contype = 'c' and pg_get_constraintdef(oid) ~ 'email IS NULL.*email_consent IS NULL'
        loop execute format('alter table ${table} drop constraint %I', named); end loop;
      end $$`,
      `alter table ${table} add column email_sealed text`,
      `alter table ${table} add column user_id integer references users on delete set null`,
      `create index ${table}_user on ${table} (user_id) where user_id is not null`,
      `create trigger ${table}_reply_address before update on ${table} for each row execute function reply_address_goes()`,
    ]),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
