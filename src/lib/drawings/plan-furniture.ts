/** Furniture in plan: which pieces a room has, where they fit, and how they are drawn. Metres; each piece is drawn with its back at y = 0. */
import type { Area, Door, FloorPlan, PlanLayout, PlanRoom } from './plan-layout.ts';
import type { Choices, Random } from '../random.ts';

export type PieceKind =
  | 'bed'
  | 'double-bed'
  | 'desk'
  | 'wardrobe'
  | 'kitchen'
  | 'sofa'
  | 'low-table'
  | 'table'
  | 'shower'
  | 'tub'
  | 'toilet'
  | 'basin'
  | 'shelf'
  | 'plant';
export type Side = 'front' | 'right' | 'rear' | 'left';

export interface Piece extends Area {
  readonly kind: PieceKind;
  /** The wall it stands against. */
  readonly side: Side;
  /** Size along and away from its wall. */
  readonly along: number;
  readonly away: number;
}

interface Wish {
  readonly kind: PieceKind;
  readonly along: number;
  /** Depth drawn, and free floor wanted in front of it. */
  readonly away: number;
  readonly free: number;
  readonly sides: Choices<Side>;
  /** Tall pieces keep clear of windows. */
  readonly tall: boolean;
  /** Only wanted where none of its kind has fitted yet. */
  readonly fallback?: boolean;
}

const overlaps = (a: Area, b: Area): boolean =>
  a.x < b.x + b.width - 0.01 && b.x < a.x + a.width - 0.01 && a.y < b.y + b.depth - 0.01 && b.y < a.y + a.depth - 0.01;

const inside = (a: Area, b: Area): boolean => a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.depth <= b.y + b.depth;

function spot(room: PlanRoom, side: Side, at: number, along: number, away: number): Area {
  switch (side) {
    case 'front':
      return { x: room.x + at, y: room.y, width: along, depth: away };
    case 'rear':
      return { x: room.x + at, y: room.y + room.depth - away, width: along, depth: away };
    case 'left':
      return { x: room.x, y: room.y + at, width: away, depth: along };
    case 'right':
      return { x: room.x + room.width - away, y: room.y + at, width: away, depth: along };
  }
}

/** The quarter a door sweeps, on both sides of it, so that nobody has to climb over a bed. */
function sweep({ x, y, along, into, width }: Door): Area {
  const reach = width * 0.95;
  const xs = [x, x + along[0] * width, x + into[0] * reach, x - into[0] * reach * 0.42];
  const ys = [y, y + along[1] * width, y + into[1] * reach, y - into[1] * reach * 0.42];
  return { x: Math.min(...xs), y: Math.min(...ys), width: Math.max(...xs) - Math.min(...xs), depth: Math.max(...ys) - Math.min(...ys) };
}

function tryPlace(room: PlanRoom, wish: Wish, taken: readonly Area[], windows: readonly Area[]): Piece | undefined {
  for (const side of wish.sides) {
    const wall = side === 'front' || side === 'rear' ? room.width : room.depth;
    const reach = side === 'front' || side === 'rear' ? room.depth : room.width;
    if (wish.along > wall + 0.001 || wish.away > reach + 0.001) continue;
    const steps = Math.max(1, Math.ceil((wall - wish.along) / 0.15));
    for (let turn = 0; turn <= steps; turn += 1) {
      // Both corners come before the middle of a wall: that is where people put things.
      const step = turn % 2 === 0 ? turn / 2 : steps - (turn - 1) / 2;
      const at = ((wall - wish.along) * step) / steps;
      const stand = spot(room, side, at, wish.along, wish.away);
      const clear = spot(room, side, at, wish.along, Math.min(wish.away + wish.free, reach));
      if (taken.some((other) => overlaps(other, clear))) continue;
      if (wish.tall && windows.some((window) => overlaps(window, stand))) continue;
      return { ...stand, kind: wish.kind, side, along: wish.along, away: wish.away };
    }
  }
  return undefined;
}

const wish = (kind: PieceKind, along: number, away: number, free: number, sides: Choices<Side>, tall = false): Wish => ({
  kind,
  along,
  away,
  free,
  sides,
  tall,
});

function bedWishes(count: number, room: PlanRoom): Wish[] {
  const wide = room.width * room.depth > 10.5 && room.width > 2.7;
  if (count === 1 && wide) return [wish('double-bed', 1.45, 2.05, 0.3, ['left', 'right', 'front'])];
  return Array.from({ length: count }, (_, index) =>
    wish('bed', 2, 0.95, 0, index % 2 === 0 ? ['left', 'right', 'front', 'rear'] : ['right', 'left', 'front', 'rear']),
  );
}

