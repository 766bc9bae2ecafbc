/** The list of homes in `/house-compare?ids=12,15-101`: houses, or units of houses, at most four. Pure. */
import { parseId } from '#lib/ids/ids.ts';
import type { HouseId, UnitId } from '#lib/ids/ids.ts';

export const compareLimit = 4;

export type CompareId = { readonly houseId: HouseId; readonly unitId: UnitId | undefined };

/**
 * Reads the list. What is no id is left out, so are repetitions and all beyond four.
 * @example parseCompareIds('12,15-101') // [{ houseId: 12, unitId: undefined }, { houseId: 15, unitId: 101 }]
 */
export function parseCompareIds(text: string | null): readonly CompareId[] {
  const seen = new Set<string>();
  return (text ?? '')
    .split(',')
    .flatMap((part): CompareId[] => {
      const [house, unit, ...rest] = part.trim().split('-');
      const houseId = parseId<HouseId>(house);
      const unitId = parseId<UnitId>(unit);
      if (!houseId || rest.length > 0 || (unit !== undefined && !unitId) || seen.has(part.trim())) return [];
      seen.add(part.trim());
      return [{ houseId, unitId }];
    })
    .slice(0, compareLimit);
}

/** Writes the list as the query has it. */
export function formatCompareIds(ids: readonly CompareId[]): string {
  return ids.map(({ houseId, unitId }) => (unitId === undefined ? `${houseId}` : `${houseId}-${unitId}`)).join(',');
}

const same = (a: CompareId, b: CompareId): boolean => a.houseId === b.houseId && a.unitId === b.unitId;

export function withoutCompared(ids: readonly CompareId[], id: CompareId): readonly CompareId[] {
  return ids.filter((one) => !same(one, id));
}

/** Adds one; the oldest goes when there are four. */
export function withCompared(ids: readonly CompareId[], id: CompareId): readonly CompareId[] {
  return ids.some((one) => same(one, id)) ? ids : [...ids, id].slice(-compareLimit);
}
