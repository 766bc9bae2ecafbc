/** Figures above the lists read once for all pages and locales, until a change of the catalogue is announced: each looks at all of it. */
import type { TagCache } from '#lib/db/tag-cache.ts';
import { keyed } from '#lib/ids/keyed.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { CityId } from '#lib/ids/ids.ts';
import type { FrontPageLoader } from './front-page.loader.ts';
import type { FrontPageRepository } from './front-page.repository.ts';

const tags = ['catalogue'];

export function cachedFigures(repository: FrontPageRepository, cache: TagCache): FrontPageRepository {
  return {
    ...repository,
    cityFigures: (ids) =>
      cache.get(
        keyed('city figures', ids),
        tags,
        () => repository.cityFigures(ids),
        (rows) => 200 + rows.length * 100,
      ),
    schoolFigures: (schools, metres) =>
      cache.get(
        keyed(
          'school figures',
          schools.map(({ id }) => id),
          metres,
        ),
        tags,
        () => repository.schoolFigures(schools, metres),
        (rows) => 200 + rows.size * 60,
      ),
    hasSample: () =>
      cache.get(
        'has sample',
        tags,
        () => repository.hasSample(),
        () => 100,
      ),
  };
}

/** The front page worked out once for all locales: what is written of it is kept with it. */
export function cachedFrontPage(loader: FrontPageLoader, geo: GeoIndex, cache: TagCache): FrontPageLoader {
  return {
    ...loader,
    home(cityId, now) {
      const id = parseId<CityId>(cityId);
      const chosen = id === undefined ? undefined : geo.cityById(id);
      return cache.get(
        keyed('front page', chosen?.id),
        tags,
        () => loader.home(cityId, now),
        ({ cities, schools, fresh }) => (cities.length + schools.length) * 400 + fresh.homes.length * 2_000,
      );
    },
  };
}
