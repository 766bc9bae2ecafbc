/** What stands and moves before a house. Origin of each: on the ground, in its middle; `metre` is pixels per metre. */
import { darker, lighter } from './colour.ts';
import type { Light } from './light.ts';
import type { Choices, Random } from '../random.ts';
import { circle, ellipse, path, placed, rect, stroke, trace } from './svg.ts';

const clothes: Choices<string> = ['#C8421F', '#0F5C6E', '#D99A3C', '#5E7C6A', '#7B5C72', '#37465C', '#E0B7A0', '#EDE3D0'];
const skins: Choices<string> = ['#E8B996', '#C98F6B', '#8D5D42', '#F0CBAE', '#6B4432'];
const hairs: Choices<string> = ['#2B2A2E', '#4A342A', '#8A5A34', '#C49A5A', '#1D2433'];

function shadowUnder(half: number, metre: number, light: Light): string {
  return ellipse(half * 0.15, 0, half, Math.max(1.5, metre * 0.06), light.shadow, 'opacity=".2"');
}

export function bicycle(x: number, y: number, metre: number, colour: string, light: Light): string {
  const m = metre;
  const line = Math.max(1.2, 0.045 * m);
  const paint = light.paint(colour);
  const tyre = light.paint('#343A44');
  const wheel = (at: number): string =>
    circle(at * m, -0.34 * m, 0.33 * m, 'none', `stroke="${tyre}" stroke-width="${Math.round(line * 10) / 10}"`) +
    (m > 20 ? circle(at * m, -0.34 * m, 0.045 * m, tyre) : '');
  const frame = trace(
    'M',
    -0.52 * m,
    -0.34 * m,
    'L',
    -0.2 * m,
    -0.82 * m,
    'H',
    0.34 * m,
    'L',
    -0.04 * m,
    -0.36 * m,
    'H',
    -0.52 * m,
    'M',
    -0.04 * m,
    -0.36 * m,
    'L',
    -0.24 * m,
    -0.92 * m,
    'M',
    0.52 * m,
    -0.34 * m,
    'L',
    0.32 * m,
    -0.98 * m,
  );
  const bars = trace('M', 0.32 * m, -0.98 * m, 'h', 0.16 * m, 'M', -0.36 * m, -0.93 * m, 'h', 0.24 * m);
  const basket = m > 20 ? path(trace('M', 0.4 * m, -0.92 * m, 'h', 0.34 * m, 'l', -0.06 * m, 0.26 * m, 'h', -0.22 * m, 'z'), light.paint('#B58A63')) : '';
  return placed(
    x,
    y,
    shadowUnder(0.8 * m, m, light) +
      wheel(-0.52) +
      wheel(0.52) +
      stroke(frame, paint, line * 1.15, 'stroke-linejoin="round"') +
      basket +
      stroke(bars, tyre, line * 1.3, 'stroke-linecap="round"'),
  );
}

