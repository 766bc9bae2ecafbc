/** Calls of the prompt that signs in with one tap (R6.21). */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';

const base = { method: 'POST', access: 'public' } as const;

export const oneTapStartContract = contract({
  ...base,
  name: 'one-tap-start',
  summary: 'Gives what Google’s prompt is shown with, and ties it to this browser by a cookie; to readers who are not offered Google it gives nothing.',
  path: '/_buserApi/one-tap/start',
  input: z.object({}),
  output: z.object({
    client_id: z.string(),
    script: z.string().check(z.describe('Address of the script that shows it; empty for a stand-in')),
    nonce: z.string().check(z.describe('What the token must hold that Google signs')),
    trial: z.string().check(z.describe('Page that stands in for Google’s prompt where none is set up; empty otherwise')),
  }),
  errors: ['not-found'],
  fulfils: ['R6.21'],
});

export const oneTapContract = contract({
  ...base,
  name: 'one-tap',
  summary: 'Signs in whom the token of Google’s prompt means; somebody new goes on to a page that asks what they agree to.',
  path: '/_buserApi/one-tap',
  limit: 'login',
  input: z.object({
    credential: z.string().check(z.maxLength(8_192), z.describe('The token that Google gave')),
    redirect: z._default(z.string().check(z.maxLength(2_048), z.describe('Where somebody new goes on to afterwards')), ''),
  }),
  output: z.object({
    cust_id: z.int().check(z.describe('Number of the account; 0 for somebody new')),
    url: z.string().check(z.describe('Where somebody new goes on; empty for who is signed in')),
  }),
  errors: ['way-gone', 'way-refused', 'sign-in-first', 'locked', 'not-found', 'upstream-failed'],
  fulfils: ['R6.21'],
});
