/** Reads listed homes for the index in memory: one row of packed records per city, bounded by the cities asked for. */
import { sql } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import type { Box } from '#lib/geo/boxes.ts';
import { listCategories } from '#lib/paths.ts';
import { decodeHouses } from './house.index.ts';
import type { CityHouses, HouseSource } from './house.index.ts';
import { noDay, noRent } from './facets.rules.ts';
import { billBits, leadBytes } from './lead-lease.repository.ts';
import { unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';

const day = (column: string) => sql.raw(`int4send(coalesce(${column} - date '1970-01-01', ${noDay}))`);
const rent = (column: string) => sql.raw(`int8send(coalesce(${column}, ${noRent}))`);
const category = sql`case f.category ${sql.join(
  listCategories.map((name, position) => sql`when ${sql.lit(name)} then ${sql.lit(position)}`),
  sql` `,
)} end`;

/** The unit type among an option's bits. */
const typeOf = sql`(case o.offer_bits & 255 ${sql.join(
  unitTypes.map((type, at) => sql`when ${sql.lit(1 << at)} then ${sql.lit(type)}`),
  sql` `,
)} end)`;

export function createHouseColumns(db: Db): HouseSource {
  return {
    async readCities(cityIds: readonly number[]): Promise<readonly CityHouses[]> {
      const { rows } = await sql<{ city_id: number; homes: number; options: number; records: Uint8Array }>`
        select f.city_id, count(*)::int as homes, sum(o.options)::int as options, string_agg(
          int4send(f.house_id) || int4send(f.supplier_id) || int4send(f.rank) || int4send(f.review_count) || int4send(f.amenity_bits)
          || int4send(f.verified::int + 2 * ${category}) || float4send(coalesce(f.review_score, 'NaN')) || ${day('f.earliest_move_in')}
          || ${rent('f.weekly_minor')} || float8send((extract(epoch from f.confirmed_at) * 1000000)::float8)
          || float8send(f.latitude) || float8send(f.longitude) || int4send(${billBits(sql.raw('h.bills_included'))})
          || int4send(f.more_amenity_bits) || int4send(o.options) || o.records, ''
          order by f.house_id) as records
        from listing_facets f join houses h on h.id = f.house_id join places country on country.id = f.country_id cross join lateral (
          select count(*)::int as options, coalesce(string_agg(int8send(offer_bits) || ${rent('weekly_minor')}
            || ${day('o.move_in')} || int4send(guests) || ${leadBytes(typeOf, sql.raw("(country.facts->>'currency')"))}, ''
            order by weekly_minor nulls last, o.move_in, tenancy_id), '') as records
          from (
            select distinct on (weekly_minor, move_in, offer_bits, guests) offer_bits, weekly_minor, move_in, guests, tenancy_id
            from listing_offers where house_id = f.house_id order by weekly_minor, move_in, offer_bits, guests, tenancy_id
          ) o left join tenancies t on t.id = o.tenancy_id
        ) o
        where f.city_id = any(${cityIds}::int[]) group by f.city_id`.execute(db);
      return rows.map(({ city_id, homes, options, records }) => decodeHouses(city_id, homes, options, records));
    },

    async readExtents(): Promise<ReadonlyMap<number, Box>> {
      const { rows } = await sql<{ city_id: number } & Box>`
        select city_id, min(longitude) as west, min(latitude) as south, max(longitude) as east, max(latitude) as north from listing_facets group by city_id`.execute(
        db,
      );
      return new Map(rows.map(({ city_id, west, south, east, north }) => [city_id, { west, south, east, north }]));
    },
  };
}
