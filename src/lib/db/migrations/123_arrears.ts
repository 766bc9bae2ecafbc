import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables and two indexes: the version before does not look at them. */
export const additive = true;

/**
 * The course of a part of the price that was not paid by its day: what staff decide about it, which stays as it was decided, and by which mails
 * its student was reminded. A part is asked for by us (`request_id`) or owed to a supplier who collects (`due_id`). One that got more time has
 * another day, so that reminders of it begin anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table arrears_decisions (
      id integer generated always as identity primary key,
      order_id integer not null references orders,
      request_id integer references payment_requests,
      due_id integer references supplier_dues,
      deed text not null check (deed in ('more-time', 'arranged', 'end')),
      was_due_at timestamptz not null,
      until date,
      note text not null check (length(note) between 1 and 1000),
      staff_id integer not null references staff_members,
      decided_at timestamptz not null,
      check (num_nonnulls(request_id, due_id) = 1),
      check ((deed = 'more-time') = (until is not null)),
      /* Nobody decides about what is not late, nor gives time that is over. */
      check (decided_at >= was_due_at),
      check (until >= (decided_at at time zone 'UTC')::date)
    )`,
    `create index arrears_decisions_order on arrears_decisions (order_id)`,
    `create function refuse_arrears_change() returns trigger language plpgsql as $$
      begin raise exception 'what was decided about a part of the price stays' using errcode = 'check_violation'; end $$`,
    `create trigger arrears_decisions_stay before update or delete on arrears_decisions for each row execute function refuse_arrears_change()`,
    `create table arrears_reminders (
      order_id integer not null references orders,
      request_id integer references payment_requests,
      due_id integer references supplier_dues,
      was_due_at timestamptz not null,
      step text not null check (step in ('second', 'last')),
      sent_at timestamptz not null,
      check (num_nonnulls(request_id, due_id) = 1),
      check (sent_at >= was_due_at),
      unique nulls not distinct (request_id, due_id, was_due_at, step)
    )`,
    `create index arrears_reminders_order on arrears_reminders (order_id)`,
    `create index payment_requests_owed on payment_requests (due_at) where kind = 'order' and state in ('open', 'part_paid')`,
    `create index supplier_dues_owed on supplier_dues (due_at) where state = 'open'`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
