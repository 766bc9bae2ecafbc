/** Rows of houses read once for all locales and pages that ask alike, until a change is announced. */
import type { TagCache } from '#lib/db/tag-cache.ts';
import { keyed } from '#lib/ids/keyed.ts';
import type { HouseRepository } from './house.repository.ts';
import type { HouseRecord } from './house.schema.ts';

/** About what a row takes, in bytes. */
const rowBytes = 600;

function weigh(record: HouseRecord | undefined): number {
  if (!record) return 200;
  const ofUnits = (units: HouseRecord['units']): number => units.reduce((sum, { tenancies, rooms }) => sum + 4 + tenancies.length + rooms.length, 0);
  const twins = record.twins.reduce((sum, { units }) => sum + 4 + ofUnits(units), 0);
  const rows = 7 + ofUnits(record.units) + twins + record.media.length + record.promos.length + record.pricePoints.length + record.reviews.newest.length;
  return rows * rowBytes;
}

/** The house repository with a cache of each house. */
export function cachedHouses(repository: HouseRepository, cache: TagCache): HouseRepository {
  return {
    ...repository,
    lease: (id, unitId, tenancyId) =>
      cache.get(
        keyed('lease', id, unitId, tenancyId),
        [`house:${id}`],
        () => repository.lease(id, unitId, tenancyId),
        () => 4 * rowBytes,
      ),
    record: (id) => cache.get(keyed('house', id), [`house:${id}`], () => repository.record(id), weigh),
  };
}
