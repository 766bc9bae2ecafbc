/** Tiles, chimneys, dormers and cornices, which roofs of many shapes share. Origin: the left eaves, on top of the wall; pixels. */
import type { Building } from './building.ts';
import { darker, lighter } from './colour.ts';
import type { Light } from './light.ts';
import { seededRandom } from '../random.ts';
import { comb, path, pattern, rect, stroke, trace } from './svg.ts';

export interface Top {
  readonly building: Building;
  readonly light: Light;
  readonly metre: number;
  readonly width: number;
  readonly id: string;
}

/** Rise of the roof above the eaves in metres, chimneys not counted. */
export function roofRise(building: Building): number {
  switch (building.roof) {
    case 'gable':
      return Math.min(6, building.width * 0.36);
    case 'pitched':
      return Math.min(3.2, 1.6 + building.width * 0.1);
    case 'hip':
      return Math.min(3.4, building.width * 0.22);
    case 'mansard':
      return 2.9;
    case 'clay':
      return 1.5;
    case 'kawara':
      return 2;
    case 'stepped':
      return Math.min(5, building.width * 0.55);
    case 'set-back':
      return 3.2;
    case 'plant':
      return 4.5;
    case 'cornice':
      return 0.9;
    case 'parapet':
    case 'overhang':
      return 0.6;
  }
}

export function tiles({ building, light, metre, id }: Top): string {
  const colour = light.paint(building.roofColour);
  const step = Math.max(6, metre * 0.3);
  const clay = building.roof === 'clay' || building.roof === 'kawara';
  const line = clay
    ? stroke(trace('M', step / 2, 0, 'V', step), darker(colour, 0.16), step * 0.22)
    : stroke(trace('M0', step, 'H', step * 1.6, 'M0 0V', step), darker(colour, 0.13), 1);
  return pattern(`${id}t`, clay ? step : step * 1.6, step, line);
}

export function tiled(top: Top, d: string): string {
  return tiles(top) + path(d, top.light.paint(top.building.roofColour)) + path(d, `url(#${top.id}t)`);
}

export function chimney(top: Top, x: number, base: number, height: number): string {
  const { light, metre: m, building } = top;
  const stack = light.paint(building.cladding === 'brick' ? darker(building.wall, 0.08) : '#B0735A');
  const pots = [0.12, 0.42].map((at) => rect(x + at * m, base - height - 0.38 * m, 0.22 * m, 0.3 * m, light.paint('#C0764E'))).join('');
  return (
    rect(x, base - height, 0.85 * m, height, stack) +
    rect(x - 0.07 * m, base - height - 0.1 * m, m, 0.14 * m, darker(stack, 0.15)) +
    rect(x + 0.6 * m, base - height, 0.25 * m, height, light.shadow, 'opacity=".15"') +
    pots
  );
}

export function dormer(top: Top, x: number, y: number): string {
  const { light, metre: m, building } = top;
  const trim = light.paint(building.trim);
  const lit = light.night && seededRandom(`${building.seed}/${Math.round(x)}`).chance(0.6);
  return (
    path(trace('M', x - 0.75 * m, y - 1.45 * m, 'Q', x, y - 2.15 * m, x + 0.75 * m, y - 1.45 * m, 'Z'), darker(light.paint(building.roofColour), 0.15)) +
    rect(x - 0.62 * m, y - 1.45 * m, 1.24 * m, 1.45 * m, trim) +
    rect(x - 0.44 * m, y - 1.3 * m, 0.88 * m, 1.2 * m, lit ? '#F6CF86' : light.glass) +
    stroke(trace('M', x, y - 1.3 * m, 'v', 1.2 * m, 'M', x - 0.44 * m, y - 0.8 * m, 'h', 0.88 * m), trim, Math.max(1, 0.05 * m))
  );
}

export function cornice(top: Top, overhang = 0.3): string {
  const { light, metre: m, building, width } = top;
  const trim = light.paint(building.trim);
  const dentils = m > 14 ? comb(trace('M0', m * 0.08, 'H', width), m * 0.16, m * 0.2, m * 0.22, darker(trim, 0.1)) : '';
  return (
    dentils +
    rect(-overhang * m, -0.36 * m, width + overhang * 2 * m, 0.36 * m, trim) +
    rect(-overhang * m, -0.36 * m, width + overhang * 2 * m, 0.1 * m, lighter(trim, 0.5)) +
    rect(0, 0.16 * m, width, 0.34 * m, light.shadow, 'opacity=".13"')
  );
}
