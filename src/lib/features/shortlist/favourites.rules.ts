/**
 * How hearts of several devices become one list: of each home the latest word counts, and of two at once the one that keeps it.
 * So it is the same in whatever order the words arrive, and however often. Pure.
 */
import { asId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import { favouritesMost } from './shortlist.schema.ts';
import type { FavouriteChange } from './shortlist.schema.ts';

/** Whether `later` is the word that counts, beside one that was said before. */
export function overrules(later: Pick<FavouriteChange, 'at' | 'isKept'>, former: Pick<FavouriteChange, 'at' | 'isKept'> | undefined): boolean {
  if (!former) return true;
  return later.at > former.at || (later.at === former.at && later.isKept && !former.isKept);
}

/** Seconds by which a word may be ahead of the clock. */
const slack = 60;

/** When a word is said that is to count after the one before, also within the same second. */
export const nextWord = (now: number, former: Pick<FavouriteChange, 'at'> | undefined): number => Math.max(now, (former?.at ?? -1) + 1);

/**
 * Changes as they travel: `12:1795262400:1,15:1795262401:0`, the home, when, and whether it is kept.
 * @returns undefined for a text that is none. No time is more than a minute ahead: a device that is fast must not rule for ever.
 * @example readChanges('12:900:1', 50) // [{ houseId: 12, at: 110, isKept: true }]
 */
export function readChanges(text: string, now: number): readonly FavouriteChange[] | undefined {
  if (text === '') return [];
  const changes = text.split(',', favouritesMost * 2 + 1).map((part): FavouriteChange | undefined => {
    const [, id = '', at = '', kept] = /^([1-9]\d{0,9}):(\d{1,11}):([01])$/.exec(part) ?? [];
    const houseId = Number(id);
    return houseId > 0 && houseId <= 2_147_483_647
      ? { houseId: asId<HouseId>(houseId), at: Math.min(Number(at), now + slack), isKept: kept === '1' }
      : undefined;
  });
  const read = changes.flatMap((one) => one ?? []);
  return read.length === changes.length && read.length <= favouritesMost * 2 ? read : undefined;
}

export type MergePlan = {
  /** Words that count, of homes where something changes. */
  readonly changes: readonly FavouriteChange[];
  readonly refused: readonly HouseId[];
};

/**
 * What of the changes is to be written over what the account has.
 * @param stored the account's last word of each home, whether kept or taken off.
 * @param most homes on an account; what is kept first has the room, and what has none is refused.
 */
export function planMerge(stored: ReadonlyMap<number, FavouriteChange>, given: readonly FavouriteChange[], most = favouritesMost): MergePlan {
  const latest = new Map<number, FavouriteChange>();
  for (const change of given) if (overrules(change, latest.get(change.houseId))) latest.set(change.houseId, change);
  const counting = [...latest.values()].filter((change) => overrules(change, stored.get(change.houseId)));
  const isKept = (id: HouseId): boolean => stored.get(id)?.isKept === true;
  const removed = counting.filter((change) => !change.isKept);
  const again = counting.filter((change) => change.isKept && isKept(change.houseId));
  const fresh = counting.filter((change) => change.isKept && !isKept(change.houseId)).toSorted((a, b) => a.at - b.at || a.houseId - b.houseId);
  const kept = [...stored.values()].filter((one) => one.isKept).length - removed.filter(({ houseId }) => isKept(houseId)).length;
  const room = Math.max(0, most - kept);
  return { changes: [...removed, ...again, ...fresh.slice(0, room)], refused: fresh.slice(room).map(({ houseId }) => houseId) };
}
