/**
 * The drawn map of a home's surroundings: places by bearing and distance, north up, to scale, no tiles.
 * Pure geometry in drawing units; the block turns it into SVG.
 */
import { metresBetween } from '#lib/geo/distance.ts';
import type { Point } from '#lib/geo/distance.ts';

export type MapKind = 'campus' | 'chosen-campus' | 'station' | 'landmark' | 'neighbourhood' | 'centre';
export type MapSource = { readonly kind: MapKind; readonly name: string; readonly at: Point };

export type MapLabel = { readonly x: number; readonly y: number; readonly anchor: 'start' | 'middle' | 'end' };
export type MapMark = {
  readonly kind: MapKind;
  readonly name: string;
  readonly metres: number;
  readonly x: number;
  readonly y: number;
  readonly label: MapLabel | undefined;
};

export type DrawnMap = {
  readonly width: number;
  readonly height: number;
  /** Where the home is. */
  readonly home: { readonly x: number; readonly y: number };
  readonly marks: readonly MapMark[];
  /** Circles of equal walking time around the home. */
  readonly rings: readonly { readonly radius: number; readonly minutes: number }[];
  readonly scale: { readonly length: number; readonly metres: number };
  /** Places beyond the drawing: direction in degrees clockwise from north. */
  readonly beyond: readonly { readonly kind: MapKind; readonly name: string; readonly metres: number; readonly bearing: number }[];
};

type Size = { readonly width: number; readonly height: number };
type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

const fontSize = 12;
const radii = [400, 600, 900, 1300, 1800, 2500, 3500, 5000, 8000, 12_000] as const;
const scaleSteps = [100, 200, 250, 500, 1000, 2000, 5000] as const;
/** Straight-line metres walked in a minute along streets (distance × 1.3 at 80 m a minute). */
const metresPerMinute = 80 / 1.3;
/** From the middle of a mark to where it ends; the chosen campus has a ring around it. */
const reach: Readonly<Record<MapKind, number>> = { campus: 7, 'chosen-campus': 10, station: 7, landmark: 7, centre: 7, neighbourhood: 0 };
/** Between a mark and its label. */
const apart = 4;
/** Between a label and the edge of the drawing, at least. */
const edge = 6;
/** A ring's name stands above it. */
const ringName = 16;
/** Which places get their label first. */
const importance: readonly MapKind[] = ['chosen-campus', 'campus', 'centre', 'station', 'landmark', 'neighbourhood'];

/** East and north of `origin` in metres; exact enough over a city. */
function offset(origin: Point, at: Point): { east: number; north: number } {
  const perDegree = 111_320;
  return {
    east: (at.longitude - origin.longitude) * perDegree * Math.cos((origin.latitude * Math.PI) / 180),
    north: (at.latitude - origin.latitude) * perDegree,
  };
}

/** Degrees clockwise from north. @example bearing({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 1 }) // 90 */
export function bearing(from: Point, to: Point): number {
  const { east, north } = offset(from, to);
  return Math.round(((Math.atan2(east, north) * 180) / Math.PI + 360) % 360);
}

