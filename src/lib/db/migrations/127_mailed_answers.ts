import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A column that the version before leaves empty. */
export const additive = true;

export const contract = { harmless: 'All that the former check let in passes the new one, and the version before writes nothing else.' };

/**
 * By which mail a message of a thread came: a digest of the mail's own name. One that is brought again is no second message. Whoever runs the site
 * answers by mail too, and is no member of staff for that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table enquiry_messages
      add column mail_digest text,
      drop constraint enquiry_messages_check,
      add constraint enquiry_messages_staff check (
        case sender when 'note' then staff_id is not null when 'staff' then staff_id is not null or mail_digest is not null else staff_id is null end
      )`,
    `create unique index enquiry_messages_mail on enquiry_messages (enquiry_id, mail_digest) where mail_digest is not null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
