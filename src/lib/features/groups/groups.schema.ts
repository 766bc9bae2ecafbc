/** Groups: people who book beds of one home together, each with an application of their own. Browser-safe. */
import type { HouseNames } from '#lib/features/catalogue/local-texts.rules.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { OrderState } from '#lib/features/orders/order.process.rules.ts';
import { orderCodePattern } from '#lib/features/orders/orders.schema.ts';
import type { Order } from '#lib/features/orders/orders.schema.ts';
import { formDefinition } from '#lib/forms/form.schema.ts';
import { idDigits } from '#lib/ids/patterns.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { GroupId, HouseId, OrderId, TenancyId, UnitId, UserId } from '#lib/ids/ids.ts';

/** Groups that one person may make within seven days; one of them may be open. */
export const mostMade = 3;

export type GroupHome = HouseNames & { readonly unit: string; readonly zone: string };

export type Group = {
  readonly id: GroupId;
  readonly code: string;
  readonly houseId: HouseId;
  /** The room and lease of who made it; the others may have another. */
  readonly unitId: UnitId;
  readonly tenancyId: TenancyId;
  /** The days of who made it: those of the others lie within. */
  readonly from: string;
  readonly to: string;
  readonly size: number;
  readonly home: GroupHome;
  readonly madeBy: UserId | undefined;
  /** Which of its links opens. */
  readonly link: number;
  readonly until: Date;
  readonly endedAt: Date | undefined;
};

/** Places of a group that are alike: of one lease, on the same days. */
export type Place = {
  readonly unitId: UnitId;
  readonly tenancyId: TenancyId;
  readonly from: string;
  readonly to: string;
};

/** Beds of one kind that the group keeps and no application has taken. */
export type KeptPlaces = Place & {
  /** What the home calls the room. */
  readonly unit: string;
  readonly kept: number;
  /** Of them, those that nobody in the group is about to take. */
  readonly left: number;
};

/** What the members of a group see of each other. */
export type Member = {
  readonly userId: UserId;
  readonly orderId: OrderId;
  readonly order: string;
  readonly state: OrderState;
  /** The room of their application, and its days. */
  readonly unit: string;
  readonly from: string;
  readonly to: string;
  readonly called: string;
  readonly locale: Locale;
  readonly joinedAt: Date;
  readonly leftAt: Date | undefined;
};

/** `none`: the application is in no group. */
export type GroupMove = 'none' | 'stays' | 'leaves';

/** What orders ask of groups, as part of their transactions. */
export type GroupKeeping = {
  /** The group whose beds an application may take. */
  readonly groupOf: (tx: DbTransaction, orderId: OrderId) => Promise<GroupId | undefined>;
  /**
   * An application comes to a state that keeps no bed. Its bed goes back to its group while that is open; where the application is over
   * its member has left, and the others are told. Returns whether the bed went back.
   */
  readonly letGo: (tx: DbTransaction, order: { readonly id: OrderId }, to: OrderState, now: Date) => Promise<boolean>;
  /**
   * What another lease, or other days, make of an application's place in its group: `stays` where the group keeps a bed for just these that
   * nobody has, `leaves` where it does not. With a transaction the group stays as it is until that ends.
   */
  readonly placeFor: (
    order: Pick<Order, 'id' | 'tenancyId' | 'from' | 'to'>,
    wanted: Pick<Place, 'tenancyId' | 'from' | 'to'>,
    now: Date,
    tx?: DbTransaction,
  ) => Promise<GroupMove>;
  /** Whoever applies is in their group no more; the others are told. */
  readonly leave: (tx: DbTransaction, orderId: OrderId, now: Date) => Promise<void>;
  /** Whether a bed of a lease is kept for somebody by a group of theirs. */
  readonly hasBed: (userId: UserId, tenancyId: TenancyId, now: Date) => Promise<boolean>;
};

export const groupActs = ['link', 'change', 'leave', 'end'] as const;
export type GroupAct = (typeof groupActs)[number];

