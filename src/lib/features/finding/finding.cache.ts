/** Lists found once for all locales and pages that ask alike, until a change is announced. */
import type { TagCache } from '#lib/db/tag-cache.ts';
import { keyed } from '#lib/ids/keyed.ts';
import type { ListService } from './finding.service.ts';
import { cityOf, countryOf, listToday, pageSize } from './question.rules.ts';

/** About what a house of a list and the counts of one take, in bytes. */
const houseBytes = 4_000;
const countsBytes = 12_000;

/** The list service with a cache of whole lists. */
export function cachedLists(service: ListService, cache: TagCache): ListService {
  return {
    ...service,
    houses: (ids, today, filter, intake) =>
      cache.get(
        keyed('houses', ids, today, filter, intake),
        ids.map((id) => `house:${id}`),
        () => service.houses(ids, today, filter, intake),
        (homes) => 200 + homes.length * houseBytes,
      ),
    alike: (home, limit, today, filter) =>
      cache.get(
        keyed('alike', home.id, home.houseType, home.weeklyMinor, limit, today, filter),
        [`house:${home.id}`, `city:${home.cityId}`],
        () => service.alike(home, limit, today, filter),
        (homes) => 200 + homes.length * houseBytes,
      ),
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
        narrowing.region?.id,
        narrowing.place?.kind,
        narrowing.place?.id,
        listToday(city, now),
        size ?? pageSize,
      );
      // A country's list that is narrowed to a city leads back to the whole, and says how many homes that has.
      const tags = [...(city ? [`city:${city.id}`] : []), ...(city && place.kind !== 'country' ? [] : [`country:${countryOf(place).id}`])];
      return cache.get(
        key,
        tags,
        () => service.find(target, filter, narrowing, now, size),
        (found) => (found ? countsBytes + found.homes.length * houseBytes : 200),
      );
    },
  };
}
