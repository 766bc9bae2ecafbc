/** Calls of staff. Their session is a cookie of its own, which no call of people reads. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import {
  findPersonForm,
  personForm,
  staffEnrolForm,
  staffLoginForm,
  staffLogoutForm,
  staffProveForm,
  staffZoneForm,
  staffTakeForm,
} from './staff-forms.schema.ts';

const nothing = z.object({});
const entered = z.object({ redirect: z.string().check(z.describe('A path of this site to go on to')) });
const person = z.object({ user_id: z.int().check(z.describe('Number of the account')) });

export const staffLoginContract = contract({
  name: 'staff-login',
  summary: 'Signs a member of staff in by password and one-time code together. Which of them was wrong, and whether there is such a member, is not told.',
  method: 'POST',
  path: '/_api/staff/login',
  input: inputOf(staffLoginForm),
  output: entered,
  access: 'public',
  csrf: 'always',
  limit: 'login',
  errors: ['stale-form'],
  fulfils: ['R1.02'],
});

export const staffTakeContract = contract({
  name: 'staff-take',
  summary: 'Takes the link of a first visit, once: from then on the browser that took it alone goes on, with `staff-enrol`.',
  method: 'POST',
  path: '/_api/staff/take',
  input: inputOf(staffTakeForm),
  output: nothing,
  access: 'public',
  csrf: 'always',
  limit: 'login',
  errors: ['code-gone', 'stale-form'],
  fulfils: ['R1.02'],
});

export const staffEnrolContract = contract({
  name: 'staff-enrol',
  summary: 'Lets a new member of staff in whose browser took their link: sets their password, and signs them in when their device makes the right codes.',
  method: 'POST',
  path: '/_api/staff/enrol',
  input: inputOf(staffEnrolForm),
  output: nothing,
  access: 'public',
  csrf: 'always',
  limit: 'login',
  errors: ['code-gone', 'stale-form'],
  fulfils: ['R1.02'],
});

export const staffLogoutContract = contract({
  name: 'staff-logout',
  summary: 'Ends the session of the member of staff who asks.',
  method: 'POST',
  path: '/_api/staff/logout',
  input: inputOf(staffLogoutForm),
  output: nothing,
  access: 'staff',
  fulfils: ['R1.02'],
});

export const staffProveContract = contract({
  name: 'staff-prove',
  summary: 'Takes a one-time code of the member of staff who asks, for what wants to be shown once more that it is them.',
  method: 'POST',
  path: '/_api/staff/prove',
  input: inputOf(staffProveForm),
  output: entered,
  access: 'staff',
  limit: 'login',
  fulfils: ['R1.02'],
});

export const staffZoneContract = contract({
  name: 'staff-zone',
  summary: 'Sets by the clocks of which time zone the member of staff who asks reads the desk.',
  method: 'POST',
  path: '/_api/staff/zone',
  input: inputOf(staffZoneForm),
  output: nothing,
  access: 'staff',
  fulfils: ['R1.02'],
});

export const staffFindPersonContract = contract({
  name: 'staff-find-person',
  summary: 'Finds an account by its number, or by a whole mail address or phone number.',
  method: 'POST',
  path: '/_api/staff/people/find',
  input: inputOf(findPersonForm),
  output: person,
  access: 'staff-people',
  fulfils: ['R1.02'],
});

export const staffPersonContract = contract({
  name: 'staff-person',
  proof: 'fresh',
  summary: 'Locks an account, unlocks it, or signs its person out everywhere, for a reason that the audit log keeps.',
  method: 'POST',
  path: '/_api/staff/people/change',
  input: inputOf(personForm),
  output: person,
  access: 'staff-people',
  errors: ['not-found'],
  fulfils: ['R1.02'],
});
