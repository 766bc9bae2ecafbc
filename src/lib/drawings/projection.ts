/** Parallel projection of a house seen from above its near corner. All lengths are pixels. */
import { path, trace } from './svg.ts';

/** `along` runs left from the near corner, `deep` runs right and away, `up` rises. */
export type Corner = readonly [along: number, deep: number, up: number];

export interface Projection {
  point(along: number, deep: number, up: number): readonly [x: number, y: number];
  polygon(corners: readonly Corner[], fill: string, extra?: string): string;
  /** Places a wall of the given width, drawn from left to right, on the front. */
  frontMatrix(width: number): string;
  /** Places a wall drawn from left to right on the side, its left end at the near corner. */
  sideMatrix(): string;
  /** Horizontal and vertical extent of a plan rectangle. */
  spanAcross(along: number, deep: number): number;
  spanUp(along: number, deep: number): number;
}

/** Unit steps for a plan turned by 32° and seen from 20° above, scaled so that heights stay true. */
const alongX = 0.9;
const alongY = 0.193;
const deepX = 0.564;
const deepY = 0.309;

/** A projection whose near corner stands at (x, y) of the picture. */
export function projection(x: number, y: number): Projection {
  const point: Projection['point'] = (along, deep, up) => [x - alongX * along + deepX * deep, y - alongY * along - deepY * deep - up];
  return {
    point,
    polygon: (corners, fill, extra) => path(`${corners.map((corner, index) => trace(index === 0 ? 'M' : 'L', ...point(...corner))).join('')}Z`, fill, extra),
    frontMatrix: (width) => `transform="matrix(${alongX} ${alongY} 0 1 ${x - alongX * width} ${y - alongY * width})"`,
    sideMatrix: () => `transform="matrix(${deepX} ${-deepY} 0 1 ${x} ${y})"`,
    spanAcross: (along, deep) => alongX * along + deepX * deep,
    spanUp: (along, deep) => alongY * along + deepY * deep,
  };
}
