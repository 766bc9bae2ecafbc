/** The page of feedback: which call takes it, and where the reader goes when it is done. */
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import { feedbackContract } from './feedback.contract.ts';
import { feedbackForm } from './feedback.schema.ts';

export const feedbackPage: FormPage = formPage({
  definition: feedbackForm,
  contract: feedbackContract,
  done: ({ reference }, { paths }) => `${paths.to('feedback')}?${new URLSearchParams({ sent: reference })}`,
});
