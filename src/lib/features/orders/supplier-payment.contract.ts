import { z } from 'zod';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { supplierPaymentForm, supplierWords } from './supplier-dues.schema.ts';

export const supplierPaymentContract = contract({
  name: 'supplier-payment',
  summary: 'Says as the provider of a home, with the key of a link, whether a payment to them came.',
  method: 'POST',
  path: '/_appApi/supplier/payment',
  input: inputOf(supplierPaymentForm),
  output: z.object({ word: z.enum(supplierWords) }),
  access: 'public',
  csrf: 'always',
  limit: 'outside',
  errors: ['not-found'],
  fulfils: ['R4.101'],
});
