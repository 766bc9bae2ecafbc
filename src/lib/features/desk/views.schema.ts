/** Views of lists that staff keep by name. Browser-safe. */
import { formDefinition } from '#lib/forms/form.schema.ts';
import { idDigits } from '#lib/ids/patterns.ts';

/** Lists that can be looked at by a kept view, with their routes. */
export const viewedLists = { inbox: 'staff_inbox', orders: 'staff_orders' } as const;
export type ViewedList = keyof typeof viewedLists;

/** A view as a list offers it. `query`: of the list's address; `by`: whose it is, where it is a colleague's. */
export type DeskView = {
  readonly id: number;
  readonly list: ViewedList;
  readonly name: string;
  readonly query: string;
  readonly isShared: boolean;
  readonly isOwn: boolean;
  readonly by: string | undefined;
};

/** Views of one member for one list, and views that all of them see. */
export const mostViews = 20;
/** Longest name, in characters. */
export const viewNameLength = 40;
/** Longest query, in characters. */
export const viewQueryLength = 600;

export const viewForm = formDefinition({
  id: 'desk-view',
  fields: [
    { kind: 'hidden', name: 'view_id', label: 'desk.view', maxLength: 10, rules: [{ kind: 'reg', pattern: /^(?:new|\d{1,10})$/ }] },
    {
      kind: 'hidden',
      name: 'list',
      label: 'desk.view',
      maxLength: 10,
      rules: [{ kind: 'reg', pattern: new RegExp(`^(?:${Object.keys(viewedLists).join('|')})$`) }],
    },
    { kind: 'hidden', name: 'query', label: 'desk.view', maxLength: viewQueryLength },
    { kind: 'text', name: 'name', label: 'desk.view_name', hint: 'desk.view_name_hint', required: true, maxLength: viewNameLength },
    { kind: 'checkbox', name: 'shared', label: 'desk.view_shared' },
  ],
  submit: 'desk.view_save',
  answers: ['desk.view_enough', 'desk.view_taken'],
});

export const removeViewForm = formDefinition({
  id: 'desk-view-remove',
  fields: [{ kind: 'hidden', name: 'view_id', label: 'desk.view', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] }],
  submit: 'desk.view_remove',
});
