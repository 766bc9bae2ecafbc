/** Calls about a sponsor's link: made and ended by who has the order, and paid by whoever has the link. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import * as forms from './sponsor-forms.schema.ts';

const reference = z.string().check(z.regex(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/));

export const sponsorLinkContract = contract({
  name: 'sponsor-link',
  summary: 'Makes a link that shows an order of yours to somebody who may pay it. Its key is told once and kept as a digest.',
  method: 'POST',
  path: '/_appApi/order/sponsor',
  input: inputOf(forms.sponsorLinkForm),
  output: z.object({ code: z.string(), key: z.string(), url: z.string().check(z.describe('What to send')) }),
  access: 'login',
  errors: ['not-found', 'not-now'],
  fulfils: ['R1.11'],
});

export const sponsorEndContract = contract({
  name: 'sponsor-end',
  summary: 'Ends a link of yours: it opens no more.',
  method: 'POST',
  path: '/_appApi/order/sponsor/end',
  input: inputOf(forms.sponsorEndForm),
  output: z.object({ code: z.string() }),
  access: 'login',
  errors: ['not-found'],
  fulfils: ['R1.11'],
});

export const sponsorPayContract = contract({
  name: 'sponsor-pay',
  summary: 'Begins to pay what is due of the order that a link shows, all of it or a part.',
  method: 'POST',
  path: '/_upay/sponsor/pay',
  input: inputOf(forms.sponsorPayForm),
  output: z.object({ payment: reference, url: z.string().check(z.describe('Where to go on: at the provider, or a page of this site')) }),
  access: 'public',
  csrf: 'always',
  limit: 'outside',
  errors: ['not-found'],
  fulfils: ['R7.102'],
});

export const sponsorTrialContract = contract({
  name: 'sponsor-trial',
  summary: 'Says what should happen to a payment by a link at the provider where no money moves.',
  method: 'POST',
  path: '/_upay/sponsor/trial',
  input: inputOf(forms.sponsorTrialForm),
  output: z.object({ key: z.string(), payment: reference, next: z.enum(['check', 'done']) }),
  access: 'public',
  csrf: 'always',
  limit: 'outside',
  errors: ['not-found'],
  fulfils: ['R7.102'],
});
