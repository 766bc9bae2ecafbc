/** Calls of what people keep on their accounts. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { idInput } from '#lib/ids/id.schema.ts';
import { shareForm } from './shared-lists.schema.ts';
import { favouriteForm } from './shortlist.schema.ts';

const seconds = z.int().check(z.describe('Seconds since 1970'));

export const favouritesContract = contract({
  name: 'favourites',
  summary: 'The homes that somebody keeps on their account, latest first.',
  method: 'GET',
  path: '/_houseApi/favorites',
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({
        house_id: z.int(),
        kept_at: seconds,
        note: z.string(),
        weekly_then: z.nullable(z.object({ minor: z.string(), currency: z.string() })).check(z.describe('The lowest weekly rent when it was kept')),
      }),
    ),
  }),
  access: 'login',
  errors: ['login-needed'],
  fulfils: ['R7.053', 'R6.06'],
});

export const collectContract = contract({
  name: 'collect',
  summary: 'Keeps a home on the account, or no longer.',
  method: 'POST',
  path: '/_houseApi/collect',
  input: z.object({ house_id: idInput, collect: z._default(z.enum(['0', '1']), '1').check(z.describe('0 takes it off')) }),
  output: z.object({ collected: z.boolean(), count: z.int().check(z.describe('Homes on the account now')) }),
  access: 'login',
  errors: ['login-needed', 'not-found', 'list-full', 'stale-form'],
  fulfils: ['R7.054'],
});

export const mergeFavouritesContract = contract({
  name: 'favourites-merge',
  summary: 'Takes over what was kept and taken off on a device, and gives the account’s lists: of each home the latest word counts.',
  method: 'POST',
  path: '/_houseApi/favorites/merge',
  input: z.object({
    changes: z
      ._default(z.string().check(z.regex(/^[\d:,]*$/), z.maxLength(30_000)), '')
      .check(z.describe('Home, seconds since 1970, 1 for kept: 12:1795262400:1,15:1795262401:0; at most 1,000')),
    compare: z
      ._default(z.enum(['', 'add', 'set']), '')
      .check(z.describe('What is compared there: add it to what the account compares, or set it in its place; empty only asks')),
    compared: z._default(z.string().check(z.regex(/^[\d,-]*$/), z.maxLength(90)), '').check(z.describe('Homes and units: 12,15-101')),
  }),
  output: z.object({
    server_time: seconds,
    cust_id: z.int(),
    items: z.array(z.object({ house_id: z.int(), at: seconds })),
    refused: z.array(z.int()).check(z.describe('Homes there was no room for')),
    compared: z.array(z.object({ house_id: z.int(), unit_id: z.nullable(z.int()), name: z.string() })).check(z.describe('What the account compares')),
  }),
  access: 'login',
  errors: ['login-needed', 'stale-form'],
  fulfils: ['R7.054', 'R6.06'],
});

export const changeFavouriteContract = contract({
  name: 'favourite-change',
  summary: 'Writes a note on a home of the account, takes the home off, or keeps it again.',
  method: 'POST',
  path: '/_houseApi/favorites/change',
  input: inputOf(favouriteForm),
  output: z.object({ act: z.string() }),
  access: 'login',
  errors: ['login-needed', 'not-found', 'list-full', 'stale-form'],
  fulfils: ['R2.163'],
});

export const shareFavouritesContract = contract({
  name: 'favourites-share',
  summary: 'Makes a link by which others see the homes of the account, or ends one.',
  method: 'POST',
  path: '/_houseApi/favorites/share',
  input: inputOf(shareForm),
  output: z.object({ done: z.enum(['made', 'ended']) }),
  access: 'login',
  errors: ['login-needed', 'not-found', 'list-full', 'stale-form'],
  fulfils: ['R6.06'],
});
