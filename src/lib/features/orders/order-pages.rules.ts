/** The pages of the forms of applications and orders. Browser-safe. */
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { FormName } from '#lib/forms/form-names.ts';
import type { Paths } from '#lib/paths.ts';
import { supplierLinkPath } from '#lib/features/supplier-links/supplier-links.rules.ts';
import * as forms from './application-forms.schema.ts';
import { arrearsContract } from './arrears.contract.ts';
import { arrearsForm } from './arrears.schema.ts';
import { depositAnswerContract, depositContract, depositGiveContract, supplierDepositContract } from './deposits.contract.ts';
import { depositAnswerForm, depositForm, depositGiveForm, supplierDepositForm } from './deposits.schema.ts';
import { changeForm } from './change-lease.schema.ts';
import * as contracts from './orders.contract.ts';
import { ownFeeContract } from './own-fee.contract.ts';
import { ownFeeForm } from './own-fee.schema.ts';
import * as sponsorForms from './sponsor-forms.schema.ts';
import * as sponsors from './sponsors.contract.ts';
import { supplierPaymentForm } from './supplier-dues.schema.ts';
import { supplierPaymentContract } from './supplier-payment.contract.ts';
import { supplierContractContract } from './supplier-signing.contract.ts';
import { supplierContractForm } from './supplier-signing.schema.ts';

const q = (code: string, name = 'orderCode'): string => `?${new URLSearchParams({ [name]: code })}`;

/** The booking that a form of it was filled in for, as an address that says the same. */
export function bookingPath(paths: Pick<Paths, 'to'>, values: Readonly<Record<string, string>>): string {
  const said = Object.entries(forms.bookingValues).flatMap(([name, parameter]) => (values[name] ? [[parameter, values[name]]] : []));
  return `${paths.to('book_rent')}?${new URLSearchParams(said)}`;
}

/** The page of an order. */
export const orderPath = (paths: Paths, code: string): string => `${paths.to('profile_order/rentalDetail')}${q(code, 'id')}`;

/** Where staff who see to orders fetch it. @example staffContractPath('1A2B-3C4D', 'e3b0…') // '/staff/contracts/1A2B-3C4D/e3b0….pdf' */
export const staffContractPath = (code: string, hash: string): string => `/staff/contracts/${code}/${hash}.pdf`;

/** Where who signed a contract fetches it. @example contractFilePath('1A2B-3C4D', 'e3b0…') // '/users/contracts/1A2B-3C4D/e3b0….pdf' */
export const contractFilePath = (code: string, hash: string): string => `/users/contracts/${code}/${hash}.pdf`;

/** Where a guardian fetches what they are asked to sign. */
export const guardianFilePath = (token: string): string => `/users/contracts/guardian/${token}.pdf`;

/** Where a supplier fetches what they are asked to sign. The key stands in the query, which no log keeps. */
export const supplierFilePath = (key: string): string => `/users/contracts/provider.pdf?${new URLSearchParams({ key })}`;

/** The page of a sponsor's link; with what became of a payment. The key stands in the query, which no log keeps. */
export const sponsoredPath = (paths: Paths, key: string, payment?: string): string =>
  `${paths.to('sponsored')}?${new URLSearchParams({ key, ...(payment === undefined ? {} : { payment }) })}`;
/** Where an order is paid. */
export const payPath = (paths: Paths, code: string): string => `${paths.to('pay_center')}?${new URLSearchParams({ kind: 'order', code })}`;
/** Where a contract is signed. @param onward what somebody was about to do, which follows. */
export const signPath = (paths: Paths, code: string, onward: '' | 'pay' = ''): string =>
  `${paths.to('order_sign', { code })}${onward === '' ? '' : `?${new URLSearchParams({ onward })}`}`;
/** The page of the provider where no money moves, for a sponsor. */
export const trialPath = (paths: Paths, key: string, payment: string): string => `${paths.to('sponsored_trial', { payment })}${q(key, 'key')}`;

