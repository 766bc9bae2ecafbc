/** The address of the comparison that begins with a home. */
import { formatCompareIds } from '#lib/features/catalogue/compare.rules.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import type { HouseId, UnitId } from '#lib/ids/ids.ts';
import type { HouseWords } from './house-words.ts';

/** @param unitId one of its units, where not the home is meant. @param others homes that stand beside it. */
export function compareHref({ paths }: Pick<HouseWords, 'paths'>, house: ReadHouse, unitId?: UnitId, others: readonly HouseId[] = []): string {
  const ids = formatCompareIds([{ houseId: house.id, unitId }, ...others.map((houseId) => ({ houseId, unitId: undefined }))]);
  return `${paths.to('house_compare')}?ids=${ids}${house.asks.replace('?', '&')}`;
}
