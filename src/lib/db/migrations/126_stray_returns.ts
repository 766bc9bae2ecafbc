import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Columns that the version before leaves empty. */
export const additive = true;

/**
 * Who had money sent back that came wrongly, and who agreed: two people from the limit of refunds on. While the second is missing it stands
 * as money that is here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table stray_money
      add column asked_by integer references staff_members,
      add column asked_at timestamptz,
      add column agreed_by integer references staff_members,
      add constraint stray_money_asked check ((asked_by is null) = (asked_at is null)),
      add constraint stray_money_two check (agreed_by is null or (asked_by is not null and agreed_by <> asked_by))`,
    `create index stray_money_asked_by on stray_money (asked_by) where asked_by is not null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
