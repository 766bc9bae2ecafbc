/** Landmarks of iron, steel and cable. Origin: the middle of the foot on the ground; `h` is the height in pixels. */
import { darker, lighter } from './colour.ts';
import { circle, ellipse, path, rect, round, stroke, trace } from './svg.ts';

/** A landmark's two colours. */
export interface Tone {
  readonly main: string;
  readonly accent: string;
}

export function tower(h: number, { main, accent }: Tone): string {
  const w = h * 0.2;
  const leg = (side: number): string =>
    trace(
      'M',
      side * w,
      0,
      'C',
      side * w * 0.5,
      -h * 0.22,
      side * w * 0.22,
      -h * 0.42,
      side * w * 0.1,
      -h * 0.86,
      'L',
      side * w * 0.02,
      -h * 0.86,
      'C',
      side * w * 0.06,
      -h * 0.42,
      side * w * 0.2,
      -h * 0.22,
      side * w * 0.62,
      0,
      'Z',
    );
  const braces = [0.06, 0.12, 0.2, 0.28, 0.37, 0.47, 0.58, 0.7].map((up) => {
    const half = w * (0.82 * (1 - up) ** 2.6 + 0.06);
    return trace('M', -half, -h * up, 'L', half, -h * (up + 0.06), 'M', half, -h * up, 'L', -half, -h * (up + 0.06));
  });
  const decks = [
    [0.27, 0.46],
    [0.5, 0.24],
    [0.84, 0.16],
  ]
    .map(([up = 0, half = 0]) => rect(-w * half, -h * up - h * 0.018, w * half * 2, h * 0.018, accent))
    .join('');
  return (
    path(leg(-1) + leg(1), main) +
    stroke(braces.join(''), main, Math.max(1.2, h * 0.005)) +
    stroke(trace('M', -w * 0.7, -h * 0.06, 'Q0', -h * 0.27, w * 0.7, -h * 0.06), main, h * 0.012) +
    rect(-h * 0.004, -h, h * 0.008, h * 0.15, main) +
    decks
  );
}

/** A slender lattice painted in bands, with a broad deck at half its height and a small one near the top. */
export function bandedTower(h: number, { accent }: Tone): string {
  const pale = lighter(accent, 0.72);
  const half = (up: number): number => h * (0.185 * (1 - up) ** 2.1 + 0.014);
  const ends = [0, 0.14, 0.27, 0.39, 0.5, 0.6, 0.69, 0.77, 0.84];
  const bands = ends.slice(1).map((top, index) => {
    const low = ends[index] ?? 0;
    const [wide, slim] = [half(low), half(top)];
    const colour = index % 2 ? pale : accent;
    // The legs fill more of a band the higher it is.
    const inner = 0.66 - low * 0.5;
    const leg = (side: number): string =>
      trace('M', side * wide, -h * low, 'L', side * slim, -h * top, 'H', side * slim * inner, 'L', side * wide * inner, -h * low, 'Z');
    const brace = trace('M', -wide, -h * low, 'L', slim, -h * top, 'M', wide, -h * low, 'L', -slim, -h * top, 'M', -slim, -h * top, 'H', slim);
    return path(leg(-1) + leg(1), colour) + stroke(brace, colour, Math.max(1.4, h * 0.007));
  });
  const decks = [
    [0.46, 0.082, 0.05],
    [0.72, 0.036, 0.032],
  ].map(
    ([up = 0, side = 0, tall = 0]) =>
      rect(-h * side, -h * (up + tall), h * side * 2, h * tall, pale) +
      rect(-h * side, -h * (up + tall * 0.62), h * side * 2, h * tall * 0.26, darker(accent, 0.35)),
  );
  const mast = rect(-h * 0.009, -h * 0.94, h * 0.018, h * 0.1, accent) + rect(-h * 0.004, -h, h * 0.008, h * 0.07, pale);
  return mast + bands.join('') + decks.join('');
}

