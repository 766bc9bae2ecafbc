/** What a home was like when somebody moved in or out: what an entry is, and the form in which one is made. Browser-safe. */
import { named } from '#lib/features/orders/application-forms.schema.ts';
import { orderCodePattern } from '#lib/features/orders/orders.schema.ts';
import { linkKeyField } from '#lib/features/supplier-links/supplier-links.schema.ts';
import { fileMessages } from '#lib/forms/files.schema.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';

export const occasions = ['move-in', 'move-out'] as const;
export type Occasion = (typeof occasions)[number];

/** Where in a home something is. */
export const evidencePlaces = ['bedroom', 'bathroom', 'kitchen', 'living', 'hall', 'outside', 'keys', 'meters'] as const;
export type EvidencePlace = (typeof evidencePlaces)[number];

export const conditions = ['good', 'worn', 'damaged', 'missing'] as const;
export type Condition = (typeof conditions)[number];

/** Who writes down and signs: who lives there, and who lets it. */
export const parties = ['student', 'provider'] as const;
export type Party = (typeof parties)[number];

/** Entries of one order by each party, remarks among them. */
export const mostEntries = 80;
/** Signatures of one order by each party. */
export const mostSignatures = 10;
/** Days after the end of a lease for which entries are kept: disputes about a deposit are begun within a year in most places. */
export const keptDays = 400;

/** A photograph: the file, and the SHA-256 of what is kept of it, in hexadecimal digits. */
export type EvidencePhoto = { readonly file: string; readonly hash: string };

export type EvidenceEntry = {
  /** From 1, in the order in which they were made. */
  readonly number: number;
  readonly party: Party;
  /** The entry of the other party that this is a remark on: it says the same thing is in another condition, and changes nothing of it. */
  readonly about: number | undefined;
  readonly occasion: Occasion;
  readonly place: EvidencePlace;
  readonly item: string;
  readonly condition: Condition;
  readonly note: string;
  readonly photos: readonly EvidencePhoto[];
  /** When it reached us. */
  readonly madeAt: Date;
  /** SHA-256 of this entry together with that of the one before. */
  readonly hash: string;
};

/** Who signed everything up to an entry. */
export type EvidenceSignature = {
  /** From 1 in each order. */
  readonly number: number;
  readonly party: Party;
  /** The last entry that is signed, with all before it. */
  readonly entries: number;
  readonly name: string;
  /** Where it came from, and what keeps its digest from being guessed. Only who signed sees them. */
  readonly address: string;
  readonly salt: string;
  readonly madeAt: Date;
  /** SHA-256 of this signature together with what stands before it. */
  readonly hash: string;
};

const code = { kind: 'hidden', name: 'code', label: 'orders.code', required: true, maxLength: 9, rules: [{ kind: 'reg', pattern: orderCodePattern }] } as const;

const condition = {
  kind: 'radio',
  name: 'condition',
  label: 'evidence.condition',
  required: true,
  choices: [
    { value: 'good', label: 'evidence.good' },
    { value: 'worn', label: 'evidence.worn' },
    { value: 'damaged', label: 'evidence.damaged' },
    { value: 'missing', label: 'evidence.missing' },
  ],
} as const;

const said = [
  {
    kind: 'radio',
    name: 'occasion',
    label: 'evidence.occasion',
    required: true,
    choices: [
      { value: 'move-in', label: 'evidence.move_in' },
      { value: 'move-out', label: 'evidence.move_out' },
    ],
  },
  {
    kind: 'select',
    name: 'place',
    label: 'evidence.place',
    required: true,
    choices: [
      { value: 'bedroom', label: 'evidence.bedroom' },
      { value: 'bathroom', label: 'evidence.bathroom' },
      { value: 'kitchen', label: 'evidence.kitchen' },
      { value: 'living', label: 'evidence.living' },
      { value: 'hall', label: 'evidence.hall' },
      { value: 'outside', label: 'evidence.outside' },
      { value: 'keys', label: 'evidence.keys' },
      { value: 'meters', label: 'evidence.meters' },
    ],
  },
  { kind: 'text', name: 'item', label: 'evidence.item', hint: 'evidence.item_hint', required: true, maxLength: 80 },
  condition,
  { kind: 'textarea', name: 'note', label: 'evidence.note', hint: 'evidence.note_hint', maxLength: 500, rows: 3 },
  // One: a form has room for a single photograph as large as phones make them.
  { kind: 'file', name: 'photo', purpose: 'evidence', label: 'evidence.photo', hint: 'evidence.photo_hint' },
] as const;

const ofEntry = { submit: 'evidence.add', answers: [...fileMessages, 'evidence.not_now', 'evidence.enough'] } as const;
export const evidenceForm = formDefinition({ id: 'evidence', fields: [code, ...said], ...ofEntry });
export const supplierEvidenceForm = formDefinition({ id: 'supplier-evidence', fields: [linkKeyField, ...said], ...ofEntry });

const remarked = [
  { kind: 'select', name: 'about', label: 'evidence.about', required: true, choices: { given: true, maxLength: 3 } },
  { ...condition, label: 'evidence.remark_condition' },
  { kind: 'textarea', name: 'note', label: 'evidence.remark', hint: 'evidence.remark_hint', required: true, maxLength: 500, rows: 3 },
] as const;
const ofRemark = { submit: 'evidence.remark_add', answers: ['evidence.not_now', 'evidence.enough', 'forms.choose'] } as const;
export const evidenceRemarkForm = formDefinition({ id: 'evidence-remark', fields: [code, ...remarked], ...ofRemark });
export const supplierRemarkForm = formDefinition({ id: 'supplier-remark', fields: [linkKeyField, ...remarked], ...ofRemark });

const signed = [
  { kind: 'hidden', name: 'hash', label: 'evidence.last_hash', required: true, maxLength: 64, rules: [{ kind: 'reg', pattern: /^[0-9a-f]{64}$/ }] },
  {
    kind: 'text',
    name: 'name',
    label: 'orders.sign_name',
    required: true,
    maxLength: 120,
    rules: named,
    autocomplete: 'name',
  },
] as const;
const ofSignature = { submit: 'evidence.sign', answers: ['evidence.sign_changed', 'evidence.sign_nothing', 'evidence.sign_enough'] } as const;
/** Of the wording of what is agreed to by signing; it changes whenever that does. */
export const signingVersion = '2026-12-01';
export const evidenceSignForm = formDefinition({
  id: 'evidence-sign',
  fields: [code, ...signed],
  consents: [{ id: 'seen', version: signingVersion, text: 'evidence.consent_seen', required: true }],
  ...ofSignature,
});
export const supplierSignForm = formDefinition({
  id: 'supplier-sign',
  fields: [linkKeyField, ...signed],
  consents: [{ id: 'seen', version: signingVersion, text: 'evidence.consent_seen', required: true }],
  ...ofSignature,
});

export const evidenceLinkActs = ['send', 'end'] as const;
export type EvidenceLinkAct = (typeof evidenceLinkActs)[number];
const linkAct = {
  kind: 'hidden',
  name: 'act',
  label: 'staff.action',
  required: true,
  maxLength: 4,
  rules: [{ kind: 'reg', pattern: /^(?:send|end)$/ }],
} as const;
const ofLink = { submit: 'evidence.link_send', answers: ['evidence.link_no_address', 'evidence.link_too_many', 'evidence.link_not_now'] } as const;
export const evidenceLinkForm = formDefinition({ id: 'evidence-link', fields: [code, linkAct], ...ofLink });
export const staffEvidenceLinkForm = formDefinition({ id: 'desk-evidence-link', fields: [code, linkAct], ...ofLink });
