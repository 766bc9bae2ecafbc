/** The forms by which somebody pays, and by which staff see to payments. */
import { fileMessages } from '#lib/forms/files.schema.ts';
import { formDefinition, offering } from '#lib/forms/form.schema.ts';
import type { FormDefinition } from '#lib/forms/form.schema.ts';
import type { PaymentMethod } from '#lib/money/payment-methods.ts';
import { methodLabels, methodNotes } from './payments.words.ts';

const reference = {
  kind: 'hidden',
  label: 'payments.reference',
  required: true,
  maxLength: 9,
  rules: [{ kind: 'reg', pattern: /^[0-9A-Z]{4}-[0-9A-Z]{4}$/ }],
} as const;

export const payForm = formDefinition({
  id: 'pay',
  fields: [
    { kind: 'hidden', name: 'kind', label: 'payments.what', required: true, maxLength: 20 },
    { kind: 'hidden', name: 'code', label: 'payments.what', required: true, maxLength: 64 },
    {
      kind: 'radio',
      name: 'method',
      label: 'payments.how',
      required: true,
      choices: [
        { value: 'card', label: 'payments.method_card' },
        { value: 'alipay', label: 'payments.method_alipay' },
        { value: 'wechat-pay', label: 'payments.method_wechat_pay' },
        { value: 'bank-transfer', label: 'payments.method_bank_transfer' },
        { value: 'boa-transfer', label: 'payments.method_boa_transfer' },
        { value: 'zelle', label: 'payments.method_zelle' },
      ],
    },
  ],
  submit: 'payments.book_and_pay',
  answers: [
    'payments.method_gone',
    'payments.sign_first',
    'payments.nothing_owed',
    'orders.offer_changed',
    'payments.unreachable',
    'payments.provider_refused',
  ],
});

/** The form with those ways alone that are open. */
export const payFormFor = (methods: readonly PaymentMethod[]): FormDefinition => ({
  ...payForm,
  fields: payForm.fields.map((field) =>
    field.kind === 'radio' ? { ...field, choices: methods.map((value) => ({ value, label: methodLabels[value], note: methodNotes[value] })) } : field,
  ),
});

export const sandboxForm = formDefinition({
  id: 'sandbox',
  fields: [
    { ...reference, name: 'payment' },
    {
      kind: 'radio',
      name: 'choice',
      label: 'payments.sandbox_choice',
      required: true,
      choices: [
        { value: 'succeeds', label: 'payments.sandbox_succeeds' },
        { value: 'fails', label: 'payments.sandbox_fails' },
        { value: 'check', label: 'payments.sandbox_check' },
        { value: 'checked', label: 'payments.sandbox_checked' },
        { value: 'silent', label: 'payments.sandbox_silent' },
        { value: 'late', label: 'payments.sandbox_late' },
        { value: 'disputed', label: 'payments.sandbox_disputed' },
      ],
    },
  ],
  submit: 'payments.sandbox_send',
});

/** At first what may happen; then the bank's own question. */
export const sandboxFormAt = (isChecking: boolean): FormDefinition => ({
  ...sandboxForm,
  fields: sandboxForm.fields.map((field) =>
    field.kind === 'radio'
      ? {
          ...field,
          ...(isChecking ? { label: 'payments.sandbox_bank' as const } : {}),
          choices: field.choices.filter(({ value }) => (isChecking ? value === 'checked' || value === 'fails' : value !== 'checked')),
        }
      : field,
  ),
});

export const voucherForm = formDefinition({
  id: 'voucher',
  fields: [
    { ...reference, name: 'payment' },
    { kind: 'file', name: 'file', purpose: 'voucher', label: 'payments.voucher_file', hint: 'payments.voucher_hint', required: true },
  ],
  submit: 'payments.voucher_send',
  answers: [...fileMessages, 'payments.voucher_late'],
});

