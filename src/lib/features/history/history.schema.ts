/** What somebody looked at and searched for: shapes and bounds. Browser-safe. */
import { formDefinition } from '#lib/forms/form.schema.ts';
import { searchGroups } from '#lib/search-text/documents.ts';
import type { SearchGroup } from '#lib/search-text/documents.ts';

/** Homes, and searches, on an account. */
export const historyMost = 50;
/** Homes that a device is told of: as many as it keeps. */
export const toldMost = 24;
/** Days after which an entry is forgotten; nothing older is taken over. */
export const historyDays = 90;

/** `seen`: a home that was looked at; the others were picked from a search. */
export const historyKinds = ['seen', ...searchGroups] as const;
export type HistoryKind = 'seen' | SearchGroup;

/** The account's word of a thing: looked at, or taken off, at that moment. */
export type HistoryWord = { readonly kind: HistoryKind; readonly id: number; readonly at: Date; readonly isRemoved: boolean };
export type HistoryEntry = Pick<HistoryWord, 'kind' | 'id' | 'at'>;

export type HistorySettings = { readonly isOn: boolean; readonly forgottenAt: Date | undefined };
/** An account's history, newest first; without entries where it is switched off. */
export type History = { readonly isOn: boolean; readonly entries: readonly HistoryEntry[] };

/** One button each: takes one thing off, forgets everything, switches off or on. */
export const historyForm = formDefinition({
  id: 'history',
  fields: [
    { kind: 'hidden', name: 'act', label: 'history.title', required: true, rules: [{ kind: 'reg', pattern: /^(?:remove|forget|off|on)$/ }], maxLength: 6 },
    { kind: 'hidden', name: 'kind', label: 'history.title', rules: [{ kind: 'reg', pattern: /^[a-z_]*$/ }], maxLength: 20 },
    { kind: 'hidden', name: 'target', label: 'history.title', rules: [{ kind: 'reg', pattern: /^\d*$/ }], maxLength: 10 },
  ],
  submit: 'history.remove',
});
