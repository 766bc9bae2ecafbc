/** The surface of a wall: what it is made of, seen from across the street. */
import type { Building } from './building.ts';
import { darker, lighter, mix } from './colour.ts';
import type { Light } from './light.ts';
import { seededRandom } from '../random.ts';
import { pattern, rect, stroke, trace } from './svg.ts';

/** Single bricks stand out here and there; drawing each course would only make noise. */
function bricks(id: string, wall: string, metre: number, seed: number): string {
  const random = seededRandom(`${seed}/bricks`);
  const course = Math.max(4, metre * 0.105);
  const length = course * 2.6;
  let drawn = '';
  for (let row = 0; row < 10; row += 1) {
    for (let column = 0; column < 5; column += 1) {
      if (random.chance(0.76)) continue;
      const colour = random.chance(0.55) ? darker(wall, random.between(0.06, 0.16)) : lighter(wall, random.between(0.08, 0.18));
      drawn += rect((column + (row % 2 ? 0.5 : 0)) * length, row * course, length * 0.86, course * 0.74, colour);
    }
  }
  return pattern(id, length * 5.5, course * 10, drawn);
}

function joints(id: string, width: number, height: number, colour: string, thickness: number): string {
  return pattern(id, width, height, stroke(trace('M0 0H', width, 'M0 0V', height), colour, thickness));
}

/** Wall surface `width` × `height` pixels, standing on y = 0 and rising to negative y. `id` names its pattern. */
export function drawCladding(building: Building, light: Light, metre: number, width: number, height: number, id: string): string {
  const wall = light.paint(building.wall);
  const base = rect(0, -height, width, height, wall);
  const over = (fill: string): string => fill + rect(0, -height, width, height, `url(#${id})`);
  const line = darker(wall, 0.14);
  switch (building.cladding) {
    case 'brick':
      return metre < 9 ? base : base + over(bricks(id, wall, metre, building.seed));
    case 'boards':
      return base + over(pattern(id, 40, Math.max(5, metre * 0.2), rect(0, 0, 40, 1.2, line)));
    case 'upright-boards':
      return base + over(pattern(id, Math.max(5, metre * 0.24), 40, rect(0, 0, 1.2, 40, line)));
    case 'tile':
      return base + over(joints(id, Math.max(5, metre * 0.22), Math.max(4, metre * 0.12), mix(wall, light.paint('#FFFFFF'), 0.22), 0.9));
    case 'stone':
      return (
        base +
        over(
          pattern(
            id,
            metre * 1.4,
            metre * 0.9,
            stroke(
              trace('M0 0H', metre * 1.4, 'M0', metre * 0.45, 'H', metre * 1.4, 'M0 0v', metre * 0.45, 'M', metre * 0.7, metre * 0.45, 'v', metre * 0.45),
              line,
              1,
              'opacity=".6"',
            ),
          ),
        )
      );
    case 'panel': {
      const storey = building.storeyHeight * metre;
      let seams = '';
      for (let floor = 0; floor < building.storeys; floor += 1) seams += trace('M0', -building.groundHeight * metre - floor * storey, 'h', width);
      return base + stroke(seams, line, 1.2);
    }
    case 'glass':
    case 'stucco':
      return base;
  }
}
