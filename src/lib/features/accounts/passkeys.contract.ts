/** Calls of passkeys: options for the browser, and what it makes of them. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { removePasskeyForm } from './passkeys.schema.ts';

const text = (most: number, meaning: string) => z.string().check(z.maxLength(most), z.describe(meaning));
const id = text(64, 'What the options came with; good once, for five minutes');
const begun = z.object({ id: z.string(), options: z.string().check(z.describe('Options of Web Authentication, as JSON')) });
const base = { method: 'POST', access: 'public', csrf: 'always' } as const;
const own = { ...base, access: 'login' } as const;

export const passkeyLoginStartContract = contract({
  ...base,
  name: 'passkey-login-start',
  summary: 'Begins to sign in with a passkey: gives what the browser is asked for.',
  path: '/_buserApi/passkey/login/start',
  input: z.object({}),
  output: begun,
  errors: ['not-found', 'stale-form'],
  fulfils: [],
});

export const passkeyLoginContract = contract({
  ...base,
  name: 'passkey-login',
  summary: 'Signs in with what a passkey has signed.',
  path: '/_buserApi/passkey/login',
  input: z.object({ id, answer: text(12_000, 'The browser’s answer, as JSON'), redirect: z._default(text(2_048, 'Where to go when it is done'), '') }),
  output: z.object({ cust_id: z.int(), redirect: z.string().check(z.describe('A path of this site to go on to')) }),
  limit: 'login',
  errors: ['way-gone', 'way-refused', 'locked', 'stale-form'],
  fulfils: [],
});

export const passkeyAddStartContract = contract({
  ...own,
  name: 'passkey-add-start',
  proof: 'fresh',
  summary: 'Begins to make a passkey for the account: gives what the browser is asked for.',
  path: '/_buserApi/passkey/add/start',
  input: z.object({}),
  output: begun,
  errors: ['login-needed', 'too-large', 'not-found', 'stale-form'],
  fulfils: [],
});

export const passkeyAddContract = contract({
  ...own,
  name: 'passkey-add',
  proof: 'fresh',
  summary: 'Keeps a passkey that was just made.',
  path: '/_buserApi/passkey/add',
  input: z.object({ id, answer: text(16_000, 'The browser’s answer, as JSON') }),
  output: z.object({}),
  limit: 'login',
  errors: ['login-needed', 'way-gone', 'way-refused', 'too-large', 'stale-form'],
  fulfils: [],
});

export const passkeyRemoveContract = contract({
  ...own,
  name: 'passkey-remove',
  proof: 'fresh',
  summary: 'Takes a passkey from the account, unless it is the last way in.',
  path: '/_buserApi/passkey/remove',
  input: inputOf(removePasskeyForm),
  output: z.object({}),
  errors: ['login-needed', 'last-way', 'not-found', 'stale-form'],
  fulfils: [],
});