function wishes(room: PlanRoom, beds: number, withKitchen: boolean, random: Random): Wish[] {
  const flip = random.chance(0.5);
  const one: Side = flip ? 'left' : 'right';
  const other: Side = flip ? 'right' : 'left';
  switch (room.use) {
    case 'bedroom': {
      const row = withKitchen ? [wish('kitchen', Math.min(2.4, Math.max(1.5, room.depth * 0.42)), 0.62, 0.5, ['rear', one, other], true)] : [];
      const studies = Array.from({ length: Math.max(1, Math.min(beds, 3)) }, () => wish('desk', 1.2, 0.6, 0.5, ['front', other, one, 'rear']));
      const smallDesk: Wish = { ...wish('desk', 0.9, 0.5, 0.42, ['front', other, one, 'rear']), fallback: true };
      const stores = Array.from({ length: Math.max(1, Math.min(beds, 3)) }, () => wish('wardrobe', 1, 0.58, 0.4, ['rear', other, one], true));
      const rest = room.width * room.depth > 17 ? [wish('sofa', 1.7, 0.82, 0.2, [other, one, 'rear']), wish('table', 0.9, 0.8, 0.1, [one, other])] : [];
      return [...row, ...bedWishes(beds, room), ...studies, smallDesk, ...stores, ...rest, wish('plant', 0.42, 0.42, 0, ['front', 'left', 'right'])];
    }
    case 'living':
      return [
        wish('sofa', 2, 0.88, 1.1, [one, other, 'rear']),
        wish('shelf', 1.5, 0.36, 0.3, [other, one, 'rear'], true),
        wish('table', 1.4, 0.85, 0.2, ['front', other, 'rear']),
        wish('plant', 0.45, 0.45, 0, ['front', one, other]),
      ];
    case 'kitchen':
      return [
        wish(
          'kitchen',
          Math.min(3, Math.max(room.width, room.depth) - 0.05),
          0.62,
          0.5,
          room.width > room.depth ? ['rear', 'front', one, other] : [one, other, 'rear', 'front'],
          false,
        ),
        wish('kitchen', 1.8, 0.62, 0.5, ['rear', one, other, 'front']),
        wish('kitchen', 1.2, 0.6, 0.3, ['rear', 'front', one, other]),
        wish('table', 0.9, 0.75, 0.1, ['front', one, other]),
      ];
    case 'bathroom':
      if (room.width * room.depth < 2.5) {
        return [
          wish('shower', 0.72, 0.72, 0, ['rear', 'front', one, other]),
          wish('toilet', 0.38, 0.56, 0.1, ['front', 'rear', one, other]),
          wish('basin', 0.38, 0.3, 0.1, ['front', other, 'rear', one]),
        ];
      }
      return [
        ...(room.width * room.depth > 5.2 ? [wish('tub', 1.7, 0.75, 0.2, [one, other, 'rear', 'front'])] : []),
        wish('shower', 0.85, 0.85, 0, ['rear', 'front', one, other]),
        wish('toilet', 0.42, 0.66, 0.3, ['rear', 'front', one, other]),
        wish('basin', 0.55, 0.42, 0.3, ['front', 'rear', other, one]),
        wish('shower', 0.7, 0.7, 0, ['rear', 'front', one, other]),
      ];
    case 'hall':
      return [wish('wardrobe', 0.9, 0.42, 0.7, [one, other, 'rear'], true)];
  }
}

/** Pieces of which a room has at most one, whatever the size that fitted. */
const single: readonly PieceKind[] = ['shower', 'kitchen'];

function furnishRoom(room: PlanRoom, layout: PlanLayout, wanted: readonly Wish[]): Piece[] {
  const doors = doorSweeps(layout);
  const windows = layout.windows.map((window): Area => ({ x: window.x, y: window.y - 0.7, width: window.width, depth: 1.4 }));
  const pieces: Piece[] = [];
  for (const next of wanted) {
    if ((single.includes(next.kind) || next.fallback) && pieces.some((piece) => piece.kind === next.kind)) continue;
    const tub = pieces.some((piece) => piece.kind === 'tub');
    if (next.kind === 'shower' && tub) continue;
    const reserved = pieces.map((piece) => grown(room, piece));
    const piece = tryPlace(room, next, [...doors, ...reserved], windows);
    if (piece) pieces.push(piece);
  }
  return pieces;
}

