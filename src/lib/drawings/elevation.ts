/** A wall with everything in it. Origin: the wall's lower left corner; y is negative above ground; pixels unless said. */
import { drawBalcony, recess } from './balconies.ts';
import type { Building } from './building.ts';
import { drawCladding } from './cladding.ts';
import { darker, lighter, mix } from './colour.ts';
import { drawGroundFloor } from './ground-floor.ts';
import { seededRandom } from '../random.ts';
import type { Random } from '../random.ts';
import { comb, path, placed, rect, stroke, symbol, trace, use } from './svg.ts';
import { drawWindow, openingOf } from './windows.ts';
import type { Look } from './windows.ts';
import type { Wall } from './wall.ts';

/** Where the stair stands, or -1: tall walls get one bay of a different rhythm. */
function stairBay({ building, side }: Wall): number {
  const { bays, storeys, idiom } = building;
  const fits = ['slab', 'render', 'student', 'manshon', 'deco'].includes(idiom);
  if (side || !fits || bays < 6 || storeys < 3) return -1;
  const random = seededRandom(`${building.seed}/stair`);
  return random.chance(0.7) ? random.integer(1, bays - 2) : -1;
}

type BayTest = (bay: number) => boolean;

function balconyBays(building: Building, random: Random): BayTest {
  const { bays, balcony, idiom } = building;
  if (balcony === 'gallery' || balcony === 'panelled' || balcony === 'fins') return () => true;
  const middle = (bays - 1) / 2;
  const rhythms: readonly [BayTest, ...BayTest[]] = [
    () => true,
    (bay) => bay % 2 === 0,
    (bay) => Math.abs(bay - middle) >= middle - 1,
    (bay) => Math.abs(bay - middle) < bays / 4,
    (bay) => bay % 3 === 1,
  ];
  return idiom === 'boulevard' ? rhythms[0] : random.pick(rhythms);
}

function stairStrip(wall: Wall, bay: number): string {
  const { building, light, metre } = wall;
  const width = building.bayWidth * metre;
  const height = (building.height + 0.6) * metre;
  const strip = rect(0, -height, width, height, light.paint(mix(building.accent, building.wall, 0.25)));
  const glass = rect(width * 0.34, -height + metre * 1.4, width * 0.32, height - metre * 5, light.night ? '#F2CB88' : light.glass);
  let landings = '';
  for (let floor = 1; floor < building.storeys; floor += 1) {
    landings += trace('M', width * 0.34, -(building.groundHeight + (floor - 0.5) * building.storeyHeight) * metre, 'h', width * 0.32);
  }
  return placed(bay * width, 0, strip + (building.storeys > 2 ? glass + stroke(landings, light.paint(building.frame), Math.max(1.5, metre * 0.14)) : ''));
}

/** Bands of colour between the windows of a storey, as modernism liked them. */
function spandrels(wall: Wall, width: number): string {
  const { building, light, metre } = wall;
  const { windowKind, idiom } = building;
  const [foot, head] = [-building.groundHeight * metre, -building.height * metre];
  const bands = (above: number, thick: number, colour: string): string =>
    comb(trace('M', width / 2, foot - above + thick, 'V', head), width, thick, building.storeyHeight * metre - thick, colour);
  let drawn = '';
  if (building.storeys < 2) return drawn;
  if (windowKind === 'ribbon') {
    const band = idiom === 'slab' ? mix(building.accent, building.wall, 0.35) : darker(building.wall, 0.05);
    drawn += bands(metre * 0.8, metre * 0.68, light.paint(band));
  }
  if (windowKind === 'curtain-wall') {
    drawn += bands(metre * 0.85, metre * 0.85, light.paint(darker(building.wall, 0.12)));
  }
  return drawn;
}

