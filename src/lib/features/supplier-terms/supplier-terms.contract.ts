/** The call by which staff say who collects for a provider. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { supplierTermsForm } from './supplier-terms.schema.ts';

export const supplierTermsContract = contract({
  name: 'staff-supplier-terms',
  summary: 'Says who collects rent and deposit for a provider, and for how many hours their orders wait. Orders under way keep what they were quoted with.',
  method: 'POST',
  path: '/_upay/staff/provider-terms',
  input: inputOf(supplierTermsForm),
  output: z.object({ supplier: z.string() }),
  access: 'staff-money',
  errors: ['not-found'],
  fulfils: ['R1.02'],
});
