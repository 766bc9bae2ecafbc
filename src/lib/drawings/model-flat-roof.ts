/** A flat roof seen from above: a deck, beds, a lift house, panels. Lengths are pixels. */
import type { Building } from './building.ts';
import { darker, lighter, mix } from './colour.ts';
import type { Light } from './light.ts';
import type { Projection } from './projection.ts';
import { seededRandom } from '../random.ts';
import { ellipse } from './svg.ts';

export interface ModelTop {
  readonly building: Building;
  readonly light: Light;
  readonly metre: number;
  readonly view: Projection;
  readonly width: number;
  readonly depth: number;
  /** Height of the eaves. */
  readonly eaves: number;
}

interface Box {
  readonly along: readonly [number, number];
  readonly deep: readonly [number, number];
  readonly up: readonly [number, number];
}

/** A block with its three visible faces. */
export function box({ view }: ModelTop, { along: [a0, a1], deep: [d0, d1], up: [u0, u1] }: Box, colour: string): string {
  return (
    view.polygon(
      [
        [a0, d0, u0],
        [a1, d0, u0],
        [a1, d0, u1],
        [a0, d0, u1],
      ],
      colour,
    ) +
    view.polygon(
      [
        [a0, d0, u0],
        [a0, d1, u0],
        [a0, d1, u1],
        [a0, d0, u1],
      ],
      darker(colour, 0.2),
    ) +
    view.polygon(
      [
        [a0, d0, u1],
        [a1, d0, u1],
        [a1, d1, u1],
        [a0, d1, u1],
      ],
      lighter(colour, 0.3),
    )
  );
}

function solarPanels(top: ModelTop, from: number, to: number, deep: number, up: number): string {
  const m = top.metre;
  const rows: string[] = [];
  for (let at = from; at + 1.8 * m < to; at += 2.3 * m)
    rows.push(
      top.view.polygon(
        [
          [at, deep, up],
          [at + 1.9 * m, deep, up],
          [at + 1.9 * m, deep + 1.2 * m, up + 0.6 * m],
          [at, deep + 1.2 * m, up + 0.6 * m],
        ],
        top.light.paint('#3F5A70'),
      ),
    );
  return rows.join('');
}

/** A flat roof is where people and plants are. */
export function flatRoof(top: ModelTop): string {
  const { building, light, metre: m, width, depth, eaves, view } = top;
  const random = seededRandom(`${building.seed}/model-roof`);
  const edge = 0.65 * m;
  const lip = Math.max(3, 0.35 * m);
  const floor = mix(light.paint(building.roofColour), light.pavement, 0.55);
  const wall = light.paint(building.cladding === 'glass' ? building.trim : building.wall);
  const up = eaves + edge;
  const rise = building.roof === 'set-back' ? 3 * m : building.roof === 'plant' ? 4 * m : 2.4 * m;
  const share = building.roof === 'parapet' || building.roof === 'overhang' || building.roof === 'cornice' ? 0.3 : 0.64;
  const start = width * random.between(0.12, 0.3);
  const lift: Box = { along: [start, start + width * share], deep: [depth * 0.3, depth * 0.74], up: [eaves, eaves + rise] };
  const leaf = ([along, deep]: readonly [number, number]): string => {
    const [x, y] = view.point(along, deep, eaves);
    return ellipse(x, y - 0.5 * m, 0.95 * m, 0.6 * m, light.leafShade) + ellipse(x - 0.2 * m, y - 0.65 * m, 0.7 * m, 0.42 * m, light.leafLight);
  };
  const beds = (
    [
      [0.1, 0.13],
      [0.2, 0.13],
      [0.3, 0.13],
      [0.86, 0.84],
      [0.9, 0.13],
    ] as const
  )
    .map(([a, d]) => leaf([width * a, depth * d]))
    .join('');
  const inner = view.polygon(
    [
      [lip, lip, eaves],
      [width - lip, lip, eaves],
      [width - lip, depth - lip, eaves],
      [lip, depth - lip, eaves],
    ],
    floor,
  );
  const ring = view.polygon(
    [
      [0, 0, up],
      [width, 0, up],
      [width, depth, up],
      [0, depth, up],
    ],
    light.paint(lighter(building.trim, 0.2)),
  );
  const faces =
    view.polygon(
      [
        [0, 0, eaves],
        [width, 0, eaves],
        [width, 0, up],
        [0, 0, up],
      ],
      wall,
    ) +
    view.polygon(
      [
        [0, 0, eaves],
        [0, depth, eaves],
        [0, depth, up],
        [0, 0, up],
      ],
      mix(wall, '#4A5568', 0.24),
    );
  const inside =
    view.polygon(
      [
        [lip, depth - lip, eaves],
        [width - lip, depth - lip, eaves],
        [width - lip, depth - lip, up],
        [lip, depth - lip, up],
      ],
      darker(wall, 0.12),
    ) +
    view.polygon(
      [
        [width - lip, lip, eaves],
        [width - lip, depth - lip, eaves],
        [width - lip, depth - lip, up],
        [width - lip, lip, up],
      ],
      lighter(wall, 0.1),
    );
  const panels = building.width > 12 ? solarPanels(top, start + width * share + m, width * 0.95, depth * 0.5, eaves + 0.3 * m) : '';
  return ring + inner + inside + panels + box(top, lift, light.paint(mix(building.wall, building.trim, 0.5))) + (building.storeys > 2 ? beds : '') + faces;
}
