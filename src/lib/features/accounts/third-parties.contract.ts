/** Calls of signing in with a third party (R7.064, R7.067, R7.083–R7.086). */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { connectForm, disconnectForm, thirdParties, welcomeForm } from './third-parties.schema.ts';

const text = (most: number, meaning: string) => z._default(z.string().check(z.maxLength(most), z.describe(meaning)), '');
const provider = z.enum(thirdParties);
const signedIn = {
  cust_id: z.int().check(z.describe('Number of the account; 0 when nobody is signed in by this call')),
  redirect: z.string().check(z.describe('A path of this site to go on to')),
};
const setOut = z.object({ url: z.string().check(z.describe('Where the reader goes now: an address of the third party')) });
const nothing = z.object({});

const base = { method: 'POST', access: 'public', csrf: 'always', limit: 'login' } as const;
const own = { ...base, access: 'login' } as const;

export const loginWaysContract = contract({
  name: 'login-ways',
  summary: 'The third parties that may be signed in with here, the first one first.',
  method: 'GET',
  path: '/_buserApi/login/ways',
  input: nothing,
  output: z.object({ ways: z.array(provider) }),
  access: 'public',
  fulfils: ['R6.19', 'R6.20'],
});

export const thirdPartyStartContract = contract({
  ...base,
  name: 'third-party-start',
  summary: 'Begins to sign in with a third party: gives where to go, and ties the way to this browser by a cookie.',
  path: '/_buserApi/third/start',
  input: z.object({ provider, redirect: text(2_048, 'Where to go when it is done') }),
  output: setOut,
  errors: ['not-found', 'upstream-failed', 'stale-form'],
  fulfils: ['R7.183'],
});

export const thirdPartyReturnContract = contract({
  ...base,
  name: 'third-party-return',
  summary: 'Takes what a third party sent along, once, from the browser that set out.',
  path: '/_buserApi/third/return',
  input: z.object({
    provider,
    code: text(2_048, 'What the third party gave'),
    state: text(128, 'As it was given on the way there'),
    error: text(120, 'Why there is no code'),
    iss: text(200, 'Who answers, where they say so'),
    user: text(4_096, 'What Apple says of the person the first time, as this server encrypted it'),
  }),
  output: z.object({ ...signedIn, next: z.enum(['done', 'welcome', 'connected', 'scanned']) }),
  errors: ['way-cancelled', 'way-gone', 'way-refused', 'sign-in-first', 'other-account', 'locked', 'upstream-failed', 'stale-form'],
  fulfils: ['R6.19', 'R6.20'],
});

export const registerTwoContract = contract({
  ...base,
  name: 'register2',
  summary: 'Makes an account for somebody new for whom a third party vouches, and signs in.',
  path: '/_buserApi/register2',
  input: inputOf(welcomeForm),
  output: z.object(signedIn),
  errors: ['way-gone', 'sign-in-first', 'stale-form'],
  fulfils: ['R7.064'],
});

export const thirdPartyStatusContract = contract({
  ...base,
  name: 'third-party-status',
  summary: 'Signs in whom a third party’s own token means; for somebody new it refuses, and gives what to register with.',
  path: '/_buserApi/third/status',
  input: z.object({
    auth_type: z.enum(['google', 'apple', 'facebook']),
    user_id: text(255, 'Whom the caller takes it to be'),
    open_id: text(255, 'The same, of Apple'),
    id_token: text(8_192, 'Of Google'),
    identity_token: text(8_192, 'Of Apple'),
    fb_token: text(8_192, 'Of Facebook'),
  }),
  output: z.object(signedIn),
  errors: ['not-registered', 'way-refused', 'sign-in-first', 'locked', 'not-found', 'upstream-failed', 'stale-form'],
  fulfils: ['R7.083', 'R7.084', 'R7.085', 'R7.086', 'R8.14'],
});

export const bindWechatContract = contract({
  ...own,
  name: 'bind-wechat',
  proof: 'fresh',
  summary: 'Connects whom not-registered was told of with the account that is signed in.',
  path: '/_buserApi/wechat/bind',
  input: z.object({ session: text(64, 'What not-registered gave; left out, that of this browser') }),
  output: nothing,
  errors: ['login-needed', 'way-gone', 'other-account', 'stale-form'],
  fulfils: ['R7.067'],
});

export const connectContract = contract({
  ...own,
  name: 'third-party-connect',
  proof: 'fresh',
  summary: 'Begins to connect a third party with the account: gives where to go.',
  path: '/_buserApi/third/connect',
  input: inputOf(connectForm),
  output: setOut,
  errors: ['login-needed', 'not-found', 'upstream-failed', 'stale-form'],
  fulfils: ['R7.067'],
});

export const disconnectContract = contract({
  ...own,
  name: 'third-party-disconnect',
  proof: 'fresh',
  summary: 'Takes a third party from the account, unless it is the last way in.',
  path: '/_buserApi/third/disconnect',
  input: inputOf(disconnectForm),
  output: nothing,
  errors: ['login-needed', 'last-way', 'not-found', 'stale-form'],
  fulfils: ['R7.067'],
});
