/** The calls that keep what somebody looks for, and share it. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { shareWishesForm, wishesForm } from './wishes.schema.ts';

export const wishesContract = contract({
  name: 'wishes',
  summary: 'Keeps the card of what somebody looks for, or takes it away.',
  method: 'POST',
  path: '/_buserApi/wishes',
  input: inputOf(wishesForm),
  output: z.object({ done: z.enum(['saved', 'removed']) }),
  access: 'login',
  fulfils: ['R2.132'],
});

export const shareWishesContract = contract({
  name: 'wishes-share',
  summary: 'Makes a link by which others see the card of what somebody looks for, or ends one.',
  method: 'POST',
  path: '/_buserApi/wishes/share',
  input: inputOf(shareWishesForm),
  output: z.object({ done: z.enum(['made', 'ended']) }),
  access: 'login',
  errors: ['login-needed', 'not-found', 'list-full', 'stale-form'],
  fulfils: ['R2.132'],
});
