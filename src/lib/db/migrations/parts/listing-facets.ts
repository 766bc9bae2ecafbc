/**
 * What the lists count by, as bits: what a unit offers (`offer_bits`), what it costs (`rent_bits`) and a narrow row per
 * house (`listing_facets`). The meaning of each bit is in `features/finding/facets.rules.ts`.
 *
 * `listing_facets` is kept by triggers on `listings` and `listing_units`, so that no writer can forget it.
 */

/** Bits 0–7 unit type, 8–12 lease bands, 13 and 14 private and shared bathroom, 15–20 room for 1–6 guests, 21–62 move-in month modulo 42. */
const offerBits = `create function listing_offer_bits(unit_type text, weeks integer[], bathroom_private boolean, guests integer, months integer[]) returns bigint
  language sql immutable parallel safe as $$
    select coalesce(1::bigint << (array_position(array['studio','ensuite','one-bedroom','two-bedroom','shared-room','whole-apartment','house','homestay'], unit_type) - 1), 0)
      | coalesce((select bit_or(256::bigint << case when w <= 12 then 0 when w <= 26 then 1 when w <= 40 then 2 when w <= 44 then 3 else 4 end) from unnest(weeks) w where w between 1 and 60), 0)
      | case when bathroom_private then 8192 else 16384 end
      | (((1::bigint << least(guests, 6)) - 1) << 15)
      | coalesce((select bit_or(1::bigint << (21 + (m / 100 * 12 + m % 100 - 1) % 42)) from unnest(months) m), 0)
  $$`;

/** Bit n: the weekly rent, in minor units, is at least step n−1 of 1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8 × 10ⁿ from 1,000 up, and below the next. */
const rentSteps = [3, 4, 5, 6, 7, 8].flatMap((power) => [100, 125, 150, 200, 250, 300, 400, 500, 600, 800].map((hundredths) => hundredths * 10 ** (power - 2)));
const rentBits = `create function listing_rent_bits(weekly_minor bigint) returns bigint
  language sql immutable parallel safe as $$
    select case when weekly_minor is null then 0 else 1::bigint << width_bucket(weekly_minor, array[${rentSteps.join(',')}]::bigint[]) end
  $$`;

const amenityBits = `create function listing_amenity_bits(amenities text[]) returns integer
  language sql immutable parallel safe as $$
    select coalesce(bit_or(1 << (n - 1)), 0) from unnest(amenities) a, lateral (select array_position(array[
      'wifi','laundry','gym','study-room','common-room','bike-storage','parking','lift','reception-24h','cctv','parcel-room','cinema',
      'games-room','garden','roof-terrace','swimming-pool','air-conditioning','heating','furnished','kitchenette','dishwasher','desk',
      'double-glazing','step-free','visual-alarm','wide-doors','pets-allowed','women-only-floor','quiet-floor','music-room','prayer-room','cleaning'], a) n) known
    where n is not null
  $$`;

/** The functions that `listing_units` is made with. */
export const listingBits = [offerBits, rentBits, amenityBits];

const refresh = `create function listing_facets_refresh() returns trigger language plpgsql as $$
  begin
    insert into listing_facets (house_id, country_id, city_id, supplier_id, rank, review_count, latitude, longitude, weekly_minor, confirmed_at,
      earliest_move_in, review_score, amenity_bits, offer_bits, rent_bits, verified, neighbourhood_id, category)
    select l.house_id, l.country_id, l.city_id, l.supplier_id, l.rank, l.review_count, l.latitude, l.longitude, l.weekly_minor, l.confirmed_at,
      l.earliest_move_in, l.review_score, listing_amenity_bits(l.amenities), coalesce(u.offer_bits, 0), coalesce(u.rent_bits, 0), l.verified, l.neighbourhood_id, l.category
    from listings l
    left join lateral (select bit_or(offer_bits) as offer_bits, bit_or(rent_bits) as rent_bits from listing_units where house_id = l.house_id) u on true
    where l.house_id = any(array(select distinct house_id from changed))
    on conflict (house_id) do update set country_id = excluded.country_id, city_id = excluded.city_id, supplier_id = excluded.supplier_id,
      rank = excluded.rank, review_count = excluded.review_count, latitude = excluded.latitude, longitude = excluded.longitude,
      weekly_minor = excluded.weekly_minor, confirmed_at = excluded.confirmed_at, earliest_move_in = excluded.earliest_move_in,
      review_score = excluded.review_score, amenity_bits = excluded.amenity_bits, offer_bits = excluded.offer_bits, rent_bits = excluded.rent_bits,
      verified = excluded.verified, neighbourhood_id = excluded.neighbourhood_id, category = excluded.category;
    return null;
  end $$`;

const trigger = (table: string, event: 'insert' | 'update' | 'delete'): string =>
  `create trigger ${table}_facets_${event} after ${event} on ${table} referencing ${event === 'delete' ? 'old' : 'new'} table as changed
    for each statement execute function listing_facets_refresh()`;

/** The narrow table and what keeps it; made after `listings` and `listing_units`. */
export const listingFacets = [
  `create table listing_facets (
    house_id integer primary key references listings on delete cascade,
    country_id integer not null, city_id integer not null, supplier_id integer not null, rank integer not null, review_count integer not null,
    latitude double precision not null, longitude double precision not null, confirmed_at timestamptz not null,
    offer_bits bigint not null, rent_bits bigint not null, amenity_bits integer not null, verified boolean not null,
    weekly_minor bigint, earliest_move_in date, review_score real, neighbourhood_id integer, category text not null
  )`,
  `create index listing_facets_city on listing_facets (city_id, category)`,
  `create index listing_facets_country on listing_facets (country_id, category)`,
  `create index listing_facets_supplier on listing_facets (supplier_id)`,
  refresh,
  trigger('listings', 'insert'),
  trigger('listings', 'update'),
  trigger('listing_units', 'insert'),
  trigger('listing_units', 'update'),
  trigger('listing_units', 'delete'),
];
