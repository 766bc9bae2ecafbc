/** Who collects for a provider and how long their orders wait, and the form by which staff say so. Browser-safe. */
import { collectors } from '#lib/features/quotes/quote.schema.ts';
import type { Collector } from '#lib/features/quotes/quote.schema.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';
import { idDigits } from '#lib/ids/patterns.ts';

/** What holds for the orders of a provider that begin now. */
export type SupplierTerms = {
  /** Names this version of them: later ones do not touch who was quoted with it. Undefined where nobody has set any. */
  readonly id: number | undefined;
  readonly collects: Collector;
  /** Hours for which an order waits for its next step; undefined: as the settings say. */
  readonly waitHours: number | undefined;
};

export const usualTerms: SupplierTerms = { id: undefined, collects: 'operator', waitHours: undefined };

export const [leastWaitHours, mostWaitHours] = [1, 720] as const;

export const supplierTermsForm = formDefinition({
  id: 'supplier-terms',
  fields: [
    { kind: 'hidden', name: 'supplier', label: 'payments.payout_provider', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] },
    {
      kind: 'radio',
      name: 'collects',
      label: 'payments.terms_collects',
      required: true,
      choices: collectors.map((value) => ({ value, label: value === 'operator' ? 'payments.terms_operator' : 'payments.terms_supplier' }) as const),
    },
    {
      kind: 'textarea',
      name: 'lines',
      label: 'payments.terms_lines',
      hint: 'payments.terms_lines_hint',
      maxLength: 1_000,
      rows: 5,
      required: { field: 'collects', is: 'supplier' },
    },
    { kind: 'number', name: 'wait_hours', label: 'payments.terms_hours', hint: 'payments.terms_hours_hint', maxLength: 3 },
  ],
  submit: 'payments.terms_save',
  answers: ['payments.terms_hours_wrong', 'forms.required'],
});
