/** Parts of the price that were not paid by their day: what staff can decide about one, and what is known of it. Browser-safe. */
import { formDefinition, offering } from '#lib/forms/form.schema.ts';
import type { FormDefinition } from '#lib/forms/form.schema.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';

/** Names such a part: `p12` was asked for by us, `s7` is owed to a provider who collects. */
export const arrearsPartPattern = /^[ps][1-9]\d{0,9}$/;

/** What staff decide: another day, what provider and student have agreed on, or that the stay is over. */
export const arrearsDeeds = ['more-time', 'arranged', 'end'] as const;
export type ArrearsDeed = (typeof arrearsDeeds)[number];

/** The reminders after the one that asked for the part. */
export type ArrearsStep = 'second' | 'last';
/** Days after the due day from which each is sent. */
export const arrearsDays: Readonly<Record<ArrearsStep, number>> = { second: 3, last: 10 };

/** The latest day to which a part can be put off, in days from today. */
export const mostMoreDays = 92;

/** A part of the price whose day is over and that is not paid. Days are of the home. */
export type Arrear = {
  readonly part: string;
  readonly code: string;
  /** What of it has not come. */
  readonly amount: Money;
  readonly dueAt: Date;
  /** That a proof of its transfer waits for the provider who collects. */
  readonly isLookedFor: boolean;
};

export type ArrearsDecision = {
  readonly deed: ArrearsDeed;
  readonly wasDueAt: Date;
  readonly until: string | undefined;
  readonly note: string;
  readonly staffId: StaffId;
  readonly at: Date;
};
export type ArrearsReminder = { readonly step: ArrearsStep; readonly wasDueAt: Date; readonly at: Date };

export const arrearsForm = formDefinition({
  id: 'desk-arrears',
  fields: [
    { kind: 'hidden', name: 'part', label: 'arrears.part', required: true, maxLength: 11, rules: [{ kind: 'reg', pattern: arrearsPartPattern }] },
    {
      kind: 'radio',
      name: 'deed',
      label: 'arrears.deed',
      required: true,
      choices: [
        { value: 'more-time', label: 'arrears.deed_more_time', note: 'arrears.deed_more_time_note' },
        { value: 'arranged', label: 'arrears.deed_arranged', note: 'arrears.deed_arranged_note' },
        { value: 'end', label: 'arrears.deed_end', note: 'arrears.deed_end_note' },
      ],
    },
    {
      kind: 'date',
      name: 'until',
      label: 'arrears.until',
      hint: 'arrears.until_hint',
      required: { field: 'deed', is: 'more-time' },
      when: { field: 'deed', is: 'more-time' },
    },
    { kind: 'textarea', name: 'note', label: 'arrears.note', hint: 'arrears.note_hint', required: true, maxLength: 1_000, rows: 4 },
  ],
  submit: 'arrears.decide',
  ends: { when: { field: 'deed', is: ['end'] }, asks: 'step' },
  answers: ['staff.not_now', 'arrears.until_wrong'],
});

/** The form with what can be decided now. */
export const arrearsFormFor = (deeds: readonly ArrearsDeed[]): FormDefinition => ({
  ...arrearsForm,
  fields: offering(arrearsForm.fields, deeds),
});
