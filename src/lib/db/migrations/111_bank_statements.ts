import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A new table, a column with a default, and names of accounts that the version before never posts to. */
export const additive = true;

export const contract = {
  harmless: 'The names of accounts that are known stay; more are allowed.',
};

/**
 * What our bank says that moved, line by line, and which posting of ours each line is. Beside it accounts for what a provider and a bank keep
 * for themselves, for money that changes its currency, and for what is lost for good.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table bank_lines (
      id integer generated always as identity primary key,
      fingerprint text not null unique check (fingerprint ~ '^[0-9a-f]{64}$'),
      account text not null check (length(account) between 1 and 60),
      booked_on date not null,
      minor bigint not null check (minor <> 0),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      party text not null check (length(party) <= 140),
      said text not null check (length(said) <= 500),
      /* The posting that it is. */
      effect text unique references ledger_transactions (effect),
      explained_as text check (explained_as in ('bank-charge', 'settlement', 'own', 'unknown')),
      note text check (length(note) <= 300),
      explained_by integer references staff_members,
      added_at timestamptz not null,
      matched_at timestamptz,
      check ((effect is null) = (matched_at is null)),
      check (explained_as is null or effect is not null)
    )`,
    `create index bank_lines_open on bank_lines (booked_on) where effect is null`,
    `create index bank_lines_day on bank_lines (booked_on, id)`,
    `alter table ledger_accounts drop constraint ledger_accounts_name_check`,
    `alter table ledger_accounts add constraint ledger_accounts_name_check
      check (name ~ '^(provider:[a-z][a-z-]{0,39}|(supplier|deposit|landlord|customer):[1-9][0-9]{0,9}|operator:(fees|funds)|costs:(fees|bank|losses)|exchange|bank|suspense)$')`,
    `alter table payment_disputes add column is_loss boolean not null default false`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
