/**
 * The drawing that stands where the map will be: homes and places of the start view in Mercator, north up. Pure geometry
 * in drawing units; the block turns it into SVG.
 */
import { mercator } from '#lib/geo/boxes.ts';
import type { MapPlace } from './map.contract.ts';
import type { MapBox, MapPlaceKind, MapPoint, Position } from './map.schema.ts';

type Label = { readonly kind: MapPlaceKind; readonly name: string; readonly x: number; readonly y: number };
export type MapDrawing = {
  readonly width: number;
  readonly height: number;
  readonly homes: readonly { readonly x: number; readonly y: number; readonly radius: number }[];
  readonly places: readonly Label[];
  /** Lines of the grid: x of the vertical ones, y of the horizontal ones. */
  readonly grid: { readonly x: readonly number[]; readonly y: readonly number[] };
};

const fontSize = 13;
/** Which places get their name first. */
const importance: readonly MapPlaceKind[] = ['country', 'city', 'school', 'neighbourhood', 'landmark', 'station'];
const textWidth = (text: string): number => [...text].reduce((width, letter) => width + (letter > '\u2E7F' ? fontSize : fontSize * 0.56), 0);
const gridStep = 80;

/** Draws the box in the middle of a sheet; the sheet shows more on the longer side. */
export function drawStart(
  box: MapBox,
  points: readonly MapPoint[],
  places: readonly MapPlace[],
  size: { readonly width: number; readonly height: number },
): MapDrawing {
  const { width, height } = size;
  const [west, north] = mercator([box.west, box.north]);
  const [east, south] = mercator([box.east, box.south]);
  const scale = Math.min(width / (east - west), height / (south - north));
  const project = (at: Position): { x: number; y: number } => {
    const [x, y] = mercator(at);
    return { x: Math.round(width / 2 + (x - (west + east) / 2) * scale), y: Math.round(height / 2 + (y - (north + south) / 2) * scale) };
  };
  const inside = ({ x, y }: { x: number; y: number }): boolean => x > 8 && x < width - 8 && y > 12 && y < height - 8;
  const taken: { left: number; right: number; top: number; bottom: number }[] = [];
  const labels: Label[] = [];
  for (const kind of importance) {
    for (const place of places) {
      if (place.kind !== kind || labels.length >= 40) continue;
      const { x, y } = project([place.posy, place.posx]);
      const half = textWidth(place.name) / 2;
      const spot = { left: x - half - 6, right: x + half + 6, top: y - 14, bottom: y + 10 };
      if (
        !inside({ x: x - half, y }) ||
        !inside({ x: x + half, y }) ||
        taken.some((one) => spot.left < one.right && one.left < spot.right && spot.top < one.bottom && one.top < spot.bottom)
      )
        continue;
      taken.push(spot);
      labels.push({ kind, name: place.name, x, y });
    }
  }
  const steps = (length: number): readonly number[] => Array.from({ length: Math.floor(length / gridStep) }, (_, index) => (index + 1) * gridStep);
  return {
    width,
    height,
    homes: points.map(({ at, count }) => ({ ...project(at), radius: Math.round(Math.min(26, 4 + Math.sqrt(count) * 2.2)) })).filter(inside),
    places: labels,
    grid: { x: steps(width), y: steps(height) },
  };
}
