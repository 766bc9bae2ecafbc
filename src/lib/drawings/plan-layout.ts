/** Where the rooms of a unit lie. Pure geometry in metres; x runs right, y runs away from the façade (y = 0 is the window side). */
import { seededRandom } from '../random.ts';
import type { Random } from '../random.ts';

export type UnitType = 'studio' | 'ensuite' | 'one-bedroom' | 'two-bedroom' | 'shared-room' | 'whole-apartment' | 'house' | 'homestay';

export interface FloorPlan {
  readonly seed: number;
  readonly unitType: UnitType;
  /** Square metres, walls not counted; 6 to 400 are drawn as given, others are brought into that range. */
  readonly sizeSqm: number;
  readonly bathroom: 'private' | 'shared';
  readonly kitchen: 'private' | 'shared';
  readonly beds: number;
}

export type RoomUse = 'bedroom' | 'living' | 'kitchen' | 'bathroom' | 'hall';

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly depth: number;
}

export interface PlanRoom extends Area {
  readonly use: RoomUse;
}

/** A leaf hinged at (x, y); `along` points from the hinge along the wall, `into` to the side it opens to. */
export interface Door {
  readonly x: number;
  readonly y: number;
  readonly along: readonly [number, number];
  readonly into: readonly [number, number];
  readonly width: number;
}

