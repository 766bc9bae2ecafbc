/** What somebody looks for, as a card of their account. Browser-safe. */
import { unitTypes } from '#lib/features/catalogue/filter-code.rules.ts';
import type { UnitType } from '#lib/features/catalogue/filter-code.rules.ts';
import type { City, School } from '#lib/features/geo/geo.schema.ts';
import { linkBy, linkDays, linkId } from '#lib/features/shortlist/shared-lists.schema.ts';
import { listNameLength } from '#lib/features/lists/shortlist.rules.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';
import type { Field } from '#lib/forms/form.schema.ts';

export type Wishes = {
  readonly place: City | School;
  readonly moveIn: string | undefined;
  readonly weeks: number | undefined;
  /** Most a week, in whole units of the place's currency. */
  readonly rent: number | undefined;
  readonly types: readonly UnitType[];
};

/** Longest lease and highest rent a card may name. */
export const wishBounds = { weeks: 104, rent: 99_999 } as const;

/** The box of a type. @example typeBox('studio') // 'type_studio' */
export const typeBox = (type: UnitType): string => `type_${type}`;

/** What each type is called. */
export const typeLabels = {
  studio: 'codes.unit_type_studio',
  ensuite: 'codes.unit_type_ensuite',
  'one-bedroom': 'codes.unit_type_one_bedroom',
  'two-bedroom': 'codes.unit_type_two_bedroom',
  'shared-room': 'codes.unit_type_shared_room',
  'whole-apartment': 'codes.unit_type_whole_apartment',
  house: 'codes.unit_type_house',
  homestay: 'codes.unit_type_homestay',
} as const satisfies Record<UnitType, MessageKey>;

const act = {
  kind: 'hidden',
  name: 'act',
  label: 'wishes.title',
  required: true,
  maxLength: 6,
  rules: [{ kind: 'reg', pattern: /^(?:save|remove)$/ }],
} as const;

export const wishesForm = formDefinition({
  id: 'wishes',
  fields: [
    act,
    {
      kind: 'text',
      name: 'place',
      label: 'wishes.place',
      hint: 'wishes.place_hint',
      required: { field: 'act', is: 'save' },
      maxLength: 80,
      inputmode: 'search',
    },
    { kind: 'date', name: 'move_in', label: 'wishes.move_in' },
    { kind: 'number', name: 'weeks', label: 'wishes.weeks', maxLength: 3 },
    { kind: 'number', name: 'rent', label: 'wishes.rent', hint: 'wishes.rent_hint', maxLength: 5 },
    ...unitTypes.map((type): Field => ({ kind: 'checkbox', name: typeBox(type), label: typeLabels[type] })),
  ],
  submit: 'wishes.save',
  answers: ['wishes.no_place', 'wishes.out_of_range', 'wishes.past'],
});

/** A link by which others see the card, or the end of one. Its name is for its owner. */
export const shareWishesForm = formDefinition({
  id: 'share-wishes',
  fields: [
    linkId,
    {
      kind: 'text',
      name: 'name',
      label: 'wishes.share_name',
      hint: 'wishes.share_name_hint',
      required: { field: 'list_id', is: '' },
      maxLength: listNameLength,
    },
    linkDays,
    linkBy,
  ],
  submit: 'shortlist.share_make',
  answers: ['shortlist.share_name_wrong'],
});

/** The same call, for who wants the card gone. */
export const removeWishesForm = formDefinition({ id: 'wishes-remove', fields: [act], submit: 'wishes.remove' });
