/** A city's silhouette, 1600 × 900 pixels: flat layers between a soft sky and water or a park. */
import { darker, lighter, mix } from './colour.ts';
import type { Climate } from './facade-facts.ts';
import { drawLandmark, landmarkHeight } from './landmarks.ts';
import type { Landmark } from './landmarks.ts';
import { daylight } from './light.ts';
import type { Light } from './light.ts';
import { grove } from './trees.ts';
import { brand } from './palette.ts';
import { seededRandom } from '../random.ts';
import type { Choices, Random } from '../random.ts';
import { circle, path, pattern, picture, placed, rect, round, stroke, trace, verticalGradient } from './svg.ts';

export type { Landmark } from './landmarks.ts';

export interface Skyline {
  readonly seed: number;
  /** How much the city is sought, 1 to 100; a metropolis stands taller and closer. */
  readonly size: number;
  readonly climate: Climate;
  readonly coastal: boolean;
  readonly landmark?: Landmark;
  /** The same town after dark. */
  readonly isNight?: boolean;
}

interface Tones {
  readonly top: string;
  readonly low: string;
  readonly sun: string;
  readonly far: string;
  readonly middle: string;
  readonly near: string;
  readonly front: string;
  readonly accent: string;
}

/** Each runs from paper through persimmon's pale tints to harbour. */
const hours: Choices<Tones> = [
  { top: '#CFE0E2', low: '#FBE9DA', sun: '#F6C6A6', far: '#D5DAD6', middle: '#A3BBBF', near: '#5E8D98', front: '#1F5563', accent: '#D96B47' },
  { top: '#F3E3D6', low: '#FCF2E4', sun: '#EFA98A', far: '#E8D3C6', middle: '#C3B3AE', near: '#7E8D93', front: '#34535F', accent: '#C8421F' },
  { top: '#C4DBDF', low: '#F7F1E4', sun: '#FBE3B6', far: '#CCDAD9', middle: '#94B4B9', near: '#4F8491', front: '#0F5C6E', accent: '#DD8A54' },
  { top: '#DAD9E0', low: '#FCE6D6', sun: '#F3B592', far: '#DBD0CF', middle: '#ACA9B2', near: '#6A7C8C', front: '#2B4A5C', accent: '#CF5A38' },
];

/** For dark pages: roofs against the last light, windows lit. */
const night: Tones = {
  top: '#101B2B',
  low: '#3A4658',
  sun: '#DCD6C4',
  far: '#2F3C4D',
  middle: '#253242',
  near: '#1C2835',
  front: '#131D28',
  accent: '#C98B5C',
};
/** Windows with somebody in. */
const lamp = '#F2CB88';

const ground = 742;

function mountains(climate: Climate, tones: Tones, random: Random): string {
  const range = (height: number, colour: string): string => {
    let d = `M-20 ${ground}`;
    for (let x = -20; x < 1620; ) {
      const step = random.between(150, 330);
      const top = ground - height * random.between(0.45, 1);
      d += trace('Q', x + step / 2, top - 30, x + step, ground - height * random.between(0.25, 0.5));
      x += step;
    }
    return path(`${d}V${ground}Z`, colour);
  };
  // Hills such as stand behind most towns; mountains would claim what is not there.
  const tall = { temperate: 110, tropical: 120, mediterranean: 130, northern: 100, 'east-asian': 130 }[climate];
  return range(tall, mix(tones.far, tones.low, 0.55)) + range(tall * 0.62, mix(tones.far, tones.low, 0.25));
}

