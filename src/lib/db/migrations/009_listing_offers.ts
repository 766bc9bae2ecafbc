import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The version before it fills only `listing_units`, from which the counted copy is no longer made. */
export const additive = false;

/** Of a unit's bits, those that all its lease options share: unit type, bathroom and room for guests. */
const unitMask = 2_089_215;

/**
 * One row per lease option that can be booked, so that a filter is answered by one option and not by several of a unit
 * together: a rent of one with the move-in of another is no offer. A unit without any has one row without rent and day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const weekly = `round(case t.rent_unit
    when 'DAY' then coalesce(t.promo_rent_minor, t.rent_minor) * 7
    when 'WEEK' then coalesce(t.promo_rent_minor, t.rent_minor)
    when 'MONTH' then coalesce(t.promo_rent_minor, t.rent_minor) * 12 / 52.0
    else coalesce(t.promo_rent_minor, t.rent_minor) / 52.0 end)::bigint`;
  const exponent = (currency: string): string => `case when ${currency} in ('JPY','KRW','VND') then 0 else 2 end`;
  const statements = [
    `create table listing_offers (
      tenancy_id integer references tenancies on delete cascade,
      house_id integer not null references houses on delete cascade,
      guests integer not null, move_in date, offer_bits bigint not null, weekly_minor bigint,
      rent_bits bigint not null generated always as (listing_rent_bits(weekly_minor)) stored
    )`,
    `create index listing_offers_house on listing_offers (house_id)`,
    `create index listing_offers_tenancy on listing_offers (tenancy_id)`,
    // What a tenancy offers beside its unit: bits 8–12 its length in weeks, 21–62 its month of move-in.
    `create function listing_tenancy_bits(move_in date, move_out date) returns bigint language sql immutable parallel safe as $$
      select case when w between 1 and 60 then 256::bigint << (case when w <= 12 then 0 when w <= 26 then 1 when w <= 40 then 2 when w <= 44 then 3 else 4 end) else 0 end
        | (1::bigint << (21 + (extract(year from move_in)::int * 12 + extract(month from move_in)::int - 1) % 42))
      from (select round((move_out - move_in) / 7.0)::int as w) length
    $$`,
    `insert into listing_offers (tenancy_id, house_id, guests, move_in, offer_bits, weekly_minor)
      select t.id, lu.house_id, lu.guests, t.move_in, (lu.offer_bits & ${unitMask}) | coalesce(listing_tenancy_bits(t.move_in, t.move_out), 0),
        case when t.rent_currency = country.facts->>'currency' then ${weekly} else (
          select round(${weekly} * place.per_gbp / listed.per_gbp * power(10::numeric, ${exponent('place.currency')} - ${exponent('listed.currency')}))::bigint
          from rates listed, rates place where listed.currency = t.rent_currency and place.currency = country.facts->>'currency') end
      from listing_units lu
      join places country on country.id = lu.country_id
      join places city on city.id = lu.city_id
      left join lateral (
        select * from tenancies o where o.unit_id = lu.unit_id and o.status = 'open' and o.stock > 0
          and o.move_out > (now() at time zone (city.facts->>'timeZone'))::date
      ) t on true`,
    ...['insert', 'update', 'delete'].map((event) => `drop trigger listing_units_facets_${event} on listing_units`),
    `create or replace function listing_facets_refresh() returns trigger language plpgsql as $$
      begin
        insert into listing_facets (house_id, country_id, city_id, supplier_id, rank, review_count, latitude, longitude, weekly_minor, confirmed_at,
          earliest_move_in, review_score, amenity_bits, offer_bits, rent_bits, verified, neighbourhood_id, category)
        select l.house_id, l.country_id, l.city_id, l.supplier_id, l.rank, l.review_count, l.latitude, l.longitude, l.weekly_minor, l.confirmed_at,
          l.earliest_move_in, l.review_score, listing_amenity_bits(l.amenities), coalesce(o.offer_bits, 0), coalesce(o.rent_bits, 0), l.verified, l.neighbourhood_id, l.category
        from listings l
        left join lateral (select bit_or(offer_bits) as offer_bits, bit_or(rent_bits) as rent_bits from listing_offers where house_id = l.house_id) o on true
        where l.house_id = any(array(select distinct house_id from changed))
        on conflict (house_id) do update set country_id = excluded.country_id, city_id = excluded.city_id, supplier_id = excluded.supplier_id,
          rank = excluded.rank, review_count = excluded.review_count, latitude = excluded.latitude, longitude = excluded.longitude,
          weekly_minor = excluded.weekly_minor, confirmed_at = excluded.confirmed_at, earliest_move_in = excluded.earliest_move_in,
          review_score = excluded.review_score, amenity_bits = excluded.amenity_bits, offer_bits = excluded.offer_bits, rent_bits = excluded.rent_bits,
          verified = excluded.verified, neighbourhood_id = excluded.neighbourhood_id, category = excluded.category;
        return null;
      end $$`,
    ...['insert', 'update', 'delete'].map(
      (
        event,
      ) => `create trigger listing_offers_facets_${event} after ${event} on listing_offers referencing ${event === 'delete' ? 'old' : 'new'} table as changed
        for each statement execute function listing_facets_refresh()`,
    ),
    `update listing_facets f set offer_bits = o.offer_bits, rent_bits = o.rent_bits
      from (select house_id, bit_or(offer_bits) as offer_bits, bit_or(rent_bits) as rent_bits from listing_offers group by house_id) o where o.house_id = f.house_id`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
