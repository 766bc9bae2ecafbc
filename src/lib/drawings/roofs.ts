/** Roofs in elevation. Origin: the left eaves, on top of the wall; y is negative upwards; pixels unless said. */
import type { Building } from './building.ts';
import { darker, mix } from './colour.ts';
import type { Light } from './light.ts';
import { gable, lowTiles, mansard, slopes, stepped } from './pitched-roofs.ts';
import { seededRandom } from '../random.ts';
import { cornice } from './roof-parts.ts';
import type { Top } from './roof-parts.ts';
import { circle, ellipse, placed, rect, stroke, trace } from './svg.ts';

function setBack(top: Top): string {
  const { building, light, metre: m, width } = top;
  const from = width * 0.1;
  const span = width * 0.8;
  const body = light.paint(mix(building.wall, building.trim, 0.5));
  const glassY = -2.6 * m;
  let bars = '';
  for (let x = from; x <= from + span; x += building.bayWidth * m * 0.5) bars += trace('M', x, glassY, 'v', 2.1 * m);
  const shrubs = [0.04, 0.93].map((at) => ellipse(width * at, -1.1 * m, 0.8 * m, 0.6 * m, light.leafLight)).join('');
  return (
    rect(from, -3 * m, span, 3 * m, body) +
    rect(from + 0.4 * m, glassY, span - 0.8 * m, 2.1 * m, light.night ? '#F2C67C' : light.glass) +
    stroke(bars, light.paint(building.frame), Math.max(1, 0.07 * m)) +
    rect(from - 0.6 * m, -3.25 * m, span + 1.2 * m, 0.28 * m, light.paint(building.trim)) +
    rect(from, -2.97 * m, span, 0.3 * m, light.shadow, 'opacity=".18"') +
    shrubs +
    parapet(top)
  );
}

function parapet(top: Top): string {
  const { building, light, metre: m, width } = top;
  return (
    rect(-0.06 * m, -0.62 * m, width + 0.12 * m, 0.62 * m, light.paint(building.cladding === 'glass' ? building.trim : building.wall)) +
    rect(-0.12 * m, -0.72 * m, width + 0.24 * m, 0.16 * m, light.paint(building.trim)) +
    rect(0, -0.56 * m, width, 0.08 * m, light.shadow, 'opacity=".15"')
  );
}

function plant(top: Top): string {
  const { building, light, metre: m, width } = top;
  const colour = light.paint(mix(building.wall, building.roofColour, 0.4));
  const lift = rect(width * 0.24, -4 * m, width * 0.52, 4 * m, colour);
  const louvres: string[] = [];
  for (let y = 0.8 * m; y < 4 * m; y += 0.7 * m) louvres.push(trace('M', width * 0.24, -y, 'h', width * 0.52));
  const mast = rect(width * 0.62, -9.5 * m, Math.max(1.5, 0.3 * m), 5.5 * m, light.paint('#6B7075'));
  return (
    mast +
    (light.night ? circle(width * 0.62 + 1, -9.6 * m, Math.max(2, 0.35 * m), '#E2664B') : '') +
    lift +
    stroke(louvres.join(''), darker(colour, 0.2), 1.2) +
    parapet(top)
  );
}

/** Things that stand on a flat roof: lift house, water tank, aerial, washing. */
function onFlatRoof(top: Top): string {
  const { building, light, metre: m, width } = top;
  if (building.storeys < 3 || building.width < 12) return '';
  const random = seededRandom(`${building.seed}/roof-things`);
  const at = width * random.between(0.15, 0.7);
  const house =
    rect(at, -2.6 * m, 3 * m, 2.6 * m, light.paint(darker(building.wall, 0.1))) + rect(at - 0.1 * m, -2.7 * m, 3.2 * m, 0.2 * m, light.paint(building.trim));
  const tank =
    building.climate === 'east-asian' || building.climate === 'tropical'
      ? placed(
          at + 4 * m,
          0,
          circle(0, -1.9 * m, 0.8 * m, light.paint('#C9CFCD')) +
            stroke(trace('M', -0.6 * m, 0, 'V', -1.4 * m, 'M', 0.6 * m, 0, 'V', -1.4 * m), light.paint('#7B8288'), 2),
        )
      : '';
  return house + tank;
}

/** The roof over a wall `width` pixels wide. `id` prefixes the ids it defines; `metre` is pixels per metre. */
export function drawRoof(building: Building, light: Light, metre: number, id: string): string {
  const top: Top = { building, light, metre, width: building.width * metre, id };
  switch (building.roof) {
    case 'gable':
      return gable(top);
    case 'pitched':
    case 'hip':
      return slopes(top);
    case 'mansard':
      return mansard(top);
    case 'stepped':
      return stepped(top);
    case 'clay':
    case 'kawara':
      return lowTiles(top);
    case 'set-back':
      return setBack(top);
    case 'plant':
      return plant(top);
    case 'cornice':
      return (
        rect(0, -0.9 * metre, top.width, 0.6 * metre, light.paint(building.wall)) +
        cornice(top) +
        rect(0, -0.98 * metre, top.width, 0.14 * metre, light.paint(building.trim))
      );
    case 'parapet':
      return onFlatRoof(top) + parapet(top);
    case 'overhang':
      return (
        rect(-0.9 * metre, -0.4 * metre, top.width + 1.8 * metre, 0.4 * metre, light.paint(building.roofColour)) +
        rect(0, 0, top.width, 0.5 * metre, light.shadow, 'opacity=".17"')
      );
  }
}
