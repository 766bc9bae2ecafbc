/** Lists that are shared by a link. Browser-safe. */
import { listNameLength } from '#lib/features/lists/shortlist.rules.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';
import type { UserId } from '#lib/ids/ids.ts';

/** Links that one person may have at a time. */
export const sharedListsMost = 20;
/** Days for which a link may hold; the first stands in the form. */
export const sharedDays = [30, 7, 90] as const;
/** Homes that a shared list shows: the latest kept. */
export const sharedHomesMost = 60;

export type NewSharedList = { readonly name: string; readonly withNotes: boolean; readonly withName: boolean; readonly expiresAt: Date };
export type SharedList = NewSharedList & { readonly id: number };

export type MadeSharedList = SharedList & { readonly madeAt: Date };

/** What whoever has the link is shown. `by`: what its owner is called, where they want it said. */
export type OpenedSharedList = {
  readonly userId: UserId;
  readonly name: string;
  readonly withNotes: boolean;
  readonly by: string | undefined;
  readonly expiresAt: Date;
};

export const shareForm = formDefinition({
  id: 'share-favourites',
  fields: [
    { kind: 'hidden', name: 'list_id', label: 'kept.name', rules: [{ kind: 'reg', pattern: /^\d{1,9}$/ }], maxLength: 9 },
    { kind: 'text', name: 'name', label: 'kept.name', hint: 'kept.name_hint', required: { field: 'list_id', is: '' }, maxLength: listNameLength },
    {
      kind: 'select',
      name: 'days',
      label: 'shortlist.share_days',
      choices: [
        { value: '7', label: 'shortlist.share_days_7' },
        { value: '30', label: 'shortlist.share_days_30' },
        { value: '90', label: 'shortlist.share_days_90' },
      ],
    },
    { kind: 'checkbox', name: 'with_notes', label: 'shortlist.share_notes' },
    { kind: 'checkbox', name: 'with_name', label: 'shortlist.share_by' },
  ],
  submit: 'shortlist.share_make',
});
