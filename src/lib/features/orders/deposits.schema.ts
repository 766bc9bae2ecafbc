/** Deposits to give back: what is proposed to be kept of one, and what whoever paid it answers. Browser-safe. */
import type { GiveBack } from '#lib/features/quotes/letting-law.schema.ts';
import type { Collector } from '#lib/features/quotes/quote.schema.ts';
import { linkKeyField } from '#lib/features/supplier-links/supplier-links.schema.ts';
import { formDefinition, offering } from '#lib/forms/form.schema.ts';
import type { Field, FormDefinition } from '#lib/forms/form.schema.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { idDigits } from '#lib/ids/patterns.ts';
import type { Money } from '#lib/money/money.ts';
import type { DepositState } from './deposits.process.rules.ts';
import { orderCodePattern } from './orders.schema.ts';

export const deductionReasons = ['damage', 'cleaning', 'rent', 'bills', 'keys', 'other'] as const;
export type DeductionReason = (typeof deductionReasons)[number];
/** Things for which some of one deposit is kept. */
export const mostDeductions = 5;

/** `evidence`: the entry of what was written down of the home, with its photograph. */
export type Deduction = { readonly reason: DeductionReason; readonly amount: Money; readonly note: string; readonly evidence: number | undefined };

/** What a provider says by a link, or staff for them: how much is to be kept, nothing of it, or how much of it by whom a dispute was settled. */
export const proposalKinds = ['propose', 'whole', 'decided'] as const;
export type ProposalKind = (typeof proposalKinds)[number];

/** What a provider can say themselves: who settles a dispute is not them. */
export const supplierKinds = ['propose', 'whole'] as const satisfies readonly ProposalKind[];
export type SupplierKind = (typeof supplierKinds)[number];

/** Has a link sent to the provider, by which they say it themselves. */
export const askDeed = 'ask';

export const depositAnswers = ['agree', 'dispute'] as const;
export type DepositAnswer = (typeof depositAnswers)[number];

export type Proposal = {
  readonly id: number;
  readonly kind: ProposalKind;
  readonly note: string;
  readonly deductions: readonly Deduction[];
  /** Who of the staff said it; undefined where the provider did, by the link. */
  readonly staffId: StaffId | undefined;
  readonly linkId: number | undefined;
  readonly at: Date;
  readonly answer: { readonly answer: DepositAnswer; readonly note: string; readonly at: Date } | undefined;
};

/** A deposit of a stay that is over. Days are of the home. */
export type DepositReturn = {
  readonly code: string;
  readonly deposit: Money;
  /** Who took it: we, for the provider, or the provider. */
  readonly takenBy: Collector;
  readonly overOn: string;
  readonly law: GiveBack | undefined;
  /** The last day for giving it back; undefined where none is known, or yet. */
  readonly dueOn: string | undefined;
  readonly state: DepositState;
  readonly proposalId: number | undefined;
  readonly givenOn: string | undefined;
};

/** How staff give back what is agreed: through us, by noting that the provider did, or once more where it did not go. */
export const givings = ['us', 'provider', 'again'] as const;
export type Giving = (typeof givings)[number];

const code = { kind: 'hidden', name: 'code', label: 'orders.code', required: true, maxLength: 9, rules: [{ kind: 'reg', pattern: orderCodePattern }] } as const;

const kept = ['propose', 'decided'] as const;

const reasons = [
  { value: 'damage', label: 'deposits.damage' },
  { value: 'cleaning', label: 'deposits.cleaning' },
  { value: 'rent', label: 'deposits.rent' },
  { value: 'bills', label: 'deposits.bills' },
  { value: 'keys', label: 'deposits.keys' },
  { value: 'other', label: 'deposits.other' },
] as const;

/** Fields of one deduction; each asks for the next one. */
const deductionFields = (number: number): readonly Field[] => {
  const given = { field: `reason_${number}`, given: true } as const;
  return [
    {
      kind: 'select',
      name: `reason_${number}`,
      label: { key: 'deposits.reason', values: { number: String(number) } },
      none: 'deposits.no_reason',
      ...(number === 1
        ? { required: { field: 'deed', is: kept }, when: { field: 'deed', is: kept } }
        : { when: { field: `reason_${number - 1}`, given: true } }),
      choices: reasons,
    },
    {
      kind: 'text',
      name: `sum_${number}`,
      label: 'deposits.sum',
      hint: 'deposits.sum_hint',
      inputmode: 'numeric',
      maxLength: 20,
      required: given,
      when: given,
    },
    { kind: 'textarea', name: `note_${number}`, label: 'deposits.note', hint: 'deposits.note_hint', maxLength: 500, rows: 2, required: given, when: given },
    {
      kind: 'select',
      name: `evidence_${number}`,
      label: 'deposits.evidence',
      none: 'deposits.no_evidence',
      choices: { given: true, maxLength: 3 },
      when: given,
    },
  ];
};

