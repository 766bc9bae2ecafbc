import type { Db } from '#lib/db/database.ts';
import { createFeedRunsRepository } from './feed-runs.repository.ts';
import { createFeedRuns } from './feed-runs.service.ts';
import type { FeedRun } from './feed-runs.schema.ts';
import { createFeedsLoader } from './feeds.loader.ts';
import type { FeedsLoader } from './feeds.loader.ts';

/** What the server knows of feeds; they are imported by a command. */
export function createFeeds({ db }: { readonly db: Db }): {
  readonly loader: FeedsLoader;
  /** The newest runs first. */
  readonly latest: (most: number) => Promise<readonly FeedRun[]>;
} {
  const runs = createFeedRuns(createFeedRunsRepository(db));
  return { loader: createFeedsLoader(runs), latest: (most) => runs.list(undefined, most) };
}
