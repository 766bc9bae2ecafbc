/** The call by which an application that was not sent comes to be for something else. */
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { userIdOf } from '#lib/api/caller.ts';
import { paymentPlans } from '#lib/features/quotes/quote.schema.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { TenancyId, UnitId } from '#lib/ids/ids.ts';
import type { Site } from '#lib/paths.ts';
import type { ChangesService } from './change-lease.service.ts';
import { leaseFault } from './lease-faults.rules.ts';
import { notFound, notNow, soldOutFor } from './order-wire.rules.ts';
import { chooseUnitContract } from './orders.contract.ts';
import type { OrdersService } from './orders.service.ts';

type Parts = { readonly changes: ChangesService; readonly orders: Pick<OrdersService, 'own'>; readonly site: Pick<Site, 'paths'> };

export function changeCalls({ changes, orders, site }: Parts): readonly BoundCall[] {
  return [
    bind(chooseUnitContract, async ({ code, unit_id, tenancy_id, move_in, move_out, plan, price, before, leaves }, caller) => {
      const [unitId, tenancyId, way] = [parseId<UnitId>(unit_id), parseId<TenancyId>(tenancy_id), paymentPlans.find((one) => one === plan)];
      if (unitId === undefined || tenancyId === undefined) return leaseFault['not-let'];
      if (way === undefined) return leaseFault['no-plan'];
      const wanted = { unitId, tenancyId, from: move_in, to: move_out, plan: way };
      const outcome = await changes.choose(userIdOf(caller), code, wanted, { price, before, leaves: leaves === 'yes' }, caller.now);
      if (outcome.ok) return { ok: true, data: { code, bed: outcome.value.bed, left_group: outcome.value.left } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'not-now':
          return notNow;
        case 'sold-out': {
          const order = await orders.own(userIdOf(caller), code);
          return soldOutFor(order && { houseId: order.houseId, tenancyId }, site.paths(caller.locale));
        }
        case 'price-changed':
          return fault('price', 'orders.price_changed_now');
        case 'choice-changed':
          return fault('before', 'orders.choice_changed');
        case 'other-draft':
          return fault('tenancy_id', 'orders.other_draft');
        case 'leaves-group':
          return fault('leaves', 'orders.leaves_group');
        case 'not-let':
        case 'outside':
        case 'no-plan':
          return leaseFault[outcome.reason];
      }
    }),
  ];
}
