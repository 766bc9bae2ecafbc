import type { Selectable } from 'kysely';
import type { Db } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { FeedRunId, HouseId, SupplierId } from '#lib/ids/ids.ts';
import type { Problem, Severity } from './feed.schema.ts';
import type { FeedRemark, FeedRun, FeedRunCounts, FeedRunQuestion, FeedRunState } from './feed-runs.schema.ts';
import type { FeedsTables } from './feeds.tables.ts';

/** Runs of a supplier that are remembered. */
const mostRuns = 10;
/** Remarks of one statement: eight values each, of the 65,535 that the protocol allows. */
const batch = 500;

const runOf = (row: Selectable<FeedsTables['feed_runs']> & { readonly name: string }): FeedRun => ({
  id: asId<FeedRunId>(row.id),
  supplier: { id: asId<SupplierId>(row.supplier_id), name: row.name },
  file: row.file,
  isFull: row.is_full,
  beganAt: row.began_at,
  state: row.state,
  counts: {
    added: row.added,
    changed: row.changed,
    unchanged: row.unchanged,
    refusedHouses: row.refused_houses,
    closed: row.closed,
    refused: row.refused,
    dropped: row.dropped,
    mended: row.mended,
    noticed: row.noticed,
  },
  keptOpenBecause: row.kept_open_because ?? undefined,
});

export type FeedRunEnd = { readonly state: Exclude<FeedRunState, 'running'>; readonly counts: FeedRunCounts; readonly keptOpenBecause: string | undefined };

export type FeedRunsRepository = ReturnType<typeof createFeedRunsRepository>;

export function createFeedRunsRepository(db: Db) {
  const runs = () => db.selectFrom('feed_runs').innerJoin('suppliers', 'suppliers.id', 'feed_runs.supplier_id').selectAll('feed_runs').select('suppliers.name');
  /** Of a supplier's houses, one may bear the name that the feed gives. */
  const remarks = (run: Pick<FeedRun, 'id' | 'supplier'>) =>
    db
      .selectFrom('feed_remarks')
      .leftJoin('houses', (join) => join.onRef('houses.ref', '=', 'feed_remarks.house_ref').on('houses.supplier_id', '=', run.supplier.id))
      .where('run_id', '=', run.id)
      .selectAll('feed_remarks')
      .select('houses.id as house_id')
      .orderBy('nth');
  const remarkOf = (row: Awaited<ReturnType<ReturnType<typeof remarks>['execute']>>[number]): FeedRemark => ({
    nth: row.nth,
    severity: row.severity,
    line: row.line,
    houseRef: row.house_ref,
    field: row.field,
    value: row.value,
    reason: row.reason,
    houseId: row.house_id === null ? undefined : asId<HouseId>(row.house_id),
  });

  return {
    /** Begins a run; the oldest of the supplier go. */
    async begin(of: { readonly supplierId: SupplierId; readonly file: string; readonly isFull: boolean; readonly at: Date }): Promise<FeedRunId> {
      const { id } = await db
        .insertInto('feed_runs')
        .values({ supplier_id: of.supplierId, file: of.file.slice(-255), is_full: of.isFull, began_at: of.at })
        .returning('id')
        .executeTakeFirstOrThrow();
      const kept = db.selectFrom('feed_runs').select('id').where('supplier_id', '=', of.supplierId).orderBy('id', 'desc').limit(mostRuns);
      await db.deleteFrom('feed_runs').where('supplier_id', '=', of.supplierId).where('id', 'not in', kept).execute();
      return asId<FeedRunId>(id);
    },

    /** Says how it ended, and what was wrong. */
    async end(id: FeedRunId, { state, counts, keptOpenBecause }: FeedRunEnd, problems: readonly Problem[]): Promise<void> {
      for (let from = 0; from < problems.length; from += batch)
        await db
          .insertInto('feed_remarks')
          .values(
            problems.slice(from, from + batch).map(({ severity, line, houseRef, field, value, reason }, index) => ({
              run_id: id,
              nth: from + index + 1,
              severity,
              line,
              house_ref: houseRef,
              field,
              value,
              reason,
            })),
          )
          .execute();
      const { refusedHouses, ...rest } = counts;
      await db
        .updateTable('feed_runs')
        .set({ ...rest, state, refused_houses: refusedHouses, kept_open_because: keptOpenBecause ?? null })
        .where('id', '=', id)
        .execute();
    },

    /** The newest first. @param only of providers with such a part in their name, and of a state; of a provider ten runs are kept at most */
    async list(before: FeedRunId | undefined, most: number, only: FeedRunQuestion = {}): Promise<readonly FeedRun[]> {
      const { provider, state } = only;
      const rows = await runs()
        .$if(provider !== undefined, (query) => query.where('suppliers.name', 'ilike', `%${(provider ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`))
        .$if(state !== undefined, (query) => query.where('state', '=', state as FeedRunState))
        .$if(before !== undefined, (query) => query.where('feed_runs.id', '<', before as number))
        .orderBy('feed_runs.id', 'desc')
        .limit(most)
        .execute();
      return rows.map(runOf);
    },

    async find(id: FeedRunId): Promise<FeedRun | undefined> {
      const row = await runs().where('feed_runs.id', '=', id).executeTakeFirst();
      return row && runOf(row);
    },

    /** The last run of the supplier that came to an end. */
    async lastOf(supplierId: SupplierId): Promise<FeedRun | undefined> {
      const row = await runs()
        .where('supplier_id', '=', supplierId)
        .where('state', '!=', 'running')
        .orderBy('feed_runs.id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && runOf(row);
    },

    /** @param after only remarks with a higher number. */
    async remarks(run: FeedRun, of: { readonly severity?: Severity | undefined; readonly after: number }, most: number): Promise<readonly FeedRemark[]> {
      const { severity, after } = of;
      const rows = await remarks(run)
        .where('nth', '>', after)
        .$if(severity !== undefined, (query) => query.where('severity', '=', severity as Severity))
        .limit(most)
        .execute();
      return rows.map(remarkOf);
    },

    async remarksOfHouse(run: FeedRun, houseId: HouseId, most: number): Promise<readonly FeedRemark[]> {
      const rows = await remarks(run).where('houses.id', '=', houseId).limit(most).execute();
      return rows.map(remarkOf);
    },
  };
}
