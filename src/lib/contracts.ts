/** Every contract of the API, for its documents and tests. Browser-safe. */
import * as places from '#lib/features/places/places.contract.ts';
import * as houseDetail from '#lib/features/house/house-detail.contract.ts';
import * as houseSearch from '#lib/features/lists/house-search.contract.ts';
import * as map from '#lib/features/map/map.contract.ts';
import * as resources from '#lib/features/resources/resources.contract.ts';
import * as search from '#lib/features/search/search.contract.ts';
import * as tracking from '#lib/features/tracking/tracking.contract.ts';
import * as transport from '#lib/features/transport/transport.contract.ts';
import type { Contract } from '#lib/api/contract.ts';

function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'output' in value && 'fulfils' in value;
}

/** A contract file exports contracts, and perhaps shapes and lists besides. */
export const contracts: readonly Contract[] = [transport, resources, places, search, houseSearch, houseDetail, map, tracking].flatMap((file) =>
  Object.values<unknown>(file).filter(isContract),
);
