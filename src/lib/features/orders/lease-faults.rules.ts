/** Why a lease cannot be had as it is asked for, beside the field that says so. Browser-safe. */
import { fault } from '#lib/forms/field-faults.rules.ts';

/** Full, let no more, not on these days, or not to be paid like this. */
export type NoLease = 'sold-out' | 'not-let' | 'outside' | 'no-plan';

export const leaseFault = {
  'not-let': fault('tenancy_id', 'orders.not_let'),
  outside: fault('move_in', 'orders.outside_lease'),
  'no-plan': fault('plan', 'orders.plan_not_there'),
};