/** Someone on the way: with a rucksack, a suitcase or empty hands. */
export function person(x: number, y: number, metre: number, light: Light, random: Random): string {
  const m = metre * random.between(0.94, 1.04);
  const skin = light.paint(random.pick(skins));
  const coat = light.paint(random.pick(clothes));
  const legs = light.paint(random.pick(['#37465C', '#4A4743', '#8A7B6A', '#2B323D']));
  const hair = light.paint(random.pick(hairs));
  const facing = random.chance(0.5) ? 1 : -1;
  const carries = random.pick(['rucksack', 'suitcase', 'nothing', 'suitcase', 'rucksack'] as const);
  const stride = path(
    trace(
      'M',
      -0.13 * m,
      -0.86 * m,
      'h',
      0.26 * m,
      'L',
      0.27 * m,
      -0.02 * m,
      'h',
      -0.13 * m,
      'L',
      0.01 * m,
      -0.62 * m,
      'L',
      -0.16 * m,
      -0.02 * m,
      'h',
      -0.13 * m,
      'Z',
    ),
    legs,
  );
  const shoes = rect(-0.29 * m, -0.05 * m, 0.2 * m, 0.06 * m, light.paint('#F4EFE4')) + rect(0.14 * m, -0.05 * m, 0.2 * m, 0.06 * m, light.paint('#F4EFE4'));
  const torso = path(
    trace('M', -0.17 * m, -0.78 * m, 'Q', -0.2 * m, -1.32 * m, -0.08 * m, -1.4 * m, 'H', 0.08 * m, 'Q', 0.2 * m, -1.32 * m, 0.17 * m, -0.78 * m, 'Z'),
    coat,
  );
  const arm = stroke(
    trace('M', 0.08 * m, -1.3 * m, 'Q', -0.1 * m, -1.05 * m, carries === 'suitcase' ? -0.22 * m : 0.05 * m, -0.8 * m),
    darker(coat, 0.2),
    Math.max(1.2, 0.09 * m),
    'stroke-linecap="round"',
  );
  const head =
    rect(-0.045 * m, -1.46 * m, 0.09 * m, 0.12 * m, skin) +
    circle(0, -1.56 * m, 0.115 * m, skin) +
    path(trace('M', -0.135 * m, -1.47 * m, 'A', 0.14 * m, 0.14 * m, '0 0 1', 0.1 * m, -1.65 * m, 'Q', 0.02 * m, -1.58 * m, -0.04 * m, -1.57 * m, 'Z'), hair);
  const rucksack = path(
    trace('M', -0.1 * m, -1.36 * m, 'q', -0.24 * m, 0.02 * m, -0.22 * m, 0.26 * m, 'v', 0.24 * m, 'h', 0.2 * m, 'z'),
    light.paint('#B7791F'),
  );
  const suitcase =
    rect(-0.62 * m, -0.66 * m, 0.38 * m, 0.58 * m, light.paint('#C98F6A'), `rx="${Math.max(1, Math.round(0.05 * m))}"`) +
    stroke(trace('M', -0.5 * m, -0.66 * m, 'L', -0.3 * m, -0.86 * m, 'M', -0.43 * m, -0.6 * m, 'v', 0.46 * m), light.paint('#6B5545'), Math.max(1, 0.03 * m)) +
    circle(-0.55 * m, -0.04 * m, 0.045 * m, light.paint('#343A44')) +
    circle(-0.3 * m, -0.04 * m, 0.045 * m, light.paint('#343A44'));
  const body = (carries === 'rucksack' ? rucksack : '') + (carries === 'suitcase' ? suitcase : '') + stride + shoes + torso + arm + head;
  return placed(x, y, shadowUnder(0.34 * m, m, light) + `<g transform="scale(${facing} 1)">${body}</g>`);
}

export function lamp(x: number, y: number, metre: number, light: Light): string {
  const m = metre;
  const iron = light.paint('#4A525C');
  const glow = light.night ? circle(0, -4.25 * m, 0.95 * m, '#FBDFA2', 'opacity=".18"') + circle(0, -4.25 * m, 0.5 * m, '#FBDFA2', 'opacity=".25"') : '';
  return placed(
    x,
    y,
    glow +
      rect(-0.14 * m, -0.4 * m, 0.28 * m, 0.4 * m, iron) +
      rect(-Math.max(0.8, 0.05 * m), -4 * m, Math.max(1.6, 0.1 * m), 4 * m, iron) +
      path(trace('M', -0.2 * m, -4.5 * m, 'h', 0.4 * m, 'l', -0.08 * m, 0.5 * m, 'h', -0.24 * m, 'z'), light.night ? '#FFEFC4' : light.paint('#F4EAD2')) +
      path(trace('M', -0.3 * m, -4.5 * m, 'L0', -4.78 * m, 'L', 0.3 * m, -4.5 * m, 'Z'), iron),
  );
}

