/** Calls of the real-name check (R7.095). */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { nameByHandForm } from './names-by-hand.schema.ts';
import { realnameForm } from './realname.schema.ts';

const shown = {
  name: z.string().check(z.describe('The first sign of it; the others are asterisks')),
  idcard_no: z.string().check(z.describe('Its last four places')),
  is_check: z
    .boolean()
    .check(z.describe('Found right, by a register where this site asks one. While false nobody could be asked yet; it is asked again by itself')),
};

export const checkIdCardContract = contract({
  name: 'check-id-card',
  summary: 'Compares a name and the number of an identity card of mainland China, and keeps them with the account when they belong together.',
  method: 'POST',
  path: '/_buserApi/realname/checkIdCard',
  input: inputOf(realnameForm),
  output: z.object(shown),
  access: 'login',
  captcha: 'solved',
  limit: 'write-heavy',
  errors: ['not-found', 'captcha-needed'],
  fulfils: ['R7.095', 'R3.60', 'R5.58'],
});

export const realnameStatusContract = contract({
  name: 'realname-status',
  summary: 'Whether names are checked on this site, and what is known of the one who asks.',
  method: 'GET',
  path: '/_buserApi/realname/status',
  input: z.object({}),
  output: z.object({ ...shown, is_on: z.boolean(), is_auth: z.boolean().check(z.describe('A name was given and could not be compared yet')) }),
  access: 'login',
  fulfils: ['R4.046', 'R8.37'],
});

export const nameByHandContract = contract({
  name: 'staff-realname',
  summary: 'Has a name confirmed by hand after a document was seen, agrees to it as a second of the staff, or takes it back.',
  method: 'POST',
  path: '/_api/staff/people/name',
  input: inputOf(nameByHandForm),
  output: z.object({ user_id: z.int().check(z.describe('Number of the account')) }),
  access: 'staff-people',
  proof: 'fresh',
  errors: ['not-found'],
  fulfils: ['R4.046'],
});
