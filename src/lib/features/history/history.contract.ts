/** The calls of what somebody looked at and searched for. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { historyForm } from './history.schema.ts';

const ago = z.int().check(z.describe('Seconds since'));

export const mergeHistoryContract = contract({
  name: 'history-merge',
  summary: 'Takes over the homes that were looked at on a device, and gives the account’s: of each the latest time counts.',
  method: 'POST',
  path: '/_houseApi/history/merge',
  input: z.object({
    seen: z
      ._default(z.string().check(z.regex(/^[\d:,]*$/), z.maxLength(2_100)), '')
      .check(z.describe('Home, and seconds since it was looked at: 12:60,15:900; at most 100')),
    forgotten: z
      ._default(z.string().check(z.regex(/^\d{0,9}$/)), '')
      .check(z.describe('Seconds since everything was forgotten on the device; empty where it was not')),
  }),
  output: z.object({
    is_on: z.boolean().check(z.describe('Whether the account remembers anything')),
    items: z.array(z.object({ house_id: z.int(), ago })),
    search: z.nullable(z.object({ title: z.string(), url: z.string(), ago })).check(z.describe('What was searched for last')),
  }),
  access: 'login',
  errors: ['login-needed', 'stale-form'],
  fulfils: ['R7.049'],
});

export const historyContract = contract({
  name: 'history-change',
  summary: 'Takes one home or search off the account’s history, forgets all of it, or switches it off or on.',
  method: 'POST',
  path: '/_houseApi/history/change',
  input: inputOf(historyForm),
  output: z.object({ done: z.enum(['removed', 'forgotten', 'off', 'on']) }),
  access: 'login',
  errors: ['login-needed', 'not-found', 'stale-form'],
  fulfils: ['R7.049'],
});
