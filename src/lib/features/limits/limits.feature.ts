/** Counts that all nodes share, for the limits and budgets made over them. */
import type { Db } from '#lib/db/database.ts';
import { limitJobs } from './limits.jobs.ts';
import { createCounterRepository, forgetEndedWindows } from './limits.repository.ts';

export function createLimits({ db }: { readonly db: Db }) {
  return { counters: createCounterRepository(db), jobs: limitJobs(() => forgetEndedWindows(db)) };
}