export const depositForm = formDefinition({
  id: 'desk-deposit',
  fields: [
    code,
    {
      kind: 'radio',
      name: 'deed',
      label: 'deposits.deed',
      required: true,
      choices: [
        { value: 'propose', label: 'deposits.deed_propose', note: 'deposits.deed_propose_note' },
        { value: 'whole', label: 'deposits.deed_whole', note: 'deposits.deed_whole_note' },
        { value: 'decided', label: 'deposits.deed_decided', note: 'deposits.deed_decided_note' },
        { value: askDeed, label: 'deposits.deed_ask', note: 'deposits.deed_ask_note' },
      ],
    },
    ...[1, 2, 3, 4, 5].flatMap(deductionFields),
    {
      kind: 'textarea',
      name: 'note',
      label: 'deposits.words',
      hint: 'deposits.words_hint',
      maxLength: 1_000,
      rows: 3,
      required: { field: 'deed', is: 'decided' },
    },
  ],
  submit: 'deposits.save',
  ends: { when: { field: 'deed', is: proposalKinds }, asks: 'step' },
  answers: [
    'staff.not_now',
    'deposits.sum_wrong',
    'payments.amount_unclear',
    'deposits.too_much',
    'forms.choose',
    'evidence.link_no_address',
    'evidence.link_too_many',
  ],
} as FormDefinition);

/** What a provider says by a link. */
export const supplierDepositForm = formDefinition({
  id: 'supplier-deposit',
  fields: [
    linkKeyField,
    // What the page showed: what was said meanwhile is not answered unseen.
    { kind: 'hidden', name: 'proposal', label: 'deposits.title', maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] },
    {
      kind: 'radio',
      name: 'deed',
      label: 'deposits.supplier_deed',
      required: true,
      choices: [
        { value: 'propose', label: 'deposits.deed_propose', note: 'deposits.deed_propose_note' },
        { value: 'whole', label: 'deposits.deed_whole', note: 'deposits.supplier_whole_note' },
      ],
    },
    ...[1, 2, 3, 4, 5].flatMap(deductionFields),
    { kind: 'textarea', name: 'note', label: 'deposits.words', hint: 'deposits.supplier_words_hint', maxLength: 1_000, rows: 3 },
  ],
  submit: 'deposits.supplier_send',
  ends: { asks: 'step' },
  answers: ['deposits.supplier_not_now', 'deposits.sum_wrong', 'payments.amount_unclear', 'deposits.too_much', 'forms.choose'],
} as FormDefinition);

/** The form with what can be said now. */
export const depositFormFor = (kinds: readonly (ProposalKind | typeof askDeed)[]): FormDefinition => ({
  ...depositForm,
  fields: offering(depositForm.fields, kinds),
});

export const depositGiveForm = formDefinition({
  id: 'desk-deposit-give',
  fields: [
    code,
    {
      kind: 'radio',
      name: 'how',
      label: 'deposits.how',
      required: true,
      choices: [
        { value: 'us', label: 'deposits.how_us', note: 'deposits.how_us_note' },
        { value: 'provider', label: 'deposits.how_provider', note: 'deposits.how_provider_note' },
        { value: 'again', label: 'deposits.how_again', note: 'deposits.how_again_note' },
      ],
    },
    { kind: 'date', name: 'on', label: 'deposits.given_day', required: { field: 'how', is: 'provider' }, when: { field: 'how', is: 'provider' } },
  ],
  submit: 'deposits.give',
  ends: { asks: 'step' },
  answers: ['staff.not_now', 'deposits.passed_on', 'deposits.day_wrong'],
});

/** The form with the ways there are now. */
export const depositGiveFormFor = (ways: readonly Giving[]): FormDefinition => ({
  ...depositGiveForm,
  fields: offering(depositGiveForm.fields, ways),
});

export const depositAnswerForm = formDefinition({
  id: 'order-deposit',
  fields: [
    code,
    // What the page showed: another proposal is not answered unseen.
    { kind: 'hidden', name: 'proposal', label: 'deposits.title', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] },
    {
      kind: 'radio',
      name: 'answer',
      label: 'deposits.answer',
      required: true,
      choices: [
        { value: 'agree', label: 'deposits.agree', note: 'deposits.agree_note' },
        { value: 'dispute', label: 'deposits.dispute', note: 'deposits.dispute_note' },
      ],
    },
    {
      kind: 'textarea',
      name: 'note',
      label: 'deposits.why',
      hint: 'deposits.why_hint',
      maxLength: 2_000,
      rows: 5,
      required: { field: 'answer', is: 'dispute' },
      when: { field: 'answer', is: 'dispute' },
    },
  ],
  submit: 'deposits.send_answer',
  ends: { asks: 'step' },
  answers: ['deposits.changed', 'orders.not_now'],
});
