/** Boxes and drawn areas: reading them, and what lies inside. Pure and browser-safe. */
import type { MapBox, Position } from './map.schema.ts';

/** Corners a drawn area may have. */
export const mostCorners = 100;

/** What the positions span; undefined without any. None of our catalogues lies over the date line. */
export function extentOf(positions: Iterable<Position>): MapBox | undefined {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude, latitude] of positions) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return west > east ? undefined : { west, south, east, north };
}

/** A position is far off beyond so many times the span of the middle half (Tukey's outer fences). */
const farOff = 3;
/** Span of the middle half that is taken at least, in degrees: where all homes stand in one street, the next one is not far off. */
const leastMiddle = 0.01;
/** Degrees a frame has at least beside what it frames: a single home is shown with its surroundings. */
const leastMargin = 0.012;

/** The box with a margin of a tenth. */
export function widened({ west, south, east, north }: MapBox): MapBox {
  const x = Math.max(leastMargin, (east - west) * 0.1);
  const y = Math.max(leastMargin / 2, (north - south) * 0.1);
  return { west: Math.max(-180, west - x), south: Math.max(-85, south - y), east: Math.min(180, east + x), north: Math.min(85, north + y) };
}

/** A box with a margin that shows all positions but those far off, such as homes at an outlying campus; undefined without any. */
export function frameOf(positions: readonly Position[]): MapBox | undefined {
  if (positions.length === 0) return undefined;
  const span = (values: Float64Array): readonly [number, number] => {
    values.sort();
    const quarter = (share: number): number => values[Math.round((values.length - 1) * share)] ?? 0;
    const [low, high] = [quarter(0.25), quarter(0.75)];
    const reach = farOff * Math.max(high - low, leastMiddle);
    const near = values.filter((value) => value >= low - reach && value <= high + reach);
    return [near[0] ?? low, near.at(-1) ?? high];
  };
  const [west, east] = span(Float64Array.from(positions, ([longitude]) => longitude));
  const [south, north] = span(Float64Array.from(positions, ([, latitude]) => latitude));
  return widened({ west, south, east, north });
}

/** Whether a position lies inside a polygon, by the even-odd rule. Edges belong to one of their sides. */
export function inArea(area: readonly Position[], [longitude, latitude]: Position): boolean {
  let inside = false;
  let before = area.at(-1);
  for (const corner of area) {
    if (before && corner[1] > latitude !== before[1] > latitude) {
      const crossing = ((before[0] - corner[0]) * (latitude - corner[1])) / (before[1] - corner[1]) + corner[0];
      if (longitude < crossing) inside = !inside;
    }
    before = corner;
  }
  return inside;
}

const degrees = /^-?\d{1,3}(?:\.\d{1,20})?$/;

/** A decimal number of degrees within ±limit; undefined for anything else, such as NaN, 1e3 or nothing. */
export function readDegrees(text: string, limit: 90 | 180): number | undefined {
  const value = degrees.test(text) ? Number(text) : Number.NaN;
  return Math.abs(value) <= limit ? value : undefined;
}

/**
 * Reads an area, `longitude,latitude;longitude,latitude;…`, of 3 to 100 corners.
 * @example readArea('0,0;1,0;1,1')?.length // 3
 */
export function readArea(text: string): readonly Position[] | undefined {
  const corners = text.split(';', mostCorners + 1).map((pair): Position | undefined => {
    const [longitude, latitude, ...rest] = pair.split(',').map((value, index) => readDegrees(value, index === 0 ? 180 : 90));
    return longitude === undefined || latitude === undefined || rest.length > 0 ? undefined : [longitude, latitude];
  });
  const read = corners.filter((corner) => corner !== undefined);
  return read.length === corners.length && read.length >= 3 && read.length <= mostCorners ? read : undefined;
}

/** Writes an area as `readArea` reads it, to about a metre. */
export function writeArea(area: readonly Position[]): string {
  return area.map(([longitude, latitude]) => `${longitude.toFixed(5)},${latitude.toFixed(5)}`).join(';');
}

/** Where a map looks: its middle and its zoom. */
export type MapSpot = { readonly at: Position; readonly zoom: number };
/** Finest zoom of a map. */
const finestZoom = 22;

/**
 * Reads where a map looks, `latitude,longitude,zoom`, as map services write it.
 * @example readSpot('51.52000,-0.12000,12.50') // { at: [-0.12, 51.52], zoom: 12.5 }
 * @example readSpot('51.52,-0.12') // undefined
 */
export function readSpot(text: string): MapSpot | undefined {
  const [south = '', west = '', level = '', ...rest] = text.split(',', 4);
  const [latitude, longitude] = [readDegrees(south, 90), readDegrees(west, 180)];
  const zoom = /^\d{1,2}(?:\.\d{1,4})?$/.test(level) ? Number(level) : Number.NaN;
  return latitude === undefined || longitude === undefined || rest.length > 0 || !(zoom <= finestZoom) ? undefined : { at: [longitude, latitude], zoom };
}

/** Writes it as `readSpot` reads it: to about a metre, and wrapped into the world. */
export function writeSpot({ at: [longitude, latitude], zoom }: MapSpot): string {
  const written = (value: number, least: number, most: number, decimals: number): string => {
    const rounded = Number(Math.max(least, Math.min(most, value)).toFixed(decimals));
    // Nothing below nothing: −0 is 0.
    return (rounded === 0 ? 0 : rounded).toFixed(decimals);
  };
  return `${written(latitude, -90, 90, 5)},${written(wrapped(longitude), -180, 180, 5)},${written(zoom, 0, finestZoom, 2)}`;
}

/** The corners that keep a drawn line's shape, at most `most` (every n-th of what was drawn). */
export function fewerCorners(drawn: readonly Position[], most: number): readonly Position[] {
  const step = Math.ceil(drawn.length / most);
  return step <= 1 ? drawn : drawn.filter((_, index) => index % step === 0);
}

/**
 * An area drawn on a map that was moved around the world, as calls take it: turned back to where its middle is, and cut
 * at the date line, over which none of our catalogues lies.
 * @example withinWorld([[350, 0], [370, 0], [360, 10]]) // [[-10, 0], [10, 0], [0, 10]]
 */
export function withinWorld(corners: readonly Position[]): readonly Position[] {
  const extent = extentOf(corners);
  if (!extent) return corners;
  const turn = Math.round((extent.west + extent.east) / 720) * 360;
  return corners.map(([longitude, latitude]) => [Math.max(-180, Math.min(180, longitude - turn)), Math.max(-90, Math.min(90, latitude))]);
}

/** A longitude brought back into −180…180. @example wrapped(190) // -170 */
export function wrapped(longitude: number): number {
  return longitude >= -180 && longitude <= 180 ? longitude : ((((longitude + 180) % 360) + 360) % 360) - 180;
}

/** The box a map shows, as calls take it: wrapped, and the whole turn where the map shows more than one. */
export function boxOfView({ west, south, east, north }: MapBox): MapBox {
  const [lowest, highest] = [Math.max(-90, south), Math.min(90, north)];
  if (east - west >= 360) return { west: -180, south: lowest, east: 180, north: highest };
  return { west: wrapped(west), south: lowest, east: wrapped(east), north: highest };
}
