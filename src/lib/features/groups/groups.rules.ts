/** Decisions about groups, and the pages of their forms. Pure, browser-safe. */
import type { OrderState } from '#lib/features/orders/order.process.rules.ts';
import { partPath } from '#lib/features/orders/order-pages.rules.ts';
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { FormName } from '#lib/forms/form-names.ts';
import { groupActContract, joinGroupContract, makeGroupContract } from './groups.contract.ts';
import { groupActForm, joinGroupForm, makeGroupForm } from './groups.schema.ts';
import type { Group, GroupAct, Member } from './groups.schema.ts';

/** Whether beds are kept for a group still, and its link opens. */
export const isOpen = ({ until, endedAt }: Pick<Group, 'until' | 'endedAt'>, now: Date): boolean => endedAt === undefined && until > now;

/** States in which an application is over for its group: whoever has it does not move in with the others. */
const over: readonly OrderState[] = ['cancelled', 'expired', 'refunding', 'refunded'];
export const hasLeft = (to: OrderState): boolean => over.includes(to);

/** Places that nobody has. @example placesLeft({ size: 3 }, [{ leftAt: undefined }]) // 2 */
export const placesLeft = ({ size }: Pick<Group, 'size'>, members: readonly Pick<Member, 'leftAt'>[]): number =>
  Math.max(0, size - members.filter(({ leftAt }) => !leftAt).length);

/** What one member may do now: whoever has sent an application leaves by cancelling it. */
export function actsOf(group: Group, me: Pick<Member, 'userId' | 'state' | 'leftAt'>, now: Date): readonly GroupAct[] {
  const [isMaker, isThere] = [group.madeBy === me.userId, me.leftAt === undefined];
  return [
    ...(isMaker && isOpen(group, now) ? (['link'] as const) : []),
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
