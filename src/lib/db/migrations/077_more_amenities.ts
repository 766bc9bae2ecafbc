import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The version before it fills and reads the first mask alone; the trigger fills both, whoever writes. */
export const additive = true;

/**
 * Room for amenities beyond the 32 bits of `amenity_bits`, in a second mask beside it. Homes have none of the new codes yet, because feeds could
 * not name them, so that the default is what the function would give.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create function listing_more_amenity_bits(amenities text[]) returns integer language sql immutable parallel safe as $$
      select coalesce(bit_or(1 << (n - 1)), 0) from unnest(amenities) a, lateral (select array_position(array[
        'kitchen','oven','microwave','fridge','television','smoke-alarm','carbon-monoxide-alarm','fire-extinguisher','first-aid-kit','balcony'], a) n) known
      where n is not null
    $$`,
    `alter table listing_facets add column more_amenity_bits integer not null default 0`,
    `create or replace function listing_facets_refresh() returns trigger language plpgsql as $$
      begin
        insert into listing_facets (house_id, country_id, city_id, supplier_id, rank, review_count, latitude, longitude, weekly_minor, confirmed_at,
          earliest_move_in, review_score, amenity_bits, more_amenity_bits, offer_bits, rent_bits, verified, neighbourhood_id, category)
        select l.house_id, l.country_id, l.city_id, l.supplier_id, l.rank, l.review_count, l.latitude, l.longitude, l.weekly_minor, l.confirmed_at,
          l.earliest_move_in, l.review_score, listing_amenity_bits(l.amenities), listing_more_amenity_bits(l.amenities),
          coalesce(o.offer_bits, 0), coalesce(o.rent_bits, 0), l.verified, l.neighbourhood_id, l.category
        from listings l
        left join lateral (select bit_or(offer_bits) as offer_bits, bit_or(rent_bits) as rent_bits from listing_offers where house_id = l.house_id) o on true
        where l.house_id = any(array(select distinct house_id from changed))
        on conflict (house_id) do update set country_id = excluded.country_id, city_id = excluded.city_id, supplier_id = excluded.supplier_id,
          rank = excluded.rank, review_count = excluded.review_count, latitude = excluded.latitude, longitude = excluded.longitude,
          weekly_minor = excluded.weekly_minor, confirmed_at = excluded.confirmed_at, earliest_move_in = excluded.earliest_move_in,
          review_score = excluded.review_score, amenity_bits = excluded.amenity_bits, more_amenity_bits = excluded.more_amenity_bits,
          offer_bits = excluded.offer_bits, rent_bits = excluded.rent_bits,
          verified = excluded.verified, neighbourhood_id = excluded.neighbourhood_id, category = excluded.category;
        return null;
      end $$`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
