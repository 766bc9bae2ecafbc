/** Calls of a browser that knows who signed in with it last. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { base, nothing, password, text } from './contact-input.schema.ts';
import { knownForgetForm } from './known-browsers.schema.ts';

const redirect = text(2_048, 'Where to go when it is done');

export const knownCodeContract = contract({
  ...base,
  name: 'known-code',
  summary: 'Sends a code to the contact with which somebody signed in with this browser last.',
  path: '/_buserApi/login/known/code',
  input: z.object({ redirect }),
  output: nothing,
  captcha: 'asked',
  errors: ['captcha-needed', 'code-too-soon', 'code-gone', 'no-way-there', 'stale-form'],
  fulfils: ['R9.07'],
});

export const knownPasswordContract = contract({
  ...base,
  name: 'known-password',
  summary: 'Signs in by password whoever signed in with this browser last.',
  path: '/_buserApi/login/known/password',
  input: z.object({ password, redirect }),
  output: z.object({
    cust_id: z.int().check(z.describe('Number of the account')),
    redirect: z.string().check(z.describe('A path of this site to go on to')),
  }),
  limit: 'login',
  captcha: 'asked',
  errors: ['captcha-needed', 'wrong-password', 'code-gone', 'locked', 'stale-form'],
  fulfils: ['R9.07'],
});

export const knownForgetContract = contract({
  ...base,
  name: 'known-forget',
  summary: 'Lets this browser forget who signed in with it last.',
  path: '/_buserApi/login/known/forget',
  input: inputOf(knownForgetForm),
  output: nothing,
  errors: ['stale-form'],
  fulfils: ['R9.07'],
});
