/** Furniture and small belongings in elevation. Origin of each: on the floor or shelf, at its left end unless said; pixels at about 300 to the metre. */
import { darker, lighter, mix } from './colour.ts';
import type { Decor } from './interior.ts';
import type { Light } from './light.ts';
import type { Choices, Random } from '../random.ts';
import { circle, ellipse, path, placed, rect, round, stroke, trace } from './svg.ts';

const spines: Choices<string> = ['#C8421F', '#0F5C6E', '#D99A3C', '#5E7C6A', '#37465C', '#EDE3D0', '#B9714F', '#8FA6A8', '#7B5C72'];

export function floorShadow(x: number, y: number, width: number): string {
  return ellipse(x + width / 2, y, width / 2, 15, '#1D2433', 'opacity=".13"');
}

/** Books standing on a shelf, the last one leaning. */
export function books(x: number, y: number, width: number, tallest: number, random: Random): string {
  let drawn = '';
  let at = x;
  while (at < x + width - 44) {
    const thick = random.between(13, 27);
    const tall = tallest * random.between(0.68, 1);
    const colour = random.pick(spines);
    drawn += rect(at, y - tall, thick, tall, colour) + rect(at, y - tall * 0.82, thick, 5, lighter(colour, 0.45));
    at += thick + 1.5;
  }
  const lean = tallest * 0.8;
  return drawn + path(trace('M', at + 22, y, 'l', 18, 0, 'l', -lean * 0.24, -lean, 'l', -18, 4, 'z'), random.pick(spines));
}

/** A house plant; the origin is the middle of its pot's foot. */
export function housePlant(x: number, y: number, size: number, kind: 'rubber' | 'palm' | 'trailing', light: Light, pot: string): string {
  const { leafShade, leafLight } = light;
  const vessel =
    path(trace('M', -size * 0.16, -size * 0.28, 'H', size * 0.16, 'L', size * 0.12, 0, 'H', -size * 0.12, 'Z'), pot) +
    rect(-size * 0.16, -size * 0.28, size * 0.32, size * 0.05, darker(pot, 0.14));
  const leaf = (dx: number, dy: number, turn: number, long: number, colour: string): string =>
    `<ellipse cx="${round(dx * size)}" cy="${round(dy * size)}" rx="${round(long * size)}" ry="${round(long * size * 0.42)}" fill="${colour}" transform="rotate(${turn} ${round(dx * size)} ${round(dy * size)})"/>`;
  if (kind === 'trailing') {
    const strands = [-0.13, -0.03, 0.08, 0.15]
      .map((at, index) =>
        stroke(
          trace('M', at * size, -size * 0.26, 'q', (index - 1.5) * size * 0.1, size * 0.2, (index - 1.5) * size * 0.07, size * (0.35 + (index % 2) * 0.2)),
          index % 2 ? leafShade : leafLight,
          size * 0.06,
          `stroke-dasharray="${round(size * 0.01)} ${round(size * 0.075)}" stroke-linecap="round"`,
        ),
      )
      .join('');
    return placed(x, y, vessel + ellipse(0, -size * 0.32, size * 0.22, size * 0.11, leafLight) + strands);
  }
  const stems = stroke(
    trace(
      'M0',
      -size * 0.28,
      'V',
      -size * 0.8,
      'M0',
      -size * 0.4,
      'Q',
      -size * 0.1,
      -size * 0.6,
      -size * 0.18,
      -size * 0.66,
      'M0',
      -size * 0.4,
      'Q',
      size * 0.12,
      -size * 0.56,
      size * 0.2,
      -size * 0.62,
    ),
    light.trunk,
    Math.max(2, size * 0.014),
  );
  const long = kind === 'palm' ? 0.2 : 0.13;
  const foliage =
    leaf(-0.2, -0.68, 30, long, leafShade) +
    leaf(0.22, -0.65, -35, long, leafShade) +
    leaf(-0.12, -0.5, 20, long, leafLight) +
    leaf(0.13, -0.5, -25, long, leafShade) +
    leaf(-0.1, -0.82, 55, long, leafLight) +
    leaf(0.11, -0.82, -60, long, leafLight) +
    leaf(0, -0.95, 88, long * 0.9, leafShade);
  return placed(x, y, stems + foliage + vessel);
}

