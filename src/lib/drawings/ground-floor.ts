/** The storey that meets the street: doors, shops, lobbies, porches, arcades. Same origin as the wall; pixels unless said. */
import type { Building } from './building.ts';
import { darker, lighter, mix } from './colour.ts';
import { seededRandom } from '../random.ts';
import { circle, ellipse, path, placed, rect, stroke, symbol, trace, use } from './svg.ts';
import { drawWindow, glazedWall, openingOf } from './windows.ts';
import type { Wall } from './wall.ts';

function windowRow(wall: Wall, bays: readonly number[]): string {
  const { building, light, metre, id } = wall;
  const opening = openingOf(building);
  const bay = building.bayWidth * metre;
  const inset = (bay - opening.width * metre) / 2;
  const y = -(opening.sill + opening.height + 0.15) * metre;
  return (
    symbol(`${id}g`, drawWindow(building, light, metre, light.night ? 'lit-curtains' : 'curtains')) +
    bays.map((at) => use(`${id}g`, at * bay + inset, y)).join('')
  );
}

/** A panelled door with fanlight and steps; the origin is the middle of its threshold on the ground. */
function door({ building, light, metre: m }: Wall): string {
  const colour = light.paint(building.accent);
  const trim = light.paint(building.trim);
  const panel = darker(colour, 0.22);
  const knob = circle(0.33 * m, -1.25 * m, Math.max(1, 0.05 * m), light.paint('#E3B65C'));
  const panels = [-1, 1]
    .map(
      (side) =>
        rect(side > 0 ? 0.08 * m : -0.36 * m, -2.1 * m, 0.28 * m, 0.85 * m, panel) + rect(side > 0 ? 0.08 * m : -0.36 * m, -1.1 * m, 0.28 * m, 0.6 * m, panel),
    )
    .join('');
  const fanlight =
    rect(-0.48 * m, -2.85 * m, 0.96 * m, 0.45 * m, light.night ? '#F6CF86' : light.glass) +
    stroke(
      trace('M0', -2.4 * m, 'L', -0.3 * m, -2.85 * m, 'M0', -2.4 * m, 'V', -2.85 * m, 'M0', -2.4 * m, 'L', 0.3 * m, -2.85 * m),
      trim,
      Math.max(1, 0.04 * m),
    );
  const steps = rect(-0.95 * m, -0.15 * m, 1.9 * m, 0.15 * m, darker(trim, 0.12)) + rect(-0.75 * m, -0.3 * m, 1.5 * m, 0.15 * m, darker(trim, 0.05));
  const lamp = rect(0.78 * m, -2.3 * m, 0.16 * m, 0.28 * m, light.night ? '#FBDFA2' : light.paint('#4A4F57'));
  return (
    rect(-0.66 * m, -3.02 * m, 1.32 * m, 2.72 * m, trim) +
    rect(-0.78 * m, -3.12 * m, 1.56 * m, 0.14 * m, trim) +
    rect(-0.78 * m, -2.98 * m, 1.56 * m, 0.07 * m, light.shadow, 'opacity=".18"') +
    fanlight +
    rect(-0.48 * m, -2.35 * m, 0.96 * m, 2.05 * m, colour) +
    panels +
    knob +
    steps +
    lamp
  );
}

/** Striped and scalloped; `width` pixels, hanging from its origin. */
function awning(wall: Wall, width: number): string {
  const { building, light, metre: m } = wall;
  const colour = light.paint(building.accent);
  const count = Math.max(4, Math.round(width / (m * 0.42)));
  const stripe = width / count;
  const drop = 0.85 * m;
  const strip = (x: number): string => trace('M', x, 0, 'h', stripe, 'v', drop, 'a', stripe / 2, stripe / 2, '0 0 1', -stripe, 0, 'z');
  const strips = Array.from({ length: count }, (_, index) => strip(index * stripe));
  const stripes =
    path(strips.filter((_, index) => index % 2 === 0).join(''), colour) + path(strips.filter((_, index) => index % 2 === 1).join(''), light.paint('#FBF4E6'));
  return rect(m * 0.12, drop, width, m * 0.5, light.shadow, 'opacity=".16"') + stripes + rect(0, 0, width, m * 0.07, darker(colour, 0.2));
}

function shopfront(wall: Wall, width: number): string {
  const { building, light, metre: m } = wall;
  const frame = light.paint(mix(building.accent, '#2B323D', 0.35));
  const height = (building.groundHeight - 0.25) * m;
  const glassHeight = height - 1.15 * m;
  const display = [0.2, 0.34, 0.6, 0.72]
    .map((share, index) =>
      index % 2 ? rect(width * share, -1.05 * m, 0.34 * m, 0.5 * m, light.paint('#C98F6A')) : circle(width * share, -0.9 * m, 0.24 * m, light.leafLight),
    )
    .join('');
  const sign = rect(width * 0.5 - 0.9 * m, -height + 0.24 * m, 1.8 * m, Math.max(2, 0.12 * m), light.paint('#F6E9CE'));
  return (
    rect(0, -height, width, height, frame) +
    placed(width * 0.05, -height + 0.7 * m, glazedWall(width * 0.9, glassHeight, m * 1.3, light, frame)) +
    display +
    rect(width * 0.05, -0.45 * m, width * 0.9, 0.1 * m, lighter(frame, 0.3)) +
    sign +
    placed(width * 0.03, -height + 0.62 * m, awning(wall, width * 0.94))
  );
}