/** One building as a subpath; what stands on top differs from street to street. */
function block(x: number, width: number, height: number, random: Random, old: boolean): string {
  const top = ground - height;
  const kind = random.next();
  if (old || height < 120) {
    if (kind < 0.55) return trace('M', x, ground, 'V', top, 'L', x + width / 2, top - width * 0.34, 'L', x + width, top, 'V', ground, 'Z');
    if (kind < 0.7)
      return trace(
        'M',
        x,
        ground,
        'V',
        top,
        'h',
        width * 0.2,
        'L',
        x + width * 0.32,
        top - width * 0.7,
        'L',
        x + width * 0.44,
        top,
        'H',
        x + width,
        'V',
        ground,
        'Z',
      );
    return trace('M', x, ground, 'V', top, 'H', x + width, 'V', ground, 'Z');
  }
  if (kind < 0.2) return trace('M', x, ground, 'V', top + 40, 'h', width * 0.18, 'v', -40, 'h', width * 0.64, 'v', 40, 'h', width * 0.18, 'V', ground, 'Z');
  if (kind < 0.36) return trace('M', x, ground, 'V', top + width * 0.4, 'L', x + width, top, 'V', ground, 'Z');
  if (kind < 0.5) return trace('M', x, ground, 'V', top, 'h', width * 0.46, 'v', -46, 'h', width * 0.08, 'v', 46, 'H', x + width, 'V', ground, 'Z');
  if (kind < 0.6) return trace('M', x, ground, 'V', top + width / 2, 'A', width / 2, width / 2, '0 0 1', x + width, top + width / 2, 'V', ground, 'Z');
  return trace('M', x, ground, 'V', top, 'H', x + width, 'V', ground, 'Z');
}

interface Row {
  readonly peak: number;
  readonly low: number;
  readonly widths: readonly [number, number];
  readonly colour: string;
  readonly old: number;
  /** Where the highest roofs gather, and how widely they spread, in pixels. */
  readonly centre: number;
  readonly spread: number;
}

function row(shape: Row, windows: string, random: Random): string {
  let d = '';
  let glazed = '';
  for (let x = -30; x < 1620; ) {
    const width = random.between(...shape.widths);
    const rise = shape.low + (shape.peak - shape.low) * Math.exp(-(((x + width / 2 - shape.centre) / shape.spread) ** 2));
    const height = rise * random.between(0.62, 1.04);
    const gap = random.chance(0.25) ? random.between(4, 16) : 0;
    d += block(x, width - gap, height, random, random.chance(shape.old));
    if (windows !== '' && height > 90 && random.chance(0.7)) {
      const inset = 9;
      glazed += rect(
        Math.round(x / 14) * 14 + inset,
        ground - Math.floor((height - 60) / 20) * 20,
        Math.floor((width - gap - inset * 2) / 14) * 14,
        Math.floor((height - 70) / 20) * 20,
        windows,
      );
    }
    x += width;
  }
  return path(d, shape.colour) + glazed;
}

function houses(tones: Tones, climate: Climate, isNight: boolean, random: Random): string {
  let drawn = '';
  for (let x = -20; x < 1620; ) {
    const width = random.between(64, 128);
    const height = random.between(46, 104);
    const wall = mix(tones.near, random.pick([tones.front, tones.low, tones.accent, tones.middle]), random.between(0.12, 0.42));
    const roof = random.chance(0.34) ? mix(tones.accent, tones.near, 0.22) : mix(tones.front, tones.near, 0.3);
    const flat = climate === 'tropical' || climate === 'east-asian' ? random.chance(0.5) : random.chance(0.2);
    const top = ground - height;
    const cap = flat
      ? rect(x - 2, top - 7, width + 4, 8, roof)
      : path(trace('M', x - 5, top + 1, 'L', x + width * 0.18, top - 34, 'H', x + width * 0.82, 'L', x + width + 5, top + 1, 'Z'), roof) +
        rect(x + width * 0.64, top - 50, 10, 22, roof);
    let panes = '';
    for (let at = x + 14; at + 12 < x + width - 8; at += 25) for (let y = top + 14; y + 16 < ground - 10; y += 30) panes += trace('M', at, y, 'h11v15h-11z');
    drawn += cap + rect(x, top, width + 0.5, height, wall) + path(panes, isNight ? lamp : lighter(wall, 0.45), isNight ? 'opacity=".5"' : 'opacity=".75"');
    x += width;
  }
  return drawn;
}

