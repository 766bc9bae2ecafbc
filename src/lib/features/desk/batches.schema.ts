/** What staff do to many threads at once. Browser-safe. */
import { formDefinition } from '#lib/forms/form.schema.ts';
import { idDigits } from '#lib/ids/patterns.ts';
import type { Enquiry } from '#lib/features/enquiries/enquiries.schema.ts';

/** Threads of one act. */
export const mostAtOnce = 50;
/** Minutes in which it can be undone. */
export const undoMinutes = 10;

/** Acts that take many threads: none of them writes to anybody, and each can be undone. */
export const plainBatchActs = ['claim', 'release', 'wait', 'close', 'reopen'] as const;

/** Why a thread is left alone. `same`: it is so already; `settled`: closed or put away; `taken`: a colleague has it. */
export const skipReasons = ['same', 'settled', 'not-closed', 'taken', 'merged', 'gone', 'changed'] as const;
export type SkipReason = (typeof skipReasons)[number];

/** A thread of an act, as its preview or what came of it shows it. `skipped`: why nothing is done to it. */
export type BatchThread = { readonly enquiry: Enquiry; readonly skipped: SkipReason | undefined };

const threads = {
  kind: 'hidden',
  name: 'threads',
  label: 'desk.threads',
  required: true,
  maxLength: mostAtOnce * 11,
  rules: [{ kind: 'reg', pattern: /^\d{1,10}(?:,\d{1,10}){0,49}$/ }],
} as const;

export const batchForm = formDefinition({
  id: 'desk-batch',
  fields: [
    threads,
    {
      kind: 'hidden',
      name: 'act',
      label: 'staff.action',
      required: true,
      maxLength: 30,
      rules: [{ kind: 'reg', pattern: /^(?:claim|release|wait|close|reopen|give-\d{1,10}|team-[a-z]{2,20})$/ }],
    },
  ],
  submit: 'desk.batch_go',
});

export const undoBatchForm = formDefinition({
  id: 'desk-batch-undo',
  fields: [{ kind: 'hidden', name: 'batch_id', label: 'desk.threads', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] }],
  submit: 'desk.undo',
});
