/** What of an account can be done to it, and the pages of the forms of staff. Browser-safe. */
import type { MessageKey } from '#lib/i18n/t.ts';
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { FormName } from '#lib/forms/form-names.ts';
import * as contracts from './staff.contract.ts';
import * as passkeys from './staff-passkeys.contract.ts';
import * as forms from './staff-forms.schema.ts';
import type { PersonAction, PersonReason } from './staff.schema.ts';

/** What can be done to an account that is locked, or is not. @example actionsFor(true) // ['unlock'] */
export function actionsFor(isLocked: boolean): readonly PersonAction[] {
  return isLocked ? ['unlock'] : ['sign-out', 'lock'];
}

export const actionLabels: Readonly<Record<PersonAction, MessageKey>> = { lock: 'staff.lock', unlock: 'staff.unlock', 'sign-out': 'staff.sign_out_person' };

export const reasonLabels: Readonly<Record<PersonReason, MessageKey>> = {
  asked: 'staff.reason_asked',
  fraud: 'staff.reason_fraud',
  abuse: 'staff.reason_abuse',
  lost: 'staff.reason_lost',
  mistake: 'staff.reason_mistake',
  law: 'staff.reason_law',
};

export const staffPages = {
  'staff-login': formPage({
    definition: forms.staffLoginForm,
    contract: contracts.staffLoginContract,
    done: ({ redirect }, { paths }) => redirect || paths.to('staff'),
  }),
  'staff-take': formPage({ definition: forms.staffTakeForm, contract: contracts.staffTakeContract, done: (_, { paths }) => paths.to('staff_device') }),
  'staff-enrol': formPage({ definition: forms.staffEnrolForm, contract: contracts.staffEnrolContract, done: (_, { paths }) => paths.to('staff') }),
  'staff-logout': formPage({ definition: forms.staffLogoutForm, contract: contracts.staffLogoutContract, done: (_, { paths }) => paths.to('staff_login') }),
  'staff-prove': formPage({
    definition: forms.staffProveForm,
    contract: contracts.staffProveContract,
    done: ({ redirect }, { paths }) => redirect || `${paths.to('staff_security')}?done=proved`,
  }),
  'staff-zone': formPage({
    definition: forms.staffZoneForm,
    contract: contracts.staffZoneContract,
    done: (_, { paths }) => `${paths.to('staff_security')}?done=zone`,
  }),
  'staff-rename-passkey': formPage({
    definition: forms.renameStaffPasskeyForm,
    contract: passkeys.staffPasskeyRenameContract,
    valuesOf: ({ passkey = '' }) => ({ passkey }),
    done: (_, { paths }) => `${paths.to('staff_security')}?done=renamed`,
  }),
  'staff-remove-passkey': formPage({
    definition: forms.removeStaffPasskeyForm,
    contract: passkeys.staffPasskeyRemoveContract,
    valuesOf: ({ passkey = '' }) => ({ passkey }),
    done: (_, { paths }) => `${paths.to('staff_security')}?done=removed`,
  }),
  'staff-people': formPage({
    definition: forms.findPersonForm,
    contract: contracts.staffFindPersonContract,
    done: ({ user_id }, { paths }) => paths.to('staff_person', { person: String(user_id) }),
  }),
  'staff-person': formPage({
    definition: forms.personForm,
    contract: contracts.staffPersonContract,
    valuesOf: ({ person = '' }) => ({ user_id: person }),
    done: ({ user_id }, { paths, values }) => `${paths.to('staff_person', { person: String(user_id) })}?done=${values['action'] ?? ''}`,
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;
