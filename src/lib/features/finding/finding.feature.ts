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
  return {
    service: cachedLists(createListService(db, geo, index), cache),
    index,
    onChange: (tags: readonly string[]): void => index.forget(tags),
  };
}
