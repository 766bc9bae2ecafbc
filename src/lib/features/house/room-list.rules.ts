/** The rooms of one kind, flat by flat: those that can be had apart from those that cannot. Pure. */
import { roomGroups } from './house.rules.ts';
import type { RoomStatus } from '#lib/features/catalogue/listings.schema.ts';
import type { Room } from './house.schema.ts';

/** A flat, or a floor where the labels name no flat. */
export type ListedFlat = {
  readonly flat: string | undefined;
  readonly floor: number;
  readonly free: readonly Room[];
  /** The others by what is the matter with them: labels and nothing else. */
  readonly others: readonly { readonly status: RoomStatus; readonly labels: readonly string[] }[];
  /** Whether each room is free, in their order: a window each. */
  readonly windows: readonly boolean[];
};

export type RoomList = { readonly free: number; readonly all: number; readonly withFree: readonly ListedFlat[]; readonly without: readonly ListedFlat[] };

const isFree = ({ status }: Room): boolean => status === 1;

/** @example roomList([{ label: '4B-1', floor: 4, status: 1, gender: 0 }, { label: '4B-2', floor: 4, status: 2, gender: 1 }]).withFree[0]?.others // [{ status: 2, labels: ['4B-2'] }] */
export function roomList(rooms: readonly Room[]): RoomList {
  const flats = roomGroups(rooms).map(({ flat, floor, rooms: own }): ListedFlat => {
    const taken = Map.groupBy(
      own.filter((room) => !isFree(room)),
      ({ status }) => status,
    );
    return {
      flat,
      floor,
      free: own.filter(isFree),
      others: [...taken].map(([status, same]) => ({ status, labels: same.map(({ label }) => label) })),
      windows: own.map(isFree),
    };
  });
  return {
    free: rooms.filter(isFree).length,
    all: rooms.length,
    withFree: flats.filter(({ free }) => free.length > 0),
    without: flats.filter(({ free }) => free.length === 0),
  };
}