/** A picture on the wall: a little landscape in the house's colours. */
export function framedPrint(x: number, y: number, width: number, height: number, decor: Decor, random: Random): string {
  const mount = 0.12 * width;
  const inner = { x: x + mount, y: y + mount, w: width - mount * 2, h: height - mount * 2 };
  const ground = random.pick([decor.cloth, decor.cloth2, '#8FA6A8', '#E0B7A0'] as const);
  const hill = trace(
    'M',
    inner.x,
    inner.y + inner.h,
    'V',
    inner.y + inner.h * 0.66,
    'Q',
    inner.x + inner.w * 0.35,
    inner.y + inner.h * 0.4,
    inner.x + inner.w * 0.62,
    inner.y + inner.h * 0.66,
    'T',
    inner.x + inner.w,
    inner.y + inner.h * 0.6,
    'V',
    inner.y + inner.h,
    'Z',
  );
  return (
    rect(x + 5, y + 7, width, height, '#1D2433', 'opacity=".12"') +
    rect(x, y, width, height, decor.wood) +
    rect(x + 7, y + 7, width - 14, height - 14, '#FDFAF3') +
    rect(inner.x, inner.y, inner.w, inner.h, mix(ground, '#FDF6E8', 0.72)) +
    circle(inner.x + inner.w * random.between(0.3, 0.7), inner.y + inner.h * 0.34, inner.w * 0.15, lighter(decor.cloth2, 0.1)) +
    path(hill, ground)
  );
}

/** A bed seen from its long side, 610 pixels long, head to the left. */
export function bed(x: number, y: number, decor: Decor, random: Random): string {
  const quilt = decor.cloth;
  const checks = random.chance(0.5);
  const throwOver =
    path('M430 -228H560V-92Q500 -78 430 -92Z', decor.cloth2) +
    stroke('M448 -228V-88M472 -228V-84M496 -228V-83M520 -228V-84M544 -228V-89', darker(decor.cloth2, 0.14), 3);
  const stitched = checks
    ? stroke('M190 -190H610M190 -150H610M190 -112H610M260 -228V-92M340 -228V-92M420 -228V-92M580 -228V-92', lighter(quilt, 0.22), 2.5)
    : stroke('M190 -204Q400 -196 610 -206', lighter(quilt, 0.3), 3);
  return placed(
    x,
    y,
    floorShadow(-6, 0, 640) +
      rect(0, -78, 22, 78, decor.wood) +
      rect(600, -78, 22, 78, decor.wood) +
      rect(-14, -372, 30, 372, decor.wood) +
      rect(-14, -372, 10, 372, lighter(decor.wood, 0.2)) +
      rect(0, -112, 622, 48, decor.wood) +
      rect(8, -196, 606, 96, '#F4EDE0', 'rx="16"') +
      path('M170 -232Q400 -242 600 -230Q622 -228 620 -200V-96Q400 -82 178 -94Q168 -160 170 -232Z', quilt) +
      stitched +
      path('M170 -234Q184 -240 214 -236Q222 -160 210 -94Q190 -90 178 -94Q166 -160 170 -234Z', '#FBF6EC') +
      throwOver +
      path('M20 -206Q12 -272 46 -274Q120 -284 154 -262Q172 -226 158 -200Q90 -190 20 -206Z', '#FDFAF3') +
      path('M70 -208Q58 -262 84 -266L150 -254Q166 -222 152 -202Z', lighter(decor.cloth2, 0.25)),
  );
}

/** A desk 430 pixels wide with what a term leaves on it. */
export function desk(x: number, y: number, decor: Decor, light: Light, random: Random): string {
  const drawers = random.chance(0.6);
  const left = drawers
    ? rect(14, -206, 120, 190, lighter(decor.wood, 0.12)) +
      stroke('M14 -144H134M14 -82H134', darker(decor.wood, 0.2), 2.5) +
      [-178, -116, -52].map((at) => rect(58, at, 32, 6, decor.metal)).join('')
    : rect(20, -206, 16, 206, decor.wood);
  const lampArm =
    stroke('M384 -232L404 -330L352 -402', decor.metal, 7, 'stroke-linejoin="round" stroke-linecap="round"') +
    path('M306 -372Q312 -424 352 -424Q390 -416 388 -372Z', decor.cloth2) +
    ellipse(347, -372, 41, 7, '#FCE7B4') +
    ellipse(382, -232, 30, 7, decor.metal);
  const laptop =
    path('M150 -232H300L314 -226H136Z', '#B9BEC2') +
    path('M160 -234L150 -336H288L298 -234Z', '#5B6167') +
    path('M167 -241L158 -329H281L290 -241Z', random.pick(['#DCE8EA', '#F3E6D0', '#E3E9DC'] as const)) +
    stroke('M180 -306H240M182 -288H262M184 -270H230', '#8FA6A8', 5);
  const mug = rect(96, -262, 30, 30, decor.cloth, 'rx="4"') + stroke('M96 -254q-12 2 -10 12q2 8 12 6', decor.cloth, 4);
  return placed(
    x,
    y,
    floorShadow(0, 0, 430) +
      left +
      rect(394, -206, 16, 206, decor.wood) +
      rect(0, -226, 430, 22, decor.wood) +
      rect(0, -226, 430, 7, lighter(decor.wood, 0.28)) +
      laptop +
      mug +
      lampArm +
      placed(24, -226, rect(0, -14, 62, 14, '#0F5C6E') + rect(5, -26, 54, 12, '#EDE3D0') + rect(2, -40, 58, 14, '#C8421F')) +
      (random.chance(0.6) ? housePlant(338, -226, 92, 'rubber', light, '#BE7350') : ''),
  );
}

