/** Calls by which deposits are settled and given back. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { depositAnswerForm, depositForm, depositGiveForm, supplierDepositForm, supplierKinds } from './deposits.schema.ts';

const named = z.object({ code: z.string() });

export const depositContract = contract({
  name: 'desk-deposit',
  summary:
    'Says for the provider how much of a deposit is kept for what, that nothing is, or how a dispute about it was decided; or sends them a link to say so themselves.',
  method: 'POST',
  path: '/_api/staff/deposits/propose',
  input: inputOf(depositForm),
  output: named,
  access: 'staff-money',
  proof: 'fresh',
  errors: ['not-found', 'not-now'],
  fulfils: ['R1.12'],
});

export const depositGiveContract = contract({
  name: 'desk-deposit-give',
  summary: 'Gives back what is agreed of a deposit, or writes down when the provider did.',
  method: 'POST',
  path: '/_api/staff/deposits/give',
  input: inputOf(depositGiveForm),
  output: named,
  access: 'staff-money',
  proof: 'fresh',
  errors: ['not-found', 'not-now'],
  fulfils: ['R1.12'],
});

export const depositAnswerContract = contract({
  name: 'order-deposit',
  summary: 'Agrees to what is proposed of one’s deposit, or says why not.',
  method: 'POST',
  path: '/_appApi/order/deposit',
  input: inputOf(depositAnswerForm),
  output: named,
  access: 'login',
  errors: ['not-found', 'not-now'],
  fulfils: ['R1.12'],
});

export const supplierDepositContract = contract({
  name: 'supplier-deposit',
  summary: 'Says as the provider of a home, with the key of a link, what is kept of a deposit and why, or that nothing is.',
  method: 'POST',
  path: '/_appApi/supplier/deposit',
  input: inputOf(supplierDepositForm),
  output: z.object({ deed: z.enum(supplierKinds) }),
  access: 'public',
  csrf: 'always',
  limit: 'outside',
  errors: ['not-found'],
  fulfils: ['R1.12'],
});
