/** What the pages of a form with steps show. */
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { KeptFile } from '#lib/forms/files.schema.ts';
import { checkForm } from '#lib/forms/form-check.rules.ts';
import type { FormDefinition, Submitted } from '#lib/forms/form.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { Visitor } from '#lib/visitor.ts';
import { linesOf } from './custom-definitions.rules.ts';
import type { CustomForm, CustomLine } from './custom-forms.schema.ts';
import { stepDefinition, stepFor, stepOf, stepsShown } from './custom-steps.rules.ts';
import type { CustomStep } from './custom-steps.rules.ts';
import type { FillingService } from './filling.service.ts';

/** Where in its steps somebody is. */
export type Stepped = {
  readonly at: number;
  /** How many there are just now, with the look at all of it before it is sent. */
  readonly of: number;
  /** Undefined at the end, where all is looked at. */
  readonly step: CustomStep | undefined;
  /** The step before; undefined in the first. */
  readonly before: CustomStep | undefined;
  /** What is filled in on the page. */
  readonly values: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, KeptFile>>;
  /** Whether anything is kept that could be forgotten. */
  readonly isBegun: boolean;
  /** What was said in each step; at the end alone. */
  readonly said: readonly { readonly step: CustomStep; readonly lines: readonly CustomLine[] }[];
};

export type SteppingParts = { readonly filling: Pick<FillingService, 'find'>; readonly uploads: Pick<UploadsService, 'find'> };

/** A form in the words of a reader. */
type Shown = { readonly form: CustomForm; readonly language: Locale; readonly definition: FormDefinition; readonly steps: readonly CustomStep[] };

/** What is sent of a form once its steps are gone through: what is agreed to. */
const sendingOf = ({ id, consents = [], submit }: FormDefinition): FormDefinition => ({
  id,
  fields: [{ kind: 'hidden', name: 'kept', label: 'customforms.answer', maxLength: 3 }],
  consents,
  submit,
});

export function createSteppingLoader({ filling, uploads }: SteppingParts) {
  return {
    /**
     * The step that somebody gets, filled in as far as it is. What was wrong when all of it was sent is shown in its step.
     * @param wanted the step that is asked for, as the address has it; undefined for the first, and where all was sent.
     */
    async shown({ form, language, definition, steps }: Shown, visitor: Visitor | undefined, wanted: string | undefined, now: Date) {
      const owner = { userId: visitor?.session && asId<UserId>(visitor.session.userId), visit: visitor?.visit };
      const written = await filling.find(form.id, owner, now);
      const values = written ?? {};
      const end = steps.length + 1;
      const submitted = visitor?.submitted;
      const isFromEnd = wanted === undefined && submitted !== undefined;
      const faulty = isFromEnd ? submitted.problems.flatMap(({ field }) => stepOf(steps, field) ?? []) : [];
      const number = isFromEnd ? Math.min(end, ...faulty) : /^[1-9]$/.test(wanted ?? '') ? Number(wanted) : 1;
      const { step, ...place } = stepFor(definition, steps, values, number);

      const files: Record<string, KeptFile> = {};
      for (const { kind, name } of definition.fields) {
        const id = kind === 'file' && (!step || step.names.includes(name)) ? (values[name] ?? '') : '';
        const file = id === '' ? undefined : await uploads.find(id, owner, now);
        if (file) files[name] = file;
      }

      const asked = stepsShown(definition, steps, values);
      const nameOf = (id: string): string => Object.values(files).find((file) => file.id === id)?.name ?? '';
      const lines = step ? [] : linesOf(form, language, checkForm(definition, values).values, translator(language)('customforms.yes'), nameOf);
      const said = step ? [] : asked.map((one) => ({ step: one, lines: lines.filter(({ name }) => one.names.includes(name)) }));
      const before = asked.findLast((one) => one.number < (step?.number ?? end));
      const isPlace = (step?.number ?? end) === number;
      // What was sent just now is all there is of its step: a box that was left empty is empty.
      const filled = step ? (submitted && isPlace && !isFromEnd ? {} : values) : { kept: 'yes' };
      const stepped: Stepped = { ...place, step, before, values: filled, files, isBegun: written !== undefined, said };
      return {
        definition: step ? stepDefinition(definition, step, values) : sendingOf(definition),
        stepped,
        submitted: submitted && told(submitted, { step, files, isFromEnd, isPlace }),
      };
    },
  };
}

type Place = {
  readonly step: CustomStep | undefined;
  readonly files: Readonly<Record<string, KeptFile>>;
  /** Whether all of the form was sent. */
  readonly isFromEnd: boolean;
  /** Whether what is shown is what was sent or where its fault is. */
  readonly isPlace: boolean;
};

/** What was just sent, as far as it concerns what is shown: a step that was not sent itself shows what is kept of it. */
function told(submitted: Submitted, { step, files, isFromEnd, isPlace }: Place): Submitted | undefined {
  if (isPlace && (!isFromEnd || !step)) return submitted;
  const problems = isPlace ? submitted.problems.filter(({ field }) => step?.names.includes(field)) : [];
  return problems.length > 0 || submitted.failed ? { values: {}, problems, failed: submitted.failed, files } : undefined;
}
