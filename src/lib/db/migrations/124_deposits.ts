import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New tables alone: the version before does not look at them. */
export const additive = true;

/** The graph of deposits to give back as it was when this was written: from where, by what and whom, and to where. */
const edges: readonly (readonly [string, string, string, string])[] = [
  ['open', 'propose', 'staff', 'proposed'],
  ['open', 'whole', 'staff', 'agreed'],
  ['proposed', 'agree', 'applicant', 'agreed'],
  ['proposed', 'dispute', 'applicant', 'disputed'],
  ['proposed', 'whole', 'staff', 'agreed'],
  ['disputed', 'propose', 'staff', 'proposed'],
  ['disputed', 'whole', 'staff', 'agreed'],
  ['disputed', 'decided', 'staff', 'agreed'],
  ['agreed', 'send', 'staff', 'sending'],
  ['agreed', 'given', 'staff', 'done'],
  ['sending', 'gone', 'payment', 'done'],
  ['sending', 'again', 'staff', 'agreed'],
];

/**
 * Deposits of stays that are over: what is to go back, by which day, what is kept of it for which reasons, and what whoever paid it says to
 * that. What was proposed stays as it was proposed, and all that is kept of a deposit is never more than it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table deposit_edges (
      from_state text not null, event text not null, actor text not null, to_state text not null, primary key (from_state, event, actor)
    )`,
    `insert into deposit_edges (from_state, event, actor, to_state) values ${edges.map((edge) => `('${edge.join(`', '`)}')`).join(', ')}`,
    `create table deposit_returns (
      order_id integer primary key references orders,
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      minor bigint not null check (minor > 0),
      /* Who took it: we, for the provider, or the provider. */
      taken_by text not null check (taken_by in ('operator', 'supplier')),
      over_on date not null,
      /* By which day it must be back, and the law that says so; null where nothing is known. */
      law text check (length(law) between 1 and 120),
      law_days integer check (law_days between 1 and 90),
      law_from text check (law_from in ('agreement', 'end')),
      due_on date check (due_on >= over_on),
      state text not null default 'open',
      moved_event text,
      moved_by text,
      moved_at timestamptz not null,
      /* The one that counts. Held by the trigger below: two tables that point at each other could not be copied one after the other. */
      proposal_id integer,
      given_on date check (given_on >= over_on),
      check (num_nonnulls(law, law_days, law_from) in (0, 3)),
      check ((state = 'done') = (given_on is not null)),
      check ((state = 'open') = (proposal_id is null))
    )`,
    `create index deposit_returns_due on deposit_returns (due_on, order_id) where state <> 'done'`,
    `create table deposit_proposals (
      id integer generated always as identity primary key,
      order_id integer not null references deposit_returns,
      kind text not null check (kind in ('propose', 'whole', 'decided')),
      note text not null default '' check (length(note) <= 1000),
      staff_id integer not null references staff_members,
      made_at timestamptz not null
    )`,
    `create index deposit_proposals_order on deposit_proposals (order_id, id)`,
    `create table deposit_deductions (
      proposal_id integer not null references deposit_proposals,
      number integer not null check (number between 1 and 5),
      reason text not null check (reason in ('damage', 'cleaning', 'rent', 'bills', 'keys', 'other')),
      minor bigint not null check (minor > 0),
      note text not null check (length(note) between 1 and 500),
      /* An entry of what was written down of the home, with its photograph. */
      evidence integer check (evidence > 0),
      primary key (proposal_id, number)
    )`,
    `create table deposit_answers (
      proposal_id integer primary key references deposit_proposals,
      user_id integer not null references users on delete cascade,
      answer text not null check (answer in ('agree', 'dispute')),
      note text not null default '' check (length(note) <= 2000),
      answered_at timestamptz not null,
      check (answer = 'agree' or note <> '')
    )`,
    `create index deposit_answers_user on deposit_answers (user_id)`,
    `create function refuse_deposit_change() returns trigger language plpgsql as $$
      begin raise exception 'what was proposed of a deposit stays' using errcode = 'check_violation'; end $$`,
    `create trigger deposit_proposals_stay before update or delete on deposit_proposals for each row execute function refuse_deposit_change()`,
    `create trigger deposit_deductions_stay before update or delete on deposit_deductions for each row execute function refuse_deposit_change()`,
    `create function refuse_deposit_answer_change() returns trigger language plpgsql as $$
      begin
        if (new.proposal_id, new.answer, new.note, new.answered_at) is distinct from (old.proposal_id, old.answer, old.note, old.answered_at)
        then raise exception 'what was answered about a deposit stays' using errcode = 'check_violation'; end if;
        return new;
      end $$`,
    `create trigger deposit_answers_stay before update on deposit_answers for each row execute function refuse_deposit_answer_change()`,
    `create function refuse_deposit_excess() returns trigger language plpgsql as $$
      begin
        if (select sum(d.minor) from deposit_deductions d where d.proposal_id = new.proposal_id)
          > (select r.minor from deposit_returns r join deposit_proposals p on p.order_id = r.order_id where p.id = new.proposal_id)
        then raise exception 'more is kept of a deposit than it is' using errcode = 'check_violation'; end if;
        return null;
      end $$`,
    `create trigger deposit_deductions_fit after insert on deposit_deductions for each row execute function refuse_deposit_excess()`,
    `create function refuse_deposit_move() returns trigger language plpgsql as $$
      declare
        stay record;
        today date;
      begin
        select state, coalesce(home->>'zone', 'UTC') as zone into stay from orders where id = new.order_id;
        today := (new.moved_at at time zone stay.zone)::date;
        if tg_op = 'INSERT' then
          if new.state <> 'open' or stay.state <> 'completed' or today < new.over_on
          then raise exception 'the stay of order % is not over', new.order_id using errcode = 'check_violation'; end if;
          return new;
        end if;
        if (new.order_id, new.currency, new.minor, new.taken_by, new.over_on) is distinct from
          (old.order_id, old.currency, old.minor, old.taken_by, old.over_on)
        then raise exception 'a deposit stays what was paid' using errcode = 'check_violation'; end if;
        if new.proposal_id is not null and not exists (select from deposit_proposals where id = new.proposal_id and order_id = new.order_id)
        then raise exception 'proposal % is none of this deposit', new.proposal_id using errcode = 'check_violation'; end if;
        if new.state <> old.state then
          if not exists (select from deposit_edges
            where from_state = old.state and to_state = new.state and event = new.moved_event and actor = new.moved_by)
          then raise exception 'no edge leads from % to %', old.state, new.state using errcode = 'check_violation'; end if;
          if new.moved_at < old.moved_at or new.given_on > today
          then raise exception '% of a deposit is not open then', new.moved_event using errcode = 'check_violation'; end if;
        end if;
        return new;
      end $$`,
    `create trigger deposit_returns_move before insert or update on deposit_returns for each row execute function refuse_deposit_move()`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
