/** Rebuilds the read models of the lists from houses, units and tenancies. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ChangePace } from '#lib/db/changes.ts';
import { announceChange } from '#lib/db/database.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { firstPhotograph, nextPhotographs } from '#lib/db/shown-photographs.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import { addDays } from '#lib/dates/dates.ts';
import { currencies } from '#lib/money/currencies.ts';
import { campusReach, neutralScore, rankHours, reviewPrior } from './ranking.rules.ts';

const exponents = JSON.stringify(Object.fromEntries(Object.entries(currencies).map(([code, { exponent }]) => [code, exponent])));

/** The hours that age adds to a rank: whole ones, so that a newer confirmation can be exchanged for an older one exactly. */
const ageHours = (instant: RawBuilder<unknown>): RawBuilder<number> =>
  sql`floor(extract(epoch from ${instant} - timestamptz '2020-01-01 00:00:00Z') / 3600)::int`;

/** Hours of rank as SQL; the same formula as `rankOf`, which tests compare with it. */
const rankSql = sql<number>`${ageHours(sql.ref('confirmed_at'))} + round(
    case when available_stock > 0 then ${sql.lit(rankHours.available)} else 0 end
    + jsonb_array_length(verifications) * ${sql.lit(rankHours.perVerifiedFact)}
    + coalesce((review_score - ${sql.lit(neutralScore)}) * review_count / (review_count + ${sql.lit(reviewPrior)}), 0) * ${sql.lit(rankHours.perReviewStar)}
    + coalesce(greatest(0, 1 - campus_metres / ${sql.lit(campusReach)}), 0) * ${sql.lit(rankHours.nearCampus)}
  )::int`;

/** The open houses among these, with what counts as today and as money where they stand. */
const askedSql = (houseIds: readonly number[], now: Date) => sql`
  asked as materialized (
    select h.*, (${now.toISOString()}::timestamptz at time zone (city.facts->>'timeZone'))::date as today, country.facts->>'currency' as place_currency
    from houses h
    join places city on city.id = h.city_id
    join places country on country.id = h.country_id
    where h.id = any(${houseIds}::int[]) and h.status = 'open'
  )`;

/** A tenancy `t` that can be booked: stock left, and not over yet where the house `a` stands. */
const isAvailable = sql<boolean>`t.stock > 0 and t.move_out > a.today`;

/** The rent of tenancy `t` that is charged, per week, in the listed currency; rounded as `weekly` in money.ts does. */
const weeklySql = sql<bigint>`round(case t.rent_unit
    when 'DAY' then coalesce(t.promo_rent_minor, t.rent_minor) * 7
    when 'WEEK' then coalesce(t.promo_rent_minor, t.rent_minor)
    when 'MONTH' then coalesce(t.promo_rent_minor, t.rent_minor) * 12 / 52.0
    else coalesce(t.promo_rent_minor, t.rent_minor) / 52.0 end)::bigint`;

/** The same in the currency of the country, so that lists can compare; null when there is no rate. */
const placeWeeklySql = sql<bigint | null>`case when t.rent_currency = a.place_currency then ${weeklySql} else (
    select round(${weeklySql} * place.per_gbp / listed.per_gbp
      * power(10::numeric, (${exponents}::jsonb->>a.place_currency)::int - (${exponents}::jsonb->>t.rent_currency)::int))::bigint
    from rates listed, rates place where listed.currency = t.rent_currency and place.currency = a.place_currency) end`;

// Every part below goes house by house or unit by unit along an index, and finds what belongs to it by ids in an array rather
// than by a join: joins and joined aggregates would be shorter, but their cost rests on statistics that a table being filled does
// not have yet. A planner that knows nothing has read all units for each house.
const listingUnitsSql = (houseIds: readonly number[], now: Date) => sql`
  with ${askedSql(houseIds, now)}
  insert into listing_units (unit_id, house_id, category, country_id, city_id, unit_type, bathroom_private, guests, weekly_minor, earliest_move_in, months, weeks, stock)
  select u.id, a.id, a.category, a.country_id, a.city_id, u.unit_type, u.bathroom = 'private', u.max_occupants, o.weekly, o.earliest,
    coalesce(o.months, '{}'), coalesce(o.weeks, '{}'), coalesce(o.stock, 0)
  from asked a
  join units u on u.house_id = a.id and u.status = 'open'
  cross join lateral (
    select min(${placeWeeklySql}) as weekly, max(t.stock) as stock, min(t.move_in) as earliest,
      array_agg(distinct (extract(year from t.move_in) * 100 + extract(month from t.move_in))::int) as months,
      array_agg(distinct round((t.move_out - t.move_in) / 7.0)::int) as weeks
    from tenancies t where t.unit_id = u.id and t.status = 'open' and ${isAvailable}
  ) o`;

