/** A house as an architect's model: two sides and the roof in parallel projection, standing on its own plot. */
import { readBuilding } from './building.ts';
import type { Building } from './building.ts';
import { darker, lighter, mix } from './colour.ts';
import { drawWall } from './elevation.ts';
import type { Facade } from './facade-facts.ts';
import { lightAt } from './light.ts';
import type { Light } from './light.ts';
import { hedge } from './garden.ts';
import { grove } from './trees.ts';
import { drawModelRoof } from './model-roof.ts';
import { projection } from './projection.ts';
import type { Projection } from './projection.ts';
import { seededRandom } from '../random.ts';
import type { Random } from '../random.ts';
import { roofRise } from './roof-parts.ts';
import { frame } from './scenery.ts';
import { bench, bicycle, lamp, person } from './street-life.ts';
import { circle, group, rect, stroke, trace, verticalGradient } from './svg.ts';

/** The side away from the sun. */
function inShade(light: Light): Light {
  return { ...light, glass: darker(light.glass, 0.2), paint: (colour) => mix(light.paint(colour), '#4A5568', 0.24) };
}

interface Plot {
  readonly view: Projection;
  readonly width: number;
  readonly depth: number;
  /** Ground kept free around the house, pixels. */
  readonly apron: number;
}

function plate({ view, width, depth, apron }: Plot, building: Building, light: Light): string {
  const a = apron;
  const green = building.storeys <= 4 && !building.attached;
  const thick = 26;
  const walk = a * 0.42;
  const top = view.polygon(
    [
      [-a, -a, 0],
      [width + a, -a, 0],
      [width + a, depth + a, 0],
      [-a, depth + a, 0],
    ],
    light.pavement,
  );
  const lawn = view.polygon(
    [
      [-walk, -walk, 0],
      [width + a - walk / 2, -walk, 0],
      [width + a - walk / 2, depth + a - walk / 2, 0],
      [-walk, depth + a - walk / 2, 0],
    ],
    green ? light.lawn : mix(light.pavement, light.lawn, 0.35),
  );
  const front = view.polygon(
    [
      [-a, -a, 0],
      [width + a, -a, 0],
      [width + a, -a, -thick],
      [-a, -a, -thick],
    ],
    light.kerb,
  );
  const side = view.polygon(
    [
      [-a, -a, 0],
      [-a, depth + a, 0],
      [-a, depth + a, -thick],
      [-a, -a, -thick],
    ],
    darker(light.kerb, 0.16),
  );
  const cast = view.polygon(
    [
      [0, depth, 0],
      [0, 0, 0],
      [-a * 0.8, depth * 0.2, 0],
      [-a * 0.8, depth + a * 0.6, 0],
    ],
    light.shadow,
    'opacity=".13"',
  );
  const path = view.polygon(
    [
      [width * 0.42, -a, 0],
      [width * 0.58, -a, 0],
      [width * 0.58, 0, 0],
      [width * 0.42, 0, 0],
    ],
    lighter(light.pavement, 0.4),
  );
  return front + side + top + lawn + path + cast;
}

function walls(building: Building, light: Light, metre: number, sideBays: number, view: Projection): string {
  const front = drawWall({ building, light, metre, id: 'f', side: false }, building.bays);
  const side = drawWall({ building, light: inShade(light), metre, id: 'e', side: true }, sideBays);
  const width = building.width * metre;
  return group(front, view.frontMatrix(width)) + group(side, view.sideMatrix());
}

function behind(plot: Plot, building: Building, light: Light, metre: number, random: Random): string {
  const tree = grove(building.climate, light, random);
  const size = Math.min(Math.max(metre * 6.5, 90), 320);
  return (
    [
      [1.02, 0.75],
      [0.7, 1.02],
      [0.25, 1.02],
    ] as const
  )
    .map(([along, deep]) => {
      const [x, y] = plot.view.point(plot.width * along + plot.apron * 0.5, plot.depth * deep + plot.apron * 0.4, 0);
      return tree(x, y, size);
    })
    .join('');
}

