/** Every job, bound to what carries it out. Another part of the composition root. */
import { catalogueJobs } from '#lib/features/catalogue/catalogue.jobs.ts';
import { searchJobs } from '#lib/features/search/search.jobs.ts';
import { trackingJobs } from '#lib/features/tracking/tracking.jobs.ts';
import { forgetOldKeys } from '#lib/features/transport/idempotency.repository.ts';
import { transportJobs } from '#lib/features/transport/transport.jobs.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Services } from '#lib/services.ts';

export function allJobs({
  catalogue,
  tracking,
  forgetSearches,
  database,
}: Pick<Services, 'catalogue' | 'tracking' | 'forgetSearches' | 'database'>): readonly KnownJob[] {
  return [...catalogueJobs(catalogue), ...trackingJobs(tracking), ...searchJobs(forgetSearches), ...transportJobs((now) => forgetOldKeys(database.db, now))];
}
