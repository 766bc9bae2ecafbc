import type { BoundCall } from '#lib/api/bind.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { ListService } from '#lib/features/finding/finding.service.ts';
import { listToday } from '#lib/features/finding/question.rules.ts';
import { effectiveWeekly } from '#lib/features/house/house.rules.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { Rates } from '#lib/features/rates/reader-currency.rules.ts';
import { createShortlistLoader } from './shortlist.loader.ts';
import type { ShortlistLoader, ShowCards } from './shortlist.loader.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import { shortlistCalls } from './shortlist.api.ts';
import { createFavouritesRepository } from './favourites.repository.ts';
import { shortlistJobs } from './shortlist.jobs.ts';
import { createShortlistService } from './shortlist.service.ts';
import type { ShortlistService } from './shortlist.service.ts';

export type ShortlistFeature = {
  readonly service: ShortlistService;
  readonly loader: ShortlistLoader;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
};

type Parts = {
  readonly db: Db;
  readonly geo: GeoIndex;
  readonly rates: Rates;
  readonly lists: ListService;
  readonly showCards: ShowCards;
};

/** What people keep on their accounts: favourites with notes. */
export function createShortlist({ db, geo, rates, lists, showCards }: Parts): ShortlistFeature {
  const favourites = createFavouritesRepository(db);
  const service = createShortlistService({
    favourites,
    transact: (userId, work) => transact(db, work, { lockOf: `favourites:${userId}` }),
    async rentsOf(ids, now) {
      const homes = await lists.houses(ids, listToday(undefined, now));
      return new Map(homes.flatMap(({ id, cheapest }) => (cheapest ? [[id, effectiveWeekly(cheapest.terms)] as const] : [])));
    },
  });
  const loader = createShortlistLoader({ service, showCards, cityOfHouses: (ids) => favourites.citiesOf(ids), geo, rates });
  return { service, loader, calls: shortlistCalls(service), jobs: shortlistJobs(service) };
}
