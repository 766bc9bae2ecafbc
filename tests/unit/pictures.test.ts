import fc from '#tests/support/properties.ts';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { cityScene } from '#lib/drawings/city-scenes.ts';
import { drawFacade } from '#lib/drawings/facade.ts';
import type { Facade } from '#lib/drawings/facade.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { drawFloorPlan, layOutPlan } from '#lib/drawings/floor-plan.ts';
import type { FloorPlan, PlanRoom } from '#lib/drawings/floor-plan.ts';
import { drawLandmark } from '#lib/drawings/landmarks.ts';
import { facadeColours } from '#lib/drawings/palette.ts';
import { furnish } from '#lib/drawings/plan-furniture.ts';
import { seededRandom } from '#lib/random.ts';
import { drawSkyline } from '#lib/drawings/skyline.ts';
import type { Skyline } from '#lib/drawings/skyline.ts';

const climates = ['temperate', 'tropical', 'mediterranean', 'northern', 'east-asian'] as const;
const shots = ['street', 'corner', 'courtyard', 'lounge', 'room', 'row'] as const;
const evenings = {
  street: 'evening',
  corner: 'corner-evening',
  courtyard: 'courtyard-evening',
  lounge: 'lounge-evening',
  room: 'room-evening',
  row: 'row-evening',
} as const;

const facades: fc.Arbitrary<Facade> = fc.record({
  seed: fc.integer({ min: 1, max: 10_000_000 }),
  storeys: fc.integer({ min: 1, max: 40 }),
  houseType: fc.constantFrom('apartment', 'house', 'homestay'),
  yearBuilt: fc.integer({ min: 1650, max: 2027 }),
  climate: fc.constantFrom(...climates),
  shot: fc.constantFrom(...shots, ...Object.values(evenings)),
});

const plans: fc.Arbitrary<FloorPlan> = fc.record({
  seed: fc.integer({ min: 1, max: 10_000_000 }),
  unitType: fc.constantFrom('studio', 'ensuite', 'one-bedroom', 'two-bedroom', 'shared-room', 'whole-apartment', 'house', 'homestay'),
  sizeSqm: fc.double({ min: 6, max: 300, noNaN: true }),
  bathroom: fc.constantFrom('private', 'shared'),
  kitchen: fc.constantFrom('private', 'shared'),
  beds: fc.integer({ min: 0, max: 8 }),
});

const skylines: fc.Arbitrary<Skyline> = fc.record({
  seed: fc.integer({ min: 1, max: 10_000_000 }),
  size: fc.integer({ min: 1, max: 100 }),
  climate: fc.constantFrom(...climates),
  coastal: fc.boolean(),
  landmark: fc.constantFrom('tower', 'banded-tower', 'wheel', 'roof-deck', 'opera', 'bridge', 'dome', 'pagoda', 'castle', 'arch', 'none'),
});

interface Outline {
  readonly ids: readonly string[];
  readonly references: readonly string[];
  readonly elements: ReadonlySet<string>;
  readonly text: string;
}

