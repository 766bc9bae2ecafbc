/** The pages of the forms of accounts: which call takes each, and where a reader goes when it is done. Browser-safe. */
import { safePath } from '#lib/safe-path.ts';
import type { FormName } from '#lib/forms/form-names.ts';
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { Paths } from '#lib/paths.ts';
import * as contracts from './entering.contract.ts';
import * as ownAccount from './own-account.contract.ts';
import * as forms from './accounts-forms.schema.ts';
import * as knownBrowsers from './known-browsers.contract.ts';
import { knownCodeForm, knownForgetForm, knownPasswordForm } from './known-browsers.schema.ts';
import * as claiming from './contact-claims.contract.ts';
import { claimForm, keepForm, mineForm, staffClaimForm } from './contact-claims.schema.ts';
import { stopContactChangeContract } from './contact-changes.contract.ts';
import { joinAccountsContract } from './joining.contract.ts';
import { nextStep } from './login.process.rules.ts';
import type { LoginEvent, LoginMatter, LoginStep } from './login.process.rules.ts';

/** The page of a step, for those who go by pages; the last one leads to where they wanted to go. */
function pageOf(step: LoginStep | undefined, { recovering }: LoginMatter, redirect: string, paths: Paths): string {
  switch (step) {
    case 'entry':
      return paths.to('login');
    case 'code':
      return paths.to('login_code');
    case 'password':
      return paths.to('login_password');
    case 'newPassword':
      return paths.to(recovering ? 'reset_new' : 'login_new');
    case 'bindEmail':
      // Who wanted to go somewhere goes there from it, with an address or without.
      return `${paths.to('account_contact')}?${new URLSearchParams({ new: '1', ...(redirect ? { redirect } : {}) })}`;
    case 'recovery':
      return paths.to('reset_password');
    default:
      return recovering ? `${paths.to('login_password')}?set=1` : redirect || paths.to('profile');
  }
}

/** Where an event leads by the graph of signing in. */
function after(
  from: LoginStep,
  event: LoginEvent,
  paths: Paths,
  { redirect = '', ...matter }: Partial<LoginMatter> & { readonly redirect?: string } = {},
): string {
  const whole = { recovering: false, known: false, chinesePhone: false, ...matter };
  return pageOf(nextStep(from, event, whole), whole, redirect, paths);
}

const caseGone = (paths: Paths): string => `${paths.to('staff_claims')}?gone=1`;

