/** Dead jobs, put back by an operator who has mended the cause. */
import { announceChange } from '#lib/db/database.ts';
import { deadJobs } from './job-store.repository.ts';
import { jobsTag } from './job-store.ts';
import type { JobStore } from './job-store.ts';

/** Jobs put back by one call; the rest stays for the next. */
const atMost = 1_000;

/**
 * Puts dead jobs back: all of a queue, or the one of this id. Each gets one more attempt and keeps its id.
 * @returns how many.
 */
export async function reviveJobs({ boss, database }: JobStore, which: { readonly name: string } | { readonly id: string }): Promise<number> {
  const dead = await deadJobs(database.db, which, atMost);
  const byQueue = Map.groupBy(dead, ({ name }) => name);
  for (const [name, jobs] of byQueue)
    await boss.retry(
      name,
      jobs.map(({ id }) => id),
    );
  if (dead.length > 0) await announceChange(database.db, [jobsTag]);
  return dead.length;
}