/** Width of a text in drawing units: ideographs are as wide as the type is high. */
function textWidth(text: string): number {
  return [...text].reduce((width, letter) => width + (letter > '\u2E7F' ? fontSize : fontSize * 0.58), 0);
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** The smallest radius that shows enough of the surroundings, and the chosen campus if it is within reach. */
function chooseRadius(distances: readonly { kind: MapKind; metres: number }[]): number {
  const chosen = distances.find(({ kind }) => kind === 'chosen-campus');
  const nearestCampus = Math.min(...distances.filter(({ kind }) => kind === 'campus' || kind === 'chosen-campus').map(({ metres }) => metres));
  return (
    radii.find(
      (radius) =>
        distances.filter(({ metres }) => metres < radius * 0.9).length >= 7 &&
        (chosen ? chosen.metres < radius * 0.95 : nearestCampus < radius * 0.95 || radius >= 2500),
    ) ?? 12_000
  );
}

type Placed = { readonly label: MapLabel; readonly box: Box };

/** Where the label of a mark may stand: right, left, above, below. */
function placesBeside(x: number, y: number, name: string, kind: MapKind): readonly Placed[] {
  const long = textWidth(name);
  const gap = kind === 'neighbourhood' ? 0 : reach[kind] + apart;
  const sides: readonly Placed[] = [
    { label: { x: x + gap, y: y + 4, anchor: 'start' }, box: { left: x + gap, top: y - 8, right: x + gap + long, bottom: y + 8 } },
    { label: { x: x - gap, y: y + 4, anchor: 'end' }, box: { left: x - gap - long, top: y - 8, right: x - gap, bottom: y + 8 } },
  ];
  const over = [lineAt(x, y - gap - 3, long), lineAt(x, y + gap + 11, long)];
  return kind === 'neighbourhood' ? [...over, ...sides] : [...sides, ...over];
}

/** A line of text around a place, on a base line. */
const lineAt = (x: number, y: number, long: number): Placed => ({
  label: { x: Math.round(x * 10) / 10, y, anchor: 'middle' },
  box: { left: x - long / 2, top: y - 12, right: x + long / 2, bottom: y + 4 },
});

/** Further places above and below a mark, drawn to one side and a line away: for the one label that has to stand. */
function placesAround(x: number, y: number, name: string, kind: MapKind, width: number): readonly Placed[] {
  const long = textWidth(name);
  const gap = reach[kind] + apart;
  // As far as the drawing goes, and still over or under its mark.
  const [least, most] = [Math.max(x - long / 2, edge + long / 2), Math.min(x + long / 2, width - edge - long / 2)];
  const lines = [y - gap - 3, y + gap + 11, y - gap - 17, y + gap + 25];
  return lines.flatMap((line) => [0.5, 0.25, 0.75, 0, 1].map((share) => lineAt(least + (most - least) * share, line, long)));
}

const firstFree = (places: readonly Placed[], taken: readonly Box[], width: number, height: number): Placed | undefined =>
  places.find(({ box }) => box.left > 4 && box.right < width - 4 && box.top > 4 && box.bottom < height - 4 && !taken.some((other) => overlaps(box, other)));

/** The place of the one label that has to stand: where nothing is, otherwise over other marks, which have their names in the list. */
function placeLead({ x, y, name, kind }: Pick<MapMark, 'x' | 'y' | 'name' | 'kind'>, firm: readonly Box[], marks: readonly Box[], size: Size): Placed {
  const places = [...placesBeside(x, y, name, kind), ...placesAround(x, y, name, kind, size.width)];
  const free = (taken: readonly Box[]): Placed | undefined => firstFree(places, taken, size.width, size.height);
  const long = textWidth(name);
  const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
  // In a corner of the drawing as near to its mark as there is room.
  const near = lineAt(within(x, edge + long / 2, size.width - edge - long / 2), within(y - reach[kind] - apart, 20, size.height - 12), long);
  return free([...firm, ...marks]) ?? free(firm) ?? free([]) ?? near;
}

/** As much of a name as the drawing is wide. */
function fitting(name: string, width: number): string {
  const most = width - 2 * edge;
  if (textWidth(name) <= most) return name;
  const letters = [...name];
  while (letters.length > 0 && textWidth(`${letters.join('')}…`) > most) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/**
 * Draws what is around a home. Labels that would cover another are left out, as the list beside the map has them all; but that of the
 * chosen school, otherwise of the nearest, is what the map is looked at for: it comes first and always stands.
 */
export function drawMap(home: Point, sources: readonly MapSource[], size: Size, houseTitle = ''): DrawnMap {
  const { width, height } = size;
  const centre = { x: width / 2, y: height / 2 };
  const measured = sources.map((source) => ({ ...source, metres: Math.round(metresBetween(home, source.at)) }));
  const radius = chooseRadius(measured);
  const perMetre = (Math.min(width, height) / 2 - 14) / radius;
  const inside = measured.flatMap((source) => {
    const { east, north } = offset(home, source.at);
    const [x, y] = [centre.x + east * perMetre, centre.y - north * perMetre];
    return x > 10 && x < width - 10 && y > 10 && y < height - 10 ? [{ ...source, x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 }] : [];
  });
  const scaleMetres = scaleSteps.findLast((step) => step * perMetre <= width / 4) ?? 100;
  const rings = [5, 10, 15, 20, 30, 45, 60]
    .filter((one) => {
      const length = one * metresPerMinute * perMetre;
      return length > 40 && length < Math.min(width, height) / 2 - ringName;
    })
    .slice(-3)
    .map((one) => ({ minutes: one, radius: Math.round(one * metresPerMinute * perMetre * 10) / 10 }));
  const firm: readonly Box[] = [
    ...rings.map(({ radius }) => ({ left: centre.x - 30, top: centre.y - radius - ringName, right: centre.x + 30, bottom: centre.y - radius })),
    { left: centre.x - 16, top: centre.y - 18, right: centre.x + 16, bottom: centre.y + 14 },
    { left: centre.x - textWidth(houseTitle) / 2, top: centre.y + 12, right: centre.x + textWidth(houseTitle) / 2, bottom: centre.y + 30 },
    { left: 0, top: height - 34, right: scaleMetres * perMetre + 40, bottom: height },
    { left: width - 34, top: 0, right: width, bottom: 44 },
  ];
  const spots = inside
    .filter(({ kind }) => kind !== 'neighbourhood')
    .map(({ kind, x, y }) => ({ left: x - reach[kind], top: y - reach[kind], right: x + reach[kind], bottom: y + reach[kind] }));
  const taken: Box[] = [...firm, ...spots];
  const ordered = inside.toSorted((a, b) => importance.indexOf(a.kind) - importance.indexOf(b.kind) || a.metres - b.metres);
  const marks = ordered.map(({ kind, name: whole, metres, x, y }, index): MapMark => {
    const isLead = index === 0 && (kind === 'campus' || kind === 'chosen-campus');
    const name = isLead ? fitting(whole, width) : whole;
    const placed = isLead ? placeLead({ x, y, name, kind }, firm, spots, size) : firstFree(placesBeside(x, y, name, kind), taken, width, height);
    if (placed) taken.push(placed.box);
    return { kind, name, metres, x, y, label: placed?.label };
  });
  return {
    width,
    height,
    home: centre,
    marks: marks.filter(({ kind, label }) => kind !== 'neighbourhood' || label),
    rings,
    scale: { metres: scaleMetres, length: Math.round(scaleMetres * perMetre * 10) / 10 },
    beyond: measured
      .filter(({ kind, name }) => kind !== 'neighbourhood' && !inside.some((mark) => mark.kind === kind && mark.name === name))
      .toSorted((a, b) => a.metres - b.metres)
      .map(({ kind, name, metres, at }) => ({ kind, name, metres, bearing: bearing(home, at) })),
  };
}
