/** What is held for providers, and the form by which staff record what was passed on. Browser-safe. */
import type { DbTransaction } from '#lib/db/database.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';
import { idDigits } from '#lib/ids/patterns.ts';
import type { StaffId, SupplierId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';

/** What we hold for a provider in a currency; below nothing: what they owe us, as it went back after it was passed on. */
export type Held = { readonly supplierId: SupplierId; readonly name: string; readonly rent: Money; readonly deposit: Money };

export type Payout = {
  readonly id: number;
  readonly rent: Money;
  readonly deposit: Money;
  readonly reference: string;
  readonly by: StaffId;
  readonly at: Date;
};

/** `taken`: a student has paid; `back`: it went back to one, or a bank took it; `again`: that came back; `out`: it was passed on. */
export const movementKinds = ['taken', 'back', 'again', 'out'] as const;
export type MovementKind = (typeof movementKinds)[number];

/** What moved on the accounts of a provider. `code`: of what was paid for, or the reference of a transfer. */
export type Movement = { readonly kind: MovementKind; readonly code: string; readonly amount: Money; readonly at: Date };

/** What is asked to be passed on, field by field. */
export type SaidOfPayout = Readonly<Record<string, string>>;
type PayoutSubject = `supplier:${number}` | `rent:${number}`;
type PayoutAsk = { readonly said: SaidOfPayout; readonly by: string; readonly staffId: StaffId; readonly at: Date };

/** Payouts take two of the staff: what a first one asks for, a second one has to ask for in the same words. */
export type SecondPerson = {
  /**
   * Notes what somebody asks for, in place of what was asked for before. `first`: somebody else has to ask for the same; `same-person`: they did
   * before; else it is to be done now, and who was first.
   */
  ask(tx: DbTransaction, subject: PayoutSubject, said: SaidOfPayout, by: StaffId, now: Date): Promise<'first' | 'same-person' | { readonly first: StaffId }>;
  /** Forgets what was asked for: it is over otherwise. */
  drop(tx: DbTransaction, subject: PayoutSubject): Promise<void>;
  /** What waits for a second person; undefined where nothing does. */
  open(subject: PayoutSubject, now: Date): Promise<PayoutAsk | undefined>;
};

const amount = { kind: 'text', hint: 'payments.payout_hint', maxLength: 20, inputmode: 'text' } as const;

export const payoutForm = formDefinition({
  id: 'payout',
  fields: [
    { kind: 'hidden', name: 'supplier', label: 'payments.payout_title', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] },
    { kind: 'select', name: 'currency', label: 'payments.recon_currency', required: true, choices: { given: true, maxLength: 3 } },
    { ...amount, name: 'rent', label: 'payments.payout_rent_label' },
    { ...amount, name: 'deposit', label: 'payments.payout_deposit_label' },
    { kind: 'text', name: 'reference', label: 'payments.payout_reference', required: true, maxLength: 60 },
  ],
  submit: 'payments.payout_submit',
  ends: { asks: 'step' },
  answers: [
    'payments.payout_wrong',
    'payments.amount_unclear',
    'payments.payout_nothing',
    'payments.payout_too_much',
    'payments.payout_known',
    'payments.payout_not_begun',
    'payments.payout_same_person',
    'forms.choose',
  ],
});
