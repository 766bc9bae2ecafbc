/** Boxes on the earth and where they lie on a map. Pure and browser-safe. */

/** A part of the world in WGS-84 degrees. `west` greater than `east`: the part over the date line. */
export type Box = { readonly west: number; readonly south: number; readonly east: number; readonly north: number };

/** Longitude and latitude, in this order, as GeoJSON has them. */
export type Position = readonly [longitude: number, latitude: number];

/** Whether a longitude lies between the box's edges, over the date line where `west` is the greater one. */
export function inLongitudes({ west, east }: Pick<Box, 'west' | 'east'>, longitude: number): boolean {
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
}

/** @example inBox({ west: 170, south: -10, east: -170, north: 10 }, [179, 0]) // true */
export function inBox(box: Box, [longitude, latitude]: Position): boolean {
  return latitude >= box.south && latitude <= box.north && inLongitudes(box, longitude);
}

/** Whether two boxes share a point. */
export function boxesMeet(a: Box, b: Box): boolean {
  if (a.south > b.north || b.south > a.north) return false;
  return inLongitudes(a, b.west) || inLongitudes(b, a.west);
}

/** Web Mercator from north-west, 0 to 1. */
export function mercator([longitude, latitude]: Position): readonly [x: number, y: number] {
  const sine = Math.sin((Math.max(-85.06, Math.min(85.06, latitude)) * Math.PI) / 180);
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}
