/** What a feed or a person changed of a home since it was offered: nobody signs, pays or confirms what the provider no longer lets like that. */
import { todayIn } from '#lib/dates/dates.ts';
import type { Order } from './orders.schema.ts';
import type { OrderState } from './order.process.rules.ts';
import type { LeaseOf, QuoteFor } from './lease-pricing.service.ts';
import type { OfferChange } from './orders.schema.ts';
import type { StoredOrder } from './order-rows.repository.ts';
import { countersignedIn } from './supplier-signing.schema.ts';
import type { Quote } from '#lib/features/quotes/quote.schema.ts';

/** `print`: what was found, in short. An order that was kept by the provider's word keeps it; another change stops it anew. */
export type ChangedOffer = { readonly what: OfferChange; readonly print: string };

export type OfferChanges = ReturnType<typeof createOfferChanges>;

/** States in which something is agreed on that is not confirmed yet. */
const open: readonly OrderState[] = ['offered', 'signing', 'to_pay', 'paid'];

/** Rent and deposit: what a promotion or a coupon takes off may end by itself, and stays what was agreed. */
const sumsOf = ({ lines, deposit }: Quote): string =>
  `${lines.filter(({ kind }) => kind === 'rent').reduce((sum, { amount }) => sum + amount.minor, 0n)} ${deposit.minor} ${deposit.currency}`;

type Parts = {
  readonly leaseOf: LeaseOf;
  readonly quoteFor: QuoteFor;
  /** Whether the supplier has declined what the applicant signed, and has not signed it since. */
  readonly isDeclined: (order: Order) => Promise<boolean>;
};

export function createOfferChanges({ leaseOf, quoteFor, isDeclined }: Parts) {
  async function found(order: Order, now: Date): Promise<ChangedOffer | undefined> {
    const lease = await leaseOf(order.houseId, order.unitId, order.tenancyId, now, { hasBed: true });
    if (!lease.ok) return { what: 'gone', print: 'gone' };
    const { moveIn, moveOut } = lease.value.tenancy;
    const { from, to } = order;
    if (to === undefined) return undefined;
    if (from < moveIn || to > moveOut) return { what: 'days', print: `${moveIn} ${moveOut}` };
    const quote = await quoteFor(lease.value, { from, to }, order.quote.plan, now);
    if (!quote) return { what: 'price', print: 'no plan' };
    return sumsOf(quote) === sumsOf(order.quote) ? undefined : { what: 'price', print: sumsOf(quote) };
  }

  return {
    /** What has changed since an order was offered and nobody has seen to; undefined where nothing has, or where it does not matter any more. */
    async of(order: StoredOrder, now: Date): Promise<ChangedOffer | undefined> {
      // Whoever may live there already leaves by the policy: what is let no longer then is not what they agreed to.
      const isBegun = todayIn(order.home.zone, now) > order.from;
      const changed = open.includes(order.state) && !isBegun ? await found(order, now) : undefined;
      if (changed && changed.print !== order.keptTerms) return changed;
      // That the supplier does not sign nobody keeps by their word: they sign, or it ends.
      return countersignedIn.includes(order.state) && (await isDeclined(order)) ? { what: 'declined', print: 'declined' } : undefined;
    },
  };
}
