/** Somebody's name as their identity card has it, and the form that asks for it. Browser-safe. */
import { formDefinition } from '#lib/forms/form.schema.ts';

/** Version of the wording of the agreement; it changes whenever that does. */
export const realnameConsentVersion = '2026-12-01';

export const realnameForm = formDefinition({
  id: 'realname',
  fields: [
    // Where the one who sends it goes on.
    { kind: 'hidden', name: 'redirect', label: 'realname.title', maxLength: 2_048 },
    { kind: 'text', name: 'name', label: 'realname.name', hint: 'realname.name_hint', required: true, maxLength: 40, autocomplete: 'name' },
    { kind: 'text', name: 'idcard_no', label: 'realname.number', hint: 'realname.number_hint', required: true, maxLength: 24 },
  ],
  // R5.57
  consents: [{ id: 'realname', version: realnameConsentVersion, text: 'realname.consent', required: true, missing: 'realname.agree' }],
  submit: 'realname.send',
  answers: ['realname.agree', 'realname.bad_name', 'realname.bad_number', 'realname.mismatch', 'realname.number_taken'],
});

/** What is told of a name that was given. */
export type ShownRealname = {
  /** The first sign of it alone. */
  readonly name: string;
  /** The last four places of the number. */
  readonly ending: string;
  /** Whether it was found right; while not, nobody could be asked yet. */
  readonly isCertified: boolean;
  /** Whether a register of people said so, or only the number itself. */
  readonly isOfficial: boolean;
  /** Whether staff confirmed it, by a document that no register is asked about; there is no number then. */
  readonly isByHand: boolean;
};
