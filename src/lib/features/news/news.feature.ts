import type { BoundCall } from '#lib/api/bind.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Site } from '#lib/paths.ts';
import { newsCalls } from './news.api.ts';
import { newsJobs } from './news.jobs.ts';
import { createNewsLoader } from './news.loader.ts';
import type { NewsLoader } from './news.loader.ts';
import { createNewsRepository } from './news.repository.ts';
import type { NewsAbout, SayNews, Telling } from './news.schema.ts';
import { createNewsService } from './news.service.ts';
import { newsSource } from './personal-data.service.ts';

export type NewsFeature = {
  /** What other features call in their transactions. */
  readonly telling: Telling;
  readonly loader: NewsLoader;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
  /** What becomes of it when two accounts become one. */
  readonly joiner: Joiner;
};

type Parts = {
  readonly db: Db;
  readonly site: Site;
  /** Features say what happened in their own words; asked when it is read, as they are made after this one. */
  readonly says: () => Readonly<Record<NewsAbout, SayNews>>;
};

/** What people are told of things of theirs. */
export function createNews({ db, site, says }: Parts): NewsFeature {
  const repository = createNewsRepository(db);
  const service = createNewsService({ repository, transact: (work) => transact(db, work) });
  return {
    telling: service,
    loader: createNewsLoader(service, says),
    calls: newsCalls({ news: service, says, site }),
    jobs: newsJobs(service),
    personal: newsSource(service),
    joiner: { join: repository.join },
  };
}
