/** Calls by which what counts of a provider is changed, agreed to, taken back and confirmed. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { changeActs, supplierAddressForm, supplierAnswersForm, supplierChangeForm } from './supplier-changes.schema.ts';

const ofMoney = { method: 'POST', access: 'staff-money', proof: 'fresh', errors: ['not-found'], fulfils: ['R1.02'] } as const;

export const supplierAddressContract = contract({
  ...ofMoney,
  name: 'staff-supplier-address',
  summary: 'Asks for another address at which a provider is written to: it counts after three days, once the new one has answered; the former one is told.',
  path: '/_upay/staff/provider-address',
  input: inputOf(supplierAddressForm),
  output: z.object({ supplier: z.string(), waits: z.boolean() }),
});

export const supplierChangeContract = contract({
  ...ofMoney,
  name: 'staff-supplier-change',
  summary: 'Agrees, as a second person, to a change of what payers are shown of a provider, or takes a change back that does not count yet.',
  path: '/_upay/staff/provider-change',
  input: inputOf(supplierChangeForm),
  output: z.object({ supplier: z.string(), act: z.enum(changeActs) }),
});

export const supplierAnswersContract = contract({
  name: 'supplier-answers',
  summary: 'Says, with the key of a mail to the new address of a provider, that they read it.',
  method: 'POST',
  path: '/_appApi/supplier/address',
  input: inputOf(supplierAnswersForm),
  output: z.object({}),
  access: 'public',
  csrf: 'always',
  limit: 'outside',
  errors: ['not-found'],
  fulfils: ['R1.02'],
});
