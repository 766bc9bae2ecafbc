/** Calls of the desk about homes, for staff. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { checkForm, findHouseForm, houseForm, settleReportForm } from './desk-forms.schema.ts';

const house = z.object({ house_id: z.int().check(z.describe('Number of the home')) });
const ofHomes = { method: 'POST', access: 'staff-homes', fulfils: ['R1.02'] } as const;

export const deskFindHouseContract = contract({
  ...ofHomes,
  name: 'desk-find-home',
  summary: 'Finds a home by its number or by the address of one of its pages, also one that is hidden.',
  path: '/_api/staff/homes/find',
  input: inputOf(findHouseForm),
  output: house,
});

export const deskHouseContract = contract({
  ...ofHomes,
  name: 'desk-home',
  summary: 'Hides a home from all pages at once, shows it again, or notes something about it for other staff.',
  path: '/_api/staff/homes/change',
  input: inputOf(houseForm),
  output: house,
  errors: ['not-found'],
});

export const deskCheckContract = contract({
  ...ofHomes,
  name: 'desk-check',
  summary: 'Says on the page of a home that we checked something, how and when.',
  path: '/_api/staff/homes/check',
  input: inputOf(checkForm),
  output: house,
  errors: ['not-found'],
});

export const deskReportContract = contract({
  ...ofHomes,
  name: 'desk-report',
  summary: 'Sees to a report about a home; the home may be hidden for it.',
  path: '/_api/staff/reports/settle',
  input: inputOf(settleReportForm),
  output: z.object({ report_id: z.int() }),
  errors: ['not-found'],
});
