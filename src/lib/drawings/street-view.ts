/** A house seen straight on from across the street, by day or at the blue hour. */
import { readBuilding } from './building.ts';
import type { Building } from './building.ts';
import { mix } from './colour.ts';
import { drawWall } from './elevation.ts';
import type { Facade } from './facade-facts.ts';
import { hedge, potted } from './garden.ts';
import { daylight, hazy, nightfall } from './light.ts';
import type { Light } from './light.ts';
import { grove } from './trees.ts';
import { seededRandom } from '../random.ts';
import type { Random } from '../random.ts';
import { roofRise } from './roof-parts.ts';
import { drawRoof } from './roofs.ts';
import { drawBlocks, drawHorizon, drawRoadway, drawSky, frame } from './scenery.ts';
import { bench, bicycle, cafeTable, car, lamp, person } from './street-life.ts';
import { placed, symbol, use } from './svg.ts';

const ground = 1046;
const bicycleColours = ['#C8421F', '#0F5C6E', '#D99A3C', '#5E7C6A', '#37465C'] as const;
const carColours = ['#D8CDB8', '#7F9AA0', '#C9713F', '#5E7C6A', '#8C3B2E', '#E3C77F'] as const;

/** Pixels per metre at which a building fills, but does not crowd, a frame of the given size. */
export function fittingScale(building: Building, width: number, height: number): number {
  return Math.min(height / (building.height + roofRise(building) + 1), width / building.width, 92);
}

/** The whole building; origin at its lower left corner. */
export function drawBuilding(building: Building, light: Light, metre: number, id: string): string {
  const wall = { building, light, metre, id, side: false };
  return drawWall(wall, building.bays) + placed(0, -building.height * metre, drawRoof(building, light, metre, `${id}t`));
}

/** The rest of the row. Two or three houses take turns, because each one weighs as much as the subject. */
function neighbours(building: Building, facade: Facade, light: Light, metre: number, left: number, right: number): string {
  const veiled = hazy(light, 0.34);
  const count = building.width * metre < 360 ? 3 : 2;
  const row = Array.from({ length: count }, (_, index) => {
    const seed = facade.seed * 7 + index + 1;
    const storeys = Math.max(1, building.storeys + (building.storeys > 3 ? (seed % 3) - 1 : 0));
    return { id: `n${index}`, house: readBuilding({ ...facade, seed, storeys }) };
  });
  const [first, ...rest] = row;
  if (!first) return '';
  const houseAt = (index: number): { readonly id: string; readonly house: Building } => [first, ...rest][index % count] ?? first;
  let drawn = row.map(({ id, house }) => symbol(id, drawBuilding(house, veiled, metre, `${id}-`))).join('');
  for (let x = left, index = 0; x > 0; index += 1) {
    const { id, house } = houseAt(index);
    x -= house.width * metre;
    drawn += use(id, x, ground);
  }
  for (let x = right, index = 1; x < frame.width; index += 1) {
    const { id, house } = houseAt(index);
    drawn += use(id, x, ground);
    x += house.width * metre;
  }
  return drawn;
}

function foreground(building: Building, light: Light, metre: number, left: number, random: Random): string {
  const width = building.width * metre;
  const right = left + width;
  const m = Math.max(metre, 14);
  const tree = grove(building.climate, light, random);
  const treeHeight = Math.min(Math.max(6.5 * metre, 86), 430);
  const kerb = ground + 48;
  const parts: string[] = [];
  const spots =
    metre > 30
      ? [random.between(60, 200), random.between(1400, 1540)]
      : Array.from({ length: random.integer(5, 8) }, (_, index) => 70 + index * 205 + random.between(-60, 60));
  for (const spot of spots) {
    const before = spot > left + width * 0.2 && spot < right - width * 0.2;
    parts.push(tree(spot, kerb - 6, before ? treeHeight * 0.72 : treeHeight));
  }
  parts.push(lamp(random.chance(0.5) ? left - 60 : right + 60, kerb, Math.min(m * 1.05, 56), light));
  const near = metre < 14 ? 19 : Math.min(Math.max(m, 28), 62);
  const along = (from: number, to: number): number => left + width * random.between(from, to);
  parts.push(bicycle(along(0.02, 0.25), kerb - 10, near, random.pick(bicycleColours), light));
  if (random.chance(0.5)) parts.push(bicycle(along(0.72, 0.98), kerb - 14, near, random.pick(bicycleColours), light));
  if (building.groundFloor === 'shops' && random.chance(0.7)) parts.push(cafeTable(along(0.4, 0.6), kerb - 18, near, building.accent, light));
  else if (random.chance(0.4)) parts.push(bench(along(0.55, 0.75), kerb - 8, near, light));
  parts.push(person(along(-0.1, 1.1), kerb + 10, near, light, random));
  if (random.chance(0.6)) parts.push(person(along(-0.2, 1.2), kerb + 2, near, light, random));
  if (metre < 14)
    for (let more = random.integer(3, 6); more > 0; more -= 1)
      parts.push(person(random.between(60, 1540), kerb + random.between(-22, 14), near, light, random));
  if (random.chance(0.4)) parts.push(car(random.between(150, 1450), 1178, Math.max(28, Math.min(near * 1.1, 58)), random.pick(carColours), light));
  return parts.join('');
}

