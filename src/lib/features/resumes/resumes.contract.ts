/** The call that sends an application. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { resumeForm } from './resumes.schema.ts';

export const sendResumeContract = contract({
  name: 'send-resume',
  summary: 'Sends an application for work here, with a resume that was brought before as a file.',
  method: 'POST',
  path: '/_api/resume',
  input: inputOf(resumeForm),
  output: z.object({ reference: z.string().check(z.describe('Names the application; of eight letters and digits')) }),
  access: 'public',
  repeatable: true,
  captcha: 'asked',
  errors: ['enough-for-today', 'captcha-needed', 'stale-form'],
  fulfils: ['R7.163', 'R1.28', 'R3.77'],
});
