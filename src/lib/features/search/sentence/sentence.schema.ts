/** What a typed sentence is read as. */
import type { AmenityCode, Sort, UnitType } from '#lib/features/catalogue/filter-code.rules.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';

/** `dollar` and `yen` are signs of several currencies, among which the place decides; undefined: the place's own. */
export type ToldCurrency = CurrencyCode | 'dollar' | 'yen' | undefined;

export type Wish =
  | { readonly kind: 'type'; readonly type: UnitType }
  /** Whole units, both inclusive. `per` undefined: nothing was said, and the place decides. */
  | { readonly kind: 'rent'; readonly from: number; readonly to: number; readonly per: 'week' | 'month' | 'year' | undefined; readonly currency: ToldCurrency }
  /** yyyymm */
  | { readonly kind: 'months'; readonly months: readonly number[] }
  /** A term that each country begins in months of its own. `year` undefined: the next. */
  | { readonly kind: 'season'; readonly season: Season; readonly year: number | undefined }
  /** Positions in `leaseBands`. */
  | { readonly kind: 'lease'; readonly bands: readonly number[] }
  | { readonly kind: 'amenity'; readonly code: AmenityCode }
  | { readonly kind: 'bathroom'; readonly bathroom: 'private' | 'shared' }
  /** One of `distanceSteps`. */
  | { readonly kind: 'distance'; readonly metres: number }
  | { readonly kind: 'guests'; readonly guests: number }
  | { readonly kind: 'verified' }
  | { readonly kind: 'now' }
  | { readonly kind: 'sort'; readonly sort: Sort };

export type Season = 'spring' | 'summer' | 'autumn' | 'winter';

export type UsedWords = {
  /** As they were typed. */
  readonly words: string;
  /** The text without them. */
  readonly without: string;
  readonly wish: Wish;
};

export type SearchIntent = {
  /** What is left of the text without the wishes; empty where that names nothing. */
  readonly place: string;
  readonly used: readonly UsedWords[];
  /** Names of places in the text, as they were typed. */
  readonly names: readonly string[];
  /** Whether a word says where something is: near, in, 附近, gần. */
  readonly isPlaced: boolean;
  /** Words that mean nothing here, as they were typed. */
  readonly unread: readonly string[];
};

/** Whether something has exactly this name: letters and figures alone, folded. */
export type IsName = (compact: string) => boolean;