function shops(wall: Wall, bays: number): string {
  const { building, metre, id } = wall;
  const bay = building.bayWidth * metre;
  const doorBay = bays > 2 ? seededRandom(`${building.seed}/door`).integer(0, bays - 1) : -1;
  let drawn = '';
  const fronts = new Map<string, string>();
  const front = (name: string, width: number): string => {
    if (!fronts.has(name)) fronts.set(name, symbol(`${id}${name}`, shopfront(wall, width)));
    return `${id}${name}`;
  };
  for (let at = 0; at < bays; at += 1) {
    if (at === doorBay) {
      drawn += placed((at + 0.5) * bay, 0, door(wall));
      continue;
    }
    const pair = at + 1 < bays && at + 1 !== doorBay && bay < 3 * metre;
    drawn += use(front(pair ? 'sd' : 'ss', bay * (pair ? 2 : 1) - bay * 0.12), at * bay + bay * 0.06, 0);
    if (pair) at += 1;
  }
  return [...fronts.values()].join('') + drawn;
}

function pendantLamps(width: number, height: number, metre: number, night: boolean): string {
  const gap = metre * 2.2;
  let drawn = '';
  for (let x = gap / 2; x < width; x += gap) {
    drawn +=
      rect(x - 0.5, -height, 1, height * 0.22, '#F3EADA', 'opacity=".6"') +
      circle(x, -height * 0.74, Math.max(1.5, metre * 0.16), night ? '#FFF3CF' : '#F2D08A');
  }
  return drawn;
}

/** Glass from floor to canopy; plants and lamps show that someone is in. */
function lobby(wall: Wall, bays: number): string {
  const { building, light, metre: m } = wall;
  const width = bays * building.bayWidth * m;
  const height = (building.groundHeight - 0.45) * m;
  const frame = light.paint(darker(building.frame, 0.1));
  const at = width * seededRandom(`${building.seed}/door`).between(0.3, 0.62);
  const plants = [0.08, 0.22, 0.78, 0.91]
    .map(
      (share) =>
        ellipse(width * share, -0.95 * m, 0.32 * m, 0.6 * m, mix(light.leafShade, light.glass, 0.25)) +
        rect(width * share - 0.2 * m, -0.5 * m, 0.4 * m, 0.5 * m, light.paint('#C98F6A')),
    )
    .join('');
  const canopy =
    rect(at - 1.5 * m, -2.95 * m, 4.6 * m, 0.2 * m, light.paint(building.accent)) +
    rect(at - 1.4 * m, -2.75 * m, 4.4 * m, 0.25 * m, light.shadow, 'opacity=".2"');
  const doors =
    rect(at, -2.5 * m, 1.6 * m, 2.5 * m, light.night ? '#FBE3AE' : lighter(light.glass, 0.3)) +
    stroke(trace('M', at, 0, 'v', -2.5 * m, 'h', 1.6 * m, 'v', 2.5 * m, 'M', at + 0.8 * m, 0, 'v', -2.5 * m), frame, Math.max(1.5, 0.08 * m));
  return (
    rect(0, -building.groundHeight * m, width, building.groundHeight * m, light.paint(darker(building.wall, 0.1))) +
    placed(0, -height, glazedWall(width, height, building.bayWidth * m * 0.5, light, frame)) +
    plants +
    (m > 9 ? pendantLamps(width, height, m, light.night) : '') +
    canopy +
    doors +
    rect(0, -building.groundHeight * m, width, 0.28 * m, light.paint(building.trim))
  );
}

function porch(wall: Wall, bays: number): string {
  const { building, light, metre: m } = wall;
  const bay = building.bayWidth * m;
  const at = Math.floor(bays / 2);
  const x = (at + 0.5) * bay;
  const post = light.paint(building.trim);
  const pitched = ['cottage', 'timber', 'bungalow'].includes(building.idiom);
  const roof = pitched
    ? path(trace('M', x - 1.5 * m, -2.95 * m, 'L', x, -3.6 * m, 'L', x + 1.5 * m, -2.95 * m, 'Z'), light.paint(building.roofColour))
    : rect(x - 1.6 * m, -3.15 * m, 3.2 * m, 0.18 * m, light.paint(building.roofColour));
  const shade = rect(x - 1.3 * m, -2.95 * m, 2.6 * m, 0.35 * m, light.shadow, 'opacity=".16"');
  return (
    windowRow(wall, others(bays, at)) +
    placed(x, 0, door(wall)) +
    shade +
    rect(x - 1.3 * m, -2.95 * m, 0.13 * m, 2.95 * m, post) +
    rect(x + 1.17 * m, -2.95 * m, 0.13 * m, 2.95 * m, post) +
    roof
  );
}

