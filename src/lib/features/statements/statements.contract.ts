/** Calls by which staff hold what our bank says against our books. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { bankImportForm, bankLineForm } from './statements.schema.ts';

export const bankImportContract = contract({
  name: 'staff-bank-import',
  summary: 'Takes in a statement of our bank, camt.053 or CSV, and finds which posting each movement is. What is known already is not taken twice.',
  method: 'POST',
  path: '/_upay/staff/bankImport',
  input: inputOf(bankImportForm),
  output: z.object({ read: z.int(), added: z.int(), matched: z.int(), open: z.int() }),
  access: 'staff-money',
  proof: 'fresh',
  fulfils: ['R1.02'],
});

export const bankLineContract = contract({
  name: 'staff-bank-line',
  summary: 'Says what a movement of our bank was that is no posting of ours, and books it.',
  method: 'POST',
  path: '/_upay/staff/bankLine',
  input: inputOf(bankLineForm),
  output: z.object({ line: z.string() }),
  access: 'staff-money',
  proof: 'fresh',
  errors: ['not-found'],
  fulfils: ['R1.02'],
});
