/** Houses in full: their pages, units, rooms and comparison, and the calls about one house. */
import type { TagCache } from '#lib/db/tag-cache.ts';
import type { Db } from '#lib/db/database.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { OwnPhotographs } from '#lib/features/photographs/own-photographs.schema.ts';
import type { RatesService } from '#lib/features/rates/rates.service.ts';
import type { Site } from '#lib/paths.ts';
import { readCancellationPolicies } from './cancellation.files.ts';
import { cachedHouses } from './house.cache.ts';
import { houseDetailCalls } from './house-detail.api.ts';
import { createHouseLoader } from './house.loader.ts';
import { createHouseRepository } from './house.repository.ts';
import { createHouseService } from './house.service.ts';

type Parts = {
  readonly db: Db;
  readonly geo: GeoIndex;
  readonly site: Site;
  readonly rates: RatesService;
  readonly cache: TagCache;
  /** Where editors keep the cancellation policies. */
  readonly policies: string;
  /** Photographs that came with the project. */
  readonly own: OwnPhotographs;
  /** A service that translates is configured. */
  readonly canTranslate: boolean;
};

export function createHouse({ db, geo, site, rates, cache, policies, own, canTranslate }: Parts) {
  const repository = cachedHouses(createHouseRepository(db, geo), cache);
  const read = readCancellationPolicies(policies);
  const service = createHouseService(repository, read, (amount, to) => rates.convert(amount, to)?.money, own.byPath);
  return {
    service,
    policies: read,
    loader: createHouseLoader(service, geo, rates, canTranslate),
    calls: houseDetailCalls({ geo, site, rates, houses: service }),
  };
}
