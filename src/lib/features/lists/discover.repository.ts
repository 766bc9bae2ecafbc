/** Flats whose kitchen or bathroom is shared, with their rooms; and the first homes of some cities. */
import type { MoreLanguages } from '#lib/features/catalogue/local-texts.rules.ts';
import { sql } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { CityId, HouseId } from '#lib/ids/ids.ts';
import type { CityPicks, SharedFlat } from './discover.schema.ts';
import type { Room } from '#lib/features/house/house.schema.ts';
import type { HouseType } from '#lib/features/catalogue/listings.schema.ts';

type FlatRow = {
  unit_id: number;
  unit_name: string;
  house_id: number;
  house_type: HouseType;
  name: string;
  name_zh: string | null;
  names: MoreLanguages;
  bathroom: 'private' | 'shared';
  kitchen: 'private' | 'shared';
  rooms: Room[];
  weekly_minor: bigint | null;
  confirmed_at: Date;
  is_sample: boolean;
  total: number;
};

/** Shared flats of a city, those with free rooms first. One query. */
export async function sharedFlats(
  db: Db,
  cityId: CityId,
  limit: number,
  offset: number,
): Promise<{ readonly total: number; readonly flats: readonly SharedFlat[] }> {
  const { rows } = await sql<FlatRow>`
    with flats as materialized (
      select u.id as unit_id, u.name as unit_name, u.house_id, u.bathroom, u.kitchen, u.rooms, l.rank, l.confirmed_at, lu.weekly_minor,
        exists (select 1 from jsonb_array_elements(u.rooms) room where room->>'status' = '1') as has_free
      from listings l join units u on u.house_id = l.house_id and u.status = 'open' join listing_units lu on lu.unit_id = u.id
      where l.city_id = ${cityId} and l.category = 'rent' and (u.kitchen = 'shared' or u.bathroom = 'shared') and jsonb_array_length(u.rooms) > 1
    )
    select f.*, h.house_type, h.name, h.name_zh, h.names, h.is_sample, (select count(*)::int from flats) as total
    from flats f join houses h on h.id = f.house_id
    order by f.has_free desc, f.rank desc, f.unit_id limit ${limit} offset ${offset}`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    flats: rows.map((row) => ({
      unitId: asId(row.unit_id),
      unitName: row.unit_name,
      houseId: asId(row.house_id),
      houseType: row.house_type,
      houseName: row.name,
      houseNameZh: row.name_zh,
      houseNames: row.names,
      bathroom: row.bathroom,
      kitchen: row.kitchen,
      rooms: row.rooms,
      weeklyMinor: row.weekly_minor ?? undefined,
      confirmedAt: row.confirmed_at,
      isSample: row.is_sample,
    })),
  };
}

/** For each city the bookable homes that rank first, how many homes it has, and the median of what they start at. One query. */
export async function cityPicks(db: Db, cityIds: readonly CityId[], perCity: number): Promise<readonly CityPicks[]> {
  const { rows } = await sql<{ city_id: number; median: string | null; homes: number; house_ids: number[] | null }>`
    select c.city_id,
      (select round(percentile_cont(0.5) within group (order by weekly_minor))::bigint::text from listing_facets f where f.city_id = c.city_id and f.category = 'rent') as median,
      (select count(*)::int from listings l where l.city_id = c.city_id and l.category = 'rent') as homes,
      (select array_agg(house_id order by rank desc, house_id) from (
        select house_id, rank from listings l where l.city_id = c.city_id and l.category = 'rent' and l.stock > 0 order by rank desc, house_id limit ${perCity}
      ) first) as house_ids
    from unnest(${cityIds}::int[]) as c(city_id)`.execute(db);
  return rows.map((row) => ({
    cityId: asId(row.city_id),
    medianMinor: row.median === null ? undefined : BigInt(row.median),
    homes: row.homes,
    houseIds: (row.house_ids ?? []).map((id) => asId<HouseId>(id)),
  }));
}
