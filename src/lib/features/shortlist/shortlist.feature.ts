import type { BoundCall } from '#lib/api/bind.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { ListService } from '#lib/features/finding/finding.service.ts';
import { listToday } from '#lib/features/finding/question.rules.ts';
import { effectiveWeekly } from '#lib/features/house/house.rules.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import { shortlistCalls } from './shortlist.api.ts';
import { createFavouritesRepository } from './favourites.repository.ts';
import { shortlistJobs } from './shortlist.jobs.ts';
import { createShortlistService } from './shortlist.service.ts';
import type { ShortlistService } from './shortlist.service.ts';

export type ShortlistFeature = { readonly service: ShortlistService; readonly calls: readonly BoundCall[]; readonly jobs: readonly KnownJob[] };

type Parts = { readonly db: Db; readonly lists: ListService };

/** What people keep on their accounts: favourites with notes. */
export function createShortlist({ db, lists }: Parts): ShortlistFeature {
  const service = createShortlistService({
    favourites: createFavouritesRepository(db),
    transact: (userId, work) => transact(db, work, { lockOf: `favourites:${userId}` }),
    async rentsOf(ids, now) {
      const homes = await lists.houses(ids, listToday(undefined, now));
      return new Map(homes.flatMap(({ id, cheapest }) => (cheapest ? [[id, effectiveWeekly(cheapest.terms)] as const] : [])));
    },
  });
  return { service, calls: shortlistCalls(service), jobs: shortlistJobs(service) };
}
