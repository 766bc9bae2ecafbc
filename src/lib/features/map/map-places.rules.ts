/** Places a map shows besides homes. Pure. */
import { labelOfSchool } from '#lib/features/geo/distinct-names.rules.ts';
import type { City } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { Point } from '#lib/geo/distance.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { MapPlace } from './map.contract.ts';

/** R3.40: coordinates of 0, 0 stand for unknown ones. */
export function isPlaced({ latitude, longitude }: Point): boolean {
  return Number.isFinite(latitude) && Number.isFinite(longitude) && (latitude !== 0 || longitude !== 0);
}

/** R3.39: posx is the latitude, posy the longitude. */
const positioned = ({ latitude, longitude }: Point): { posx: number; posy: number } => ({ posx: latitude, posy: longitude });

/** The schools, stations, landmarks and neighbourhoods of a city. A school stands at each of its campuses. */
export function placesOfCity(city: City, locale: Locale): readonly MapPlace[] {
  const schools = city.schools.flatMap((school) =>
    school.campuses
      .filter(({ at }) => isPlaced(at))
      .map(
        ({ at, name }): MapPlace => ({
          id: school.id,
          kind: 'school',
          name: labelOfSchool(school, locale),
          ...positioned(at),
          ...(school.campuses.length > 1 ? { note: name } : {}),
        }),
      ),
  );
  const others = city.places.flatMap((place): MapPlace[] =>
    place.kind === 'postal' || !isPlaced(place.at) ? [] : [{ id: place.id, kind: place.kind, name: place.names[locale], ...positioned(place.at) }],
  );
  return [...schools, ...others, ...(isPlaced(city.at) ? [{ id: city.id, kind: 'city' as const, name: city.names[locale], ...positioned(city.at) }] : [])];
}

/** All countries and cities; a country stands where its largest city does. */
export function placesOfWorld(geo: Pick<GeoIndex, 'countries' | 'cities'>, locale: Locale): readonly MapPlace[] {
  return [
    ...geo.countries.flatMap((country): MapPlace[] => {
      const [largest] = country.cities;
      return largest && isPlaced(largest.at) ? [{ id: country.id, kind: 'country', name: country.names[locale], ...positioned(largest.at) }] : [];
    }),
    ...geo.cities.flatMap((city): MapPlace[] => (isPlaced(city.at) ? [{ id: city.id, kind: 'city', name: city.names[locale], ...positioned(city.at) }] : [])),
  ];
}
