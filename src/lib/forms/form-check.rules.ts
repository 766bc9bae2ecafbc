/** The one check of a form: pages, islands, services and contracts all ask it. */
import { isTurned } from '#lib/validation/pasted.rules.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import { holds, partsOf, tidied } from './form-parts.rules.ts';
import type { CheckedForm, FieldProblem, FormDefinition, FormValues, GivenValues } from './form.schema.ts';

/**
 * Checks what somebody sent. Every field is checked, so that all that is to mend is told at once; each has one problem
 * at most. The time it takes grows with the length of what was sent, and texts past their bound are not read at all.
 * @param given values by name; others than the form's own are dropped.
 * @returns the values tidied, with an empty text for each that is missing or not part of the form just now; where there
 *   are problems, as the form can show them again.
 * @example checkForm(signUp, { email: ' ann@example.org ' }) // { ok: true, values: { email: 'ann@example.org' } }
 */
export function checkForm<D extends FormDefinition>(definition: D, given: GivenValues): CheckedForm<D> {
  const problems: FieldProblem[] = [];
  const parts = partsOf(definition);
  const values: Record<string, string> = {};
  for (const part of parts) values[part.name] = tidied((Object.hasOwn(given, part.name) ? given[part.name] : undefined) ?? '', part);
  for (const { name, maxLength, required, when, missing, complaintOf } of parts) {
    const text = values[name] ?? '';
    if (!holds(when, values)) {
      // It counts as empty for those after it too.
      values[name] = '';
    } else if (text === '') {
      if (required && holds(required, values)) problems.push({ field: name, message: missing });
    } else if (isTurned(text)) {
      problems.push({ field: name, message: 'forms.hidden_marks' });
    } else if (text.length > maxLength) {
      problems.push({ field: name, message: 'forms.length_max', values: { max: maxLength } });
    } else {
      const complaint = complaintOf(text, values);
      if (complaint) problems.push({ field: name, message: complaint.key, values: complaint.values });
    }
  }
  // Each name of the definition was given a value above.
  return problems.length === 0 ? { ok: true, values: values as FormValues<D> } : { ok: false, problems, values };
}

/** What a form may say about a field. */
export const formMessages = [
  'forms.required',
  'forms.choose',
  'forms.choose_file',
  'forms.tick',
  'forms.mobile',
  'forms.chinese_mobile',
  'forms.email',
  'forms.number',
  'forms.pattern',
  'forms.name_sign',
  'forms.hidden_marks',
  'forms.date',
  'forms.code',
  'accounts.wrong_code',
  'accounts.password_signs',
  'accounts.password_length',
  'accounts.password_mix',
  'accounts.password_common',
  'accounts.password_staff',
  'forms.length_between',
  'forms.length_min',
  'forms.length_max',
] as const satisfies readonly MessageKey[];

const messageOf = (text: unknown, { answers = [] }: FormDefinition): MessageKey =>
  [...formMessages, ...answers].find((message) => message === text) ?? 'forms.pattern';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

function valuesIn(value: unknown): FieldProblem['values'] {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).filter((entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number');
  return Object.fromEntries(entries);
}

/**
 * The problems that an API answer names (`data.fields` of an answer `bad-input`): those of the form's own fields.
 * A problem whose words the form does not know is told in general ones.
 */
export function problemsIn(definition: FormDefinition, data: unknown): readonly FieldProblem[] {
  const fields = isRecord(data) && Array.isArray(data['fields']) ? (data['fields'] as readonly unknown[]) : [];
  return partsOf(definition).flatMap(({ name }) => {
    const one = fields.find((field) => isRecord(field) && field['name'] === name);
    if (!isRecord(one)) return [];
    const values = valuesIn(one['values']);
    return [{ field: name, message: messageOf(one['message'], definition), ...(values ? { values } : {}) }];
  });
}
