/** Who lets homes here. */
import type { TagCache } from '#lib/db/tag-cache.ts';
import type { Db } from '#lib/db/database.ts';
import type { ListService } from '#lib/features/finding/finding.service.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { RatesService } from '#lib/features/rates/rates.service.ts';
import { cachedProviders } from './providers.cache.ts';
import { createProvidersLoader } from './providers.loader.ts';
import { createProvidersRepository } from './providers.repository.ts';
import { createProvidersService } from './providers.service.ts';

type Parts = { readonly db: Db; readonly cache: TagCache; readonly geo: GeoIndex; readonly rates: RatesService; readonly lists: Pick<ListService, 'houses'> };

export function createProviders({ db, cache, geo, rates, lists }: Parts) {
  return { loader: createProvidersLoader(createProvidersService(cachedProviders(createProvidersRepository(db), cache), lists), rates, geo) };
}
