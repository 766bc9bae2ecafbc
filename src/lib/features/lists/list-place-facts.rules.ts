/** The block of local facts below a list: medians with their sample, distances, dates. Pure. */
import { numberFormat } from '#lib/i18n/formats.ts';
import { upcomingTerms } from '#lib/features/geo/terms.rules.ts';
import type { AmountConverter } from '#lib/features/rates/reader-currency.rules.ts';
import type { City, Place, School } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { metresBetween, usualCommute } from '#lib/geo/distance.ts';
import type { Point } from '#lib/geo/distance.ts';
import { formatDistance, formatMinutes } from '#lib/geo/distance-words.ts';
import { coded } from '#lib/i18n/coded.ts';
import { formatMoney, money, wholeUnits } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { ListTarget } from '#lib/paths.ts';
import { noFilter } from '#lib/features/catalogue/filter-code.rules.ts';
import type { UnitType } from '#lib/features/catalogue/filter-code.rules.ts';
import type { Reader } from '#lib/reader.ts';
import { selectionPath } from './list.rules.ts';
import type { NamedLink, PlaceFactsView } from './list.schema.ts';
import type { Figures } from '#lib/features/finding/question.schema.ts';
import { placeName } from './list-words.rules.ts';
import { hasHouseInReach } from '#lib/features/catalogue/reach.rules.ts';
import { countryOf } from '#lib/features/finding/question.rules.ts';

/** Medians of fewer offers are not shown. */
const leastSample = 3;
const shownNeighbourhoods = 4;
const shownCities = 12;

type Facts = readonly { readonly name: string; readonly value: string }[];

/** Travel time as the way most would go: "12 min on foot". */
export function journeyWords(metres: number, { t, intl }: Pick<Reader, 't' | 'intl'>): string {
  const { mode, minutes } = usualCommute(metres);
  return mode === 'walk'
    ? t('listings.minutes_walk', { minutes: formatMinutes(minutes, intl) })
    : t('listings.minutes_transit', { minutes: formatMinutes(minutes, intl) });
}

/**
 * The nearest places of a kind, as links with their distance.
 * @param homes some homes of the list: only places that one of them is in reach of are linked.
 */
export function nearestPlaces(
  city: City,
  from: Point,
  kind: Place['kind'],
  most: number,
  homes: readonly Point[],
  { paths, locale, intl }: Pick<Reader, 'paths' | 'locale' | 'intl'>,
  except?: Place,
): readonly NamedLink[] {
  return city.places
    .filter((place) => place.kind === kind && place.id !== except?.id && hasHouseInReach(homes, place))
    .map((place) => ({ place, metres: metresBetween(place.at, from) }))
    .sort((a, b) => a.metres - b.metres)
    .slice(0, most)
    .map(({ place, metres }) => ({ name: place.names[locale], href: paths.place(place), note: formatDistance(metres, intl) }));
}

function ownFacts(place: ListTarget['place'], { t, intl, locale }: Reader): Facts {
  const number = numberFormat(intl, { useGrouping: true });
  switch (place.kind) {
    case 'country':
      return [{ name: t('listings.fact_cities'), value: number.format(place.cities.length) }];
    case 'city':
      return [{ name: t('listings.fact_schools'), value: number.format(place.schools.length) }];
    case 'school':
      return [
        ...(place.founded === undefined ? [] : [{ name: t('listings.fact_founded'), value: String(place.founded) }]),
        ...(place.studentsThousand === undefined
          ? []
          : [{ name: t('listings.fact_students'), value: t('listings.about_number', { number: number.format(Math.round(place.studentsThousand * 1000)) }) }]),
        { name: t('listings.fact_campuses'), value: number.format(place.campuses.length) },
      ];
    default: {
      const [school] = nearestSchools(place.city, place.at, 1);
      return school
        ? [
            {
              name: t('listings.fact_nearest_school'),
              value: t('listings.school_journey', { school: school.school.names[locale], journey: journeyWords(school.metres, { t, intl }) }),
            },
          ]
        : [];
    }
  }
}

