/** Calls of search: suggestions at every keystroke, search by keyword, what others look for, and one's own history. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { searchWires } from './search.wire.ts';
import { searchGroups } from '#lib/search-text/documents.ts';
import type { SearchGroup } from '#lib/search-text/documents.ts';

/** The wire's number of a group; 1 and 2 are fixed (R3.29), the others ours. */
export const groupValues = {
  city: 1,
  school: 2,
  house: 3,
  supplier: 4,
  region: 5,
  subway: 6,
  landmark: 7,
  postal_code: 8,
  neighborhood: 9,
} as const satisfies Record<SearchGroup, number>;

/** Longest keyword looked at, in characters; what is beyond is cut off, not refused. */
export const keywordLength = 80;
const keyword = z.pipe(
  z.string(),
  z.transform((text) => [...text].slice(0, keywordLength).join('').trim()),
);
const optionalId = z.optional(z.number());

/** R3.25. Ids are those of R3.27; names of absent parents are left out. */
const suggestion = z.object({
  group: z.enum(searchGroups),
  id: z.number(),
  /** In the reader's language. */
  title: z.string(),
  /** What it lies in: city, country; a house's address. */
  sub_title: z.string(),
  /** Another name that was matched, such as an abbreviation or the English name. */
  title_level_three: z.string(),
  /** Address of its page or list in the reader's locale. */
  url: z.string(),
  /** Homes for rent there now. */
  house_num: z.number(),
  extend: z.object({
    country_id: optionalId,
    country_unique_name: z.optional(z.string()),
    city_id: optionalId,
    city_unique_name: z.optional(z.string()),
    school_id: optionalId,
    school_unique_name: z.optional(z.string()),
    search_criteria: z.optional(z.string()),
    /** The number of R3.27's type: `groupValues`. */
    type_id: z.number(),
    supplier_id: optionalId,
    region_id: optionalId,
    poi_id: optionalId,
    postal_code_id: optionalId,
    house_id: optionalId,
    neighborhood_unique_name: z.optional(z.string()),
  }),
});
export type Suggestion = z.output<typeof suggestion>;

const group = z.object({ group_name: z.string(), group_value: z.number(), group: z.enum(searchGroups), lists: z.array(suggestion) });
export type SuggestionGroup = z.output<typeof group>;

export const suggestContract = contract({
  name: 'search-suggest',
  summary: 'Suggests cities, schools, homes, suppliers, areas, stations, landmarks and postal codes for what has been typed so far.',
  ...searchWires.suggest,
  input: z.object({ keyword }),
  output: z.array(group),
  access: 'public',
  limit: 'suggest',
  keepFor: 60,
  fulfils: ['R7.059', 'R3.25', 'R3.26', 'R3.28', 'R3.29'],
});

export const keywordSearchContract = contract({
  name: 'search-keyword',
  summary: 'Searches one kind or all kinds by keyword, ten a page, with other spellings to try.',
  ...searchWires.keyword,
  input: z.object({
    keyword,
    type: z.optional(z.enum(searchGroups)),
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 1),
    page_size: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 10),
  }),
  output: z.object({
    items: z.array(suggestion),
    paginate: z.object({ current_page: z.number(), total: z.number() }),
    suggestions: z.object({ term_suggest: z.object({ options: z.array(z.object({ text: z.string() })) }) }),
  }),
  access: 'public',
  limit: 'suggest',
  keepFor: 60,
  fulfils: ['R7.060', 'R3.30', 'R9.21'],
});

const hotPlace = z.object({ id: z.number(), name: z.string(), url: z.string(), house_num: z.number() });

export const hotSearchContract = contract({
  name: 'search-hot',
  summary: 'What is looked for most: for each country its popular cities and schools.',
  ...searchWires.hot,
  input: z.object({}),
  output: z.array(
    z.object({ country_id: z.number(), country_name: z.string(), country_url: z.string(), city_list: z.array(hotPlace), school_list: z.array(hotPlace) }),
  ),
  access: 'public',
  keepFor: 300,
  fulfils: ['R3.47'],
});

/** R3.31: one entry of a reader's search history, kept for the device. */
const historyItem = z.object({
  type: z.enum(searchGroups),
  city_id: optionalId,
  school_id: optionalId,
  supplier_id: optionalId,
  house_id: optionalId,
  poi_id: optionalId,
  region_id: optionalId,
  postal_code_id: optionalId,
  name_zh: z.string(),
  name_tc: z.string(),
  name_en: z.string(),
  name_vi: z.string(),
  country_unique_name: z.optional(z.string()),
  city_unique_name: z.optional(z.string()),
  school_unique_name: z.optional(z.string()),
  neighborhood_unique_name: z.optional(z.string()),
  postalcode: z.optional(z.string()),
  /** In the reader's language and locale. */
  title: z.string(),
  url: z.string(),
});
export type SearchHistoryItem = z.output<typeof historyItem>;

const chosen = { type: z.enum(searchGroups), id: z.coerce.number().check(z.int(), z.positive()) };

export const recordSearchContract = contract({
  name: 'search-log-record',
  summary: 'Remembers, for this device, what was picked from a search.',
  ...searchWires.record,
  input: z.object(chosen),
  output: z.object({ recorded: z.boolean() }),
  access: 'public',
  repeatable: true,
  errors: ['not-found'],
  fulfils: ['R7.056'],
});

export const deleteSearchContract = contract({
  name: 'search-log-delete',
  summary: 'Forgets one entry of this device’s search history, or all of it when none is named.',
  ...searchWires.delete,
  input: z.object({ type: z.optional(chosen.type), id: z.optional(chosen.id) }),
  output: z.object({ deleted: z.number() }),
  access: 'public',
  fulfils: ['R7.057'],
});

export const lastSearchesContract = contract({
  name: 'search-log-last',
  summary: 'The last searches of this device, newest first.',
  ...searchWires.last,
  input: z.object({}),
  output: z.array(historyItem),
  access: 'public',
  fulfils: ['R7.058', 'R3.31'],
});
