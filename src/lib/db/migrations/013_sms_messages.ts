import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export const additive = true;

/** How messages to phones fared. Number and receipt are encrypted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table sms_messages (
      id uuid primary key,
      state text not null check (state in ('due', 'sent', 'delivered', 'failed')),
      sealed_receipt text,
      created_at timestamptz not null,
      sent_at timestamptz,
      check (sent_at is not null or state in ('due', 'failed'))
    )`,
    `create index sms_messages_age on sms_messages (created_at)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
