/** A unit's floor plan, drawn to scale. The picture is 1600 × 1200 pixels; only digits, "m" and "m²" are written in it. */
import { brand } from './palette.ts';
import { doorSweeps, freePlace, furnish, withChairs } from './plan-furniture.ts';
import type { Piece } from './plan-furniture.ts';
import { layOutPlan } from './plan-layout.ts';
import type { FloorPlan, PlanLayout, RoomUse } from './plan-layout.ts';
import { drawDoors, drawPiece } from './plan-pieces.ts';
import { seededRandom } from '../random.ts';
import { pattern, picture, placed, rect, stroke, trace } from './svg.ts';

export { layOutPlan } from './plan-layout.ts';
export type { FloorPlan, PlanRoom } from './plan-layout.ts';

const floors: Readonly<Record<RoomUse, string>> = { bedroom: '#F7EFE2', living: '#F7EFE2', kitchen: '#F1EEE6', bathroom: '#EAF0F0', hall: '#F4EEE4' };

function label(
  text: string,
  x: number,
  y: number,
  size: number,
  colour: string,
  anchor: 'start' | 'middle' | 'end' = 'middle',
  weight = 400,
  turn = 0,
): string {
  const turned = turn === 0 ? '' : ` transform="rotate(${turn} ${Math.round(x)} ${Math.round(y)})"`;
  return `<text x="${Math.round(x)}" y="${Math.round(y)}" font-family="Be Vietnam Pro, DejaVu Sans, sans-serif" font-size="${size}" font-weight="${weight}" fill="${colour}" text-anchor="${anchor}"${turned}>${text}</text>`;
}

