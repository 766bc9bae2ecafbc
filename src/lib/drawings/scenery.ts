/** Sky, horizon and street around a house. The picture is 1600 × 1200 pixels. */
import type { Building } from './building.ts';
import { mix } from './colour.ts';
import type { Light } from './light.ts';
import type { Random } from '../random.ts';
import { circle, path, pattern, placed, rect, round, stroke, trace, verticalGradient } from './svg.ts';

export const frame = { width: 1600, height: 1200 } as const;

/** A bank of cloud in level strokes, as in a woodcut: calm, and it never competes with the roof. */
function cloud(x: number, y: number, width: number, colour: string, random: Random): string {
  const bar = width * 0.055;
  const strokes = [
    [0.22, 0.42],
    [0.06, 0.72],
    [0, 0.62],
    [0.3, 0.7],
  ] as const;
  return strokes
    .map(([from, length], row) =>
      rect(x + width * (from + random.between(-0.05, 0.05)), y + row * bar * 1.02, width * length, bar, colour, `rx="${round(bar / 2)}" opacity=".8"`),
    )
    .join('');
}

export function drawSky(light: Light, random: Random): string {
  const x = random.between(180, 1420);
  const disc = light.night
    ? circle(x, random.between(130, 240), 44, light.sun) +
      Array.from({ length: 16 }, () => circle(random.between(20, 1580), random.between(20, 520), random.between(1, 2.2), '#F2E9D4', 'opacity=".7"')).join('')
    : circle(x, random.between(200, 420), random.between(80, 150), light.sun, 'opacity=".8"');
  const clouds = Array.from({ length: random.integer(1, 3) }, (_, index) =>
    cloud(random.between(-80, 500) + index * 520, random.between(110, 420), random.between(230, 400), light.cloud, random),
  ).join('');
  return verticalGradient('sky', light.skyTop, light.skyLow) + rect(0, 0, frame.width, frame.height, 'url(#sky)') + disc + clouds;
}

/** Roofs and towers far behind, `horizon` being the ground line in pixels. */
export function drawHorizon(light: Light, horizon: number, tallest: number, random: Random): string {
  const layer = (step: number, height: number, colour: string): string => {
    let d = `M0 ${round(horizon)}`;
    for (let x = 0; x < frame.width; ) {
      const width = step * random.between(0.5, 1.3);
      const top = horizon - height * random.between(0.35, 1);
      d += random.chance(0.3) ? trace('V', top + 14, 'L', x + width / 2, top - width * 0.2, 'L', x + width, top + 14) : trace('V', top, 'H', x + width);
      x += width;
    }
    return path(`${d}V${round(horizon)}Z`, colour);
  };
  return layer(120, tallest, mix(light.far, light.skyLow, 0.5)) + layer(170, tallest * 0.62, mix(light.far, light.skyLow, 0.15));
}

/** Plain blocks beside the house with a grid of windows; they frame it and keep quiet. */
export function drawBlocks(light: Light, horizon: number, from: number, to: number, height: number, id: string, random: Random): string {
  let drawn = '';
  let index = 0;
  for (let x = from; x < to - 40; index += 1) {
    const width = Math.min(to - x, random.between(170, 330));
    const tall = height * random.between(0.55, 1.05);
    const wall = mix(light.near, random.pick([light.skyLow, light.far, light.near]), random.between(0.1, 0.45));
    const step = random.between(34, 52);
    const storey = random.between(46, 62);
    const pane = light.night ? '#E9B766' : mix(wall, light.glass, 0.42);
    const panes = rect(step * 0.28, storey * 0.26, step * 0.42, storey * 0.5, pane, light.night ? 'opacity=".26"' : '');
    drawn += placed(
      x,
      horizon - tall,
      pattern(`${id}${index}`, step, storey, panes) +
        rect(0, 0, width, tall, wall) +
        placed(
          (width - Math.floor((width - 12) / step) * step) / 2,
          12,
          rect(0, 0, Math.floor((width - 12) / step) * step, Math.floor((tall - 50) / storey) * storey, `url(#${id}${index})`),
        ) +
        rect(width - 10, 0, 10, tall, light.shadow, 'opacity=".06"') +
        rect(-3, -8, width + 6, 12, mix(wall, light.skyTop, 0.3)),
    );
    x += width;
  }
  return drawn;
}

/** Pavement, kerb and roadway below the ground line. */
export function drawRoadway(light: Light, ground: number, building: Building, random: Random): string {
  const pavement = random.between(62, 78);
  const road = ground + pavement + 9;
  let flags = '';
  for (let x = random.between(-60, 0); x < frame.width; x += 92) flags += trace('M', x, ground, 'l', -26, pavement);
  const tram = building.climate === 'northern' && random.chance(0.5);
  const marks = tram
    ? stroke(trace('M0', road + 34, 'H1600M0', road + 74, 'H1600'), light.paint('#7A7C7F'), 4)
    : stroke(trace('M', random.between(-80, 0), road + 58, 'H1600'), light.paint('#E8E3D8'), 5, 'stroke-dasharray="96 70"');
  return (
    rect(0, ground, frame.width, pavement, light.pavement) +
    stroke(flags, light.kerb, 1.2, 'opacity=".6"') +
    rect(0, ground, frame.width, 5, light.shadow, 'opacity=".12"') +
    rect(0, ground + pavement, frame.width, 9, light.kerb) +
    rect(0, road, frame.width, frame.height - road, light.road) +
    marks
  );
}
