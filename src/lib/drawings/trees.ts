/** Trees. Origin: where the trunk meets the ground; `size` is the height in pixels. */
import { mix } from './colour.ts';
import type { Climate } from './facade-facts.ts';
import type { Light } from './light.ts';
import type { Choices, Random } from '../random.ts';
import { circle, ellipse, path, placed, rect, round, stroke, trace } from './svg.ts';

type Species = 'broadleaf' | 'slender' | 'conifer' | 'birch' | 'cypress' | 'umbrella-pine' | 'palm' | 'rain-tree' | 'blossom' | 'ginkgo' | 'orange';

const species: Readonly<Record<Climate, Choices<Species>>> = {
  temperate: ['broadleaf', 'slender', 'broadleaf', 'birch'],
  northern: ['birch', 'conifer', 'slender', 'broadleaf'],
  mediterranean: ['cypress', 'umbrella-pine', 'orange', 'palm'],
  tropical: ['palm', 'rain-tree', 'palm'],
  'east-asian': ['blossom', 'ginkgo', 'broadleaf', 'slender'],
};

const canopies = {
  full: [
    [0, -0.66, 0.25],
    [-0.2, -0.54, 0.18],
    [0.2, -0.55, 0.18],
    [-0.1, -0.78, 0.18],
    [0.12, -0.8, 0.17],
  ],
  wide: [
    [0, -0.72, 0.2],
    [-0.3, -0.66, 0.18],
    [0.3, -0.67, 0.18],
    [-0.15, -0.82, 0.16],
    [0.16, -0.82, 0.16],
    [-0.46, -0.62, 0.1],
    [0.46, -0.63, 0.1],
  ],
  small: [
    [0, -0.64, 0.24],
    [-0.14, -0.56, 0.18],
    [0.15, -0.57, 0.18],
  ],
} as const;

type Blob = readonly [x: number, y: number, radius: number];

function crown(blobs: readonly Blob[], size: number, shade: string, lit: string): string {
  const at = ([x, y, radius]: Blob, dx: number, dy: number, scale: number, colour: string): string =>
    circle((x + dx) * size, (y + dy) * size, radius * scale * size, colour);
  return blobs.map((blob) => at(blob, 0, 0, 1, shade)).join('') + blobs.map((blob) => at(blob, -0.035, -0.035, 0.78, lit)).join('');
}

function twigs(size: number, colour: string, top: number): string {
  return stroke(
    trace(
      'M0 0V',
      -top * size,
      'M0',
      -top * size * 0.62,
      'L',
      size * 0.13,
      -top * size * 0.92,
      'M0',
      -top * size * 0.52,
      'L',
      -size * 0.12,
      -top * size * 0.82,
    ),
    colour,
    Math.max(1.2, size * 0.022),
    'stroke-linecap="round"',
  );
}

function birchStem(size: number, light: Light): string {
  const stem = trace('M0 0V', -size * 0.42);
  const width = Math.max(1.5, size * 0.02);
  return (
    stroke(stem, light.paint('#EFEBE2'), width) +
    stroke(
      trace('M', -width * 0.22, 0, 'V', -size * 0.42),
      light.paint('#8C857B'),
      width * 0.55,
      `stroke-dasharray="${round(Math.max(1, size * 0.007))} ${round(Math.max(4, size * 0.045))}"`,
    )
  );
}

/** Short strokes that break the edge between light and shade, so that a crown reads as leaves. */
function leaves(size: number, colour: string): string {
  const spots = [
    [-0.16, -0.5],
    [0.08, -0.52],
    [0.2, -0.62],
    [-0.04, -0.66],
    [-0.22, -0.66],
    [0.1, -0.78],
    [-0.1, -0.84],
    [0.02, -0.92],
  ] as const;
  const dash = size * 0.03;
  return stroke(
    spots.map(([x, y]) => trace('M', x * size, y * size, 'q', dash, -dash * 0.6, dash * 2, 0)).join(''),
    colour,
    Math.max(1, size * 0.009),
    'stroke-linecap="round" opacity=".45"',
  );
}

function palm(size: number, light: Light): string {
  const trunk = path(
    trace(
      'M',
      -size * 0.025,
      0,
      'Q',
      size * 0.02,
      -size * 0.4,
      size * 0.05,
      -size * 0.72,
      'h',
      size * 0.03,
      'Q',
      size * 0.06,
      -size * 0.4,
      size * 0.03,
      0,
      'Z',
    ),
    light.trunk,
  );
  const head = [size * 0.065, -size * 0.73] as const;
  const fronds = (
    [
      [-0.34, 0.1],
      [-0.3, -0.1],
      [-0.12, -0.24],
      [0.14, -0.24],
      [0.32, -0.08],
      [0.34, 0.12],
    ] as const
  )
    .map(([x, y], index) =>
      path(
        trace(
          'M',
          head[0],
          head[1],
          'q',
          x * size * 0.45,
          y * size - size * 0.16,
          x * size,
          y * size,
          'q',
          -x * size * 0.42,
          -size * 0.06 - y * size * 0.3,
          -x * size,
          -y * size,
          'Z',
        ),
        index % 2 ? light.leafLight : light.leafShade,
      ),
    )
    .join('');
  return trunk + fronds;
}

