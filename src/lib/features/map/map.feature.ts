/** Maps of houses, and the directions to them. */
import type { HouseIndex } from '#lib/features/finding/house.index.ts';
import type { ListService } from '#lib/features/finding/finding.service.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { Region } from '#lib/features/geo/geo.schema.ts';
import type { RatesService } from '#lib/features/rates/rates.service.ts';
import type { Site } from '#lib/paths.ts';
import type { Directions } from '#lib/ports/directions/directions.ts';
import type { StreetView } from '#lib/ports/street-view/street-view.ts';
import { mapCalls } from './map.api.ts';
import { createMapLoader } from './map.loader.ts';
import { createMapService } from './map.service.ts';

type Parts = {
  readonly geo: GeoIndex;
  /** Areas of several cities. */
  readonly regions: readonly Region[];
  readonly site: Site;
  readonly rates: RatesService;
  readonly lists: ListService;
  readonly index: HouseIndex;
  readonly directions: Directions;
  readonly streetView: StreetView;
  readonly mapboxToken: string | undefined;
};

export function createMap({ geo, regions, site, rates, lists, index, directions, streetView, mapboxToken }: Parts) {
  const loader = createMapLoader({ maps: createMapService(index, geo), lists, rates, geo, regions, mapboxToken, streetView });
  return { loader, calls: mapCalls({ loader, geo, regions, site, directions }) };
}
