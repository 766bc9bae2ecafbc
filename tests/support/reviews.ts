/** Stays of tests: orders that were walked along the graph until somebody lives there, and what they say of it. */
import { reviewConsentVersion } from '#lib/features/reviews/reviews.schema.ts';
import { reviewContract } from '#lib/features/reviews/reviews.contract.ts';
import type { OrderActor, OrderEvent, OrderState } from '#lib/features/orders/order.process.rules.ts';
import { dayMs } from '#lib/dates/dates.ts';
import type { Db } from '#lib/db/database.ts';
import type { Browser } from './accounts-desk.ts';

const way: readonly (readonly [OrderEvent, OrderState, OrderActor])[] = [
  ['submit', 'submitted', 'applicant'],
  ['offer', 'offered', 'staff'],
  ['accept', 'signing', 'applicant'],
  ['sign', 'to_pay', 'applicant'],
  ['pay', 'paid', 'payment'],
  ['confirm', 'confirmed', 'staff'],
  ['check-in', 'checked_in', 'staff'],
  ['complete', 'completed', 'clock'],
];

/**
 * Has a draft go on until it is in a state, and be of these days. Each step is taken when its time has come: the first ones before the stay, the
 * others on its first day or after its last.
 */
export async function lived(db: Db, code: string, until: OrderState, days: { readonly from?: string; readonly to?: string } = {}): Promise<void> {
  const named = { ...(days.from ? { period_from: days.from } : {}), ...(days.to ? { period_to: days.to } : {}) };
  if (days.from || days.to) await db.updateTable('orders').set(named).where('code', '=', code).execute();
  const { period_from: first, period_to: last } = await db
    .selectFrom('orders')
    .select(['period_from', 'period_to'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  const noon = (day: string, after: number) => new Date(Date.parse(`${day}T12:00:00Z`) + after * dayMs);
  for (const [event, state, actor] of way) {
    const moved_at = event === 'complete' ? noon(last ?? first, 2) : event === 'check-in' ? noon(first, 1) : noon(first, -30);
    await db.updateTable('orders').set({ state, moved_event: event, moved_by: actor, moved_at }).where('code', '=', code).execute();
    if (state === until) break;
  }
}

export const reviewOf = (code: string, kind: 'check-in' | 'stay', score: number, more: Readonly<Record<string, string>> = {}) => ({
  code,
  kind,
  score: String(score),
  text: 'Warm in winter, thin walls.',
  language: 'en',
  consent_publish: reviewConsentVersion,
  ...more,
});

export const saysOf = (by: Browser, code: string, kind: 'check-in' | 'stay', score: number, more?: Readonly<Record<string, string>>) =>
  by.call(reviewContract, reviewOf(code, kind, score, more));
