/** Which lease's refunds stand beside what somebody asked. Pure. */
import type { AskedLease } from '#lib/features/enquiries/enquiries.schema.ts';
import { bestRefund } from '#lib/features/house/cancellation.rules.ts';
import type { CancellationRow } from '#lib/features/house/cancellation.rules.ts';
import { cancellationEvents } from '#lib/features/house/cancellation.schema.ts';
import type { Tenancy } from '#lib/features/house/house.schema.ts';
import type { HouseOffers } from '#lib/features/house/house.service.ts';

export type LeasePolicy = {
  readonly tenancy: Tenancy;
  /** `asked`: the lease they looked at; `gone`: that one is not offered any more, this is the cheapest; `cheapest`: they named none. */
  readonly why: 'asked' | 'gone' | 'cheapest';
  /** By event, the most that today still gives back; undefined where every date has passed. No list where no policy is known. */
  readonly refunds: readonly { readonly event: CancellationRow['event']; readonly best: CancellationRow | undefined }[] | undefined;
};

/** @param rowsOf what leaving a lease gives back; undefined where it names no policy that is known. */
export function leasePolicy(
  { units, cheapest }: Pick<HouseOffers, 'units' | 'cheapest'>,
  lease: AskedLease | undefined,
  rowsOf: (tenancy: Tenancy) => readonly CancellationRow[] | undefined,
): LeasePolicy | undefined {
  const asked = lease && units.flatMap(({ tenancies }) => tenancies).find(({ id }) => id === lease.tenancyId);
  const tenancy = asked ?? cheapest?.tenancy;
  if (!tenancy) return undefined;
  const rows = rowsOf(tenancy);
  return {
    tenancy,
    why: asked ? 'asked' : lease ? 'gone' : 'cheapest',
    refunds: rows && cancellationEvents.map((event) => ({ event, best: bestRefund(rows, event) })),
  };
}
