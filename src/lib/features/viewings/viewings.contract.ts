/** Calls of video viewings. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { referencePattern } from '#lib/ids/patterns.ts';
import { viewingStates } from './viewings.process.rules.ts';
import * as forms from './viewings.schema.ts';

const code = z.string().check(z.regex(referencePattern), z.describe('Names the viewing'));
const named = z.object({ code });
const shown = z.object({
  code,
  house_id: z.number(),
  state: z.enum(viewingStates),
  starts_at: z.string().check(z.describe('ISO instant')),
  minutes: z.number(),
  amount: z.string().check(z.describe('Minor units')),
  currency: z.string(),
  recording: z.string().check(z.describe('Address of the recording; empty where there is none')),
  notes: z.string(),
});

export const viewingSlotsContract = contract({
  name: 'viewing-slots',
  summary: 'Times at which a home can be shown by video, and what that costs.',
  method: 'GET',
  path: '/_appApi/inspection/slots',
  input: z.object({ house_id: z.string().check(z.regex(/^\d{1,10}$/)) }),
  output: z.object({
    amount: z.string(),
    currency: z.string(),
    slots: z.array(z.object({ id: z.number(), starts_at: z.string(), minutes: z.number(), left: z.number() })),
  }),
  access: 'login',
  errors: ['not-found'],
  fulfils: ['R1.38'],
});

export const bookViewingContract = contract({
  name: 'book-viewing',
  summary: 'Takes a place at a video viewing; it is kept for half an hour to be paid.',
  method: 'POST',
  path: '/_appApi/inspection/book',
  input: inputOf(forms.bookViewingForm),
  output: named,
  access: 'login',
  repeatable: true,
  errors: ['not-found', 'stale-form'],
  fulfils: ['R1.38'],
});

export const viewingOrdersContract = contract({
  name: 'viewing-orders',
  summary: 'The video viewings of who is signed in, newest first.',
  method: 'GET',
  path: '/_appApi/inspection/orders',
  input: z.object({}),
  output: z.object({ items: z.array(shown) }),
  access: 'login',
  fulfils: ['R7.120'],
});

export const payViewingContract = contract({
  name: 'pay-viewing',
  summary: 'Where a viewing is paid, with what is owed and until when.',
  method: 'POST',
  path: '/_appApi/inspection/pay',
  input: named,
  output: z.object({ path: z.string().check(z.describe('Of this site')), amount: z.string(), currency: z.string(), pay_until: z.string() }),
  access: 'login',
  errors: ['not-found', 'not-now'],
  fulfils: ['R7.121'],
});

export const cancelViewingContract = contract({
  name: 'cancel-viewing',
  summary: 'Cancels a viewing that has not begun; what comes back is what its page said.',
  method: 'POST',
  path: '/_appApi/inspection/cancel',
  input: inputOf(forms.cancelViewingForm),
  output: named,
  access: 'login',
  errors: ['not-found'],
  fulfils: ['R1.38'],
});

export const moveViewingContract = contract({
  name: 'move-viewing',
  summary: 'Moves a booked viewing to another time of the same city, until a day before it begins.',
  method: 'POST',
  path: '/_appApi/inspection/move',
  input: inputOf(forms.moveViewingForm),
  output: named,
  access: 'login',
  errors: ['not-found'],
  fulfils: ['R1.38'],
});

const ofStaff = { method: 'POST', access: 'staff-orders', errors: ['not-found'] } as const;

export const openSlotsContract = contract({
  ...ofStaff,
  name: 'open-viewing-slots',
  summary: 'Opens times of a day at which homes of a city can be shown.',
  path: '/_appApi/staff/inspection/slots',
  input: inputOf(forms.slotsForm),
  output: z.object({ opened: z.number() }),
  fulfils: ['R1.38'],
});

export const closeSlotContract = contract({
  ...ofStaff,
  name: 'close-viewing-slot',
  summary: 'Takes no more bookings for a time; those that were made stay.',
  path: '/_appApi/staff/inspection/close',
  input: inputOf(forms.closeSlotForm),
  output: z.object({}),
  fulfils: ['R1.38'],
});

export const staffMoveContract = contract({
  ...ofStaff,
  name: 'staff-move-viewing',
  summary: 'Gives a booked viewing another time of the same city. Its reader is told, and gets everything back if they cancel before it begins.',
  path: '/_appApi/staff/inspection/move',
  input: inputOf(forms.staffMoveForm),
  output: named,
  fulfils: ['R1.38'],
});

export const viewingResultContract = contract({
  ...ofStaff,
  name: 'viewing-result',
  proof: { field: 'outcome', is: ['missed'] },
  summary: 'Says what was seen at a viewing, or that it could not be held: then all comes back.',
  path: '/_appApi/staff/inspection/result',
  input: inputOf(forms.viewingResultForm),
  output: named,
  fulfils: ['R1.38'],
});
