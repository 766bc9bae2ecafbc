/** What the shared-flat and recommendation pages ask of the catalogue. */
import type { Db } from '#lib/db/database.ts';
import type { CityId } from '#lib/ids/ids.ts';
import type { ListedHouse, PlaceFigures } from '#lib/features/finding/question.schema.ts';
import type { City } from '#lib/features/geo/geo.schema.ts';
import type { ListService } from '#lib/features/finding/finding.service.ts';
import { cityPicks, sharedFlats } from './discover.repository.ts';
import type { CityPicks, SharedFlat } from './discover.schema.ts';
import { listToday, pageSize } from '#lib/features/finding/question.rules.ts';

export type DiscoverService = ReturnType<typeof createDiscoverService>;

const picksPerCity = 2;

export function createDiscoverService(db: Db, lists: ListService) {
  return {
    sharedFlats: (cityId: CityId, page: number): Promise<{ readonly total: number; readonly flats: readonly SharedFlat[] }> =>
      sharedFlats(db, cityId, pageSize, (page - 1) * pageSize),

    /** What the homes of a city start at, by area and by kind of room. One query. */
    figures: (city: City, now: Date): Promise<PlaceFigures> => lists.figures(city, now),

    /** The first bookable homes of the cities, with each city's median. Two queries. @param each homes of a city at most. */
    async picks(
      cityIds: readonly CityId[],
      now: Date,
      each: number = picksPerCity,
    ): Promise<{ readonly cities: readonly CityPicks[]; readonly homes: readonly ListedHouse[] }> {
      const cities = await cityPicks(db, cityIds, each);
      return {
        cities,
        homes: await lists.houses(
          cities.flatMap(({ houseIds }) => houseIds),
          listToday(undefined, now),
        ),
      };
    },
  };
}
