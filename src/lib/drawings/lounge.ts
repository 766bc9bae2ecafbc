/** The common room: sofa, shelves, a long table or a kitchen, tall windows. */
import { readBuilding } from './building.ts';
import { darker, lighter, mix } from './colour.ts';
import type { Facade } from './facade-facts.ts';
import { books, floorShadow, framedPrint, housePlant, pendant, rug, sleepingCat, sofa } from './furnishings.ts';
import { afterDark, drawShell, drawViewWindow, readDecor } from './interior.ts';
import type { Decor, Lamp } from './interior.ts';
import { daylight } from './light.ts';
import type { Light } from './light.ts';
import { seededRandom } from '../random.ts';
import type { Random } from '../random.ts';
import { circle, ellipse, group, path, placed, rect, stroke } from './svg.ts';

const floorLine = 880;

/** Open shelves up to the ceiling, origin at the lower left. */
function bookcase(x: number, decor: Decor, light: Light, random: Random): string {
  const shelves = [0, 1, 2, 3].map((row) => {
    const y = -34 - row * 166;
    const filling = random.pick(['books', 'mixed', 'books', 'plant'] as const);
    const things =
      filling === 'books'
        ? books(18, y, 290, 116, random)
        : filling === 'mixed'
          ? books(18, y, 150, 110, random) + rect(210, y - 64, 90, 64, decor.cloth2, 'rx="6"') + rect(236, y - 40, 36, 8, '#F4EDE0')
          : housePlant(80, y, 128, 'rubber', light, '#E6DCCB') + books(150, y, 160, 104, random);
    return things + rect(0, y, 330, 13, decor.wood);
  });
  return placed(
    x,
    floorLine + 18,
    floorShadow(0, 0, 330) +
      rect(0, -712, 330, 700, mix(decor.wall, decor.wood, 0.18)) +
      shelves.join('') +
      rect(-4, -718, 14, 718, decor.wood) +
      rect(320, -718, 14, 718, decor.wood) +
      rect(-4, -718, 338, 13, decor.wood),
  );
}

function kitchen(x: number, decor: Decor, random: Random): string {
  const doors = mix(decor.cloth, '#F4EDE0', 0.25);
  const fronts = [0, 1, 2, 3].map((at) => rect(12 + at * 116, -248, 108, 220, doors, 'rx="3"') + rect(46 + at * 116, -232, 40, 6, decor.metal)).join('');
  const tiles =
    rect(0, -430, 480, 156, '#F4EFE4') +
    stroke('M0 -391H480M0 -352H480M0 -313H480M60 -430V-274M120 -430V-274M180 -430V-274M240 -430V-274M300 -430V-274M360 -430V-274M420 -430V-274', '#DDD3C2', 2);
  const mugs = [0, 1, 2, 3, 4]
    .map((at) => rect(40 + at * 46, -488, 26, 32, [decor.cloth2, '#F4EDE0', '#8FA6A8', '#C98F6A', decor.cloth][at] ?? decor.cloth, 'rx="4"'))
    .join('');
  const kettle = placed(
    350,
    -274,
    path('M-34 0Q-40 -58 0 -62Q40 -58 34 0Z', '#8C9299') + stroke('M-20 -60Q0 -92 20 -60', decor.metal, 6) + path('M32 -30L58 -46L50 -26L34 -14Z', '#8C9299'),
  );
  const pans = random.chance(0.6)
    ? placed(110, -274, rect(-46, -44, 92, 44, '#B5573C', 'rx="6"') + rect(-52, -50, 104, 9, darker('#B5573C', 0.2)) + rect(-10, -60, 20, 10, decor.metal))
    : '';
  return placed(
    x,
    floorLine + 22,
    floorShadow(0, 0, 480) +
      tiles +
      rect(0, -456, 480, 13, decor.wood) +
      mugs +
      books(290, -456, 150, 84, random) +
      rect(0, -262, 480, 248, darker(doors, 0.18)) +
      fronts +
      rect(-8, -276, 496, 20, '#EADFCB') +
      rect(0, -14, 480, 14, decor.metal) +
      kettle +
      pans,
  );
}

