/** Figures about a place that its list page tells besides the homes, bounded by the place. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { PlaceId } from '#lib/ids/ids.ts';
import { unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import { housesIn } from './finding.repository.ts';
import type { ListScope, Median, PlaceFigures } from './question.schema.ts';

type MedianRow = { weekly: string; n: number };
const median = ({ weekly, n }: MedianRow): Median => ({ weeklyMinor: BigInt(weekly), sample: n });
/** Fewer homes than this do not make a neighbourhood's median. */
const leastSample = 3;

/** What the query of the figures gives. */
export type FiguresRow = {
  homes: number;
  confirmed: number;
  metres: number | null;
  by_type: (MedianRow & { unit_type: string })[] | null;
  by_neighbourhood: (MedianRow & { neighbourhood_id: number; lowest: string; highest: string })[] | null;
};

/** The figures of a place as a statement of one row (`FiguresRow`). */
export const figuresQuery = (scope: ListScope, weekAgo: Date): RawBuilder<unknown> => sql`
    with homes as materialized (select house_id, metres, confirmed_at, weekly_minor, neighbourhood_id from ${housesIn(scope, sql`${scope.category}`)} placed)
    select
      (select count(*)::int from homes) as homes,
      (select count(*)::int from homes where confirmed_at >= ${weekAgo.toISOString()}::timestamptz) as confirmed,
      (select percentile_cont(0.5) within group (order by metres) from homes) as metres,
      (select jsonb_agg(kinds) from (
        select u.unit_type, round(percentile_cont(0.5) within group (order by u.weekly_minor))::bigint::text as weekly, count(*)::int as n
        from listing_units u join homes using (house_id)
        where u.weekly_minor is not null and u.category = ${scope.category} and ${scope.cityId === undefined ? sql`u.country_id = ${scope.countryId}` : sql`u.city_id = ${scope.cityId}`}
        group by u.unit_type
      ) kinds) as by_type,
      (select jsonb_agg(o) from (
        select neighbourhood_id, round(percentile_cont(0.5) within group (order by weekly_minor))::bigint::text as weekly, count(*)::int as n,
          min(weekly_minor)::text as lowest, max(weekly_minor)::text as highest
        from homes where neighbourhood_id is not null and weekly_minor is not null group by neighbourhood_id having count(*) >= ${sql.lit(leastSample)}
      ) o) as by_neighbourhood`;

/** Reads what that query gave. */
export function readFigures(row: FiguresRow | undefined, scope: ListScope): PlaceFigures {
  return {
    homes: row?.homes ?? 0,
    confirmed: row?.confirmed ?? 0,
    metres: scope.near.length === 0 ? undefined : (row?.metres ?? undefined),
    byType: unitTypes.flatMap((type) => (row?.by_type ?? []).filter(({ unit_type }) => unit_type === type).map((found) => ({ type, ...median(found) }))),
    byNeighbourhood: (row?.by_neighbourhood ?? []).map((found) => ({
      id: asId<PlaceId>(found.neighbourhood_id),
      ...median(found),
      lowestMinor: BigInt(found.lowest),
      highestMinor: BigInt(found.highest),
    })),
  };
}

/** What is known about the homes of a city, or around a school or place. One query. */
export async function placeFigures(db: Db, scope: ListScope, weekAgo: Date): Promise<PlaceFigures> {
  const { rows } = await sql<FiguresRow>`${figuresQuery(scope, weekAgo)}`.execute(db);
  return readFigures(rows[0], scope);
}
