/** Landmarks of masonry and timber. Origin: the middle of the foot on the ground; `h` is the height in pixels. */
import { darker, lighter } from './colour.ts';
import type { Tone } from './iron-landmarks.ts';
import { path, rect, stroke, trace } from './svg.ts';

export function opera(h: number, { main }: Tone): string {
  const shell = (x: number, wide: number, tall: number, lean: number, colour: string): string =>
    path(
      trace(
        'M',
        x,
        0,
        'C',
        x + wide * 0.05,
        -tall * 0.55,
        x + wide * (0.5 + lean),
        -tall * 0.92,
        x + wide * (0.9 + lean),
        -tall,
        'C',
        x + wide * (0.86 + lean * 0.5),
        -tall * 0.6,
        x + wide,
        -tall * 0.3,
        x + wide,
        0,
        'Z',
      ),
      colour,
    );
  const white = '#FBF6EA';
  const parts = [
    [-1.05, 0.5, 0.5],
    [-0.78, 0.62, 0.78],
    [-0.4, 0.74, 1],
    [0.02, 0.55, 0.7],
    [0.36, 0.44, 0.5],
  ] as const;
  return (
    parts
      .map(
        ([x, wide, tall], index) =>
          shell(x * h, wide * h, tall * h, index < 3 ? 0.12 : -0.25, index % 2 ? darker(white, 0.07) : white) +
          stroke(
            trace('M', x * h, 0, 'C', x * h + wide * h * 0.05, -tall * h * 0.55, x * h + wide * h * 0.5, -tall * h * 0.9, x * h + wide * h * 0.9, -tall * h),
            main,
            1.5,
            'opacity=".4"',
          ),
      )
      .join('') + rect(-1.25 * h, -h * 0.02, 2.3 * h, h * 0.11, main)
  );
}

export function dome(h: number, { main, accent }: Tone): string {
  const r = h * 0.26;
  const columns = Array.from({ length: 9 }, (_, index) => rect(-r * 0.92 + index * r * 0.22, -h * 0.56, r * 0.09, h * 0.13, lighter(main, 0.35))).join('');
  const ribs = stroke(
    [-0.6, -0.3, 0, 0.3, 0.6].map((at) => trace('M', at * r, -h * 0.58, 'Q', at * r * 0.8, -h * 0.76, 0, -h * 0.84)).join(''),
    darker(accent, 0.15),
    1.5,
  );
  const portico =
    path(trace('M', -h * 0.2, -h * 0.27, 'L0', -h * 0.36, 'L', h * 0.2, -h * 0.27, 'Z'), lighter(main, 0.25)) +
    Array.from({ length: 6 }, (_, index) => rect(-h * 0.17 + index * h * 0.064, -h * 0.26, h * 0.022, h * 0.26, lighter(main, 0.35))).join('');
  return (
    rect(-h * 0.5, -h * 0.27, h, h * 0.27, main) +
    rect(-h * 0.52, -h * 0.29, h * 1.04, h * 0.025, lighter(main, 0.3)) +
    rect(-r * 1.05, -h * 0.43, r * 2.1, h * 0.16, main) +
    rect(-r, -h * 0.58, r * 2, h * 0.15, main) +
    columns +
    path(
      trace('M', -r, -h * 0.58, 'C', -r * 0.96, -h * 0.78, -r * 0.4, -h * 0.84, 0, -h * 0.85, 'C', r * 0.4, -h * 0.84, r * 0.96, -h * 0.78, r, -h * 0.58, 'Z'),
      accent,
    ) +
    ribs +
    rect(-h * 0.035, -h * 0.92, h * 0.07, h * 0.08, lighter(main, 0.3)) +
    path(trace('M', -h * 0.04, -h * 0.92, 'Q0', -h * 0.98, h * 0.04, -h * 0.92, 'Z'), accent) +
    rect(-1.2, -h, 2.4, h * 0.06, main) +
    portico
  );
}

