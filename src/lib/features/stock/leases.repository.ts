/** Leases in words enough to name them. */
import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { MoreLanguages } from '#lib/features/catalogue/local-texts.rules.ts';
import { asId } from '#lib/ids/ids.ts';
import type { CityId, HouseId, TenancyId, UnitId } from '#lib/ids/ids.ts';
import type { NamedLease } from './stock.schema.ts';

export type LeasesRepository = ReturnType<typeof createLeasesRepository>;

export function createLeasesRepository(db: Db) {
  return {
    /** By their ids; those there are. */
    async named(ids: readonly TenancyId[], on: Db | DbTransaction = db): Promise<ReadonlyMap<TenancyId, NamedLease>> {
      if (ids.length === 0) return new Map();
      const { rows } = await sql<{
        id: number;
        house_id: number;
        unit_id: number;
        city_id: number;
        house_type: NamedLease['houseType'];
        name: string;
        name_zh: string | null;
        names: MoreLanguages;
        unit: string;
        move_in: string;
        move_out: string;
        stock: number;
        is_open: boolean;
        zone: string;
      }>`
        select t.id, t.house_id, t.unit_id, h.city_id, h.house_type, h.name, h.name_zh, h.names, u.name as unit, t.move_in, t.move_out, t.stock,
          t.status = 'open' and u.status = 'open' and h.status = 'open' and h.category = 'rent' as is_open, city.facts->>'timeZone' as zone
        from tenancies t join units u on u.id = t.unit_id join houses h on h.id = t.house_id join places city on city.id = h.city_id
        where t.id = any(${ids}::int[])`.execute(on);
      return new Map(
        rows.map((row) => [
          asId<TenancyId>(row.id),
          {
            tenancyId: asId<TenancyId>(row.id),
            houseId: asId<HouseId>(row.house_id),
            unitId: asId<UnitId>(row.unit_id),
            cityId: asId<CityId>(row.city_id),
            houseType: row.house_type,
            house: { name: row.name, nameZh: row.name_zh, names: row.names },
            unit: row.unit,
            period: { from: row.move_in, to: row.move_out },
            left: row.stock,
            isOpen: row.is_open,
            timeZone: row.zone,
          },
        ]),
      );
    },
  };
}
