/** Calls of signing in and of a person's account (R7.061–R7.094). */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import {
  againForm,
  bindForm,
  changePasswordForm,
  codeForm,
  endSessionsForm,
  entryForm,
  eraseForm,
  logoutForm,
  recoveryForm,
  settingForm,
} from './accounts-forms.schema.ts';

/** A text that may be missing. */
const text = (most: number, meaning: string) => z._default(z.string().check(z.maxLength(most), z.describe(meaning)), '');

/** Who is meant: what a client that keeps nothing between two steps leaves out stands in the visit's attempt. */
const contact = {
  canal: text(1, '1 phone, 2 email; else told by which of them is given'),
  country_code: text(4, 'Dial code such as 86, or two letters'),
  phone: text(20, 'Digits without dial code'),
  mobile: text(20, 'Another name of phone'),
  email: text(254, 'Mail address'),
};
const password = text(64, 'SHA-256 of the password as passwords.ts makes it, in hexadecimal; the password itself from a page without script');
const code = text(6, 'Six digits');
const secondCode = text(64, 'What a right code was exchanged for; from a page without script the one of its visit');

const signedIn = {
  cust_id: z.int().check(z.describe('Number of the account; 0 when nobody is signed in by this call')),
  redirect: z.string().check(z.describe('A path of this site to go on to')),
};
const nothing = z.object({});

const base = { method: 'POST', access: 'public', csrf: 'always' } as const;

/** `login_type` or `canal`, and what goes with it. */
export const sendCodeContract = contract({
  ...base,
  name: 'send-code',
  summary: 'Sends a code of six digits to a phone or mail address, whether or not an account has it.',
  path: '/_buserApi/code/send/{version}',
  input: z.object({
    ...contact,
    version: z.enum(['v1', 'v2', 'v3', 'v4', 'v5', 'v6']),
    event: z.enum(['login', 'verify_code', 'forget', 'active']),
    consent_terms: text(40, 'Version of the agreement that was ticked; needed for login'),
    redirect: text(2_048, 'Where to go when it is done'),
  }),
  output: z.object({ seconds: z.int().check(z.describe('Before another can be sent')) }),
  limit: 'code',
  errors: ['proof-needed', 'code-too-soon', 'no-way-there', 'stale-form'],
  fulfils: ['R7.079', 'R7.080', 'R7.081', 'R7.082'],
});

export const loginStartContract = contract({
  ...base,
  name: 'login-start',
  summary: 'Begins to sign in: sends a code and keeps for whom, for browsers that keep nothing.',
  path: '/_buserApi/login/start',
  input: inputOf(entryForm),
  output: nothing,
  limit: 'code',
  errors: ['code-too-soon', 'no-way-there', 'stale-form'],
  fulfils: ['R4.016'],
});

export const recoveryStartContract = contract({
  ...base,
  name: 'recovery-start',
  summary: 'Begins to set a new password: sends a code to the account’s mail address or phone.',
  path: '/_buserApi/password/start',
  input: inputOf(recoveryForm),
  output: nothing,
  limit: 'code',
  errors: ['code-too-soon', 'no-way-there', 'stale-form'],
  fulfils: ['R4.028'],
});

export const attemptCodeContract = contract({
  ...base,
  name: 'attempt-code',
  summary: 'Takes the code of what the visit has begun, and says what comes next.',
  path: '/_buserApi/code/continue',
  input: inputOf(codeForm),
  output: z.object({ ...signedIn, next: z.enum(['done', 'register', 'reset', 'bound']) }),
  limit: 'login',
  errors: ['code-gone', 'locked', 'taken', 'stale-form'],
  fulfils: ['R4.020', 'R4.021', 'R4.022'],
});

export const attemptResendContract = contract({
  ...base,
  name: 'attempt-resend',
  summary: 'Sends the code of what the visit has begun once more.',
  path: '/_buserApi/code/again',
  input: inputOf(againForm),
  output: nothing,
  limit: 'code',
  errors: ['proof-needed', 'code-too-soon', 'code-gone', 'no-way-there', 'stale-form'],
  fulfils: ['R4.037'],
});

export const codeLoginContract = contract({
  ...base,
  name: 'login-code',
  summary: 'Signs in by a code; for somebody without an account it gives the ticket to register with.',
  path: '/_buserApi/login/code',
  input: z.object({ ...contact, login_type: text(10, 'sms or emailCode'), code }),
  output: z.object({ ...signedIn, second_code: z.string().check(z.describe('For register; empty when signed in')) }),
  limit: 'login',
  errors: ['wrong-code', 'code-gone', 'locked', 'stale-form'],
  fulfils: ['R7.062', 'R7.087'],
});

