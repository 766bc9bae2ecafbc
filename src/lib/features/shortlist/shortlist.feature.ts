import type { BoundCall } from '#lib/api/bind.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { ListService } from '#lib/features/finding/finding.service.ts';
import { listToday } from '#lib/features/finding/question.rules.ts';
import { effectiveWeekly } from '#lib/features/house/house.rules.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { Rates } from '#lib/features/rates/reader-currency.rules.ts';
import type { Joiner } from '#lib/features/accounts/joining.schema.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import { shortlistSource } from './personal-data.service.ts';
import { createShortlistLoader } from './shortlist.loader.ts';
import type { ShortlistLoader, ShowCards } from './shortlist.loader.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Secrets } from '#lib/secrets.ts';
import { createSharedListsRepository } from './shared-lists.repository.ts';
import { createSharedListsService } from './shared-lists.service.ts';
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
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
  /** What becomes of it when two accounts become one. */
  readonly joiner: Joiner;
};

type Parts = {
  readonly db: Db;
  readonly geo: GeoIndex;
  readonly rates: Rates;
  readonly lists: ListService;
  readonly showCards: ShowCards;
  readonly secrets: Pick<Secrets, 'sign' | 'verify'>;
};

/** What people keep on their accounts: favourites with notes. */
export function createShortlist({ db, geo, rates, lists, showCards, secrets }: Parts): ShortlistFeature {
  const favourites = createFavouritesRepository(db);
  const inTurn = <T>(userId: UserId, work: (tx: DbTransaction) => Promise<T>): Promise<T> => transact(db, work, { lockOf: `favourites:${userId}` });
  const sharedLists = createSharedListsRepository(db);
  const shared = createSharedListsService({ repository: sharedLists, secrets, transact: inTurn });
  const service = createShortlistService({
    favourites,
    transact: inTurn,
    async rentsOf(ids, now) {
      const homes = await lists.houses(ids, listToday(undefined, now));
      return new Map(homes.flatMap(({ id, cheapest }) => (cheapest ? [[id, effectiveWeekly(cheapest.terms)] as const] : [])));
    },
  });
  const loader = createShortlistLoader({ service, shared, showCards, cityOfHouses: (ids) => favourites.citiesOf(ids), geo, rates });
  const joiner: Joiner = {
    async join(tx, both) {
      await favourites.join(tx, both);
      await sharedLists.join(tx, both);
    },
  };
  return { service, joiner, loader, calls: shortlistCalls(service, shared), jobs: shortlistJobs(service, shared), personal: shortlistSource(service, shared) };
}
