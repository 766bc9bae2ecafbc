/** What a supplier says of a contract that a student has signed: by a link, or on paper as staff note it. Browser-safe. */
import { linkKeyField } from '#lib/features/supplier-links/supplier-links.schema.ts';
import type { SupplierLink } from '#lib/features/supplier-links/supplier-links.schema.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';
import type { OrderState } from './order.process.rules.ts';

/** `signed` and `declined`: by a link. `paper`: signed on paper, as staff noted it. */
export const contractWords = ['signed', 'declined', 'paper'] as const;
export type ContractWord = (typeof contractWords)[number];

/** What stands in the timeline of it. */
export type ContractEvent = 'provider-signed' | 'provider-declined' | 'provider-paper' | 'ask-provider';

/** What staff can do about it: send the link again, or note that it was signed on paper. */
export const contractActs = ['ask-provider', 'provider-paper'] as const;
export type ContractAct = (typeof contractActs)[number];

/** States in which a supplier signs: their student has, and nothing is confirmed yet. */
export const countersignedIn: readonly OrderState[] = ['to_pay', 'paid'];

/** Hours after which a supplier who said nothing is reminded, once, and staff see that nothing was heard. */
export const unheardHours = 48;

/** What an applicant has signed. */
export type SignedVersion = { readonly id: number; readonly hash: string; readonly signedAt: Date };

/** What stands of a supplier's word. Names and addresses are the supplier's own. */
export type SaidOfContract = {
  readonly id: number;
  /** Of which version it was said. */
  readonly contractId: number;
  readonly hash: string;
  readonly word: ContractWord;
  /** By which link; undefined on paper. */
  readonly linkId: number | undefined;
  readonly staffId: number | undefined;
  readonly at: Date;
  /** Who signed, and as what; empty where nobody did, or where staff know no more. */
  readonly name: string;
  readonly role: string;
  /** The day on which it was signed on paper; empty by a link. */
  readonly on: string;
  /** Why it was declined. */
  readonly reason: string;
};

/** How far the two sides are. `askedAt`: when the supplier was first asked to sign this version; undefined where nobody was. */
export type BothSides = {
  readonly contract: SignedVersion;
  readonly said: SaidOfContract | undefined;
  readonly isByBoth: boolean;
  readonly askedAt: Date | undefined;
  /** Newest first. */
  readonly links: readonly SupplierLink[];
};

/** What a supplier says of a contract by a link. */
export const contractAnswers = ['sign', 'decline'] as const;

const signing = { field: 'word', is: 'sign' } as const;
const declining = { field: 'word', is: 'decline' } as const;
/** A person's name, or what they are: letters first, no line of more than words. */
const worded = [{ kind: 'reg', pattern: /^\p{L}[\p{L}\p{M}\p{N} .,'’&()/·-]*$/u }] as const;

export const supplierContractForm = formDefinition({
  id: 'supplier-contract',
  fields: [
    linkKeyField,
    // Of what was read: another contract is not signed unseen.
    { kind: 'hidden', name: 'hash', label: 'orders.document', required: true, maxLength: 64, rules: [{ kind: 'reg', pattern: /^[0-9a-f]{64}$/ }] },
    {
      kind: 'radio',
      name: 'word',
      label: 'orders.contract_word',
      required: true,
      choices: [
        { value: 'sign', label: 'orders.contract_word_sign' },
        { value: 'decline', label: 'orders.contract_word_decline' },
      ],
    },
    {
      kind: 'text',
      name: 'name',
      label: 'orders.contract_signer',
      hint: 'orders.contract_signer_hint',
      required: signing,
      when: signing,
      maxLength: 120,
      rules: worded,
      autocomplete: 'name',
    },
    {
      kind: 'text',
      name: 'role',
      label: 'orders.contract_role',
      hint: 'orders.contract_role_hint',
      required: signing,
      when: signing,
      maxLength: 80,
      rules: worded,
      autocomplete: 'organization-title',
    },
    {
      kind: 'textarea',
      name: 'reason',
      label: 'orders.contract_reason',
      hint: 'orders.contract_reason_hint',
      required: declining,
      when: declining,
      maxLength: 500,
      rows: 3,
    },
  ],
  consents: [{ id: 'authority', version: '2026-12', text: 'orders.consent_authority', required: signing, when: signing }],
  submit: 'orders.contract_send',
  ends: { when: declining, asks: 'step' },
  answers: ['orders.contract_changed', 'orders.contract_not_now', 'orders.contract_offer_changed', 'orders.sign_unprintable'],
});