export const passwordLoginContract = contract({
  ...base,
  name: 'login-password',
  summary: 'Signs in by password. Whether there is an account shows neither in the answer nor in its time.',
  path: '/_buserApi/login/password',
  input: z.object({
    ...contact,
    login_type: text(10, 'mobile or email'),
    password,
    consent_terms: text(40, 'Version of the agreement that was ticked'),
    redirect: text(2_048, 'Where to go'),
  }),
  output: z.object(signedIn),
  limit: 'login',
  errors: ['wrong-password', 'locked', 'stale-form'],
  fulfils: ['R7.061', 'R7.088'],
});

export const checkCodeContract = contract({
  ...base,
  name: 'check-code',
  summary: 'Exchanges a right code for a ticket that says the phone or address is theirs.',
  path: '/_buserApi/code/check',
  input: z.object({ ...contact, event: z.enum(['verify_code', 'forget']), code }),
  output: z.object({ second_code: z.string() }),
  limit: 'login',
  errors: ['wrong-code', 'code-gone', 'stale-form'],
  fulfils: ['R7.074'],
});

const consents = {
  consent_age: text(40, 'Version of “I am 16 or older”'),
  consent_transfer: text(40, 'Version of the consent to data going abroad'),
  consent_marketing: text(40, 'Version of the consent to news by mail; may be missing'),
};

export const registerContract = contract({
  ...base,
  name: 'register',
  summary: 'Makes an account with a phone or mail address that a code has proved, and signs in.',
  path: '/_buserApi/register',
  input: z.object({ ...contact, ...consents, nickname: text(40, 'What to call them'), password, second_code: secondCode }),
  output: z.object({ ...signedIn, bind_email: z.boolean().check(z.describe('Whether a mail address should be asked for next')) }),
  limit: 'login',
  errors: ['code-gone', 'taken', 'stale-form'],
  fulfils: ['R7.063', 'R7.089'],
});

export const resetPasswordContract = contract({
  ...base,
  name: 'reset-password',
  summary: 'Sets a new password after a code to the account’s phone or address; all its sessions end.',
  path: '/_buserApi/password/reset',
  input: z.object({ ...contact, password, second_code: secondCode }),
  output: nothing,
  limit: 'login',
  errors: ['code-gone', 'no-account', 'stale-form'],
  fulfils: ['R7.069', 'R7.090'],
});

export const logoutContract = contract({
  ...base,
  name: 'logout',
  summary: 'Ends the session that asks.',
  path: '/_buserApi/logout',
  input: inputOf(logoutForm),
  output: nothing,
  errors: ['stale-form'],
  fulfils: ['R7.070'],
});

const own = { ...base, access: 'login' } as const;

export const sessionContract = contract({
  name: 'session',
  summary: 'Who is signed in, in a few bytes, for the chrome of pages that are the same for everybody.',
  method: 'GET',
  path: '/_buserApi/session',
  input: z.object({}),
  output: z.object({ cust_id: z.int(), nickname: z.string() }),
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
    nickname: z.string(),
    email: z.string().check(z.describe('Masked')),
    mobile: z.string().check(z.describe('Masked')),
    country_code: z.string(),
    language: z.string(),
  }),
  access: 'login',
  errors: ['login-needed'],
  fulfils: ['R7.091', 'R3.01'],
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
  summary: 'Changes name, language and whether news may come by mail.',
  path: '/_buserApi/customer/update',
  input: inputOf(settingForm),
  output: nothing,
  errors: ['login-needed', 'stale-form'],
  fulfils: ['R7.093'],
});

export const bindStartContract = contract({
  ...own,
  name: 'bind-start',
  summary: 'Sends a code to a phone or mail address that is to become the account’s.',
  path: '/_buserApi/contact/start',
  input: inputOf(bindForm),
  output: nothing,
  limit: 'code',
  errors: ['proof-needed', 'login-needed', 'code-too-soon', 'no-way-there', 'stale-form'],
  fulfils: ['R4.080', 'R5.54'],
});

export const bindMobileContract = contract({
  ...own,
  name: 'bind-mobile',
  summary: 'Gives the account a phone or mail address that the code proves.',
  path: '/_buserApi/mobile/bind',
  input: z.object({ ...contact, code }),
  output: nothing,
  limit: 'login',
  errors: ['login-needed', 'wrong-code', 'code-gone', 'taken', 'stale-form'],
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
  summary: 'Has the account deleted in 14 days; signing in before takes it back.',
  path: '/_buserApi/customer/erase',
  input: inputOf(eraseForm),
  output: z.object({ after: z.string().check(z.describe('YYYY-MM-DD')) }),
  errors: ['login-needed', 'stale-form'],
  fulfils: ['R2.152'],
});
