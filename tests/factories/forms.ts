/** A form with every kind of field, for tests of what handles forms. */
import { formDefinition } from '#lib/forms/form.schema.ts';
import { patterns } from '#lib/validation/patterns.ts';

export const everyField = formDefinition({
  id: 'every-field',
  fields: [
    { kind: 'hidden', name: 'house_id', label: 'forms.required', required: true, rules: [{ kind: 'reg', pattern: /^[1-9]\d*$/ }], maxLength: 10 },
    {
      kind: 'radio',
      name: 'reason',
      label: 'forms.choose',
      required: true,
      choices: [
        { value: 'price', label: 'forms.number' },
        { value: 'other', label: 'forms.pattern' },
      ],
    },
    { kind: 'text', name: '3_first_name', label: 'forms.required', required: true, rules: [{ kind: 'reg', pattern: patterns.letters }], maxLength: 40 },
    {
      kind: 'textarea',
      name: 'details',
      label: 'forms.required',
      hint: 'islands.all_needed',
      required: { field: 'reason', is: 'other' },
      rules: [{ kind: 'min', min: 3 }],
      maxLength: 60,
    },
    { kind: 'email', name: 'email', label: 'forms.email' },
    { kind: 'phone', name: 'mobile', country: 'country', label: 'forms.mobile' },
    { kind: 'number', name: 'guests', label: 'forms.number', maxLength: 3 },
    {
      kind: 'select',
      name: 'weeks',
      label: 'forms.choose',
      choices: [
        { value: '44', label: 'forms.number' },
        { value: '51', label: 'forms.number' },
      ],
    },
    { kind: 'select', name: 'room', label: 'forms.choose', choices: { given: true, maxLength: 10 }, rules: [{ kind: 'number' }] },
    { kind: 'checkbox', name: 'flexible', label: 'forms.tick', when: { field: 'weeks', is: ['44', '51'] } },
    { kind: 'date', name: 'from', label: 'forms.date', required: true, when: { field: 'flexible', is: 'yes' } },
    { kind: 'code', name: 'code', label: 'forms.code', length: 6 },
  ],
  consents: [
    { id: 'policy', version: '2026-11', text: 'forms.consent', required: true },
    { id: 'reply', version: '1', text: 'forms.consent', required: { field: 'email', given: true }, when: { field: 'email', given: true } },
  ],
  submit: 'islands.close',
});

/** An answer to it without problems. */
export const goodAnswer: Readonly<Record<string, string>> = { house_id: '12', reason: 'price', '3_first_name': 'Ann', consent_policy: '2026-11' };
