/** Read models of the pages beside the lists: search results, rooms in shared flats, recommendations. */
import { nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import { dayMs, formatAge } from '#lib/dates/dates.ts';
import type { City } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { RatesService } from '#lib/features/rates/rates.service.ts';
import { unitTitle } from '#lib/features/catalogue/unit-names.words.ts';
import type { UnitTitle } from '#lib/features/catalogue/unit-names.words.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { CityId } from '#lib/ids/ids.ts';
import { formatMoney, money, wholeUnits } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import { cityRents } from './city-rents.rules.ts';
import type { CityRents } from './city-rents.rules.ts';
import type { DiscoverService } from './discover.service.ts';
import { houseCard } from './list-card.rules.ts';
import type { ListedHouse } from '#lib/features/finding/question.schema.ts';
import { journeyWords, nearestSchools } from './list-place-facts.rules.ts';
import { readerConverter } from '#lib/features/rates/reader-currency.rules.ts';
import type { Reader } from '#lib/reader.ts';
import { pageNumbers } from './list.rules.ts';
import type { HouseCardFacts, NamedLink, PageLink } from './list.schema.ts';
import type { SharedFlat } from './discover.schema.ts';
import { pageCount } from '#lib/features/finding/question.rules.ts';

export type DiscoverLoader = ReturnType<typeof createDiscoverLoader>;

export type SharedFlatView = SharedFlat & {
  readonly unit: UnitTitle;
  readonly name: string;
  readonly href: string;
  readonly houseHref: string;
  readonly weekly: Money | undefined;
  readonly about: Money | undefined;
};

export type SharedFlatsPage = {
  readonly city: City;
  readonly total: number;
  readonly flats: readonly SharedFlatView[];
  readonly cities: readonly (NamedLink & { readonly current: boolean })[];
  readonly pages: readonly (PageLink | undefined)[];
  readonly previous: string | undefined;
  readonly next: string | undefined;
};

/** A city with homes of it, and what its homes start at a week in the middle, in whole units. */
export type CityPicked = { readonly city: City; readonly picks: readonly PickedHouse[]; readonly homes: number; readonly median: Money | undefined };

export type PickedHouse = { readonly home: ListedHouse; readonly card: HouseCardFacts; readonly reasons: readonly string[] };

const offeredCities = 16;
const pickedCities = 10;
/** Homes below a text: one row of a desk. */
const relatedHomes = 3;
/** Days within which a confirmation is worth naming as a reason. */
const freshMs = 3 * dayMs;

export function createDiscoverLoader(service: DiscoverService, rates: RatesService, geo: GeoIndex) {
  function reasonsFor(home: ListedHouse, card: HouseCardFacts, median: bigint | undefined, { t, intl, now, locale }: Reader): readonly string[] {
    const weekly = card.offer?.price.weekly;
    const [school] = nearestSchools(home.city, home.at, 1);
    const number = numberFormat(intl, { maximumFractionDigits: 1 });
    return [
      ...(weekly && median !== undefined && weekly.currency === home.city.country.currency && weekly.minor < median
        ? [t('listings.pick_below', { amount: formatMoney(money(median - weekly.minor, weekly.currency), intl) })]
        : []),
      ...(school && school.metres <= 2000
        ? [t('listings.school_journey', { school: school.school.names[locale], journey: journeyWords(school.metres, { t, intl }) })]
        : []),
      ...(card.verifiedFacts.length > 0 ? [t('listings.pick_checked', { count: card.verifiedFacts.length })] : []),
      ...(card.reviews.score !== undefined && card.reviews.score >= 4
        ? [t('listings.pick_reviews', { score: number.format(card.reviews.score), count: card.reviews.count })]
        : []),
      ...(now.getTime() - card.confirmedAt.getTime() < freshMs ? [t('listings.pick_fresh', { age: formatAge(card.confirmedAt, now, intl) })] : []),
    ];
  }

  /** The first homes of some cities, by default those most chosen, each with what put it there. */
  async function picks(reader: Reader, cities: readonly City[] = geo.cities.slice(0, pickedCities), each?: number): Promise<readonly CityPicked[]> {
    for (const { id } of cities) reader.tags.add(`city:${id}`);
    const { cities: found, homes } = await service.picks(
      cities.map(({ id }) => id),
      reader.now,
      each,
    );
    const { convert } = readerConverter(rates, reader);
    return cities.flatMap((city) => {
      const own = found.find(({ cityId }) => cityId === city.id);
      const median = own?.medianMinor;
      const picks = homes
        .filter((home) => home.city.id === city.id)
        .map((home) => {
          const card = houseCard(home, city, reader, geo, convert);
          return { home, card, reasons: reasonsFor(home, card, median, reader) };
        });
      const weekly = median === undefined ? undefined : wholeUnits(money(median, city.country.currency));
      return picks.length > 0 ? [{ city, picks, homes: own?.homes ?? 0, median: weekly }] : [];
    });
  }

  return {
    /** Rooms in shared flats of the city of `?city_id`, otherwise of the city most chosen. Undefined when the city or page does not exist. */
    async sharedFlats(reader: Reader): Promise<SharedFlatsPage | undefined> {
      const { query, paths, locale, t, tags } = reader;
      const asked = query.get('city_id');
      const city = asked === null ? geo.cities[0] : geo.cityById(parseId<CityId>(asked) ?? 0);
      const page = Number(query.get('page') ?? '1');
      if (!city || page < 1) return undefined;
      tags.add(`city:${city.id}`);
      const { total, flats } = await service.sharedFlats(city.id, page);
      if (page > 1 && flats.length === 0) return undefined;
      const { convert } = readerConverter(rates, reader);
      const href = (to: City, number: number): string => `${paths.to('house_share_list')}?city_id=${to.id}${number > 1 ? `&page=${number}` : ''}`;
      const last = pageCount(total);
      return {
        city,
        total,
        flats: flats.map((flat) => {
          const house = { id: flat.houseId, city, houseType: flat.houseType };
          const weekly = flat.weeklyMinor === undefined ? undefined : money(flat.weeklyMinor, city.country.currency);
          return {
            ...flat,
            unit: unitTitle(flat.unitName, t),
            name: nameFor({ name: flat.houseName, nameZh: flat.houseNameZh, names: flat.houseNames }, locale),
            href: paths.rooms(house, flat.unitId),
            houseHref: paths.house(house),
            weekly,
            about: weekly && convert(weekly),
          };
        }),
        cities: geo.cities.slice(0, offeredCities).map((one) => ({ name: one.names[locale], href: href(one, 1), current: one.id === city.id })),
        pages: pageNumbers(page, last).map((number) => (number === undefined ? undefined : { number, href: href(city, number), current: number === page })),
        previous: page > 1 ? href(city, page - 1) : undefined,
        next: page < last ? href(city, page + 1) : undefined,
      };
    },

    /** Homes to go on to from a text: of the cities that it speaks of, otherwise one each of those most chosen. */
    relatedHomes(reader: Reader, cities: readonly City[]): Promise<readonly CityPicked[]> {
      return cities.length === 0 ? picks(reader, geo.cities.slice(0, relatedHomes), 1) : picks(reader, cities, Math.ceil(relatedHomes / cities.length));
    },

    /** What rent costs in a city now, for the texts about it. */
    async rents(city: City, reader: Reader): Promise<CityRents> {
      reader.tags.add(`city:${city.id}`);
      return cityRents(city, await service.figures(city, reader.now), reader, geo);
    },

    picks,
  };
}
