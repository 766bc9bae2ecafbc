/** What a list asks of the catalogue: which part it looks at, on which day, by how many a page. Pure. */
import type { SupplierId, PlaceId, SchoolId, CityId } from '#lib/ids/ids.ts';
import type { City, School, Place, Country, Region } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { ListTarget } from '#lib/paths.ts';
import type { ListScope } from './question.schema.ts';
import { schoolReachMetres, placeReachMetres } from '#lib/features/catalogue/reach.rules.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import { todayIn, addDays } from '#lib/dates/dates.ts';

export const pageSize = 12;

/** Days until move-in that count as available now. */
const soonDays = 31;

/** What the query of a country list narrows it to (R2.073–R2.076). */
export type Narrowing = {
  readonly supplierId: SupplierId | undefined;
  readonly city: City | undefined;
  readonly region: Region | undefined;
  readonly place: School | Place | undefined;
};

export const wholeList: Narrowing = { supplierId: undefined, city: undefined, region: undefined, place: undefined };

/** The spot a query names; undefined when it names one that does not exist, `none` when it names none. */
function spotOf(geo: GeoIndex, query: URLSearchParams): School | Place | 'none' | undefined {
  const placeId = query.get('poi_id') ?? query.get('postal_code_id');
  if (placeId !== null) {
    const place = geo.placeById(parseId<PlaceId>(placeId) ?? 0);
    return query.has('poi_id') || place?.kind === 'postal' ? place : undefined;
  }
  return query.has('school_id') ? geo.schoolById(parseId<SchoolId>(query.get('school_id')) ?? 0) : 'none';
}

/**
 * Reads `supplier_id`, `region_id`, `poi_id`, `postal_code_id` and `school_id`. Undefined when an id names nothing in the country.
 * Lists below a country have these in their path and read none.
 * @param regions areas of several cities, whose ids `region_id` takes like those of cities.
 */
export function readNarrowing(geo: GeoIndex, country: Country, query: URLSearchParams, regions: readonly Region[] = []): Narrowing | undefined {
  const city = query.has('region_id') ? geo.cityById(parseId<CityId>(query.get('region_id')) ?? 0) : undefined;
  const regionId = Number(query.get('region_id'));
  const region = city ? undefined : regions.find(({ id, isCountry, cities }) => id === regionId && !isCountry && cities.length > 0);
  const spot = spotOf(geo, query);
  const place = spot === 'none' ? undefined : spot;
  const supplierId = parseId<SupplierId>(query.get('supplier_id'));
  const isWrong =
    (query.has('region_id') && (city ?? region)?.country.id !== country.id) ||
    (spot !== 'none' && place?.city.country.id !== country.id) ||
    (query.has('supplier_id') && !supplierId) ||
    (city !== undefined && place !== undefined && place.city.id !== city.id) ||
    (region !== undefined && place !== undefined && !region.cities.includes(place.city));
  return isWrong ? undefined : { supplierId, city, region, place };
}

export function isNarrowed({ supplierId, city, region, place }: Narrowing): boolean {
  return supplierId !== undefined || city !== undefined || region !== undefined || place !== undefined;
}

/** The country a list is in. */
export function countryOf(place: Country | City | School | Place): Country {
  switch (place.kind) {
    case 'country':
      return place;
    case 'city':
      return place.country;
    default:
      return place.city.country;
  }
}

/** The city a list is in; undefined for a whole country. */
export function cityOf(place: Country | City | School | Place, narrowing: Narrowing = wholeList): City | undefined {
  switch (place.kind) {
    case 'country':
      return narrowing.place?.city ?? narrowing.city;
    case 'city':
      return place;
    default:
      return place.city;
  }
}

/** What the list query looks at. */
export function scopeOf({ place, category }: ListTarget, narrowing: Narrowing): ListScope {
  const around = narrowing.place ?? place;
  const base = { category, countryId: countryOf(place).id, cityId: cityOf(place, narrowing)?.id, supplierId: narrowing.supplierId };
  switch (around.kind) {
    case 'country':
      return { ...base, cityIds: narrowing.region?.cities.map(({ id }) => id), near: narrowing.city ? [narrowing.city.at] : [], reach: undefined };
    case 'city':
      return { ...base, near: [around.at], reach: undefined };
    case 'school':
      return { ...base, near: around.campuses.map(({ at }) => at), reach: schoolReachMetres };
    default:
      return { ...base, near: [around.at], reach: placeReachMetres };
  }
}

/** What distances of a list are measured to: a school or spot, or the centre of a city. Undefined where none are. */
export function measuredTo({ near, reach }: ListScope): 'place' | 'centre' | undefined {
  if (near.length === 0) return undefined;
  return reach === undefined ? 'centre' : 'place';
}

/** A property type may be written in the path or in the filter code; this joins both. */
export function joinedFilter({ type }: ListTarget, filter: ListFilter): ListFilter {
  return type && !filter.types.includes(type) ? { ...filter, types: [...filter.types, type] } : filter;
}

/** Today where the list is; a whole country's lists use UTC. */
export function listToday(city: City | undefined, now: Date): string {
  return todayIn(city?.timeZone ?? 'UTC', now);
}

/** The last move-in that counts as available now. */
export function soonDay(today: string): string {
  return addDays(today, soonDays);
}

/** Pages of a list; an empty list has one. */
export function pageCount(total: number, size: number = pageSize): number {
  return Math.max(1, Math.ceil(total / size));
}
