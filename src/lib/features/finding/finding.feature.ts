/** Which houses answer a question: in the database for a city, in memory for a country. */
import type { TagCache } from '#lib/db/tag-cache.ts';
import type { Db } from '#lib/db/database.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { cachedLists } from './finding.cache.ts';
import { createListService } from './finding.service.ts';
import { createHouseColumns } from './house-columns.repository.ts';
import { createHouseIndex } from './house.index.ts';

export function createFinding({ db, geo, cache }: { readonly db: Db; readonly geo: GeoIndex; readonly cache: TagCache }) {
  const index = createHouseIndex(createHouseColumns(db));
  const fresh = createListService(db, geo, index);
  return {
    service: cachedLists(fresh, cache),
    /** The same for jobs, which ask once for many and have no use for what is kept for readers. */
    fresh,
    index,
    onChange: (tags: readonly string[]): void => index.forget(tags),
  };
}