export function bench(x: number, y: number, metre: number, light: Light): string {
  const m = metre;
  const wood = light.paint('#A77B54');
  const iron = light.paint('#4A525C');
  return placed(
    x,
    y,
    shadowUnder(0.95 * m, m, light) +
      rect(-0.72 * m, -0.46 * m, 0.09 * m, 0.46 * m, iron) +
      rect(0.63 * m, -0.46 * m, 0.09 * m, 0.46 * m, iron) +
      rect(-0.85 * m, -0.52 * m, 1.7 * m, 0.12 * m, wood) +
      rect(-0.85 * m, -0.92 * m, 1.7 * m, 0.11 * m, wood) +
      rect(-0.85 * m, -0.74 * m, 1.7 * m, 0.11 * m, darker(wood, 0.1)),
  );
}

/** A small car in profile, drawn sparingly: streets are for people here. */
export function car(x: number, y: number, metre: number, colour: string, light: Light): string {
  const m = metre;
  const body = light.paint(colour);
  const glass = light.night ? '#33475A' : '#93AAB2';
  const wheel = (at: number): string => circle(at * m, -0.3 * m, 0.31 * m, light.paint('#2F353E')) + circle(at * m, -0.3 * m, 0.14 * m, light.paint('#C9CBC8'));
  const shell = trace(
    'M',
    -1.8 * m,
    -0.3 * m,
    'V',
    -0.72 * m,
    'Q',
    -1.78 * m,
    -0.9 * m,
    -1.5 * m,
    -0.93 * m,
    'L',
    -1.12 * m,
    -0.97 * m,
    'Q',
    -0.8 * m,
    -1.48 * m,
    -0.35 * m,
    -1.5 * m,
    'H',
    0.35 * m,
    'Q',
    0.8 * m,
    -1.48 * m,
    1.1 * m,
    -0.95 * m,
    'L',
    1.6 * m,
    -0.82 * m,
    'Q',
    1.84 * m,
    -0.76 * m,
    1.84 * m,
    -0.5 * m,
    'V',
    -0.3 * m,
    'Z',
  );
  const panes = trace(
    'M',
    -0.92 * m,
    -0.98 * m,
    'Q',
    -0.66 * m,
    -1.36 * m,
    -0.32 * m,
    -1.38 * m,
    'H',
    -0.06 * m,
    'V',
    -0.98 * m,
    'Z',
    'M',
    0.06 * m,
    -1.38 * m,
    'H',
    0.32 * m,
    'Q',
    0.64 * m,
    -1.36 * m,
    0.88 * m,
    -0.98 * m,
    'H',
    0.06 * m,
    'Z',
  );
  return placed(
    x,
    y,
    shadowUnder(1.95 * m, m, light) +
      path(shell, body) +
      path(panes, glass) +
      rect(-1.8 * m, -0.46 * m, 3.64 * m, 0.08 * m, darker(body, 0.18)) +
      rect(1.7 * m, -0.68 * m, 0.14 * m, 0.14 * m, light.night ? '#FFEFC4' : lighter(body, 0.7)) +
      wheel(-1.12) +
      wheel(1.12),
  );
}

/** A café table with two chairs. */
export function cafeTable(x: number, y: number, metre: number, colour: string, light: Light): string {
  const m = metre;
  const iron = light.paint('#4A525C');
  const chair = (at: number, back: number): string =>
    stroke(
      trace(
        'M',
        at * m,
        -0.46 * m,
        'h',
        0.38 * m,
        'M',
        (at + (back > 0 ? 0.38 : 0)) * m,
        0,
        'V',
        -0.92 * m,
        'M',
        (at + (back > 0 ? 0 : 0.38)) * m,
        0,
        'V',
        -0.46 * m,
      ),
      light.paint(colour),
      Math.max(1.2, 0.06 * m),
      'stroke-linecap="round"',
    );
  return placed(
    x,
    y,
    shadowUnder(0.9 * m, m, light) +
      chair(-0.95, -1) +
      chair(0.57, 1) +
      rect(-0.38 * m, -0.76 * m, 0.76 * m, 0.06 * m, iron) +
      rect(-0.025 * m, -0.7 * m, Math.max(1.2, 0.05 * m), 0.7 * m, iron) +
      rect(-0.2 * m, -0.03 * m, 0.4 * m, 0.04 * m, iron) +
      rect(0.08 * m, -0.88 * m, 0.09 * m, 0.12 * m, light.paint('#FBF7EE')),
  );
}
