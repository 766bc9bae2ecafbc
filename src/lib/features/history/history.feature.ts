import type { BoundCall } from '#lib/api/bind.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { AccountSearches } from '#lib/features/search/search.schema.ts';
import type { SearchService } from '#lib/features/search/search.service.ts';
import type { ShowCards } from '#lib/features/shortlist/notices.schema.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Site } from '#lib/paths.ts';
import { historyCalls } from './history.api.ts';
import { historyJobs } from './history.jobs.ts';
import { createHistoryLoader } from './history.loader.ts';
import type { HistoryLoader } from './history.loader.ts';
import { createHistoryRepository } from './history.repository.ts';
import { createHistoryService } from './history.service.ts';
import type { HistoryService } from './history.service.ts';
import { historySource } from './personal-data.service.ts';

export type HistoryFeature = {
  readonly service: HistoryService;
  readonly loader: HistoryLoader;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
  /** What the search remembers for who is signed in. */
  readonly searches: AccountSearches;
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
  /** What becomes of it when two accounts become one. */
  readonly joiner: Joiner;
};

type Parts = { readonly db: Db; readonly site: Site; readonly search: Pick<SearchService, 'found'>; readonly showCards: ShowCards };

/** What people looked at and searched for, on their accounts. */
export function createHistory({ db, site, search, showCards }: Parts): HistoryFeature {
  const repository = createHistoryRepository(db);
  const service = createHistoryService({ repository, transact: (userId, work) => transact(db, work, { lockOf: `history:${userId}` }) });
  return {
    service,
    loader: createHistoryLoader({ history: service, search, showCards }),
    calls: historyCalls({ history: service, search, site }),
    jobs: historyJobs(service),
    searches: {
      record: service.noteSearches,
      forget: service.forgetSearches,
      async last(userId) {
        const { entries } = await service.of(userId);
        return entries.flatMap(({ kind, id, at }) => (kind === 'seen' ? [] : [{ kind, id, at }]));
      },
    },
    personal: historySource({ history: service, search }),
    joiner: { join: repository.join },
  };
}
