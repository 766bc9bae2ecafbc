/** What is remembered of the feeds that were imported, for staff. */
import type { FeedRunId, HouseId, SupplierId } from '#lib/ids/ids.ts';
import type { Problem, Severity } from './feed.schema.ts';

/**
 * `whole`: the file was read to its end; `part`: it was not, what came before stands; `failed`: the import had to stop;
 * `running`: it is under way, or ended without a word.
 */
export type FeedRunState = 'running' | 'whole' | 'part' | 'failed';

export const feedRunStates = ['whole', 'part', 'failed', 'running'] as const satisfies readonly FeedRunState[];

/** Which runs a list is narrowed to. `provider`: a part of the name. */
export type FeedRunQuestion = { readonly provider?: string | undefined; readonly state?: FeedRunState | undefined };

/** Houses that a feed touched, and remarks about it. `closed`: by a full feed that does not name them. */
export type FeedRunCounts = Readonly<Record<'added' | 'changed' | 'unchanged' | 'refusedHouses' | 'closed' | Severity, number>>;

/** A feed that was imported. Dry runs are not remembered. */
export type FeedRun = {
  readonly id: FeedRunId;
  readonly supplier: { readonly id: SupplierId; readonly name: string };
  /** Its name, without folders. */
  readonly file: string;
  /** Whether it was said to be all that the supplier has. */
  readonly isFull: boolean;
  readonly beganAt: Date;
  readonly state: FeedRunState;
  readonly counts: FeedRunCounts;
  /** Why houses that it does not name were not closed although that was asked for, in English. */
  readonly keptOpenBecause: string | undefined;
};

/** What was wrong, with the house where the feed's own name for it is one of the supplier's. `reason` is English, as in the report for suppliers. */
export type FeedRemark = Problem & { readonly nth: number; readonly houseId: HouseId | undefined };
