import { z } from 'zod';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { contractAnswers, supplierContractForm } from './supplier-signing.schema.ts';

export const supplierContractContract = contract({
  name: 'supplier-contract',
  summary: 'Signs a contract as the provider of a home, with the key of a link, or declines it.',
  method: 'POST',
  path: '/_appApi/supplier/contract',
  input: inputOf(supplierContractForm),
  output: z.object({ word: z.enum(contractAnswers) }),
  access: 'public',
  csrf: 'always',
  limit: 'outside',
  errors: ['not-found'],
  fulfils: ['R4.054'],
});