/** Schools of the city by distance to their nearest campus. */
export function nearestSchools(city: City, from: Point, most: number): readonly { readonly school: School; readonly metres: number }[] {
  return city.schools
    .map((school) => ({ school, metres: Math.min(...school.campuses.map(({ at }) => metresBetween(at, from))) }))
    .sort((a, b) => a.metres - b.metres)
    .slice(0, most);
}

/** Facts about the place of an unfiltered list. */
export function placeFacts(
  target: ListTarget,
  figures: Figures,
  reader: Reader,
  geo: GeoIndex,
  convert: AmountConverter,
  homes: readonly Point[],
): PlaceFactsView {
  const { t, intl, locale, paths } = reader;
  const { place, category } = target;
  const { currency } = countryOf(place);
  const number = numberFormat(intl);
  const of = (weeklyMinor: bigint): { weekly: Money; about: Money | undefined } => ({
    weekly: money(weeklyMinor, currency),
    about: convert(money(weeklyMinor, currency)),
  });
  const counted: Facts = [
    { name: t('listings.fact_homes'), value: number.format(figures.homes) },
    { name: t('listings.fact_confirmed'), value: t('listings.of_homes', { number: number.format(figures.confirmed), all: number.format(figures.homes) }) },
  ];
  const base = {
    name: placeName(place, reader),
    terms: upcomingTerms(place.kind === 'country' || place.kind === 'school' ? place.terms : countryOf(place).terms, reader.now),
    ratesOf: undefined,
  };
  if (figures.kind === 'country' || place.kind === 'country') {
    const cities =
      figures.kind === 'country'
        ? figures.byCity
            .filter(({ sample }) => sample >= leastSample)
            .toSorted((a, b) => b.homes - a.homes)
            .slice(0, shownCities)
        : [];
    return {
      ...base,
      figures: [...counted, ...ownFacts(place, reader)],
      rentsOf: 'city',
      nearest: [],
      dearest: [],
      cheapest: [],
      rents: cities.flatMap(({ id, weeklyMinor, sample }) => {
        const city = geo.cityById(id);
        return city ? [{ name: city.names[locale], href: paths.list({ place: city, category }), sample, ...of(weeklyMinor) }] : [];
      }),
    };
  }
  const city = place.kind === 'city' ? place : place.city;
  const from = place.at;
  const typeLink = (type: UnitType): string => selectionPath(paths, place, category, { ...noFilter, types: [type] });
  const priced = figures.byNeighbourhood
    .toSorted((a, b) => (a.weeklyMinor < b.weeklyMinor ? -1 : 1))
    .flatMap(({ id, weeklyMinor, sample }) => {
      const neighbourhood = geo.placeById(id);
      return neighbourhood
        ? [
            {
              name: neighbourhood.names[locale],
              href: paths.place(neighbourhood),
              note: t('listings.median_of', { amount: formatMoney(wholeUnits(money(weeklyMinor, currency)), intl), count: sample }),
            },
          ]
        : [];
    });
  const half = Math.min(3, Math.floor(priced.length / 2));
  const median =
    figures.metres === undefined
      ? []
      : [{ name: t(place.kind === 'city' ? 'listings.fact_median_centre' : 'listings.fact_median_journey'), value: journeyWords(figures.metres, reader) }];
  return {
    ...base,
    figures: [...counted, ...median, ...ownFacts(place, reader)],
    rentsOf: 'type',
    rents: figures.byType
      .filter(({ sample }) => sample >= leastSample)
      .map(({ type, weeklyMinor, sample }) => ({ name: coded(t, 'unit_type', type), href: typeLink(type), sample, ...of(weeklyMinor) })),
    nearest: nearestPlaces(city, from, 'neighbourhood', shownNeighbourhoods, homes, reader, place.kind === 'neighbourhood' ? place : undefined),
    cheapest: priced.slice(0, half),
    dearest: priced.toReversed().slice(0, half),
  };
}
