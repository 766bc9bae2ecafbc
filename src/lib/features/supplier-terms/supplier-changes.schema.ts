/**
 * What is to count of a provider and does not yet: the address they are written to, and who collects for them, where. Whoever sets either
 * decides who is paid and whose word is taken, so it waits, the former address hears of it, and somebody else has to have a hand in it.
 * Browser-safe.
 */
import { linkKeyField } from '#lib/features/supplier-links/supplier-links.schema.ts';
import type { Collector } from '#lib/features/quotes/quote.schema.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';
import type { FormDefinition } from '#lib/forms/form.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { idDigits } from '#lib/ids/patterns.ts';
import type { StaffId, SupplierId } from '#lib/ids/ids.ts';

export const changeKinds = ['address', 'terms'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** What it waits for besides time: that the new address answers, that a second member of staff agrees, or nothing. */
export const changeNeeds = ['click', 'second', 'time'] as const;
export type ChangeNeed = (typeof changeNeeds)[number];

/** Hours that pass before what was changed counts. */
export const changeHours = 72;
/** Days in which a new address must have answered, or a second person agreed; what nobody did anything about is dropped then. */
export const changeDays = 14;

export type NewAddress = { readonly email: string; readonly locale: Locale };
export type NewTerms = { readonly collects: Collector; readonly waitHours: number | undefined; readonly lines: string };
/** What is changed to. */
export type ChangedTo = ({ readonly kind: 'address' } & NewAddress) | ({ readonly kind: 'terms' } & NewTerms);

export type SupplierChange = {
  readonly id: number;
  readonly supplierId: SupplierId;
  readonly kind: ChangeKind;
  readonly needs: ChangeNeed;
  readonly setBy: StaffId;
  readonly setAt: Date;
  /** When the new address answered or a second person agreed. */
  readonly metAt: Date | undefined;
  readonly withdrawnAt: Date | undefined;
  readonly countedAt: Date | undefined;
};

export const changeActs = ['agree', 'withdraw'] as const;

const supplier = {
  kind: 'hidden',
  name: 'supplier',
  label: 'payments.payout_provider',
  required: true,
  maxLength: 10,
  rules: [{ kind: 'reg', pattern: idDigits }],
} as const;

export const supplierAddressForm = formDefinition({
  id: 'supplier-address',
  fields: [
    supplier,
    { kind: 'email', name: 'email', label: 'desk.provider_email', hint: 'desk.provider_email_hint', required: true, autocomplete: 'off' },
    { kind: 'select', name: 'locale', label: 'accounts.language', required: true, choices: { given: true, maxLength: 5 } },
  ],
  submit: 'desk.provider_save',
});

export const supplierChangeForm = formDefinition({
  id: 'supplier-change',
  fields: [
    supplier,
    { kind: 'hidden', name: 'change', label: 'payments.change_title', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] },
    {
      kind: 'radio',
      name: 'act',
      label: 'staff.action',
      required: true,
      choices: [
        { value: 'agree', label: 'payments.change_agree' },
        { value: 'withdraw', label: 'payments.change_withdraw' },
      ],
    },
  ],
  submit: 'staff.do_it',
  ends: { asks: 'page' },
  answers: ['payments.change_same_person', 'staff.not_now'],
});

/** As far as whoever reads it may: who asked for a change does not agree to it. */
export const supplierChangeFormFor = (mayAgree: boolean): FormDefinition => ({
  ...supplierChangeForm,
  fields: supplierChangeForm.fields.map((field) =>
    field.name === 'act' ? { ...field, choices: field.choices.filter(({ value }) => mayAgree || value !== 'agree') } : field,
  ),
});

/** By the link of a mail: the new address of a provider is read by them. */
export const supplierAnswersForm = formDefinition({ id: 'supplier-answers', fields: [linkKeyField], submit: 'payments.address_confirm' });
