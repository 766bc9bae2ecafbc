/** What is owed to a supplier who collects by themselves, and what they owe back: it stands beside the ledger, which never holds it. Browser-safe. */
import { formDefinition, offering } from '#lib/forms/form.schema.ts';
import type { FormDefinition } from '#lib/forms/form.schema.ts';
import { linkKeyField } from '#lib/features/supplier-links/supplier-links.schema.ts';
import type { Money } from '#lib/money/money.ts';
import type { OrderState } from './order.process.rules.ts';

/** A part of the price that is paid to the supplier. `on`: `booking`, or a day. */
export type SupplierDue = {
  readonly id: number;
  readonly on: string;
  readonly amount: Money;
  readonly dueAt: Date;
  readonly state: 'open' | 'received' | 'withdrawn';
  /** What the applicant brought to show that it was sent; `proofAt` undefined where staff have looked at it in vain. */
  readonly proof: string | undefined;
  readonly proofAt: Date | undefined;
  readonly receivedAt: Date | undefined;
};

/** What a supplier owes back. */
export type SupplierReturn = { readonly id: number; readonly amount: Money; readonly owedAt: Date; readonly returnedAt: Date | undefined };

/** What staff record of a supplier's word; the first two a supplier says by a link too. */
export const supplierActs = ['supplier-paid', 'supplier-refused', 'supplier-returned'] as const;
export type SupplierAct = (typeof supplierActs)[number];

const sum = (amounts: readonly Money[]): bigint => amounts.reduce((all, { minor }) => all + minor, 0n);

/** What of their money a supplier still has: received, less what they owe back or have sent back. Undefined where they have received nothing. */
export function heldBySupplier(dues: readonly SupplierDue[], returns: readonly SupplierReturn[]): Money | undefined {
  const received = dues.filter(({ state }) => state === 'received').map(({ amount }) => amount);
  const [first] = received;
  return first && { minor: sum(received) - sum(returns.map(({ amount }) => amount)), currency: first.currency };
}

/** What a supplier owes back and has not sent; undefined where that is nothing. */
export function owedBySupplier(returns: readonly SupplierReturn[]): Money | undefined {
  const open = returns.filter(({ returnedAt }) => !returnedAt).map(({ amount }) => amount);
  const [first] = open;
  return first && { minor: sum(open), currency: first.currency };
}

/**
 * What can be paid to the supplier now, oldest first. What comes after an order is over is told all the same: it books where a bed is still
 * free, and is owed back where none is.
 */
export function payableDue(state: OrderState, dues: readonly SupplierDue[]): SupplierDue | undefined {
  const isLate = state === 'expired' || state === 'cancelled';
  return dues.find((due) => due.state === 'open') ?? (isLate ? dues.find((due) => due.state === 'withdrawn' && due.on === 'booking') : undefined);
}

/** What staff can record now. */
export function supplierActsFor(state: OrderState, dues: readonly SupplierDue[], returns: readonly SupplierReturn[]): readonly SupplierAct[] {
  const due = payableDue(state, dues);
  return [
    ...(due ? (['supplier-paid'] as const) : []),
    ...(due?.proofAt ? (['supplier-refused'] as const) : []),
    ...(owedBySupplier(returns) ? (['supplier-returned'] as const) : []),
  ];
}

/** What a supplier says of a payment by a link. */
export const supplierWords = ['received', 'not-found'] as const;
export type SupplierWord = (typeof supplierWords)[number];

export const supplierPaymentForm = formDefinition({
  id: 'supplier-payment',
  fields: [
    linkKeyField,
    // The part of the price that the page told: another one is not answered unseen.
    { kind: 'hidden', name: 'due', label: 'orders.supplier_due', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: /^[1-9]\d{0,9}$/ }] },
    {
      kind: 'radio',
      name: 'word',
      label: 'orders.supplier_word',
      required: true,
      choices: [
        { value: 'received', label: 'orders.supplier_word_received' },
        { value: 'not-found', label: 'orders.supplier_word_not_found' },
      ],
    },
    {
      kind: 'textarea',
      name: 'note',
      label: 'orders.supplier_note',
      hint: 'orders.supplier_note_hint',
      maxLength: 500,
      rows: 3,
      when: { field: 'word', is: 'not-found' },
    },
  ],
  submit: 'orders.supplier_say',
  ends: { when: { field: 'word', is: ['received'] }, asks: 'step' },
  answers: ['orders.supplier_not_now'],
});

/** What can be said of a part of the price: one that nobody says was sent, or whose proof was looked at in vain, is not missed once more. */
export const supplierWordsFor = (due: Pick<SupplierDue, 'proofAt'>): readonly SupplierWord[] =>
  supplierWords.filter((word) => word === 'received' || due.proofAt);

/** The form with what can be said now. */
export const supplierPaymentFormFor = (words: readonly SupplierWord[]): FormDefinition => ({
  ...supplierPaymentForm,
  fields: offering(
    supplierPaymentForm.fields.filter((field) => field.name !== 'note' || words.includes('not-found')),
    words,
  ),
});
