import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A new table alone: the version before does not look at it. */
export const additive = true;

/** Names that staff confirm by hand, with a second of them, by a document that no register is asked about; and that they take back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table realname_words (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      /* The name as the document has it, and what staff wrote. Encrypted. */
      sealed text not null check (length(sealed) <= 8000),
      document text not null check (document in ('passport', 'residence-permit', 'travel-document', 'id-card')),
      reason text not null check (reason in ('no-card', 'register-wrong', 'register-away')),
      asked_by integer not null references staff_members,
      asked_at timestamptz not null,
      agreed_by integer references staff_members,
      agreed_at timestamptz check (agreed_at >= asked_at),
      ended_by integer references staff_members,
      ended_at timestamptz check (ended_at >= asked_at),
      check ((agreed_by is null) = (agreed_at is null)),
      check ((ended_by is null) = (ended_at is null)),
      constraint realname_words_second check (agreed_by <> asked_by)
    )`,
    /* One at a time. */
    `create unique index realname_words_open on realname_words (user_id) where ended_at is null`,
    `create index realname_words_user on realname_words (user_id, id)`,
    `create function refuse_realname_word_change() returns trigger language plpgsql as $$
      begin
        if (new.id, new.sealed, new.document, new.reason, new.asked_by, new.asked_at)
            is distinct from (old.id, old.sealed, old.document, old.reason, old.asked_by, old.asked_at)
          or (old.agreed_at is not null and (new.agreed_by, new.agreed_at) is distinct from (old.agreed_by, old.agreed_at))
          or (old.ended_at is not null and (new.agreed_at, new.ended_by, new.ended_at) is distinct from (old.agreed_at, old.ended_by, old.ended_at))
        then raise exception 'what was confirmed by hand stays as it was said' using errcode = 'check_violation'; end if;
        return new;
      end $$`,
    `create trigger realname_words_stay before update on realname_words for each row execute function refuse_realname_word_change()`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
