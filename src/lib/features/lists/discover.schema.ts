/** Homes as the search, shared-flat and recommendation pages find them. */
import type { MoreLanguages } from '#lib/features/catalogue/local-texts.rules.ts';
import type { CityId, HouseId, UnitId } from '#lib/ids/ids.ts';
import type { Room } from '#lib/features/house/house.schema.ts';
import type { HouseType } from '#lib/features/catalogue/listings.schema.ts';

export type SharedFlat = {
  readonly unitId: UnitId;
  readonly unitName: string;
  readonly houseId: HouseId;
  readonly houseType: HouseType;
  readonly houseName: string;
  readonly houseNameZh: string | null;
  readonly houseNames: MoreLanguages;
  readonly bathroom: 'private' | 'shared';
  readonly kitchen: 'private' | 'shared';
  readonly rooms: readonly Room[];
  /** Lowest weekly rent in the currency of the country; undefined when nothing is free. */
  readonly weeklyMinor: bigint | undefined;
  readonly confirmedAt: Date;
  readonly isSample: boolean;
};

export type CityPicks = { readonly cityId: CityId; readonly medianMinor: bigint | undefined; readonly homes: number; readonly houseIds: readonly HouseId[] };
