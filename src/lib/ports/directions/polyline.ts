/** Lines as routing services write them: differences of coordinates in printable letters. Pure. */
import type { Point } from '#lib/geo/distance.ts';

/**
 * Reads an encoded polyline.
 * @param unit parts of a degree that are counted: 1e6 for six decimals.
 * @returns undefined when the text is cut off or holds other letters.
 * @example readPolyline('_izlhA~rlgdF', 1e6) // [{ latitude: 38.5, longitude: -120.2 }]
 */
export function readPolyline(text: string, unit: number): readonly Point[] | undefined {
  const values: number[] = [];
  let value = 0;
  let place = 1;
  for (const letter of text) {
    const bits = letter.charCodeAt(0) - 63;
    // Seven letters hold more than any coordinate; beyond that a number has no end.
    if (bits < 0 || bits > 63 || place > 32 ** 7) return undefined;
    value += (bits % 32) * place;
    place *= 32;
    if (bits >= 32) continue;
    values.push(value % 2 === 1 ? -(value + 1) / 2 : value / 2);
    [value, place] = [0, 1];
  }
  if (place !== 1 || values.length % 2 === 1) return undefined;
  const points: Point[] = [];
  let [latitude, longitude] = [0, 0];
  for (let index = 0; index < values.length; index += 2) {
    latitude += values[index] ?? 0;
    longitude += values[index + 1] ?? 0;
    points.push({ latitude: latitude / unit, longitude: longitude / unit });
  }
  return points;
}
