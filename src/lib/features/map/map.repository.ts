/** Reads the listed homes for the map's index: one row of packed records per city, bounded by the cities asked for. */
import { sql } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import type { GeoIndex } from '#lib/features/geo/geo-index.ts';
import type { ListFilter } from '#lib/features/listings/filter-code.ts';
import { readHomes } from '#lib/features/listings/list-cards.repository.ts';
import type { ListedHome } from '#lib/features/listings/list-query.schema.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import { listCategories } from '#lib/paths.ts';
import { decodeHomes, noDay } from './home-index.ts';
import type { CityHomes, HomeSource } from './home-index.ts';
import type { MapBox } from './map.schema.ts';

const day = (column: string) => sql.raw(`int4send(coalesce(${column} - date '1970-01-01', ${noDay}))`);
const category = sql`case f.category ${sql.join(
  listCategories.map((name, position) => sql`when ${sql.lit(name)} then ${sql.lit(position)}`),
  sql` `,
)} end`;

export type MapRepository = HomeSource & {
  /** Homes by id, in that order, each with the offer that fits the filter. One query. */
  readHomes(ids: readonly HouseId[], filter: ListFilter, today: string): Promise<readonly ListedHome[]>;
};

export function createMapRepository(db: Db, geo: GeoIndex): MapRepository {
  return {
    readHomes: (ids, filter, today) => readHomes(db, geo, ids, filter, today),

    async readCities(cityIds: readonly number[]): Promise<readonly CityHomes[]> {
      const { rows } = await sql<{ city_id: number; homes: number; units: number; records: Uint8Array }>`
        select f.city_id, count(*)::int as homes, sum(u.units)::int as units, string_agg(
          int4send(f.house_id) || int4send(f.supplier_id) || int4send(f.rank) || int4send(f.review_count) || int4send(f.amenity_bits)
          || int4send(f.verified::int + 2 * ${category}) || float4send(coalesce(f.review_score, 'NaN')) || ${day('f.earliest_move_in')}
          || int8send(coalesce(f.weekly_minor, -1)) || float8send((extract(epoch from f.confirmed_at) * 1000000)::float8)
          || float8send(f.latitude) || float8send(f.longitude) || int4send(u.units) || u.records, '' order by f.house_id) as records
        from listing_facets f cross join lateral (
          select count(*)::int as units, coalesce(string_agg(int8send(offer_bits) || int8send(coalesce(weekly_minor, -1))
            || ${day('earliest_move_in')} || int4send(guests), ''), '') as records
          from listing_units where house_id = f.house_id
        ) u
        where f.city_id = any(${cityIds}::int[]) group by f.city_id`.execute(db);
      return rows.map(({ city_id, homes, units, records }) => decodeHomes(city_id, homes, units, records));
    },

    async readExtents(): Promise<ReadonlyMap<number, MapBox>> {
      const { rows } = await sql<{ city_id: number } & MapBox>`
        select city_id, min(longitude) as west, min(latitude) as south, max(longitude) as east, max(latitude) as north from listing_facets group by city_id`.execute(
        db,
      );
      return new Map(rows.map(({ city_id, west, south, east, north }) => [city_id, { west, south, east, north }]));
    },
  };
}
