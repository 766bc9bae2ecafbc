/** What the live map of a home is given: its surroundings, the schools to go to, and words. Pure. */
import { labelOfSchool } from '#lib/features/geo/distinct-names.rules.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import { metresBetween } from '#lib/geo/distance.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { T } from '#lib/i18n/t.ts';
import type { MapPlace } from './map.contract.ts';
import type { MapBox, Position } from './map.schema.ts';
import { mapWords } from './map-words.rules.ts';
import type { MapWords } from './map-words.rules.ts';
import { placesOfCity } from './map-places.rules.ts';

export type HouseMapView = {
  readonly words: MapWords & Readonly<Record<'to' | 'by' | 'walking' | 'cycling' | 'driving' | 'route' | 'routed' | 'estimate' | 'noRoute' | 'choose', string>>;
  readonly intl: string;
  readonly home: { readonly name: string; readonly at: Position };
  readonly start: MapBox;
  readonly places: readonly MapPlace[];
  readonly schools: readonly { readonly id: number; readonly name: string; readonly at: Position }[];
  readonly chosenSchool: number | undefined;
};

/** Degrees of latitude around the home that are seen at first: twenty minutes on foot, about. */
const reach = 0.014;

export function houseMapProps(house: ReadHouse, { t, intl, locale }: { readonly t: T; readonly intl: string; readonly locale: Locale }): HouseMapView {
  const { at, city, chosenSchool } = house;
  const { latitude, longitude } = at;
  const wide = reach / Math.cos((latitude * Math.PI) / 180);
  return {
    words: {
      ...mapWords(t, intl, t('house.map_alt', { name: house.title, city: city.names[locale] })),
      to: t('map.way_to'),
      by: t('map.way_by'),
      walking: t('codes.travel_mode_walk'),
      cycling: t('codes.travel_mode_cycle'),
      driving: t('map.way_driving'),
      route: t('map.way_route', { time: '{{time}}', distance: '{{distance}}' }),
      estimate: t('map.way_estimate'),
      routed: t('map.way_routed', { service: '{{service}}' }),
      noRoute: t('map.way_none'),
      choose: t('map.rings_none'),
    },
    intl,
    home: { name: house.title, at: [longitude, latitude] },
    start: { west: longitude - wide, east: longitude + wide, south: latitude - reach, north: latitude + reach },
    places: placesOfCity(city, locale).filter(({ kind }) => kind !== 'city'),
    schools: city.schools.map((school) => {
      const nearest = school.campuses.map((campus) => campus.at).sort((a, b) => metresBetween(at, a) - metresBetween(at, b))[0] ?? school.at;
      return { id: school.id, name: labelOfSchool(school, locale), at: [nearest.longitude, nearest.latitude] };
    }),
    chosenSchool: chosenSchool?.id,
  };
}
