import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A column that the version before leaves empty. */
export const additive = true;

/**
 * How somebody who paid by another's link named themselves, encrypted: their receipt names them. It goes with the link, as that does with
 * the account of whose it is: nobody can fetch the receipt any more then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table payments add column payer_name text`,
    `create index payments_payer_name on payments (sponsor_link) where payer_name is not null`,
    `create function forget_payer_names() returns trigger language plpgsql as $$
      begin
        update payments set payer_name = null where sponsor_link = old.id and payer_name is not null;
        return null;
      end $$`,
    `create trigger sponsor_links_gone after delete on sponsor_links for each row execute function forget_payer_names()`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
