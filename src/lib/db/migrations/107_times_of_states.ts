import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A column with a default, edges that the version before does not go, and triggers that refuse what it should not do either. */
export const additive = true;

export const contract = {
  harmless:
    'The version before moves orders, viewings, rents, groups and reviews at these times too; what it did too early, by a press, is what the triggers are to refuse.',
};

/** Edges that are not open whenever, as the graph had them when this was written: event, when, and from which states if not from all. */
const timings: readonly (readonly [string, string])[] = [
  ['lapse', 'deadline'],
  ['submit', 'until-first-day'],
  ['offer', 'until-last-day'],
  ['accept', 'until-last-day'],
  ['sign', 'until-last-day'],
  ['pay', 'until-last-day'],
  ['check-in', 'from-first-day'],
  ['complete', 'after-last-day'],
];

/**
 * States know their time: an order's edge says when it is open, by the days of the stay where the home is, and a trigger holds it. A bed of days
 * that are still let is free for nobody, whatever the code does: that is looked at when a transaction ends, because a bed is exchanged for another
 * within one. Viewings, rents, groups and reviews have their times held in the same way.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table order_edges add column timing text not null default 'any' constraint order_edges_timing
      check (timing in ('any', 'deadline', 'until-first-day', 'until-last-day', 'from-first-day', 'in-stay', 'after-last-day'))`,
    ...timings.map(([event, timing]) => `update order_edges set timing = '${timing}' where event = '${event}'`),
    `insert into order_edges (from_state, event, actor, to_state, timing) values
      ('to_pay', 'refund', 'payment', 'refunding', 'any'),
      ('checked_in', 'end-early', 'staff', 'completed', 'in-stay')`,
    `create or replace function refuse_order_move() returns trigger language plpgsql as $$
      declare
        wanted text;
        today date;
      begin
        if tg_op = 'INSERT' then
          if new.state <> 'draft' then raise exception 'an order begins as a draft' using errcode = 'check_violation'; end if;
          return new;
        end if;
        if new.state <> old.state then
          select timing into wanted from order_edges
          where from_state = old.state and to_state = new.state and event = new.moved_event and actor = new.moved_by;
          if not found then raise exception 'no edge leads from % to %', old.state, new.state using errcode = 'check_violation'; end if;
          today := (new.moved_at at time zone coalesce(new.home->>'zone', 'UTC'))::date;
          if not coalesce(case wanted
            when 'any' then true
            when 'deadline' then old.deadline <= new.moved_at
            when 'until-first-day' then today <= new.period_from
            when 'until-last-day' then new.period_to is null or today <= new.period_to
            when 'from-first-day' then today >= new.period_from
            when 'in-stay' then today >= new.period_from and (new.period_to is null or today <= new.period_to)
            when 'after-last-day' then today > new.period_to
          end, false) then raise exception '% of an order is not open on %: %', new.moved_event, today, wanted using errcode = 'check_violation'; end if;
        end if;
        if new.user_id is null and old.user_id is not null then new.sealed := null; end if;
        return new;
      end $$`,
    `create function refuse_let_bed_free() returns trigger language plpgsql as $$
      declare
        owner record;
        freed date;
      begin
        select state, coalesce(home->>'zone', 'UTC') as zone into owner from orders where id = old.order_id;
        if not found or exists (select from bed_claims where order_id = old.order_id and released_at is null) then return null; end if;
        freed := (case when tg_op = 'DELETE' then now() else coalesce(new.released_at, now()) end at time zone owner.zone)::date;
        if owner.state in ('paid', 'confirmed', 'checked_in') or (owner.state = 'completed' and (upper_inf(old.period) or upper(old.period) > freed))
        then raise exception 'days of order % are let: its bed is not free', old.order_id using errcode = 'check_violation'; end if;
        return null;
      end $$`,
    `create constraint trigger bed_claims_let after update on bed_claims deferrable initially deferred for each row
      when (old.sold_at is not null and old.order_id is not null and old.released_at is null
        and (new.released_at is not null or new.order_id is distinct from old.order_id))
      execute function refuse_let_bed_free()`,
    `create constraint trigger bed_claims_let_gone after delete on bed_claims deferrable initially deferred for each row
      when (old.sold_at is not null and old.order_id is not null and old.released_at is null) execute function refuse_let_bed_free()`,
    `create function refuse_review_of_no_stay() returns trigger language plpgsql as $$
      begin
        if exists (select from stay_reviews where order_id = new.order_id and kind = new.kind) or exists (
          select from orders where id = new.order_id and state in ('checked_in', 'completed')
            and period_from <= (new.written_at at time zone coalesce(home->>'zone', 'UTC'))::date
        ) then return new; end if;
        raise exception 'the stay of order % has not begun', new.order_id using errcode = 'check_violation';
      end $$`,
    `create trigger stay_reviews_of_stays before insert on stay_reviews for each row execute function refuse_review_of_no_stay()`,
    `create function refuse_viewing_move() returns trigger language plpgsql as $$
      declare
        begins timestamptz;
      begin
        select starts_at into begins from viewing_slots where id = new.slot_id;
        if not coalesce(case
          when new.state = 'booked' then new.paid_at < begins
          when new.state = 'done' then new.ended_at >= begins
          when new.state = 'expired' then new.ended_at >= old.pay_until
          when old.state = 'booked' and new.state in ('cancelled', 'refunding') then new.ended_at < begins
          else true
        end, false) then raise exception 'a viewing cannot go from % to % now', old.state, new.state using errcode = 'check_violation'; end if;
        return new;
      end $$`,
    `create trigger viewings_move before update on viewings for each row when (old.state <> new.state) execute function refuse_viewing_move()`,
    `create function refuse_rent_lapse() returns trigger language plpgsql as $$
      begin
        if coalesce(new.ended_at >= old.pay_until, false) then return new; end if;
        raise exception 'a rent that can be paid still does not lapse' using errcode = 'check_violation';
      end $$`,
    `create trigger rents_lapse before update on rents for each row when (old.state <> 'expired' and new.state = 'expired') execute function refuse_rent_lapse()`,
    `create function refuse_late_member() returns trigger language plpgsql as $$
      begin
        if exists (select from order_groups where id = new.group_id and ended_at is null and until > new.joined_at) then return new; end if;
        raise exception 'group % is open no longer', new.group_id using errcode = 'check_violation';
      end $$`,
    `create trigger order_group_members_in_time before insert on order_group_members for each row execute function refuse_late_member()`,
    `create function refuse_group_again() returns trigger language plpgsql as $$
      begin raise exception 'a group that is over does not open again' using errcode = 'check_violation'; end $$`,
    `create trigger order_groups_over before update on order_groups for each row
      when (old.ended_at is not null and new.ended_at is null) execute function refuse_group_again()`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
