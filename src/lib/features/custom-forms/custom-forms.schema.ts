/** Forms that staff make: what they are, and the forms in which they are made and answered. Browser-safe. */
import { formDefinition } from '#lib/forms/form.schema.ts';
import type { Field, FieldProblem } from '#lib/forms/form.schema.ts';
import type { FilePurpose } from '#lib/forms/files.schema.ts';
import { idDigits } from '#lib/ids/patterns.ts';
import type { CustomAnswerId, CustomFormId, StaffId } from '#lib/ids/ids.ts';
import type { Locale } from '#lib/i18n/locales.ts';

/** Kinds of fields that staff may ask for. */
export const customKinds = ['text', 'textarea', 'email', 'phone', 'number', 'date', 'select', 'radio', 'checkbox', 'file'] as const;
export type CustomKind = (typeof customKinds)[number];
/** What stands in the list of a form: fields, and marks from which on a new step begins. */
export const partKinds = [...customKinds, 'step'] as const;
export type PartKind = (typeof partKinds)[number];
/** Kinds that have something to choose from. */
export const choosingKinds = ['select', 'radio'] as const satisfies readonly CustomKind[];
/** What a field for a file takes, with the purpose under which such files are kept. */
export const filesTaken = { picture: 'form-picture', pdf: 'form-pdf', either: 'form-file' } as const satisfies Readonly<Record<string, FilePurpose>>;
export type FileTaken = keyof typeof filesTaken;
/** How large a file may be, in megabytes. */
export const fileSizes = [1, 2, 5, 10] as const;

/** `withdrawn`: taken back for good or for a while; its page says that it is over. */
export const customStates = ['draft', 'open', 'withdrawn'] as const;
export type CustomState = (typeof customStates)[number];

/** Most of each, and characters of texts. */
export const customBounds = {
  forms: 200,
  fields: 15,
  /** Marks of a new step. */
  steps: 5,
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
/** Hours for which what was filled in of a form with steps is kept from the last step on that was gone; how many of those there may be. */
export const drafts = { hours: 24, ofAddress: 30, all: 2_000 } as const;
/** Of the wording of the consent that every form has; it changes whenever that does. */
export const customConsentVersion = '2026-12-01';

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

/** `name`: `a1` to `a15`, of a step `s1` to `s5`; it stays when the part is moved. `choices` stand in the same order in every language. */
export type CustomPart = {
  readonly name: string;
  readonly kind: PartKind;
  readonly required: boolean;
  readonly labels: Readonly<Partial<Record<Locale, string>>>;
  readonly choices: Readonly<Partial<Record<Locale, readonly string[]>>>;
  /** What is worth knowing before it is filled in. */
  readonly hints?: Readonly<Partial<Record<Locale, string>>>;
  /** It is asked for only while this holds. */
  readonly when?: CustomCondition | undefined;
  /** Of a field for a file. */
  readonly file?: { readonly takes: FileTaken; readonly megabytes: number } | undefined;
};
export type CustomField = CustomPart & { readonly kind: CustomKind };

export type CustomForm = {
  readonly id: CustomFormId;
  readonly slug: string;
  readonly state: CustomState;
  /** First and last day (UTC) on which it is taken. */
  readonly opensOn: string | undefined;
  readonly closesOn: string | undefined;
  readonly texts: CustomTexts;
  readonly fields: readonly CustomPart[];
  /** Changes with what is to be agreed to. */
  readonly version: number;
};

/** Something that was asked and what was said to it, in the words of who answered. */
export type CustomLine = {
  readonly name: string;
  readonly label: string;
  readonly said: string;
  /** The file that was sent, where `said` is its name. */
  readonly file?: string | undefined;
};

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

/** Names that marks of a step may have. */
export const stepNames: readonly string[] = Array.from({ length: customBounds.steps }, (_, at) => `s${at + 1}`);

export const customSlug = /^[a-z0-9][a-z0-9-]{0,59}$/;

/** @example oneOf(['up', 'down']).test('up') // true */
export const oneOf = (words: readonly string[]): RegExp => new RegExp(`^(?:${words.join('|')})$`);

/** A place for each field there may be. What each may hold is known to the form that staff made. */
const places = customNames.flatMap((name): Field[] => [
  { kind: 'textarea', name, label: 'customforms.answer', maxLength: customBounds.lines },
  { kind: 'text', name: countryOf(name), label: 'forms.country_code', maxLength: 2 },
]);
const ofForm = {
  kind: 'hidden',
  name: 'form',
  label: 'customforms.form',
  required: true,
  maxLength: 60,
  rules: [{ kind: 'reg', pattern: customSlug }],
} as const satisfies Field;

/** What `/forms/:id` takes. */
export const customAnswerForm = formDefinition({
  id: 'custom-answer',
  fields: [
    ofForm,
    /** The fields were filled in step by step, and are not sent along. */
    { kind: 'hidden', name: 'kept', label: 'customforms.answer', maxLength: 3, rules: [{ kind: 'reg', pattern: /^yes$/ }] },
    ...places,
    { kind: 'text', name: 'consent_keep', label: 'forms.consent', maxLength: 40 },
    { kind: 'text', name: 'consent_own', label: 'forms.consent', maxLength: 40 },
  ],
  submit: 'customforms.send',
});

/** What is done with a step: its fields are checked and the next one is shown; they are put aside as they are; all is forgotten. */
export const stepActs = ['on', 'back', 'clear'] as const;
export type StepAct = (typeof stepActs)[number];

/** What `/forms/:id/:step` takes. */
export const customStepForm = formDefinition({
  id: 'custom-answer',
  fields: [
    ofForm,
    { kind: 'hidden', name: 'step', label: 'customforms.answer', required: true, maxLength: 1, rules: [{ kind: 'reg', pattern: /^[1-9]$/ }] },
    { kind: 'hidden', name: 'go', label: 'staff.action', maxLength: 5, rules: [{ kind: 'reg', pattern: oneOf(stepActs) }] },
    ...places,
  ],
  submit: 'customforms.go_on',
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
  ends: { when: { field: 'act', is: ['remove'] }, asks: 'step' },
  answers: ['staff.not_now'],
});

/** Problems of fields, as a service finds them. */
export type Wrong = { readonly ok: false; readonly reason: 'wrong'; readonly problems: readonly FieldProblem[] };
