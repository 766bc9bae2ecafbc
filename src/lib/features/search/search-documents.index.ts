/** Turns what can be found into documents of the index: all the names it goes by. */
import type { City, LocalNames } from '#lib/features/geo/geo.schema.ts';
import { searchKey } from './search.schema.ts';
import type { SearchEntry } from './search.schema.ts';
import type { SearchDocument, SearchName } from '#lib/search-text/documents.ts';

function namesOf(names: LocalNames, others: readonly (string | undefined)[]): SearchName[] {
  return [
    ...[...new Set(Object.values(names))].map((text) => ({ text, official: true })),
    ...[...new Set(others)].flatMap((text) => (text ? [{ text, official: false }] : [])),
  ];
}

/** “Euston” is also “Euston Station”, 利兹站 also 利兹火车站 and 利兹地铁站. */
function stationNames(names: LocalNames): string[] {
  const [english, chinese] = [names['en-us'], names['zh-cn'].replace(/(?:火车|地铁|地鐵)?站$/, '')];
  return [...(/station/i.test(english) ? [] : [`${english} Station`]), `${chinese}站`, `${chinese}火车站`, `${chinese}地铁站`, `${chinese}车站`];
}

/** A city's larger area, if it is one of those known. */
export type RegionOfCity = (city: City) => number | undefined;

export type DocumentParts = {
  readonly regionOf: RegionOfCity;
  /** The name in the place's own language. */
  readonly localName: (id: number) => string | undefined;
  readonly homes: number;
};

/** The document of an entry. */
export function documentOf(entry: SearchEntry, { regionOf, localName, homes }: DocumentParts): SearchDocument {
  const { group, of } = entry;
  const base = { key: searchKey(group, of.id), group, homes, codes: [] as readonly string[] };
  const inside = (city: City) => ({ cityId: city.id, regionId: regionOf(city), countryId: city.country.id });
  switch (entry.group) {
    case 'city': {
      const city = entry.of;
      return { ...base, ...inside(city), names: namesOf(city.names, [...city.nicknames, localName(city.id)]), popularity: city.popularity };
    }
    case 'school': {
      const school = entry.of;
      const { short, nicknames, names, popularity, website } = school;
      return { ...base, ...inside(school.city), codes: [website], names: namesOf(names, [short, ...nicknames, localName(school.id)]), popularity };
    }
    case 'region': {
      const { names, aliases, country, id, isCountry } = entry.of;
      const popularity = isCountry ? country.popularity : Math.round(country.popularity / 2);
      return { ...base, cityId: undefined, regionId: id, countryId: country.id, names: namesOf(names, aliases), popularity };
    }
    case 'supplier': {
      const { name, country } = entry.of;
      return { ...base, cityId: undefined, regionId: undefined, countryId: country.id, names: [{ text: name, official: true }], popularity: 10 };
    }
    case 'house': {
      const { name, nameZh, names: more, postalCode } = entry.of;
      const names = [name, nameZh, ...Object.values(more)].flatMap((text) => (text ? [{ text, official: true }] : []));
      return { ...base, ...inside(entry.city), names, codes: postalCode ? [postalCode] : [], popularity: Math.round(entry.city.popularity / 5) };
    }
    default: {
      const place = entry.of;
      const called = entry.group === 'subway' ? stationNames(place.names) : [];
      return {
        ...base,
        ...inside(place.city),
        names: namesOf(place.names, [...place.nicknames, localName(place.id), ...called]),
        popularity: Math.round(place.city.popularity / 2),
      };
    }
  }
}

/** All names of what an entry lies in. */
export function placeNamesOf(entry: SearchEntry | undefined): readonly string[] {
  if (!entry || entry.group === 'region') return [];
  if (entry.group === 'supplier') return Object.values(entry.of.country.names);
  const city = entry.group === 'house' ? entry.city : entry.group === 'city' ? undefined : entry.of.city;
  const country = city?.country ?? (entry.group === 'city' ? entry.of.country : undefined);
  return [...(city ? [...Object.values(city.names), ...city.nicknames] : []), ...(country ? Object.values(country.names) : [])];
}
