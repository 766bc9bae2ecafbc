/** Calls of reviews after a stay. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { removals } from '#lib/features/catalogue/listings.schema.ts';
import { orderCodePattern } from '#lib/features/orders/orders.schema.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import * as forms from './reviews.schema.ts';

const code = z.string().check(z.regex(orderCodePattern), z.describe('Names the order'));
const own = z.object({
  review: z.string().check(z.describe('Names the review')),
  code,
  house_name: z.string(),
  kind: z.enum(forms.stayReviewKinds),
  state: z.enum(forms.stayReviewStates),
  score: z.int(),
  text: z.string(),
  written_at: z.string(),
  reason: z.nullable(z.enum(removals)),
  reply: z.string(),
});

export const reviewContract = contract({
  name: 'order-comment',
  summary: 'Says what moving into a home, or living there, was like; it can be changed until staff have read it, and is shown after that.',
  method: 'POST',
  path: '/_appApi/order/comment',
  input: inputOf(forms.reviewForm),
  output: z.object({ code, kind: z.enum(['check-in', 'stay']), review: z.string() }),
  access: 'login',
  realname: true,
  errors: ['not-found'],
  fulfils: ['R2.110', 'R2.137', 'R4.057', 'R4.058'],
});

export const ownReviewsContract = contract({
  name: 'order-comments',
  summary: 'What who is signed in has said of their stays, newest first.',
  method: 'GET',
  path: '/_appApi/order/comments',
  input: z.object({}),
  output: z.object({ items: z.array(own) }),
  access: 'login',
  fulfils: ['R2.144'],
});

export const withdrawReviewContract = contract({
  name: 'order-comment-withdraw',
  summary: 'Takes a review of one’s own back; pages show it no longer, and count that there was one.',
  method: 'POST',
  path: '/_appApi/order/comment/withdraw',
  input: inputOf(forms.withdrawForm),
  output: z.object({ code }),
  access: 'login',
  errors: ['not-found'],
  fulfils: ['R2.138'],
});

export const evaluateServiceContract = contract({
  name: 'service-evaluation',
  summary: 'Says how we did with an order. Staff alone read it.',
  method: 'POST',
  path: '/_appApi/order/service',
  input: inputOf(forms.serviceForm),
  output: z.object({ code }),
  access: 'login',
  errors: ['not-found'],
  fulfils: ['R2.164'],
});

export const staffReviewContract = contract({
  name: 'desk-review',
  summary: 'Shows a review or its provider’s answer, removes it or refuses that for a reason, asks the provider for one, or adds what they say.',
  method: 'POST',
  path: '/_appApi/staff/comment',
  input: inputOf(forms.staffReviewForm),
  output: z.object({}),
  access: 'staff-homes',
  errors: ['not-found'],
  fulfils: ['R1.32', 'R3.69'],
});

export const answerReviewContract = contract({
  name: 'supplier-review-answer',
  summary: 'Answers a review as the provider of the home, with the key of a link; it can be changed once, and is shown after staff have read it.',
  method: 'POST',
  path: '/_appApi/supplier/review',
  input: inputOf(forms.answerForm),
  output: z.object({ state: z.literal('waiting') }),
  access: 'public',
  csrf: 'always',
  limit: 'outside',
  errors: ['not-found'],
  fulfils: ['R1.32', 'R3.69'],
});
