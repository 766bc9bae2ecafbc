/** Decisions about groups, and the pages of their forms. Pure, browser-safe. */
import { nightsBetween } from '#lib/dates/dates.ts';
import type { OrderState } from '#lib/features/orders/order.process.rules.ts';
import { partPath } from '#lib/features/orders/order-pages.rules.ts';
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { FormName } from '#lib/forms/form-names.ts';
import { groupActContract, joinGroupContract, makeGroupContract } from './groups.contract.ts';
import { groupActForm, joinGroupForm, makeGroupForm } from './groups.schema.ts';
import type { Group, GroupAct, KeptPlaces, Member } from './groups.schema.ts';

/** Whether beds are kept for a group still, and its link opens. */
export const isOpen = ({ until, endedAt }: Pick<Group, 'until' | 'endedAt'>, now: Date): boolean => endedAt === undefined && until > now;

/** Whether its maker ended it: by its time it ends no sooner. */
export const wasEnded = ({ until, endedAt }: Pick<Group, 'until' | 'endedAt'>): boolean => endedAt !== undefined && endedAt < until;

/** States in which an application is over for its group: whoever has it does not move in with the others. */
const over: readonly OrderState[] = ['cancelled', 'expired', 'refunding', 'refunded'];
export const hasLeft = (to: OrderState): boolean => over.includes(to);

/** Places that nobody has. @example placesLeft([{ left: 2 }, { left: 0 }]) // 2 */
export const placesLeft = (places: readonly Pick<KeptPlaces, 'left'>[]): number => places.reduce((sum, { left }) => sum + left, 0);

/** Whether places are left that are of another lease than that of who made the group. */
export const isMixed = (group: Pick<Group, 'tenancyId'>, places: readonly Pick<KeptPlaces, 'left' | 'tenancyId'>[]): boolean =>
  places.some(({ left, tenancyId }) => left > 0 && tenancyId !== group.tenancyId);

type Days = { readonly from: string; readonly to: string };

/**
 * The days that somebody with another lease lives with the group; undefined where that is less than half of the time: they would hardly meet.
 * @example daysWithin({ moveIn: '2027-09-04', moveOut: '2028-07-01' }, { from: '2027-09-01', to: '2028-08-23' }) // { from: '2027-09-04', to: '2028-07-01' }
 */
export function daysWithin({ moveIn, moveOut }: { readonly moveIn: string; readonly moveOut: string }, days: Days): Days | undefined {
  const own = { from: moveIn > days.from ? moveIn : days.from, to: moveOut < days.to ? moveOut : days.to };
  return nightsBetween(own.from, own.to) * 2 >= Math.max(2, nightsBetween(days.from, days.to)) ? own : undefined;
}

/** What one member may do now: whoever has sent an application leaves by cancelling it. */
export function actsOf(group: Group, me: Pick<Member, 'userId' | 'state' | 'leftAt'>, now: Date): readonly GroupAct[] {
  const [isMaker, isThere] = [group.madeBy === me.userId, me.leftAt === undefined];
  return [
    ...(isMaker && isOpen(group, now) ? (['link', 'change'] as const) : []),
    ...(isThere && me.state === 'draft' ? (['leave'] as const) : []),
    ...(isMaker && isOpen(group, now) ? (['end'] as const) : []),
  ];
}

export const groupPages = {
  'group-make': formPage({
    definition: makeGroupForm,
    contract: makeGroupContract,
    done: (_, { paths }) => `${paths.to('profile_order/group-list')}?done=made`,
  }),
  'group-join': formPage({
    definition: joinGroupForm,
    contract: joinGroupContract,
    valuesOf: ({ token = '' }) => ({ token }),
    done: ({ code }, { paths }) => partPath(paths, code, 'person'),
  }),
  'group-act': formPage({
    definition: groupActForm,
    contract: groupActContract,
    done: ({ act }, { paths }) => `${paths.to('profile_order/group-list')}?done=${act}`,
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;
