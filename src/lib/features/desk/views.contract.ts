/** Calls about views of lists, for staff. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { removeViewForm, viewForm } from './views.schema.ts';

const kept = z.object({
  list: z.enum(['inbox', 'orders']).check(z.describe('The list that it is a view of')),
  query: z.string().check(z.describe('Of the address of that list')),
});
const ofStaff = { method: 'POST', access: 'staff', output: kept, errors: ['not-found'], fulfils: ['R1.02'] } as const;

export const deskViewContract = contract({
  ...ofStaff,
  name: 'desk-view',
  summary: 'Keeps how a list of the desk is looked at by a name, for oneself or for all; or names it anew.',
  path: '/_api/staff/views/save',
  input: inputOf(viewForm),
});

export const removeDeskViewContract = contract({
  ...ofStaff,
  name: 'desk-view-remove',
  summary: 'Takes a view of a list away that one made oneself.',
  path: '/_api/staff/views/remove',
  input: inputOf(removeViewForm),
});