/** Of a unit's bits, those that all its lease options share: unit type, bathroom and room for guests. */
const unitMask = 2_089_215;

/** Reads `listing_units`, which therefore comes first. */
const listingOffersSql = (houseIds: readonly number[], now: Date) => sql`
  with ${askedSql(houseIds, now)}
  insert into listing_offers (tenancy_id, house_id, guests, move_in, offer_bits, weekly_minor)
  select t.id, a.id, lu.guests, t.move_in, (lu.offer_bits & ${sql.lit(unitMask)}) | coalesce(listing_tenancy_bits(t.move_in, t.move_out), 0),
    case when t.id is not null then ${placeWeeklySql} end
  from asked a
  join listing_units lu on lu.house_id = a.id
  left join lateral (select * from tenancies t where t.unit_id = lu.unit_id and t.status = 'open' and ${isAvailable}) t on true`;

/** The open units of the house `a`. */
const openUnits = sql`array(select open.id from units open where open.house_id = a.id and open.status = 'open')`;

/** Reads `listing_units` and `listing_offers`, which therefore come first. */
const listingsSql = (houseIds: readonly number[], now: Date) => sql`
  with ${askedSql(houseIds, now)},
  campuses as materialized (
    select p.city_id, radians((c->'at'->>0)::float8) as lat, radians((c->'at'->>1)::float8) as lon
    from places p cross join jsonb_array_elements(p.facts->'campuses') c
    where p.kind = 'school' and p.city_id = any(array(select city_id from asked))
  ),
  facts as (
    select a.*, s.name as supplier_name, s.kind as supplier_kind, u.weekly, coalesce(u.stock, 0) as available_stock, coalesce(u.unit_types, '[]') as unit_types,
      dates.earliest, coalesce(best.last_confirmed_at, dates.confirmed, a.created_at) as confirmed_at,
      opinions.review_count, opinions.review_score, near.campus_metres, photo.path as photo,
      case when photo.path is null then '[]' else ${nextPhotographs(sql.raw('a.id'))} end as photos,
      coalesce(dates.has_promo_rent, false) or exists (select from promos p where p.house_id = a.id and a.today between p.starts_on and p.ends_on) as has_promo,
      case when best.id is not null then jsonb_build_object(
        'unitId', best.unit_id, 'tenancyId', best.id, 'unit', best.rent_unit, 'moveIn', best.move_in, 'moveOut', best.move_out,
        'rent', jsonb_build_object('minor', best.rent_minor::text, 'currency', best.rent_currency),
        'promoRent', case when best.promo_rent_minor is not null then jsonb_build_object('minor', best.promo_rent_minor::text, 'currency', best.rent_currency) end,
        'deposit', jsonb_build_object('minor', best.deposit_minor::text, 'currency', best.rent_currency),
        'bookingFee', jsonb_build_object('minor', best.booking_fee_minor::text, 'currency', best.rent_currency)) end as cheapest
    from asked a
    join suppliers s on s.id = a.supplier_id
    cross join lateral (
      select min(l.weekly_minor) as weekly, sum(l.stock)::int as stock, jsonb_agg(distinct l.unit_type) as unit_types from listing_units l where l.house_id = a.id
    ) u
    left join tenancies best on best.id = (
      select o.tenancy_id from listing_offers o where o.house_id = a.id and o.weekly_minor is not null order by o.weekly_minor, o.move_in, o.tenancy_id limit 1
    )
    cross join lateral (
      select min(t.move_in) filter (where ${isAvailable}) as earliest, max(t.last_confirmed_at) as confirmed,
        bool_or(t.promo_rent_minor is not null) filter (where ${isAvailable}) as has_promo_rent
      from tenancies t where t.house_id = a.id and t.status = 'open' and t.unit_id = any(${openUnits})
    ) dates
    cross join lateral (select count(*)::int as review_count, avg(r.score)::float8 as review_score from reviews r where r.house_id = a.id) opinions
    cross join lateral (
      select 12742000 * asin(least(1, sqrt(min(power(sin((c.lat - radians(a.latitude)) / 2), 2)
        + cos(c.lat) * cos(radians(a.latitude)) * power(sin((c.lon - radians(a.longitude)) / 2), 2))))) as campus_metres
      from campuses c where c.city_id = a.city_id
    ) near
    left join lateral (${firstPhotograph(sql.raw('a.id'))}) photo on true
  )
  insert into listings (house_id, category, country_id, city_id, neighbourhood_id, supplier_id, latitude, longitude, weekly_minor, stock,
    earliest_move_in, confirmed_at, rank, amenities, verified, review_count, review_score, card)
  select id, category, country_id, city_id, neighbourhood_id, supplier_id, latitude, longitude, weekly, available_stock,
    earliest, confirmed_at, ${rankSql}, amenities, verifications @> '[{"fact":"address"},{"fact":"owner"}]', review_count, review_score,
    jsonb_build_object('houseType', house_type, 'name', name, 'nameZh', name_zh, 'names', names, 'address', address, 'yearBuilt', year_built, 'storeys', storeys,
      'photo', photo, 'photos', photos, 'supplier', jsonb_build_object('name', supplier_name, 'kind', supplier_kind), 'unitTypes', unit_types,
      'cheapest', cheapest, 'verifiedFacts', coalesce((select jsonb_agg(v->'fact') from jsonb_array_elements(verifications) v), '[]'),
      'hasPromo', has_promo, 'isSample', is_sample)
  from facts
  on conflict (house_id) do update set category = excluded.category, country_id = excluded.country_id, city_id = excluded.city_id,
    neighbourhood_id = excluded.neighbourhood_id, supplier_id = excluded.supplier_id, latitude = excluded.latitude, longitude = excluded.longitude,
    weekly_minor = excluded.weekly_minor, stock = excluded.stock, earliest_move_in = excluded.earliest_move_in, confirmed_at = excluded.confirmed_at,
    rank = excluded.rank, amenities = excluded.amenities, verified = excluded.verified, review_count = excluded.review_count,
    review_score = excluded.review_score, card = excluded.card`;