export const accountPages = {
  login: formPage({ definition: forms.entryForm, contract: contracts.loginStartContract, done: (_, { paths }) => after('entry', 'code-sent', paths) }),
  'login-password': formPage({
    definition: forms.passwordForm,
    contract: contracts.passwordLoginContract,
    done: ({ redirect }, { paths }) => after('password', 'signed-in', paths, { redirect }),
  }),
  'known-code': formPage({
    definition: knownCodeForm,
    contract: knownBrowsers.knownCodeContract,
    done: (_, { paths }) => after('entry', 'code-sent', paths),
    // What this browser knew is worth nothing any more.
    leadsOn: { 'code-gone': (paths) => paths.to('login') },
  }),
  'known-password': formPage({
    definition: knownPasswordForm,
    contract: knownBrowsers.knownPasswordContract,
    done: ({ redirect }, { paths }) => after('password', 'signed-in', paths, { redirect }),
    leadsOn: { 'code-gone': (paths) => paths.to('login') },
  }),
  'known-forget': formPage({
    definition: knownForgetForm,
    contract: knownBrowsers.knownForgetContract,
    done: (_, { paths, values }) => `${paths.to('login')}${values['redirect'] ? `?${new URLSearchParams({ redirect: values['redirect'] })}` : ''}`,
  }),
  'login-code': formPage({
    definition: forms.codeForm,
    contract: contracts.attemptCodeContract,
    done({ next, redirect }, { paths }) {
      switch (next) {
        case 'register':
          return after('code', 'code-right', paths);
        case 'reset':
          return after('code', 'code-right', paths, { recovering: true });
        case 'bound':
          return redirect || `${paths.to('profile_account')}?done=contact`;
        case 'later':
          return `${paths.to('profile_account')}?done=later`;
        case 'taken':
          return paths.to('account_join');
        case 'whose':
          return paths.to('login_whose');
        case 'done':
          return after('code', 'signed-in', paths, { known: true, redirect });
      }
    },
  }),
  'login-again': formPage({ definition: forms.againForm, contract: contracts.attemptResendContract, done: (_, { paths }) => paths.to('login_code') }),
  register: formPage({
    definition: forms.registerForm,
    contract: contracts.registerContract,
    // R4.025
    done: ({ redirect, bind_email }, { paths }) => after('newPassword', 'registered', paths, { redirect, chinesePhone: bind_email }),
  }),
  recovery: formPage({
    definition: forms.recoveryForm,
    contract: contracts.recoveryStartContract,
    done: (_, { paths }) => after('recovery', 'code-sent', paths, { recovering: true }),
  }),
  'new-password': formPage({
    definition: forms.newPasswordForm,
    contract: contracts.resetPasswordContract,
    done: (_, { paths }) => after('newPassword', 'reset', paths, { recovering: true }),
  }),
  logout: formPage({ definition: forms.logoutForm, contract: contracts.logoutContract, done: (_, { paths }) => paths.to('index') }),
  // Signing in again is what proves: by whatever way somebody has.
  'prove-again': formPage({
    definition: forms.proveAgainForm,
    contract: contracts.logoutContract,
    done: (_, { paths, values }) => `${paths.to('login')}?${new URLSearchParams({ redirect: safePath(values['redirect'], paths.to('profile')), kept: '1' })}`,
  }),
  setting: formPage({
    definition: forms.settingForm,
    contract: ownAccount.customerUpdateContract,
    done: (_, { paths }) => `${paths.to('profile_setting')}?done=1`,
  }),
  consents: formPage({
    definition: forms.consentsForm,
    contract: ownAccount.consentsContract,
    done: (_, { paths }) => `${paths.to('account_consents')}?done=1`,
  }),
  bind: formPage({
    definition: forms.bindForm,
    contract: ownAccount.bindStartContract,
    done: (_, { paths }) => paths.to('login_code'),
  }),
  prove: formPage({ definition: forms.proveForm, contract: ownAccount.proveStartContract, done: (_, { paths }) => paths.to('login_code') }),
  stay: formPage({ definition: forms.stayForm, contract: ownAccount.stayContract, done: ({ redirect }, { paths }) => redirect || paths.to('profile') }),
  'change-password': formPage({
    definition: forms.changePasswordForm,
    contract: ownAccount.changePasswordContract,
    // R4.027: whoever came back to it from the step after goes on there.
    done: (_, { paths, values }) => safePath(values['redirect'], `${paths.to('profile_account')}?done=password`),
  }),
  'end-sessions': formPage({
    definition: forms.endSessionsForm,
    contract: ownAccount.endSessionsContract,
    done: (_, { paths }) => `${paths.to('account_devices')}?done=1`,
  }),
  'stop-change': formPage({
    definition: forms.stopChangeForm,
    contract: stopContactChangeContract,
    valuesOf: ({ token = '' }) => ({ token }),
    done: ({ what }, { paths, values }) => `${paths.to('stop_change', { token: values['token'] ?? '' })}?done=${what}`,
  }),
  join: formPage({ definition: forms.joinForm, contract: joinAccountsContract, done: (_, { paths }) => `${paths.to('profile_account')}?done=joined` }),
  'login-mine': formPage({
    definition: mineForm,
    contract: claiming.loginMineContract,
    done: ({ redirect }, { paths }) => after('code', 'signed-in', paths, { known: true, redirect }),
  }),
  'claim-contact': formPage({
    definition: claimForm,
    contract: claiming.claimContactContract,
    done: ({ state }, { paths }) => `${paths.to('profile_account')}?done=${state === 'waiting' ? 'claimed' : 'case'}`,
  }),
  'keep-contact': formPage({
    definition: keepForm,
    contract: claiming.keepContactContract,
    done: (_, { paths }) => `${paths.to('profile_account')}?done=kept`,
  }),
  'staff-claim': formPage({
    definition: staffClaimForm,
    contract: claiming.staffClaimContract,
    valuesOf: ({ claim = '' }) => ({ claim }),
    done: (_, { paths }) => `${paths.to('staff_claims')}?done=1`,
    // Its page is gone with the case: whoever sends it twice, or after a colleague, is told so where the others are.
    leadsOn: { 'not-found': caseGone, 'not-now': caseGone },
  }),
  erase: formPage({
    definition: forms.eraseForm,
    contract: ownAccount.eraseAccountContract,
    done: ({ after: day }, { paths }) => `${paths.to('account_erased')}?on=${day}`,
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;
