/** What is shared by a link: a list of homes, or the card of what somebody looks for. Browser-safe. */
import { dayMs } from '#lib/dates/dates.ts';
import { listNameLength } from '#lib/features/lists/shortlist.rules.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';
import type { Field } from '#lib/forms/form.schema.ts';
import type { UserId } from '#lib/ids/ids.ts';

/** What a link shows: the homes that its owner keeps, or their card. */
export type Shown = 'homes' | 'card';

/** Links of a kind that one person may have at a time. */
export const sharedListsMost = 20;
/** Days for which a link may hold; the first stands in the form. */
export const sharedDays = [30, 7, 90] as const;
/** Homes that a shared list shows: the latest kept. */
export const sharedHomesMost = 60;

export type NewSharedList = { readonly name: string; readonly withNotes: boolean; readonly withName: boolean; readonly expiresAt: Date };
export type SharedList = NewSharedList & { readonly id: number };

export type MadeSharedList = SharedList & { readonly shows: Shown; readonly madeAt: Date };

/** What whoever has the link is shown. `by`: what its owner is called, where they want it said. */
export type OpenedSharedList = {
  readonly userId: UserId;
  readonly name: string;
  readonly withNotes: boolean;
  readonly by: string | undefined;
  readonly expiresAt: Date;
};

/** The link that is to be ended; empty where one is made. */
export const linkId = {
  kind: 'hidden',
  name: 'list_id',
  label: 'kept.name',
  rules: [{ kind: 'reg', pattern: /^\d{1,9}$/ }],
  maxLength: 9,
} as const satisfies Field;

/** For how long a link holds. */
export const linkDays = {
  kind: 'select',
  name: 'days',
  label: 'shortlist.share_days',
  choices: [
    { value: '7', label: 'shortlist.share_days_7' },
    { value: '30', label: 'shortlist.share_days_30' },
    { value: '90', label: 'shortlist.share_days_90' },
  ],
} as const satisfies Field;

/** Whether whoever has a link is told what its owner is called. */
export const linkBy = { kind: 'checkbox', name: 'with_name', label: 'shortlist.share_by' } as const satisfies Field;

/** Until when a link holds. @param days as the form gives them; the first of `sharedDays` where they are none of these. */
export const linkEnd = (days: string | undefined, now: Date): Date =>
  new Date(now.getTime() + (sharedDays.find((one) => String(one) === days) ?? sharedDays[0]) * dayMs);

export const shareForm = formDefinition({
  id: 'share-favourites',
  fields: [
    linkId,
    { kind: 'text', name: 'name', label: 'kept.name', hint: 'kept.name_hint', required: { field: 'list_id', is: '' }, maxLength: listNameLength },
    linkDays,
    { kind: 'checkbox', name: 'with_notes', label: 'shortlist.share_notes' },
    linkBy,
  ],
  submit: 'shortlist.share_make',
});