/**
 * Rebuilds `listings`, `listing_units` and `listing_offers` for these houses and announces the change. Houses that are not open
 * leave the lists; an open house without a bookable tenancy stays, sold out. A unit's stock is the highest of its
 * lease options, because options share the same rooms; a house's stock is the sum over its units.
 */
export async function refreshListings(transaction: DbTransaction, houseIds: readonly number[], now: Date): Promise<void> {
  if (houseIds.length === 0) return;
  await sql`delete from listing_offers where house_id = any(${houseIds}::int[])`.execute(transaction);
  await sql`delete from listing_units where house_id = any(${houseIds}::int[])`.execute(transaction);
  await sql`delete from listings l using houses h where h.id = l.house_id and h.id = any(${houseIds}::int[]) and h.status <> 'open'`.execute(transaction);
  await listingUnitsSql(houseIds, now).execute(transaction);
  await listingOffersSql(houseIds, now).execute(transaction);
  await listingsSql(houseIds, now).execute(transaction);
  await announceHouses(transaction, houseIds);
}

/**
 * Counts again what can still be had of these houses' leases: what the provider said, less the beds we keep that they do not know of.
 * The lists and pages are to be refreshed for what it returns.
 * @returns houses of which a lease has another count now.
 */
export async function recountStock(transaction: DbTransaction, houseIds: readonly number[], now: Date): Promise<readonly number[]> {
  const { rows } = await sql<{ house_id: number }>`
    update tenancies t set stock = counted.stock, feed_stock = counted.feed
    from (
      select l.id, coalesce(l.feed_stock, l.stock) as feed, greatest(0, coalesce(l.feed_stock, l.stock) - (
        select count(*) filter (where not b.is_known) from beds_taken(l.unit_id, daterange(l.move_in, l.move_out), l.last_confirmed_at, ${now.toISOString()}::timestamptz) b
      ))::int as stock
      from tenancies l
      where l.house_id = any(${houseIds}::int[]) and (l.feed_stock <> l.stock or exists (
        select from bed_claims c where c.unit_id = l.unit_id and c.released_at is null
      ))
    ) counted
    where t.id = counted.id and t.stock <> counted.stock
    returning t.house_id`.execute(transaction);
  return [...new Set(rows.map(({ house_id }) => house_id))];
}

