/** Calls about beds that are kept for somebody, and lines they stand in. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { bedActs, bedForm, stockCaseForm } from './stock-forms.schema.ts';

export const bedContract = contract({
  name: 'bed',
  summary:
    'Keeps a bed of a lease for ten minutes, once for ten more, or until a day after a viewing that is booked, or lets it go; joins the line of those who wait for one, or leaves it.',
  method: 'POST',
  path: '/_appApi/bed',
  input: inputOf(bedForm),
  output: z.object({
    act: z.enum(bedActs),
    until: z.nullable(z.string().check(z.describe('When the bed is let go, of what is kept'))),
    seconds_left: z.int(),
    booking: z.nullable(z.string().check(z.describe('What the page of booking is asked for this lease'))),
  }),
  access: 'login',
  errors: ['login-needed', 'not-found', 'stale-form', 'sold-out'],
  fulfils: [],
});

export const bedsContract = contract({
  name: 'beds',
  summary: 'What is kept for whoever asks, and the lines they stand in.',
  method: 'GET',
  path: '/_appApi/beds',
  input: z.object({}),
  output: z.object({
    holds: z.array(
      z.object({
        hold_id: z.int(),
        tenancy_id: z.int(),
        kind: z.enum(['checkout', 'waiting', 'viewing']),
        until: z.string(),
        seconds_left: z.int(),
        extended: z.boolean(),
      }),
    ),
    waiting: z.array(z.object({ tenancy_id: z.int(), position: z.int(), joined_at: z.string(), offered_until: z.nullable(z.string()) })),
  }),
  access: 'login',
  errors: ['login-needed'],
  fulfils: [],
});

export const settleStockCaseContract = contract({
  name: 'stock-case',
  summary: 'Says that staff have seen to a lease of which we sold more than its provider has left.',
  method: 'POST',
  path: '/_api/staff/stock/settle',
  input: inputOf(stockCaseForm),
  output: z.object({ case_id: z.int() }),
  access: 'staff-orders',
  errors: ['not-found'],
  fulfils: ['R1.02'],
});
