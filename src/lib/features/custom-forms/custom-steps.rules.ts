/** The steps of a form that staff made: what each asks, given what was said in the others. Pure, browser-safe. */
import { checkForm } from '#lib/forms/form-check.rules.ts';
import type { Field, FormDefinition } from '#lib/forms/form.schema.ts';
import { holds, partsOf } from '#lib/forms/form-parts.rules.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { CustomForm } from './custom-forms.schema.ts';

type Values = Readonly<Record<string, string>>;

/** `number`: counted from 1, and said in addresses. `title` and `lead` may be empty in the first. */
export type CustomStep = { readonly number: number; readonly title: string; readonly lead: string; readonly names: readonly string[] };

/** The steps of a form in a language: what stands between two marks. Where nothing does there is none, so a form without marks has one. */
export function stepsOf({ fields }: Pick<CustomForm, 'fields'>, language: Locale): readonly CustomStep[] {
  const steps: { title: string; lead: string; names: string[] }[] = [{ title: '', lead: '', names: [] }];
  for (const { name, kind, labels, hints } of fields) {
    if (kind === 'step') steps.push({ title: labels[language] ?? '', lead: hints?.[language] ?? '', names: [] });
    else steps.at(-1)?.names.push(name);
  }
  return steps.filter(({ names }) => names.length > 0).map((step, at) => ({ ...step, number: at + 1 }));
}

/**
 * What a step asks, given what was said in the others: what hangs on those and is not asked for now is not there, and the rest of it no
 * longer hangs on them.
 */
export function stepDefinition(definition: FormDefinition, { names }: Pick<CustomStep, 'names'>, values: Values): FormDefinition {
  // What is not asked for counts as empty here too.
  const said: Values = checkForm(definition, values).values;
  const [own, there] = [new Set(names), new Set<string>()];
  const fields = definition.fields.flatMap((field): Field[] => {
    if (!own.has(field.name) || field.kind === 'hidden') return [];
    const { when, ...always } = field;
    if (when && own.has(when.field)) {
      if (!there.has(when.field)) return [];
      there.add(field.name);
      return [field];
    }
    if (!holds(when, said)) return [];
    there.add(field.name);
    return [always];
  });
  return { id: definition.id, fields, submit: 'customforms.go_on', answers: definition.answers ?? [] };
}

/** The steps that ask for something, given what was said. */
export const stepsShown = (definition: FormDefinition, steps: readonly CustomStep[], values: Values): readonly CustomStep[] =>
  steps.filter((step) => stepDefinition(definition, step, values).fields.length > 0);

/** What was said in a step, from what was sent: the rest stays as it was. */
export function withStep(
  definition: FormDefinition,
  { names }: Pick<CustomStep, 'names'>,
  values: Values,
  given: Readonly<Record<string, string | undefined>>,
): Values {
  const fields = definition.fields.filter(({ name }) => names.includes(name));
  return { ...values, ...Object.fromEntries(partsOf({ ...definition, fields, consents: [] }).map(({ name }) => [name, given[name] ?? ''])) };
}

/**
 * The step that somebody gets who asks for one: not beyond the first in which something is to mend. `number` past the last: the look at
 * all of it, before it is sent.
 */
export function stepFor(
  definition: FormDefinition,
  steps: readonly CustomStep[],
  values: Values,
  wanted: number,
): { readonly step: CustomStep | undefined; readonly at: number; readonly of: number } {
  const shown = stepsShown(definition, steps, values);
  const isRight = (step: CustomStep): boolean => checkForm(stepDefinition(definition, step, values), values).ok;
  const reach = shown.findIndex((step) => !isRight(step));
  const asked = shown.findIndex(({ number }) => number >= wanted);
  const [last, at] = [reach < 0 ? shown.length : reach, asked < 0 ? shown.length : asked];
  const index = Math.min(last, at);
  return { step: shown[index], at: index + 1, of: shown.length + 1 };
}

/** The number of the step in which a field stands; undefined for one that is in none, as a consent is. */
export const stepOf = (steps: readonly CustomStep[], field: string): number | undefined =>
  steps.find(({ names }) => names.includes(field) || names.some((name) => `c${name.slice(1)}` === field))?.number;
