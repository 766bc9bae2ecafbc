/** Who lets homes here. */
import type { Db } from '#lib/db/database.ts';
import type { ListService } from '#lib/features/finding/finding.service.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { RatesService } from '#lib/features/rates/rates.service.ts';
import { createProvidersLoader } from './providers.loader.ts';
import { createProvidersRepository } from './providers.repository.ts';
import { createProvidersService } from './providers.service.ts';

type Parts = { readonly db: Db; readonly geo: GeoIndex; readonly rates: RatesService; readonly lists: Pick<ListService, 'houses'> };

export function createProviders({ db, geo, rates, lists }: Parts) {
  return { loader: createProvidersLoader(createProvidersService(createProvidersRepository(db), lists), rates, geo) };
}
