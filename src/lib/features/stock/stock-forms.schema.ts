/** What people do about beds, as a form: each button of a page is one act for one lease. Browser-safe. */
import { formDefinition } from '#lib/forms/form.schema.ts';
import { idDigits } from '#lib/ids/patterns.ts';
import type { MessageKey } from '#lib/i18n/t.ts';

/** Keep a bed, keep it longer, or until a viewing, let it go; wait in line for one, leave the line. */
export const bedActs = ['hold', 'longer', 'view', 'let-go', 'wait', 'leave'] as const;
export type BedAct = (typeof bedActs)[number];

/** What is said when it is done. */
export const actDone = {
  hold: 'stock.did_hold',
  longer: 'stock.did_longer',
  view: 'stock.did_view',
  'let-go': 'stock.did_let_go',
  wait: 'stock.did_wait',
  leave: 'stock.did_leave',
} as const satisfies Record<BedAct, MessageKey>;

/** Pages on which a bed is booked, applied for or kept, which are come back to: `book`, or a part of an application, or a viewing, with its code. */
const bookingPlace = /^(?:book|(?:person|mini|details|review|change|viewing) [\dA-Z]{4}-[\dA-Z]{4})$/;

export const bedForm = formDefinition({
  id: 'bed',
  fields: [
    { kind: 'hidden', name: 'tenancy_id', label: 'stock.lease', required: true, rules: [{ kind: 'reg', pattern: idDigits }], maxLength: 10 },
    {
      kind: 'hidden',
      name: 'act',
      label: 'stock.act',
      required: true,
      rules: [{ kind: 'reg', pattern: /^(?:hold|longer|view|let-go|wait|leave)$/ }],
      maxLength: 6,
    },
    { kind: 'hidden', name: 'at', label: 'stock.lease', rules: [{ kind: 'reg', pattern: bookingPlace }], maxLength: 17 },
  ],
  submit: 'stock.wait',
  answers: [
    'stock.no_free',
    'stock.no_gone',
    'stock.no_many_holds',
    'stock.no_many_lists',
    'stock.no_over',
    'stock.no_longer',
    'stock.no_viewing',
    'stock.no_far',
    'stock.no_seen',
    'stock.no_line',
    'stock.no_one_kept',
  ],
});

/** A case that staff have seen to. */
export const stockCaseForm = formDefinition({
  id: 'stock-case',
  fields: [{ kind: 'hidden', name: 'case_id', label: 'stock.case_number', required: true, rules: [{ kind: 'reg', pattern: idDigits }], maxLength: 10 }],
  submit: 'stock.case_settle',
});
