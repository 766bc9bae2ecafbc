/** What every room of a house shares: walls, floor, daylight and the window's view. The picture is 1600 × 1200 pixels. */
import type { Building } from './building.ts';
import { darker, lighter, mix } from './colour.ts';
import { hazy, lightAt } from './light.ts';
import type { Light } from './light.ts';
import { grove } from './trees.ts';
import { seededRandom } from '../random.ts';
import type { Choices, Random } from '../random.ts';
import { circle, ellipse, group, path, pattern, rect, stroke, trace, verticalGradient } from './svg.ts';

export interface Decor {
  readonly wall: string;
  readonly floor: string;
  readonly wood: string;
  /** Main textile and its companion. */
  readonly cloth: string;
  readonly cloth2: string;
  readonly trim: string;
  readonly metal: string;
}

type Scheme = readonly [wall: string, cloth: string, cloth2: string];

const schemes: Choices<Scheme> = [
  ['#EFE7DA', '#0F5C6E', '#D99A3C'],
  ['#E2E6DF', '#C8694A', '#EBD9BC'],
  ['#EADBC9', '#4E6F63', '#E3B65C'],
  ['#DCE4E5', '#B9714F', '#F0E2CB'],
  ['#F1EADF', '#7B8F6A', '#D98A73'],
  ['#E9D6CB', '#37566B', '#E9C38C'],
  ['#DDE2D3', '#8A5A6B', '#E8CDB5'],
  ['#E8E2D2', '#5D7C8A', '#C8421F'],
];

/** Colours that one house keeps in all its rooms. */
export function readDecor(building: Building): Decor {
  const random = seededRandom(`${building.seed}/decor`);
  const [wall, cloth, cloth2] = random.pick(schemes);
  const floor = random.pick(['#C9A27A', '#B88B63', '#D8BE9B', '#A77C59', '#CDB397'] as const);
  return {
    wall,
    cloth,
    cloth2,
    floor: building.climate === 'tropical' || building.climate === 'mediterranean' ? mix(floor, '#E6D6C2', 0.6) : floor,
    wood: random.pick(['#B58A63', '#A27450', '#C9A67E', '#8A6247'] as const),
    trim: '#FBF7EE',
    metal: '#3F4650',
  };
}

/** Wall and floor, with the skirting at `floorLine` pixels from the top. */
export function drawShell(decor: Decor, floorLine: number, random: Random): string {
  const dado = random.chance(0.45);
  const lower = dado
    ? rect(0, floorLine - 250, 1600, 250, mix(decor.wall, decor.cloth, 0.2)) + rect(0, floorLine - 256, 1600, 8, lighter(decor.wall, 0.6))
    : '';
  const upright =
    !dado && random.chance(0.3)
      ? pattern('paper', 92, 92, stroke('M46 0V92', lighter(decor.wall, 0.4), 10)) + rect(0, 0, 1600, floorLine, 'url(#paper)', 'opacity=".55"')
      : '';
  let boards = '';
  for (let row = 0, y = floorLine; y < 1200; row += 1) {
    const deep = 26 + row * 15;
    boards += trace('M0', y, 'H1600');
    for (let x = (row % 2) * 210 + random.between(20, 160); x < 1600; x += 420) boards += trace('M', x, y, 'v', deep);
    y += deep;
  }
  return (
    rect(0, 0, 1600, floorLine, decor.wall) +
    upright +
    lower +
    rect(0, floorLine, 1600, 1200 - floorLine, decor.floor) +
    stroke(boards, darker(decor.floor, 0.13), 1.6) +
    rect(0, floorLine - 30, 1600, 30, decor.trim) +
    rect(0, floorLine, 1600, 12, '#1D2433', 'opacity=".12"')
  );
}

const lamplight = '#F3CB82';

/** A lamp that is on, by the middle of its light, and how far it reaches. Pixels. */
export type Lamp = readonly [x: number, y: number, reach: number];

/** A room after dark: all of it sinks into shadow but for what the lamps reach. */
export function afterDark(scene: string, lamps: readonly Lamp[]): string {
  const glow = `<defs><radialGradient id="glow"><stop offset="0" stop-color="#FFE2A6" stop-opacity=".5"/><stop offset=".45" stop-color="${lamplight}" stop-opacity=".2"/><stop offset="1" stop-color="${lamplight}" stop-opacity="0"/></radialGradient></defs>`;
  return (
    scene +
    glow +
    rect(0, 0, 1600, 1200, '#6A6580', 'style="mix-blend-mode:multiply"') +
    lamps.map(([x, y, reach]) => circle(x, y, reach, 'url(#glow)') + ellipse(x, y - 14, 46, 12, '#FFF1CC', 'opacity=".9"')).join('')
  );
}

