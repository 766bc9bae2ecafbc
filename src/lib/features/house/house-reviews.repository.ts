/** Reads the reviews of a house. Every function is one query. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import type { Review, ReviewFigures, Reviews } from './house.schema.ts';
import { reviewAspects } from '#lib/features/catalogue/listings.schema.ts';
import type { ReviewAspect } from '#lib/features/catalogue/listings.schema.ts';

/** Reviews given in full with the figures. */
const newestReviews = 60;

/** The newest reviews of a house, each with the figures of all. */
export function reviewRows(houseId: HouseId): RawBuilder<unknown> {
  const aspects = reviewAspects.map((one) => sql`, (avg((aspects->>${sql.lit(one)})::float8) over ())::float8 as ${sql.ref(`mean_${one}`)}`);
  return sql`
    select *, (count(*) over ())::int as total, (avg(score) over ())::float8 as mean,
      (count(*) filter (where source = 'verified-stay') over ())::int as stays${sql.join(aspects, sql``)},
      (count(*) filter (where source = 'verified-stay' and not is_sample) over ())::int as verified_total,
      (avg(score) filter (where source = 'verified-stay' and not is_sample) over ())::float8 as verified_mean
    from reviews where house_id = ${houseId} order by written_on desc, id desc limit ${newestReviews}`;
}

/** How many reviews of a house are not shown, by the reason. */
export const removedReviews = (houseId: HouseId): RawBuilder<unknown> => sql`
  select coalesce(json_object_agg(reason, n), '{}') from (
    select reason, count(*)::int as n from stay_reviews where house_id = ${houseId} and (state = 'removed' or state = 'withdrawn') and kind <> 'service' group by reason
  ) gone`;

/** All reviews in figures, the newest of them in full. */
export function toReviews(rows: readonly ReviewRow[], removed: Reviews['removed']): Reviews {
  const newest = rows.map(toReview);
  const [first] = rows;
  return {
    count: first?.total ?? 0,
    score: first?.mean,
    stays: first?.stays ?? 0,
    removed,
    aspects: Object.fromEntries(
      reviewAspects.flatMap((aspect) => {
        const mean = first?.[`mean_${aspect}`];
        return typeof mean === 'number' ? [[aspect, mean]] : [];
      }),
    ),
    verified: { count: first?.verified_total ?? 0, score: first?.verified_mean ?? undefined },
    newest,
  };
}

export function reviewQueries(db: Db) {
  return {
    /** Counts and means of the reviews of several houses; one without reviews is not in the map. */
    async reviewFigures(houseIds: readonly HouseId[]): Promise<ReadonlyMap<HouseId, ReviewFigures>> {
      if (houseIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('reviews')
        .select(['house_id', sql<number>`count(*)::int`.as('total'), sql<number>`avg(score)::float8`.as('mean')])
        .where('house_id', 'in', houseIds)
        .groupBy('house_id')
        .execute();
      return new Map(rows.map(({ house_id: id, total, mean }) => [asId<HouseId>(id), { count: total, score: mean }]));
    },

    /** Reviews in full, newest first, from the n-th on. */
    async reviewsFrom(houseId: HouseId, first: number, limit: number): Promise<readonly Review[]> {
      const rows = await db
        .selectFrom('reviews')
        .selectAll()
        .where('house_id', '=', houseId)
        .orderBy('written_on', 'desc')
        .orderBy('id', 'desc')
        .offset(first)
        .limit(limit)
        .execute();
      return rows.map(toReview);
    },
  };
}

type StoredReview = {
  id: number;
  source: Review['source'];
  language: string;
  stayed_from: string;
  written_on: string;
  score: number;
  aspects: Record<string, number>;
  texts: Record<string, string>;
  reply: Record<string, string> | null;
  replied_on: string | null;
  media: { path: string }[];
  is_sample: boolean;
};

/** A review with the figures of all of its house. */
export type ReviewRow = StoredReview & { total: number; mean: number; stays: number; verified_total: number; verified_mean: number | null } & {
  readonly [Aspect in ReviewAspect as `mean_${Aspect}`]: number | null;
};

function toReview(row: StoredReview): Review {
  return {
    id: row.id,
    source: row.source,
    language: row.language,
    stayedFrom: row.stayed_from,
    writtenOn: row.written_on,
    score: row.score,
    aspects: Object.fromEntries(reviewAspects.flatMap((aspect) => (row.aspects[aspect] === undefined ? [] : [[aspect, row.aspects[aspect]]]))),
    texts: row.texts,
    reply: row.reply ?? undefined,
    repliedOn: row.replied_on ?? undefined,
    pictures: row.media.map(({ path }) => path),
    isSample: row.is_sample,
  };
}