/** A window in the front (y = 0) or rear wall. */
export interface PlanWindow {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** A gap without a door in a wall parallel to the façade. */
export interface Passage {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface PlanLayout {
  readonly width: number;
  readonly depth: number;
  readonly rooms: readonly PlanRoom[];
  readonly doors: readonly Door[];
  readonly passages: readonly Passage[];
  readonly windows: readonly PlanWindow[];
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), Math.max(low, high));

/** Width and depth whose product is exactly the area; `slender` is width ÷ depth. */
function outline(area: number, slender: number): readonly [width: number, depth: number] {
  const width = Math.sqrt(area * slender);
  return [width, area / width];
}

/** A row of rooms side by side; the weights share out the row's width. */
function band(y: number, depth: number, width: number, parts: readonly (readonly [RoomUse, number])[]): PlanRoom[] {
  const total = parts.reduce((sum, [, weight]) => sum + weight, 0);
  let x = 0;
  return parts.map(([use, weight], index) => {
    const share = index === parts.length - 1 ? width - x : (weight / total) * width;
    const room = { use, x, y, width: share, depth };
    x += share;
    return room;
  });
}

function windowIn(room: PlanRoom, y: number): PlanWindow {
  const width = room.use === 'bathroom' ? Math.min(0.6, room.width * 0.4) : clamp(room.width * 0.5, 0.7, 2.4);
  return { x: room.x + (room.width - width) / 2, y, width };
}

/** Doors stand 0.12 m clear of the corner where the wall is long enough. */
function doorAt(x: number, y: number, along: Door['along'], into: Door['into'], wall: number, wanted = 0.86): Door {
  const width = Math.min(wanted, wall * 0.8);
  const clear = Math.min(0.12, (wall - width) / 2);
  return { x: x + along[0] * clear, y: y + along[1] * clear, along, into, width };
}

function oneRoom(plan: FloorPlan, area: number, random: Random): PlanLayout {
  const [width, depth] = outline(area, plan.unitType === 'shared-room' ? random.between(0.85, 1.1) : random.between(0.58, 0.78));
  if (plan.bathroom === 'shared') {
    const room: PlanRoom = { use: 'bedroom', x: 0, y: 0, width, depth };
    return { width, depth, rooms: [room], doors: [doorAt(width, depth, [-1, 0], [0, -1], width)], passages: [], windows: [windowIn(room, 0)] };
  }
  const strip = clamp(depth * 0.32, 1.2, Math.min(2.3, depth * 0.45));
  const bath = clamp(clamp(area * 0.16, 1.6, 4.6) / strip, 1, width * 0.62);
  const main: PlanRoom = { use: 'bedroom', x: 0, y: 0, width, depth: depth - strip };
  const bathroom: PlanRoom = { use: 'bathroom', x: 0, y: depth - strip, width: bath, depth: strip };
  const hall: PlanRoom = { use: 'hall', x: bath, y: depth - strip, width: width - bath, depth: strip };
  const doors = [doorAt(width, depth, [-1, 0], [0, -1], hall.width), doorAt(bath, depth - strip, [0, 1], [bath * strip < 3 ? 1 : -1, 0], strip, 0.7)];
  const gap = Math.min(1.1, hall.width - 0.16);
  const passages = [{ x: width - hall.width / 2 - gap / 2, y: depth - strip, width: gap }];
  return { width, depth, rooms: [main, bathroom, hall], doors, passages, windows: [windowIn(main, 0)] };
}

/** Bedroom and living room at the front; bathroom, hall and kitchen behind them. */
function oneBedroom(plan: FloorPlan, area: number, random: Random): PlanLayout {
  const [width, depth] = outline(area, random.between(1.15, 1.35));
  const strip = clamp(depth * 0.34, 1.4, Math.min(2.5, depth * 0.45));
  const front = depth - strip;
  const bedroom = width * random.between(0.42, 0.47);
  const bath = plan.bathroom === 'private' ? clamp(clamp(area * 0.1, 2.4, 5.5) / strip, 1, bedroom - 0.9) : 0;
  const kitchen = plan.kitchen === 'private' ? clamp((width - bedroom) * 0.62, 1.2, width - bedroom - 0.9) : 0;
  const rooms: PlanRoom[] = [
    { use: 'bedroom', x: 0, y: 0, width: bedroom, depth: front },
    { use: 'living', x: bedroom, y: 0, width: width - bedroom, depth: front },
    { use: 'hall', x: bath, y: front, width: width - bath - kitchen, depth: strip },
  ];
  const doors = [
    doorAt(bath, depth, [1, 0], [0, -1], width - bath - kitchen),
    doorAt(bedroom, front, [-1, 0], [0, -1], bedroom - bath),
    doorAt(bedroom, front, [1, 0], [0, -1], width - bedroom - kitchen),
  ];
  if (bath > 0) {
    rooms.push({ use: 'bathroom', x: 0, y: front, width: bath, depth: strip });
    doors.push(doorAt(bath, front, [0, 1], [-1, 0], strip, 0.72));
  }
  if (kitchen > 0) {
    rooms.push({ use: 'kitchen', x: width - kitchen, y: front, width: kitchen, depth: strip });
    doors.push(doorAt(width - kitchen, front, [0, 1], [1, 0], strip));
  }
  return { width, depth, rooms, doors, passages: [], windows: rooms.filter((room) => room.y === 0).map((room) => windowIn(room, 0)) };
}

function bedroomsOf(plan: FloorPlan, area: number): number {
  if (plan.unitType === 'one-bedroom') return 1;
  if (plan.unitType === 'two-bedroom') return 2;
  return Math.floor(clamp(plan.beds, 1, clamp(Math.floor((area - 18) / 10), 1, 6)));
}

/** Two rows of rooms along a passage: what a flat or house with several bedrooms comes down to. */
function alongPassage(plan: FloorPlan, area: number, bedrooms: number, random: Random): PlanLayout {
  const [width, depth] = outline(area, random.between(1.3, 1.5));
  const passage = clamp(depth * 0.16, 0.95, 1.35);
  const front = (depth - passage) * random.between(0.52, 0.56);
  const rear = depth - passage - front;
  const inFront = Math.max(1, Math.floor(bedrooms / 2));
  const frontRow: (readonly [RoomUse, number])[] = [...Array.from({ length: inFront }, () => ['bedroom', 1] as const), ['living', 1.55]];
  const bathrooms = plan.bathroom === 'private' ? (bedrooms >= 4 ? 2 : 1) : 0;
  const rearRow: (readonly [RoomUse, number])[] = [
    ...Array.from({ length: bedrooms - inFront }, () => ['bedroom', 1] as const),
    ...Array.from({ length: bathrooms }, () => ['bathroom', 0.55] as const),
    ...(plan.kitchen === 'private' ? [['kitchen', 0.95] as const] : []),
  ];
  const hall: PlanRoom = { use: 'hall', x: 0, y: front, width, depth: passage };
  const above = band(0, front, width, frontRow);
  const below = band(front + passage, rear, width, rearRow);
  const doors = [
    doorAt(width, front, [0, 1], [-1, 0], passage),
    ...above.map((room) => doorAt(room.x + room.width, front, [-1, 0], [0, -1], room.width)),
    ...below.map((room) => doorAt(room.x, front + passage, [1, 0], [0, 1], room.width, room.use === 'bathroom' ? 0.72 : 0.86)),
  ];
  return {
    width,
    depth,
    rooms: [...above, hall, ...below],
    doors,
    passages: [],
    windows: [...above.map((room) => windowIn(room, 0)), ...below.map((room) => windowIn(room, depth))],
  };
}

function mirrored(layout: PlanLayout): PlanLayout {
  const flip = (x: number, width: number): number => layout.width - x - width;
  return {
    ...layout,
    rooms: layout.rooms.map((room) => ({ ...room, x: flip(room.x, room.width) })),
    doors: layout.doors.map((door) => ({ ...door, x: flip(door.x, 0), along: [-door.along[0], door.along[1]], into: [-door.into[0], door.into[1]] })),
    passages: layout.passages.map((gap) => ({ ...gap, x: flip(gap.x, gap.width) })),
    windows: layout.windows.map((window) => ({ ...window, x: flip(window.x, window.width) })),
  };
}

/**
 * Rooms that tile a rectangle of exactly the unit's size. Lengths in metres.
 * @example layOutPlan({ seed: 1, unitType: 'studio', sizeSqm: 20, bathroom: 'private', kitchen: 'private', beds: 1 }).rooms.length // 3
 */
export function layOutPlan(plan: FloorPlan): PlanLayout {
  const random = seededRandom(`${plan.seed}/plan`);
  const area = clamp(plan.sizeSqm, 6, 400);
  const layout = ((): PlanLayout => {
    switch (plan.unitType) {
      case 'studio':
      case 'ensuite':
      case 'shared-room':
      case 'homestay':
        return oneRoom(plan, area, random);
      case 'one-bedroom':
      case 'two-bedroom':
      case 'whole-apartment':
      case 'house': {
        const bedrooms = bedroomsOf(plan, area);
        if (area < 16) return oneRoom(plan, area, random);
        return bedrooms === 1 ? oneBedroom(plan, area, random) : alongPassage(plan, area, bedrooms, random);
      }
    }
  })();
  return random.chance(0.5) ? mirrored(layout) : layout;
}