function conifer(size: number, light: Light): string {
  const tier = (top: number, bottom: number, half: number): string => trace('M0', -top * size, 'L', half * size, -bottom * size, 'H', -half * size, 'Z');
  const tiers = tier(1, 0.62, 0.13) + tier(0.8, 0.36, 0.19) + tier(0.58, 0.1, 0.25);
  const shade = tiers.replaceAll(/H -?[\d.]+/g, 'H 0');
  return rect(-size * 0.02, -size * 0.12, size * 0.04, size * 0.12, light.trunk) + path(tiers, light.leafLight) + path(shade, light.leafShade);
}

function draw(kind: Species, size: number, light: Light): string {
  const { leafShade: shade, leafLight: lit } = light;
  const wood = twigs(size, light.trunk, 0.48);
  switch (kind) {
    case 'broadleaf':
      return crown(canopies.full, size, shade, lit) + leaves(size, shade) + twigs(size, light.trunk, 0.5);
    case 'rain-tree':
      return crown(canopies.wide, size, shade, lit) + leaves(size, shade) + twigs(size, light.trunk, 0.6);
    case 'slender':
      return ellipse(0, -size * 0.6, size * 0.19, size * 0.4, shade) + ellipse(-size * 0.035, -size * 0.63, size * 0.13, size * 0.32, lit) + wood;
    case 'birch':
      return (
        ellipse(0, -size * 0.62, size * 0.16, size * 0.36, mix(lit, light.paint('#D9C46C'), 0.25)) +
        ellipse(size * 0.04, -size * 0.56, size * 0.1, size * 0.27, shade, 'opacity=".55"') +
        birchStem(size, light)
      );
    case 'conifer':
      return conifer(size, light);
    case 'cypress':
      return (
        rect(-size * 0.012, -size * 0.08, size * 0.024, size * 0.08, light.trunk) +
        path(
          trace(
            'M0',
            -size,
            'C',
            size * 0.16,
            -size * 0.62,
            size * 0.13,
            -size * 0.1,
            0,
            -size * 0.06,
            'C',
            -size * 0.13,
            -size * 0.1,
            -size * 0.16,
            -size * 0.62,
            0,
            -size,
            'Z',
          ),
          shade,
        ) +
        path(
          trace(
            'M0',
            -size,
            'C',
            -size * 0.16,
            -size * 0.62,
            -size * 0.13,
            -size * 0.1,
            0,
            -size * 0.06,
            'C',
            -size * 0.02,
            -size * 0.4,
            0,
            -size * 0.7,
            0,
            -size,
            'Z',
          ),
          lit,
        )
      );
    case 'umbrella-pine':
      return (
        twigs(size, light.trunk, 0.78) +
        ellipse(0, -size * 0.8, size * 0.36, size * 0.15, shade) +
        ellipse(-size * 0.06, -size * 0.84, size * 0.26, size * 0.09, lit)
      );
    case 'palm':
      return palm(size, light);
    case 'blossom':
      return crown(canopies.full, size, light.paint('#DDA3A1'), light.paint('#F0C9C2')) + wood;
    case 'ginkgo':
      return crown(canopies.small, size, light.paint('#C99B3C'), light.paint('#E2BE63')) + wood;
    case 'orange': {
      const fruit = [
        [-0.12, -0.58],
        [0.08, -0.5],
        [0.16, -0.68],
        [-0.02, -0.78],
        [-0.2, -0.66],
      ] as const;
      return (
        crown(canopies.small, size, shade, lit) +
        wood +
        fruit.map(([x, y]) => circle(x * size, y * size, Math.max(1.5, size * 0.022), light.paint('#DE8A3C'))).join('')
      );
    }
  }
}

const heights: Readonly<Record<Species, number>> = {
  broadleaf: 1,
  slender: 1.05,
  conifer: 1.15,
  birch: 1.1,
  cypress: 1.15,
  'umbrella-pine': 1.15,
  palm: 1.15,
  'rain-tree': 1,
  blossom: 0.85,
  ginkgo: 0.95,
  orange: 0.62,
};

/** A grove draws one or two kinds of tree, as a street does. */
export function grove(climate: Climate, light: Light, random: Random): (x: number, y: number, size: number) => string {
  const kinds: Choices<Species> = [random.pick(species[climate]), random.pick(species[climate])];
  return (x, y, size) => {
    const kind = random.pick(kinds);
    const grown = size * heights[kind] * random.between(0.9, 1.08);
    return placed(x, y, ellipse(0, 0, grown * 0.2, Math.max(2, grown * 0.018), light.shadow, 'opacity=".16"') + draw(kind, grown, light));
  };
}
