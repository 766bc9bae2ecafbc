/**
 * Which list pages are for search engines. The page's robots line, its links and the sitemaps all ask here,
 * so that they cannot disagree.
 */
import type { City, Country, Place, School } from '#lib/features/geo/geo.schema.ts';
import type { UnitType } from '#lib/features/catalogue/filter-code.rules.ts';

/** Fewer homes or facts than these make a page that says little (docs/domain.md, "Search engines"). */
const leastHouses = 5;
const leastFacts = 3;

/** How many facts of its own a place's page can tell: term dates, usual rent, campuses, neighbourhoods … */
export function localFacts(place: Country | City | School | Place): number {
  const known = (...facts: readonly unknown[]): number => facts.filter((fact) => (Array.isArray(fact) ? fact.length > 0 : fact !== undefined)).length;
  switch (place.kind) {
    case 'country':
      return known(place.currency, place.dialCode, place.rentUnit, place.terms.terms, place.cities);
    case 'city':
      return known(place.timeZone, place.studioWeek, place.country.terms.terms, place.schools, place.places);
    case 'school':
      return known(place.campuses, place.terms.terms, place.website, place.founded, place.studentsThousand, place.city.places);
    default:
      return known(place.city.studioWeek, place.city.schools, place.city.country.terms.terms, place.lines);
  }
}

export type ListFacts = {
  readonly place: Country | City | School | Place;
  readonly type?: UnitType | undefined;
  readonly category: string;
  /** Whether anything but the page number is chosen (`isFiltered`). */
  readonly filtered: boolean;
  /** Live homes of the unfiltered list. */
  readonly homes: number;
};

/**
 * Country, city, school, neighbourhood and property type are offered to search engines; stations, landmarks, postal
 * areas, homes for sale and filtered or sorted lists never are. An empty list is 404 before this is asked.
 */
export function isIndexableList({ place, type, category, filtered, homes }: ListFacts): boolean {
  if (filtered || category !== 'rent') return false;
  if (place.kind === 'station' || place.kind === 'landmark' || place.kind === 'postal') return false;
  if (type !== undefined && place.kind !== 'country' && place.kind !== 'city') return false;
  return homes >= leastHouses && localFacts(place) >= leastFacts;
}
