/** A search over a database: index, stock, follower and service, as the composition root makes them. */
import { createSearchFollower } from '#lib/features/search/search-follower.index.ts';
import { createSearchLogRepository } from '#lib/features/search/search-log.repository.ts';
import { createSearchRepository } from '#lib/features/search/search.repository.ts';
import { createSearchService } from '#lib/features/search/search.service.ts';
import { createSearchStock } from '#lib/features/search/search-stock.index.ts';
import { readElsewhere } from '#lib/features/search/elsewhere.files.ts';
import { readRegions } from '#lib/features/search/region.files.ts';
import { createEmbeddedIndex } from '#lib/features/search/index/embedded.index.ts';
import type { SearchIndex } from '#lib/ports/search-index/search-index.ts';
import type { TestDatabase } from './database.ts';

/** @param around wraps the embedded index, or replaces it. */
export async function openSearch({ db, geo, database }: TestDatabase, around: (index: SearchIndex) => SearchIndex = (index) => index) {
  const stock = createSearchStock(geo, readRegions('src/content/regions.yaml', geo));
  const embedded = createEmbeddedIndex(stock.document);
  const index = around(embedded);
  const failures: unknown[] = [];
  const follower = createSearchFollower({ stock, index, repository: createSearchRepository(db), onFailure: (error) => void failures.push(error) });
  await database.onChange((tags) => follower.changed(tags));
  const log = createSearchLogRepository(db);
  return {
    stock,
    embedded,
    index,
    follower,
    log,
    failures,
    search: createSearchService({ index, stock, follower, log, geo, elsewhere: readElsewhere('src/content/elsewhere.yaml') }),
  };
}