function courses(wall: Wall, width: number): string {
  const { building, light, metre } = wall;
  const trim = light.paint(building.trim);
  const level = (floor: number): number => -(building.groundHeight + floor * building.storeyHeight) * metre;
  const band = (y: number, thickness: number): string =>
    rect(-metre * 0.05, y, width + metre * 0.1, thickness, trim) + rect(0, y + thickness, width, metre * 0.08, light.shadow, 'opacity=".13"');
  let drawn = '';
  if (['mansion', 'boulevard', 'tenement', 'shophouse', 'terrace', 'canal', 'villa'].includes(building.idiom) && building.storeys > 1) {
    drawn += band(level(0) - metre * 0.06, metre * 0.2);
    if (building.storeys > 4) drawn += band(level(building.storeys - 2) - metre * 0.05, metre * 0.14);
  }
  if (['brick-grid', 'grid-tower', 'deco'].includes(building.idiom)) {
    const storey = building.storeyHeight * metre;
    const thick = metre * 0.24;
    drawn += comb(trace('M', width / 2, level(0) + metre * 0.14, 'V', level(building.storeys - 1)), width, thick, storey - thick, trim, 'opacity=".75"');
  }
  if (building.idiom === 'grid-tower' || building.idiom === 'brick-grid') {
    const bay = building.bayWidth * metre;
    drawn += comb(
      trace('M', -metre * 0.16, (-building.height * metre) / 2, 'H', width + metre * 0.16),
      building.height * metre,
      metre * 0.32,
      bay - metre * 0.32,
      trim,
      'opacity=".55"',
    );
  }
  if (building.storeys >= 14) {
    const every = 4 + (building.seed % 4);
    for (let floor = every; floor < building.storeys - 2; floor += every) drawn += rect(0, level(floor) - metre * 0.55, width, metre * 0.75, trim);
    const stripe = light.paint(mix(building.accent, building.wall, 0.4));
    const step = 2 + (building.seed % 2);
    if (building.idiom !== 'tower')
      for (let bay = step; bay < building.bays; bay += step)
        drawn += rect(bay * building.bayWidth * metre - metre * 0.3, -building.height * metre, metre * 0.6, building.height * metre, stripe);
  }
  return drawn;
}

function quoins(wall: Wall, width: number): string {
  const { building, light, metre } = wall;
  if (!['mansion', 'boulevard', 'tenement', 'terrace'].includes(building.idiom) || metre < 16) return '';
  const step = metre * 0.42;
  const [foot, head] = [-building.groundHeight * metre, -building.height * metre + step];
  return comb(
    trace('M', metre * 0.25, foot, 'V', head, 'M', width - metre * 0.25, foot, 'V', head),
    metre * 0.5,
    step,
    step,
    light.paint(building.trim),
    'opacity=".8"',
  );
}

/** Far off, only a few blinds can be told apart; more would turn a calm wall into noise. */
function looks({ light, metre, building }: Wall): readonly (readonly [share: number, look: Look])[] {
  if (!light.night && (metre < 11 || building.cladding === 'glass')) return [[0.09, 'blind']];
  if (light.night && building.cladding === 'glass') return [[0.34, 'lit']];
  return light.night
    ? [
        [0.24, 'lit'],
        [0.2, 'lit-curtains'],
        [0.1, 'curtains'],
      ]
    : [
        [0.17, 'curtains'],
        [0.12, 'blind'],
        [0.07, 'plant'],
      ];
}

/** Above this many floors the same few rows of lived-in windows take turns; nobody can tell, and a tower stays light. */
const rowsDrawn = 8;

/** Windows that someone made their own, laid over the plain ones. `at` gives each row's shift and height. */
function livedInWindows(wall: Wall, xs: readonly number[], at: readonly (readonly [x: number, y: number])[]): string {
  const { building, light, metre, id } = wall;
  const random = seededRandom(`${building.seed}/${id}/windows`);
  const kinds = looks(wall);
  const used = new Set<Look>();
  const drawRow = (): string =>
    xs
      .map((x) => {
        let left = random.next();
        const found = kinds.find(([share]) => {
          left -= share;
          return left < 0;
        });
        if (!found) return '';
        used.add(found[1]);
        return use(`${id}${found[1]}`, x, 0);
      })
      .join('');
  const rows = Array.from({ length: Math.min(rowsDrawn, at.length) }, drawRow);
  const symbols = [...used].map((look) => symbol(`${id}${look}`, drawWindow(building, light, metre, look))).join('');
  return (
    symbols +
    rows.map((row, index) => symbol(`${id}v${index}`, row)).join('') +
    at.map(([x, y], floor) => use(`${id}v${floor < rowsDrawn ? floor : random.integer(0, rowsDrawn - 1)}`, x, y)).join('')
  );
}

