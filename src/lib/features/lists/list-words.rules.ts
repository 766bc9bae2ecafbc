/** Titles and introductions of lists. Pure. */
import { countryInSentence } from '#lib/features/geo/country.words.ts';
import { formatDistance } from '#lib/geo/distance-words.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import type { ListCategory, ListTarget } from '#lib/paths.ts';
import type { UnitType } from '#lib/features/catalogue/filter-code.rules.ts';
import type { Reader } from '#lib/reader.ts';
import { placeReachMetres, schoolReachMetres } from '#lib/features/catalogue/reach.rules.ts';

type Words = Pick<Reader, 't' | 'locale' | 'intl'>;

const titleKeys = {
  rent: { in: 'listings.title_rent_in', near: 'listings.title_rent_near' },
  'buy-old': { in: 'listings.title_old_in', near: 'listings.title_old_near' },
  'buy-new': { in: 'listings.title_new_in', near: 'listings.title_new_near' },
} as const satisfies Record<ListCategory, Record<'in' | 'near', MessageKey>>;

const typeKeys = {
  studio: 'listings.types_studio',
  ensuite: 'listings.types_ensuite',
  'one-bedroom': 'listings.types_one_bedroom',
  'two-bedroom': 'listings.types_two_bedroom',
  'shared-room': 'listings.types_shared_room',
  'whole-apartment': 'listings.types_whole_apartment',
  house: 'listings.types_house',
  homestay: 'listings.types_homestay',
} as const satisfies Record<UnitType, MessageKey>;

/** The place's name as it stands in a title: an area with its city, a country with its article. */
export function placeName(place: ListTarget['place'], { t, locale }: Words): string {
  switch (place.kind) {
    case 'country':
      return countryInSentence(place, locale);
    case 'city':
    case 'school':
      return place.names[locale];
    default:
      return t('listings.place_in_city', { place: place.names[locale], city: place.city.names[locale] });
  }
}

/** @example listTitle({ place: london, type: 'studio', category: 'rent' }, words) // 'Studios in London' */
export function listTitle({ place, type, category }: ListTarget, words: Words): string {
  const relation = place.kind === 'country' || place.kind === 'city' || place.kind === 'neighbourhood' ? 'in' : 'near';
  const name = placeName(place, words);
  if (type && category === 'rent')
    return words.t(relation === 'in' ? 'listings.title_type_in' : 'listings.title_type_near', { types: words.t(typeKeys[type]), place: name });
  return words.t(titleKeys[category][relation], { place: name });
}

/** One sentence on what is listed. */
export function listIntro({ place }: ListTarget, total: number, { t, intl }: Words): string {
  if (total === 0) return t('listings.intro_none');
  switch (place.kind) {
    case 'country':
    case 'city':
      return t('listings.intro', { count: total });
    case 'school':
      return t('listings.intro_school', { count: total, distance: formatDistance(schoolReachMetres, intl) });
    default:
      return t('listings.intro_spot', { count: total, distance: formatDistance(placeReachMetres, intl) });
  }
}
