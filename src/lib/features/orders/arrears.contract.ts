/** The call by which staff decide about a part of the price that was not paid by its day. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { arrearsForm } from './arrears.schema.ts';

export const arrearsContract = contract({
  name: 'desk-arrears',
  summary: 'Gives more time for a part of the price that was not paid by its day, notes what was arranged about it, or ends the stay.',
  method: 'POST',
  path: '/_api/staff/arrears/decide',
  input: inputOf(arrearsForm),
  output: z.object({ code: z.string(), deed: z.string() }),
  access: 'staff-orders',
  errors: ['not-found', 'not-now'],
  fulfils: ['R1.12'],
});