/** Parses a picture and throws when it is not well-formed XML. */
function read(svg: string): Outline {
  const [ids, references, elements]: [string[], string[], Set<string>] = [[], [], new Set()];
  let text = '';
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('opentag', (tag) => {
    elements.add(tag.name);
    for (const attribute of Object.values(tag.attributes)) {
      if (attribute.name === 'id') ids.push(attribute.value);
      if (attribute.name === 'href') references.push(attribute.value.slice(1));
      else if (attribute.value.includes('url(#')) references.push(/url\(#([^)]+)\)/.exec(attribute.value)?.[1] ?? '');
    }
  });
  parser.write(svg).close();
  return { ids, references, elements, text };
}

/** @returns what is written in it. */
function expectSound(svg: string): string {
  const { ids, references, elements, text } = read(svg);
  expect(new Set(ids).size).toBe(ids.length);
  expect(references.filter((reference) => !ids.includes(reference))).toEqual([]);
  expect(svg).not.toMatch(/NaN|Infinity|undefined|null/);
  expect(['filter', 'style', 'image', 'script', 'foreignObject'].filter((heavy) => elements.has(heavy))).toEqual([]);
  return text;
}

describe('façades', () => {
  test('500 random houses are well-formed, resolve their own references and stay under 60 KB', () => {
    const sizes: number[] = [];
    fc.assert(
      fc.property(facades, (facade) => {
        const svg = drawFacade(facade);
        expect(expectSound(svg).trim()).toBe('');
        sizes.push(Buffer.byteLength(svg));
      }),
      { numRuns: 500, seed: 7 },
    );
    sizes.sort((a, b) => a - b);
    expect(sizes.at(-1)).toBeLessThan(60 * 1024);
    // Heights are drawn evenly from 1 to 40 storeys here; a real stock has few towers and a lighter median.
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(28 * 1024);
  });

  test('the same facts give the same picture, another seed gives another', () => {
    fc.assert(
      fc.property(facades, (facade) => {
        expect(drawFacade({ ...facade })).toBe(drawFacade(facade));
        expect(drawFacade({ ...facade, seed: facade.seed + 1 })).not.toBe(drawFacade(facade));
      }),
      { numRuns: 60, seed: 11 },
    );
  });

  test('400 student blocks of the same height, age and town all look different', () => {
    const drawn = Array.from({ length: 400 }, (_, seed) =>
      drawFacade({ seed, storeys: 7, houseType: 'apartment', yearBuilt: 2018, climate: 'temperate', shot: 'street' }),
    );
    expect(new Set(drawn).size).toBe(400);
  });

  test('the placeholder is a pair of hex colours and follows the shot', () => {
    fc.assert(
      fc.property(facades, (facade) => {
        const { sky, wall } = facadeColours(facade);
        expect([sky, wall].filter((colour) => !/^#[0-9A-F]{6}$/.test(colour))).toEqual([]);
      }),
      { numRuns: 100, seed: 13 },
    );
    const house = { seed: 5, storeys: 3, houseType: 'house', yearBuilt: 1890, climate: 'temperate' } as const;
    for (const shot of shots) expect(facadeColours({ ...house, shot: evenings[shot] }), shot).not.toEqual(facadeColours({ ...house, shot }));
  });
});

const square = (room: PlanRoom): number => room.width * room.depth;

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly depth: number };

/** How far a box lies inside its outline; less than nothing where it sticks out. */
const inside = (box: Box, outline: Pick<Box, 'width' | 'depth'>): number =>
  Math.min(box.x, box.y, outline.width - box.x - box.width, outline.depth - box.y - box.depth);

/** Pairs of boxes that share more than so much, across and down. */
const overlapping = (boxes: readonly Box[], slack: number): (readonly [Box, Box])[] =>
  boxes.flatMap((a, index) =>
    boxes.slice(index + 1).flatMap((b) => {
      const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
      const down = Math.min(a.y + a.depth, b.y + b.depth) - Math.max(a.y, b.y);
      return across > slack && down > slack ? [[a, b] as const] : [];
    }),
  );

describe('floor plans', () => {
  test('rooms tile the outline: they lie inside it, never overlap and add up to the stated size', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const { width, depth, rooms } = layOutPlan(plan);
        expect(Math.abs(width * depth - plan.sizeSqm) / plan.sizeSqm).toBeLessThan(0.02);
        expect(rooms.reduce((sum, room) => sum + square(room), 0)).toBeCloseTo(width * depth, 6);
        expect(rooms.filter((room) => !(inside(room, { width, depth }) > -1e-9))).toEqual([]);
        expect(rooms.filter((room) => !(Math.min(room.width, room.depth) > 0.5))).toEqual([]);
        expect(overlapping(rooms, 1e-9)).toEqual([]);
      }),
      { numRuns: 500, seed: 17 },
    );
  });

  test('every room can be walked to from the entrance', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const { rooms, doors, passages } = layOutPlan(plan);
        const middles = [
          ...doors.map((door) => ({ x: door.x + (door.along[0] * door.width) / 2, y: door.y + (door.along[1] * door.width) / 2, across: door.into })),
          ...passages.map((gap) => ({ x: gap.x + gap.width / 2, y: gap.y, across: [0, 1] as const })),
        ];
        const roomAt = (x: number, y: number): PlanRoom | undefined =>
          rooms.find((room) => x > room.x && x < room.x + room.width && y > room.y && y < room.y + room.depth);
        const links = middles.map(
          ({ x, y, across }) => [roomAt(x + across[0] * 0.05, y + across[1] * 0.05), roomAt(x - across[0] * 0.05, y - across[1] * 0.05)] as const,
        );
        const reached = new Set(links[0]?.filter((room) => room !== undefined));
        expect(reached.size).toBe(1);
        for (let round = 0; round < rooms.length; round += 1) {
          for (const [a, b] of links) {
            if (a && b && (reached.has(a) || reached.has(b))) reached.add(a).add(b);
          }
        }
        expect(reached.size).toBe(rooms.length);
      }),
      { numRuns: 500, seed: 19 },
    );
  });

  test('a unit has a bathroom or a kitchen of its own only when the listing says so', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const { rooms } = layOutPlan(plan);
        expect(rooms.some((room) => room.use === 'bathroom')).toBe(plan.bathroom === 'private');
        if (plan.kitchen === 'shared') expect(rooms.some((room) => room.use === 'kitchen')).toBe(false);
      }),
      { numRuns: 300, seed: 23 },
    );
  });

  test('furniture stands inside its unit and never in other furniture', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const layout = layOutPlan(plan);
        const pieces = furnish(plan, layout, seededRandom(plan.seed));
        expect(pieces.filter((piece) => !(inside(piece, layout) > -0.01))).toEqual([]);
        expect(overlapping(pieces, 0.011)).toEqual([]);
      }),
      { numRuns: 300, seed: 29 },
    );
  });

  test('an ordinary en-suite room has a bed, a desk and a complete bathroom', () => {
    for (const sizeSqm of [10, 12, 16, 20, 28]) {
      for (let seed = 1; seed <= 20; seed += 1) {
        const plan: FloorPlan = { seed, unitType: 'ensuite', sizeSqm, bathroom: 'private', kitchen: 'shared', beds: 1 };
        const kinds = furnish(plan, layOutPlan(plan), seededRandom(seed)).map((piece) => piece.kind);
        expect(kinds.some((kind) => kind === 'bed' || kind === 'double-bed')).toBe(true);
        expect(kinds).toEqual(expect.arrayContaining(['desk', 'shower', 'toilet', 'basin']));
      }
    }
  });

  test('the drawing is sound, light, deterministic and writes only digits, m and m²', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const svg = drawFloorPlan(plan);
        expect(expectSound(svg)).toMatch(/^[\d.m² ]+$/);
        expect(Buffer.byteLength(svg)).toBeLessThan(60 * 1024);
        expect(drawFloorPlan({ ...plan })).toBe(svg);
      }),
      { numRuns: 150, seed: 31 },
    );
    expect(drawFloorPlan({ seed: 1, unitType: 'studio', sizeSqm: 20, bathroom: 'private', kitchen: 'private', beds: 1 })).toContain('20 m²');
  });
});

