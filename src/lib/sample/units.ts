/** Kinds of rooms in a sample house: what they are called, how large they are, what they cost against a studio. */
import type { RoomDraft } from '#lib/features/catalogue/catalogue.schema.ts';
import type { UnitType } from '#lib/features/catalogue/filter-code.rules.ts';
import type { BedSize } from '#lib/features/catalogue/listings.schema.ts';
import type { Choices, Random } from '#lib/random.ts';

export type UnitKind = {
  readonly name: string;
  readonly type: UnitType;
  /** Square metres, smallest and largest. */
  readonly size: readonly [number, number];
  /** Rent against the city's usual studio. */
  readonly factor: number;
  readonly guests: readonly [number, number];
  readonly beds: Choices<BedSize>;
  readonly bathroom: 'private' | 'shared';
  readonly kitchen: 'private' | 'shared';
  /** Rooms of the kind, fewest and most. */
  readonly rooms: readonly [number, number];
  readonly weight: number;
  /** Rooms are shown one by one, with who lives there. */
  readonly isShown: boolean;
};

type Rest = Omit<UnitKind, 'name' | 'factor' | 'size' | 'weight'>;
const ensuite: Rest = {
  type: 'ensuite',
  guests: [1, 1],
  beds: ['single', 'small-double', 'small-double', 'double'],
  bathroom: 'private',
  kitchen: 'shared',
  rooms: [3, 8],
  isShown: true,
};
const studio: Rest = {
  type: 'studio',
  guests: [1, 2],
  beds: ['small-double', 'double', 'queen'],
  bathroom: 'private',
  kitchen: 'private',
  rooms: [3, 40],
  isShown: false,
};
const flat: Rest = {
  type: 'one-bedroom',
  guests: [2, 2],
  beds: ['double', 'queen', 'king'],
  bathroom: 'private',
  kitchen: 'private',
  rooms: [2, 10],
  isShown: false,
};
const twin: Rest = {
  type: 'shared-room',
  guests: [2, 2],
  beds: ['single', 'single', 'bunk'],
  bathroom: 'shared',
  kitchen: 'shared',
  rooms: [2, 8],
  isShown: true,
};
const homestay: Rest = {
  type: 'homestay',
  guests: [1, 1],
  beds: ['single', 'small-double', 'double'],
  bathroom: 'shared',
  kitchen: 'shared',
  rooms: [1, 2],
  isShown: true,
};

export const apartmentKinds: readonly UnitKind[] = [
  { ...ensuite, name: 'Bronze Ensuite', size: [11, 13], factor: 0.66, weight: 9 },
  { ...ensuite, name: 'Silver Ensuite', size: [12, 15], factor: 0.71, weight: 9 },
  { ...ensuite, name: 'Gold Ensuite', size: [14, 18], factor: 0.78, weight: 7 },
  { ...ensuite, name: 'Courtyard Ensuite', size: [12, 16], factor: 0.73, weight: 4 },
  { ...ensuite, name: 'Accessible Ensuite', size: [18, 22], factor: 0.72, weight: 2 },
  { ...studio, name: 'Compact Studio', size: [15, 18], factor: 0.88, weight: 8 },
  { ...studio, name: 'Classic Studio', size: [18, 22], factor: 1, weight: 10 },
  { ...studio, name: 'Deluxe Studio', size: [22, 27], factor: 1.12, weight: 7 },
  { ...studio, name: 'Corner Studio', size: [23, 29], factor: 1.17, weight: 4 },
  { ...studio, name: 'Balcony Studio', size: [21, 26], factor: 1.2, weight: 3 },
  { ...studio, name: 'Accessible Studio', size: [25, 31], factor: 1.04, weight: 2 },
  { ...flat, name: 'One-Bedroom Apartment', size: [29, 42], factor: 1.35, weight: 5 },
  { ...flat, name: 'One-Bedroom Penthouse', size: [36, 48], factor: 1.6, weight: 1 },
  { ...flat, name: 'Two-Bedroom Apartment', type: 'two-bedroom', guests: [2, 4], size: [45, 64], factor: 1.95, rooms: [1, 6], weight: 4 },
  { ...flat, name: 'Whole Apartment', type: 'whole-apartment', guests: [3, 5], size: [62, 96], factor: 2.7, rooms: [1, 4], weight: 3 },
  { ...twin, name: 'Twin Room', size: [15, 20], factor: 0.47, weight: 4 },
];

