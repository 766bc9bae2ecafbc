/**
 * All places in memory: about three thousand, read on every page, changed only by editors.
 * Built from the place files or from the database's copy of them.
 */
import type { Point } from '#lib/geo/distance.ts';
import { metresBetween } from '#lib/geo/distance.ts';
import { asId } from '#lib/ids/ids.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import { distinctNames } from './distinct-names.rules.ts';
import type { City, Country, Place, School } from './geo.schema.ts';
import { localNames } from './geo.schema.ts';
import type { CountryWithCities } from './place.files.ts';
import type { CityFile, SchoolFile } from './places.schema.ts';

export type GeoIndex = {
  /** Most popular first. */
  readonly countries: readonly Country[];
  readonly cities: readonly City[];
  readonly schools: readonly School[];
  readonly places: readonly Place[];
  country(slug: string): Country | undefined;
  countryById(id: number): Country | undefined;
  city(countrySlug: string, citySlug: string): City | undefined;
  cityById(id: number): City | undefined;
  school(city: City, slug: string): School | undefined;
  /** The school that stood under this city before it was given to its own town. */
  movedSchool(city: City, slug: string): School | undefined;
  schoolById(id: number): School | undefined;
  place(city: City, slug: string): Place | undefined;
  placeById(id: number): Place | undefined;
  /** Neighbourhoods with this slug anywhere; more than one when it is not unique. */
  neighbourhoodsBySlug(slug: string): readonly Place[];
  /** The nearest city within `metres`. */
  nearestCity(at: Point, metres: number): City | undefined;
};

const point = ([latitude, longitude]: readonly [number, number]): Point => ({ latitude, longitude });

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function schoolOf(file: SchoolFile, city: City): School {
  const campuses = file.campuses.map(({ name, at }) => ({ name, at: point(at) }));
  const main = campuses[0];
  return {
    kind: 'school',
    id: asId(file.id),
    slug: file.slug,
    names: localNames(file.names),
    nicknames: file.nicknames ?? [],
    short: file.short,
    city,
    website: file.website,
    founded: file.founded,
    studentsThousand: file.studentsThousand,
    campuses,
    at: main ? main.at : city.at,
    popularity: file.sought ?? Math.round(city.popularity * Math.min(1, 0.4 + (file.studentsThousand ?? 8) / 60)),
    terms: file.terms ?? city.country.terms,
  };
}

function cityOf(file: CityFile, country: Country): City {
  const city: Writable<City> = {
    kind: 'city',
    id: asId(file.id),
    slug: file.slug,
    names: localNames(file.names),
    nicknames: file.nicknames ?? [],
    country,
    at: point(file.centre),
    timeZone: file.timeZone,
    popularity: file.popularity,
    state: file.state,
    studioWeek: file.studioWeek,
    schools: [],
    places: [],
  };
  city.schools = file.schools.map((school) => schoolOf(school, city)).sort((a, b) => b.popularity - a.popularity || a.id - b.id);
  city.places = file.places.map((place) => ({
    kind: place.kind,
    id: asId(place.id),
    slug: place.slug,
    names: localNames(place.names),
    nicknames: place.nicknames ?? [],
    city,
    at: point(place.at),
    lines: place.lines ?? [],
  }));
  return city;
}

/** Builds the index. Throws on a currency nobody knows: place files are checked before. */
export function createGeoIndex(files: readonly CountryWithCities[]): GeoIndex {
  const countries = files
    .map(({ country: file, cities }) => {
      if (!isCurrency(file.currency)) throw new TypeError(`${file.slug}: unknown currency ${file.currency}`);
      const country: Writable<Country> = {
        kind: 'country',
        id: asId(file.id),
        slug: file.slug,
        iso2: file.iso2,
        names: localNames(file.names),
        nicknames: [],
        dialCode: file.dialCode,
        currency: file.currency,
        europe: file.europe,
        popularity: file.popularity,
        rentUnit: file.rentUnit,
        terms: file.terms,
        bills: file.bills,
        cities: [],
      };
      country.cities = cities.map((city) => cityOf(city, country)).sort((a, b) => b.popularity - a.popularity || a.id - b.id);
      return country;
    })
    .sort((a, b) => b.popularity - a.popularity || a.id - b.id);
  const cities = countries.flatMap((country) => country.cities).sort((a, b) => b.popularity - a.popularity || a.id - b.id);
  const schools = cities.flatMap((city) => city.schools).sort((a, b) => b.popularity - a.popularity || a.id - b.id);
  const places = cities.flatMap((city) => city.places);
  for (const [city, names] of distinctNames(cities, ({ country }) => country.names)) (city as Writable<City>).distinct = names;
  for (const [school, names] of distinctNames(schools, ({ city }) => city.names)) (school as Writable<School>).distinct = names;

  const countryBySlug = new Map(countries.map((country) => [country.slug, country]));
  const cityBySlug = new Map(cities.map((city) => [`${city.country.slug}/${city.slug}`, city]));
  const schoolBySlug = new Map(schools.map((school) => [`${school.city.id}/${school.slug}`, school]));
  const movedSchools = new Map(
    files.flatMap(({ country, cities: within }) =>
      within.flatMap((city) =>
        city.schools.flatMap(({ slug, formerCity }) =>
          formerCity ? [[`${country.slug}/${formerCity}/${slug}`, schoolBySlug.get(`${city.id}/${slug}`)] as const] : [],
        ),
      ),
    ),
  );
  const placeBySlug = new Map(places.map((place) => [`${place.city.id}/${place.slug}`, place]));
  const countryIds = new Map<number, Country>(countries.map((country) => [country.id, country]));
  const cityIds = new Map<number, City>(cities.map((city) => [city.id, city]));
  const schoolIds = new Map<number, School>(schools.map((school) => [school.id, school]));
  const placeIds = new Map<number, Place>(places.map((place) => [place.id, place]));
  const neighbourhoods = Map.groupBy(
    places.filter(({ kind }) => kind === 'neighbourhood'),
    ({ slug }) => slug,
  );

  return {
    countries,
    cities,
    schools,
    places,
    country: (slug) => countryBySlug.get(slug),
    countryById: (id) => countryIds.get(id),
    city: (countrySlug, citySlug) => cityBySlug.get(`${countrySlug}/${citySlug}`),
    cityById: (id) => cityIds.get(id),
    movedSchool: (city, slug) => movedSchools.get(`${city.country.slug}/${city.slug}/${slug}`),
    school: (city, slug) => schoolBySlug.get(`${city.id}/${slug}`),
    schoolById: (id) => schoolIds.get(id),
    place: (city, slug) => placeBySlug.get(`${city.id}/${slug}`),
    placeById: (id) => placeIds.get(id),
    neighbourhoodsBySlug: (slug) => neighbourhoods.get(slug) ?? [],
    nearestCity(at, metres) {
      let best: City | undefined;
      let bestDistance = metres;
      for (const city of cities) {
        const distance = metresBetween(at, city.at);
        if (distance <= bestDistance) [best, bestDistance] = [city, distance];
      }
      return best;
    },
  };
}
