/** Forms that end something, or move money: what is asked once more before it happens, and what their pages leave open. Browser-safe. */
import { checkForm } from './form-check.rules.ts';
import { holds } from './form-parts.rules.ts';
import type { FormDefinition } from './form.schema.ts';

/** What the question says back; no field of a form is called so: `yes` does it; `back` shows the form once more, as it was filled in. */
export const sureField = 'asked_again';
export const sureAnswers = { yes: 'yes', back: 'back' } as const;

/** Whether these values are asked about before they are sent: they end something, and nothing else is to mend first. */
export function asksFirst(definition: FormDefinition, values: Readonly<Record<string, string>>): boolean {
  const { ends } = definition;
  return ends?.asks === 'step' && holds(ends.when, values) && checkForm(definition, values).ok;
}

/** Fields whose choices differ in what they end. Nobody has chosen before they did. */
export function unsetFields({ ends, fields }: FormDefinition): readonly string[] {
  if (!ends) return [];
  const chosen = fields.filter(({ kind }) => kind === 'select' || kind === 'radio').map(({ name }) => name);
  return ends.when ? chosen.filter((name) => name === ends.when?.field) : chosen;
}

/** What a page fills in before anybody wrote, without what is left to be chosen. */
export function withoutPresets(definition: FormDefinition, values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const unset = unsetFields(definition);
  return unset.length === 0 ? values : Object.fromEntries(Object.entries(values).filter(([name]) => !unset.includes(name)));
}
