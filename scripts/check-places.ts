/**
 * Reads every place file and says what is wrong with it: shape, ids, slugs, distances.
 * `node scripts/check-places.ts [country …]`; exit status 1 if anything is wrong.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '#lib/yaml.ts';
import { citySchema, countrySchema } from '../src/lib/features/geo/places.schema.ts';
import type { CityFile } from '../src/lib/features/geo/places.schema.ts';

const root = join(import.meta.dirname, '../src/content/places');
const wanted = process.argv.slice(2);
const problems: string[] = [];
const seenIds = new Map<number, string>();
const counts = { countries: 0, cities: 0, schools: 0, places: 0 };
const propertyTypes = ['studio', 'ensuite', 'one-bedroom', 'two-bedroom', 'shared-room', 'whole-apartment', 'house', 'homestay'];
const reserved = new Set([...propertyTypes, 'rent', 'place', 'buy-old', 'buy-new', 'city', 'map', 'blog']);

/** A campus lies at most so many kilometres from its city. */
const furthestCampus = 70;
/** From so many kilometres on, a school whose main campus is three times nearer to another of our cities belongs there. */
const clearlyElsewhere = 16;

function kilometres([lat1, lon1]: readonly [number, number], [lat2, lon2]: readonly [number, number]): number {
  const radians = Math.PI / 180;
  const h = Math.sin(((lat2 - lat1) * radians) / 2) ** 2 + Math.cos(lat1 * radians) * Math.cos(lat2 * radians) * Math.sin(((lon2 - lon1) * radians) / 2) ** 2;
  return 12742 * Math.asin(Math.sqrt(h));
}

function claim(id: number, owner: string): void {
  const other = seenIds.get(id);
  if (other) problems.push(`${owner}: id ${id} already belongs to ${other}`);
  seenIds.set(id, owner);
}

/** Centres of all cities read, to see whether a school stands under the right one. */
const centres: { readonly country: number; readonly slug: string; readonly at: readonly [number, number] }[] = [];
const standing: { readonly owner: string; readonly country: number; readonly km: number; readonly at: readonly [number, number] }[] = [];

function checkCity(file: string, city: CityFile, countryId: number): void {
  if (Math.floor(city.id / 1000) !== countryId) problems.push(`${file}: city id ${city.id} must begin with ${countryId}`);
  if (`${city.slug}.yaml` !== file.split('/').at(-1)) problems.push(`${file}: the file is named after the slug ${city.slug}`);
  claim(city.id, file);
  const slugs = new Set<string>();
  for (const child of [...city.schools, ...city.places]) {
    const owner = `${file} ${child.slug}`;
    claim(child.id, owner);
    const moved = 'formerCity' in child && child.formerCity !== undefined;
    if (moved && child.formerCity === city.slug) problems.push(`${owner}: its former city is the one it is in`);
    // A school keeps its id when it is given to its own town.
    if (!moved && Math.floor(child.id / 1000) !== city.id) problems.push(`${owner}: id ${child.id} must begin with ${city.id}`);
    if (slugs.has(child.slug)) problems.push(`${owner}: this slug is used twice in the city`);
    if (reserved.has(child.slug)) problems.push(`${owner}: this slug is a route word`);
    slugs.add(child.slug);
  }
  for (const school of city.schools) {
    for (const campus of school.campuses) {
      const distance = kilometres(city.centre, campus.at);
      if (distance > furthestCampus) problems.push(`${file} ${school.slug}: campus ${campus.name} lies ${distance.toFixed(0)} km from the city`);
    }
    const [main] = school.campuses;
    if (main) standing.push({ owner: `${file} ${school.slug}`, country: countryId, km: kilometres(city.centre, main.at), at: main.at });
  }
  for (const place of city.places) {
    const distance = kilometres(city.centre, place.at);
    if (distance > 40) problems.push(`${file} ${place.slug}: lies ${distance.toFixed(0)} km from the city`);
  }
  centres.push({ country: countryId, slug: city.slug, at: city.centre });
  counts.cities++;
  counts.schools += city.schools.length;
  counts.places += city.places.length;
}

for (const country of readdirSync(root).filter((name) => wanted.length === 0 || wanted.includes(name))) {
  const read = (name: string): unknown => parseYaml(readFileSync(join(root, country, name), 'utf8'));
  let countryId = 0;
  try {
    const parsed = countrySchema.safeParse(read('country.yaml'));
    if (parsed.success) {
      countryId = parsed.data.id;
      claim(countryId, `${country}/country.yaml`);
      counts.countries++;
      if (parsed.data.slug !== country) problems.push(`${country}: the folder is named after the slug ${parsed.data.slug}`);
    } else problems.push(`${country}/country.yaml: ${parsed.error.message}`);
  } catch (error) {
    problems.push(`${country}/country.yaml: ${String(error)}`);
  }
  for (const name of readdirSync(join(root, country)).filter((entry) => entry !== 'country.yaml')) {
    const file = `${country}/${name}`;
    try {
      const parsed = citySchema.safeParse(read(name));
      if (parsed.success) checkCity(file, parsed.data, countryId);
      else problems.push(`${file}: ${parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`);
    } catch (error) {
      problems.push(`${file}: ${String(error)}`);
    }
  }
}

for (const { owner, country, km, at } of standing) {
  if (km < clearlyElsewhere) continue;
  const nearer = centres.filter((other) => other.country === country).find((other) => kilometres(other.at, at) < km / 3);
  if (nearer) problems.push(`${owner}: stands ${km.toFixed(0)} km from its city, and much nearer to ${nearer.slug}`);
}

for (const problem of problems) console.error(problem);
console.log(`${counts.countries} countries, ${counts.cities} cities, ${counts.schools} schools, ${counts.places} places; ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
