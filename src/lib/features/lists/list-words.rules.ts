/** Titles and introductions of lists. Pure. */
import { countryInSentence } from '#lib/features/geo/country.words.ts';
import { distinctName, schoolInSentence } from '#lib/features/geo/distinct-names.rules.ts';
import { formatDistance } from '#lib/geo/distance-words.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import type { ListCategory, ListTarget } from '#lib/paths.ts';
import type { UnitType } from '#lib/features/catalogue/filter-code.rules.ts';
import type { Reader } from '#lib/reader.ts';
import { titleMaxWidth, titleWidth } from '#lib/seo/head.ts';
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
      return distinctName(place, locale);
    case 'school':
      return schoolInSentence(place, locale);
    default: {
      const [name, city] = [place.names[locale], distinctName(place.city, locale)];
      return name.startsWith(place.city.names[locale]) && city === place.city.names[locale] ? name : t('listings.place_in_city', { place: name, city });
    }
  }
}

/**
 * @param area what a country's list is narrowed to, where that has a name of its own.
 * @example listTitle({ place: london, type: 'studio', category: 'rent' }, words) // 'Studios in London'
 */
export function listTitle({ place, type, category }: ListTarget, words: Words, area?: string): string {
  const relation = place.kind === 'country' || place.kind === 'city' || place.kind === 'neighbourhood' ? 'in' : 'near';
  const name = area ?? placeName(place, words);
  if (type && category === 'rent')
    return words.t(relation === 'in' ? 'listings.title_type_in' : 'listings.title_type_near', { types: words.t(typeKeys[type]), place: name });
  return words.t(titleKeys[category][relation], { place: name });
}

/**
 * The title of a list's page: with the number of homes where that fits into what search engines show, and with the
 * place's name alone where it is that long.
 */
export function listPageTitle(target: ListTarget, total: number, words: Words): string {
  const title = listTitle(target, words);
  const { place } = target;
  const name = place.kind === 'country' ? place.names[words.locale] : placeName(place, words).replace(/^the /, '');
  // Hong Kong is a country here and a city, and both have a list.
  const counted = place.kind === 'country' ? words.t('seo.list_title_country', { title }) : words.t('seo.list_title', { title, count: total });
  const candidates = [counted, title, words.t('seo.list_title_long_name', { name }), name];
  return candidates.find((one) => titleWidth(one) <= titleMaxWidth) ?? name;
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