const metres = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} m`;

function drawFloors(layout: PlanLayout, metre: number): string {
  const boards = pattern(
    'boards',
    metre * 1.6,
    metre * 0.3,
    stroke(
      trace(
        'M0 0H',
        metre * 1.6,
        'M',
        metre * 0.4,
        0,
        'V',
        metre * 0.15,
        'M0',
        metre * 0.15,
        'H',
        metre * 1.6,
        'M',
        metre * 1.2,
        metre * 0.15,
        'V',
        metre * 0.3,
      ),
      '#E6D8C2',
      1.2,
    ),
  );
  const tiles = pattern('tiles', metre * 0.3, metre * 0.3, stroke(trace('M0 0H', metre * 0.3, 'M0 0V', metre * 0.3), '#D5DFE0', 1.2));
  const laid = layout.rooms.map((room) => {
    const [x, y, w, d] = [room.x * metre, room.y * metre, room.width * metre, room.depth * metre];
    const over = room.use === 'bathroom' || room.use === 'kitchen' ? 'url(#tiles)' : 'url(#boards)';
    return rect(x, y, w, d, floors[room.use]) + rect(x, y, w, d, over);
  });
  return boards + tiles + laid.join('');
}

function drawWalls(layout: PlanLayout, metre: number): string {
  const [w, d] = [layout.width * metre, layout.depth * metre];
  const outer = 0.2 * metre;
  const inner = 0.1 * metre;
  const partitions = layout.rooms
    .map((room) => trace('M', room.x * metre, room.y * metre, 'h', room.width * metre, 'v', room.depth * metre, 'h', -room.width * metre, 'z'))
    .join('');
  const shell = `<path d="${trace('M', -outer, -outer, 'H', w + outer, 'V', d + outer, 'H', -outer, 'Z', 'M0 0V', d, 'H', w, 'V0Z')}" fill="${brand.ink}"/>`;
  const windows = layout.windows.map((window) => {
    const y = window.y === 0 ? -outer : d;
    const [x, wide] = [window.x * metre, window.width * metre];
    return (
      rect(x, y - 1, wide, outer + 2, brand.paper) +
      rect(x, y, wide, outer, '#DCE9EB', `stroke="${brand.ink}" stroke-width="2.5"`) +
      stroke(trace('M', x, y + outer / 2, 'h', wide), brand.ink, 2)
    );
  });
  const gaps = stroke(layout.passages.map((gap) => trace('M', gap.x * metre, gap.y * metre, 'h', gap.width * metre)).join(''), floors.hall, inner + 4);
  return stroke(partitions, brand.ink, inner) + gaps + shell + windows.join('');
}

/** The entrance lies in the outer wall, whose gap is wider than a partition's. */
function drawEntrance(layout: PlanLayout, metre: number): string {
  const entrance = layout.doors[0];
  if (!entrance) return '';
  const out = [-entrance.into[0] * 0.1, -entrance.into[1] * 0.1] as const;
  const [x, y, w] = [(entrance.x + out[0]) * metre, (entrance.y + out[1]) * metre, entrance.width * metre];
  const tip = [x + (entrance.along[0] * w) / 2 - entrance.into[0] * metre * 0.22, y + (entrance.along[1] * w) / 2 - entrance.into[1] * metre * 0.22] as const;
  const [ax, ay] = [entrance.along[0] * 15, entrance.along[1] * 15];
  const [ix, iy] = [entrance.into[0] * 24, entrance.into[1] * 24];
  const arrow = `<path d="${trace('M', tip[0], tip[1], 'l', -ix - ax, -iy - ay, 'l', ax * 2, ay * 2, 'z')}" fill="${brand.persimmon}"/>`;
  return stroke(trace('M', x, y, 'l', entrance.along[0] * w, entrance.along[1] * w), brand.paper, 0.23 * metre) + arrow;
}

function dimensions(layout: PlanLayout, metre: number): string {
  const [w, d] = [layout.width * metre, layout.depth * metre];
  const off = 0.2 * metre + 46;
  const tick = (x: number, y: number): string => trace('M', x - 9, y + 9, 'l18-18');
  const d1 = trace(
    'M0',
    -off,
    'H',
    w,
    'M0',
    -off - 14,
    'v',
    28,
    'M',
    w,
    -off - 14,
    'v',
    28,
    'M',
    -off,
    0,
    'V',
    d,
    'M',
    -off - 14,
    0,
    'h',
    28,
    'M',
    -off - 14,
    d,
    'h',
    28,
  );
  return (
    stroke(d1 + tick(0, -off) + tick(w, -off) + tick(-off, 0) + tick(-off, d), brand.mutedInk, 2) +
    label(metres(layout.width), w / 2, -off - 16, 34, brand.ink) +
    label(metres(layout.depth), -off - 16, d / 2, 34, brand.ink, 'middle', 400, -90)
  );
}

function scaleBar(metre: number): string {
  const count = Math.max(1, Math.min(5, Math.floor(330 / metre)));
  const parts = Array.from({ length: count }, (_, index) =>
    rect(index * metre, 0, metre, 10, index % 2 ? brand.surface : brand.ink, `stroke="${brand.ink}" stroke-width="2"`),
  );
  const marks = Array.from({ length: count + 1 }, (_, index) => label(index === count ? `${index} m` : String(index), index * metre, -14, 26, brand.mutedInk));
  return parts.join('') + marks.join('');
}

function roomSizes(layout: PlanLayout, pieces: readonly Piece[], metre: number): string {
  if (layout.rooms.length === 1) return '';
  const taken = [...pieces.map(withChairs), ...doorSweeps(layout)];
  return layout.rooms
    .map((room) => {
      const text = `${(room.width * room.depth).toFixed(1)} m²`;
      const at = freePlace(room, (text.length * 15) / metre, 34 / metre, taken);
      return at ? label(text, at[0] * metre, at[1] * metre + 9, 26, brand.mutedInk) : '';
    })
    .join('');
}

/**
 * The plan of a unit as an SVG document.
 * @example drawFloorPlan({ seed: 1, unitType: 'studio', sizeSqm: 20, bathroom: 'private', kitchen: 'private', beds: 1 }).includes('20 m²') // true
 */
export function drawFloorPlan(plan: FloorPlan): string {
  const layout = layOutPlan(plan);
  const metre = Math.min(1200 / layout.width, 830 / layout.depth, 186);
  const pieces = furnish(plan, layout, seededRandom(`${plan.seed}/furniture`));
  const [w, d] = [layout.width * metre, layout.depth * metre];
  const area = layout.width * layout.depth;
  const body =
    drawFloors(layout, metre) +
    pieces.map((piece) => drawPiece(piece, metre)).join('') +
    drawWalls(layout, metre) +
    drawEntrance(layout, metre) +
    drawDoors(layout, metre, 0.1 * metre) +
    dimensions(layout, metre) +
    roomSizes(layout, pieces, metre);
  return picture(
    1600,
    1200,
    rect(0, 0, 1600, 1200, brand.paper) +
      placed((1600 - w) / 2 + 30, (1110 - d) / 2 + 46, body) +
      placed(92, 1138, scaleBar(metre)) +
      label(`${Number(area.toFixed(1))} m²`, 1510, 1146, 46, brand.ink, 'end', 600),
  );
}
