/** Calls by which a reader shows to be a person. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { callName, captchaPlatforms, puzzleSchema } from './captcha.schema.ts';

const given = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
const token = z.object({ captcha_token: z.string().check(z.describe('Goes with the call it is for, once, within ten minutes')) });
const forCall = z._default(z.union([callName, z.literal('')]), '');

export const captchaPuzzleContract = contract({
  name: 'captcha-puzzle',
  summary: 'Puzzles for a call that needs a captcha, in the order in which they are to be tried.',
  method: 'GET',
  path: '/_api/captcha/puzzle',
  input: z.object({
    call: callName,
    preferred: z._default(z.union([z.enum(captchaPlatforms), z.literal('')]), '').check(z.describe('The one that worked on this device before')),
    failed: z._default(z.string().check(z.regex(/^[a-z,]{0,60}$/)), '').check(z.describe('Those that could not be loaded just now, with commas between')),
  }),
  output: z.object({
    puzzles: z.array(puzzleSchema),
    fallback_after: z.int().check(z.describe('Errors on a page after which a ticket stands in')),
  }),
  access: 'public',
  limit: 'outside',
  errors: ['unavailable'],
  fulfils: ['R4.084', 'R4.088'],
});

export const captchaTokenContract = contract({
  name: 'captcha-token',
  summary: 'Exchanges what was solved for a token that goes with a call.',
  method: 'POST',
  path: '/_api/captcha/token',
  input: z.object({
    captcha_id: given(128),
    captcha_code: given(8_192),
    platform: z._default(z.enum(captchaPlatforms), 'altcha'),
    call: forCall.check(z.describe('The call it is for, where the puzzle does not say it')),
  }),
  output: token,
  access: 'public',
  limit: 'outside',
  csrf: 'never',
  errors: ['captcha-failed', 'upstream-failed'],
  fulfils: ['R7.075'],
});

export const captchaGeetestContract = contract({
  name: 'captcha-geetest',
  summary: 'Has the four values of a solved GeeTest puzzle judged, and exchanges them for a token.',
  method: 'POST',
  path: '/_api/captcha/geetest',
  input: z.object({
    captcha_id: given(64),
    lot_number: given(64),
    captcha_output: given(4_096),
    pass_token: given(512),
    gen_time: z.string().check(z.regex(/^\d{1,16}$/)),
    call: callName,
  }),
  output: token,
  access: 'public',
  limit: 'outside',
  csrf: 'never',
  errors: ['captcha-failed', 'upstream-failed'],
  fulfils: ['R7.076'],
});

export const captchaTicketContract = contract({
  name: 'captcha-ticket',
  summary:
    'A token for a reader who could load no captcha, once puzzles were posed to them as often as fallback_after says: marked unverified, for fewer calls, and not for every call.',
  method: 'POST',
  path: '/_api/captcha/ticket',
  input: z.object({ call: callName, errors: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000)) }),
  output: token,
  access: 'public',
  limit: 'write-heavy',
  csrf: 'never',
  errors: ['captcha-needed'],
  fulfils: ['R4.085'],
});
