/** The forms in which staff make forms. Browser-safe. */
import { formDefinition } from '#lib/forms/form.schema.ts';
import type { Field } from '#lib/forms/form.schema.ts';
import { idDigits } from '#lib/ids/patterns.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { choosingKinds, customBounds, customKinds, customNames, customSlug, fieldActs, fileSizes, oneOf, partKinds, stepNames } from './custom-forms.schema.ts';
import type { CustomText } from './custom-forms.schema.ts';
import { filesTakenLabels, partKindLabels } from './custom-forms.words.ts';

const formId = {
  kind: 'hidden',
  name: 'form_id',
  label: 'customforms.form',
  required: true,
  maxLength: 10,
  rules: [{ kind: 'reg', pattern: /^(?:new|\d{1,10})$/ }],
} as const;

/** Names of what a language says in the form in which staff write it. @example textName('title', 'vi-vn') // 'title_vi-vn' */
export const textName = (what: keyof CustomText | 'label' | 'hint' | 'choices', locale: Locale): string => `${what}_${locale}`;

export const customFormForm = formDefinition({
  id: 'custom-form',
  fields: [
    formId,
    {
      kind: 'text',
      name: 'slug',
      label: 'customforms.slug',
      hint: 'customforms.slug_hint',
      required: { field: 'form_id', is: 'new' },
      when: { field: 'form_id', is: 'new' },
      maxLength: 60,
      rules: [{ kind: 'reg', pattern: customSlug }],
    },
    {
      kind: 'select',
      name: 'state',
      label: 'customforms.state',
      required: true,
      choices: [
        { value: 'draft', label: 'customforms.state_draft' },
        { value: 'open', label: 'customforms.state_open' },
        { value: 'withdrawn', label: 'customforms.state_withdrawn' },
      ],
    },
    { kind: 'date', name: 'opens_on', label: 'customforms.opens_on', hint: 'customforms.days_hint' },
    { kind: 'date', name: 'closes_on', label: 'customforms.closes_on' },
    ...locales.flatMap((locale): Field[] => {
      const values = { language: localeFacts[locale].selfName };
      return [
        { kind: 'text', name: textName('title', locale), label: { key: 'customforms.title_in', values }, maxLength: customBounds.title },
        { kind: 'textarea', name: textName('lead', locale), label: { key: 'customforms.lead_in', values }, maxLength: customBounds.long, rows: 2 },
        { kind: 'textarea', name: textName('thanks', locale), label: { key: 'customforms.thanks_in', values }, maxLength: customBounds.long, rows: 2 },
        { kind: 'textarea', name: textName('consent', locale), label: { key: 'customforms.consent_in', values }, maxLength: customBounds.long, rows: 2 },
      ];
    }),
  ],
  submit: 'customforms.save',
  answers: ['customforms.not_whole', 'customforms.slug_taken', 'customforms.days_wrong', 'customforms.enough'],
});

/** `a3-2`: the second choice of a field; `a3-tick`: a box. */
const conditionText = /^a\d{1,2}-(?:[1-9]\d?|tick)$/;
/** What is said of a field, and not of a mark where a step begins. */
const ofFields = { field: 'kind', is: customKinds } as const;

export const customFieldForm = formDefinition({
  id: 'custom-field',
  fields: [
    { ...formId, rules: [{ kind: 'reg', pattern: idDigits }] },
    {
      kind: 'hidden',
      name: 'field',
      label: 'customforms.field',
      required: true,
      maxLength: 3,
      rules: [{ kind: 'reg', pattern: oneOf(['new', ...customNames, ...stepNames]) }],
    },
    {
      kind: 'select',
      name: 'act',
      label: 'staff.action',
      required: true,
      choices: { given: true, maxLength: 10 },
      rules: [{ kind: 'reg', pattern: oneOf(fieldActs) }],
    },
    {
      kind: 'select',
      name: 'kind',
      label: 'customforms.kind',
      hint: 'customforms.kind_hint',
      required: true,
      choices: partKinds.map((value) => ({ value, label: partKindLabels[value] })),
    },
    {
      kind: 'radio',
      name: 'takes',
      label: 'customforms.takes',
      required: { field: 'kind', is: 'file' },
      when: { field: 'kind', is: 'file' },
      choices: (['picture', 'pdf', 'either'] as const).map((value) => ({ value, label: filesTakenLabels[value] })),
    },
    {
      kind: 'select',
      name: 'megabytes',
      label: 'customforms.megabytes',
      required: { field: 'kind', is: 'file' },
      when: { field: 'kind', is: 'file' },
      choices: fileSizes.map((size) => ({ value: String(size), label: { given: `${size} MB` } })),
    },
    { kind: 'checkbox', name: 'required', label: 'customforms.required', when: ofFields },
    {
      kind: 'select',
      name: 'when',
      label: 'customforms.when',
      hint: 'customforms.when_hint',
      none: 'customforms.when_always',
      when: ofFields,
      choices: { given: true, maxLength: 8 },
      rules: [{ kind: 'reg', pattern: conditionText }],
    },
    ...locales.map(
      (locale): Field => ({
        kind: 'text',
        name: textName('label', locale),
        label: { key: 'customforms.label_in', values: { language: localeFacts[locale].selfName } },
        maxLength: customBounds.label,
      }),
    ),
    ...locales.map(
      (locale): Field => ({
        kind: 'text',
        name: textName('hint', locale),
        label: { key: 'customforms.hint_in', values: { language: localeFacts[locale].selfName } },
        maxLength: customBounds.hint,
      }),
    ),
    ...locales.map(
      (locale): Field => ({
        kind: 'textarea',
        name: textName('choices', locale),
        label: { key: 'customforms.choices_in', values: { language: localeFacts[locale].selfName } },
        hint: 'customforms.choices_hint',
        when: { field: 'kind', is: choosingKinds },
        maxLength: customBounds.choices * (customBounds.choice + 1),
        rows: 4,
      }),
    ),
  ],
  submit: 'staff.do_it',
  answers: [
    'customforms.choices_wrong',
    'customforms.has_answers',
    'customforms.enough',
    'customforms.not_whole',
    'customforms.when_wrong',
    'customforms.hung_on',
    'customforms.step_stays',
    'staff.not_now',
  ],
});