/** Three towers of one height, each leaning on a second slab, that carry one long garden. */
export function roofDeck(h: number, { main, accent }: Tone): string {
  const top = -h * 0.86;
  const towers = [-0.5, 0, 0.5].map((x) => {
    const [left, right] = [(x - 0.13) * h, (x + 0.13) * h];
    const slab = trace('M', left, 0, 'L', left + h * 0.03, top, 'H', right - h * 0.03, 'V0Z');
    const leaning = trace('M', right + h * 0.07, 0, 'Q', right - h * 0.02, -h * 0.4, right - h * 0.03, top, 'H', right - h * 0.1, 'V0Z');
    const floors = Array.from({ length: 11 }, (_, index) => trace('M', left + h * 0.035, -h * (0.09 + index * 0.07), 'H', right - h * 0.045));
    return path(leaning, darker(main, 0.12)) + path(slab, lighter(main, 0.12)) + stroke(floors.join(''), lighter(main, 0.4), Math.max(1.2, h * 0.008));
  });
  const hull = trace(
    'M',
    -h * 0.84,
    top - h * 0.085,
    'Q',
    -h * 0.72,
    top + h * 0.01,
    -h * 0.5,
    top + h * 0.01,
    'H',
    h * 0.6,
    'Q',
    h * 0.72,
    top,
    h * 0.76,
    top - h * 0.065,
    'Q0',
    top - h * 0.055,
    -h * 0.84,
    top - h * 0.085,
    'Z',
  );
  const palms = [-0.6, -0.42, -0.2, 0.04, 0.24, 0.46, 0.62].map((x) => ellipse(x * h, top - h * 0.075, h * 0.034, h * 0.026, accent)).join('');
  return towers.join('') + palms + path(hull, darker(main, 0.2));
}

export function wheel(h: number, { main, accent }: Tone): string {
  const r = h * 0.44;
  const cy = -h + r + h * 0.04;
  const turns = Array.from({ length: 16 }, (_, index) => (index * Math.PI) / 8);
  const spokes = turns.map((turn) => trace('M0', cy, 'L', r * Math.cos(turn), cy + r * Math.sin(turn))).join('');
  const cabins = turns.map((turn) => ellipse(r * 1.05 * Math.cos(turn), cy + r * 1.05 * Math.sin(turn), h * 0.022, h * 0.016, accent)).join('');
  return (
    stroke(trace('M', -h * 0.24, 0, 'L0', cy, 'L', h * 0.24, 0), main, h * 0.018) +
    stroke(spokes, main, 1.3) +
    circle(0, cy, r, 'none', `stroke="${main}" stroke-width="${round(h * 0.014)}"`) +
    circle(0, cy, r * 0.93, 'none', `stroke="${main}" stroke-width="1.5"`) +
    circle(0, cy, h * 0.028, main) +
    cabins
  );
}

export function bridge(h: number, { main, accent }: Tone): string {
  const span = h * 1.7;
  const deck = -h * 0.3;
  const half = span / 2;
  const cable = trace(
    'M',
    -half * 2.1,
    deck,
    'Q',
    -half * 1.4,
    deck - h * 0.02,
    -half,
    -h,
    'Q0',
    deck + h * 0.58,
    half,
    -h,
    'Q',
    half * 1.4,
    deck - h * 0.02,
    half * 2.1,
    deck,
  );
  const hangers: string[] = [];
  for (let at = -half + h * 0.07; at < half; at += h * 0.07) {
    const share = (at / half + 1) / 2;
    hangers.push(trace('M', at, deck, 'V', -h + (deck + h * 0.58 + h) * 2 * share * (1 - share)));
  }
  const pylon = (x: number): string =>
    path(
      trace(
        'M',
        x - h * 0.055,
        0,
        'L',
        x - h * 0.04,
        -h * 1.03,
        'H',
        x - h * 0.016,
        'V0Z',
        'M',
        x + h * 0.055,
        0,
        'L',
        x + h * 0.04,
        -h * 1.03,
        'H',
        x + h * 0.016,
        'V0Z',
      ),
      accent,
    ) +
    rect(x - h * 0.04, -h * 0.98, h * 0.08, h * 0.03, accent) +
    rect(x - h * 0.045, -h * 0.62, h * 0.09, h * 0.03, accent);
  return (
    stroke(hangers.join(''), main, 1.3) + stroke(cable, accent, h * 0.012) + rect(-half * 2.1, deck, half * 4.2, h * 0.035, main) + pylon(-half) + pylon(half)
  );
}
