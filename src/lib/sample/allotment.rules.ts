/** How many sample homes each city gets, and where in the city each one stands. */
import type { Random } from '#lib/random.ts';
import type { City, School } from '#lib/features/geo/geo.schema.ts';
import { metresBetween } from '#lib/geo/distance.ts';
import type { Point } from '#lib/geo/distance.ts';

/** From this popularity on a city is one that students of many countries look at. */
export const soughtPopularity = 45;
const knownPopularity = 25;

/** A sought city shows a list worth reading, with a home by each school; a small town at least what a home there looks like. */
function floor({ popularity, schools }: City): number {
  if (popularity >= soughtPopularity) return Math.max(5, schools.length);
  return popularity >= knownPopularity ? 2 : 1;
}

/**
 * Homes per city: a least number, the rest by popularity, which counts more than in proportion.
 * Adds up to `total` unless the least for all cities is more.
 */
export function housesPerCity(cities: readonly City[], total: number): Map<City, number> {
  const spare = Math.max(0, total - cities.reduce((sum, city) => sum + floor(city), 0));
  const weight = (city: City): number => city.popularity ** 2.5;
  const all = cities.reduce((sum, city) => sum + weight(city), 0);
  const exact = cities.map((city) => ({ city, share: (spare * weight(city)) / all }));
  const counts = new Map(exact.map(({ city, share }) => [city, floor(city) + Math.floor(share)]));
  // What rounding left over goes to the largest fractions.
  let left = spare - exact.reduce((sum, { share }) => sum + Math.floor(share), 0);
  for (const { city } of exact.toSorted((a, b) => (b.share % 1) - (a.share % 1))) {
    if (left-- <= 0) break;
    counts.set(city, (counts.get(city) ?? 0) + 1);
  }
  return counts;
}

export type Spot = {
  readonly at: Point;
  /** The school whose students would live here: the one stood by, otherwise the nearest. */
  readonly school: School | undefined;
};

const jitterMetres = 140;

/** Moves a point by metres north and east. */
function shifted({ latitude, longitude }: Point, north: number, east: number): Point {
  return {
    latitude: Math.round((latitude + north / 111_320) * 1e6) / 1e6,
    longitude: Math.round((longitude + east / (111_320 * Math.cos((latitude * Math.PI) / 180))) * 1e6) / 1e6,
  };
}

function nearestSchool(city: City, at: Point): School | undefined {
  let best: School | undefined;
  let bestMetres = Infinity;
  for (const school of city.schools) {
    for (const campus of school.campuses) {
      const metres = metresBetween(at, campus.at);
      if (metres < bestMetres) [best, bestMetres] = [school, metres];
    }
  }
  return best;
}

/**
 * Where the `index`-th home of a city stands. The first ones stand by each school in turn, the others by schools and
 * neighbourhoods at random. A home lies on the way from its anchor to a place near by, because ground between two
 * known places is rarely water.
 */
export function spotOf(city: City, index: number, random: Random): Spot {
  const quarters = city.places.filter(({ kind }) => kind === 'neighbourhood' || kind === 'station');
  const campuses = city.schools.flatMap((school) => school.campuses.map((campus) => ({ school, at: campus.at })));
  const ownSchool = city.schools[index];
  const bySchool = ownSchool !== undefined || quarters.length === 0 || random.chance(0.55);
  const campus = campuses[Math.floor(random.next() ** 1.5 * campuses.length)];
  const quarter = quarters[random.integer(0, Math.max(0, quarters.length - 1))];
  const anchor = ownSchool?.at ?? (bySchool && campus ? campus.at : (quarter?.at ?? city.at));
  const others = [city.at, ...quarters.map(({ at }) => at), ...campuses.map(({ at }) => at)]
    .map((at) => ({ at, metres: metresBetween(anchor, at) }))
    .filter(({ metres }) => metres > 200 && metres < 4_000)
    .sort((a, b) => a.metres - b.metres)
    .slice(0, 4);
  const other = others[random.integer(0, Math.max(0, others.length - 1))];
  const reach = other ? Math.min(0.55, 1_400 / other.metres) * random.between(0.12, 1) : 0;
  const between: Point = other
    ? {
        latitude: anchor.latitude + (other.at.latitude - anchor.latitude) * reach,
        longitude: anchor.longitude + (other.at.longitude - anchor.longitude) * reach,
      }
    : anchor;
  const spread = other ? jitterMetres : jitterMetres * 4;
  const at = shifted(between, random.between(-spread, spread), random.between(-spread, spread));
  return { at, school: ownSchool ?? nearestSchool(city, at) };
}
