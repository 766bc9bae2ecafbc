/** Landmarks of iron and cable. Origin: the middle of the foot on the ground; `h` is the height in pixels. */
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
