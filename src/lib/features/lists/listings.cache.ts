/** Lists and homes read once for all locales and pages that ask alike, until a change is announced. */
import type { ChangeMemory } from '#lib/db/change-memory.ts';
import { keyed } from '#lib/ids/keyed.ts';
import type { HouseRepository } from '#lib/features/house/house.repository.ts';
import { cityOf, countryOf, listToday, pageSize } from './list.rules.ts';
import type { ListService } from '#lib/features/finding/finding.service.ts';

/** About what a row, a home of a list and the counts of one take in memory, in bytes. */
const rowBytes = 600;
const homeBytes = 4_000;
const countsBytes = 12_000;

const rows = (answer: readonly unknown[]): number => 200 + answer.length * rowBytes;

/** The list service with a memory of whole lists. */
export function rememberLists(service: ListService, memory: ChangeMemory): ListService {
  return {
    ...service,
    find(target, filter, narrowing, now, size) {
      const { place, category, type } = target;
      const city = cityOf(place, narrowing);
      const key = keyed(
        'list',
        place.kind,
        place.id,
        category,
        type,
        filter,
        narrowing.supplierId,
        narrowing.city?.id,
        narrowing.place?.kind,
        narrowing.place?.id,
        listToday(city, now),
        size ?? pageSize,
      );
      // A country's list that is narrowed to a city leads back to the whole, and says how many homes that has.
      const tags = [...(city ? [`city:${city.id}`] : []), ...(city && place.kind !== 'country' ? [] : [`country:${countryOf(place).id}`])];
      return memory.recall(
        key,
        tags,
        () => service.find(target, filter, narrowing, now, size),
        (found) => (found ? countsBytes + found.homes.length * homeBytes : 200),
      );
    },
  };
}

/** The house repository with a memory of the rows of each house. */
export function rememberHouses(repository: HouseRepository, memory: ChangeMemory): HouseRepository {
  const tagged = (id: number): readonly string[] => [`house:${id}`];
  return {
    ...repository,
    house: (id) =>
      memory.recall(
        keyed('house', id),
        tagged(id),
        () => repository.house(id),
        () => 4_000,
      ),
    async units(ids) {
      const [id] = ids;
      if (id === undefined || ids.length > 1) return repository.units(ids);
      return memory.recall(
        keyed('units', id),
        tagged(id),
        () => repository.units([id]),
        (units) => units.reduce((sum, { tenancies, rooms }) => sum + rows(tenancies) + rows(rooms) + 2_000, 0),
      );
    },
    media: (id) => memory.recall(keyed('media', id), tagged(id), () => repository.media(id), rows),
    promos: (id, today) => memory.recall(keyed('promos', id, today), tagged(id), () => repository.promos(id, today), rows),
    pricePoints: (id) => memory.recall(keyed('points', id), tagged(id), () => repository.pricePoints(id), rows),
    reviews: (id) =>
      memory.recall(
        keyed('reviews', id),
        tagged(id),
        () => repository.reviews(id),
        ({ newest }) => rows(newest),
      ),
    similar: (house, weekly, limit) =>
      memory.recall(
        keyed('similar', house.id, weekly, limit),
        [`house:${house.id}`, `city:${house.city.id}`],
        () => repository.similar(house, weekly, limit),
        rows,
      ),
  };
}
