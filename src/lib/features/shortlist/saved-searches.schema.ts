/** Searches that people save, to hear of what is new. Browser-safe. */
import { formDefinition } from '#lib/forms/form.schema.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import type { City, Place, School } from '#lib/features/geo/geo.schema.ts';
import type { ListFilter } from '#lib/features/catalogue/filter-code.rules.ts';

/** Searches that one person may save. */
export const savedSearchesMost = 30;
/** Homes that may fit a search of which news is told: of more, nobody can tell what is new. */
export const fittingMost = 2_000;

/** How often somebody hears of a search. */
export const paces = ['at-once', 'daily', 'weekly', 'never'] as const;
export type Pace = (typeof paces)[number];
export const paceWords = {
  'at-once': 'searches.pace_at_once',
  daily: 'searches.pace_daily',
  weekly: 'searches.pace_weekly',
  never: 'searches.pace_never',
} as const satisfies Record<Pace, MessageKey>;

/** Where homes are looked for, by id. */
export type PlaceRef = { readonly kind: 'city' | 'school' | 'place'; readonly id: number };

/** What a search asks: homes for rent at a place, with what is asked of them. Order and page are the usual ones. */
export type Asked = { readonly place: City | School | Place; readonly filter: ListFilter };

/** A search as it is kept. `ask`: filter code. */
export type StoredSearch = {
  readonly id: number;
  readonly ref: PlaceRef;
  readonly ask: string;
  readonly pace: Pace;
  /** Homes that fitted when it was looked at last, and before. */
  readonly known: readonly number[];
  /** Whether more homes fitted than `fittingMost`. */
  readonly isWide: boolean;
  readonly lookedAt: Date;
  readonly createdAt: Date;
};

/** A place as it stands in addresses and forms. */
export const placeRefPattern = /^(?:city|school|place)-[1-9]\d{0,8}$/;

/** `search_id`: of one that is saved; empty for a new one. `act`: `save`, also for another pace, or `remove`. */
export const savedSearchForm = formDefinition({
  id: 'saved-search',
  fields: [
    { kind: 'hidden', name: 'act', label: 'shortlist.act', required: true, rules: [{ kind: 'reg', pattern: /^(?:save|remove)$/ }], maxLength: 6 },
    { kind: 'hidden', name: 'search_id', label: 'searches.title', rules: [{ kind: 'reg', pattern: /^\d{0,9}$/ }], maxLength: 9 },
    { kind: 'hidden', name: 'place', label: 'searches.title', rules: [{ kind: 'reg', pattern: placeRefPattern }], maxLength: 20 },
    { kind: 'hidden', name: 'ask', label: 'searches.title', rules: [{ kind: 'reg', pattern: /^[a-z0-9-]*$/ }], maxLength: 500 },
    {
      kind: 'radio',
      name: 'pace',
      label: 'searches.pace',
      required: { field: 'act', is: 'save' },
      choices: paces.map((value) => ({ value, label: paceWords[value] })),
    },
  ],
  submit: 'searches.save',
});
