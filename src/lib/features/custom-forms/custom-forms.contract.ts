/** Calls of forms that staff make: to read and send one, and those of the desk. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { locales } from '#lib/i18n/locales.ts';
import { answerActForm, customAnswerForm, customBounds, customKinds, customSlug, customStepForm } from './custom-forms.schema.ts';
import { filePurposeNames } from '#lib/forms/files.schema.ts';
import { customFieldForm, customFormForm } from './making-forms.schema.ts';

export const readFormContract = contract({
  name: 'read-form',
  summary: 'A form that staff made and that is open, in the language of who asks or the nearest it is written in.',
  method: 'GET',
  path: '/_appTempApi/forms/{form}',
  input: z.object({ form: z.string().check(z.regex(customSlug)) }),
  output: z.object({
    form: z.string(),
    language: z.enum(locales),
    title: z.string(),
    lead: z.string(),
    closes_on: z.nullable(z.string().check(z.describe('Last day on which it is taken, in UTC'))),
    fields: z.array(
      z.object({
        name: z.string(),
        kind: z.enum(customKinds),
        label: z.string(),
        hint: z.string().check(z.describe('What is worth knowing before it is filled in; empty for nothing')),
        required: z.boolean(),
        choices: z.array(z.object({ value: z.string(), label: z.string() })),
        when: z.nullable(z.object({ field: z.string(), is: z.string() })).check(z.describe('Asked for only while that field has this value')),
        file: z
          .optional(z.object({ purpose: z.enum(filePurposeNames), megabytes: z.int() }))
          .check(z.describe('Of a file: it is brought by `upload` with this purpose, and its id is the value')),
      }),
    ),
    steps: z
      .optional(z.array(z.object({ title: z.string(), lead: z.string(), fields: z.array(z.string()) })))
      .check(z.describe('The names of the fields that are asked for together, where they are divided into several steps')),
    consents: z.array(z.object({ name: z.string(), value: z.string(), text: z.string() })),
  }),
  access: 'public',
  errors: ['not-found'],
  fulfils: ['R7.171', 'R2.012'],
});

export const answerFormContract = contract({
  name: 'answer-form',
  summary: `Sends what was written in a form that staff made: its fields are called a1 to a${customBounds.fields}, the country of a phone c1 to c${customBounds.fields}.`,
  method: 'POST',
  path: '/_appTempApi/form-answers',
  input: inputOf(customAnswerForm),
  output: z.object({ reference: z.string().check(z.describe('Names what was sent; of eight letters and digits')) }),
  access: 'public',
  repeatable: true,
  captcha: 'asked',
  errors: ['not-found', 'enough-for-today', 'captcha-needed', 'stale-form'],
  fulfils: ['R7.171', 'R2.012'],
});

export const formStepContract = contract({
  name: 'form-step',
  summary: 'Puts what was written in one step of a form aside for a day, for the visit or person that wrote it; `answer-form` with `kept` sends all of it.',
  method: 'POST',
  path: '/_appTempApi/form-steps',
  input: inputOf(customStepForm),
  output: z.object({ next: z.int().check(z.describe('The step to go on with; one more than there are: nothing is left but to send it; 0: all is forgotten')) }),
  access: 'public',
  csrf: 'always',
  errors: ['not-found', 'enough-for-today', 'stale-form'],
  fulfils: ['R7.171', 'R2.012'],
});

const form = z.object({ form_id: z.int().check(z.describe('Number of the form')) });
const ofForms = { method: 'POST', access: 'staff-forms', output: form, errors: ['not-found'], fulfils: ['R7.171', 'R1.02'] } as const;

export const customFormSaveContract = contract({
  ...ofForms,
  name: 'custom-form',
  summary: 'Makes a form, or changes its texts, its days and whether it is open.',
  path: '/_appTempApi/staff/forms/save',
  input: inputOf(customFormForm),
});

export const customFieldContract = contract({
  ...ofForms,
  name: 'custom-field',
  summary: 'Adds a field to a form, changes it, moves it or takes it away.',
  path: '/_appTempApi/staff/forms/field',
  input: inputOf(customFieldForm),
});

export const answerActContract = contract({
  name: 'custom-answer-act',
  summary: 'Marks what was sent with a form as seen to, opens it again, or deletes it.',
  method: 'POST',
  path: '/_appTempApi/staff/answers/change',
  input: inputOf(answerActForm),
  output: z.object({ act: z.string().check(z.describe('What was done: `settle`, `reopen` or `remove`')) }),
  access: 'staff-desk',
  errors: ['not-found'],
  fulfils: ['R7.171', 'R1.02'],
});
