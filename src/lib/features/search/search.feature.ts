/** Search: an index in step with the catalogue, its results page and its calls. */
import type { Db } from '#lib/db/database.ts';
import type { ListService } from '#lib/features/finding/finding.service.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { RatesService } from '#lib/features/rates/rates.service.ts';
import type { Site } from '#lib/paths.ts';
import { createMeilisearchIndex } from '#lib/ports/search-index/meilisearch.ts';
import { withFallback } from '#lib/ports/search-index/with-fallback.ts';
import { createEmbeddedIndex } from './index/embedded.index.ts';
import { cachedAnswers } from './index/cached-answers.index.ts';
import { readElsewhere } from './elsewhere.files.ts';
import { readRegions } from './region.files.ts';
import { searchCalls } from './search.api.ts';
import { placeNamesOf } from './search-documents.index.ts';
import { createSearchFollower } from './search-follower.index.ts';
import { searchJobs } from './search.jobs.ts';
import { createSearchLoader } from './search.loader.ts';
import { createSearchLogRepository, forgetOldSearches } from './search-log.repository.ts';
import { createSearchRepository } from './search.repository.ts';
import type { AccountSearches } from './search.schema.ts';
import { createSearchService } from './search.service.ts';
import { createSearchStock } from './search-stock.index.ts';

type Parts = {
  readonly db: Db;
  readonly geo: GeoIndex;
  readonly site: Site;
  readonly rates: RatesService;
  readonly lists: ListService;
  /** The editors' file of regions. */
  readonly regions: string;
  /** The editors' file of places that are not here. */
  readonly elsewhere: string;
  /** A Meilisearch to ask; the embedded index answers when it does not, and where there is none. */
  readonly meilisearch: { readonly url: string; readonly key: string | undefined } | undefined;
  readonly progress: (line: string) => void;
  /** What is remembered for who is signed in; undefined while accounts are closed. */
  readonly ofAccounts?: () => AccountSearches | undefined;
};

export function createSearch({ db, geo, site, rates, lists, regions, elsewhere, meilisearch, progress, ofAccounts }: Parts) {
  const stock = createSearchStock(geo, readRegions(regions, geo));
  const here = cachedAnswers(createEmbeddedIndex(stock.document));
  const onFailure = (error: unknown): void => progress(`search: ${error instanceof Error ? error.message : String(error)}`);
  const namesOf = (key: string): readonly string[] => placeNamesOf(stock.entryOf(key));
  const index = meilisearch ? withFallback({ remote: createMeilisearchIndex({ ...meilisearch, namesOf }), here, documentOf: stock.document, onFailure }) : here;
  const follower = createSearchFollower({ stock, index, repository: createSearchRepository(db), onFailure });
  const service = createSearchService({ index, stock, follower, log: createSearchLogRepository(db), geo, elsewhere: readElsewhere(elsewhere), ofAccounts });
  return {
    service,
    loader: createSearchLoader(service, lists, rates, geo),
    calls: searchCalls(service, site),
    onChange: (tags: readonly string[]): void => follower.changed(tags),
    /** Resolves when all houses can be searched too; places can be before. */
    settled: follower.settled,
    jobs: searchJobs((now) => forgetOldSearches(db, now)),
    stop: (): void => follower.stop(),
  };
}
