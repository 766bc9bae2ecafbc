/** The call that tells us about the site. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { feedbackForm } from './feedback.schema.ts';

export const feedbackContract = contract({
  name: 'feedback',
  summary: 'Tells what works on the site and what does not, with a screenshot where there is one.',
  method: 'POST',
  path: '/_api/feedback',
  input: inputOf(feedbackForm),
  output: z.object({ reference: z.string().check(z.describe('Names the feedback; of eight letters and digits')) }),
  access: 'public',
  repeatable: true,
  captcha: 'asked',
  errors: ['enough-for-today', 'captcha-needed', 'stale-form'],
  fulfils: ['R7.170', 'R1.41'],
});
