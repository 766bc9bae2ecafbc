/** Reads the place files that editors write. Used when the database is filled and when pages are built without one. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '#lib/yaml.ts';
import { citySchema, countrySchema } from './places.schema.ts';
import type { CityFile, CountryFile } from './places.schema.ts';

export type CountryWithCities = { country: CountryFile; cities: CityFile[] };

/** A place file that cannot be read; the message names the file and the field. */
export class PlaceFileError extends Error {
  override name = 'PlaceFileError';
}

function yamlFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .sort();
}

/** A fingerprint of all place files, to see cheaply whether anything changed. */
export function placeFilesHash(root: string): string {
  const hash = createHash('sha256');
  for (const name of yamlFiles(root)) hash.update(name).update(readFileSync(join(root, name)));
  return hash.digest('hex');
}

/**
 * Reads and checks every file below `root` (`<country>/country.yaml`, `<country>/<city>.yaml`).
 * @throws {PlaceFileError} at the first file that does not fit its schema.
 */
export function readPlaceFiles(root: string): CountryWithCities[] {
  const byCountry = new Map<string, { country?: CountryFile; cities: CityFile[] }>();
  for (const name of yamlFiles(root)) {
    const [folder = '', file = ''] = name.split(/[\\/]/);
    const entry = byCountry.get(folder) ?? { cities: [] };
    byCountry.set(folder, entry);
    const content: unknown = parseYaml(readFileSync(join(root, name), 'utf8'));
    const parsed = file === 'country.yaml' ? countrySchema.safeParse(content) : citySchema.safeParse(content);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new PlaceFileError(`${name}: ${issue?.path.join('.')}: ${issue?.message}`);
    }
    if ('iso2' in parsed.data) entry.country = parsed.data;
    else entry.cities.push(parsed.data);
  }
  return [...byCountry].map(([folder, { country, cities }]) => {
    if (!country) throw new PlaceFileError(`${folder}: country.yaml is missing`);
    return { country, cities };
  });
}