/** Where somebody goes on with an application. */
export function partPath(paths: Paths, code: string, next: 'person' | 'details' | 'review' | 'list'): string {
  switch (next) {
    case 'person':
      return `${paths.to('fill_info')}${q(code)}`;
    case 'details':
      return paths.to('apply_form', { code });
    case 'review':
      return paths.to('apply_review_info', { code });
    case 'list':
      return `${orderPath(paths, code)}&done=saved`;
  }
}

/** The form of a part comes back once it was taken, and never the same one twice in a row. */
const afterPart = (
  { code, next }: { readonly code: string; readonly next: 'person' | 'details' | 'review' | 'list' },
  { paths }: { readonly paths: Paths },
): string => partPath(paths, code, next);

const ofCode = ({ code = '' }: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({ code });

export const orderPages = {
  'book-rent': formPage({
    definition: forms.bookForm,
    contract: contracts.beginOrderContract,
    done: ({ code }, { paths }) => partPath(paths, code, 'person'),
    // Who has no address yet gives one and comes back, with what they wrote.
    leadsOn: { 'email-needed': (paths, values) => `${paths.to('account_contact')}?${new URLSearchParams({ redirect: bookingPath(paths, values) })}` },
  }),
  'apply-person': formPage({
    definition: forms.personForm,
    contract: contracts.savePersonContract,
    // Who was just asked for is followed by the rest, whether or not something of it is needed.
    done: ({ code, next }, { paths }) => partPath(paths, code, next === 'review' ? 'details' : next),
  }),
  'apply-form': formPage({ definition: forms.applyForm, contract: contracts.saveDetailsContract, valuesOf: ofCode, done: afterPart }),
  'mini-apply': formPage({ definition: forms.miniApplyForm, contract: contracts.saveMiniContract, done: afterPart }),
  'apply-submit': formPage({
    definition: forms.submitForm,
    contract: contracts.submitOrderContract,
    valuesOf: ofCode,
    done: ({ code }, { paths }) => `${paths.to('apply_result')}${q(code)}`,
  }),
  'order-change': formPage({
    definition: changeForm,
    contract: contracts.chooseUnitContract,
    valuesOf: ofCode,
    done: ({ code, bed, left_group: left }, { paths }) =>
      `${paths.to('order_change', { code })}?${new URLSearchParams({ done: 'changed', ...(bed === 'none' ? {} : { bed }), ...(left ? { left: '1' } : {}) })}`,
  }),
  'apply-information': formPage({
    definition: forms.applyInformationForm,
    contract: contracts.saveInformationContract,
    done: (_, { paths }) => `${paths.to('profile_apply-information')}?done=1`,
  }),
  'order-cancel': formPage({
    definition: forms.cancelForm,
    contract: contracts.cancelOrderContract,
    valuesOf: ofCode,
    done: ({ code }, { paths }) => `${orderPath(paths, code)}&done=cancelled`,
  }),
  'order-sign': formPage({
    definition: forms.signForm,
    contract: contracts.signContractContract,
    valuesOf: ofCode,
    // Where a guardian signs too, it is not to be paid yet.
    done: ({ code, state }, { paths, values }) =>
      values['onward'] === 'pay' && state === 'to_pay' ? payPath(paths, code) : `${orderPath(paths, code)}&done=signed`,
  }),
  'supplier-proof': formPage({
    definition: forms.supplierProofForm,
    contract: contracts.supplierProofContract,
    valuesOf: ofCode,
    done: ({ code }, { paths }) => `${paths.to('order_supplier', { code })}?done=proof`,
  }),
  'order-proof': formPage({
    definition: forms.claimProofForm,
    contract: contracts.claimProofContract,
    valuesOf: ofCode,
    done: ({ code }, { paths }) => `${paths.to('order_proof', { code })}?done=proof`,
  }),
  'own-fee': formPage({
    definition: ownFeeForm,
    contract: ownFeeContract,
    valuesOf: ofCode,
    done: ({ code }, { paths }) => `${orderPath(paths, code)}&done=own-fee`,
  }),
  'order-guardian': formPage({
    definition: forms.guardianForm,
    contract: contracts.nameGuardianContract,
    valuesOf: ofCode,
    done: ({ code, asked }, { paths }) => (asked ? `${orderPath(paths, code)}&done=asked` : paths.to('order_sign', { code })),
  }),
  'guardian-sign': formPage({
    definition: forms.guardianSignForm,
    contract: contracts.guardianSignContract,
    valuesOf: ({ token = '' }) => ({ token }),
    done: (_, { paths, values }) => `${paths.to('guardian_sign', { token: values['token'] ?? '' })}?done=1`,
  }),
  'sponsor-link': formPage({
    definition: sponsorForms.sponsorLinkForm,
    contract: sponsors.sponsorLinkContract,
    valuesOf: ofCode,
    // The key is told on the next page, once: only a digest of it is kept.
    done: ({ code, key }, { paths, values }) => `${paths.to('order_sponsor', { code })}?${new URLSearchParams({ key, lang: values['sponsor_locale'] ?? '' })}`,
  }),
  'sponsor-end': formPage({
    definition: sponsorForms.sponsorEndForm,
    contract: sponsors.sponsorEndContract,
    valuesOf: ofCode,
    done: ({ code }, { paths }) => `${paths.to('order_sponsor', { code })}?done=ended`,
  }),
  'sponsor-pay': formPage({ definition: sponsorForms.sponsorPayForm, contract: sponsors.sponsorPayContract, done: ({ url }) => url }),
  'sponsor-trial': formPage({
    definition: sponsorForms.sponsorTrialForm,
    contract: sponsors.sponsorTrialContract,
    valuesOf: ({ payment = '' }) => ({ payment }),
    done: ({ key, payment, next }, { paths }) => (next === 'check' ? `${trialPath(paths, key, payment)}&check=1` : sponsoredPath(paths, key, payment)),
  }),
  'order-act': formPage({
    definition: forms.orderActForm,
    contract: contracts.orderActContract,
    done({ code, act }, { paths }) {
      if (act === 'again') return partPath(paths, code, 'review');
      return act === 'remove' ? paths.to('profile_order/rentalOrder') : `${orderPath(paths, code)}&done=${act}`;
    },
  }),
  'supplier-payment': formPage({
    definition: supplierPaymentForm,
    contract: supplierPaymentContract,
    done: ({ word }, { paths, values }) => `${supplierLinkPath(paths, 'payment', values['key'] ?? '')}&done=${word}`,
  }),
  'supplier-contract': formPage({
    definition: supplierContractForm,
    contract: supplierContractContract,
    done: ({ word }, { paths, values }) => `${supplierLinkPath(paths, 'contract', values['key'] ?? '')}&done=${word}`,
  }),
  'supplier-deposit': formPage({
    definition: supplierDepositForm,
    contract: supplierDepositContract,
    done: ({ deed }, { paths, values }) => `${supplierLinkPath(paths, 'deposit', values['key'] ?? '')}&done=${deed}`,
  }),
  'desk-arrears': formPage({
    definition: arrearsForm,
    contract: arrearsContract,
    valuesOf: ({ part = '' }) => ({ part }),
    done: ({ deed }, { paths }) => `${paths.to('staff_arrears')}?done=${deed}`,
  }),
  'desk-deposit': formPage({
    definition: depositForm,
    contract: depositContract,
    valuesOf: ({ order = '' }) => ({ code: order }),
    done: ({ code }, { paths }) => `${paths.to('staff_deposit', { order: code })}?done=1`,
  }),
  'desk-deposit-give': formPage({
    definition: depositGiveForm,
    contract: depositGiveContract,
    valuesOf: ({ order = '' }) => ({ code: order }),
    done: ({ code }, { paths }) => `${paths.to('staff_deposit', { order: code })}?done=1`,
  }),
  'order-deposit': formPage({
    definition: depositAnswerForm,
    contract: depositAnswerContract,
    valuesOf: ofCode,
    done: ({ code }, { paths }) => `${orderPath(paths, code)}&done=deposit`,
  }),
  'desk-order': formPage({
    definition: forms.staffOrderForm,
    contract: contracts.staffOrderContract,
    valuesOf: ({ order = '' }) => ({ code: order }),
    done: ({ code, act }, { paths }) => `${paths.to('staff_order', { order: code })}?done=${act}`,
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;
