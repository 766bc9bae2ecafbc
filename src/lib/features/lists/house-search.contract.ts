/** Calls of the lists of homes: what a list page shows, in pieces a client can ask for by itself. */
import * as z from 'zod/mini';
import { idInput } from '#lib/ids/id.schema.ts';
import { contract } from '#lib/api/contract.ts';
import { sorts } from '#lib/features/catalogue/filter-code.rules.ts';
import { categories, listedHouseSchema, pageInput, paginateSchema } from '#lib/features/house/house-wire.schema.ts';
import { sortNames } from './house-search.rules.ts';

const slug = z.string().check(z.maxLength(120));

/** Which list: a place by id, or by the names its path has, and how it is narrowed and filtered. */
const listed = {
  country_id: z.optional(idInput),
  city_id: z.optional(idInput),
  region_id: z.optional(idInput.check(z.describe('Another name of city_id'))),
  school_id: z.optional(idInput),
  poi_id: z.optional(idInput.check(z.describe('A station, landmark or neighbourhood'))),
  postal_code_id: z.optional(idInput),
  supplier_id: z.optional(idInput),
  cname: z.optional(slug.check(z.describe('country_unique_name'))),
  rname: z.optional(slug.check(z.describe('region_unique_name, with cname'))),
  sname: z.optional(slug.check(z.describe('school_unique_name, with cname and rname'))),
  neighborhood_unique_name: z.optional(slug.check(z.describe('With cname and rname, or with city_id'))),
  category: z._default(z.enum(categories), 'rent'),
  filter: z._default(z.string().check(z.maxLength(400), z.describe('Filter code, as in the list’s address: u1000a202709-u1004a2')), ''),
};

const list = z.object({
  ...listed,
  sort: z.optional(z.enum(sortNames).check(z.describe('Wins over the code’s own'))),
  page: pageInput,
  page_size: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), 20),
});
const question = z.object(listed);
export type ListQuestion = z.output<typeof question>;

const filterCode = z.string().check(z.describe('The filter code that results; pass it as `filter`'));
const choice = z.object({
  label: z.string(),
  count: z.int().check(z.describe('Homes when this is chosen, or taken away if it is chosen')),
  chosen: z.boolean(),
  filter: filterCode,
  url: z.string(),
});
const step = z.object({ label: z.string(), filter: filterCode, url: z.string() });

export const houseSearchContract = contract({
  name: 'house-search',
  summary: 'Lists homes in or near a place, filtered and sorted as the list pages are, a page at a time.',
  method: 'GET',
  path: '/_houseApi/search/house',
  input: list,
  output: z.object({
    items: z.array(listedHouseSchema),
    paginate: paginateSchema,
    url: z.string().check(z.describe('The page with this list')),
    filter: z.string().check(z.describe('The filter code in its one right spelling')),
  }),
  access: 'public',
  errors: ['not-found'],
  fulfils: ['R7.035', 'R3.52'],
});

export const filterConfigContract = contract({
  name: 'house-search-filters',
  summary: 'The filters of a list in the asker’s language: groups of values, each with the homes it would leave and the filter code to ask for them.',
  method: 'GET',
  path: '/_houseApi/search/filter-config',
  input: question,
  output: z.object({
    total: z.int(),
    groups: z.array(z.object({ id: z.string(), title: z.string(), choices: z.array(choice), more: z.array(choice).check(z.describe('Less asked for')) })),
    active: z.array(step).check(z.describe('What is chosen, with what taking it away gives')),
    clear: z.object({ filter: filterCode, url: z.string() }),
    relaxations: z.array(z.object({ ...step.shape, count: z.int() })).check(z.describe('For an empty list: which one restriction to give up')),
  }),
  access: 'public',
  errors: ['not-found'],
  fulfils: ['R7.036'],
});

export const sortContract = contract({
  name: 'house-search-sorts',
  summary: 'The orders a list can be in, with the filter code of each.',
  method: 'GET',
  path: '/_houseApi/search/sort',
  input: question,
  output: z.array(
    z.object({
      ...step.shape,
      sort: z.enum(sortNames),
      value: z.int().check(z.describe(`Number in the filter code: ${Object.values(sorts).join(', ')}`)),
      current: z.boolean(),
    }),
  ),
  access: 'public',
  errors: ['not-found'],
  fulfils: ['R7.037'],
});

export const countContract = contract({
  name: 'house-search-count',
  summary: 'How many homes a filter leaves.',
  method: 'GET',
  path: '/_houseApi/search/count',
  input: question,
  output: z.object({ total: z.int() }),
  access: 'public',
  errors: ['not-found'],
  fulfils: ['R7.038'],
});

export const recommendContract = contract({
  name: 'house-recommend',
  summary: 'The first homes of the cities most chosen, each with what put it there, as on the recommendation page.',
  method: 'GET',
  path: '/_houseApi/recommend',
  input: z.object({ city_id: z.optional(idInput) }),
  output: z.object({ items: z.array(z.object({ ...listedHouseSchema.shape, reasons: z.array(z.string()) })) }),
  access: 'public',
  errors: ['not-found'],
  fulfils: ['R7.055'],
});
