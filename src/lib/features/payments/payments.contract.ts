/** Calls about paying, and those by which staff see to payments. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { paymentMethods, transferMethods } from '#lib/money/payment-methods.ts';
import { moneyForm, payForm, refundForm, sandboxForm, voucherForm } from './payments-forms.schema.ts';
import { payableKinds, paymentStates, requestStates } from './payment-states.schema.ts';

const code = z.string().check(z.regex(/^[\w-]{1,64}$/));
const reference = z.string().check(z.regex(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/));
const minor = z.string().check(z.describe('In minor units of the currency'));

export const payMethodsContract = contract({
  name: 'pay-methods',
  summary: 'How something of yours can be paid, and what is to be paid of it now.',
  method: 'GET',
  path: '/_upay/pay/methods',
  input: z.object({ kind: z.enum(payableKinds), code }),
  output: z.object({ amount: minor, currency: z.string(), methods: z.array(z.enum(paymentMethods)) }),
  access: 'login',
  errors: ['not-found'],
  fulfils: ['R7.101'],
});

export const payContract = contract({
  name: 'pay',
  summary: 'Begins to pay what is asked of you: the amount is ours to say. Again, it goes on with what was begun.',
  method: 'POST',
  path: '/_upay/pay',
  input: inputOf(payForm),
  output: z.object({ payment: reference, url: z.string().check(z.describe('Where to go on: at the provider, or a page of this site')) }),
  access: 'login',
  realname: true,
  repeatable: true,
  limit: 'outside',
  errors: ['not-found'],
  fulfils: ['R7.102'],
});

export const payQueryContract = contract({
  name: 'pay-query',
  summary: 'What became of a payment of yours.',
  method: 'GET',
  path: '/_upay/pay/query',
  input: z.object({ payment: reference }),
  output: z.object({ payment: reference, state: z.enum(paymentStates), held: z.boolean(), request: z.enum(requestStates) }),
  access: 'login',
  errors: ['not-found'],
  fulfils: ['R7.103'],
});

export const voucherContract = contract({
  name: 'pay-voucher',
  summary: 'Brings the proof of a transfer of yours, which staff confirm it against. Another takes its place.',
  method: 'POST',
  path: '/_upay/pay/voucher',
  input: inputOf(voucherForm),
  output: z.object({ payment: reference, method: z.enum(transferMethods) }),
  access: 'login',
  repeatable: true,
  errors: ['not-found'],
  fulfils: ['R2.033'],
});

export const sandboxContract = contract({
  name: 'sandbox-pay',
  summary: 'Says what should happen to a payment at the provider where no money moves.',
  method: 'POST',
  path: '/_upay/sandbox/choose',
  input: inputOf(sandboxForm),
  output: z.object({ payment: reference, next: z.enum(['check', 'done']) }),
  access: 'login',
  errors: ['not-found'],
  fulfils: ['R7.102'],
});

export const staffPaymentContract = contract({
  name: 'staff-payment',
  proof: 'fresh',
  summary: 'Sees to a payment: confirms a transfer or says that none came, books what really came, closes the case, or sends something back.',
  method: 'POST',
  path: '/_upay/staff/payment',
  input: inputOf(moneyForm),
  output: z.object({ payment: reference }),
  access: 'staff-money',
  errors: ['not-found'],
  fulfils: ['R1.02'],
});

export const staffRefundContract = contract({
  name: 'staff-refund',
  proof: 'fresh',
  summary:
    'Agrees to a refund of somebody else of the staff, or not; says that it was sent from our bank, confirms what somebody else says so of, or drops it.',
  method: 'POST',
  path: '/_upay/staff/refund',
  input: inputOf(refundForm),
  output: z.object({ payment: reference }),
  access: 'staff-money',
  errors: ['not-found'],
  fulfils: ['R1.02'],
});
