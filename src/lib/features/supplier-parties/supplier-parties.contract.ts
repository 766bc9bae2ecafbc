/** The call by which staff say who a provider is in law. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { supplierPartyForm } from './supplier-parties.schema.ts';

export const supplierPartyContract = contract({
  name: 'staff-supplier-party',
  summary: 'Says who a provider is in law: name, register, address, mailbox and phone, which contracts that are made out from now on name.',
  method: 'POST',
  path: '/_upay/staff/provider-party',
  input: inputOf(supplierPartyForm),
  output: z.object({ supplier: z.string() }),
  access: 'staff-money',
  proof: 'fresh',
  errors: ['not-found'],
  fulfils: ['R1.02'],
});
