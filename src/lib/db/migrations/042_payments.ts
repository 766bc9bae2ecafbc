import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables alone: the version before does not look at them. */
export const additive = true;

/**
 * The ledger, into which rows only come, and what is asked to be paid, how it was paid and what went back. People stand in both by
 * number without a reference: books outlive the account, under a number that then names nobody.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table ledger_accounts (
      id integer generated always as identity primary key,
      name text not null unique
        check (name ~ '^(provider:[a-z][a-z-]{0,39}|(supplier|deposit|customer):[1-9][0-9]{0,9}|operator:fees|bank|suspense)$')
    )`,
    `create table ledger_transactions (
      id bigint generated always as identity primary key,
      effect text not null unique check (effect ~ '^[a-z][A-Za-z0-9:_-]{2,239}$'),
      at timestamptz not null,
      made_in text not null default pg_current_xact_id()::text
    )`,
    `create table ledger_entries (
      id bigint generated always as identity primary key,
      transaction_id bigint not null references ledger_transactions,
      account_id integer not null references ledger_accounts,
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      minor bigint not null check (minor <> 0)
    )`,
    `create index ledger_entries_account on ledger_entries (account_id, currency) include (minor)`,
    `create index ledger_entries_transaction on ledger_entries (transaction_id)`,
    `create function refuse_ledger_change() returns trigger language plpgsql as $$
      begin raise exception 'the ledger only takes new rows' using errcode = 'restrict_violation'; end $$`,
    ...['ledger_accounts', 'ledger_transactions', 'ledger_entries'].flatMap((table) => [
      `create trigger ${table}_stays before update or delete on ${table} for each row execute function refuse_ledger_change()`,
      `create trigger ${table}_is_kept before truncate on ${table} for each statement execute function refuse_ledger_change()`,
    ]),
    // A transaction is whole when it is committed: nothing is put into one of yesterday, however balanced.
    `create function refuse_late_entry() returns trigger language plpgsql as $$
      begin
        if not exists (select 1 from ledger_transactions t where t.id = new.transaction_id and t.made_in = pg_current_xact_id()::text) then
          raise exception 'ledger transaction % is closed', new.transaction_id using errcode = 'restrict_violation';
        end if;
        return new;
      end $$`,
    `create trigger ledger_entries_in_time before insert on ledger_entries for each row execute function refuse_late_entry()`,
    `create function refuse_unbalanced() returns trigger language plpgsql as $$
      declare asked bigint := case tg_table_name when 'ledger_entries' then (to_jsonb(new) ->> 'transaction_id')::bigint else (to_jsonb(new) ->> 'id')::bigint end;
      begin
        if (select count(*) from ledger_entries e where e.transaction_id = asked) < 2
          or exists (select 1 from ledger_entries e where e.transaction_id = asked group by e.currency having sum(e.minor) <> 0) then
          raise exception 'ledger transaction % does not balance', asked using errcode = 'check_violation';
        end if;
        return null;
      end $$`,
    ...['ledger_transactions', 'ledger_entries'].map(
      (table) =>
        `create constraint trigger ${table}_balance after insert on ${table} deferrable initially deferred for each row execute function refuse_unbalanced()`,
    ),
    // What somebody has paid and is still free can be used up, not overdrawn.
    `create function refuse_overdrawn() returns trigger language plpgsql as $$
      begin
        if new.minor > 0 and (select name from ledger_accounts a where a.id = new.account_id) like 'customer:%'
          and (select sum(e.minor) from ledger_entries e where e.account_id = new.account_id and e.currency = new.currency) > 0 then
          raise exception 'ledger account % has not got as much', new.account_id using errcode = 'check_violation';
        end if;
        return null;
      end $$`,
    `create constraint trigger ledger_entries_covered after insert on ledger_entries deferrable initially deferred for each row execute function refuse_overdrawn()`,
    `create table payment_requests (
      id integer generated always as identity primary key,
      kind text not null check (kind ~ '^[a-z-]{2,20}$'),
      code text not null check (length(code) between 1 and 64),
      user_id integer not null,
      minor bigint not null check (minor > 0),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      paid_minor bigint not null default 0 check (paid_minor between 0 and minor),
      state text not null check (state in ('open', 'part_paid', 'paid', 'cancelled')),
      shares jsonb not null,
      due_at timestamptz,
      created_at timestamptz not null,
      taken_at timestamptz,
      check (state <> 'paid' or paid_minor = minor),
      check (state <> 'part_paid' or paid_minor > 0)
    )`,
    `create index payment_requests_of on payment_requests (kind, code)`,
    `create index payment_requests_user on payment_requests (user_id)`,
    `create table payments (
      id integer generated always as identity primary key,
      request_id integer not null references payment_requests,
      reference text not null unique,
      provider text not null check (provider ~ '^[a-z][a-z-]{0,39}$'),
      method text not null check (method ~ '^[a-z][a-z-]{0,39}$'),
      state text not null check (state in ('created', 'pending', 'succeeded', 'failed', 'expired', 'refunded', 'part_refunded')),
      minor bigint not null check (minor > 0),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      received_minor bigint not null default 0 check (received_minor >= 0),
      back_minor bigint not null default 0 check (back_minor between 0 and received_minor),
      provider_ref text,
      charge_ref text,
      address text,
      locale text not null,
      failure text,
      voucher uuid references uploads on delete set null,
      held text check (held in ('amount', 'currency', 'reference', 'no-payable', 'dispute', 'refund')),
      held_minor bigint,
      held_currency text,
      held_at timestamptz,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      asked_at timestamptz,
      settled_at timestamptz,
      check ((state in ('succeeded', 'refunded', 'part_refunded')) = (received_minor > 0)),
      check ((held is null) = (held_at is null))
    )`,
    `create index payments_request on payments (request_id)`,
    `create index payments_waiting on payments (created_at) where state in ('created', 'pending')`,
    `create index payments_held on payments (id) where held is not null`,
    `create index payments_voucher on payments (voucher) where voucher is not null`,
    `create unique index payments_provider_ref on payments (provider, provider_ref) where provider_ref is not null`,
    `create index payments_charge_ref on payments (provider, charge_ref) where charge_ref is not null`,
    `create table payment_events (
      provider text not null,
      event text not null check (length(event) between 1 and 200),
      payment_id integer references payments,
      told text not null check (length(told) <= 40),
      outcome text not null check (outcome ~ '^[a-z-]{2,40}$'),
      at timestamptz not null,
      primary key (provider, event)
    )`,
    `create index payment_events_payment on payment_events (payment_id)`,
    `create table refunds (
      id integer generated always as identity primary key,
      reference text not null unique,
      payment_id integer not null references payments,
      minor bigint not null check (minor > 0),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      reason text not null check (length(reason) <= 500),
      asked_by integer references staff_members,
      agreed_by integer references staff_members,
      state text not null check (state in ('waiting', 'asked', 'by-hand', 'done', 'refused')),
      basis text not null check (basis in ('excess', 'untaken', 'taken')),
      provider_ref text,
      tries integer not null default 0,
      created_at timestamptz not null,
      done_at timestamptz,
      told_at timestamptz,
      check (agreed_by is null or agreed_by <> asked_by),
      check ((state = 'done') = (done_at is not null))
    )`,
    `create index refunds_payment on refunds (payment_id)`,
    `create index refunds_open on refunds (id) where state in ('waiting', 'asked', 'by-hand')`,
    // What the embedded provider's own page was told: no money moves there.
    `create table sandbox_payments (
      reference text primary key,
      minor bigint not null,
      currency text not null,
      outcome text check (outcome in ('succeeded', 'failed')),
      tells_at timestamptz,
      told_at timestamptz,
      back_minor bigint not null default 0,
      created_at timestamptz not null
    )`,
    `create index sandbox_payments_untold on sandbox_payments (tells_at) where tells_at is not null and told_at is null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
