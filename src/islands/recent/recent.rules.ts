/** The homes a reader looked at last, kept in the browser alone. Pure. */

export const recentKey = 'recentHomes';
/** The call takes as many. */
export const mostRecent = 20;

/** @example withHouse('12,7', 7) // '7,12' */
export function withHouse(kept: string | null, houseId: number): string {
  return [houseId, ...readListedHouses(kept).filter((id) => id !== houseId)].slice(0, mostRecent).join(',');
}

/** Ids, newest first; what is no id is left out. */
export function readListedHouses(kept: string | null): readonly number[] {
  return (kept ?? '')
    .split(',')
    .filter((one) => /^\d{1,9}$/.test(one))
    .map(Number)
    .slice(0, mostRecent);
}
