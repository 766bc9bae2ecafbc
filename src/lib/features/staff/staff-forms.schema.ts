/** The forms of staff. Browser-safe. */
import { formDefinition } from '#lib/forms/form.schema.ts';
import { passkeyNameLength, personReasons } from './staff.schema.ts';

const code = { kind: 'code', name: 'code', label: 'staff.code', hint: 'staff.code_hint', required: true, length: 6 } as const;

export const staffLoginForm = formDefinition({
  id: 'staff-login',
  fields: [
    { kind: 'hidden', name: 'redirect', label: 'staff.email', maxLength: 2_048 },
    { kind: 'email', name: 'email', label: 'staff.email', autocomplete: 'username', required: true },
    { kind: 'password', name: 'password', label: 'accounts.password', required: true, fresh: false, long: true },
    code,
  ],
  submit: 'accounts.sign_in',
  answers: ['staff.wrong'],
});

/** Takes the link of a first visit: whoever only looks at it takes nothing. */
export const staffTakeForm = formDefinition({
  id: 'staff-take',
  fields: [{ kind: 'hidden', name: 'ticket', label: 'staff.code', maxLength: 64 }],
  submit: 'staff.take_link',
});

export const staffEnrolForm = formDefinition({
  id: 'staff-enrol',
  fields: [{ kind: 'password', name: 'password', label: 'accounts.new_password', hint: 'staff.password_hint', required: true, fresh: true, long: true }, code],
  submit: 'staff.enrol',
  answers: ['staff.wrong_code'],
});

export const staffLogoutForm = formDefinition({ id: 'staff-logout', fields: [], submit: 'accounts.sign_out' });

/** Shows once more that it is them, before what moves money or identity. */
export const staffProveForm = formDefinition({
  id: 'staff-prove',
  fields: [{ kind: 'hidden', name: 'redirect', label: 'staff.email', maxLength: 2_048 }, code],
  submit: 'staff.prove',
  answers: ['staff.wrong_code'],
});

/** By whose clocks they read the desk. The name is of the IANA list, as browsers have it. */
export const staffZoneForm = formDefinition({
  id: 'staff-zone',
  fields: [{ kind: 'text', name: 'zone', label: 'staff.zone', hint: 'staff.zone_hint', required: true, maxLength: 64, inputmode: 'search' }],
  submit: 'staff.zone_save',
  answers: ['staff.zone_unknown'],
});

const passkey = { kind: 'hidden', name: 'passkey', label: 'accounts.passkeys_title', required: true, maxLength: 10 } as const;

export const renameStaffPasskeyForm = formDefinition({
  id: 'staff-rename-passkey',
  fields: [passkey, { kind: 'text', name: 'name', label: 'staff.passkey_name', hint: 'staff.passkey_name_hint', required: true, maxLength: passkeyNameLength }],
  submit: 'staff.passkey_rename',
});

export const removeStaffPasskeyForm = formDefinition({ id: 'staff-remove-passkey', fields: [passkey], submit: 'accounts.remove', ends: { asks: 'page' } });

/** Posted, so that no address or number comes to stand in an address line. */
export const findPersonForm = formDefinition({
  id: 'staff-people',
  fields: [{ kind: 'text', name: 'who', label: 'staff.who', hint: 'staff.who_hint', required: true, maxLength: 254, inputmode: 'search' }],
  submit: 'staff.find',
  answers: ['staff.nobody_found'],
});

const reasonPattern = new RegExp(`^(?:${personReasons.join('|')})$`);

export const personForm = formDefinition({
  id: 'staff-person',
  fields: [
    { kind: 'hidden', name: 'user_id', label: 'staff.who', required: true, maxLength: 10 },
    {
      kind: 'select',
      name: 'action',
      label: 'staff.action',
      required: true,
      choices: { given: true, maxLength: 10 },
      rules: [{ kind: 'reg', pattern: /^(?:lock|unlock|sign-out)$/ }],
    },
    {
      kind: 'select',
      name: 'reason',
      label: 'staff.reason',
      required: true,
      choices: { given: true, maxLength: 10 },
      rules: [{ kind: 'reg', pattern: reasonPattern }],
    },
  ],
  submit: 'staff.do_it',
  ends: { when: { field: 'action', given: true }, asks: 'step' },
  answers: ['staff.not_now'],
});
