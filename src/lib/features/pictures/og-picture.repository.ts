/** The figures link-preview pictures show. */
import type { MoreLanguages } from '#lib/features/catalogue/local-texts.rules.ts';
import { sql } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import { firstPhotograph } from '#lib/db/shown-photographs.ts';
import type { HouseType } from '#lib/drawings/facade-facts.ts';

export type HousesFigure = { readonly homes: number /** Lowest weekly rent in the country's currency. */; readonly weeklyMinor: bigint | undefined };
export type PicturedHouse = {
  readonly id: number;
  readonly cityId: number;
  readonly name: string;
  readonly nameZh: string | undefined;
  readonly names: MoreLanguages;
  readonly houseType: HouseType;
  readonly yearBuilt: number | null;
  readonly storeys: number | null;
  readonly isSample: boolean;
  /** Path of its first photograph; undefined where it is drawn. */
  readonly photo: string | undefined;
  /** Lowest weekly rent that can be booked, in the country's currency; undefined when full. */
  readonly weeklyMinor: bigint | undefined;
};

export type OgPictureRepository = ReturnType<typeof createOgPictureRepository>;

export function createOgPictureRepository(db: Db) {
  return {
    /** Homes for rent everywhere, or below a country or city. */
    async homes(within: { readonly column: 'country_id' | 'city_id'; readonly id: number } | undefined): Promise<HousesFigure> {
      const where = within ? sql`and ${sql.ref(within.column)} = ${within.id}::int` : sql``;
      const { rows } = await sql<{ homes: number; weekly: bigint | null }>`
        select count(*)::int as homes, min(weekly_minor) as weekly from listings where category = 'rent' ${where}`.execute(db);
      return { homes: rows[0]?.homes ?? 0, weeklyMinor: rows[0]?.weekly ?? undefined };
    },
    /** A house that is open or closed; removed ones have no page to preview. */
    async house(id: number): Promise<PicturedHouse | undefined> {
      const row = await db
        .selectFrom('houses as h')
        .leftJoin('listings as l', 'l.house_id', 'h.id')
        .select(['h.id', 'h.city_id', 'h.name', 'h.name_zh', 'h.names', 'h.house_type', 'h.year_built', 'h.storeys', 'h.is_sample', 'l.weekly_minor'])
        .select(sql<string | null>`(${firstPhotograph(sql.ref('h.id'))})`.as('photo'))
        .where('h.id', '=', id)
        .where('h.status', '<>', 'removed')
        .executeTakeFirst();
      return (
        row && {
          id: row.id,
          cityId: row.city_id,
          name: row.name,
          nameZh: row.name_zh ?? undefined,
          names: row.names,
          houseType: row.house_type,
          yearBuilt: row.year_built,
          storeys: row.storeys,
          isSample: row.is_sample,
          photo: row.photo ?? undefined,
          weeklyMinor: row.weekly_minor ?? undefined,
        }
      );
    },
  };
}
