/** What our bank says that moved, and how staff explain what no posting of ours is. Browser-safe. */
import { formDefinition } from '#lib/forms/form.schema.ts';
import { idDigits } from '#lib/ids/patterns.ts';
import type { Money } from '#lib/money/money.ts';
import { providerNames } from '#lib/money/payment-methods.ts';

/** A movement as a statement has it. `amount`: above nothing where it came. `reference`: the bank's own name for it, where it has one. */
export type StatementEntry = {
  readonly on: string;
  readonly amount: Money;
  readonly party: string;
  readonly said: string;
  readonly reference: string;
};

/** `account`: an IBAN or a number; empty where the file does not say. */
export type Statement = { readonly account: string; readonly entries: readonly StatementEntry[] };

/**
 * Why a file is not taken. `form`: it is neither camt.053 nor CSV with a day and an amount in each row; `day`, `amount`, `currency`: one of
 * them cannot be read, or is two things at once; `balance`: what moved does not lead from the opening to the closing balance; `large`: it has
 * more than is taken at once.
 */
export const statementFaults = ['form', 'day', 'amount', 'currency', 'balance', 'large', 'account'] as const;
export type StatementFault = (typeof statementFaults)[number];
export type ReadStatement =
  | { readonly ok: true; readonly statements: readonly Statement[] }
  | { readonly ok: false; readonly why: StatementFault /** As the file counts them, from one. */; readonly line: number };

/** Signs of a file, and movements in it. */
export const mostSigns = 2_000_000;
export const mostEntries = 10_000;
/** Signs that the page takes, as a form has room for; whoever has more uses the command. */
export const mostPasted = 20_000;

/** What a movement was that no posting of ours is. `settlement`: from or to a provider. `own`: the operator's own money. */
export const explanations = ['bank-charge', 'settlement', 'own', 'unknown'] as const;
export type Explanation = (typeof explanations)[number];

export const bankImportForm = formDefinition({
  id: 'bank-import',
  fields: [
    { kind: 'text', name: 'account', label: 'payments.bank_account', hint: 'payments.bank_account_hint', maxLength: 60 },
    {
      kind: 'textarea',
      name: 'statement',
      label: 'payments.bank_statement',
      hint: 'payments.bank_statement_hint',
      required: true,
      maxLength: mostPasted,
      rows: 8,
    },
  ],
  submit: 'payments.bank_import',
  answers: [
    'payments.bank_fault_form',
    'payments.bank_fault_day',
    'payments.bank_fault_amount',
    'payments.bank_fault_currency',
    'payments.bank_fault_balance',
    'payments.bank_fault_large',
    'payments.bank_fault_account',
  ],
});

export const bankLineForm = formDefinition({
  id: 'bank-line',
  fields: [
    { kind: 'hidden', name: 'line', label: 'payments.bank_line', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] },
    {
      kind: 'radio',
      name: 'was',
      label: 'payments.bank_was',
      required: true,
      choices: [
        { value: 'bank-charge', label: 'payments.bank_was_charge' },
        { value: 'settlement', label: 'payments.bank_was_settlement' },
        { value: 'own', label: 'payments.bank_was_own' },
        { value: 'unknown', label: 'payments.bank_was_unknown' },
      ],
    },
    {
      kind: 'select',
      name: 'provider',
      label: 'payments.bank_provider',
      required: { field: 'was', is: 'settlement' },
      when: { field: 'was', is: 'settlement' },
      choices: providerNames
        .filter((one) => one !== 'offline')
        .map((value) => ({
          value,
          label:
            value === 'stripe'
              ? ('payments.provider_stripe' as const)
              : value === 'sandbox'
                ? ('payments.provider_sandbox' as const)
                : ('payments.method_wechat_pay' as const),
        })),
    },
    { kind: 'textarea', name: 'note', label: 'payments.bank_note', required: true, maxLength: 300 },
  ],
  submit: 'payments.bank_explain',
  answers: ['staff.not_now', 'forms.choose'],
});
