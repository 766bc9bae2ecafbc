/** What the home, country and city-list pages show of the catalogue. */
import { numberFormat } from '#lib/i18n/formats.ts';
import type { City, School } from '#lib/features/geo/geo.schema.ts';
import type { ListedHouse } from '#lib/features/finding/question.schema.ts';
import type { Money } from '#lib/money/money.ts';

/** A city with its homes for rent now. */
export type CityOffer = {
  readonly city: City;
  readonly homes: number;
  /** Median of the homes' lowest weekly rents, in the country's currency; undefined when nothing is priced. */
  readonly medianWeek: Money | undefined;
};

/** A school with the homes within reach of its nearest campus. */
export type SchoolOffer = { readonly school: School; readonly homes: number };

/** Homes confirmed lately, and how lately all of them were; undefined where one of them was not even within a week. */
export type FreshHomes = { readonly homes: readonly ListedHouse[]; readonly within: 'day' | 'week' | undefined };

/** Mean of all review scores, with what it rests on (docs/domain.md, "Trust score"). */
export type TrustScore = { readonly score: number; readonly count: number; readonly isSample: boolean };

/** A score as people write it: one decimal. @example formatScore(4.86, 'en-GB') // '4.9' */
export function formatScore(score: number, intl: string): string {
  return numberFormat(intl, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(score);
}
