/** The call by which staff record what was passed on to a provider. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { payoutForm } from './payouts.schema.ts';

export const staffPayoutContract = contract({
  name: 'staff-payout',
  proof: 'fresh',
  summary:
    'Says that money which is held for a provider was passed on to them, and under which reference. It counts once a second person has said the same; the stay it is for has begun.',
  method: 'POST',
  path: '/_upay/staff/payout',
  input: inputOf(payoutForm),
  output: z.object({ supplier: z.string(), waits: z.boolean().check(z.describe('Whether a second person has to say the same')) }),
  access: 'staff-money',
  errors: ['not-found'],
  fulfils: ['R1.02'],
});
