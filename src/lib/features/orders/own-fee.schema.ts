/** Withdrawing from the operator's own service in an order: its fee goes back by itself. Browser-safe. */
import { formDefinition } from '#lib/forms/form.schema.ts';
import { referencePattern } from '#lib/ids/patterns.ts';
import type { Money } from '#lib/money/money.ts';
import type { PaymentMethod } from '#lib/money/payment-methods.ts';

/** Days after paying within which who bought a service at a distance may withdraw from it. */
export const feeDays = 14;

/** `back`: what the page said would come back. */
export const ownFeeForm = formDefinition({
  id: 'own-fee',
  fields: [
    { kind: 'hidden', name: 'code', label: 'orders.code', required: true, maxLength: 9, rules: [{ kind: 'reg', pattern: referencePattern }] },
    { kind: 'hidden', name: 'back', label: 'orders.back', required: true, maxLength: 40 },
  ],
  submit: 'orders.fee_withdraw',
  ends: { asks: 'page' },
  answers: ['orders.back_changed', 'orders.not_now'],
});

/** What comes back now, how it was paid, and the last day on which it can be asked for where the home is. */
export type FeeOpen = { readonly amount: Money; readonly method: PaymentMethod; readonly until: string };
