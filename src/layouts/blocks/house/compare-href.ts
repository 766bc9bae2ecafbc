/** The address of the comparison that begins with a home. */
import { formatCompareIds } from '#lib/features/catalogue/compare.rules.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import type { UnitId } from '#lib/ids/ids.ts';
import type { HouseWords } from './house-words.ts';

/** @param unitId one of its units, where not the home is meant. */
export function compareHref({ paths }: Pick<HouseWords, 'paths'>, house: ReadHouse, unitId?: UnitId): string {
  return `${paths.to('house_compare')}?ids=${formatCompareIds([{ houseId: house.id, unitId }])}${house.asks.replace('?', '&')}`;
}
