/** Contacts of an account that somebody else has proved: numbers and addresses are given out again. Browser-safe. */
import { formDefinition } from '#lib/forms/form.schema.ts';
import { idDigits } from '#lib/ids/patterns.ts';

/** `waiting`: the contact goes to the other account on a day; `case`: staff decide; `kept`: it stays where it is. */
export const claimStates = ['waiting', 'case', 'kept'] as const;
export type ClaimState = (typeof claimStates)[number];

export const claimDecisions = ['give', 'keep'] as const;
export type ClaimDecision = (typeof claimDecisions)[number];
/** Why: words alone, because the audit log keeps them for good. */
export const claimReasons = ['shown', 'agreed', 'unused', 'doubt', 'law'] as const;
export type ClaimReason = (typeof claimReasons)[number];

/** Days for which it is remembered that a contact was kept. */
export const keptClaimDays = 180;

/** Somebody says that a code's account is theirs. */
export const mineForm = formDefinition({ id: 'login-mine', fields: [], submit: 'accounts.whose_mine' });

export const claimForm = formDefinition({
  id: 'claim-contact',
  fields: [{ kind: 'checkbox', name: 'sure', label: 'accounts.claim_sure', required: true }],
  submit: 'accounts.claim',
  ends: { asks: 'page' },
});

/** Keeps every contact that others claim. */
export const keepForm = formDefinition({ id: 'keep-contact', fields: [], submit: 'accounts.keep' });

export const staffClaimForm = formDefinition({
  id: 'staff-claim',
  fields: [
    { kind: 'hidden', name: 'claim', label: 'staff.claims', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] },
    {
      kind: 'select',
      name: 'decision',
      label: 'staff.action',
      required: true,
      choices: { given: true, maxLength: 10 },
      rules: [{ kind: 'reg', pattern: new RegExp(`^(?:${claimDecisions.join('|')})$`) }],
    },
    {
      kind: 'select',
      name: 'reason',
      label: 'staff.reason',
      required: true,
      choices: { given: true, maxLength: 10 },
      rules: [{ kind: 'reg', pattern: new RegExp(`^(?:${claimReasons.join('|')})$`) }],
    },
  ],
  submit: 'staff.do_it',
  ends: { asks: 'step' },
});
