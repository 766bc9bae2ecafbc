/** The call that keeps what somebody looks for. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { wishesForm } from './wishes.schema.ts';

export const wishesContract = contract({
  name: 'wishes',
  summary: 'Keeps the card of what somebody looks for, or takes it away.',
  method: 'POST',
  path: '/_buserApi/wishes',
  input: inputOf(wishesForm),
  output: z.object({ done: z.enum(['saved', 'removed']) }),
  access: 'login',
  fulfils: ['R2.132'],
});
