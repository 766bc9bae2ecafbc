/** The call that stops a change of a contact. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { stopChangeForm } from './accounts-forms.schema.ts';

export const stopContactChangeContract = contract({
  method: 'POST',
  access: 'public',
  csrf: 'always',
  limit: 'login',
  name: 'stop-contact-change',
  summary: 'Stops the change of a contact that its link names, and signs the account out everywhere; or keeps a contact that somebody else asks for.',
  path: '/_buserApi/contact/stop',
  input: inputOf(stopChangeForm),
  output: z.object({ what: z.enum(['stopped', 'kept']).check(z.describe('Whether a change was stopped, or a contact was kept')) }),
  errors: ['not-found', 'stale-form'],
  fulfils: ['R5.54'],
});
