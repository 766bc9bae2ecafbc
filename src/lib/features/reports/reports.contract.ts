/** The call that reports a home. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { reportForm } from './reports.schema.ts';

export const reportListingContract = contract({
  name: 'report-listing',
  summary: 'Reports that a home’s price is wrong, that it is gone, that it looks like a scam, or something else.',
  method: 'POST',
  path: '/_api/report/listing',
  input: inputOf(reportForm),
  output: z.object({
    reference: z.string().check(z.describe('Names the report; of eight letters and digits')),
    repeated: z.boolean().check(z.describe('The same was reported from here today; nothing was added')),
  }),
  access: 'public',
  repeatable: true,
  captcha: 'asked',
  errors: ['not-found', 'enough-for-today', 'captcha-needed'],
  fulfils: ['R5.44', 'R5.47', 'R5.48', 'R5.50'],
});