/** A long table with stools, where people study or eat together. */
function longTable(x: number, decor: Decor, light: Light, random: Random): string {
  const stool = (at: number): string =>
    rect(at - 40, -158, 80, 16, decor.cloth2, 'rx="7"') +
    stroke(`M${at - 30} -144L${at - 38} 0M${at + 30} -144L${at + 38} 0M${at - 34} -56H${at + 34}`, decor.metal, 7);
  const laptop = placed(180, -254, rect(-56, -74, 112, 74, '#5B6167', 'rx="5"') + circle(0, -38, 8, '#DCE4E5') + rect(-66, -4, 132, 6, '#B9BEC2'));
  const fruit = placed(
    400,
    -254,
    path('M-56 -30H56Q46 0 0 0Q-46 0 -56 -30Z', '#F4EDE0') + circle(-24, -38, 19, '#C8694A') + circle(8, -42, 20, '#D99A3C') + circle(34, -36, 16, '#8FA377'),
  );
  const papers = rect(500, -262, 84, 8, '#FDFAF3') + rect(508, -270, 70, 8, decor.cloth);
  return placed(
    x,
    1108,
    floorShadow(0, 0, 700) +
      rect(0, -254, 700, 26, decor.wood) +
      rect(0, -254, 700, 8, lighter(decor.wood, 0.3)) +
      stroke('M46 -230L26 0M654 -230L674 0', darker(decor.wood, 0.15), 18) +
      [130, 300, 470, 600].map(stool).join('') +
      laptop +
      fruit +
      papers +
      (random.chance(0.5) ? housePlant(640, -254, 120, 'rubber', light, '#BE7350') : ''),
  );
}

function armchair(x: number, decor: Decor): string {
  const body = decor.cloth2;
  return placed(
    x,
    1098,
    floorShadow(0, 2, 270) +
      stroke('M44 -40L30 0M226 -40L240 0', decor.wood, 13) +
      path('M40 -330Q135 -356 230 -330L238 -110H32Z', darker(body, 0.08)) +
      rect(34, -176, 202, 90, lighter(body, 0.1), 'rx="20"') +
      rect(20, -106, 230, 70, body, 'rx="14"') +
      rect(0, -216, 52, 178, body, 'rx="24"') +
      rect(218, -216, 52, 178, body, 'rx="24"'),
  );
}

function coffeeTable(x: number, decor: Decor): string {
  return placed(
    x,
    1112,
    floorShadow(0, 0, 300) +
      rect(0, -112, 300, 16, decor.wood, 'rx="7"') +
      stroke('M40 -96L22 0M260 -96L278 0', decor.wood, 10) +
      rect(60, -124, 94, 12, '#C8421F') +
      rect(68, -134, 80, 10, '#EDE3D0') +
      rect(200, -142, 28, 30, '#8FA6A8', 'rx="4"') +
      rect(236, -136, 24, 24, '#FDFAF3', 'rx="4"'),
  );
}

function floorLamp(x: number, decor: Decor): string {
  return placed(
    x,
    floorLine + 66,
    ellipse(0, 0, 58, 10, decor.metal) +
      rect(-3.5, -560, 7, 560, decor.metal) +
      path('M-50 -690H50L82 -550H-82Z', '#F6E3B8') +
      rect(-82, -556, 164, 7, darker('#F6E3B8', 0.15)),
  );
}

/** The body of a 1600 × 1200 picture. */
export function drawLounge(facade: Facade, evening: boolean): string {
  const building = readBuilding(facade);
  const random = seededRandom(`${facade.seed}/lounge`);
  const decor = readDecor(building);
  const light = daylight(facade.climate, random);
  const modern = facade.yearBuilt >= 1985;
  const window = modern
    ? { x: 150, y: 90, width: 700, height: 660, panes: 4, curtains: false }
    : { x: 250, y: 140, width: 440, height: 560, panes: 3, curtains: true };
  const right = random.pick(['bookcase', 'kitchen', 'prints'] as const);
  const far =
    right === 'bookcase'
      ? bookcase(1180, decor, light, random)
      : right === 'kitchen'
        ? kitchen(1060, decor, random) + framedPrint(1180, 150, 190, 190, decor, random)
        : framedPrint(1010, 220, 200, 260, decor, random) +
          framedPrint(1240, 260, 170, 170, decor, random) +
          housePlant(1500, floorLine + 50, 480, 'palm', light, '#E6DCCB');
  const shared = random.chance(0.45);
  const lamps = shared ? [0, 1, 2].map((at) => pendant(640 + at * 220, 250, decor.cloth2, 62)).join('') : pendant(760, 190, decor.cloth2, 88);
  const furniture = shared
    ? sofa(120, floorLine + 96, decor) +
      lamps +
      longTable(720, decor, light, random) +
      (random.chance(0.5) ? housePlant(80, 1120, 330, 'rubber', light, '#BE7350') : '')
    : rug(330, 1010, 900, decor) +
      floorLamp(random.between(905, 960), decor) +
      sofa(210, floorLine + 110, decor) +
      (random.chance(0.45) ? sleepingCat(540, 818) : '') +
      lamps +
      coffeeTable(620, decor) +
      armchair(1010, decor);
  const scene = drawShell(decor, floorLine, random) + drawViewWindow(building, decor, window, random, evening) + far + furniture;
  const lit: readonly Lamp[] = shared
    ? [
        [640, 270, 380],
        [860, 270, 380],
        [1080, 270, 380],
      ]
    : [[760, 212, 680]];
  const seen = evening ? afterDark(scene, lit) : scene;
  return random.chance(0.5) ? group(seen, 'transform="matrix(-1 0 0 1 1600 0)"') : seen;
}