function frontGarden(building: Building, light: Light, metre: number, left: number, random: Random): string {
  const width = building.width * metre;
  if (building.attached || building.groundFloor === 'shops' || building.storeys > 4) {
    return building.groundFloor === 'door' || building.groundFloor === 'bay-window'
      ? potted(left + width * random.between(0.1, 0.9), ground + 4, metre * 1.1, light)
      : '';
  }
  const height = metre * 0.85;
  return (
    hedge(-10, ground + 2, left - metre * 0.7 + 10, height, light) +
    hedge(left + width + metre * 0.7, ground + 2, frame.width - left - width, height, light) +
    potted(left + width * 0.06, ground + 4, metre * 1.2, light)
  );
}

/** A tower stands on a broader base with shops, which ties it to the street. */
function podium(building: Building, light: Light, metre: number, left: number): string {
  if (building.storeys < 14) return '';
  const bays = building.bays + 4 + (building.seed % 3);
  const storeys = 3;
  const height = building.groundHeight + (storeys - 1) * building.storeyHeight;
  const base: Building = {
    ...building,
    storeys,
    bays,
    width: bays * building.bayWidth,
    height,
    roof: 'parapet',
    balcony: 'none',
    groundFloor: 'shops',
    wall: mix(building.wall, building.trim, 0.3),
  };
  const start = left - (2 + (building.seed % 3)) * building.bayWidth * metre;
  return placed(start, ground, drawBuilding(base, light, metre, 'pd'));
}

/** The body of a 1600 × 1200 picture. */
export function drawStreetView(facade: Facade, evening: boolean): string {
  const building = readBuilding(facade);
  const random = seededRandom(`${facade.seed}/${facade.shot}`);
  const light = evening ? nightfall(facade.climate, random) : daylight(facade.climate, random);
  const metre = fittingScale(building, building.attached ? 1080 : 1180, 900);
  const width = building.width * metre;
  const left = (frame.width - width) / 2 + random.between(-1, 1) * Math.min(90, (frame.width - width) * 0.12);
  const tall = building.height * metre;
  const sides = building.attached
    ? neighbours(building, facade, light, metre, left, left + width)
    : building.storeys > 3
      ? drawBlocks(light, ground, -40, left - random.between(30, 90), tall * 0.6, 'q', random) +
        drawBlocks(light, ground, left + width + random.between(30, 90), 1640, tall * 0.66, 'p', random)
      : '';
  const trees = grove(building.climate, hazy(light, 0.35), random);
  const behind =
    building.attached || building.storeys > 3
      ? ''
      : [left - 120, left + width + 130, left - 320, left + width + 330].map((x) => trees(x, ground, random.between(330, 520))).join('');
  return (
    drawSky(light, random) +
    drawHorizon(light, ground, 150 + Math.min(330, building.storeys * 22), random) +
    behind +
    sides +
    drawRoadway(light, ground, building, random) +
    podium(building, light, metre, left) +
    placed(left, ground, drawBuilding(building, light, metre, 'h')) +
    frontGarden(building, light, metre, left, random) +
    foreground(building, light, metre, left, random)
  );
}
