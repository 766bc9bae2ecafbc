/** Counts and medians from the read model of the lists. Each figure costs one query, however many cities it is for. */
import { sql } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { CityId, HouseId, SchoolId } from '#lib/ids/ids.ts';
import type { Point } from '#lib/geo/distance.ts';

export type CityFigures = { readonly cityId: number; readonly homes: number; readonly medianMinor: bigint | undefined };
export type ReviewFigures = { readonly count: number; readonly score: number; readonly isSample: boolean };
export type FreshHome = { readonly id: HouseId; readonly confirmedAt: Date };
export type SchoolCampuses = { readonly id: SchoolId; readonly cityId: CityId; readonly campuses: readonly Point[] };

export type FrontPageRepository = ReturnType<typeof createFrontPageRepository>;

export function createFrontPageRepository(db: Db) {
  return {
    /** Homes for rent and their median weekly rent, by city. Cities without homes are left out. */
    async cityFigures(cityIds: readonly CityId[]): Promise<readonly CityFigures[]> {
      const { rows } = await sql<{ city_id: number; homes: number; median: bigint | null }>`
        select city_id, count(*)::int as homes, percentile_disc(0.5) within group (order by weekly_minor) as median
        from listings
        where category = 'rent' and city_id = any(${[...cityIds]}::int[])
        group by city_id`.execute(db);
      return rows.map((row) => ({ cityId: row.city_id, homes: row.homes, medianMinor: row.median ?? undefined }));
    },

    /** How many homes of its city lie within `metres` of one of a school's campuses. */
    async schoolFigures(schools: readonly SchoolCampuses[], metres: number): Promise<ReadonlyMap<number, number>> {
      const campuses = schools.flatMap(({ id, cityId, campuses: points }) =>
        points.map(({ latitude, longitude }) => ({ school: id, city: cityId, latitude, longitude })),
      );
      const { rows } = await sql<{ school: number; homes: number }>`
        select c.school, count(distinct l.house_id)::int as homes
        from jsonb_to_recordset(${JSON.stringify(campuses)}::jsonb) as c(school int, city int, latitude float8, longitude float8)
        join listings l on l.city_id = c.city and l.category = 'rent'
        where 6371008.8 * 2 * asin(least(1, sqrt(
          power(sin(radians(l.latitude - c.latitude) / 2), 2)
          + cos(radians(c.latitude)) * cos(radians(l.latitude)) * power(sin(radians(l.longitude - c.longitude) / 2), 2)))) <= ${metres}::float8
        group by c.school`.execute(db);
      return new Map(rows.map(({ school, homes }) => [school, homes]));
    },

    /**
     * Homes of these cities in which something can be booked, at most so many: those confirmed since first, one of each city before a
     * second of any, those with a photograph before drawn ones. One query.
     */
    async freshHomes(cityIds: readonly CityId[], since: Date, most: number): Promise<readonly FreshHome[]> {
      const { rows } = await sql<{ house_id: number; confirmed_at: Date }>`
        select house_id, confirmed_at from (
          select house_id, city_id, confirmed_at, row_number() over (
            partition by city_id order by confirmed_at >= ${since} desc, card->>'photo' is not null desc, rank desc, house_id
          ) as place
          from listings where category = 'rent' and stock > 0 and city_id = any(${[...cityIds]}::int[])
        ) first
        where place <= ${most}
        order by confirmed_at >= ${since} desc, place, array_position(${[...cityIds]}::int[], city_id) limit ${most}`.execute(db);
      return rows.map((row) => ({ id: asId<HouseId>(row.house_id), confirmedAt: row.confirmed_at }));
    },

    /** All reviews together. `isSample` when any of them is invented. */
    async reviewFigures(): Promise<ReviewFigures | undefined> {
      const { rows } = await sql<{ count: number; score: number | null; sample: boolean | null }>`
        select count(*)::int as count, avg(score)::float8 as score, bool_or(is_sample) as sample from reviews`.execute(db);
      const [row] = rows;
      return row && row.score !== null ? { count: row.count, score: row.score, isSample: row.sample === true } : undefined;
    },

    /** Whether any invented home is on offer. */
    async hasSample(): Promise<boolean> {
      const row = await db.selectFrom('houses').select('id').where('is_sample', '=', true).where('status', '=', 'open').limit(1).executeTakeFirst();
      return row !== undefined;
    },
  };
}
