/** Sloping roofs in elevation. Origin: the left eaves, on top of the wall; y is negative upwards; pixels. */
import { drawCladding } from './cladding.ts';
import { darker, lighter } from './colour.ts';
import { seededRandom } from '../random.ts';
import { chimney, cornice, dormer, roofRise, tiled } from './roof-parts.ts';
import type { Top } from './roof-parts.ts';
import { circle, path, rect, stroke, trace } from './svg.ts';

export function gable(top: Top): string {
  const { building, light, metre: m, width } = top;
  const rise = roofRise(building) * m;
  const eave = 0.45 * m;
  const id = `${top.id}v`;
  const clip = `<defs><clipPath id="${id}"><path d="${trace('M0 1V0L', width / 2, -rise, 'L', width, 0, 'v1Z')}"/></clipPath></defs>`;
  const wall = `<g clip-path="url(#${id})">${drawCladding(building, light, m, width, rise, `${top.id}vs`)}</g>`;
  const slope = eave * (rise / (width / 2));
  const verge = trace('M', -eave, slope, 'L', width / 2, -rise, 'L', width + eave, slope);
  const roof =
    stroke(verge, light.paint(building.roofColour), 0.34 * m, 'stroke-linejoin="miter"') +
    stroke(trace('M', -eave, slope + 0.22 * m, 'L', width / 2, -rise + 0.22 * m, 'L', width + eave, slope + 0.22 * m), light.paint(building.trim), 0.09 * m);
  const pane = light.night ? '#F6CF86' : light.glass;
  const attic =
    rise > 2 * m
      ? rect(width / 2 - 0.6 * m, -rise * 0.58, 1.2 * m, 1.3 * m, pane, `stroke="${light.paint(building.frame)}" stroke-width="${Math.max(2, 0.08 * m)}"`) +
        stroke(trace('M', width / 2, -rise * 0.58, 'v', 1.3 * m), light.paint(building.frame), 2)
      : '';
  return chimney(top, width * 0.68, -rise * 0.45, 1.5 * m) + clip + wall + attic + roof;
}

export function slopes(top: Top): string {
  const { building, light, metre: m, width } = top;
  const random = seededRandom(`${building.seed}/roof`);
  const rise = roofRise(building) * m;
  const over = building.attached ? 0 : 0.35 * m;
  const hip = building.roof === 'hip' ? Math.min(width * 0.3, rise * 1.3) : building.attached ? 0 : 0.25 * m;
  const d = trace('M', -over, 0, 'L', hip, -rise, 'H', width - hip, 'L', width + over, 0, 'Z');
  const stacks =
    building.idiom === 'bungalow'
      ? ''
      : building.attached
        ? chimney(top, width - 0.6 * m, -rise * 0.7, 1.5 * m)
        : chimney(top, width * random.between(0.2, 0.3), -rise * 0.75, 1.4 * m);
  const rooflights =
    building.roof === 'pitched' && random.chance(0.6)
      ? [0.3, 0.68]
          .map((at) =>
            rect(
              width * at - 0.45 * m,
              -rise * 0.68,
              0.9 * m,
              rise * 0.36,
              light.night ? '#E9B766' : lighter(light.glass, 0.2),
              `stroke="${light.paint('#4A4F57')}" stroke-width="2"`,
            ),
          )
          .join('')
      : '';
  const gutter =
    rect(-over, -0.05 * m, width + over * 2, 0.16 * m, light.paint(building.trim)) + rect(0, 0.11 * m, width, 0.32 * m, light.shadow, 'opacity=".15"');
  return stacks + tiled(top, d) + rect(hip, -rise - 0.08 * m, width - hip * 2, 0.14 * m, darker(light.paint(building.roofColour), 0.18)) + rooflights + gutter;
}

export function mansard(top: Top): string {
  const { building, light, metre: m, width } = top;
  const rise = roofRise(building) * m;
  const zinc = light.paint(building.roofColour);
  const seams: string[] = [];
  for (let x = 0.6 * m; x < width; x += 0.6 * m) seams.push(trace('M', x, 0, 'V', -rise));
  const bay = building.bayWidth * m;
  const dormers = Array.from({ length: building.bays }, (_, index) =>
    index % 2 === 0 || building.bays < 6 ? dormer(top, (index + 0.5) * bay, -0.4 * m) : '',
  ).join('');
  const inset = 0.5 * m;
  return (
    chimney(top, width * 0.12, -rise * 0.9, 1.3 * m) +
    chimney(top, width * 0.84, -rise * 0.9, 1.3 * m) +
    path(trace('M0 0L', inset, -rise, 'H', width - inset, 'L', width, 0, 'Z'), zinc) +
    stroke(seams.join(''), darker(zinc, 0.1), 1, 'opacity=".7"') +
    rect(inset - 4, -rise - 0.12 * m, width - inset * 2 + 8, 0.2 * m, darker(zinc, 0.2)) +
    dormers +
    cornice(top, 0.25)
  );
}

export function stepped(top: Top): string {
  const { building, light, metre: m, width } = top;
  const rise = roofRise(building) * m;
  const steps = 4;
  let d = 'M0 0';
  for (let step = 0; step < steps; step += 1) d += trace('V', -((step + 1) / (steps + 1)) * rise, 'H', ((step + 1) * width * 0.4) / steps);
  d += trace('V', -rise, 'H', width * 0.6);
  for (let step = steps - 1; step >= 0; step -= 1) d += trace('V', -((step + 1) / (steps + 1)) * rise, 'H', width - (step * width * 0.4) / steps);
  d += 'V0Z';
  const wall = light.paint(building.wall);
  const trim = light.paint(building.trim);
  const pane = rect(width / 2 - 0.5 * m, -rise * 0.52, m, 1.3 * m, light.night ? '#F6CF86' : light.glass, `stroke="${trim}" stroke-width="${0.09 * m}"`);
  return (
    path(d, wall, `stroke="${trim}" stroke-width="${Math.max(2, 0.12 * m)}"`) +
    pane +
    circle(width / 2, -rise * 0.76, 0.22 * m, darker(wall, 0.3)) +
    rect(-2, -0.1 * m, width + 4, 0.22 * m, trim)
  );
}

export function lowTiles(top: Top): string {
  const { building, light, metre: m, width } = top;
  const rise = roofRise(building) * m;
  const kawara = building.roof === 'kawara';
  const over = (building.attached ? 0.1 : kawara ? 1 : 0.6) * m;
  const colour = light.paint(building.roofColour);
  const lift = kawara ? 0.16 * m : 0;
  const d = trace(
    'M',
    -over,
    -lift,
    'Q',
    0.4 * m,
    -rise * 0.25,
    0.9 * m,
    -rise,
    'H',
    width - 0.9 * m,
    'Q',
    width - 0.4 * m,
    -rise * 0.25,
    width + over,
    -lift,
    'L',
    width + over,
    0.05 * m,
    'H',
    -over,
    'Z',
  );
  const ridge = kawara
    ? rect(0.6 * m, -rise - 0.18 * m, width - 1.2 * m, 0.26 * m, darker(colour, 0.25))
    : rect(0.9 * m, -rise - 0.06 * m, width - 1.8 * m, 0.12 * m, darker(colour, 0.2));
  const edge = rect(-over, 0, width + over * 2, kawara ? 0.16 * m : 0.12 * m, darker(colour, 0.22));
  const shade = rect(0, 0.14 * m, width, 0.5 * m, light.shadow, 'opacity=".18"');
  return (kawara || building.attached ? '' : chimney(top, width * 0.74, -rise * 0.6, 1.2 * m)) + shade + tiled(top, d) + ridge + edge;
}
