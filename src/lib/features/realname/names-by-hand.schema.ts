/** Names that staff confirm by hand: who looked at which document, who agreed, and how it is taken back. Browser-safe. */
import { formDefinition, offering } from '#lib/forms/form.schema.ts';
import type { FormDefinition } from '#lib/forms/form.schema.ts';
import { idDigits } from '#lib/ids/patterns.ts';
import type { StaffId } from '#lib/ids/ids.ts';

export const nameDocuments = ['passport', 'residence-permit', 'travel-document', 'id-card'] as const;
export type NameDocument = (typeof nameDocuments)[number];

/** Why it is done by hand: there is no card of the mainland, the register has it wrong, or it does not answer. */
export const nameReasons = ['no-card', 'register-wrong', 'register-away'] as const;
export type NameReason = (typeof nameReasons)[number];

/** `agree`: by a second of the staff. `end`: it is declined, or taken back. */
export const nameDeeds = ['ask', 'agree', 'end'] as const;
export type NameDeed = (typeof nameDeeds)[number];

/** One that stands or waits; counts once it is agreed to. */
export type NameByHand = {
  readonly id: number;
  readonly name: string;
  readonly document: NameDocument;
  readonly reason: NameReason;
  readonly note: string;
  readonly askedBy: StaffId;
  readonly askedAt: Date;
  readonly agreedBy: StaffId | undefined;
  readonly agreedAt: Date | undefined;
};

/** What can be done now, and by whom: nobody agrees to what they asked for. @example nameDeedsFor(undefined, 1) // ['ask'] */
export function nameDeedsFor(open: Pick<NameByHand, 'askedBy' | 'agreedAt'> | undefined, me: number): readonly NameDeed[] {
  if (!open) return ['ask'];
  return open.agreedAt === undefined && Number(open.askedBy) !== me ? ['agree', 'end'] : ['end'];
}

const asking = { field: 'deed', is: 'ask' } as const;

export const nameByHandForm = formDefinition({
  id: 'staff-realname',
  fields: [
    { kind: 'hidden', name: 'user_id', label: 'staff.who', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] },
    // What the page showed: another one is not agreed to unseen.
    { kind: 'hidden', name: 'word', label: 'realname.title', maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] },
    {
      kind: 'radio',
      name: 'deed',
      label: 'realname.hand_deed',
      required: true,
      choices: [
        { value: 'ask', label: 'realname.hand_ask', note: 'realname.hand_ask_note' },
        { value: 'agree', label: 'realname.hand_agree', note: 'realname.hand_agree_note' },
        { value: 'end', label: 'realname.hand_end', note: 'realname.hand_end_note' },
      ],
    },
    { kind: 'text', name: 'name', label: 'realname.hand_name', hint: 'realname.hand_name_hint', maxLength: 120, required: asking, when: asking },
    {
      kind: 'select',
      name: 'document',
      label: 'realname.hand_document',
      none: 'realname.hand_none',
      required: asking,
      when: asking,
      choices: [
        { value: 'passport', label: 'realname.document_passport' },
        { value: 'residence-permit', label: 'realname.document_residence' },
        { value: 'travel-document', label: 'realname.document_travel' },
        { value: 'id-card', label: 'realname.document_card' },
      ],
    },
    {
      kind: 'select',
      name: 'reason',
      label: 'staff.reason',
      none: 'realname.hand_none',
      required: asking,
      when: asking,
      choices: [
        { value: 'no-card', label: 'realname.reason_no_card' },
        { value: 'register-wrong', label: 'realname.reason_wrong' },
        { value: 'register-away', label: 'realname.reason_away' },
      ],
    },
    { kind: 'textarea', name: 'note', label: 'realname.hand_note', hint: 'realname.hand_note_hint', maxLength: 500, rows: 3, required: asking, when: asking },
  ],
  submit: 'realname.hand_send',
  ends: { asks: 'step' },
  answers: ['staff.not_now', 'realname.hand_same'],
});

/** The form with what can be done now. */
export const nameByHandFormFor = (deeds: readonly NameDeed[]): FormDefinition => ({
  ...nameByHandForm,
  fields: offering(nameByHandForm.fields, deeds),
});
