/** The roof of a house seen from above its near corner. Lengths are pixels unless said. */
import type { Building } from './building.ts';
import { darker, lighter, mix } from './colour.ts';
import type { Light } from './light.ts';
import { box, flatRoof } from './model-flat-roof.ts';
import type { ModelTop } from './model-flat-roof.ts';
import type { Corner, Projection } from './projection.ts';
import { roofRise } from './roof-parts.ts';
import { stroke, trace } from './svg.ts';

/** A sloping plane with courses of tiles; `from` and `to` are its lower and upper edges. */
function plane({ view }: ModelTop, from: readonly [Corner, Corner], to: readonly [Corner, Corner], colour: string): string {
  const at = (a: Corner, b: Corner, share: number): Corner => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
  const rows = [0.12, 0.25, 0.38, 0.51, 0.64, 0.77, 0.9];
  const d = rows.map((share) => trace('M', ...view.point(...at(from[0], to[0], share)), 'L', ...view.point(...at(from[1], to[1], share)))).join('');
  return view.polygon([from[0], from[1], to[1], to[0]], colour) + stroke(d, darker(colour, 0.12), 1.2);
}

function stack(top: ModelTop, along: number, deep: number, foot: number, height: number): string {
  const m = top.metre;
  const colour = top.light.paint(top.building.cladding === 'brick' ? top.building.wall : '#B0735A');
  return box(top, { along: [along, along + 0.9 * m], deep: [deep, deep + 0.7 * m], up: [foot, foot + height] }, colour);
}

function hipped(top: ModelTop): string {
  const { building, light, metre: m, width, depth, eaves } = top;
  const rise = roofRise(building) * m;
  const over = 0.5 * m;
  const colour = light.paint(building.roofColour);
  const inset = building.roof === 'mansard' ? Math.min(width, depth) * 0.12 : Math.min(width, depth) * 0.48;
  const ridge = eaves + rise;
  const flat = building.roof === 'mansard';
  const deepFront = flat ? inset : depth / 2;
  const deepBack = flat ? depth - inset : depth / 2;
  const front = plane(
    top,
    [
      [-over, -over, eaves],
      [width + over, -over, eaves],
    ],
    [
      [inset, deepFront, ridge],
      [width - inset, deepFront, ridge],
    ],
    lighter(colour, 0.06),
  );
  const side = plane(
    top,
    [
      [-over, -over, eaves],
      [-over, depth + over, eaves],
    ],
    [
      [inset, deepFront, ridge],
      [inset, deepBack, ridge],
    ],
    darker(colour, 0.22),
  );
  const lid = flat
    ? top.view.polygon(
        [
          [inset, inset, ridge],
          [width - inset, inset, ridge],
          [width - inset, depth - inset, ridge],
          [inset, depth - inset, ridge],
        ],
        lighter(colour, 0.28),
      )
    : '';
  const smoke = building.idiom === 'bungalow' || building.roof === 'kawara' ? '' : stack(top, width * 0.62, depth * 0.5, ridge - 0.6 * m, 1.6 * m);
  return smoke + side + front + lid + rim(top, over, eaves);
}

/** The gutter line, which keeps roof and wall apart at small sizes. */
function rim({ view, building, light, metre: m, width, depth }: ModelTop, over: number, up: number): string {
  const d = trace('M', ...view.point(width + over, -over, up), 'L', ...view.point(-over, -over, up), 'L', ...view.point(-over, depth + over, up));
  return stroke(d, light.paint(building.trim), Math.max(2, 0.16 * m), 'stroke-linejoin="round"');
}

function saddle(top: ModelTop): string {
  const { building, light, metre: m, width, depth, eaves, view } = top;
  const rise = roofRise(building) * m;
  const over = 0.4 * m;
  const colour = light.paint(building.roofColour);
  const wall = light.paint(building.wall);
  const ridge = eaves + rise;
  if (building.roof === 'gable' || building.roof === 'stepped') {
    const face = view.polygon(
      [
        [0, 0, eaves - 1],
        [width, 0, eaves - 1],
        [width / 2, 0, ridge],
      ],
      wall,
    );
    const slope = plane(
      top,
      [
        [-over, -over, eaves - 0.3 * m],
        [-over, depth + over, eaves - 0.3 * m],
      ],
      [
        [width / 2, -over, ridge],
        [width / 2, depth + over, ridge],
      ],
      darker(colour, 0.08),
    );
    const verge = trace(
      'M',
      ...view.point(-over, -over, eaves - 0.3 * m),
      'L',
      ...view.point(width / 2, -over, ridge),
      'L',
      ...view.point(width + over, -over, eaves - 0.3 * m),
    );
    return slope + face + stroke(verge, colour, Math.max(3, 0.3 * m), 'stroke-linejoin="round"');
  }
  const end = view.polygon(
    [
      [0, 0, eaves - 1],
      [0, depth, eaves - 1],
      [0, depth / 2, ridge],
    ],
    mix(wall, '#4A5568', 0.24),
  );
  const slope = plane(
    top,
    [
      [-over, -over, eaves - 0.2 * m],
      [width + over, -over, eaves - 0.2 * m],
    ],
    [
      [-over, depth / 2, ridge],
      [width + over, depth / 2, ridge],
    ],
    lighter(colour, 0.05),
  );
  const verge = trace(
    'M',
    ...view.point(-over, -over, eaves - 0.2 * m),
    'L',
    ...view.point(-over, depth / 2, ridge),
    'L',
    ...view.point(-over, depth + over, eaves - 0.2 * m),
  );
  return (
    stack(top, width * 0.7, depth * 0.5, ridge - 0.5 * m, 1.5 * m) +
    end +
    slope +
    stroke(verge, darker(colour, 0.2), Math.max(3, 0.26 * m), 'stroke-linejoin="round"')
  );
}

/** The roof over walls of the building's width and `depth` pixels. `metre` is pixels per metre. */
export function drawModelRoof(building: Building, light: Light, metre: number, view: Projection, depth: number): string {
  const top: ModelTop = { building, light, metre, view, width: building.width * metre, depth, eaves: building.height * metre };
  switch (building.roof) {
    case 'hip':
    case 'mansard':
    case 'clay':
    case 'kawara':
      return hipped(top);
    case 'gable':
    case 'stepped':
    case 'pitched':
      return saddle(top);
    case 'parapet':
    case 'cornice':
    case 'overhang':
    case 'set-back':
    case 'plant':
      return flatRoof(top);
  }
}