function upperFloors(wall: Wall, bays: number, skipped: number): string {
  const { building, light, metre, id } = wall;
  if (building.storeys < 2) return '';
  const opening = openingOf(building);
  const bayPx = building.bayWidth * metre;
  const inset = (bayPx - opening.width * metre) / 2;
  const bayList = Array.from({ length: bays }, (_, bay) => bay).filter((bay) => bay !== skipped);
  const hasBalcony = balconyBays(building, seededRandom(`${building.seed}/balconies`));
  const staggered = building.idiom === 'student' && building.balcony !== 'fins' && inset > metre * 0.3;
  const floorY = (floor: number): number => -(building.groundHeight + floor * building.storeyHeight) * metre;
  const shift = (floor: number): number => (staggered ? (floor % 2 === 0 ? 1 : -1) * inset * 0.55 : 0);
  const windowY = -(opening.sill + opening.height) * metre;
  const row = (content: (bay: number) => string, from: readonly number[]): string => from.map(content).join('');
  const floors = Array.from({ length: building.storeys - 1 }, (_, floor) => floor);
  const balconied = bayList.filter(hasBalcony);
  const back = recess(building, light, metre);
  const front = drawBalcony(building, light, metre);
  return (
    symbol(`${id}w`, drawWindow(building, light, metre, 'plain')) +
    symbol(
      `${id}r`,
      row((bay) => use(`${id}w`, bay * bayPx + inset, 0), bayList),
    ) +
    (back === ''
      ? ''
      : symbol(`${id}k`, back) +
        symbol(
          `${id}kr`,
          row((bay) => use(`${id}k`, bay * bayPx, 0), balconied),
        ) +
        floors.map((floor) => use(`${id}kr`, 0, floorY(floor))).join('')) +
    floors.map((floor) => use(`${id}r`, shift(floor), floorY(floor) + windowY)).join('') +
    livedInWindows(
      wall,
      bayList.map((bay) => bay * bayPx + inset),
      floors.map((floor) => [shift(floor), floorY(floor) + windowY]),
    ) +
    (front === ''
      ? ''
      : symbol(`${id}b`, front) +
        symbol(
          `${id}br`,
          row((bay) => use(`${id}b`, bay * bayPx, 0), balconied),
        ) +
        floors.map((floor) => use(`${id}br`, 0, floorY(floor))).join(''))
  );
}

/** The turn of a tower away from the sun, and on glass a broad reflection of the sky. */
function modelling(wall: Wall, width: number): string {
  const { building, light, metre, side } = wall;
  if (building.storeys < 14 || side) return '';
  const height = building.height * metre;
  const turned = rect(width * 0.72, -height, width * 0.28, height, light.shadow, `opacity="${light.night ? 0.2 : 0.13}"`);
  const band = (from: number, share: number): string =>
    trace('M', 0, -height * from, 'L', width * 0.72, -height * (from + 0.17), 'V', -height * (from + 0.17 - share), 'L0', -height * (from - share), 'Z');
  return turned + (building.cladding === 'glass' ? path(band(0.78, 0.2) + band(0.46, 0.07), '#FFFFFF', `opacity="${light.night ? 0.05 : 0.17}"`) : '');
}

/** A wall `bays` wide from the ground to the eaves, without its roof. */
export function drawWall(wall: Wall, bays: number): string {
  const { building, light, metre, id } = wall;
  const width = bays * building.bayWidth * metre;
  const stair = stairBay(wall);
  return (
    drawCladding(building, light, metre, width, building.height * metre, `${id}s`) +
    spandrels(wall, width) +
    (stair >= 0 ? stairStrip(wall, stair) : '') +
    courses(wall, width) +
    quoins(wall, width) +
    upperFloors(wall, bays, stair) +
    modelling(wall, width) +
    drawGroundFloor(wall, bays) +
    rect(0, -building.height * metre, width, metre * 0.3, light.shadow, 'opacity=".1"') +
    rect(0, -building.height * metre, Math.max(1, metre * 0.06), building.height * metre, lighter(light.paint(building.wall), 0.35), 'opacity=".6"')
  );
}
