/** Until when the operator's own fee comes back by itself. Pure, browser-safe. */
import { addDays, dayEndIn, todayIn } from '#lib/dates/dates.ts';
import type { PaidFee } from '#lib/features/payments/payments.schema.ts';
import { isBooked } from './orders.rules.ts';
import type { Order } from './orders.schema.ts';
import { feeDays } from './own-fee.schema.ts';
import type { FeeOpen } from './own-fee.schema.ts';

/** Whether what was paid booked a home, whatever became of that: before it does, cancelling gives everything back. */
const wasBooked = (state: Order['state']): boolean =>
  isBooked(state) || state === 'completed' || state === 'cancelled' || state === 'refunding' || state === 'refunded';

/** What of the fee comes back now; undefined where nothing is left of it, or its days are over by the clock of the home. */
export function feeOpen({ state, home: { zone } }: Pick<Order, 'state' | 'home'>, fee: PaidFee | undefined, now: Date): FeeOpen | undefined {
  if (!fee || fee.left.minor <= 0n || !wasBooked(state)) return undefined;
  const until = addDays(todayIn(zone, fee.takenAt), feeDays);
  return now < dayEndIn(until, zone) ? { amount: fee.left, method: fee.method, until } : undefined;
}