export function pagoda(h: number, { main, accent }: Tone): string {
  const tiers = Array.from({ length: 5 }, (_, index) => {
    const wide = h * (0.25 - index * 0.032);
    const y = -h * (0.06 + index * 0.155);
    const roof = y - h * 0.085;
    return (
      rect(-wide * 0.56, roof, wide * 1.12, h * 0.095, lighter(main, 0.3)) +
      rect(-wide * 0.12, roof + h * 0.02, wide * 0.24, h * 0.07, darker(main, 0.2)) +
      path(
        trace(
          'M',
          -wide * 1.12,
          roof + h * 0.004,
          'Q',
          -wide * 0.72,
          roof - h * 0.01,
          -wide * 0.5,
          roof - h * 0.075,
          'H',
          wide * 0.5,
          'Q',
          wide * 0.72,
          roof - h * 0.01,
          wide * 1.12,
          roof + h * 0.004,
          'Q0',
          roof + h * 0.03,
          -wide * 1.12,
          roof + h * 0.004,
          'Z',
        ),
        index % 2 ? accent : darker(accent, 0.08),
      )
    );
  });
  return (
    rect(-h * 0.24, -h * 0.06, h * 0.48, h * 0.06, main) +
    tiers.join('') +
    rect(-h * 0.006, -h, h * 0.012, h * 0.16, main) +
    [0.88, 0.91, 0.94].map((up) => rect(-h * 0.022, -h * up, h * 0.044, h * 0.009, main)).join('')
  );
}

export function castle(h: number, { main, accent }: Tone): string {
  const rock = path(
    trace(
      'M',
      -h * 0.95,
      0,
      'C',
      -h * 0.7,
      -h * 0.08,
      -h * 0.62,
      -h * 0.34,
      -h * 0.42,
      -h * 0.38,
      'L',
      h * 0.36,
      -h * 0.4,
      'C',
      h * 0.56,
      -h * 0.34,
      h * 0.66,
      -h * 0.1,
      h * 1.02,
      0,
      'Z',
    ),
    darker(main, 0.12),
  );
  const keep = (x: number, wide: number, foot: number, tall: number, pointed: boolean): string => {
    const teeth = Array.from({ length: 4 }, (_, index) =>
      rect(x - wide / 2 + (index * wide) / 3.5, -foot - tall - h * 0.028, wide / 7, h * 0.03, lighter(main, 0.12)),
    ).join('');
    const roof = pointed
      ? path(trace('M', x - wide * 0.62, -foot - tall, 'L', x, -foot - tall - wide * 1.35, 'L', x + wide * 0.62, -foot - tall, 'Z'), accent)
      : teeth;
    return (
      rect(x - wide / 2, -foot - tall, wide, tall, lighter(main, 0.12)) +
      roof +
      rect(x - wide * 0.07, -foot - tall * 0.72, wide * 0.14, tall * 0.16, darker(main, 0.35))
    );
  };
  return (
    keep(-h * 0.3, h * 0.15, h * 0.34, h * 0.3, true) +
    keep(h * 0.28, h * 0.13, h * 0.36, h * 0.24, true) +
    rect(-h * 0.3, -h * 0.54, h * 0.58, h * 0.18, lighter(main, 0.06)) +
    keep(-h * 0.04, h * 0.24, h * 0.36, h * 0.38, false) +
    keep(h * 0.1, h * 0.1, h * 0.36, h * 0.46, true) +
    rock
  );
}

export function arch(h: number, { main, accent }: Tone): string {
  const body = trace(
    'M',
    -h * 0.46,
    0,
    'V',
    -h * 0.92,
    'H',
    h * 0.46,
    'V0H',
    h * 0.19,
    'V',
    -h * 0.36,
    'A',
    h * 0.19,
    h * 0.19,
    '0 0 0',
    -h * 0.19,
    -h * 0.36,
    'V0Z',
  );
  const panels = [-0.42, 0.24].map((x) => rect(x * h, -h * 0.5, h * 0.18, h * 0.3, lighter(main, 0.2))).join('');
  return (
    path(body, main) +
    panels +
    rect(-h * 0.5, -h * 0.7, h, h * 0.045, lighter(main, 0.35)) +
    rect(-h * 0.5, -h * 0.96, h, h * 0.05, lighter(main, 0.35)) +
    rect(-h * 0.34, -h * 0.86, h * 0.68, h * 0.1, accent) +
    stroke(trace('M', -h * 0.19, -h * 0.36, 'A', h * 0.19, h * 0.19, '0 0 1', h * 0.19, -h * 0.36), lighter(main, 0.35), h * 0.022)
  );
}
