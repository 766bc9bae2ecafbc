/** Rows of houses read once for all locales and pages that ask alike, until a change is announced. */
import type { TagCache } from '#lib/db/tag-cache.ts';
import { keyed } from '#lib/ids/keyed.ts';
import type { HouseRepository } from './house.repository.ts';

/** About what a row takes, in bytes. */
const rowBytes = 600;

const rows = (answer: readonly unknown[]): number => 200 + answer.length * rowBytes;

/** The house repository with a cache of the rows of each house. */
export function cachedHouses(repository: HouseRepository, cache: TagCache): HouseRepository {
  const tagged = (id: number): readonly string[] => [`house:${id}`];
  return {
    ...repository,
    house: (id) =>
      cache.get(
        keyed('house', id),
        tagged(id),
        () => repository.house(id),
        () => 4_000,
      ),
    async units(ids) {
      const [id] = ids;
      if (id === undefined || ids.length > 1) return repository.units(ids);
      return cache.get(
        keyed('units', id),
        tagged(id),
        () => repository.units([id]),
        (units) => units.reduce((sum, { tenancies, rooms }) => sum + rows(tenancies) + rows(rooms) + 2_000, 0),
      );
    },
    media: (id) => cache.get(keyed('media', id), tagged(id), () => repository.media(id), rows),
    promos: (id, today) => cache.get(keyed('promos', id, today), tagged(id), () => repository.promos(id, today), rows),
    pricePoints: (id) => cache.get(keyed('points', id), tagged(id), () => repository.pricePoints(id), rows),
    reviews: (id) =>
      cache.get(
        keyed('reviews', id),
        tagged(id),
        () => repository.reviews(id),
        ({ newest }) => rows(newest),
      ),
    similar: (house, weekly, limit) =>
      cache.get(
        keyed('similar', house.id, weekly, limit),
        [`house:${house.id}`, `city:${house.city.id}`],
        () => repository.similar(house, weekly, limit),
        rows,
      ),
  };
}
