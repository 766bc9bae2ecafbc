/** Calls of a person's account (R7.091–R7.094). */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { bindForm, changePasswordForm, consentsForm, endSessionsForm, eraseForm, proveForm, settingForm, stayForm } from './accounts-forms.schema.ts';
import { base, code, contact, nothing } from './contact-input.schema.ts';

const own = { ...base, access: 'login' } as const;

export const sessionContract = contract({
  name: 'session',
  summary: 'Who is signed in, in a few bytes, for the chrome of pages that are the same for everybody.',
  method: 'GET',
  path: '/_buserApi/session',
  input: z.object({}),
  output: z.object({
    cust_id: z.int(),
    nickname: z.string().check(z.describe('Empty until they give one')),
    called: z.string().check(z.describe('The nickname, else enough of a mail address or number to know it again')),
    picture: z.string().check(z.describe('Address of their picture, or of a drawn one')),
  }),
  access: 'login',
  errors: ['login-needed'],
  fulfils: ['R9.04'],
});

export const customerInfoContract = contract({
  name: 'customer-info',
  summary: 'What an account says of its person.',
  method: 'GET',
  path: '/_buserApi/customer/info',
  input: z.object({}),
  output: z.object({
    cust_id: z.int(),
    identity: z.int(),
    partner_status: z.int(),
    is_email_confirmed: z.boolean(),
    is_enter_intent: z.int().check(z.describe('1 where a partner may enter leads; 0 for everybody until there are partners')),
    nickname: z.string(),
    picture: z.string().check(z.describe('Address of their picture, or of a drawn one')),
    email: z.string().check(z.describe('Masked')),
    mobile: z.string().check(z.describe('Masked')),
    realname: z.string().check(z.describe('Its first sign, the others as asterisks; empty where none was given')),
    xcode: z.string().check(z.describe('The marketing code that came with the call; empty without one')),
    country_code: z.string().check(z.describe('Two letters: where they signed up, else the country of their number; empty where nobody knows')),
    city: z.string().check(z.describe('Empty: where somebody is, is not kept')),
    language: z.string(),
  }),
  access: 'login',
  errors: ['login-needed'],
  fulfils: ['R7.091', 'R3.01', 'R3.05'],
});

export const customerSensitiveContract = contract({
  name: 'customer-sensitive-info',
  summary: 'Mail address and phone of the one who asks, whole and encrypted to the asker’s key.',
  method: 'GET',
  path: '/_buserApi/customer/sensitive',
  input: z.object({}),
  output: z.object({ email: z.string(), phone: z.string(), realname: z.string() }),
  access: 'login',
  sealed: true,
  errors: ['login-needed'],
  fulfils: ['R7.092'],
});

export const customerUpdateContract = contract({
  ...own,
  name: 'customer-update',
  summary: 'Changes name, picture, language and whether news may come by mail. A picture that is not named stays.',
  path: '/_buserApi/customer/update',
  input: inputOf(settingForm),
  output: nothing,
  errors: ['login-needed', 'stale-form'],
  fulfils: ['R7.093'],
});

export const consentsContract = contract({
  ...own,
  name: 'consents',
  summary: 'Says anew what somebody agrees to beside the use of their account. What is missing is taken back, and what stood on it ends.',
  path: '/_buserApi/customer/consents',
  input: inputOf(consentsForm),
  output: nothing,
  errors: ['login-needed', 'stale-form'],
  fulfils: ['R2.151'],
});

export const bindStartContract = contract({
  ...own,
  name: 'bind-start',
  proof: 'fresh',
  summary: 'Sends a code to a phone or mail address that is to become the account’s.',
  path: '/_buserApi/contact/start',
  input: inputOf(bindForm),
  output: nothing,
  captcha: 'asked',
  errors: ['captcha-needed', 'login-needed', 'code-too-soon', 'no-way-there', 'stale-form'],
  fulfils: ['R4.080', 'R5.54'],
});

export const proveStartContract = contract({
  ...own,
  name: 'prove-start',
  summary: 'Sends a code to a contact that the account has, by which who is signed in shows anew that it is them.',
  path: '/_buserApi/prove/start',
  input: inputOf(proveForm),
  output: nothing,
  captcha: 'asked',
  errors: ['captcha-needed', 'login-needed', 'code-too-soon', 'no-way-there', 'stale-form'],
  fulfils: ['R4.080'],
});

export const stayContract = contract({
  ...own,
  name: 'stay',
  summary: 'Takes back that the account is to be deleted.',
  path: '/_buserApi/customer/stay',
  input: inputOf(stayForm),
  output: z.object({ redirect: z.string().check(z.describe('A path of this site to go on to; may be empty')) }),
  errors: ['login-needed', 'stale-form'],
  fulfils: ['R2.152'],
});

export const bindMobileContract = contract({
  ...own,
  name: 'bind-mobile',
  summary: 'Gives the account a phone or mail address that the code proves.',
  path: '/_buserApi/mobile/bind',
  input: z.object({ ...contact, code }),
  output: z.object({ later: z.boolean().check(z.describe('Whether it takes the place of another, in 72 hours')) }),
  limit: 'login',
  errors: ['login-needed', 'no-way-there', 'wrong-code', 'code-gone', 'taken', 'stale-form'],
  fulfils: ['R7.068'],
});

export const changePasswordContract = contract({
  ...own,
  name: 'change-password',
  summary: 'Sets a new password for somebody who is signed in; their other sessions end.',
  path: '/_buserApi/password/change',
  input: inputOf(changePasswordForm),
  output: nothing,
  limit: 'login',
  errors: ['proof-needed', 'login-needed', 'wrong-password', 'stale-form'],
  fulfils: ['R2.151'],
});

export const endSessionsContract = contract({
  ...own,
  name: 'end-sessions',
  summary: 'Signs out one device of the account, or all but the one that asks.',
  path: '/_buserApi/sessions/end',
  input: inputOf(endSessionsForm),
  output: z.object({ ended: z.int() }),
  errors: ['login-needed', 'stale-form'],
  fulfils: ['R9.02'],
});

export const eraseAccountContract = contract({
  ...own,
  name: 'erase-account',
  proof: 'fresh',
  summary: 'Has the account deleted in 14 days; who signs in before is asked whether to keep it.',
  path: '/_buserApi/customer/erase',
  input: inputOf(eraseForm),
  output: z.object({ after: z.string().check(z.describe('YYYY-MM-DD')) }),
  errors: ['login-needed', 'stale-form'],
  fulfils: ['R2.152'],
});
