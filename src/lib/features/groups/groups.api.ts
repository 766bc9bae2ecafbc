import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { userIdOf } from '#lib/api/caller.ts';
import { paymentPlans } from '#lib/features/quotes/quote.schema.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { HouseId, TenancyId, UnitId } from '#lib/ids/ids.ts';
import * as contracts from './groups.contract.ts';
import { isOpen } from './groups.rules.ts';
import { groupActs } from './groups.schema.ts';
import type { GroupsService } from './groups.service.ts';

const notFound = { ok: false, error: 'not-found' } as const;
const notLet = fault('called', 'orders.not_let');

/** Why no application could be begun. */
const notBegun = (reason: string) => {
  switch (reason) {
    case 'outside':
      return fault('called', 'orders.outside_lease');
    case 'no-plan':
      return fault('plan', 'orders.plan_not_there');
    case 'too-many':
      return fault('called', 'orders.too_many');
    case 'no-email':
      return fault('called', 'orders.no_email');
    case 'is-in-one':
      return fault('called', 'groups.is_in_already');
    default:
      return notLet;
  }
};

export function groupCalls(groups: GroupsService): readonly BoundCall[] {
  return [
    bind(contracts.makeGroupContract, async ({ house_id, unit_id, tenancy_id, move_in, move_out, size, called, plan: given }, caller) => {
      const [houseId, unitId, tenancyId] = [parseId<HouseId>(house_id), parseId<UnitId>(unit_id), parseId<TenancyId>(tenancy_id)];
      const plan = paymentPlans.find((one) => one === given);
      if (houseId === undefined || unitId === undefined || tenancyId === undefined) return notLet;
      if (!plan) return fault('plan', 'orders.plan_not_there');
      const wanted = { houseId, unitId, tenancyId, from: move_in, to: move_out, plan, asked: {} };
      const outcome = await groups.make(userIdOf(caller), wanted, { size: Number(size), called }, caller.locale, caller.now);
      if (outcome.ok) return { ok: true, data: outcome.value };
      switch (outcome.reason) {
        case 'sold-out':
          return fault('size', 'groups.too_few');
        case 'has-one':
          return fault('size', 'groups.has_open');
        case 'too-often':
          return fault('size', 'groups.too_often');
        default:
          return notBegun(outcome.reason);
      }
    }),

    bind(contracts.joinGroupContract, async ({ token, called, plan: given }, caller) => {
      const plan = paymentPlans.find((one) => one === given);
      if (!plan) return fault('plan', 'orders.plan_not_there');
      const outcome = await groups.join(userIdOf(caller), token, { called, plan }, caller.locale, caller.now);
      if (outcome.ok) return { ok: true, data: outcome.value };
      if (outcome.reason === 'unknown') return notFound;
      return outcome.reason === 'full' ? fault('called', 'groups.full') : notBegun(outcome.reason);
    }),

    bind(contracts.groupActContract, async ({ group, act: given }, caller) => {
      const act = groupActs.find((one) => one === given);
      if (!act) return notFound;
      const outcome = await groups.act(userIdOf(caller), group, act, caller.now);
      if (outcome.ok) return { ok: true, data: { group, act } };
      return outcome.reason === 'unknown' ? notFound : { ok: false, error: 'not-now' };
    }),

    bind(contracts.groupsContract, async (_, caller) => {
      const userId = userIdOf(caller);
      const items = (await groups.of(userId)).map(({ group, members }) => ({
        group: group.code,
        house_id: group.houseId,
        move_in: group.from,
        move_out: group.to,
        size: group.size,
        until: group.until.toISOString(),
        is_open: isOpen(group, caller.now),
        members: members.map((one) => ({ called: one.called, state: one.state, is_me: one.userId === userId, has_left: one.leftAt !== undefined })),
      }));
      return { ok: true, data: { items } };
    }),
  ];
}
