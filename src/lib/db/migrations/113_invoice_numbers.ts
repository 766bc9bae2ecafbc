import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables alone: the version before does not look at them. */
export const additive = true;

/**
 * Invoices and credit notes with numbers that follow one another, for each operator, year and kind. A number is taken by the transaction that
 * sells or gives back: one that comes to nothing leaves none behind, and two at once wait for each other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table invoice_counters (
      operator text not null check (operator ~ '^[a-z][a-z0-9-]{0,39}$'),
      year integer not null check (year between 2020 and 2199),
      kind text not null check (kind in ('invoice', 'credit-note')),
      last integer not null check (last > 0),
      primary key (operator, year, kind)
    )`,
    `create table invoices (
      id integer generated always as identity primary key,
      operator text not null,
      year integer not null,
      kind text not null,
      number integer not null check (number > 0),
      /* The number of a request, or the reference of a refund. */
      subject text not null check (length(subject) between 1 and 40),
      request_id integer not null references payment_requests,
      minor bigint not null check (minor > 0),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      issued_at timestamptz not null,
      /* As it was where and when it was sold; null until that is known, and where there is no such tax. */
      tax_country text,
      tax_number text check (length(tax_number) between 1 and 40),
      tax_bp integer check (tax_bp between 0 and 9999),
      tax_minor bigint check (tax_minor >= 0),
      unique (operator, year, kind, number),
      unique (kind, subject),
      foreign key (operator, year, kind) references invoice_counters,
      check ((tax_bp is null) = (tax_minor is null) and (tax_bp is null) = (tax_number is null) and (tax_bp is null) = (tax_country is null))
    )`,
    `create index invoices_request on invoices (request_id)`,
    // A number that was given is never another's, and never nobody's.
    `create function refuse_invoice_change() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' and (new.operator, new.year, new.kind, new.number, new.subject, new.request_id, new.minor, new.currency, new.issued_at)
          = (old.operator, old.year, old.kind, old.number, old.subject, old.request_id, old.minor, old.currency, old.issued_at) and old.tax_bp is null then
          return new;
        end if;
        raise exception 'an invoice stays as it was issued' using errcode = 'restrict_violation';
      end $$`,
    `create trigger invoices_stay before update or delete on invoices for each row execute function refuse_invoice_change()`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
