/** Checked by the compiler alone: amounts have a currency, and the id of one thing is not that of another. */
import type { HouseId, UnitId } from '#lib/ids/ids.ts';
import { money } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';

declare const house: HouseId;

// @ts-expect-error -- a unit is no house
export const unit: UnitId = house;
// @ts-expect-error -- a number that nobody looked at is no id
export const bare: HouseId = 12;
// @ts-expect-error -- minor units are whole
export const fraction: Money = money(225.5, 'GBP');
// @ts-expect-error -- no such currency
export const shells: Money = money(1n, 'SHELLS');
