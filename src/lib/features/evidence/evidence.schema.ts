/** What a home was like when somebody moved in or out: what an entry is, and the form in which one is made. Browser-safe. */
import { orderCodePattern } from '#lib/features/orders/orders.schema.ts';
import { fileMessages } from '#lib/forms/files.schema.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';

export const occasions = ['move-in', 'move-out'] as const;
export type Occasion = (typeof occasions)[number];

/** Where in a home something is. */
export const evidencePlaces = ['bedroom', 'bathroom', 'kitchen', 'living', 'hall', 'outside', 'keys', 'meters'] as const;
export type EvidencePlace = (typeof evidencePlaces)[number];

export const conditions = ['good', 'worn', 'damaged', 'missing'] as const;
export type Condition = (typeof conditions)[number];

/** Entries of one order. */
export const mostEntries = 80;
/** Days after the end of a lease for which entries are kept: disputes about a deposit are begun within a year in most places. */
export const keptDays = 400;

/** A photograph: the file, and the SHA-256 of what is kept of it, in hexadecimal digits. */
export type EvidencePhoto = { readonly file: string; readonly hash: string };

export type EvidenceEntry = {
  /** From 1, in the order in which they were made. */
  readonly number: number;
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

export const evidenceForm = formDefinition({
  id: 'evidence',
  fields: [
    { kind: 'hidden', name: 'code', label: 'orders.code', required: true, maxLength: 9, rules: [{ kind: 'reg', pattern: orderCodePattern }] },
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
    {
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
    },
    { kind: 'textarea', name: 'note', label: 'evidence.note', hint: 'evidence.note_hint', maxLength: 500, rows: 3 },
    // One: a form has room for a single photograph as large as phones make them.
    { kind: 'file', name: 'photo', purpose: 'evidence', label: 'evidence.photo', hint: 'evidence.photo_hint' },
  ],
  submit: 'evidence.add',
  answers: [...fileMessages, 'evidence.not_now', 'evidence.enough'],
});
