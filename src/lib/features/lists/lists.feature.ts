/** List pages and their calls, shared flats and recommendations among them. */
import type { Db } from '#lib/db/database.ts';
import type { ListService } from '#lib/features/finding/finding.service.ts';
import type { Region } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import type { RatesService } from '#lib/features/rates/rates.service.ts';
import type { Site } from '#lib/paths.ts';
import { createBoardLoader } from './board.loader.ts';
import { createDiscoverLoader } from './discover.loader.ts';
import { createDiscoverService } from './discover.service.ts';
import { houseCardCalls } from './house-cards.api.ts';
import { houseSearchCalls } from './house-search.api.ts';
import { createListLoader } from './list.loader.ts';

type Parts = {
  readonly db: Db;
  readonly geo: GeoIndex;
  readonly site: Site;
  readonly rates: RatesService;
  readonly lists: ListService;
  readonly houses: HouseService;
  /** Areas of several cities. */
  readonly regions: readonly Region[];
};

export function createLists({ db, geo, site, rates, lists, houses, regions }: Parts) {
  const discover = createDiscoverLoader(createDiscoverService(db, lists), rates, geo);
  return {
    loader: { ...createListLoader(lists, rates, geo, regions), ...createBoardLoader(lists, rates, geo) },
    discover,
    calls: [...houseSearchCalls({ geo, site, rates, lists, discover }), ...houseCardCalls({ geo, site, rates, lists, houses })],
  };
}
