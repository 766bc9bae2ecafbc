/** The call by which somebody writes down what a home was like. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { orderCodePattern } from '#lib/features/orders/orders.schema.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { evidenceForm } from './evidence.schema.ts';

export const evidenceContract = contract({
  name: 'evidence-add',
  summary: 'Writes down what something in a home was like when somebody moved in or out, with photographs. It stays as it was written.',
  method: 'POST',
  path: '/_appApi/order/evidence',
  input: inputOf(evidenceForm),
  output: z.object({
    code: z.string().check(z.regex(orderCodePattern), z.describe('Names the order')),
    number: z.int().check(z.describe('Of the entry, from 1')),
    hash: z.string().check(z.describe('SHA-256 of the entry together with that of the one before, in hexadecimal digits')),
  }),
  access: 'login',
  repeatable: true,
  errors: ['not-found'],
  fulfils: ['R2.140'],
});
