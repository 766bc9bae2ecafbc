import type { BoundCall } from '#lib/api/bind.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { ListService } from '#lib/features/finding/finding.service.ts';
import { listToday } from '#lib/features/finding/question.rules.ts';
import { effectiveWeekly } from '#lib/features/house/house.rules.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { Rates } from '#lib/features/rates/reader-currency.rules.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import type { SayNews, Telling } from '#lib/features/news/news.schema.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import { shortlistSource } from './personal-data.service.ts';
import type { ShowBoard } from '#lib/features/lists/board.schema.ts';
import { createShortlistLoader } from './shortlist.loader.ts';
import type { ShowCards } from './notices.schema.ts';
import type { ShortlistLoader } from './shortlist.loader.ts';
import type { AccountsService } from '#lib/features/accounts/accounts.service.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import type { JobQueue } from '#lib/jobs/job-store.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import type { Site } from '#lib/paths.ts';
import { savedNewsSayer } from './saved-news.words.ts';
import { noticeCalls } from './notices.api.ts';
import { noticeJobs } from './notices.jobs.ts';
import { createNoticesLoader } from './notices.loader.ts';
import type { NoticesLoader } from './notices.loader.ts';
import { createNoticesRepository } from './notices.repository.ts';
import { createNoticesService } from './notices.service.ts';
import type { NoticesService } from './notices.service.ts';
import { createSavedSearchesRepository } from './saved-searches.repository.ts';
import { fittingMost } from './saved-searches.schema.ts';
import type { Asked } from './saved-searches.schema.ts';
import { createSavedSearchesService } from './saved-searches.service.ts';
import type { Secrets } from '#lib/secrets.ts';
import { createSharedListsRepository } from './shared-lists.repository.ts';
import { createSharedListsService } from './shared-lists.service.ts';
import type { SharedListsService } from './shared-lists.service.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import { shortlistCalls } from './shortlist.api.ts';
import { createComparisonsRepository } from './comparisons.repository.ts';
import { createComparisonsService } from './comparisons.service.ts';
import { createFavouritesRepository } from './favourites.repository.ts';
import { shortlistJobs } from './shortlist.jobs.ts';
import { createShortlistService } from './shortlist.service.ts';
import type { ShortlistService } from './shortlist.service.ts';

export type ShortlistFeature = {
  readonly service: ShortlistService;
  readonly notices: NoticesService;
  /** Links to the card of what somebody looks for. */
  readonly cards: SharedListsService;
  readonly loader: ShortlistLoader & NoticesLoader;
  /** Told of what changed in the catalogue; undefined where nothing can be made due. */
  readonly onChange: ((tags: readonly string[]) => Promise<void>) | undefined;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
  /** What becomes of it when two accounts become one. */
  readonly joiner: Joiner;
  /** What news of homes are called. */
  readonly sayNews: SayNews;
};

type Parts = {
  readonly db: Db;
  readonly geo: GeoIndex;
  readonly rates: Rates;
  readonly lists: ListService;
  /** The same, of what nobody keeps. */
  readonly freshLists: Pick<ListService, 'houses' | 'bookable'>;
  readonly site: Site;
  readonly people: Pick<AccountsService, 'find' | 'contactsOf'>;
  readonly mailer: Mailer;
  readonly telling: Telling;
  /** Carries out what is told later; without it nobody is told by itself. */
  readonly queue: JobQueue | undefined;
  /** Told what operators should know. */
  readonly onTrouble: (line: string) => void;
  readonly showCards: ShowCards;
  readonly showBoard: ShowBoard;
  readonly secrets: Pick<Secrets, 'sign' | 'verify'>;
};

/** What people keep on their accounts: favourites with notes, searches, and what they want to hear of. */
export function createShortlist({
  db,
  geo,
  rates,
  lists,
  freshLists,
  showCards,
  showBoard,
  secrets,
  site,
  people,
  mailer,
  telling,
  queue,
  onTrouble,
}: Parts): ShortlistFeature {
  const favourites = createFavouritesRepository(db);
  const inTurn = <T>(userId: UserId, work: (tx: DbTransaction) => Promise<T>): Promise<T> => transact(db, work, { lockOf: `favourites:${userId}` });
  const sharedLists = createSharedListsRepository(db, 'homes');
  const shared = createSharedListsService({ repository: sharedLists, shows: 'homes', secrets, transact: inTurn });
  const cards = createSharedListsService({ repository: createSharedListsRepository(db, 'card'), shows: 'card', secrets, transact: inTurn });
  const service = createShortlistService({
    favourites,
    transact: inTurn,
    async rentsOf(ids, now) {
      const homes = await lists.houses(ids, listToday(undefined, now));
      return new Map(homes.flatMap(({ id, cheapest }) => (cheapest ? [[id, effectiveWeekly(cheapest.terms)] as const] : [])));
    },
  });
  const compared = createComparisonsRepository(db);
  const comparisons = createComparisonsService({ repository: compared, namesOf: service.namesOf, transact: inTurn });
  const loader = createShortlistLoader({ service, shared, showBoard, rates });
  const noticesRepository = createNoticesRepository(db);
  const searchesRepository = createSavedSearchesRepository(db);
  const joiner: Joiner = {
    async join(tx, both) {
      await favourites.join(tx, both);
      await sharedLists.join(tx, both);
      await compared.join(tx, both);
      await searchesRepository.join(tx, both);
      await noticesRepository.join(tx, both);
    },
  };
  async function fitting({ place, filter }: Asked, now: Date): Promise<readonly HouseId[] | undefined> {
    const found = await freshLists.bookable({ place, category: 'rent' }, filter, now, fittingMost + 1);
    return found.length > fittingMost ? undefined : found;
  }
  const searches = createSavedSearchesService({ repository: searchesRepository, notices: noticesRepository, geo, fitting, transact: inTurn });
  const notices = createNoticesService({
    repository: noticesRepository,
    favourites,
    searches,
    stored: searchesRepository,
    people,
    mailer,
    telling,
    site,
    secrets,
    fitting,
    async offered(ids, now) {
      const homes = await freshLists.houses(ids, listToday(undefined, now));
      return new Map(homes.map(({ id, cheapest }) => [id, cheapest && effectiveWeekly(cheapest.terms)]));
    },
    showCards,
    transact: inTurn,
  });
  const later = queue && noticeJobs({ notices, queue, transact: (work) => transact(db, work), onTrouble });
  return {
    service,
    notices,
    cards,
    joiner,
    sayNews: savedNewsSayer(geo),
    loader: { ...loader, ...createNoticesLoader({ notices, searches, people, geo, showCards }) },
    calls: [...shortlistCalls(service, shared, comparisons), ...noticeCalls({ notices, searches, people, geo })],
    jobs: [...shortlistJobs(service, shared), ...(later?.jobs ?? [])],
    onChange: later && ((tags) => later.onChange(tags)),
    personal: shortlistSource({ shortlist: service, shared, comparisons, searches, notices, geo }),
  };
}
