/** What search reads of the catalogue: open homes with their names, their suppliers, and places' names in their own language. */
import type { MoreLanguages } from '#lib/features/catalogue/local-texts.rules.ts';
import { sql } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import type { HouseType } from '#lib/features/catalogue/listings.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { FoundHouse } from './search.schema.ts';

type HouseRow = {
  id: number;
  name: string;
  name_zh: string | null;
  names: MoreLanguages;
  address: string;
  postal_code: string | null;
  city_id: number;
  supplier_id: number;
  house_type: HouseType;
  for_rent: boolean;
  stock: number;
  latitude: number;
  longitude: number;
};

const houseOf = (row: HouseRow): FoundHouse => ({
  id: asId(row.id),
  name: row.name,
  nameZh: row.name_zh,
  names: row.names,
  address: row.address,
  postalCode: row.postal_code,
  cityId: asId(row.city_id),
  supplierId: asId(row.supplier_id),
  houseType: row.house_type,
  forRent: row.for_rent,
  stock: row.stock,
  at: { latitude: row.latitude, longitude: row.longitude },
});

const columns = sql`h.id, h.name, h.name_zh, h.names, h.address, h.postal_code, h.city_id, h.supplier_id, h.house_type, l.category = 'rent' as for_rent, l.stock, l.latitude, l.longitude`;

export type SearchRepository = ReturnType<typeof createSearchRepository>;

export function createSearchRepository(db: Db) {
  return {
    /** Listed homes with `id > after`, by id. */
    async housesAfter(after: number, limit: number): Promise<readonly FoundHouse[]> {
      const { rows } = await sql<HouseRow>`
        select ${columns} from listings l join houses h on h.id = l.house_id where l.house_id > ${after} order by l.house_id limit ${limit}`.execute(db);
      return rows.map(houseOf);
    },

    /** Those of these homes that are listed. */
    async houses(ids: readonly number[]): Promise<readonly FoundHouse[]> {
      const { rows } = await sql<HouseRow>`
        select ${columns} from listings l join houses h on h.id = l.house_id where l.house_id = any(${ids}::int[])`.execute(db);
      return rows.map(houseOf);
    },

    async supplierNames(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
      const { rows } = await sql<{ id: number; name: string }>`select id, name from suppliers where id = any(${ids}::int[])`.execute(db);
      return new Map(rows.map(({ id, name }) => [id, name]));
    },

    /** Names of places in their own language, by place id. */
    async localNames(): Promise<ReadonlyMap<number, string>> {
      const rows = await db.selectFrom('place_names').select(['place_id', 'name']).where('language', '=', 'local').execute();
      return new Map(rows.map(({ place_id, name }) => [place_id, name]));
    },
  };
}
