import type { Db } from '#lib/db/database.ts';
import { createFeedRunsRepository } from './feed-runs.repository.ts';
import { createFeedRuns } from './feed-runs.service.ts';
import { createFeedsLoader } from './feeds.loader.ts';
import type { FeedsLoader } from './feeds.loader.ts';

/** What the server knows of feeds; they are imported by a command. */
export function createFeeds({ db }: { readonly db: Db }): { readonly loader: FeedsLoader } {
  return { loader: createFeedsLoader(createFeedRuns(createFeedRunsRepository(db))) };
}
