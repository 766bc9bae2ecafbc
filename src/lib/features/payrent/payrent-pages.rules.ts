/** The pages of the forms of paying rent. Browser-safe. */
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { FormName } from '#lib/forms/form-names.ts';
import type { Paths } from '#lib/paths.ts';
import * as contracts from './payrent.contract.ts';
import * as forms from './payrent.schema.ts';
import type { RentStep } from './payrent.schema.ts';

const q = (code: string, done?: string): string => `?${new URLSearchParams({ code, ...(done === undefined ? {} : { done }) })}`;

/** The page of one payment of rent. */
export const rentPath = (paths: Paths, code: string, done?: string): string => `${paths.to('profile_order/payRentDetail')}${q(code, done)}`;

/** Where it is paid, and how a transfer is shown. */
export const rentPayPath = (paths: Paths, code: string, done?: string): string => `${paths.to('rental_pay')}${q(code, done)}`;

/** Where its receipt is fetched. */
export const rentReceiptPath = (code: string): string => `/users/rent-receipts/${code}.pdf`;

export const stepRoutes = {
  home: 'rental_house_type',
  terms: 'rental_message',
  tenant: 'payrent_basic_info',
  landlord: 'payrent_rental_info',
  review: 'payrent_order',
} as const satisfies Readonly<Record<RentStep, string>>;

/** Where somebody goes on with what is still to be said. */
export const stepPath = (paths: Paths, code: string, step: RentStep): string => `${paths.to(stepRoutes[step])}${q(code)}`;

const ofCode = ({ code = '' }: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({ code });
const afterStep = ({ code, next }: { readonly code: string; readonly next: RentStep }, { paths }: { readonly paths: Paths }): string =>
  stepPath(paths, code, next);

export const rentPages = {
  'rent-home': formPage({ definition: forms.rentHouseForm, contract: contracts.rentHouseContract, done: afterStep }),
  'rent-terms': formPage({ definition: forms.rentTermsForm, contract: contracts.rentTermsContract, done: afterStep }),
  'rent-tenant': formPage({ definition: forms.rentTenantForm, contract: contracts.rentTenantContract, done: afterStep }),
  'rent-landlord': formPage({ definition: forms.rentPayeeForm, contract: contracts.rentPayeeContract, done: afterStep }),
  'rent-submit': formPage({
    definition: forms.rentSubmitForm,
    contract: contracts.rentSubmitContract,
    done: ({ code }, { paths }) => rentPayPath(paths, code),
  }),
  'rent-voucher': formPage({
    definition: forms.rentVoucherForm,
    contract: contracts.rentVoucherContract,
    done: ({ code }, { paths }) => rentPayPath(paths, code, 'voucher'),
  }),
  'rent-mail': formPage({
    definition: forms.rentMailForm,
    contract: contracts.rentMailContract,
    valuesOf: ofCode,
    done: ({ code }, { paths }) => rentPayPath(paths, code, 'mail'),
  }),
  'rent-cancel': formPage({
    definition: forms.rentCancelForm,
    contract: contracts.rentCancelContract,
    done: ({ code }, { paths }) => rentPath(paths, code, 'cancelled'),
  }),
  'rent-delete': formPage({
    definition: forms.rentDeleteForm,
    contract: contracts.rentDeleteContract,
    valuesOf: ofCode,
    done: (_, { paths }) => `${paths.to('rental')}?done=deleted`,
  }),
  'rent-again': formPage({ definition: forms.rentAgainForm, contract: contracts.rentAgainContract, valuesOf: ofCode, done: afterStep }),
  'rent-remind': formPage({
    definition: forms.rentRemindForm,
    contract: contracts.rentRemindContract,
    valuesOf: ofCode,
    done: ({ code }, { paths }) => rentPath(paths, code, 'remind'),
  }),
  'rent-end-reminders': formPage({
    definition: forms.rentEndRemindersForm,
    contract: contracts.rentEndRemindersContract,
    valuesOf: ({ token = '' }) => ({ token }),
    done: (_, { paths, values }) => `${paths.to('rental_end_reminders', { token: values['token'] ?? '' })}?done=1`,
  }),
  'staff-rent': formPage({
    definition: forms.staffRentForm,
    contract: contracts.staffRentContract,
    valuesOf: ({ rent = '' }) => ({ code: rent }),
    done: ({ code, act, waits }, { paths }) => `${paths.to('staff_rent', { rent: code })}?done=${waits ? 'asked' : act}`,
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;
