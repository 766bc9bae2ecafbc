/** What staff see of the feeds that were imported. */
import { refusalOf } from '#lib/access.ts';
import type { House } from '#lib/features/house/house.schema.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { FeedRunId } from '#lib/ids/ids.ts';
import type { Visitor } from '#lib/visitor.ts';
import { severities } from './feed.schema.ts';
import type { Severity } from './feed.schema.ts';
import { feedRunStates } from './feed-runs.schema.ts';
import type { FeedRunQuestion } from './feed-runs.schema.ts';
import type { FeedRemark, FeedRun } from './feed-runs.schema.ts';
import type { FeedRuns } from './feed-runs.service.ts';

export type ShownFeedRun = {
  readonly run: FeedRun;
  /** Of what kind the remarks are that are shown; all without it. */
  readonly severity: Severity | undefined;
  readonly remarks: readonly FeedRemark[];
  /** The number of the last one, where more follow. */
  readonly next: number | undefined;
};

/** Longest part of a name that is looked for, in characters. */
const longestName = 80;
/** Runs on a page. */
const runsPage = 30;
/** Remarks on a page. */
const remarksPage = 100;
/** Remarks about one home. */
const mostOfHouse = 20;

export type FeedsLoader = ReturnType<typeof createFeedsLoader>;

export function createFeedsLoader(runs: Omit<FeedRuns, 'open'>) {
  const maySee = (visitor: Visitor | undefined): boolean => visitor?.staff !== undefined && refusalOf('staff-homes', visitor.staff.standing) === undefined;

  return {
    /** The newest runs; undefined where feeds are none of this member's business. */
    async list(
      visitor: Visitor | undefined,
      query: URLSearchParams,
    ): Promise<{ readonly runs: readonly FeedRun[]; readonly next: FeedRunId | undefined; readonly asked: FeedRunQuestion } | undefined> {
      if (!maySee(visitor)) return undefined;
      const provider = (query.get('provider') ?? '').trim().slice(0, longestName);
      const asked = { provider: provider === '' ? undefined : provider, state: feedRunStates.find((one) => one === query.get('state')) };
      const rows = await runs.list(parseId<FeedRunId>(query.get('before')), runsPage + 1, asked);
      const shown = rows.slice(0, runsPage);
      return { runs: shown, next: rows.length > runsPage ? shown.at(-1)?.id : undefined, asked };
    },

    /** A run with its remarks, `after` the number of one. */
    async run(visitor: Visitor | undefined, id: string | undefined, query: URLSearchParams): Promise<ShownFeedRun | undefined> {
      const runId = maySee(visitor) ? parseId<FeedRunId>(id) : undefined;
      const run = runId && (await runs.find(runId));
      if (!run) return undefined;
      const severity = severities.find((one) => one === query.get('kind'));
      const rows = await runs.remarks(run, { severity, after: parseId(query.get('after')) ?? 0 }, remarksPage + 1);
      const remarks = rows.slice(0, remarksPage);
      return { run, severity, remarks, next: rows.length > remarksPage ? remarks.at(-1)?.nth : undefined };
    },

    /** The last feed of a home's provider, with what it says of this home. */
    async ofHouse(
      visitor: Visitor | undefined,
      house: Pick<House, 'id' | 'supplier'>,
    ): Promise<{ readonly run: FeedRun; readonly remarks: readonly FeedRemark[] } | undefined> {
      const run = maySee(visitor) ? await runs.lastOf(house.supplier.id) : undefined;
      return run && { run, remarks: await runs.remarksOfHouse(run, house.id, mostOfHouse) };
    },
  };
}