/** The town outside: sky, roofs and a tree, clipped by the window. */
function outside(building: Building, light: Light, x: number, y: number, width: number, height: number, random: Random): string {
  const horizon = y + height * (building.storeys > 8 ? 0.86 : 0.94);
  let roofs = '';
  let near = '';
  for (let at = x - 20; at < x + width; at += 74)
    roofs += rect(at, horizon - random.between(40, height * 0.34), random.between(50, 84), height, mix(light.far, light.skyLow, 0.25));
  for (let at = x - 40; at < x + width; at += 118) {
    const top = horizon - random.between(20, height * 0.2);
    const wall = mix(light.paint(building.wall), light.skyLow, random.between(0.35, 0.6));
    near +=
      rect(at, top, 104, height, wall) +
      path(trace('M', at - 6, top, 'l58', -random.between(14, 46), '58', 46, 'z'), mix(light.paint(building.roofColour), light.skyLow, 0.3)) +
      rect(at + 20, top + 62, 18, 26, light.night ? lamplight : light.glass) +
      rect(at + 62, top + 62, 18, 26, light.glass);
  }
  const tree = grove(building.climate, hazy(light, 0.12), random);
  return (
    rect(x, y, width, height, 'url(#view)') +
    circle(x + width * random.between(0.25, 0.75), y + height * 0.34, height * (light.night ? 0.05 : 0.1), light.sun) +
    roofs +
    near +
    tree(x + width * random.between(0.1, 0.9), y + height + 50, height * 0.75)
  );
}

export interface WindowPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Upright panes. */
  readonly panes: number;
  readonly curtains: boolean;
}

function curtain(x: number, y: number, width: number, height: number, colour: string): string {
  const fold = width / 5;
  const folds = [1, 2, 3, 4].map((index) => trace('M', x + fold * index, y + 10, 'q', 4, height * 0.5, 0, height - 14)).join('');
  return rect(x, y, width, height, colour) + stroke(folds, darker(colour, 0.16), 3);
}

/** A window in the far wall, with its view, sill and curtains. */
export function drawViewWindow(building: Building, decor: Decor, place: WindowPlace, random: Random, evening: boolean): string {
  const { x, y, width, height, panes } = place;
  const light = lightAt(evening, building.climate, random);
  const bar = building.yearBuilt < 1960 ? decor.trim : mix(building.frame, '#F4EFE4', 0.15);
  const arched = building.yearBuilt < 1935 && (building.climate === 'mediterranean' || building.climate === 'tropical');
  const top = arched
    ? trace('M', x, y + height, 'V', y + width / 4, 'Q', x, y, x + width / 2, y, 'T', x + width, y + width / 4, 'V', y + height, 'Z')
    : trace('M', x, y, 'h', width, 'v', height, 'h', -width, 'z');
  const uprights = Array.from({ length: panes - 1 }, (_, index) => trace('M', x + (width * (index + 1)) / panes, y, 'v', height)).join('');
  const level = building.yearBuilt < 1960 ? trace('M', x, y + height * 0.47, 'h', width) : trace('M', x, y + height * 0.78, 'h', width / panes);
  const frameWidth = building.yearBuilt < 1960 ? 15 : 11;
  const glare = path(trace('M', x + width * 0.55, y, 'h', width * 0.16, 'l', -width * 0.4, height, 'h', -width * 0.16, 'z'), '#FFFFFF', 'opacity=".16"');
  const view = group(outside(building, light, x, y, width, height, random) + glare, 'clip-path="url(#pane)"');
  const rod =
    rect(x - 130, y - 44, width + 260, 9, decor.metal, 'rx="4"') + circle(x - 132, y - 40, 12, decor.metal) + circle(x + width + 132, y - 40, 12, decor.metal);
  const cloth = lighter(decor.cloth2, 0.45);
  const hung = place.curtains ? rod + curtain(x - 112, y - 36, 128, height + 100, cloth) + curtain(x + width - 16, y - 36, 128, height + 100, cloth) : '';
  const beam = path(trace('M', x + 20, 892, 'H', x + width - 20, 'L', x + width + 90, 1150, 'H', x + 130, 'Z'), '#FFF6DD', 'opacity=".3"');
  return (
    verticalGradient('view', light.skyTop, light.skyLow) +
    `<defs><clipPath id="pane"><path d="${top}"/></clipPath></defs>` +
    (evening ? '' : beam) +
    path(top, decor.trim, `stroke="${decor.trim}" stroke-width="40"`) +
    view +
    stroke(top + uprights + level, bar, frameWidth) +
    rect(x - 34, y + height + 8, width + 68, 22, decor.trim) +
    rect(x - 28, y + height + 30, width + 56, 9, '#1D2433', 'opacity=".12"') +
    hung
  );
}
