/** The city or school that somebody means. */
import type { City, School } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { FoundEntry } from '#lib/features/search/search.schema.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { CityId, SchoolId } from '#lib/ids/ids.ts';

/** What finds a place by exactly its name. */
export type FindPlace = (text: string) => Promise<FoundEntry | undefined>;

/**
 * By id where one is given, else by its name as it was typed; the city of a neighbourhood or station that bears it. Undefined where
 * it is none of ours: what was typed is kept in words.
 */
export async function placeAsked(
  geo: Pick<GeoIndex, 'cityById' | 'schoolById'>,
  find: FindPlace,
  { city_id, school_id, location }: { readonly city_id: string; readonly school_id: string; readonly location: string },
): Promise<City | School | undefined> {
  const [cityId, schoolId] = [parseId<CityId>(city_id), parseId<SchoolId>(school_id)];
  const byId = (schoolId && geo.schoolById(schoolId)) ?? (cityId && geo.cityById(cityId));
  if (byId || location.trim() === '') return byId;
  const entry = (await find(location.trim().slice(0, 80)))?.entry;
  if (!entry || entry.group === 'house' || entry.group === 'supplier' || entry.group === 'region') return undefined;
  return entry.group === 'city' || entry.group === 'school' ? entry.of : entry.of.city;
}

export const cityOf = (place: City | School): City => (place.kind === 'city' ? place : place.city);