/** A change of more houses than this is work in batches, of which the next is about to come. */
const fewHouses = 20;

export const paceOf = (houses: number): ChangePace => (houses > fewHouses ? 'many' : 'single');

/** Announces that pages about these houses, their twins, their places and suppliers have changed: the page of a twin says what they cost. */
export async function announceHouses(transaction: DbTransaction, houseIds: readonly number[]): Promise<void> {
  const touched = await transaction
    .selectFrom('houses')
    .select(['id', 'city_id', 'country_id', 'supplier_id'])
    .select(sql<number[]>`array(select twin_id from house_twins where house_id = houses.id)`.as('twins'))
    .where(sql<boolean>`id = any(${houseIds}::int[])`)
    .execute();
  const tags = [
    ...touched.flatMap(({ id, twins }) => [`house:${id}`, ...twins.map((twin) => `house:${twin}`)]),
    ...touched.map(({ city_id }) => `city:${city_id}`),
    ...touched.map(({ country_id }) => `country:${country_id}`),
    ...touched.map(({ supplier_id }) => `supplier:${supplier_id}`),
    'catalogue',
  ];
  await announceChange(transaction, tags, paceOf(houseIds.length));
}

/** Shows in lists what became of these photographs, and announces their houses. @param paths as in `media`. */
export async function refreshPhotographs(transaction: DbTransaction, paths: readonly string[], now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update houses set updated_at = ${now.toISOString()}::timestamptz
    where id in (select house_id from media where kind = 'photo' and length(path) <= 2000 and path = any(${paths}::text[])) returning id`.execute(transaction);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`
    update listings l set card = l.card || jsonb_build_object(
      'photo', (${firstPhotograph(sql.raw('l.house_id'))}), 'photos', ${nextPhotographs(sql.raw('l.house_id'))})
    where l.house_id = any(${ids}::int[])`.execute(transaction);
  await announceHouses(transaction, ids);
}

/**
 * Carries newer confirmations of otherwise unchanged houses into the lists: age and rank move, nothing else.
 * Nobody is told, because no price, vacancy or word on any page has changed.
 */
export async function refreshConfirmations(transaction: DbTransaction, houseIds: readonly number[]): Promise<void> {
  await sql`
    update listings l set confirmed_at = n.confirmed, rank = l.rank - ${ageHours(sql.raw('l.confirmed_at'))} + ${ageHours(sql.raw('n.confirmed'))}
    from (
      select asked.house_id, coalesce(cheapest.last_confirmed_at, latest.confirmed) as confirmed
      from listings asked
      left join tenancies cheapest on cheapest.id = (asked.card->'cheapest'->>'tenancyId')::int
      cross join lateral (
        select max(t.last_confirmed_at) as confirmed from (select asked.house_id as id) a, tenancies t
        where t.house_id = a.id and t.status = 'open' and t.unit_id = any(${openUnits})
      ) latest
      where asked.house_id = any(${houseIds}::int[])
    ) n
    where n.house_id = l.house_id and n.confirmed > l.confirmed_at`.execute(transaction);
}

const expiryKey = 'listings_expired_until';

/**
 * Takes leases that ended since the last call out of the lists: nobody writes to a house when a day passes.
 * To be called at the start and then once an hour; costs one look at the tenancies that end in that time.
 * @returns how many houses were rebuilt.
 */
export async function refreshExpiredListings(db: Db, now: Date): Promise<number> {
  const stored = await db.selectFrom('settings').select('value').where('key', '=', expiryKey).executeTakeFirst();
  // A day on either side, because the day ends at different times around the world.
  const from = addDays(typeof stored?.value === 'string' ? stored.value : '2000-01-01', -2);
  const today = now.toISOString().slice(0, 10);
  const { rows } = await sql<{ house_id: number }>`
    select distinct t.house_id from tenancies t join listings l on l.house_id = t.house_id
    where t.status = 'open' and t.stock > 0 and t.move_out > ${from}::date and t.move_out <= ${addDays(today, 1)}::date order by 1`.execute(db);
  const ids = rows.map(({ house_id }) => house_id);
  for (let start = 0; start < ids.length; start += 200) {
    await transact(db, (transaction) => refreshListings(transaction, ids.slice(start, start + 200), now));
  }
  await db
    .insertInto('settings')
    .values({ key: expiryKey, value: JSON.stringify(today) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(today) }))
    .execute();
  return ids.length;
}
