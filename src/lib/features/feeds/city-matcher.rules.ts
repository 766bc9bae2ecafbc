/** Finds the catalogue's country and city for what a feed writes: any language, nickname or slug; otherwise by coordinates. */
import type { City, Country } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { foldName } from '#lib/features/catalogue/supplier-slug.rules.ts';
import { metresBetween } from '#lib/geo/distance.ts';
import type { Point } from '#lib/geo/distance.ts';

/** A name of a place that is not in the place index itself, such as its name in the local language. */
export type ExtraName = { readonly placeId: number; readonly name: string };

export type PlaceMatcher = {
  /** By ISO code (`UK` counts as `GB`), slug, number or name. */
  country(text: string): Country | undefined;
  city(country: Country, text: string): City | undefined;
  /** The country's city nearest to a point, and how far it is. */
  nearestCity(country: Country, at: Point): NearCity | undefined;
  /** A city of another country that the point lies at, while none of its own country is nearer. */
  cityAcrossBorder(country: Country, at: Point): NearCity | undefined;
};

export type NearCity = { readonly city: City; readonly metres: number };

/** What lies so near to a city is of its surroundings, in metres. */
export const surroundings = 60_000;

function nearestOf(cities: readonly City[], at: Point): NearCity | undefined {
  let best: NearCity | undefined;
  for (const city of cities) {
    const metres = metresBetween(at, city.at);
    if (!best || metres < best.metres) best = { city, metres };
  }
  return best;
}

/** Case, width, accents, spacing, punctuation and the Chinese word for "city" do not matter. */
const fold = (text: string): string =>
  foldName(text)
    .replace(/[\s\p{P}\p{S}]+/gu, '')
    .replace(/市$/u, '');

export function createPlaceMatcher(geo: GeoIndex, extraNames: readonly ExtraName[]): PlaceMatcher {
  const extra = Map.groupBy(extraNames, ({ placeId }) => placeId);
  const namesOf = (place: City | Country): string[] => [
    place.slug,
    ...Object.values(place.names),
    ...place.nicknames,
    ...(extra.get(place.id) ?? []).map(({ name }) => name),
  ];
  const countries = new Map<string, Country>();
  const cities = new Map<string, City>();
  for (const country of geo.countries) {
    const isBritish = country.iso2 === 'GB';
    for (const name of [
      country.iso2,
      String(country.id),
      ...(isBritish ? ['UK', 'Great Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland'] : []),
      ...(country.iso2 === 'US' ? ['USA'] : []),
      ...namesOf(country),
    ]) {
      countries.set(fold(name), countries.get(fold(name)) ?? country);
    }
    // Most popular first: where two cities share a name, the one more people mean keeps it.
    for (const city of country.cities) {
      for (const name of namesOf(city)) {
        const key = `${country.id}/${fold(name)}`;
        if (fold(name) !== '') cities.set(key, cities.get(key) ?? city);
      }
    }
  }
  return {
    country: (text) => countries.get(fold(text)),
    city: (country, text) => cities.get(`${country.id}/${fold(text)}`),
    nearestCity: (country, at) => nearestOf(country.cities, at),
    cityAcrossBorder(country, at) {
      const any = nearestOf(geo.cities, at);
      return any && any.city.country !== country && any.metres <= surroundings ? any : undefined;
    },
  };
}
