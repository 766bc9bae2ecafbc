/** The call by which staff say who collects for a provider. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { supplierTermsForm } from './supplier-terms.schema.ts';

export const supplierTermsContract = contract({
  name: 'staff-supplier-terms',
  proof: 'fresh',
  summary:
    'Asks that others collect rent and deposit for a provider, or that their orders wait for another time: it counts after three days, and a second person agrees to what payers are shown. Orders under way keep what they were quoted with.',
  method: 'POST',
  path: '/_upay/staff/provider-terms',
  input: inputOf(supplierTermsForm),
  output: z.object({ supplier: z.string(), waits: z.boolean().check(z.describe('Whether it counts later')) }),
  access: 'staff-money',
  errors: ['not-found'],
  fulfils: ['R1.02'],
});
