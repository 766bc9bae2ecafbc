/** Calls of the passkeys of staff: options for the browser, and what it makes of them. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { removeStaffPasskeyForm, renameStaffPasskeyForm } from './staff-forms.schema.ts';

const text = (most: number, meaning: string) => z.string().check(z.maxLength(most), z.describe(meaning));
const id = text(64, 'What the options came with; good once, for five minutes, in the browser that was given them');
const answer = text(16_000, 'The browser’s answer, as JSON');
const begun = z.object({ id: z.string(), options: z.string().check(z.describe('Options of Web Authentication, as JSON')) });
const nothing = z.object({});
const base = { method: 'POST', csrf: 'always', fulfils: ['R1.02'] } as const;
const own = { ...base, access: 'staff' } as const;

export const staffPasskeyLoginStartContract = contract({
  ...base,
  access: 'public',
  name: 'staff-passkey-login-start',
  summary: 'Begins to sign a member of staff in with a passkey: gives what the browser is asked for.',
  path: '/_api/staff/passkeys/login/start',
  input: nothing,
  output: begun,
  errors: ['not-found', 'stale-form'],
});

export const staffPasskeyLoginContract = contract({
  ...base,
  access: 'public',
  name: 'staff-passkey-login',
  summary: 'Signs a member of staff in with what a passkey of theirs has signed after it proved their person: both factors in one.',
  path: '/_api/staff/passkeys/login',
  input: z.object({ id, answer, redirect: z._default(text(2_048, 'Where to go when it is done'), '') }),
  output: z.object({ redirect: z.string().check(z.describe('A path of this site to go on to')) }),
  limit: 'login',
  errors: ['way-gone', 'way-refused', 'stale-form'],
});

export const staffPasskeyProveStartContract = contract({
  ...own,
  name: 'staff-passkey-prove-start',
  summary: 'Begins to show by a passkey once more who asks: gives what the browser is asked for.',
  path: '/_api/staff/passkeys/prove/start',
  input: nothing,
  output: begun,
  errors: ['not-found', 'stale-form'],
});

export const staffPasskeyProveContract = contract({
  ...own,
  name: 'staff-passkey-prove',
  summary: 'Takes what a passkey of the member of staff who asks has signed, for what wants to be shown once more that it is them.',
  path: '/_api/staff/passkeys/prove',
  input: z.object({ id, answer }),
  output: nothing,
  limit: 'login',
  errors: ['way-gone', 'way-refused', 'stale-form'],
});

export const staffPasskeyAddStartContract = contract({
  ...own,
  name: 'staff-passkey-add-start',
  proof: 'fresh',
  summary: 'Begins to make a passkey for the member of staff who asks: gives what the browser is asked for.',
  path: '/_api/staff/passkeys/add/start',
  input: nothing,
  output: begun,
  errors: ['too-large', 'not-found', 'stale-form'],
});

export const staffPasskeyAddContract = contract({
  ...own,
  name: 'staff-passkey-add',
  proof: 'fresh',
  summary: 'Keeps a passkey that was just made for the member of staff who asks.',
  path: '/_api/staff/passkeys/add',
  input: z.object({ id, answer }),
  output: nothing,
  limit: 'login',
  errors: ['way-gone', 'way-refused', 'too-large', 'stale-form'],
});

export const staffPasskeyRenameContract = contract({
  ...own,
  name: 'staff-passkey-rename',
  summary: 'Gives a passkey of the member of staff who asks another name.',
  path: '/_api/staff/passkeys/rename',
  input: inputOf(renameStaffPasskeyForm),
  output: nothing,
  errors: ['not-found', 'stale-form'],
});

export const staffPasskeyRemoveContract = contract({
  ...own,
  name: 'staff-passkey-remove',
  proof: 'fresh',
  summary: 'Takes a passkey from the member of staff who asks. Password and one-time code stay.',
  path: '/_api/staff/passkeys/remove',
  input: inputOf(removeStaffPasskeyForm),
  output: nothing,
  errors: ['not-found', 'stale-form'],
});
