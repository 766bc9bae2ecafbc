/** Which face each marker of a map has, which lies over which, and which of them somebody means. Pure. */
import type { SurfaceMarker } from './surface.ts';

/** What a marker looks like: its own kind, and what is done with it. */
export type MarkerState = 'plain' | 'seen' | 'lit' | 'chosen';
export type MarkerFace = Pick<SurfaceMarker, 'look' | 'text' | 'note'> & {
  readonly state: MarkerState;
  /** Whether it has the focus of the keyboard. */
  readonly isFocused: boolean;
};

/** What is pointed at, what is chosen and what the keyboard is on, by ids of markers. */
export type MarkerLight = { readonly lit?: string | undefined; readonly chosen?: string | undefined; readonly focused?: string | undefined };

/** What is chosen stays so while it is pointed at; a home that was seen is told apart only while nothing else is told of it. */
export function faceOf({ id, look, text, note, isSeen }: SurfaceMarker, { lit, chosen, focused }: MarkerLight): MarkerFace {
  const state = id === chosen ? 'chosen' : id === lit || id === focused ? 'lit' : isSeen ? 'seen' : 'plain';
  return { look, text, note, state, isFocused: id === focused };
}

/** A face as a text: markers of one face have one picture. */
export const faceKey = ({ look, text, note, state, isFocused }: MarkerFace): string => [look, state, isFocused ? 'focus' : '', text, note ?? ''].join('\n');

/** How far to the top a marker lies: clusters below homes, homes that are full below those that can be had, what is done with one over all. */
function heightOf(marker: SurfaceMarker, light: MarkerLight): number {
  const { state, isFocused } = faceOf(marker, light);
  if (isFocused) return 6;
  if (state === 'chosen') return 5;
  if (state === 'lit') return 4;
  return { cluster: 0, full: 1, home: 2, here: 3 }[marker.look];
}

/** The markers from the lowest to the topmost: of two alike the one farther south lies over the other, as things on a table do. */
export function fromBelow(markers: readonly SurfaceMarker[], light: MarkerLight): readonly SurfaceMarker[] {
  const height = new Map(markers.map((marker) => [marker, heightOf(marker, light)]));
  return markers.toSorted((a, b) => (height.get(a) ?? 0) - (height.get(b) ?? 0) || b.at[1] - a.at[1]);
}

/** What a marker covers of the map, in pixels from its corner. */
export type MarkerBox = { readonly id: string; readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** Pixels a finger needs, each way. */
const touch = 44;

/** Pixels from a point to a box, 0 inside. */
function away({ left, top, width, height }: MarkerBox, x: number, y: number): number {
  return Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height));
}

/** The box at least as large as a finger, about its own middle. */
function forFingers({ id, left, top, width, height }: MarkerBox): MarkerBox {
  const [wide, high] = [Math.max(width, touch), Math.max(height, touch)];
  return { id, left: left - (wide - width) / 2, top: top - (high - height) / 2, width: wide, height: high };
}

const meet = (a: MarkerBox, b: MarkerBox): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

/**
 * The clusters whose second line has room: none of it would lie over another marker or another second line. The largest have it first.
 * @param small every marker without a second line. @param large clusters with it, in the order of their size.
 */
export function withRoom(small: readonly MarkerBox[], large: readonly MarkerBox[]): ReadonlySet<string> {
  const roomy: MarkerBox[] = [];
  for (const box of large) if (!small.some((other) => other.id !== box.id && meet(other, box)) && !roomy.some((other) => meet(other, box))) roomy.push(box);
  return new Set(roomy.map(({ id }) => id));
}

/**
 * The marker at a point: the topmost that is drawn there, otherwise the nearest of those whose place for a finger holds the point.
 * @param boxes from the lowest to the topmost.
 */
export function markerAt(boxes: readonly MarkerBox[], x: number, y: number): string | undefined {
  const drawn = boxes.findLast((box) => away(box, x, y) === 0);
  if (drawn) return drawn.id;
  let nearest: MarkerBox | undefined;
  for (const box of boxes) if (away(forFingers(box), x, y) === 0 && (!nearest || away(box, x, y) <= away(nearest, x, y))) nearest = box;
  return nearest?.id;
}
