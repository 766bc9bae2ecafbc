/** A house among its neighbours: a stretch of street seen straight on, wider than the other pictures. The neighbours are invented. */
import { readBuilding } from './building.ts';
import type { Building } from './building.ts';
import { heightOf } from './facade-facts.ts';
import type { Facade } from './facade-facts.ts';
import { hazy, lightAt } from './light.ts';
import type { Light } from './light.ts';
import { seededRandom } from '../random.ts';
import type { Random } from '../random.ts';
import { drawHorizon, drawRoadway, drawSky, frame } from './scenery.ts';
import { bicycle, car, lamp, person } from './street-life.ts';
import { drawBuilding, fittingScale } from './street-view.ts';
import { placed, symbol, use } from './svg.ts';
import { grove } from './trees.ts';

const ground = 1046;
/** What is left out of the usual frame above the row. */
const above = frame.height - heightOf('row');
/** Each weighs as much as the subject, so they take turns. */
const neighbourKinds = 2;

/** Lower than a tower, about as high as a house of a row. */
function neighbourStoreys(building: Building, seed: number): number {
  if (building.storeys <= 3) return building.storeys;
  const share = building.attached ? 1 : 0.45 + (seed % 4) * 0.14;
  return Math.max(2, Math.round(building.storeys * share) + (building.attached ? (seed % 3) - 1 : 0));
}

/** The neighbours on both sides, and trees in the gaps between them. */
function neighbours(building: Building, facade: Facade, light: Light, metre: number, left: number, right: number, random: Random): string {
  const veiled = hazy(light, 0.34);
  const gap = building.attached ? 0 : Math.max(34, 4 * metre);
  const kinds = Array.from({ length: neighbourKinds }, (_, index) => {
    const seed = facade.seed * 11 + index * 5 + 3;
    return { id: `n${index}`, house: readBuilding({ ...facade, seed, storeys: neighbourStoreys(building, seed) }) };
  });
  const tree = grove(building.climate, veiled, random);
  let drawn = kinds.map(({ id, house }) => symbol(id, drawBuilding(house, veiled, metre, `${id}-`))).join('');
  const kindAt = (index: number): (typeof kinds)[number] | undefined => kinds[index % neighbourKinds];
  const between = (x: number): string => (gap > 0 ? tree(x, ground, Math.min(360, Math.max(120, metre * 7))) : '');
  for (let x = left, index = 0; x > 0; index += 1) {
    const kind = kindAt(index);
    if (!kind) break;
    drawn += between(x - gap / 2);
    x -= gap + kind.house.width * metre;
    drawn += use(kind.id, x, ground);
  }
  for (let x = right, index = 1; x < frame.width; index += 1) {
    const kind = kindAt(index);
    if (!kind) break;
    drawn += between(x + gap / 2) + use(kind.id, x + gap, ground);
    x += gap + kind.house.width * metre;
  }
  return drawn;
}

function foreground(building: Building, light: Light, metre: number, left: number, random: Random): string {
  const width = building.width * metre;
  const kerb = ground + 48;
  const near = Math.min(46, Math.max(24, metre));
  const tree = grove(building.climate, light, random);
  const trees = [-0.9, -0.12, 1.12, 1.9].map((share) =>
    tree(left + width * share + random.between(-30, 30), kerb - 6, Math.min(300, Math.max(110, metre * 6))),
  );
  const people = Array.from({ length: random.integer(2, 4) }, () => person(random.between(80, 1_520), kerb + random.between(-18, 12), near, light, random));
  return (
    trees.join('') +
    lamp(left + width + 64, kerb, near, light) +
    lamp(left - 340, kerb, near, light) +
    bicycle(left + width * random.between(0.1, 0.3), kerb - 10, near, '#0F5C6E', light) +
    people.join('') +
    car(random.between(150, 620), 1178, near * 1.05, random.pick(['#D8CDB8', '#7F9AA0', '#C9713F', '#5E7C6A'] as const), light)
  );
}

/** The body of a picture of 1600 × 800 pixels. */
export function drawStreetRow(facade: Facade, evening: boolean): string {
  const building = readBuilding(facade);
  const random = seededRandom(`${facade.seed}/row`);
  const light = lightAt(evening, facade.climate, random);
  const metre = fittingScale(building, 560, 560);
  const width = building.width * metre;
  const left = (frame.width - width) / 2 + random.between(-90, 90);
  return placed(
    0,
    -above,
    drawSky(light, random) +
      drawHorizon(light, ground, 210, random) +
      neighbours(building, facade, light, metre, left, left + width, random) +
      drawRoadway(light, ground, building, random) +
      placed(left, ground, drawBuilding(building, light, metre, 'h')) +
      foreground(building, light, metre, left, random),
  );
}
