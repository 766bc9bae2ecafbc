/** Methods and paths of the map's calls, for islands that do without the schemas (see `Wire`). */
import type { Wire } from '#lib/api/contract.ts';

export const mapWires = {
  lists: { method: 'GET', path: '/_houseApi/search/map' },
  card: { method: 'GET', path: '/_houseApi/search/map/card' },
  places: { method: 'GET', path: '/_houseApi/search/map/places' },
  directions: { method: 'GET', path: '/_mapboxApi/directions/v5/mapbox/{type}/{coordinates}' },
} as const satisfies Record<string, Wire>;
