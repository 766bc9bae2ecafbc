/** Calls of groups that book together. */
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { userIdOf } from '#lib/api/caller.ts';
import type { Caller } from '#lib/api/caller.ts';
import { isCouponRefusal } from '#lib/features/coupons/coupons.schema.ts';
import { paymentPlans } from '#lib/features/quotes/quote.schema.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { HouseId, TenancyId, UnitId } from '#lib/ids/ids.ts';
import type { Site } from '#lib/paths.ts';
import { waysPast } from '#lib/features/stock/sold-out.rules.ts';
import * as contracts from './groups.contract.ts';
import { isOpen } from './groups.rules.ts';
import { groupActs } from './groups.schema.ts';
import type { GroupsService, NotBegun } from './groups.service.ts';

const notFound = { ok: false, error: 'not-found' } as const;
const notLet = fault('called', 'orders.not_let');

/** Why no application could be begun, and why one that was is not in the group. */
function notBegun(reason: NotBegun | 'is-in-one') {
  // It is begun with no code, so none is refused.
  if (isCouponRefusal(reason)) return notLet;
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
    case 'sold-out':
    case 'not-let':
      return notLet;
  }
}

export function groupCalls(groups: GroupsService, site: Pick<Site, 'paths'>): readonly BoundCall[] {
  /** @param field in which the full lease was chosen, where the page has one for it */
  const soldOut = (lease: Parameters<typeof waysPast>[0], field: string | undefined, { locale }: Pick<Caller, 'locale'>) =>
    ({
      ok: false,
      error: 'sold-out',
      data: { ...waysPast(lease, site.paths(locale)), ...(field === undefined ? {} : fault(field, 'orders.full').data) },
    }) as const;

  return [
    bind(contracts.makeGroupContract, async ({ house_id, unit_id, tenancy_id, move_in, move_out, called, plan: given, ...more }, caller) => {
      const [houseId, unitId, tenancyId] = [parseId<HouseId>(house_id), parseId<UnitId>(unit_id), parseId<TenancyId>(tenancy_id)];
      const plan = paymentPlans.find((one) => one === given);
      if (houseId === undefined || unitId === undefined || tenancyId === undefined) return notLet;
      if (!plan) return fault('plan', 'orders.plan_not_there');
      const wanted = { houseId, unitId, tenancyId, from: move_in, to: move_out, plan, asked: {} };
      const asked = Object.entries(more).flatMap(([name, text]) => (text === '' ? [] : [{ name, lease: parseId<TenancyId>(text) }]));
      const none = asked.find(({ lease }) => lease === undefined);
      if (none) return fault(none.name, 'groups.no_place');
      const others = asked.flatMap(({ lease }) => lease ?? []);
      const outcome = await groups.make(userIdOf(caller), wanted, { others, called }, caller.locale, caller.now);
      if (outcome.ok) return { ok: true, data: outcome.value };
      if (isCouponRefusal(outcome.reason)) return notBegun(outcome.reason);
      const fieldOf = (id: TenancyId): string => asked.find(({ lease }) => lease === id)?.name ?? 'place_2';
      switch (outcome.reason) {
        case 'too-few':
          return fault(fieldOf(outcome.lease.tenancyId), 'groups.too_few');
        case 'no-place':
          return fault(fieldOf(outcome.lease.tenancyId), 'groups.no_place');
        case 'has-one':
          return fault('called', 'groups.has_open');
        case 'too-often':
          return fault('called', 'groups.too_often');
        case 'sold-out':
          return soldOut(outcome.lease, outcome.lease.tenancyId === tenancyId ? undefined : fieldOf(outcome.lease.tenancyId), caller);
        case 'outside':
        case 'no-plan':
        case 'too-many':
        case 'no-email':
        case 'is-in-one':
        case 'not-let':
          return notBegun(outcome.reason);
      }
    }),

    bind(contracts.joinGroupContract, async ({ token, place, called, plan: given }, caller) => {
      const plan = paymentPlans.find((one) => one === given);
      if (!plan) return fault('plan', 'orders.plan_not_there');
      const lease = parseId<TenancyId>(place);
      if (place !== '' && lease === undefined) return fault('place', 'groups.place_gone');
      const outcome = await groups.join(userIdOf(caller), token, { called, plan, lease }, caller.locale, caller.now);
      if (outcome.ok) return { ok: true, data: outcome.value };
      if (isCouponRefusal(outcome.reason)) return notBegun(outcome.reason);
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'full':
          return fault('called', 'groups.full');
        case 'choose':
          return fault('place', 'forms.choose');
        case 'place-gone':
          return fault('place', 'groups.place_gone');
        case 'outside':
        case 'no-plan':
        case 'too-many':
        case 'no-email':
        case 'is-in-one':
        case 'sold-out':
        case 'not-let':
          return notBegun(outcome.reason);
      }
    }),

    bind(contracts.groupActContract, async ({ group, act: given, from, to }, caller) => {
      const act = groupActs.find((one) => one === given);
      if (!act) return notFound;
      const outcome =
        act === 'change'
          ? await groups.change(userIdOf(caller), group, { from: parseId<TenancyId>(from), to: parseId<TenancyId>(to) }, caller.now)
          : await groups.act(userIdOf(caller), group, act, caller.now);
      if (outcome.ok) return { ok: true, data: { group, act } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'place-gone':
          return fault('from', 'groups.place_gone');
        case 'no-place':
          return fault('to', 'groups.no_place');
        case 'sold-out':
          return soldOut(outcome.lease, 'to', caller);
        case 'too-few':
          return fault('to', 'groups.too_few');
        case 'not-now':
          return { ok: false, error: 'not-now' };
      }
    }),

    bind(contracts.groupsContract, async (_, caller) => {
      const userId = userIdOf(caller);
      const items = (await groups.of(userId)).map(({ group, members, places }) => ({
        group: group.code,
        house_id: group.houseId,
        move_in: group.from,
        move_out: group.to,
        size: group.size,
        places: places.map((one) => ({
          unit_id: one.unitId,
          tenancy_id: one.tenancyId,
          room: one.unit,
          move_in: one.from,
          move_out: one.to,
          left: isOpen(group, caller.now) ? one.left : 0,
        })),
        until: group.until.toISOString(),
        is_open: isOpen(group, caller.now),
        members: members.map((one) => ({
          called: one.called,
          room: one.unit,
          state: one.state,
          is_me: one.userId === userId,
          has_left: one.leftAt !== undefined,
        })),
      }));
      return { ok: true, data: { items } };
    }),
  ];
}
