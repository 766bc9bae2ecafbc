/** Rent that a tenant pays through this site to a landlord who is not on it. Browser-safe. */
import { fileMessages } from '#lib/forms/files.schema.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';
import type { FormDefinition } from '#lib/forms/form.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { referencePattern } from '#lib/ids/patterns.ts';
import type { StaffId, UserId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';
import type { PayoutState } from '#lib/ports/payout/payout.ts';
import type { RentState } from './payrent.process.rules.ts';

/** Of the wording of what somebody agrees to before paying; it changes whenever that does. */
export const rentConsentVersion = '2026-12';
/** Days in which rent must be paid once it was asked for: transfers take some. */
export const rentPayDays = 7;
/** Drafts, and payments that are under way, which one account may have at once. */
export const mostRents = { drafts: 5, open: 10 } as const;
/** Days after which a draft that nobody went on with is gone. */
export const draftDays = 30;
/** Amounts of rent in minor units that are taken. */
export const rentBounds = { least: 100n, most: 100_000_000n } as const;
/** Nights that rent may be for at most. */
export const mostRentNights = 400;

/** What is asked one after the other before it can be paid. */
export const rentSteps = ['home', 'terms', 'tenant', 'landlord', 'review'] as const;
export type RentStep = (typeof rentSteps)[number];

export const houseKinds = ['room', 'studio', 'flat', 'residence', 'homestay'] as const;
export type HouseKind = (typeof houseKinds)[number];

const reference = { kind: 'hidden', label: 'payrent.code', maxLength: 9, rules: [{ kind: 'reg', pattern: referencePattern }] } as const;
const code = { ...reference, name: 'code', required: true } as const;

export const rentHouseForm = formDefinition({
  id: 'rent-home',
  fields: [
    // Undefined at first; the code of what is being changed later.
    { ...reference, name: 'code' },
    {
      kind: 'radio',
      name: 'home_kind',
      label: 'payrent.kind',
      required: true,
      choices: [
        { value: 'room', label: 'payrent.kind_room' },
        { value: 'studio', label: 'payrent.kind_studio' },
        { value: 'flat', label: 'payrent.kind_flat' },
        { value: 'residence', label: 'payrent.kind_residence' },
        { value: 'homestay', label: 'payrent.kind_homestay' },
      ],
    },
    { kind: 'select', name: 'country', label: 'payrent.country', required: true, choices: { given: true, maxLength: 40 } },
  ],
  submit: 'payrent.go_on',
  answers: ['payrent.closed', 'payrent.too_many', 'payrent.country_wrong', 'payrent.not_now'],
});

export const rentTermsForm = formDefinition({
  id: 'rent-terms',
  fields: [
    code,
    { kind: 'select', name: 'currency', label: 'payrent.currency', required: true, choices: { given: true, maxLength: 3 } },
    { kind: 'text', name: 'amount', label: 'payrent.amount', hint: 'payrent.amount_hint', required: true, maxLength: 15, inputmode: 'text' },
    { kind: 'date', name: 'from', label: 'payrent.from', required: true },
    { kind: 'date', name: 'to', label: 'payrent.to', hint: 'payrent.to_hint', required: true },
    { kind: 'textarea', name: 'address', label: 'payrent.address', hint: 'payrent.address_hint', required: true, maxLength: 300, rows: 3 },
  ],
  submit: 'payrent.go_on',
  answers: ['payrent.amount_wrong', 'payments.amount_unclear', 'payrent.currency_wrong', 'payrent.days_wrong', 'payrent.not_now'],
});

export const rentTenantForm = formDefinition({
  id: 'rent-tenant',
  fields: [
    code,
    { kind: 'text', name: 'tenant', label: 'payrent.tenant', hint: 'payrent.tenant_hint', required: true, maxLength: 120, autocomplete: 'name' },
    { kind: 'file', name: 'lease', label: 'payrent.lease', hint: 'payrent.lease_hint', required: true, purpose: 'rent' },
  ],
  submit: 'payrent.go_on',
  answers: [...fileMessages, 'payrent.not_now'],
});

export const rentPayeeForm = formDefinition({
  id: 'rent-landlord',
  fields: [
    code,
    { kind: 'text', name: 'landlord', label: 'payrent.landlord', hint: 'payrent.landlord_hint', required: true, maxLength: 120 },
    { kind: 'text', name: 'holder', label: 'payrent.holder', hint: 'payrent.holder_hint', required: true, maxLength: 120, autocomplete: 'off' },
    {
      kind: 'text',
      name: 'account',
      label: 'payrent.account',
      hint: 'payrent.account_hint',
      required: true,
      maxLength: 42,
      autocomplete: 'off',
    },
    { kind: 'text', name: 'bank_code', label: 'payrent.bank_code', hint: 'payrent.bank_code_hint', maxLength: 20, autocomplete: 'off' },
    { kind: 'text', name: 'note', label: 'payrent.note', hint: 'payrent.note_hint', maxLength: 60 },
  ],
  submit: 'payrent.go_on',
  answers: ['payrent.account_wrong', 'payrent.bank_code_wrong', 'payrent.not_now'],
});

export const rentSubmitForm = formDefinition({
  id: 'rent-submit',
  fields: [
    code,
    // What the page told: another price is never taken silently.
    { kind: 'hidden', name: 'total', label: 'payrent.total', required: true, maxLength: 18, rules: [{ kind: 'reg', pattern: /^\d{1,18}$/ }] },
  ],
  consents: [{ id: 'rent', version: rentConsentVersion, text: 'payrent.consent', required: true }],
  submit: 'payrent.submit',
  ends: { asks: 'page' },
  answers: ['payrent.closed', 'payrent.too_many', 'payrent.incomplete', 'payrent.price_changed', 'payrent.not_now'],
});

export const rentVoucherForm = formDefinition({
  id: 'rent-voucher',
  fields: [code, { kind: 'file', name: 'voucher', label: 'payrent.voucher', hint: 'payrent.voucher_hint', required: true, purpose: 'rent' }],
  submit: 'payrent.send_voucher',
  answers: [...fileMessages, 'payrent.not_now'],
});

export const rentMailForm = formDefinition({
  id: 'rent-mail',
  fields: [code],
  submit: 'payrent.send_mail',
  answers: ['payrent.no_transfer', 'payrent.no_email', 'payrent.not_now'],
});
export const rentCancelForm = formDefinition({
  id: 'rent-cancel',
  fields: [code],
  submit: 'payrent.cancel',
  ends: { asks: 'step' },
  answers: ['payrent.not_now'],
});
export const rentDeleteForm = formDefinition({
  id: 'rent-delete',
  fields: [code],
  submit: 'payrent.delete',
  ends: { asks: 'page' },
  answers: ['payrent.not_now'],
});
export const rentAgainForm = formDefinition({
  id: 'rent-again',
  fields: [code],
  submit: 'payrent.again',
  answers: ['payrent.closed', 'payrent.too_many', 'payrent.not_now'],
});

/** Days of a month that every month has. */
export const remindDays: readonly number[] = Array.from({ length: 28 }, (_, at) => at + 1);

export const rentRemindForm = formDefinition({
  id: 'rent-remind',
  fields: [
    code,
    {
      kind: 'select',
      name: 'day',
      label: 'payrent.remind_day',
      hint: 'payrent.remind_hint',
      none: 'payrent.remind_none',
      choices: { given: true, maxLength: 2 },
      rules: [{ kind: 'reg', pattern: /^(?:[1-9]|1\d|2[0-8])$/ }],
    },
  ],
  submit: 'payrent.remind_save',
  answers: ['payrent.no_email', 'payrent.not_now'],
});

export const rentEndRemindersForm = formDefinition({
  id: 'rent-end-reminders',
  fields: [{ kind: 'hidden', name: 'token', label: 'payrent.reminders', required: true, maxLength: 120 }],
  submit: 'payrent.remind_end',
});

export const rentDeeds = ['send', 'pay-out', 'refund', 'keep', 'note'] as const;
export type RentDeed = (typeof rentDeeds)[number];

export const staffRentForm = formDefinition({
  id: 'staff-rent',
  fields: [
    code,
    {
      kind: 'radio',
      name: 'act',
      label: 'staff.action',
      required: true,
      choices: [
        { value: 'send', label: 'payrent.act_send' },
        { value: 'pay-out', label: 'payrent.act_pay_out' },
        { value: 'refund', label: 'payrent.act_refund' },
        { value: 'keep', label: 'payrent.act_keep' },
        { value: 'note', label: 'payrent.act_note' },
      ],
    },
    {
      kind: 'radio',
      name: 'payee',
      label: 'payrent.payee',
      required: { field: 'act', is: 'send' },
      when: { field: 'act', is: 'send' },
      choices: [
        { value: 'person', label: 'payrent.payee_person' },
        { value: 'company', label: 'payrent.payee_company' },
      ],
    },
    {
      kind: 'text',
      name: 'reference',
      label: 'payrent.payout',
      hint: 'payrent.payout_hint',
      maxLength: 60,
      required: { field: 'act', is: 'pay-out' },
      when: { field: 'act', is: 'pay-out' },
    },
    {
      kind: 'textarea',
      name: 'text',
      label: 'payrent.staff_text',
      hint: 'payrent.staff_text_hint',
      maxLength: 1_000,
      required: { field: 'act', is: ['refund', 'note'] },
      when: { field: 'act', is: ['refund', 'note'] },
    },
  ],
  submit: 'payments.do_it',
  ends: { when: { field: 'act', is: ['send', 'pay-out', 'refund', 'keep'] }, asks: 'step' },
  answers: ['staff.not_now', 'payrent.not_whole', 'payrent.only_trial', 'payrent.not_reached', 'payments.payout_same_person'],
});

/** What is kept encrypted of a rent, beside the bank account. */
export type RentSecrets = {
  readonly address: string;
  readonly tenant: string;
  readonly landlord: string;
  /** The last signs of the landlord's account: all of it that is ever shown to the tenant again. */
  readonly accountEnd: string;
};

/** Where the landlord's money goes. */
export type PayeeBank = { readonly holder: string; readonly account: string; readonly bankCode: string; readonly note: string };

export type RentTerms = { readonly rent: Money; readonly fee: Money; readonly from: string; readonly to: string };

export type Rent = RentSecrets & {
  readonly id: number;
  readonly code: string;
  /** Undefined once their account is erased. */
  readonly userId: UserId | undefined;
  readonly state: RentState;
  readonly kind: HouseKind;
  /** A slug of the places. */
  readonly country: string;
  readonly locale: Locale;
  /** Undefined while nobody has said them. */
  readonly terms: RentTerms | undefined;
  readonly lease: string | undefined;
  readonly voucher: string | undefined;
  readonly madeAt: Date;
  readonly payUntil: Date | undefined;
  readonly paidAt: Date | undefined;
  readonly endedAt: Date | undefined;
  /** Under which reference it was passed on. */
  readonly payout: string | undefined;
  readonly remindDay: number | undefined;
};

/** `asked`: the provider was not reached yet. `wrong-name`: the landlord's bank knows the account under another name. */
export type RentPayoutState = PayoutState | 'asked' | 'refused' | 'wrong-name';

/** A time that a provider was asked to bring it to the landlord. */
export type RentPayout = {
  readonly id: number;
  readonly reference: string;
  readonly provider: string;
  readonly providerRef: string | undefined;
  readonly isCompany: boolean;
  readonly state: RentPayoutState;
  readonly begunAt: Date;
  readonly seenAt: Date;
};

export type RentNote = { readonly by: StaffId; readonly text: string; readonly at: Date };

/** The form with those deeds alone that are possible now, and what they ask for. */
export const staffRentFormFor = (deeds: readonly RentDeed[]): FormDefinition => ({
  ...staffRentForm,
  fields: staffRentForm.fields.flatMap((field): FormDefinition['fields'] => {
    if (field.name === 'act') return [{ ...field, choices: field.choices.filter(({ value }) => deeds.includes(value)) }];
    return field.name === 'payee' && !deeds.includes('send') ? [] : [field];
  }),
});
