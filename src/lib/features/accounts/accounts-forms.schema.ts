/** The forms of signing in and of a person's account. Browser-safe. */
import { fileMessages } from '#lib/forms/files.schema.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';
import type { Field } from '#lib/forms/form.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import { consentVersion } from './accounts.schema.ts';

/** R7.080. */
export const canals = { phone: '1', email: '2' } as const;

/** A mail address or a number: the field that is not chosen does not count. */
const contactFields = [
  {
    kind: 'radio',
    name: 'canal',
    label: 'accounts.by',
    required: true,
    choices: [
      { value: canals.email, label: 'accounts.by_email' },
      { value: canals.phone, label: 'accounts.by_phone' },
    ],
  },
  {
    kind: 'email',
    name: 'email',
    label: 'accounts.email',
    autocomplete: 'username',
    required: { field: 'canal', is: canals.email },
    when: { field: 'canal', is: canals.email },
  },
  {
    kind: 'phone',
    // Pasted as others write it: with blanks, signs, and its own dial code.
    spaced: 'with-code',
    name: 'phone',
    country: 'country_code',
    label: 'accounts.phone',
    required: { field: 'canal', is: canals.phone },
    when: { field: 'canal', is: canals.phone },
  },
] as const satisfies readonly Field[];

const redirect = { kind: 'hidden', name: 'redirect', label: 'accounts.by', maxLength: 2_048 } as const satisfies Field;
/** R5.39. */
const terms = { id: 'terms', version: consentVersion, text: 'accounts.terms', required: true } as const;

/** Where a code is to go. */
export const entryForm = formDefinition({ id: 'login', fields: [redirect, ...contactFields], consents: [terms], submit: 'accounts.send_code' });

export const passwordForm = formDefinition({
  id: 'login-password',
  fields: [redirect, ...contactFields, { kind: 'password', name: 'password', label: 'accounts.password', required: true, fresh: false }],
  consents: [terms],
  submit: 'accounts.sign_in',
});

export const codeForm = formDefinition({
  id: 'login-code',
  fields: [{ kind: 'code', name: 'code', label: 'accounts.code', required: true, length: 6 }],
  submit: 'accounts.go_on',
});

/** Sends the code once more. */
export const againForm = formDefinition({ id: 'again', fields: [], submit: 'accounts.send_again' });

/** What a new account needs. A password is no must: a code signs in too. */
export const registerForm = formDefinition({
  id: 'register',
  fields: [
    { kind: 'text', name: 'nickname', label: 'accounts.nickname', maxLength: 40, autocomplete: 'nickname' },
    { kind: 'password', name: 'password', label: 'accounts.new_password', hint: 'accounts.new_password_hint', fresh: true },
  ],
  consents: [
    { id: 'age', version: consentVersion, text: 'accounts.consent_age', required: true },
    { id: 'transfer', version: consentVersion, text: 'accounts.consent_transfer', required: true },
    { id: 'marketing', version: consentVersion, text: 'accounts.consent_marketing' },
  ],
  submit: 'accounts.register',
});

export const recoveryForm = formDefinition({ id: 'recovery', fields: contactFields, submit: 'accounts.send_code' });

export const newPasswordForm = formDefinition({
  id: 'new-password',
  fields: [{ kind: 'password', name: 'password', label: 'accounts.new_password', hint: 'accounts.new_password_hint', required: true, fresh: true }],
  submit: 'accounts.set_password',
});

export const bindForm = formDefinition({ id: 'bind', fields: [redirect, ...contactFields], submit: 'accounts.send_code' });

const joinSure = { kind: 'checkbox', name: 'sure', label: 'accounts.join_sure', required: true } as const satisfies Field;
const otherPassword = { kind: 'password', name: 'password', label: 'accounts.join_password', fresh: false } as const satisfies Field;

