/** Binds the call by which staff decide about a part of the price that was not paid. */
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { arrearsContract } from './arrears.contract.ts';
import { arrearsDeeds } from './arrears.schema.ts';
import type { ArrearsService } from './arrears.service.ts';
import { notFound } from './order-wire.rules.ts';

export function arrearsCalls({ arrears }: { readonly arrears: Pick<ArrearsService, 'decide'> }): readonly BoundCall[] {
  return [
    bind(arrearsContract, async ({ part, deed: given, until, note }, { staff, now }) => {
      const deed = arrearsDeeds.find((one) => one === given);
      if (!staff || !deed) return fault('deed', 'forms.choose');
      const outcome = await arrears.decide(part, { deed, until: until === '' ? undefined : until, note }, asId<StaffId>(staff.staffId), now);
      if (outcome.ok) return { ok: true, data: { code: outcome.value, deed } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'not-now':
          return fault('deed', 'staff.not_now');
        case 'no-day':
          return fault('until', 'arrears.until_wrong');
      }
    }),
  ];
}
