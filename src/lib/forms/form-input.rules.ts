/** The input of a form's contract: what the form's own check says, as a zod object. */
import * as z from 'zod/mini';
import { checkForm } from './form-check.rules.ts';
import { partsOf, tidied } from './form-parts.rules.ts';
import type { FormDefinition, FormValues } from './form.schema.ts';

/**
 * The contract's input for a form: bounded texts, accepted exactly when `checkForm` accepts them and with the same
 * values. The issue of a field carries the message key and what fills it.
 */
export function inputOf<D extends FormDefinition>(definition: D): z.ZodMiniType<FormValues<D>> {
  const shape = Object.fromEntries(
    partsOf(definition).map((part) => {
      const { name, maxLength, required, when } = part;
      // The bound is for the documents: only the check knows whether the value counts.
      const text = z
        .string()
        .check(z.overwrite((value) => tidied(value, part)))
        .register(z.globalRegistry, { maxLength });
      return [name, required === true && !when ? text : z._default(text, '')] as const;
    }),
  );
  const input = z.object(shape).check(
    z.check<Record<string, string>>((payload) => {
      const checked = checkForm(definition, payload.value);
      if (checked.ok) {
        payload.value = checked.values;
        return;
      }
      for (const { field, message, values } of checked.problems)
        payload.issues.push({ code: 'custom', input: payload.value[field], path: [field], message, params: values ?? {}, continue: true });
    }),
  );
  // The object has the names of the definition and texts for each.
  return input as unknown as z.ZodMiniType<FormValues<D>>;
}
