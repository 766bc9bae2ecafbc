/** Where lists of schools and neighbourhoods gather their homes, as the lists themselves do. */
import type { City } from '#lib/features/geo/geo.schema.ts';
import type { Point } from '#lib/geo/distance.ts';
import { placeReachMetres, schoolReachMetres } from '#lib/features/catalogue/reach.rules.ts';

/** A point around which a list gathers homes of its city; a school with several campuses has one spot for each. */
export type Spot = { readonly placeId: number; readonly cityId: number; readonly at: Point; readonly reachMetres: number };

/** The spots of a city's schools, one for each campus, and of its neighbourhoods. */
export function spotsOf({ id: cityId, schools, places }: Pick<City, 'id' | 'schools' | 'places'>): Spot[] {
  return [
    ...schools.flatMap(({ id, campuses }) => campuses.map(({ at }) => ({ placeId: id, cityId, at, reachMetres: schoolReachMetres }))),
    ...places.filter(({ kind }) => kind === 'neighbourhood').map(({ id, at }) => ({ placeId: id, cityId, at, reachMetres: placeReachMetres })),
  ];
}
