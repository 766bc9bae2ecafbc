import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables, and a check that lets more pass: the version before does not notice. */
export const additive = true;

/** From, event, to, and who may. The graph as it was when this was written: a later one comes with a migration of its own. */
const edges = [
  'draft submit submitted applicant',
  'draft cancel cancelled applicant',
  'draft lapse expired clock',
  'submitted review reviewing staff',
  'submitted return draft staff',
  'submitted offer offered staff',
  'submitted decline cancelled staff',
  'submitted cancel cancelled applicant',
  'submitted lapse expired clock',
  'reviewing return draft staff',
  'reviewing offer offered staff',
  'reviewing decline cancelled staff',
  'reviewing cancel cancelled applicant',
  'reviewing lapse expired clock',
  'offered accept signing applicant',
  'offered decline cancelled staff',
  'offered cancel cancelled applicant',
  'offered lapse expired clock',
  'signing sign to_pay applicant',
  'signing decline cancelled staff',
  'signing cancel cancelled applicant',
  'signing lapse expired clock',
  'to_pay pay paid payment',
  'to_pay decline cancelled staff',
  'to_pay cancel cancelled applicant',
  'to_pay lapse expired clock',
  'expired pay paid payment',
  'expired refund refunding payment',
  'cancelled refund refunding payment',
  'paid confirm confirmed staff',
  'paid refund refunding applicant staff',
  'paid cancel cancelled applicant',
  'confirmed refund refunding applicant staff',
  'confirmed cancel cancelled applicant',
  'confirmed check-in checked_in applicant staff',
  'checked_in complete completed clock staff',
  'checked_in refund refunding staff',
  'refunding refunded refunded payment',
].flatMap((line) => {
  const [from = '', event = '', to = '', ...by] = line.split(' ');
  return by.map((actor) => `('${from}', '${event}', '${actor}', '${to}')`);
});

/**
 * Orders, what happened to each, and what was signed. `order_edges` is the graph as it was when this ran: a trigger lets an order go along
 * its edges alone, whatever the code does, and says who took it. Who applies stands there encrypted; it goes with the account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table uploads drop constraint uploads_purpose_check`,
    `alter table uploads add constraint uploads_purpose_check check (purpose ~ '^[a-z-]{2,30}$')`,
    `create table order_edges (
      from_state text not null,
      event text not null,
      actor text not null,
      to_state text not null,
      primary key (from_state, event, actor)
    )`,
    `insert into order_edges (from_state, event, actor, to_state) values ${edges.join(', ')}`,
    `create table orders (
      id integer generated always as identity primary key,
      code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
      user_id integer references users on delete set null,
      house_id integer not null references houses,
      unit_id integer not null references units,
      tenancy_id integer not null,
      period_from date not null,
      period_to date,
      state text not null default 'draft' check (state in ('draft', 'submitted', 'reviewing', 'offered', 'signing', 'to_pay', 'paid', 'confirmed', 'checked_in', 'completed', 'cancelled', 'refunding', 'refunded', 'expired')),
      moved_event text,
      moved_by text,
      plan text not null check (plan ~ '^[a-z-]{2,30}$'),
      quote jsonb not null check (length(quote::text) <= 20000),
      home jsonb not null check (length(home::text) <= 2000),
      asked jsonb not null default '{}' check (length(asked::text) <= 2000),
      locale text not null,
      template text not null check (template ~ '^[a-z0-9-]{2,40}$'),
      sealed text check (length(sealed) <= 60000),
      deadline timestamptz,
      staff_id integer references staff_members,
      created_at timestamptz not null,
      moved_at timestamptz not null,
      hidden_at timestamptz,
      again_of integer references orders,
      check (period_to is null or period_to > period_from)
    )`,
    `create index orders_user on orders (user_id, id desc) where user_id is not null`,
    `create index orders_state on orders (state, id)`,
    `create index orders_deadline on orders (deadline) where deadline is not null`,
    `create index orders_house on orders (house_id)`,
    // One application of somebody for a bed and a time, however often a button is pressed.
    `create unique index orders_one_draft on orders (user_id, tenancy_id, period_from, period_to) nulls not distinct
      where state = 'draft' and user_id is not null and hidden_at is null`,
    `create function refuse_order_move() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          if new.state <> 'draft' then raise exception 'an order begins as a draft' using errcode = 'check_violation'; end if;
          return new;
        end if;
        if new.state <> old.state and not exists (
          select 1 from order_edges
          where from_state = old.state and to_state = new.state and event = new.moved_event and actor = new.moved_by
        ) then raise exception 'no edge leads from % to %', old.state, new.state using errcode = 'check_violation'; end if;
        if new.user_id is null and old.user_id is not null then new.sealed := null; end if;
        return new;
      end $$`,
    `create trigger orders_move before insert or update on orders for each row execute function refuse_order_move()`,
    `create table order_events (
      id integer generated always as identity primary key,
      order_id integer not null references orders,
      event text not null check (event ~ '^[a-z-]{2,30}$'),
      from_state text not null,
      to_state text not null,
      actor text not null check (actor in ('applicant', 'staff', 'payment', 'clock')),
      staff_id integer references staff_members,
      note text not null default '' check (length(note) <= 2000),
      is_internal boolean not null default false,
      at timestamptz not null
    )`,
    `create index order_events_order on order_events (order_id, id)`,
    `create function refuse_order_event_change() returns trigger language plpgsql as $$
      begin raise exception 'order_events only takes new rows' using errcode = 'restrict_violation'; end $$`,
    `create trigger order_events_stay before update or delete on order_events for each row execute function refuse_order_event_change()`,
    `create table order_contracts (
      id integer generated always as identity primary key,
      order_id integer not null references orders,
      signer text not null check (signer in ('applicant', 'guardian')),
      document text not null check (length(document) between 1 and 60000),
      document_hash text not null check (document_hash ~ '^[0-9a-f]{64}$'),
      binding_language text not null check (length(binding_language) between 2 and 12),
      signed_at timestamptz not null,
      /* Names and network address of who signed, encrypted. */
      sealed text not null,
      unique (order_id, signer, document_hash)
    )`,
    `create table order_files (
      order_id integer not null references orders on delete cascade,
      kind text not null check (kind ~ '^[a-z_]{2,30}$'),
      file uuid not null references uploads on delete cascade,
      added_at timestamptz not null,
      primary key (order_id, kind)
    )`,
    `create index order_files_file on order_files (file)`,
    `create table application_profiles (
      user_id integer primary key references users on delete cascade,
      sealed text not null check (length(sealed) <= 60000),
      saved_at timestamptz not null
    )`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
