/** Calls that do something to many threads at once, for staff. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { batchForm, undoBatchForm } from './batches.schema.ts';

const batch = z.object({ batch_id: z.int().check(z.describe('Number of what was done together, by which it is looked at and undone')) });
const ofDesk = { method: 'POST', access: 'staff-desk', output: batch, errors: ['not-found'], fulfils: ['R1.02'] } as const;

export const deskBatchContract = contract({
  ...ofDesk,
  name: 'desk-batch',
  summary: 'Takes, gives, closes or opens up to fifty threads at once. Nobody outside is told; each that cannot be changed is left alone.',
  path: '/_api/staff/enquiries/together',
  input: inputOf(batchForm),
});

export const undoDeskBatchContract = contract({
  ...ofDesk,
  name: 'desk-batch-undo',
  summary: 'Undoes within ten minutes what was done to threads at once, in each that nothing has happened to since.',
  path: '/_api/staff/enquiries/together/undo',
  input: inputOf(undoBatchForm),
});