/** Floor that a piece keeps in front of it: for a desk's chair, a sofa's table. Metres. */
const frontage: Readonly<Partial<Record<PieceKind, number>>> = { desk: 0.5, sofa: 0.75, table: 0.3 };

function grown(room: PlanRoom, piece: Piece): Area {
  const at = piece.side === 'front' || piece.side === 'rear' ? piece.x - room.x : piece.y - room.y;
  return spot(room, piece.side, at, piece.along, piece.away + (frontage[piece.kind] ?? 0));
}

function lowTable(room: PlanRoom, piece: Piece): Piece {
  const at = piece.side === 'front' || piece.side === 'rear' ? piece.x - room.x : piece.y - room.y;
  const outer = spot(room, piece.side, at + piece.along * 0.25, piece.along * 0.5, piece.away + 0.7);
  const inner = 0.42;
  const area: Area =
    piece.side === 'left'
      ? { ...outer, x: outer.x + outer.width - inner, width: inner }
      : piece.side === 'right'
        ? { ...outer, width: inner }
        : piece.side === 'front'
          ? { ...outer, y: outer.y + outer.depth - inner, depth: inner }
          : { ...outer, depth: inner };
  return { ...area, kind: 'low-table', side: piece.side, along: piece.along * 0.5, away: inner };
}

/** Everything that stands in a unit. Whatever does not fit is left out rather than squeezed in. */
export function furnish(plan: FloorPlan, layout: PlanLayout, random: Random): Piece[] {
  const bedrooms = layout.rooms.filter((room) => room.use === 'bedroom');
  const hasKitchenRoom = layout.rooms.some((room) => room.use === 'kitchen');
  const beds = Math.max(bedrooms.length, Math.round(plan.beds));
  return layout.rooms.flatMap((room) => {
    const index = bedrooms.indexOf(room);
    const own = index < 0 ? 0 : Math.min(8, Math.floor(beds / bedrooms.length) + (index < beds % bedrooms.length ? 1 : 0));
    const pieces = furnishRoom(room, layout, wishes(room, own, plan.kitchen === 'private' && !hasKitchenRoom, random));
    const tables =
      room.use === 'living'
        ? pieces
            .filter((piece) => piece.kind === 'sofa')
            .map((piece) => lowTable(room, piece))
            .filter((table) => inside(table, room))
        : [];
    return [...pieces, ...tables];
  });
}

/** The middle of a free place of the given size in a room, if there is one; the room's own middle is tried first. */
export function freePlace(room: PlanRoom, width: number, depth: number, taken: readonly Area[]): readonly [x: number, y: number] | undefined {
  const candidates: (readonly [number, number, number])[] = [];
  for (let y = room.y + 0.15; y + depth <= room.y + room.depth - 0.15; y += 0.15) {
    for (let x = room.x + 0.15; x + width <= room.x + room.width - 0.15; x += 0.15) {
      candidates.push([x, y, Math.hypot(x + width / 2 - room.x - room.width / 2, y + depth / 2 - room.y - room.depth / 2)]);
    }
  }
  candidates.sort((a, b) => a[2] - b[2]);
  const found = candidates.find(([x, y]) => !taken.some((other) => overlaps(other, { x, y, width, depth })));
  return found ? [found[0] + width / 2, found[1] + depth / 2] : undefined;
}

/** A piece together with the chairs drawn in front of it. */
export function withChairs(piece: Piece): Area {
  const more = frontage[piece.kind] ?? 0;
  switch (piece.side) {
    case 'front':
      return { x: piece.x, y: piece.y, width: piece.width, depth: piece.depth + more };
    case 'rear':
      return { x: piece.x, y: piece.y - more, width: piece.width, depth: piece.depth + more };
    case 'left':
      return { x: piece.x, y: piece.y, width: piece.width + more, depth: piece.depth };
    case 'right':
      return { x: piece.x - more, y: piece.y, width: piece.width + more, depth: piece.depth };
  }
}

/** Floor that doors and passages of a layout need, which labels avoid too. */
export function doorSweeps(layout: PlanLayout): Area[] {
  return [...layout.doors.map(sweep), ...layout.passages.map((gap): Area => ({ x: gap.x, y: gap.y - 0.7, width: gap.width, depth: 1.2 }))];
}
