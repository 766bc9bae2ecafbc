/** Forms that staff make: what they are, and the forms in which they are made and answered. Browser-safe. */
import { formDefinition } from '#lib/forms/form.schema.ts';
import type { Field, FieldProblem } from '#lib/forms/form.schema.ts';
import { idDigits } from '#lib/ids/patterns.ts';
import type { CustomAnswerId, CustomFormId, StaffId } from '#lib/ids/ids.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';

/** Kinds of fields that staff may ask for. */
export const customKinds = ['text', 'textarea', 'email', 'phone', 'number', 'date', 'select', 'radio', 'checkbox'] as const;
export type CustomKind = (typeof customKinds)[number];
/** Kinds that have something to choose from. */
export const choosingKinds = ['select', 'radio'] as const satisfies readonly CustomKind[];

/** `withdrawn`: taken back for good or for a while; its page says that it is over. */
export const customStates = ['draft', 'open', 'withdrawn'] as const;
export type CustomState = (typeof customStates)[number];

/** Most of each, and characters of texts. */
export const customBounds = {
  forms: 200,
  fields: 15,
  choices: 20,
  choice: 80,
  label: 160,
  hint: 300,
  title: 100,
  long: 1_500,
  line: 200,
  lines: 2_000,
  number: 12,
} as const;
/** In a day (UTC). `unproven`, `unverified`: of an address, without a captcha solved, or with a ticket for one. */
export const dailyAnswers = { visitor: 5, address: 25, unproven: 3, unverified: 8 } as const;
/** Of the wording of the consent that every form has; it changes whenever that does. */
export const customConsentVersion = '2026-11';

/** What one language says. Empty where it says nothing. */
export type CustomText = {
  readonly title: string;
  readonly lead: string;
  /** What is said after sending. */
  readonly thanks: string;
  /** What is to be agreed to besides that it is kept. */
  readonly consent: string;
};
export type CustomTexts = Readonly<Partial<Record<Locale, CustomText>>>;

/** What an earlier field has to hold: the choice of that number, counted from 1; `tick` for a box. */
export type CustomCondition = { readonly field: string; readonly choice: number | 'tick' };

/** `name`: `a1` to `a15`; it stays when the field is moved. `choices` stand in the same order in every language. */
export type CustomField = {
  readonly name: string;
  readonly kind: CustomKind;
  readonly required: boolean;
  readonly labels: Readonly<Partial<Record<Locale, string>>>;
  readonly choices: Readonly<Partial<Record<Locale, readonly string[]>>>;
  /** What is worth knowing before it is filled in. */
  readonly hints?: Readonly<Partial<Record<Locale, string>>>;
  /** It is asked for only while this holds. */
  readonly when?: CustomCondition | undefined;
};

export type CustomForm = {
  readonly id: CustomFormId;
  readonly slug: string;
  readonly state: CustomState;
  /** First and last day (UTC) on which it is taken. */
  readonly opensOn: string | undefined;
  readonly closesOn: string | undefined;
  readonly texts: CustomTexts;
  readonly fields: readonly CustomField[];
  /** Changes with what is to be agreed to. */
  readonly version: number;
};

/** Something that was asked and what was said to it, in the words of who answered. */
export type CustomLine = { readonly name: string; readonly label: string; readonly said: string };

/** What was sent, in a list: nothing that was written. */
export type ListedAnswer = {
  readonly id: CustomAnswerId;
  readonly reference: string;
  readonly formId: CustomFormId;
  readonly slug: string;
  readonly locale: Locale;
  readonly createdAt: Date;
  /** Set once staff have seen to it. */
  readonly settled: { readonly at: Date; readonly by: StaffId } | undefined;
};

export type CustomAnswer = ListedAnswer & {
  readonly consent: string;
  /** Undefined where they were encrypted with a secret that is gone. */
  readonly lines: readonly CustomLine[] | undefined;
};

/** Which answers staff look at; `before`: those with a lower number. */
export type AnswerFilter = {
  readonly settled?: boolean | undefined;
  readonly formId?: CustomFormId | undefined;
  readonly locale?: Locale | undefined;
  readonly before?: CustomAnswerId | undefined;
};

export const answerActs = ['settle', 'reopen', 'remove'] as const;
export type AnswerAct = (typeof answerActs)[number];

export const fieldActs = ['save', 'up', 'down', 'remove'] as const;
export type FieldAct = (typeof fieldActs)[number];

/** Names that fields may have. */
export const customNames: readonly string[] = Array.from({ length: customBounds.fields }, (_, at) => `a${at + 1}`);
/** What the country of a number is called whose field is so called. @example countryOf('a3') // 'c3' */
export const countryOf = (name: string): string => `c${name.slice(1)}`;

export const customSlug = /^[a-z0-9][a-z0-9-]{0,59}$/;

/** What `/forms/:id` takes: a place for each field there may be. What each may hold is known to the form that staff made. */
export const customAnswerForm = formDefinition({
  id: 'custom-answer',
  fields: [
    { kind: 'hidden', name: 'form', label: 'customforms.form', required: true, maxLength: 60, rules: [{ kind: 'reg', pattern: customSlug }] },
    ...customNames.flatMap((name): Field[] => [
      { kind: 'textarea', name, label: 'customforms.answer', maxLength: customBounds.lines },
      { kind: 'text', name: countryOf(name), label: 'forms.country_code', maxLength: 2 },
    ]),
    { kind: 'text', name: 'consent_keep', label: 'forms.consent', maxLength: 40 },
    { kind: 'text', name: 'consent_own', label: 'forms.consent', maxLength: 40 },
  ],
  submit: 'customforms.send',
});

const oneOf = (words: readonly string[]): RegExp => new RegExp(`^(?:${words.join('|')})$`);
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
      rules: [{ kind: 'reg', pattern: oneOf(['new', ...customNames]) }],
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
      required: true,
      choices: { given: true, maxLength: 10 },
      rules: [{ kind: 'reg', pattern: oneOf(customKinds) }],
    },
    { kind: 'checkbox', name: 'required', label: 'customforms.required' },
    {
      kind: 'select',
      name: 'when',
      label: 'customforms.when',
      hint: 'customforms.when_hint',
      none: 'customforms.when_always',
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
    'staff.not_now',
  ],
});

export const answerActForm = formDefinition({
  id: 'custom-answer-act',
  fields: [
    { kind: 'hidden', name: 'answer_id', label: 'desk.submission', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] },
    {
      kind: 'select',
      name: 'act',
      label: 'staff.action',
      required: true,
      choices: { given: true, maxLength: 10 },
      rules: [{ kind: 'reg', pattern: oneOf(answerActs) }],
    },
  ],
  submit: 'staff.do_it',
  answers: ['staff.not_now'],
});

/** Problems of fields, as a service finds them. */
export type Wrong = { readonly ok: false; readonly reason: 'wrong'; readonly problems: readonly FieldProblem[] };
