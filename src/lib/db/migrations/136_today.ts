import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A column that may be empty and indexes alone: the version before does not look at them. */
export const additive = true;

/** Whose clock the desk is read by, and what lets the first page of the desk find what waits without reading a whole table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table staff_members add column zone text check (length(zone) between 1 and 64)`,
    `create index orders_to_decide on orders (deadline, id) where state in ('submitted', 'reviewing')`,
    `create index orders_to_confirm on orders (moved_at, id) where state = 'paid'`,
    `create index orders_moving_in on orders (period_from, id) where state in ('confirmed', 'checked_in')`,
    `create index order_events_confirmed on order_events (at) where event = 'confirm'`,
    `create index order_events_submitted on order_events (at) where event = 'submit'`,
    `create index enquiries_first_answer on enquiries (first_answered_at) where first_answered_at is not null`,
    `create index payments_settled on payments (settled_at) where settled_at is not null`,
    `create index review_answers_read on review_answers (written_at) where state = 'waiting'`,
    `create index stock_cases_waiting on stock_cases (id) where settled_at is null`,
    `create index audit_log_action on audit_log (action, id)`,
    `create index audit_log_at on audit_log (at, id)`,
    `create index reports_reason on reports (state, reason, id)`,
    `create index feed_runs_state on feed_runs (state, id)`,
    `create index feed_runs_began on feed_runs (began_at)`,
    `create index feed_runs_bad on feed_runs (id) where state in ('failed', 'part')`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
