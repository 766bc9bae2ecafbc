/** Calls of signing in (R7.061–R7.090). */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { againForm, codeForm, entryForm, logoutForm, recoveryForm } from './accounts-forms.schema.ts';
import { base, code, contact, lostContact, nothing, password, text } from './contact-input.schema.ts';

const secondCode = text(64, 'What a right code was exchanged for; from a page without script the one of its visit');

const signedIn = {
  cust_id: z.int().check(z.describe('Number of the account; 0 when nobody is signed in by this call')),
  redirect: z.string().check(z.describe('A path of this site to go on to')),
};

/** `login_type` or `canal`, and what goes with it. */
export const sendCodeContract = contract({
  ...base,
  name: 'send-code',
  proof: { field: 'event', is: ['active'] },
  summary: 'Sends a code of six digits to a phone or mail address, whether or not an account has it.',
  path: '/_buserApi/code/send/{version}',
  input: z.object({
    ...contact,
    ...lostContact,
    version: z.enum(['v1', 'v2', 'v3', 'v4', 'v5', 'v6']),
    event: z.enum(['login', 'verify_code', 'forget', 'active']),
    consent_terms: text(40, 'Version of the agreement that was ticked; needed for login'),
    redirect: text(2_048, 'Where to go when it is done'),
  }),
  output: z.object({ seconds: z.int().check(z.describe('Before another can be sent')) }),
  captcha: 'asked',
  errors: ['captcha-needed', 'code-too-soon', 'no-way-there', 'stale-form'],
  fulfils: ['R7.079', 'R7.080', 'R7.081', 'R7.082'],
});

export const loginStartContract = contract({
  ...base,
  name: 'login-start',
  summary: 'Begins to sign in: sends a code and keeps for whom, for browsers that keep nothing.',
  path: '/_buserApi/login/start',
  input: inputOf(entryForm),
  output: nothing,
  captcha: 'asked',
  errors: ['captcha-needed', 'code-too-soon', 'no-way-there', 'stale-form'],
  fulfils: ['R4.016'],
});

export const recoveryStartContract = contract({
  ...base,
  name: 'recovery-start',
  summary: 'Begins to set a new password: sends a code to the account’s mail address or phone.',
  path: '/_buserApi/password/start',
  input: inputOf(recoveryForm),
  output: nothing,
  captcha: 'asked',
  errors: ['captcha-needed', 'code-too-soon', 'no-way-there', 'stale-form'],
  fulfils: ['R4.028'],
});

export const attemptCodeContract = contract({
  ...base,
  name: 'attempt-code',
  summary: 'Takes the code of what the visit has begun, and says what comes next.',
  path: '/_buserApi/code/continue',
  input: inputOf(codeForm),
  output: z.object({ ...signedIn, next: z.enum(['done', 'register', 'reset', 'bound', 'later', 'taken', 'whose']) }),
  limit: 'login',
  errors: ['code-gone', 'locked', 'in-question', 'no-way-there', 'stale-form'],
  fulfils: ['R4.020', 'R4.021', 'R4.022'],
});

export const attemptResendContract = contract({
  ...base,
  name: 'attempt-resend',
  summary: 'Sends the code of what the visit has begun once more.',
  path: '/_buserApi/code/again',
  input: inputOf(againForm),
  output: nothing,
  captcha: 'asked',
  errors: ['captcha-needed', 'proof-needed', 'code-too-soon', 'code-gone', 'no-way-there', 'stale-form'],
  fulfils: ['R4.037'],
});

export const codeLoginContract = contract({
  ...base,
  name: 'login-code',
  summary: 'Signs in by a code; for somebody without an account it gives the ticket to register with.',
  path: '/_buserApi/login/code',
  input: z.object({ ...contact, login_type: text(10, 'sms (2) or emailCode (1)'), code }),
  output: z.object({ ...signedIn, second_code: z.string().check(z.describe('For register; empty when signed in')) }),
  limit: 'login',
  errors: ['wrong-code', 'code-gone', 'locked', 'in-question', 'stale-form'],
  fulfils: ['R7.062', 'R7.087'],
});

export const passwordLoginContract = contract({
  ...base,
  name: 'login-password',
  summary: 'Signs in by password. Whether there is an account shows neither in the answer nor in its time.',
  path: '/_buserApi/login/password',
  input: z.object({
    ...contact,
    login_type: text(10, 'mobile (2) or email (1)'),
    password,
    consent_terms: text(40, 'Version of the agreement that was ticked'),
    redirect: text(2_048, 'Where to go'),
  }),
  output: z.object(signedIn),
  limit: 'login',
  captcha: 'asked',
  errors: ['captcha-needed', 'wrong-password', 'locked', 'stale-form'],
  fulfils: ['R7.061', 'R7.088'],
});

export const checkCodeContract = contract({
  ...base,
  name: 'check-code',
  summary: 'Exchanges a right code for a ticket that says the phone or address is theirs.',
  path: '/_buserApi/code/check',
  input: z.object({ ...contact, ...lostContact, event: z.enum(['verify_code', 'forget']), code }),
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
  input: z.object({ ...contact, ...lostContact, password, second_code: secondCode }),
  output: nothing,
  limit: 'login',
  errors: ['in-question', 'code-gone', 'no-account', 'stale-form'],
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
