import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Wider constraints, and a column that the version before leaves as it is by default. */
export const additive = true;

/** A provider who collects says by a link whether a payment came; nobody of the staff does it for them then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table supplier_links drop constraint supplier_links_purpose_check`,
    `alter table supplier_links add constraint supplier_links_purpose_check check (purpose in ('condition', 'review', 'payment'))`,
    `alter table supplier_dues add column received_by_link boolean not null default false`,
    // The one over both columns, whatever its number: it says that what was received was recorded by somebody.
    `do $$ declare name text; begin
      for name in select conname from pg_constraint where conrelid = 'supplier_dues'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%received_by%'
      loop execute format('alter table supplier_dues drop constraint %I', name); end loop;
    end $$`,
    `alter table supplier_dues add constraint supplier_dues_received_check
      check ((received_at is null) = (received_by is null and not received_by_link) and not (received_by is not null and received_by_link))`,
    `alter table order_events drop constraint order_events_actor_check`,
    `alter table order_events add constraint order_events_actor_check check (actor in ('applicant', 'staff', 'payment', 'clock', 'guardian', 'supplier'))`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
