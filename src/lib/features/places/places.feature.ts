/** The calls that give pickers and forms their countries, cities, schools and dial codes. */
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { Site } from '#lib/paths.ts';
import { placeCalls } from './places.api.ts';

export function createPlaces(parts: { readonly geo: GeoIndex; readonly site: Site }) {
  return { calls: placeCalls(parts) };
}
