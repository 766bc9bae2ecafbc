/** The form that takes a passkey away. Browser-safe. */
import { formDefinition } from '#lib/forms/form.schema.ts';

/** `which`: the passkey, as the browser names it. */
export const removePasskeyForm = formDefinition({
  id: 'remove-passkey',
  fields: [{ kind: 'hidden', name: 'which', label: 'accounts.passkeys_title', maxLength: 1_364 }],
  submit: 'accounts.remove',
  ends: { asks: 'page' },
});