function before(plot: Plot, building: Building, light: Light, metre: number, random: Random): string {
  const { view, width, depth, apron } = plot;
  const tree = grove(building.climate, light, random);
  const size = Math.min(Math.max(metre * 5.2, 74), 250);
  const near = Math.min(Math.max(metre, 25), 50);
  const spot = (along: number, deep: number): readonly [number, number] => view.point(width * along, deep, 0);
  const at = (along: number, deep: number, draw: (x: number, y: number) => string): string => draw(...spot(along, deep));
  const beside = view.point(-apron * 0.62, depth * 0.62, 0);
  const far = view.point(-apron * 0.62, depth * 0.95, 0);
  return (
    at(0.96, -apron * 0.6, (x, y) => tree(x, y, size)) +
    (building.storeys <= 4
      ? at(0.78, -apron * 0.38, (x, y) => hedge(x - near * 1.2, y, near * 2.4, near * 0.6, light))
      : at(0.72, -apron * 0.6, (x, y) => tree(x, y, size * 0.9))) +
    tree(far[0], far[1], size * 0.9) +
    tree(beside[0], beside[1], size) +
    at(0.3, -apron * 0.45, (x, y) => bicycle(x, y, near, random.pick(['#C8421F', '#0F5C6E', '#D99A3C']), light)) +
    at(0.5, -apron * 0.7, (x, y) => person(x, y, near, light, random)) +
    at(0.16, -apron * 0.72, (x, y) => (random.chance(0.5) ? bench(x, y, near, light) : person(x, y, near, light, random))) +
    at(-0.02, -apron * 0.8, (x, y) => lamp(x, y, near * 0.9, light))
  );
}

/** The body of a 1600 × 1200 picture. */
export function drawCorner(facade: Facade, evening: boolean): string {
  const building = readBuilding(facade);
  const random = seededRandom(`${facade.seed}/corner`);
  const light = lightAt(evening, facade.climate, random);
  const sideBays = Math.max(2, Math.round(building.bays * (building.bays > 5 ? 0.6 : 0.8)));
  const depthMetres = sideBays * building.bayWidth;
  const apronMetres = Math.max(3, building.height * 0.07);
  const unit = projection(0, 0);
  const spanWidth = unit.spanAcross(building.width + apronMetres * 2, depthMetres + apronMetres * 2);
  const spanHeight = unit.spanUp(building.width + apronMetres * 2, depthMetres + apronMetres * 2) + building.height + roofRise(building);
  const metre = Math.min(1420 / spanWidth, 1060 / spanHeight, 80);
  const plot = { width: building.width * metre, depth: depthMetres * metre, apron: apronMetres * metre };
  const left = (frame.width - spanWidth * metre) / 2;
  const bottom = (frame.height + spanHeight * metre) / 2 - 8;
  const view = projection(
    left + unit.spanAcross(building.width + apronMetres * 2, 0) * metre - unit.spanAcross(apronMetres, 0) * metre + unit.spanAcross(0, apronMetres) * metre,
    bottom - unit.spanUp(apronMetres, apronMetres) * metre - 26,
  );
  const placedPlot: Plot = { ...plot, view };
  const disc = circle(
    random.between(520, 1080),
    random.between(330, 470),
    random.between(250, 330),
    light.sun,
    light.night ? 'opacity=".07"' : 'opacity=".75"',
  );
  const ground = stroke(trace('M60', bottom + 26, 'H1540'), light.far, 1.5, 'opacity=".6"');
  return (
    verticalGradient('sky', mix(light.skyTop, light.skyLow, 0.35), light.skyLow) +
    rect(0, 0, frame.width, frame.height, 'url(#sky)') +
    disc +
    ground +
    plate(placedPlot, building, light) +
    behind(placedPlot, building, light, metre, random) +
    walls(building, light, metre, sideBays, view) +
    drawModelRoof(building, light, metre, view, plot.depth) +
    before(placedPlot, building, light, metre, random)
  );
}