describe('skylines', () => {
  test('100 random cities are sound, light and deterministic, and differ by seed', () => {
    fc.assert(
      fc.property(skylines, (skyline) => {
        const svg = drawSkyline(skyline);
        expectSound(svg);
        expect(Buffer.byteLength(svg)).toBeLessThan(60 * 1024);
        expect(drawSkyline({ ...skyline })).toBe(svg);
        expect(drawSkyline({ ...skyline, seed: skyline.seed + 1 })).not.toBe(svg);
      }),
      { numRuns: 100, seed: 37 },
    );
  });

  test('no two cities are known by one landmark, and no two landmarks are one shape', () => {
    const known = loadGeo()
      .cities.map((city) => ({ name: `${city.country.slug}/${city.slug}`, landmark: cityScene(city).landmark ?? 'none' }))
      .filter(({ landmark }) => landmark !== 'none');
    expect(known.map(({ name }) => name)).toEqual(expect.arrayContaining(['fr/paris', 'jp/tokyo', 'uk/london', 'sg/singapore']));
    const shapes = known.map(({ landmark }) => drawLandmark(landmark, 300, '#2B4A5C', '#CF5A38'));
    expect(known.filter((_, at) => shapes.indexOf(shapes[at] ?? '') !== at)).toEqual([]);
    expect(shapes).not.toContain('');
  });
});

test('seeded numbers repeat, stay in range and cover it', () => {
  const [a, b] = [seededRandom('loft'), seededRandom('loft')];
  const drawn = Array.from({ length: 2000 }, () => a.integer(1, 6));
  expect(drawn).toEqual(Array.from({ length: 2000 }, () => b.integer(1, 6)));
  expect(new Set(drawn)).toEqual(new Set([1, 2, 3, 4, 5, 6]));
});