/** A chair from behind; the origin is its middle. */
export function chair(x: number, y: number, decor: Decor): string {
  const seat = mix(decor.cloth2, decor.wood, 0.25);
  return placed(
    x,
    y,
    floorShadow(-74, 0, 148) +
      stroke('M-52 0L-44 -150M52 0L44 -150M-62 -132V-292M62 -132V-292', darker(decor.wood, 0.12), 11, 'stroke-linecap="round"') +
      rect(-70, -162, 140, 26, seat, 'rx="10"') +
      path('M-70 -300Q0 -322 70 -300V-226Q0 -240 -70 -226Z', decor.wood),
  );
}

export function suitcase(x: number, y: number, colour: string): string {
  return placed(
    x,
    y,
    floorShadow(0, 4, 156) +
      stroke('M52 -236V-300H104V-236', '#3F4650', 8) +
      rect(0, -240, 156, 232, colour, 'rx="16"') +
      stroke('M32 -236V-12M64 -236V-12M96 -236V-12M126 -236V-12', darker(colour, 0.14), 4) +
      rect(18, -8, 22, 14, '#343A44', 'rx="5"') +
      rect(116, -8, 22, 14, '#343A44', 'rx="5"') +
      rect(88, -200, 40, 26, '#F4EFE4', 'transform="rotate(-8 108 -187)"'),
  );
}

/** A sofa 640 pixels wide. */
export function sofa(x: number, y: number, decor: Decor): string {
  const body = decor.cloth;
  const seatLine = darker(body, 0.2);
  const cushion = (at: number, colour: string, turn: number): string =>
    `<rect x="${at}" y="-272" width="104" height="96" rx="16" fill="${colour}" transform="rotate(${turn} ${at + 52} -224)"/>`;
  return placed(
    x,
    y,
    floorShadow(10, 4, 620) +
      rect(60, -34, 16, 34, decor.wood) +
      rect(564, -34, 16, 34, decor.wood) +
      rect(36, -312, 568, 220, darker(body, 0.08), 'rx="30"') +
      stroke('M226 -306V-176M416 -306V-176', seatLine, 3) +
      rect(60, -182, 520, 92, lighter(body, 0.08), 'rx="18"') +
      stroke('M234 -180V-92M408 -180V-92', seatLine, 3) +
      rect(36, -108, 568, 76, body, 'rx="10"') +
      rect(0, -228, 78, 196, body, 'rx="30"') +
      rect(562, -228, 78, 196, body, 'rx="30"') +
      cushion(92, decor.cloth2, -9) +
      cushion(158, lighter(decor.cloth2, 0.5), 7) +
      cushion(444, '#F6EEDF', 8),
  );
}

/** A cat asleep; the origin is the middle of where it lies. */
export function sleepingCat(x: number, y: number): string {
  const fur = '#6B5B50';
  return placed(
    x,
    y,
    path('M-62 0Q-74 -46 -22 -50Q40 -54 56 -22Q64 0 50 0Z', fur) +
      path('M-66 -2Q-84 -32 -62 -44L-58 -58L-46 -46L-34 -56L-30 -40Q-22 -14 -40 0Z', darker(fur, 0.15)) +
      stroke('M52 -6Q20 6 -14 -4', darker(fur, 0.25), 9, 'stroke-linecap="round"') +
      stroke('M-62 -24q5 5 10 0M-46 -24q5 5 10 0', '#F4EFE4', 2.5),
  );
}

/** A lamp that hangs from above the picture; the origin is the lower edge of its shade. */
export function pendant(x: number, y: number, colour: string, wide: number): string {
  return placed(
    x,
    y,
    rect(-2, -y, 4, y, '#3F4650') +
      path(trace('M', -wide, 0, 'Q', -wide * 0.9, -wide * 1.05, 0, -wide * 1.12, 'Q', wide * 0.9, -wide * 1.05, wide, 0, 'Z'), colour) +
      ellipse(0, 0, wide, wide * 0.14, '#FCE7B4'),
  );
}

export function rug(x: number, y: number, width: number, decor: Decor): string {
  const edge = trace('M', x + 70, y, 'H', x + width - 70, 'L', x + width, y + 150, 'H', x, 'Z');
  const inner = trace('M', x + 96, y + 16, 'H', x + width - 96, 'L', x + width - 44, y + 132, 'H', x + 44, 'Z');
  const fringe = Array.from({ length: Math.floor(width / 22) }, (_, index) => trace('M', x + 6 + index * 22, y + 150, 'v', 12)).join('');
  return (
    stroke(fringe, '#F4EDE0', 4) +
    path(edge, lighter(decor.cloth2, 0.5)) +
    path(inner, 'none', `stroke="${mix(decor.cloth, '#F4EDE0', 0.3)}" stroke-width="9"`) +
    stroke(trace('M', x + 150, y + 75, 'l', 60, -34, 60, 34, 60, -34, 60, 34), mix(decor.cloth, '#F4EDE0', 0.4), 0)
  );
}
