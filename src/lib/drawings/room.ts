/** A student's bedroom: bed, desk, and a window with a view. */
import { readBuilding } from './building.ts';
import { lighter } from './colour.ts';
import type { Facade } from './facade-facts.ts';
import { bed, books, chair, desk, floorShadow, framedPrint, housePlant, pendant, rug, suitcase } from './furnishings.ts';
import { afterDark, drawShell, drawViewWindow, readDecor } from './interior.ts';
import type { Decor } from './interior.ts';
import { daylight } from './light.ts';
import type { Light } from './light.ts';
import { seededRandom } from '../random.ts';
import type { Random } from '../random.ts';
import { circle, group, path, placed, rect, stroke, trace } from './svg.ts';

const floorLine = 906;

/** Postcards from home, on a string. */
function postcards(x: number, y: number, decor: Decor, random: Random): string {
  const cards = Array.from({ length: 5 }, (_, index) => {
    const at = 26 + index * 78;
    const sag = 26 * (1 - ((index - 2) / 2.6) ** 2);
    const colour = random.pick([decor.cloth2, '#8FA6A8', '#E0B7A0', '#DCE4D2', decor.cloth] as const);
    return placed(
      at,
      sag,
      rect(0, 6, 58, 72, '#FDFAF3', `transform="rotate(${random.integer(-5, 5)})"`) +
        rect(7, 13, 44, 42, lighter(colour, 0.25)) +
        rect(26, -2, 7, 15, decor.wood),
    );
  });
  return placed(x, y, stroke('M0 0Q210 62 420 0', decor.metal, 2.5) + cards.join(''));
}

function wallShelf(x: number, y: number, decor: Decor, light: Light, random: Random): string {
  return placed(
    x,
    y,
    books(14, 0, 190, 92, random) +
      housePlant(252, 0, 120, 'trailing', light, '#BE7350') +
      rect(300, -58, 46, 58, decor.cloth2, 'rx="6"') +
      rect(0, 0, 380, 14, decor.wood) +
      rect(0, 14, 380, 6, '#1D2433', 'opacity=".12"') +
      stroke('M40 14v34M340 14v34', decor.metal, 5),
  );
}

function wardrobe(x: number, decor: Decor): string {
  return placed(
    x,
    floorLine + 22,
    rect(0, -660, 250, 646, lighter(decor.wood, 0.22)) +
      stroke('M125 -650V-24', lighter(decor.wood, 0.02), 4) +
      rect(108, -360, 6, 60, decor.metal) +
      rect(136, -360, 6, 60, decor.metal) +
      rect(-6, -672, 262, 16, decor.wood) +
      rect(0, -14, 250, 14, decor.wood) +
      placed(40, -672, rect(0, -62, 150, 62, decor.cloth2, 'rx="6"') + rect(56, -40, 40, 10, '#F4EDE0')),
  );
}

function towelHook(x: number, y: number, decor: Decor): string {
  return placed(
    x,
    y,
    rect(-60, -6, 120, 12, decor.wood) +
      path('M-36 0Q-60 110 -44 190H6Q14 90 -10 0Z', decor.cloth2) +
      path('M34 0L2 56Q0 150 10 180H66Q72 120 62 50Z', decor.cloth) +
      circle(-22, 0, 6, decor.metal) +
      circle(34, 0, 6, decor.metal),
  );
}

/** The body of a 1600 × 1200 picture. */
export function drawRoom(facade: Facade, evening: boolean): string {
  const building = readBuilding(facade);
  const random = seededRandom(`${facade.seed}/room`);
  const decor = readDecor(building);
  const light = daylight(facade.climate, random);
  const bedX = random.between(70, 120);
  const deskX = random.between(1010, 1060);
  const modern = facade.yearBuilt >= 1990;
  const window = {
    x: random.between(610, 660),
    y: modern ? 150 : 190,
    width: modern ? 360 : 320,
    height: modern ? 560 : 470,
    panes: 2,
    curtains: random.chance(0.8),
  };
  const overBed = random.pick(['postcards', 'prints', 'shelf'] as const);
  const above =
    overBed === 'postcards'
      ? postcards(bedX + 20, 330, decor, random)
      : overBed === 'prints'
        ? framedPrint(bedX + 60, 270, 150, 200, decor, random) + framedPrint(bedX + 240, 310, 130, 130, decor, random)
        : wallShelf(bedX, 400, decor, light, random);
  const overDesk = random.chance(0.55)
    ? wallShelf(deskX + 100, 440, decor, light, random)
    : framedPrint(deskX + 120, 290, 150, 200, decor, random) + framedPrint(deskX + 300, 330, 130, 160, decor, random);
  const corner = random.pick(['plant', 'wardrobe', 'hook'] as const);
  const extra =
    corner === 'plant'
      ? housePlant(1530, floorLine + 34, 400, 'palm', light, '#E6DCCB')
      : corner === 'wardrobe'
        ? wardrobe(1480, decor)
        : towelHook(1530, 420, decor);
  const lampX = window.x + window.width + random.between(-40, 60);
  const lampY = random.between(96, 150);
  const scene =
    drawShell(decor, floorLine, random) +
    drawViewWindow(building, decor, window, random, evening) +
    above +
    overDesk +
    extra +
    pendant(lampX, lampY, decor.cloth2, 74) +
    desk(deskX, floorLine + 40, decor, light, random) +
    rug(560, floorLine + 88, 560, decor) +
    bed(bedX, floorLine + 70, decor, random) +
    chair(deskX + 220, floorLine + 112, decor) +
    (random.chance(0.6)
      ? suitcase(random.between(820, 900), floorLine + 150, '#C98F6A')
      : placed(
          860,
          floorLine + 130,
          floorShadow(-76, 2, 152) +
            path(trace('M-60 0Q-70 -120 0 -128Q70 -120 60 0Z'), '#B7791F') +
            path('M-40 -6V-64H40V-6Z', '#9A6418') +
            stroke('M-18 -126Q0 -160 18 -126', '#9A6418', 7),
        ));
  const seen = evening ? afterDark(scene, [[lampX, lampY + 20, 620]]) : scene;
  return random.chance(0.5) ? group(seen, 'transform="matrix(-1 0 0 1 1600 0)"') : seen;
}
