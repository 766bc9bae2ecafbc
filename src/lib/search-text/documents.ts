/** What can be found: its kinds, and the names it goes by. */

/** Kinds of what can be found, as the wire names them (R3.26). */
export const searchGroups = ['city', 'school', 'house', 'supplier', 'region', 'subway', 'landmark', 'postal_code', 'neighborhood'] as const;

export type SearchGroup = (typeof searchGroups)[number];

export type SearchName = {
  readonly text: string;
  /** A name it bears itself, against nicknames, abbreviations and former names. */
  readonly official: boolean;
};

export type SearchDocument = {
  /** Unique: group and id. */
  readonly key: string;
  readonly group: SearchGroup;
  readonly names: readonly SearchName[];
  /** Codes that lead to it without naming it, such as a home's postal code. */
  readonly codes: readonly string[];
  /** What it lies in, or is. */
  readonly cityId: number | undefined;
  readonly regionId: number | undefined;
  readonly countryId: number | undefined;
  /** 0 to 100. */
  readonly popularity: number;
  /** Homes for rent there now. */
  readonly homes: number;
};

export type SearchHit = {
  readonly key: string;
  readonly group: SearchGroup;
  readonly score: number;
};
