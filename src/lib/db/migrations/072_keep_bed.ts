import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** New functions: the version before does not call them. */
export const additive = true;

/**
 * To keep a bed is to look which are free, to take one, and to look again where somebody was quicker. `keep_bed` does it in one call, so that
 * nobody who asks for the next bed waits for the way between the server and the database. It takes the first free bed that nobody else is
 * taking just now: who comes at the same moment takes the one after, instead of waiting for the first. That a bed is kept once is still said
 * by `bed_claims_once` alone; the lock on a bed keeps others from trying it, and nothing rests on it.
 *
 * `beds_free` is what can be had of a lease for a span. The provider's count is of beds beside those that they know to be gone: so many of the
 * first beds of the unit make it up, less those that we keep. Of what is free, those who wait in line come first. `needed`: beds that the unit
 * has to have, so that all that is free has one; `beds`: the first free ones of those that are made.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create function beds_free(lease integer, span daterange, in_line boolean, at timestamptz)
      returns table (needed integer, made integer, beds integer[], has_expired boolean) language sql stable as $$
        with t as materialized (select id, unit_id, coalesce(feed_stock, stock) as feed, last_confirmed_at from tenancies where id = lease),
        taken as materialized (select b.* from t cross join lateral beds_taken(t.unit_id, span, t.last_confirmed_at, at) b),
        room as materialized (
          select (select count(*) from taken)::int as taken, least(256, greatest(0, t.feed
            - (select count(*) from taken where not is_known)
            - case when in_line then 0 else (
                select count(*) from waiting_list w where w.tenancy_id = t.id and w.ended_at is null and w.offered_until is null
              ) end
          ))::int as room from t
        )
        select case when room.room = 0 then 0 else room.taken + room.room end,
          (select count(*) from beds b where b.unit_id = t.unit_id)::int,
          array(select b.id from beds b where b.unit_id = t.unit_id and b.id not in (select bed_id from taken) order by b.ordinal limit room.room),
          exists (select from bed_claims c where c.unit_id = t.unit_id and c.released_at is null and c.expires_at <= at)
        from t, room
      $$`,
    `create function keep_bed(
      lease integer, day_from date, day_to date, person integer, of_hold integer, of_order integer, of_group integer,
      until timestamptz, in_line boolean, at timestamptz
    ) returns table (became text, house integer, tries integer) language plpgsql as $$
      declare
        l record;
        f record;
        span daterange;
        bed integer;
      begin
        tries := 0;
        became := 'gone';
        select t.house_id, t.unit_id, t.move_out, t.status = 'open' and u.status = 'open' and h.status = 'open' and h.category = 'rent' as is_open,
          (at at time zone (city.facts->>'timeZone'))::date as today into l
        from tenancies t join units u on u.id = t.unit_id join houses h on h.id = t.house_id join places city on city.id = h.city_id
        where t.id = lease;
        if not found or not l.is_open or l.move_out <= l.today or day_from >= l.move_out
          or coalesce(day_to <= day_from or day_to <= l.today, false) then
          return next;
          return;
        end if;
        house := l.house_id;
        span := daterange(day_from, day_to);
        loop
          select * into f from beds_free(lease, span, in_line, at);
          if f.made < f.needed then
            insert into beds (unit_id, ordinal) select l.unit_id, n from generate_series(1, f.needed) n on conflict do nothing;
            select * into f from beds_free(lease, span, in_line, at);
          end if;
          if cardinality(f.beds) = 0 then
            became := 'sold-out';
            return next;
            return;
          end if;
          -- Each failure is somebody else's success, so only a fault comes so far.
          if tries = 400 then raise exception 'no bed of lease % could be kept in % tries', lease, tries; end if;
          tries := tries + 1;
          -- The first bed packs best. Where others are taking all there are, one of them is waited for: it may be given up.
          select b.id into bed from beds b where b.id = any (f.beds) order by b.ordinal limit 1 for no key update skip locked;
          if not found then bed := f.beds[1 + floor(random() * cardinality(f.beds))::int]; end if;
          if f.has_expired then
            update bed_claims c set released_at = at
            where c.bed_id = bed and c.released_at is null and c.expires_at <= at and c.period && span;
          end if;
          -- No target: a conflict with the constraint is one too, and two who want the same bed do not deadlock.
          insert into bed_claims (bed_id, unit_id, tenancy_id, period, user_id, hold_id, order_id, group_id, expires_at, sold_at, made_at)
          values (bed, l.unit_id, lease, span, person, of_hold, of_order, of_group, until, case when until is null then at end, at)
          on conflict do nothing;
          if found then
            became := 'kept';
            return next;
            return;
          end if;
        end loop;
      end $$`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