function boat(x: number, y: number, size: number, climate: Climate, tones: Tones): string {
  const sail =
    climate === 'east-asian' || climate === 'tropical'
      ? path(trace('M', -size * 0.1, -size * 0.22, 'V', -size * 1.05, 'Q', size * 0.55, -size * 0.8, size * 0.5, -size * 0.22, 'Z'), tones.accent)
      : path(trace('M', size * 0.02, -size * 0.22, 'V', -size * 1.1, 'L', size * 0.52, -size * 0.22, 'Z'), '#FDF8EE') +
        path(trace('M', -size * 0.04, -size * 0.22, 'V', -size * 0.95, 'L', -size * 0.38, -size * 0.22, 'Z'), tones.accent);
  return placed(x, y, sail + path(trace('M', -size * 0.55, -size * 0.18, 'H', size * 0.62, 'L', size * 0.42, 0, 'H', -size * 0.4, 'Z'), tones.front));
}

/** Water takes the sky's colours; level strokes stand for ripples and for what it mirrors. */
function water(tones: Tones, climate: Climate, sunX: number, random: Random): string {
  const surface =
    verticalGradient('water', mix(tones.middle, tones.low, 0.3), mix(tones.near, tones.middle, 0.45)) +
    rect(0, ground, 1600, 158, 'url(#water)') +
    rect(0, ground, 1600, 7, tones.front, 'opacity=".55"');
  let ripples = '';
  let glints = '';
  for (let index = 0; index < 42; index += 1)
    ripples += trace('M', random.between(-40, 1560), ground + 14 + random.next() ** 1.3 * 138, 'h', random.between(26, 130));
  for (let index = 0; index < 9; index += 1) {
    const half = 70 - index * 5;
    glints += trace('M', sunX - half + random.between(-12, 12), ground + 16 + index * 15, 'h', half * 2 * random.between(0.55, 1));
  }
  return (
    surface +
    stroke(ripples, lighter(tones.middle, 0.35), 2.5, 'opacity=".55" stroke-linecap="round"') +
    stroke(glints, tones.sun, 5, 'opacity=".8" stroke-linecap="round"') +
    boat(random.between(140, 640), 826, 74, climate, tones) +
    boat(random.between(900, 1450), 786, 44, climate, tones)
  );
}

function park(tones: Tones, light: Light, isNight: boolean, random: Random): string {
  const lawn = mix(light.lawn, tones.near, isNight ? 0.85 : 0.3);
  const way = path(
    'M-10 862C420 800 760 884 1100 838S1500 800 1610 822V844C1480 826 1340 838 1120 866S420 838 -10 894Z',
    isNight ? tones.far : lighter(tones.low, 0.2),
    'opacity=".85"',
  );
  const beds = Array.from({ length: 5 }, () =>
    circle(random.between(0, 1600), 900, random.between(34, 70), mix(light.leafShade, tones.front, isNight ? 0.85 : 0.35)),
  ).join('');
  return (
    rect(0, ground, 1600, 158, lawn) +
    path(`M-10 ${ground + 60}Q500 ${ground + 10} 1000 ${ground + 52}T1610 ${ground + 36}V900H-10Z`, darker(lawn, 0.06)) +
    way +
    beds
  );
}

function cloudStrokes(tones: Tones, isNight: boolean, random: Random): string {
  return Array.from({ length: random.integer(2, 4) }, (_, index) => {
    const [x, y] = [index * 440 + random.between(-60, 260), random.between(70, 250)];
    return [
      [0, 190],
      [46, 250],
      [18, 120],
    ]
      .map(([shift = 0, width = 0], line) => rect(x + shift, y + line * 15, width, 14, lighter(tones.low, isNight ? 0.12 : 0.45), 'rx="7" opacity=".8"'))
      .join('');
  }).join('');
}

function birds(random: Random): string {
  const [x, y] = [random.between(200, 1300), random.between(150, 300)];
  const d = [
    [0, 0],
    [38, -18],
    [66, 6],
    [104, -30],
  ]
    .map(([dx = 0, dy = 0]) => `M${round(x + dx)} ${round(y + dy)}q7-9 13 0q7-9 13 0`)
    .join('');
  return stroke(d, brand.mutedInk, 2.5, 'stroke-linecap="round" opacity=".7"');
}

