/** The garden side of a house: lawn, path, trees, people outside. */
import { readBuilding } from './building.ts';
import type { Building } from './building.ts';
import { darker, lighter, mix } from './colour.ts';
import type { Facade } from './facade-facts.ts';
import { hazy, lightAt } from './light.ts';
import type { Light } from './light.ts';
import { flowerBed, hedge, potted } from './garden.ts';
import { grove } from './trees.ts';
import { seededRandom } from '../random.ts';
import type { Random } from '../random.ts';
import { drawBlocks, drawHorizon, drawSky, frame } from './scenery.ts';
import { bench, bicycle, cafeTable, person } from './street-life.ts';
import { drawBuilding, fittingScale } from './street-view.ts';
import { circle, group, path, placed, rect, stroke, trace } from './svg.ts';

const ground = 872;

function lawn(light: Light, door: number): string {
  const way = path(
    trace('M', door - 34, ground, 'C', door - 60, 960, 560, 1000, 500, 1200, 'H', 800, 'C', 830, 1020, door + 40, 970, door + 34, ground, 'Z'),
    lighter(light.pavement, 0.35),
  );
  const mown = [0, 1, 2, 3]
    .map((row) => rect(0, ground + 22 + row * row * 24 + row * 32, frame.width, 22 + row * 14, mix(light.lawn, light.leafLight, 0.22), 'opacity=".55"'))
    .join('');
  return rect(0, ground, frame.width, frame.height - ground, light.lawn) + mown + way + rect(0, ground, frame.width, 6, light.shadow, 'opacity=".12"');
}

/** Bulbs on a sagging wire between two trees. */
function festoon(from: number, to: number, y: number, light: Light): string {
  const middle = (from + to) / 2;
  const bulbs = Array.from({ length: 11 }, (_, index) => {
    const share = (index + 0.5) / 11;
    const sag = 4 * share * (1 - share) * 62;
    return light.night
      ? circle(from + (to - from) * share, y + sag + 9, 22, '#F6D590', 'opacity=".22"') + circle(from + (to - from) * share, y + sag + 9, 7, '#FFE9B8')
      : circle(from + (to - from) * share, y + sag + 9, 7, '#F2CE84');
  });
  return stroke(trace('M', from, y, 'Q', middle, y + 124, to, y), darker(light.trunk, 0.2), 2) + bulbs.join('');
}

function parasol(x: number, y: number, metre: number, colour: string, light: Light): string {
  const m = metre;
  const cloth = light.paint(colour);
  const panel = trace('M', -1.35 * m, -2.05 * m, 'Q0', -2.9 * m, 1.35 * m, -2.05 * m, 'Z');
  const gore = trace('M', -0.45 * m, -2.05 * m, 'Q', -0.3 * m, -2.4 * m, 0, -2.49 * m, 'Q', 0.3 * m, -2.4 * m, 0.45 * m, -2.05 * m, 'Z');
  return placed(x, y, rect(-0.03 * m, -2.4 * m, 0.06 * m, 2.4 * m, light.paint('#8A6A50')) + path(panel, cloth) + path(gore, light.paint('#FBF4E6')));
}

function planting(building: Building, light: Light, random: Random): string {
  const tree = grove(building.climate, light, random);
  return (
    tree(random.between(90, 170), 1010, random.between(560, 660)) +
    tree(random.between(1440, 1530), 990, random.between(520, 640)) +
    flowerBed(-20, 1178, 400, 48, light, random) +
    flowerBed(1150, 1188, 480, 54, light, random) +
    potted(1052, 1150, 90, light)
  );
}

function company(building: Building, light: Light, random: Random): string {
  const m = 62;
  const table = random.between(1080, 1200);
  const bikes = ['#C8421F', '#0F5C6E', '#D99A3C', '#5E7C6A'] as const;
  const rack = Array.from({ length: random.integer(2, 4) }, (_, index) => bicycle(270 + index * 74, 968 + index * 5, 52, bikes[index] ?? bikes[0], light)).join(
    '',
  );
  return (
    rack +
    parasol(table, 1022, m, building.accent, light) +
    cafeTable(table, 1024, m, '#B58A63', light) +
    person(table - 130, 1034, m, light, random) +
    (random.chance(0.6) ? person(random.between(640, 760), 1010, 54, light, random) : '') +
    bench(random.between(390, 470), 1076, m, light) +
    (random.chance(0.5) ? person(random.between(560, 720), 1130, 68, light, random) : '')
  );
}

/** The body of a 1600 × 1200 picture. */
export function drawCourtyard(facade: Facade, evening: boolean): string {
  const building: Building = { ...readBuilding(facade), attached: false };
  const random = seededRandom(`${facade.seed}/courtyard`);
  const light = lightAt(evening, facade.climate, random);
  const rear: Building = { ...building, groundFloor: building.groundFloor === 'shops' ? 'door' : building.groundFloor };
  const metre = fittingScale(rear, 1120, 790);
  const width = rear.width * metre;
  const left = (frame.width - width) / 2 + random.between(-50, 50);
  const mirrored = random.chance(0.5);
  const flipped = (content: string): string => (mirrored ? group(content, `transform="matrix(-1 0 0 1 ${frame.width} 0)"`) : content);
  const trees = grove(rear.climate, hazy(light, 0.3), random);
  const sides =
    rear.storeys > 3
      ? drawBlocks(light, ground, -40, left - 40, rear.height * metre * 0.6, 'q', random) +
        drawBlocks(light, ground, left + width + 40, 1640, rear.height * metre * 0.55, 'p', random)
      : '';
  const screen = [0.14, 0.5, 0.86]
    .map(
      (share) =>
        trees(left * share, ground, random.between(230, 360)) + trees(left + width + (frame.width - left - width) * share, ground, random.between(230, 360)),
    )
    .join('');
  return (
    drawSky(light, random) +
    drawHorizon(light, ground, 190, random) +
    sides +
    screen +
    hedge(-20, ground + 6, frame.width + 40, 56, light) +
    flipped(lawn(light, mirrored ? frame.width - left - width / 2 : left + width / 2)) +
    placed(left, ground + 4, drawBuilding(rear, light, metre, 'h')) +
    flowerBed(left + 20, ground + 16, width * 0.3, 38, light, random) +
    flowerBed(left + width * 0.68, ground + 16, width * 0.28, 38, light, random) +
    (left > 300 ? festoon(150, left + 6, 600, light) + festoon(left + width - 6, 1470, 590, light) : '') +
    flipped(company(rear, light, random) + planting(rear, light, random))
  );
}
