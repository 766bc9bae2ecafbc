/** What the sitemaps ask the database: how many homes each list has, and the homes themselves in batches. */
import { sql } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import type { UnitType } from '#lib/features/catalogue/filter-code.rules.ts';
import type { ProviderKind } from '#lib/features/providers/providers.schema.ts';
import type { Spot } from './spots.rules.ts';

/** Live homes for rent in a list, and when the last of them changed. */
export type ListCount = { readonly homes: number; readonly changed: Date };
export type ListedHouse = { readonly id: number; readonly cityId: number; readonly houseType: 'apartment' | 'house' | 'homestay'; readonly changed: Date };

export type ListedProvider = { readonly slug: string; readonly kind: ProviderKind; readonly homes: number; readonly changed: Date };

export type ListCounts = {
  /** By id of country or city: their ids never meet. */
  readonly byPlace: ReadonlyMap<number, ListCount>;
  /** By `<country or city id>/<type>`. */
  readonly byType: ReadonlyMap<string, ListCount>;
};

export type SitemapRepository = {
  listCounts(): Promise<ListCounts>;
  /** Homes for rent within reach of each place's nearest spot, by place id; measured as the lists measure. */
  housesNear(spots: readonly Spot[]): Promise<ReadonlyMap<number, ListCount>>;
  /** Who lets homes, by slug, and when the last of their homes changed. */
  providers(): Promise<readonly ListedProvider[]>;
  /** Numbers from 0 of the id ranges of `size` that hold open houses, ascending. */
  houseRanges(size: number): Promise<readonly { readonly range: number; readonly changed: Date }[]>;
  /** Open houses with `afterId < id < beforeId`, by id, in batches. */
  houses(afterId: number, beforeId: number, batchSize?: number): AsyncGenerator<readonly ListedHouse[]>;
};

const usualBatch = 1_000;

export function createSitemapRepository(db: Db): SitemapRepository {
  return {
    async listCounts() {
      const places = await sql<{ id: number; homes: number; changed: Date }>`
        select coalesce(h.city_id, h.country_id) as id, count(*)::int as homes, max(h.updated_at) as changed
        from listings l join houses h on h.id = l.house_id
        where l.category = 'rent'
        group by grouping sets ((h.country_id), (h.city_id))`.execute(db);
      const types = await sql<{ place_id: number; unit_type: UnitType; homes: number; changed: Date }>`
        select coalesce(u.city_id, u.country_id) as place_id, u.unit_type, count(distinct u.house_id)::int as homes, max(h.updated_at) as changed
        from listing_units u join houses h on h.id = u.house_id
        where u.category = 'rent'
        group by grouping sets ((u.city_id, u.unit_type), (u.country_id, u.unit_type))`.execute(db);
      return {
        byPlace: new Map(places.rows.map(({ id, homes, changed }) => [id, { homes, changed }])),
        byType: new Map(types.rows.map(({ place_id, unit_type, homes, changed }) => [`${place_id}/${unit_type}`, { homes, changed }])),
      };
    },
    async housesNear(spots) {
      const given = spots.map(({ placeId, cityId, at, reachMetres }) => ({
        place: placeId,
        city: cityId,
        lat: at.latitude,
        lon: at.longitude,
        reach: reachMetres,
      }));
      const { rows } = await sql<{ place: number; homes: number; changed: Date }>`
        select s.place, count(distinct h.id)::int as homes, max(h.updated_at) as changed
        from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as s(place int, city int, lat float8, lon float8, reach float8)
        join listing_facets l on l.city_id = s.city and l.category = 'rent' and abs(l.latitude - s.lat) <= s.reach / 110000
        join houses h on h.id = l.house_id
        where 12742000 * asin(least(1, sqrt(power(sin(radians(l.latitude - s.lat) / 2), 2)
          + cos(radians(l.latitude)) * cos(radians(s.lat)) * power(sin(radians(l.longitude - s.lon) / 2), 2)))) <= s.reach
        group by s.place`.execute(db);
      return new Map(rows.map(({ place, homes, changed }) => [place, { homes, changed }]));
    },
    async providers() {
      const { rows } = await sql<ListedProvider>`
        select s.slug, s.kind, count(*)::int as homes, max(h.updated_at) as changed
        from suppliers s join listings l on l.supplier_id = s.id and l.category = 'rent' join houses h on h.id = l.house_id
        group by s.id order by s.slug`.execute(db);
      return rows;
    },
    async houseRanges(size) {
      const { rows } = await sql<{ range: number; changed: Date }>`
        select id / ${size}::int as range, max(updated_at) as changed from houses where status = 'open' group by 1 order by 1`.execute(db);
      return rows;
    },
    async *houses(afterId, beforeId, batchSize = usualBatch) {
      let last = afterId;
      for (;;) {
        const rows = await db
          .selectFrom('houses')
          .select(['id', 'city_id as cityId', 'house_type as houseType', 'updated_at as changed'])
          .where('status', '=', 'open')
          .where('id', '>', last)
          .where('id', '<', beforeId)
          .orderBy('id')
          .limit(batchSize)
          .execute();
        if (rows.length > 0) yield rows;
        last = rows.at(-1)?.id ?? last;
        if (rows.length < batchSize) return;
      }
    },
  };
}
