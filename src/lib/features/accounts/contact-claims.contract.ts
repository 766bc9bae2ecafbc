/** Calls about contacts that somebody else has by now. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { claimForm, keepForm, mineForm, staffClaimForm } from './contact-claims.schema.ts';

const shared = { method: 'POST', csrf: 'always', limit: 'login', fulfils: ['R5.54'] } as const;

export const loginMineContract = contract({
  ...shared,
  access: 'public',
  name: 'login-mine',
  summary: 'Signs in to the account of a contact that a code has just proved, after its owner has said that it is theirs.',
  path: '/_buserApi/login/mine',
  input: inputOf(mineForm),
  output: z.object({
    cust_id: z.int().check(z.describe('Number of the account')),
    redirect: z.string().check(z.describe('A path of this site to go on to; may be empty')),
  }),
  errors: ['code-gone', 'locked', 'in-question', 'stale-form'],
});

export const claimContactContract = contract({
  ...shared,
  access: 'login',
  name: 'claim-contact',
  proof: 'fresh',
  summary: 'Asks for a contact of another account that a code has just proved: it comes after its owner was told and did not object, or staff decide.',
  path: '/_buserApi/contact/claim',
  input: inputOf(claimForm),
  output: z.object({ state: z.enum(['waiting', 'case']).check(z.describe('Whether it comes by itself, or staff decide')) }),
  errors: ['login-needed', 'code-gone', 'not-joinable', 'in-question', 'stale-form'],
});

export const keepContactContract = contract({
  ...shared,
  access: 'login',
  name: 'keep-contact',
  summary: 'Keeps the contacts of the account that others have asked for.',
  path: '/_buserApi/contact/keep',
  input: inputOf(keepForm),
  output: z.object({}),
  errors: ['login-needed', 'not-found', 'stale-form'],
});

export const staffClaimContract = contract({
  name: 'staff-claim',
  proof: 'fresh',
  summary: 'Decides whose a contact is that two accounts say is theirs, for a reason that the audit log keeps.',
  method: 'POST',
  path: '/_api/staff/claims/decide',
  input: inputOf(staffClaimForm),
  output: z.object({}),
  access: 'staff-people',
  errors: ['not-found', 'not-now'],
  fulfils: ['R5.54', 'R1.02'],
});