/**
 * A city's skyline as an SVG document of 1600 × 900 pixels.
 * @example drawSkyline({ seed: 3, size: 90, climate: 'temperate', coastal: true, landmark: 'wheel' }).startsWith('<svg') // true
 */
export function drawSkyline(skyline: Skyline): string {
  const random = seededRandom(`${skyline.seed}/skyline`);
  const isNight = skyline.isNight === true;
  const byDay = random.pick(hours);
  const tones = isNight ? night : byDay;
  const light = daylight(skyline.climate, random);
  const size = Math.min(100, Math.max(1, skyline.size)) / 100;
  const landmark = skyline.landmark ?? 'none';
  const peak = 190 + size * 330;
  const centre = random.between(520, 1080);
  const landmarkX = centre < 800 ? random.between(1000, 1240) : random.between(360, 600);
  // Beside the tallest roofs and above the others: half behind a pale tower it would look cut off.
  const sunX = centre < 800 ? random.between(1340, 1480) : random.between(120, 260);
  const old = skyline.climate === 'mediterranean' || skyline.climate === 'northern' ? 0.55 : 0.2;
  const far = row(
    {
      peak,
      low: 70 + size * 70,
      widths: [34, 86],
      colour: tones.far,
      old: old * (1 - size),
      centre: centre + random.between(-120, 120),
      spread: 330 + size * 260,
    },
    '',
    random,
  );
  const middle = row(
    { peak: peak * 0.72, low: 60 + size * 50, widths: [46, 104], colour: tones.middle, old, centre, spread: 260 + size * 160 },
    'url(#panes)',
    random,
  );
  const foliage: Light = {
    ...light,
    leafShade: mix(light.leafShade, tones.front, isNight ? 0.85 : 0.4),
    leafLight: mix(light.leafLight, tones.near, isNight ? 0.8 : 0.35),
  };
  const tree = grove(skyline.climate, foliage, random);
  const row1 = Array.from({ length: 15 }, (_, index) => tree(index * 112 + random.between(-30, 60), ground + 6, random.between(74, 128))).join('');
  const row2 = skyline.coastal
    ? ''
    : [90, 330, 1240, 1490].map((x) => tree(x + random.between(-60, 60), random.between(842, 890), random.between(190, 270))).join('');
  const icon = placed(
    landmark === 'bridge' ? 800 : landmarkX,
    ground + (landmark === 'bridge' && skyline.coastal ? 26 : 0),
    drawLandmark(landmark, landmarkHeight(landmark, peak), mix(tones.near, tones.front, 0.55), tones.accent),
  );
  // Low landmarks stand before the houses, or nobody would see them.
  const tall = !['opera', 'dome', 'arch', 'castle'].includes(landmark) && !(landmark === 'bridge' && skyline.coastal);
  const spansWater = landmark === 'bridge' && skyline.coastal;
  return picture(
    1600,
    900,
    verticalGradient('sky', tones.top, tones.low) +
      rect(0, 0, 1600, 900, 'url(#sky)') +
      circle(sunX, random.between(110, 160), random.between(44, 62), tones.sun) +
      cloudStrokes(tones, isNight, random) +
      (isNight ? '' : birds(random)) +
      mountains(skyline.climate, tones, random) +
      far +
      pattern('panes', 14, 20, rect(3, 5, 6, 9, isNight ? lamp : lighter(tones.middle, 0.5), isNight ? 'opacity=".3"' : 'opacity=".7"')) +
      middle +
      (tall ? icon : '') +
      houses(tones, skyline.climate, isNight, random) +
      (tall || spansWater ? '' : icon) +
      row1 +
      (skyline.coastal ? water(tones, skyline.climate, sunX, random) : park(tones, light, isNight, random)) +
      (spansWater ? icon : '') +
      row2,
  );
}
