import { z } from 'zod';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { ownFeeForm } from './own-fee.schema.ts';

export const ownFeeContract = contract({
  name: 'own-fee',
  summary: 'Withdraws from the operator’s own service in an order, within its days: the fee goes back, and the order stays what it is.',
  method: 'POST',
  path: '/_appApi/order/own-fee',
  input: inputOf(ownFeeForm),
  output: z.object({ code: z.string(), back: z.object({ amount: z.string(), abbr: z.string() }) }),
  access: 'login',
  errors: ['not-found', 'not-now'],
  fulfils: ['R7.104'],
});