function arcade(wall: Wall, bays: number): string {
  const { building, light, metre: m } = wall;
  const bay = building.bayWidth * m;
  const deep = darker(light.paint(building.wall), 0.5);
  const radius = bay * 0.36;
  const spring = (building.groundHeight - 0.55) * m - radius;
  const arch =
    path(trace('M', -radius, 0, 'V', -spring, 'A', radius, radius, '0 0 1', radius, -spring, 'V0Z'), deep) +
    rect(-radius * 0.62, -2.2 * m, radius * 1.24, 2.2 * m, light.night ? '#F0BE73' : light.paint(mix(building.accent, '#2B323D', 0.2))) +
    stroke(trace('M0 0V', -2.2 * m), light.paint(building.trim), Math.max(1, 0.04 * m)) +
    stroke(trace('M', -radius, 0, 'V', -spring, 'A', radius, radius, '0 0 1', radius, -spring, 'V0'), light.paint(building.trim), Math.max(2, 0.14 * m));
  return symbol(`${wall.id}a`, arch) + Array.from({ length: bays }, (_, at) => use(`${wall.id}a`, (at + 0.5) * bay, 0)).join('');
}

/** A Victorian bay: a canted front that rises through all but the last storey. */
function bayWindow(wall: Wall, bays: number): string {
  const { building, light, metre: m, id } = wall;
  const bay = building.bayWidth * m;
  const doorAt = seededRandom(`${building.seed}/door`).chance(0.5) ? bays - 1 : 0;
  const at = doorAt === 0 ? bays - 1 : 0;
  const tall = building.storeys > 1 && building.idiom === 'terrace' ? 2 : 1;
  const width = Math.min(bay * 0.92, 2.5 * m);
  const opening = openingOf(building);
  const trim = light.paint(building.trim);
  const inset = (width - opening.width * m) / 2;
  const level = (floor: number): number => -(floor === 0 ? 0.15 : building.groundHeight) * m - (opening.sill + opening.height) * m;
  const height = (tall === 2 ? building.groundHeight + building.storeyHeight * 0.92 : building.groundHeight) * m;
  const cheeks =
    rect(0, -height, inset * 0.62, height, light.shadow, 'opacity=".1"') +
    rect(width - inset * 0.62, -height, inset * 0.62, height, light.shadow, 'opacity=".2"');
  const narrow = (y: number): string =>
    [inset * 0.1, width - inset * 0.56]
      .map((x) =>
        rect(x, y, inset * 0.46, opening.height * m, light.night ? '#E9B766' : light.glass, `stroke="${light.paint(building.frame)}" stroke-width="2"`),
      )
      .join('');
  const floors = Array.from(
    { length: tall },
    (_, floor) =>
      narrow(level(floor)) +
      use(`${id}g`, inset, level(floor)) +
      rect(-0.06 * m, level(floor) + opening.height * m + 0.1 * m, width + 0.12 * m, 0.12 * m, trim),
  ).join('');
  const top =
    path(
      trace('M', -0.12 * m, -height, 'L', 0.2 * m, -height - 0.45 * m, 'H', width - 0.2 * m, 'L', width + 0.12 * m, -height, 'Z'),
      light.paint(building.roofColour),
    ) + rect(-0.12 * m, -height, width + 0.24 * m, 0.14 * m, trim);
  const body =
    rect(0, -height, width, height, light.paint(building.wall)) + cheeks + rect(width, -height, 0.18 * m, height, light.shadow, 'opacity=".14"') + floors + top;
  return windowRow(wall, others(bays, at, doorAt)) + placed(at * bay + (bay - width) / 2, 0, body) + placed((doorAt + 0.5) * bay, 0, door(wall));
}

function others(bays: number, ...taken: readonly number[]): number[] {
  return Array.from({ length: bays }, (_, bay) => bay).filter((bay) => !taken.includes(bay));
}

function plinth(building: Building, wall: Wall, width: number): string {
  return rect(0, -0.3 * wall.metre, width, 0.3 * wall.metre, wall.light.paint(darker(building.trim, 0.22)));
}

/** The street-level storey of a wall `bays` wide. */
export function drawGroundFloor(wall: Wall, bays: number): string {
  const { building, metre } = wall;
  const width = bays * building.bayWidth * metre;
  const base = plinth(building, wall, width);
  if (wall.side && building.groundFloor !== 'lobby') return base + windowRow(wall, others(bays));
  switch (building.groundFloor) {
    case 'door': {
      const at = bays <= 3 ? seededRandom(`${building.seed}/door`).integer(0, bays - 1) : Math.floor(bays / 2);
      return base + windowRow(wall, others(bays, at)) + placed((at + 0.5) * building.bayWidth * metre, 0, door(wall));
    }
    case 'shops':
      return base + shops(wall, bays);
    case 'lobby':
      return lobby(wall, bays);
    case 'porch':
      return base + porch(wall, bays);
    case 'arcade':
      return base + arcade(wall, bays);
    case 'bay-window':
      return base + bayWindow(wall, bays);
  }
}
