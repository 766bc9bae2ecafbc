/** The forms of a sponsor's link: made, ended, and paid by. */
import { formDefinition } from '#lib/forms/form.schema.ts';
import type { FormDefinition } from '#lib/forms/form.schema.ts';
import { idDigits, linkKeyPattern } from '#lib/ids/patterns.ts';
import { payForm, payFormFor, sandboxForm, sandboxFormAt } from '#lib/features/payments/payments-forms.schema.ts';
import type { PaymentMethod } from '#lib/money/payment-methods.ts';
import { orderCodePattern } from './orders.schema.ts';

export const sponsorDays = ['3', '7', '14', '30'] as const;
/** Links to one order that are open at a time. */
export const mostSponsorLinks = 5;

const code = { kind: 'hidden', name: 'code', label: 'orders.code', required: true, maxLength: 9, rules: [{ kind: 'reg', pattern: orderCodePattern }] } as const;
const key = {
  kind: 'hidden',
  name: 'key',
  label: 'orders.sponsor_link',
  required: true,
  maxLength: 32,
  rules: [{ kind: 'reg', pattern: linkKeyPattern }],
} as const;

export const sponsorLinkForm = formDefinition({
  id: 'sponsor-link',
  fields: [
    code,
    { kind: 'text', name: 'student', label: 'orders.sponsor_student', hint: 'orders.sponsor_student_hint', required: true, maxLength: 40 },
    { kind: 'select', name: 'sponsor_locale', label: 'orders.sponsor_language', required: true, choices: { given: true, maxLength: 5 } },
    {
      kind: 'radio',
      name: 'days',
      label: 'orders.sponsor_days',
      required: true,
      choices: [
        { value: '3', label: 'orders.sponsor_days_3' },
        { value: '7', label: 'orders.sponsor_days_7' },
        { value: '14', label: 'orders.sponsor_days_14' },
        { value: '30', label: 'orders.sponsor_days_30' },
      ],
    },
    { kind: 'checkbox', name: 'shows_price', label: 'orders.sponsor_shows_price', hint: 'orders.sponsor_shows_price_hint' },
  ],
  submit: 'orders.sponsor_make',
  answers: ['orders.not_now', 'orders.sponsor_too_many', 'forms.choose'],
});

export const sponsorEndForm = formDefinition({
  id: 'sponsor-end',
  fields: [code, { kind: 'hidden', name: 'link', label: 'orders.sponsor_link', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] }],
  submit: 'orders.sponsor_end',
  ends: { asks: 'page' },
});

export const sponsorPayFormFor = (methods: readonly PaymentMethod[]): FormDefinition => ({
  ...sponsorPayForm,
  fields: [...sponsorPayForm.fields.filter(({ kind }) => kind !== 'radio'), ...payFormFor(methods).fields.filter(({ kind }) => kind === 'radio')],
});

/** Of who pays, for their receipt. */
const payerName = {
  kind: 'text',
  name: 'payer_name',
  label: 'orders.sponsor_name',
  hint: 'orders.sponsor_name_hint',
  maxLength: 120,
  autocomplete: 'name',
} as const;

export const sponsorPayForm = formDefinition({
  id: 'sponsor-pay',
  fields: [key, { kind: 'text', name: 'sum', label: 'orders.sponsor_sum', hint: 'orders.sponsor_sum_hint', maxLength: 20 }, payerName, payForm.fields[2]],
  submit: 'orders.sponsor_pay',
  answers: [
    'payments.method_gone',
    'payments.nothing_owed',
    'orders.offer_changed',
    'payments.unreachable',
    'payments.provider_refused',
    'orders.sponsor_sum_wrong',
    'payments.amount_unclear',
  ],
});

/** The same ways to pay as on the page of who has the account. */
export const sponsorTrialForm = formDefinition({ id: 'sponsor-trial', fields: [key, ...sandboxForm.fields], submit: 'payments.sandbox_send' });

/** At first what may happen; then the bank's own question. */
export const sponsorTrialFormAt = (isChecking: boolean): FormDefinition => ({ ...sponsorTrialForm, fields: [key, ...sandboxFormAt(isChecking).fields] });
