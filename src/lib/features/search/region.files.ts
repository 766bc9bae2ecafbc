/** Reads `regions.yaml`: other names of countries, and areas that hold several cities. */
import { readFileSync } from 'node:fs';
import { parseYaml } from '#lib/yaml.ts';
import { z } from 'zod';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { localNames } from '#lib/features/geo/geo.schema.ts';
import { placeNamesSchema } from '#lib/features/geo/places.schema.ts';
import type { Region } from './search.schema.ts';

const aliases = z.array(z.string().min(1));
const file = z.strictObject({
  countries: z.record(z.string(), z.strictObject({ aliases })),
  regions: z.array(z.strictObject({ id: z.int().positive(), country: z.string(), slug: z.string(), state: z.string(), names: placeNamesSchema, aliases })),
});

/** @throws when the file does not fit its schema, or names a country that there is not. */
export function readRegions(path: string, geo: GeoIndex): readonly Region[] {
  const read = file.parse(parseYaml(readFileSync(path, 'utf8')));
  const countries = geo.countries.map((country): Region => {
    const { id, slug, names, cities, nicknames } = country;
    return { id, slug, country, names, aliases: [...nicknames, ...(read.countries[slug]?.aliases ?? [])], cities, isCountry: true };
  });
  const areas = read.regions.map(({ id, country: of, slug, state, names, aliases: others }): Region => {
    const country = geo.country(of);
    if (!country) throw new TypeError(`${path}: there is no country ${of}`);
    return { id, slug, country, names: localNames(names), aliases: others, cities: country.cities.filter((city) => city.state === state), isCountry: false };
  });
  return [...countries, ...areas];
}
