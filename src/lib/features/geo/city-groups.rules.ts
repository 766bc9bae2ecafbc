/** Cities as pickers group them: popular ones, Europe, each country. Pure. */
import type { City, Country } from './geo.schema.ts';

/** Pseudo-countries of pickers (R3.35, R3.36). */
export const popularGroupId = 1000;
export const europeGroupId = 999;

/** R9.64: a list of popular cities has at least 4 and at most 16. */
export const popularCityBounds = { least: 4, most: 16 } as const;
const citiesPerCountry = 6;
/** So that Europe is more than its first country. */
const europeanPerCountry = 4;

export type CityGroup =
  | { readonly id: typeof popularGroupId | typeof europeGroupId; readonly country: undefined; readonly cities: readonly City[] }
  | { readonly id: number; readonly country: Country; readonly cities: readonly City[] };

/** The groups of the city picker: popular cities, Europe, then each country with its first cities. */
export function cityGroups(cities: readonly City[], countries: readonly Country[]): readonly CityGroup[] {
  const { least, most } = popularCityBounds;
  const european = cities.filter((city) => city.country.europe && city.country.cities.indexOf(city) < europeanPerCountry);
  const pseudo: readonly CityGroup[] = [
    { id: popularGroupId, country: undefined, cities: cities.slice(0, most) },
    { id: europeGroupId, country: undefined, cities: european.slice(0, most) },
  ];
  return [
    ...pseudo.filter((group) => group.cities.length >= least),
    ...countries.map((country) => ({ id: country.id, country, cities: country.cities.slice(0, citiesPerCountry) })),
  ];
}
