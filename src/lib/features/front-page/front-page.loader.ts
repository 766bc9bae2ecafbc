/** Read models of the home, country and city-list pages. */
import { popularCityBounds } from '#lib/features/geo/city-groups.rules.ts';
import type { City, Country } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { facadePicture, photoPicture, skylinePicture } from '#lib/features/pictures/picture-source.rules.ts';
import type { PictureSource } from '#lib/features/pictures/picture-source.rules.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { CityId } from '#lib/ids/ids.ts';
import type { ListedHouse } from '#lib/features/finding/question.schema.ts';
import type { RatesService } from '#lib/features/rates/rates.service.ts';
import { askedCurrency, readerConverter } from '#lib/features/rates/reader-currency.rules.ts';
import { houseCard } from '#lib/features/lists/list-card.rules.ts';
import type { HouseCardFacts } from '#lib/features/lists/list.schema.ts';
import type { Reader } from '#lib/reader.ts';
import type { CityOffer, FreshHomes, SchoolOffer, TrustScore } from './front-page.schema.ts';
import { spread } from './front-page.rules.ts';
import type { FrontPageService } from './front-page.service.ts';

export type PicturedCity = CityOffer & { readonly picture: PictureSource };

export type FrontPageLoader = ReturnType<typeof createFrontPageLoader>;

export type FrontPage = {
  readonly chosen: City | undefined;
  readonly cities: readonly PicturedCity[];
  readonly schools: readonly SchoolOffer[];
  readonly fresh: FreshHomes;
  readonly homes: number;
  readonly hasSample: boolean;
};

const frontPageCities = 12;
const frontPageHomes = 6;
const frontPageSchools = 8;
const countrySchools = 18;
const schoolsPerCity = 2;

const pictured = (offer: CityOffer): PicturedCity => ({ ...offer, picture: skylinePicture(offer.city) });

type Shown = { readonly cards: readonly HouseCardFacts[]; readonly scene: PictureSource | undefined; readonly shownAs: string };

/** The picture above everything: a room of the first home, photographed where it is. */
function scene({ id, card, city }: ListedHouse): PictureSource {
  const { photo, houseType, yearBuilt, storeys } = card;
  return photo ? photoPicture(photo) : facadePicture({ id, houseType, yearBuilt, storeys, countryIso2: city.country.iso2 }, 'room');
}

/** The chosen city first, then the most popular; no city twice. */
function citiesFirst(chosen: City | undefined, cities: readonly City[], most: number): readonly City[] {
  return [...new Set([...(chosen ? [chosen] : []), ...cities])].slice(0, most);
}

/** @param film address of a film the operator has set. */
export function createFrontPageLoader(service: FrontPageService, geo: GeoIndex, rates: RatesService, film?: string) {
  // More than a page shows: those of a chosen city may be among them.
  const knownSchools = spread(geo.schools, schoolsPerCity).slice(0, frontPageSchools * 2);
  return {
    film,

    /** R2.009: `cityId` of the query puts that city, and its schools, first. */
    async home(cityId: string | null, now: Date): Promise<FrontPage> {
      const id = parseId<CityId>(cityId);
      const chosen = id === undefined ? undefined : geo.cityById(id);
      const popular = [...new Set([...(chosen?.schools.slice(0, frontPageSchools / 3) ?? []), ...knownSchools])].slice(0, frontPageSchools);
      const [{ offers, homes }, schools, fresh, hasSample] = await Promise.all([
        service.firstOffers(citiesFirst(chosen, geo.cities, geo.cities.length), frontPageCities),
        service.schoolOffers(popular),
        service.freshHomes(citiesFirst(chosen, geo.cities, frontPageCities), now, frontPageHomes),
        service.hasSample(),
      ]);
      return { chosen, cities: offers.map(pictured), schools, fresh, homes, hasSample };
    },

    /** The homes of the page as cards, with sums in the reader's currency; what stands above everything; and what both depend on beside the homes. */
    shown({ fresh }: FrontPage, reader: Reader): Shown {
      reader.tags.add('catalogue');
      const { convert, day } = readerConverter(rates, reader);
      const cards = fresh.homes.map((home) => houseCard(home, home.city.country, reader, geo, convert));
      const [first] = fresh.homes;
      const shownAs = [reader.locale, askedCurrency(reader) ?? '', day() ?? ''].join(' ');
      return { cards, scene: first && scene(first), shownAs };
    },

    /** Every city, by country. */
    async allCities(): Promise<readonly { readonly country: Country; readonly cities: readonly CityOffer[]; readonly homes: number }[]> {
      const offers = Map.groupBy(await service.cityOffers(geo.cities), ({ city }) => city.country);
      return geo.countries.map((country) => {
        const cities = offers.get(country) ?? [];
        return { country, cities, homes: cities.reduce((sum, { homes }) => sum + homes, 0) };
      });
    },

    /** A country's cities and first schools. */
    async country(country: Country): Promise<{ cities: readonly PicturedCity[]; schools: readonly SchoolOffer[]; homes: number; hasSample: boolean }> {
      const schools = country.cities
        .flatMap((city) => city.schools)
        .sort((a, b) => b.popularity - a.popularity || a.id - b.id)
        .slice(0, countrySchools);
      const [cities, schoolOffers, hasSample] = await Promise.all([service.cityOffers(country.cities), service.schoolOffers(schools), service.hasSample()]);
      return { cities: cities.map(pictured), schools: schoolOffers, homes: cities.reduce((sum, { homes }) => sum + homes, 0), hasSample };
    },

    /** R2.005: the cities offered where a page is missing. */
    hotCities: (): readonly City[] => geo.cities.slice(0, popularCityBounds.most),

    trust: (now: Date): Promise<TrustScore | undefined> => service.trust(now),
  };
}