export const houseKinds: readonly UnitKind[] = [
  { ...ensuite, name: 'Attic Ensuite', size: [12, 18], factor: 0.62, rooms: [1, 2], weight: 6 },
  { ...ensuite, name: 'Garden Ensuite', size: [12, 17], factor: 0.64, rooms: [1, 2], weight: 6 },
  { ...ensuite, name: 'Front Ensuite', size: [11, 16], factor: 0.6, rooms: [1, 2], weight: 6 },
  { ...twin, name: 'Twin Room', size: [14, 20], factor: 0.4, rooms: [1, 2], weight: 6 },
  { ...flat, name: 'Whole House', type: 'house', guests: [3, 6], size: [85, 142], factor: 2.9, rooms: [1, 1], weight: 3 },
  { ...studio, name: 'Annexe Studio', size: [18, 26], factor: 0.86, rooms: [1, 1], weight: 3 },
];

export const homestayKinds: readonly UnitKind[] = [
  { ...homestay, name: 'Single Room', size: [9, 13], factor: 0.58, beds: ['single'], weight: 6 },
  { ...homestay, name: 'Double Room', size: [12, 17], factor: 0.66, beds: ['small-double', 'double'], weight: 5 },
  { ...homestay, name: 'Room with Own Bathroom', size: [12, 18], factor: 0.76, bathroom: 'private', weight: 3 },
];

export const longKinds: readonly UnitKind[] = [
  { ...flat, name: 'Whole Apartment', type: 'whole-apartment', guests: [3, 5], size: [58, 110], factor: 2.4, rooms: [1, 1], weight: 1 },
  { ...flat, name: 'Two-Bedroom Apartment', type: 'two-bedroom', guests: [2, 4], size: [48, 72], factor: 1.75, rooms: [1, 1], weight: 1 },
];

/** Different kinds, likelier ones first to be taken; kinds repeat with a number when more are wanted than there are. */
export function pickKinds(kinds: readonly UnitKind[], count: number, random: Random): UnitKind[] {
  const order = kinds
    .map((kind) => ({ kind, key: random.next() ** (1 / kind.weight) }))
    .sort((a, b) => b.key - a.key)
    .map(({ kind }) => kind);
  return Array.from({ length: count }, (_, index) => {
    const kind = order[index % order.length] ?? order[0];
    if (!kind) throw new RangeError('a house needs at least one kind of unit');
    const round = Math.floor(index / order.length);
    return round === 0 ? kind : { ...kind, name: `${kind.name} ${round + 1}` };
  }).sort((a, b) => a.factor - b.factor);
}

/** The rooms of a kind with their state: `free` of them available, the rest lived in, reserved or waited for. */
export function composeRooms(kind: UnitKind, count: number, free: number, storeys: number, random: Random): RoomDraft[] {
  if (!kind.isShown) return [];
  return Array.from({ length: count }, (_, index) => {
    const floor = Math.min(storeys, 1 + Math.floor((index * storeys) / count));
    const label = `${floor}${String.fromCharCode(65 + (index % 26))}`;
    if (index < free) return { label, status: 1, gender: 0, floor };
    const fate = random.next();
    if (fate < 0.68) return { label, status: 2, gender: random.pick([1, 2, 2, 1, 2, 3]), floor };
    if (fate < 0.8) return { label, status: 3, gender: 0, floor };
    return { label, status: free === 0 ? 4 : fate < 0.9 ? 3 : 0, gender: 0, floor };
  });
}
