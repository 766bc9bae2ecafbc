/** Ways from one list to others: a country's cities, a city's schools and neighbourhoods, what is near a school or spot. Pure. */
import type { City } from '#lib/features/geo/geo.schema.ts';
import type { Point } from '#lib/geo/distance.ts';
import { formatDistance } from '#lib/geo/distance-words.ts';
import type { ListTarget } from '#lib/paths.ts';
import { nearestPlaces, nearestSchools } from './list-place-facts.rules.ts';
import type { Reader } from '#lib/reader.ts';
import type { LinkGroup } from './list.schema.ts';
import { hasHouseInReach } from '#lib/features/catalogue/reach.rules.ts';

const most = 14;
const mostNear = 8;

function near(city: City, from: Point, place: ListTarget['place'], homes: readonly Point[], reader: Reader): readonly LinkGroup[] {
  const { t, paths, locale, intl } = reader;
  const schools = nearestSchools(city, from, mostNear + 1)
    .filter(({ school }) => school.id !== place.id)
    .slice(0, mostNear);
  const except = place.kind === 'neighbourhood' || place.kind === 'station' ? place : undefined;
  return [
    {
      title: t('listings.related_schools', { city: city.names[locale] }),
      links: schools.map(({ school, metres }) => ({ name: school.names[locale], href: paths.place(school), note: formatDistance(metres, intl) })),
    },
    { title: t('listings.related_neighbourhoods_near'), links: nearestPlaces(city, from, 'neighbourhood', mostNear, homes, reader, except) },
    { title: t('listings.related_stations_near'), links: nearestPlaces(city, from, 'station', mostNear, homes, reader, except) },
  ];
}

/** @param homes where the homes on the page stand: a neighbourhood or station is linked when one of them is in its list. */
export function relatedLinks(place: ListTarget['place'], homes: readonly Point[], reader: Reader): readonly LinkGroup[] {
  const { t, paths, locale } = reader;
  const named = (places: readonly (ListTarget['place'] & { kind: Exclude<ListTarget['place']['kind'], 'country'> })[]) =>
    places.map((one) => ({ name: one.names[locale], href: paths.place(one) }));
  const groups: readonly LinkGroup[] = (() => {
    switch (place.kind) {
      case 'country':
        return [{ title: t('listings.related_cities'), links: named(place.cities.slice(0, most)) }];
      case 'city':
        return [
          { title: t('listings.related_schools', { city: place.names[locale] }), links: named(place.schools.slice(0, most)) },
          {
            title: t('listings.related_neighbourhoods', { city: place.names[locale] }),
            links: named(place.places.filter((one) => one.kind === 'neighbourhood' && hasHouseInReach(homes, one)).slice(0, most)),
          },
          {
            title: t('listings.related_spots', { city: place.names[locale] }),
            links: named(place.places.filter((one) => (one.kind === 'station' || one.kind === 'landmark') && hasHouseInReach(homes, one)).slice(0, most)),
          },
        ];
      default:
        return near(place.city, place.at, place, homes, reader);
    }
  })();
  return groups.filter(({ links }) => links.length > 0);
}
