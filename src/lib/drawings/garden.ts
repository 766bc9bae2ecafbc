/** Hedges, pots and flower beds; pixels. */
import { darker } from './colour.ts';
import type { Light } from './light.ts';
import type { Choices, Random } from '../random.ts';
import { circle, ellipse, path, placed, rect, stroke, trace } from './svg.ts';

/** A clipped hedge `width` × `height` pixels. */
export function hedge(x: number, y: number, width: number, height: number, light: Light): string {
  const bumps: string[] = [];
  const step = Math.max(12, height * 0.7);
  for (let at = x + step / 2; at < x + width; at += step) bumps.push(circle(at, y - height, step * 0.56, light.leafLight));
  return bumps.join('') + rect(x, y - height, width, height, light.leafLight) + rect(x, y - height * 0.45, width, height * 0.45, light.leafShade);
}

/** A terracotta pot with something growing; the origin is the pot's foot. */
export function potted(x: number, y: number, size: number, light: Light): string {
  const pot = light.paint('#BE7350');
  return placed(
    x,
    y,
    ellipse(0, -size * 0.68, size * 0.26, size * 0.3, light.leafShade) +
      ellipse(-size * 0.06, -size * 0.74, size * 0.18, size * 0.22, light.leafLight) +
      path(trace('M', -size * 0.22, -size * 0.42, 'H', size * 0.22, 'L', size * 0.15, 0, 'H', -size * 0.15, 'Z'), pot) +
      rect(-size * 0.25, -size * 0.45, size * 0.5, size * 0.09, darker(pot, 0.12)),
  );
}

/** A loose bed of flowers `width` pixels wide. */
export function flowerBed(x: number, y: number, width: number, height: number, light: Light, random: Random): string {
  const petals: Choices<string> = ['#E3B65C', '#D98A73', '#F3E7D3', '#B7788B', '#C8421F'];
  const colours = [random.pick(petals), random.pick(petals)];
  let stems = '';
  let heads = '';
  for (let at = x; at < x + width; at += height * 0.42) {
    const top = height * random.between(0.55, 1);
    stems += trace('M', at, y, 'v', -top);
    heads += circle(at, y - top, height * 0.13, light.paint(colours[random.integer(0, 1)] ?? '#E3B65C'));
  }
  return ellipse(x + width / 2, y, width * 0.56, height * 0.34, light.leafShade) + stroke(stems, light.leafLight, Math.max(1, height * 0.07)) + heads;
}
