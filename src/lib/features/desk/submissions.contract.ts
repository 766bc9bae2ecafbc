/** Calls of the desk about applications and feedback, for staff. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { feedbackActForm, resumeActForm } from './submission-forms.schema.ts';

const done = z.object({ act: z.string().check(z.describe('What was done: `settle`, `reopen` or `remove`')) });
const ofDesk = { method: 'POST', access: 'staff-desk', output: done, errors: ['not-found'] } as const;

export const deskResumeContract = contract({
  ...ofDesk,
  name: 'desk-resume',
  summary: 'Marks an application as seen to, opens it again, or deletes it with its file.',
  path: '/_api/staff/resumes/change',
  input: inputOf(resumeActForm),
  fulfils: ['R1.28', 'R1.02'],
});

export const deskFeedbackContract = contract({
  ...ofDesk,
  name: 'desk-feedback',
  summary: 'Marks feedback as seen to, or opens it again.',
  path: '/_api/staff/feedback/change',
  input: inputOf(feedbackActForm),
  fulfils: ['R1.41', 'R1.02'],
});
