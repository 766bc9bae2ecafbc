/** What lies around a home, from the city's places, in the reader's language. */
import { metresBetween } from '#lib/geo/distance.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { labelOfSchool } from '#lib/features/geo/distinct-names.rules.ts';
import type { Place } from '#lib/features/geo/geo.schema.ts';
import type { MapSource } from './house-map.rules.ts';
import type { ReadHouse } from './house.schema.ts';

/** Everything the drawn map may show: centre, campuses, stations, landmarks, neighbourhoods. */
export function mapSources(house: Pick<ReadHouse, 'city' | 'chosenSchool'>, locale: Locale): readonly MapSource[] {
  const { city, chosenSchool } = house;
  const schools = city.schools.flatMap((school) =>
    school.campuses.map((campus): MapSource => {
      return { kind: school.id === chosenSchool?.id ? 'chosen-campus' : 'campus', name: labelOfSchool(school, locale), at: campus.at };
    }),
  );
  const places = city.places.flatMap((place): MapSource[] => (place.kind === 'postal' ? [] : [{ kind: place.kind, name: place.names[locale], at: place.at }]));
  return [...schools, ...places, { kind: 'centre', name: city.names[locale], at: city.at }];
}

export type Nearby = { readonly place: Place; readonly metres: number };

/** Stations, landmarks and neighbourhoods within `metres` in a straight line, nearest first. */
export function placesWithin(house: Pick<ReadHouse, 'city' | 'at'>, metres: number): readonly Nearby[] {
  return house.city.places
    .filter(({ kind }) => kind !== 'postal')
    .map((place) => ({ place, metres: metresBetween(house.at, place.at) }))
    .filter((nearby) => nearby.metres <= metres)
    .toSorted((a, b) => a.metres - b.metres);
}