/** Joins two accounts of one person; the other one's password is asked for where it has one. */
export const joinForm = formDefinition({
  id: 'join',
  fields: [{ kind: 'hidden', name: 'password', label: 'accounts.password', maxLength: 64 }, joinSure],
  submit: 'accounts.join',
  ends: { asks: 'page' },
});
export const joinWithPasswordForm = formDefinition({ id: 'join', fields: [{ ...otherPassword, required: true }, joinSure], submit: 'accounts.join' });

/** Stops a change of a contact. */
export const stopChangeForm = formDefinition({
  id: 'stop-change',
  fields: [{ kind: 'hidden', name: 'token', label: 'accounts.stop', maxLength: 12 }],
  submit: 'accounts.stop',
});

export const changePasswordForm = formDefinition({
  id: 'change-password',
  fields: [
    redirect,
    { kind: 'password', name: 'former', label: 'accounts.former_password', hint: 'accounts.former_password_hint', fresh: false },
    { kind: 'password', name: 'password', label: 'accounts.new_password', hint: 'accounts.new_password_hint', required: true, fresh: true },
  ],
  submit: 'accounts.set_password',
});

const localePattern = new RegExp(`^(?:${locales.join('|')})$`);

export const settingForm = formDefinition({
  id: 'setting',
  fields: [
    { kind: 'text', name: 'nickname', label: 'accounts.nickname', maxLength: 40, autocomplete: 'nickname' },
    { kind: 'file', name: 'picture', purpose: 'picture', label: 'accounts.picture', hint: 'accounts.picture_hint' },
    { kind: 'checkbox', name: 'picture_none', label: 'accounts.picture_none' },
    {
      kind: 'select',
      name: 'locale',
      label: 'accounts.language',
      required: true,
      choices: { given: true, maxLength: 5 },
      rules: [{ kind: 'reg', pattern: localePattern }],
    },
    { kind: 'checkbox', name: 'marketing', label: 'accounts.marketing', hint: 'accounts.marketing_hint' },
  ],
  submit: 'accounts.save',
  answers: fileMessages,
});

/** What somebody agrees to now; a real name is there where they have given one. */
export const consentsForm = formDefinition({
  id: 'consents',
  fields: [
    { kind: 'checkbox', name: 'transfer', label: 'accounts.consent_transfer', hint: 'accounts.agreed_transfer_about' },
    { kind: 'checkbox', name: 'realname', label: 'realname.consent', hint: 'accounts.agreed_realname_about' },
    { kind: 'checkbox', name: 'marketing', label: 'accounts.consent_marketing', hint: 'accounts.agreed_marketing_about' },
  ],
  submit: 'accounts.save',
});

/** Asks somebody who is signed in for a fresh code, to a contact that is theirs already. */
export const proveForm = formDefinition({ id: 'prove', fields: [redirect], submit: 'accounts.send_code' });

/** Takes back that an account is to be deleted. */
export const stayForm = formDefinition({ id: 'stay', fields: [redirect], submit: 'accounts.stay' });

export const logoutForm = formDefinition({ id: 'logout', fields: [], submit: 'accounts.sign_out' });

/** Ends the session of somebody who is to show once more who they are, and leads to the ways to sign in. */
export const proveAgainForm = formDefinition({
  id: 'prove-again',
  fields: [{ kind: 'hidden', name: 'redirect', label: 'accounts.prove_title', maxLength: 2_048 }],
  submit: 'accounts.prove_go',
});

/** `which`: the number of a session, or `others`. */
export const endSessionsForm = formDefinition({
  id: 'end-sessions',
  fields: [{ kind: 'select', name: 'which', label: 'accounts.which_device', none: 'accounts.all_others', choices: { given: true, maxLength: 10 } }],
  submit: 'accounts.end_sessions',
});

export const eraseForm = formDefinition({
  id: 'erase',
  fields: [{ kind: 'checkbox', name: 'sure', label: 'accounts.erase_sure', required: true }],
  submit: 'accounts.erase',
  ends: { asks: 'page' },
});
