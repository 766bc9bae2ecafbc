import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The version before would ask for all of an order through the site, also where its provider collects. */
export const additive = false;

/**
 * Who collects for the homes of a provider, and how long their orders wait: each change is a row of its own, so that an order keeps the one it
 * was quoted with. What is owed to a provider who collects by themselves, and what they owe back, stands beside the ledger: no account of ours
 * ever holds it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table supplier_terms (
      id integer generated always as identity primary key,
      supplier_id integer not null references suppliers,
      collects text not null check (collects in ('operator', 'supplier')),
      wait_hours integer check (wait_hours between 1 and 720),
      /* Where to pay the provider, encrypted. */
      sealed text check (length(sealed) <= 8000),
      set_by integer not null references staff_members,
      set_at timestamptz not null,
      check (collects = 'operator' or sealed is not null)
    )`,
    `create index supplier_terms_supplier on supplier_terms (supplier_id, id desc)`,
    `create function refuse_supplier_terms_change() returns trigger language plpgsql as $$
      begin raise exception 'supplier_terms only takes new rows' using errcode = 'restrict_violation'; end $$`,
    `create trigger supplier_terms_stay before update or delete on supplier_terms for each row execute function refuse_supplier_terms_change()`,
    `create table supplier_dues (
      id integer generated always as identity primary key,
      order_id integer not null references orders,
      due_on text not null check (due_on = 'booking' or due_on ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      minor bigint not null check (minor > 0),
      due_at timestamptz not null,
      state text not null default 'open' check (state in ('open', 'received', 'withdrawn')),
      proof uuid references uploads on delete set null,
      proof_at timestamptz,
      received_at timestamptz,
      received_by integer references staff_members,
      unique (order_id, due_on),
      check ((state = 'received') = (received_at is not null)),
      check ((received_at is null) = (received_by is null))
    )`,
    `create table supplier_returns (
      id integer generated always as identity primary key,
      order_id integer not null references orders,
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      minor bigint not null check (minor > 0),
      owed_at timestamptz not null,
      returned_at timestamptz,
      /* How the provider says that they sent it. */
      note text check (length(note) between 1 and 1000),
      recorded_by integer references staff_members,
      check ((returned_at is null) = (recorded_by is null) and (returned_at is null) = (note is null))
    )`,
    `create index supplier_returns_order on supplier_returns (order_id)`,
    // Proofs of what was paid to a provider: one for each part of the price.
    `alter table order_files drop constraint order_files_kind_check`,
    `alter table order_files add constraint order_files_kind_check check (kind ~ '^[a-z_]{2,30}[0-9]{0,10}$')`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