export const paymentDeeds = ['confirm', 'refuse', 'book', 'close', 'return', 'bank-won', 'bank-lost', 'refund'] as const;
export type PaymentDeed = (typeof paymentDeeds)[number];

export const moneyForm = formDefinition({
  id: 'money',
  fields: [
    { ...reference, name: 'payment' },
    {
      kind: 'radio',
      name: 'act',
      label: 'payments.act',
      required: true,
      choices: [
        { value: 'confirm', label: 'payments.act_confirm' },
        { value: 'refuse', label: 'payments.act_refuse' },
        { value: 'book', label: 'payments.act_book' },
        { value: 'return', label: 'payments.act_return' },
        { value: 'close', label: 'payments.act_close' },
        { value: 'bank-won', label: 'payments.act_bank_won' },
        { value: 'bank-lost', label: 'payments.act_bank_lost' },
        { value: 'refund', label: 'payments.act_refund' },
      ],
    },
    { kind: 'text', name: 'sum', label: 'payments.sum_label', hint: 'payments.sum_hint', maxLength: 20, required: { field: 'act', is: ['confirm', 'refund'] } },
    { kind: 'textarea', name: 'reason', label: 'payments.reason', maxLength: 300, required: { field: 'act', is: 'refund' } },
  ],
  submit: 'payments.do_it',
  ends: { when: { field: 'act', is: ['confirm', 'refuse', 'book', 'return', 'close', 'bank-won', 'bank-lost', 'refund'] }, asks: 'step' },
  answers: ['staff.not_now', 'payments.sum_wrong', 'payments.amount_unclear', 'payments.too_much', 'payments.passed_on', 'payments.same_person'],
});

export const moneyFormFor = (deeds: readonly PaymentDeed[]): FormDefinition => ({
  ...moneyForm,
  fields: offering(moneyForm.fields, deeds),
});

export const refundDeeds = ['agree', 'refuse', 'again', 'by-bank', 'sent', 'seen', 'unsent', 'drop'] as const;
export type RefundDeed = (typeof refundDeeds)[number];

export const refundForm = formDefinition({
  id: 'refund',
  fields: [
    { kind: 'hidden', name: 'refund_id', label: 'payments.reference', required: true, maxLength: 10 },
    {
      kind: 'radio',
      name: 'act',
      label: 'payments.refund_act',
      required: true,
      choices: [
        { value: 'agree', label: 'payments.refund_agree' },
        { value: 'refuse', label: 'payments.refund_refuse' },
        { value: 'again', label: 'payments.refund_again' },
        { value: 'by-bank', label: 'payments.refund_by_bank' },
        { value: 'sent', label: 'payments.refund_sent' },
        { value: 'seen', label: 'payments.refund_seen' },
        { value: 'unsent', label: 'payments.refund_unsent' },
        { value: 'drop', label: 'payments.refund_drop' },
      ],
    },
    {
      kind: 'text',
      name: 'holder',
      label: 'payments.refund_holder',
      hint: 'payments.refund_holder_hint',
      maxLength: 120,
      required: { field: 'act', is: 'sent' },
      when: { field: 'act', is: 'sent' },
    },
    { kind: 'textarea', name: 'why', label: 'payments.refund_why', maxLength: 300, required: { field: 'act', is: 'drop' }, when: { field: 'act', is: 'drop' } },
  ],
  submit: 'payments.do_it',
  ends: { when: { field: 'act', is: ['agree', 'refuse', 'sent', 'seen', 'unsent', 'drop'] }, asks: 'step' },
  answers: ['staff.not_now', 'payments.same_person', 'payments.refund_other_name', 'forms.required'],
});

export const refundFormFor = (deeds: readonly RefundDeed[]): FormDefinition => ({
  ...refundForm,
  fields: offering(
    refundForm.fields.filter(({ name }) => (name !== 'why' || deeds.includes('drop')) && (name !== 'holder' || deeds.includes('sent'))),
    deeds,
  ),
});