/**
 * What somebody is called among friends. It goes into the mails of others, so that nothing in it may be taken for an address.
 * @example calledPattern.test('Nguyễn Mai 2') // true @example calledPattern.test('evil.example') // false
 */
const calledPattern = /^(?!.*\.\p{L})[\p{L}\p{M}\p{N} .'’·-]*$/u;
const called = {
  kind: 'text',
  name: 'called',
  label: 'groups.called',
  hint: 'groups.called_hint',
  required: true,
  maxLength: 40,
  autocomplete: 'given-name',
  rules: [{ kind: 'reg', pattern: calledPattern }],
} as const;
const id = { kind: 'hidden', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] } as const;
const plan = {
  kind: 'radio',
  name: 'plan',
  label: 'orders.plan',
  required: true,
  choices: [
    { value: 'in-full', label: 'orders.plan_full' },
    { value: 'instalments', label: 'orders.plan_instalments' },
    { value: 'guarantor-service', label: 'orders.plan_service' },
  ],
} as const;
const leaseChoice = { kind: 'select', choices: { given: true, maxLength: 10 }, rules: [{ kind: 'reg', pattern: idDigits }] } as const;
/** The lease of somebody else in the group; none where there is nobody. */
const placeOf = <const N extends string>(number: N) =>
  ({ ...leaseChoice, name: `place_${number}`, label: { key: 'groups.place_of', values: { number } }, none: 'groups.nobody' }) as const;
const notBegun = ['orders.not_let', 'orders.outside_lease', 'orders.plan_not_there', 'orders.too_many', 'orders.no_email'] as const;

/** R3.55 `isGroup`: somebody makes a group, is its first member, and says which lease each of the others is kept. */
export const makeGroupForm = formDefinition({
  id: 'group-make',
  fields: [
    { ...id, name: 'house_id', label: 'orders.home' },
    { ...id, name: 'unit_id', label: 'orders.unit' },
    { ...id, name: 'tenancy_id', label: 'orders.lease' },
    { kind: 'date', name: 'move_in', label: 'orders.move_in', required: true },
    { kind: 'date', name: 'move_out', label: 'orders.move_out', required: true },
    { ...placeOf('2'), hint: 'groups.place_hint', required: true },
    placeOf('3'),
    placeOf('4'),
    placeOf('5'),
    placeOf('6'),
    called,
    plan,
  ],
  submit: 'groups.make',
  answers: [...notBegun, 'orders.full', 'groups.too_few', 'groups.no_place', 'groups.has_open', 'groups.too_often', 'groups.is_in_already'],
});

/** Who has the link joins with an application of their own. */
export const joinGroupForm = formDefinition({
  id: 'group-join',
  fields: [
    { kind: 'hidden', name: 'token', label: 'groups.link', required: true, maxLength: 240 },
    { ...leaseChoice, name: 'place', label: 'groups.place' },
    called,
    plan,
  ],
  submit: 'groups.join',
  answers: [...notBegun, 'groups.full', 'groups.place_gone', 'groups.is_in_already'],
});

const isChange = { field: 'act', is: 'change' } as const;
export const groupActForm = formDefinition({
  id: 'group-act',
  fields: [
    { kind: 'hidden', name: 'group', label: 'groups.group', required: true, maxLength: 9, rules: [{ kind: 'reg', pattern: orderCodePattern }] },
    {
      kind: 'select',
      name: 'act',
      label: 'orders.act',
      required: true,
      choices: [
        { value: 'link', label: 'groups.act_link' },
        { value: 'change', label: 'groups.act_change' },
        { value: 'leave', label: 'groups.act_leave' },
        { value: 'end', label: 'groups.act_end' },
      ],
    },
    { ...leaseChoice, name: 'from', label: 'groups.change_from', required: isChange, when: isChange },
    { ...leaseChoice, name: 'to', label: 'groups.change_to', required: isChange, when: isChange },
  ],
  submit: 'orders.do_it',
  ends: { when: { field: 'act', is: ['leave', 'end'] }, asks: 'step' },
  answers: ['orders.not_now', 'orders.full', 'groups.place_gone', 'groups.no_place', 'groups.too_few'],
});
