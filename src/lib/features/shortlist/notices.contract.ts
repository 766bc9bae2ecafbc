/** Calls of what people want to hear of by mail. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { endNoticesForm, noticesForm } from './notices.schema.ts';
import { savedSearchForm } from './saved-searches.schema.ts';

export const savedSearchContract = contract({
  name: 'saved-search',
  summary: 'Saves a search with how often its owner hears of new homes by mail, changes that, or removes it.',
  method: 'POST',
  path: '/_houseApi/searches/change',
  input: inputOf(savedSearchForm),
  output: z.object({ done: z.enum(['saved', 'removed']) }),
  access: 'login',
  errors: ['login-needed', 'not-found', 'list-full', 'stale-form'],
  fulfils: [],
});

export const noticesContract = contract({
  name: 'notices',
  summary: 'Says which mails about homes somebody wants.',
  method: 'POST',
  path: '/_houseApi/notices',
  input: inputOf(noticesForm),
  output: z.object({}),
  access: 'login',
  errors: ['login-needed', 'stale-form'],
  fulfils: [],
});

export const endNoticesContract = contract({
  name: 'notices-end',
  summary: 'Ends all mails about homes of whoever the link of a mail is of (RFC 8058).',
  method: 'POST',
  path: '/_houseApi/notices/end',
  input: inputOf(endNoticesForm),
  output: z.object({}),
  access: 'public',
  // The link is the proof: it works in a mail program, which has no page of ours before.
  csrf: 'never',
  errors: ['not-found'],
  fulfils: [],
});

export const awaitHomesContract = contract({
  name: 'homes-await',
  summary: 'Waits for homes to have something free, or no longer: a mail says so once.',
  method: 'POST',
  path: '/_houseApi/notices/homes',
  input: z.object({
    house_ids: z.string().check(z.regex(/^[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,49}$/), z.describe('At most 50: 12,15')),
    wanted: z._default(z.enum(['0', '1']), '1'),
    quiet: z._default(z.enum(['0', '1']), '0').check(z.describe('1: the device says what it keeps, nobody has just asked; mails that were ended stay ended')),
  }),
  output: z.object({
    count: z.int().check(z.describe('Homes waited for now')),
    by_mail: z.boolean().check(z.describe('Whether there is an address to write to')),
  }),
  access: 'login',
  errors: ['login-needed', 'stale-form'],
  fulfils: [],
});
