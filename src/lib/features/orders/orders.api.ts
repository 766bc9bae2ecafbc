/** Calls of people about the orders they have made: their list, and what they do to one of it. */
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { userIdOf } from '#lib/api/caller.ts';
import type { Caller } from '#lib/api/caller.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import type { CommentsOf } from '#lib/features/reviews/reviews.rules.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import type { Site } from '#lib/paths.ts';
import { ownOrderActs } from './application-forms.schema.ts';
import type { ApplicationsService } from './applications.service.ts';
import { notAgain, notFound, notNow, orderItem, soldOutFor } from './order-wire.rules.ts';
import * as contracts from './orders.contract.ts';
import type { OrdersService } from './orders.service.ts';
import type { SigningService } from './signing.service.ts';

type Parts = {
  readonly orders: Pick<OrdersService, 'own' | 'list' | 'act' | 'hide'>;
  readonly applications: Pick<ApplicationsService, 'again'>;
  readonly signing: Pick<SigningService, 'signaturesOf'>;
  readonly houses: Pick<HouseService, 'covered'>;
  readonly site: Pick<Site, 'paths'>;
  readonly commentsOf: CommentsOf;
};

/** Why an order stays on the list. */
const notRemoved = { unknown: notFound, 'not-now': notNow };

export function orderCalls({ orders, applications, signing, houses, site, commentsOf }: Parts): readonly BoundCall[] {
  /** The lease of an order is full. */
  const fullFor = async (code: string, caller: Caller) => soldOutFor(await orders.own(userIdOf(caller), code), site.paths(caller.locale));

  return [
    bind(contracts.orderListContract, async ({ filter }, caller) => {
      const list = await orders.list(userIdOf(caller), filter);
      const [comments, signed, homes] = await Promise.all([
        commentsOf(list, caller.now),
        signing.signaturesOf(list),
        houses.covered([...new Set(list.map(({ houseId }) => houseId))]),
      ]);
      const names = new Map(homes.map(({ house }) => [house.id, house.name]));
      const items = list.map((order) =>
        orderItem(order, { home: names.get(order.houseId), signed: signed.get(order.id) ?? [], comment: comments.get(order.id) }),
      );
      return { ok: true, data: { items } };
    }),

    bind(contracts.orderActContract, async ({ code, act: given }, caller) => {
      const userId = userIdOf(caller);
      const act = ownOrderActs.find((one) => one === given);
      switch (act) {
        case undefined:
          return fault('act', 'forms.choose');
        case 'again': {
          const begun = await applications.again(userId, code, caller.now);
          if (begun.ok) return { ok: true, data: { code: begun.value.code, act } };
          return begun.reason === 'sold-out' ? fullFor(code, caller) : notAgain(begun.reason, 'act');
        }
        case 'remove': {
          const removed = await orders.hide(userId, code, caller.now);
          if (removed.ok) return { ok: true, data: { code, act } };
          return notRemoved[removed.reason];
        }
        case 'check-in': {
          const moved = await orders.act(userId, code, act, caller.now);
          if (moved.ok) return { ok: true, data: { code, act } };
          switch (moved.reason) {
            case 'unknown':
              return notFound;
            case 'sold-out':
              return fullFor(code, caller);
            case 'not-now':
            case 'no-coupon':
            case 'gone':
              return notNow;
          }
        }
      }
    }),

    bind(contracts.removeOrderContract, async ({ code }, caller) => {
      const outcome = await orders.hide(userIdOf(caller), code, caller.now);
      if (outcome.ok) return { ok: true, data: { code } };
      return notRemoved[outcome.reason];
    }),
  ];
}
