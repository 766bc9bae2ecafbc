/** Stays of tests: orders that were walked along the graph until somebody lives there, and what they say of it. */
import { reviewConsentVersion } from '#lib/features/reviews/reviews.schema.ts';
import { reviewContract } from '#lib/features/reviews/reviews.contract.ts';
import type { OrderActor, OrderEvent, OrderState } from '#lib/features/orders/order.process.rules.ts';
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

/** Has a draft go on until it is in a state, and be of these days. */
export async function lived(db: Db, code: string, until: OrderState, days: { readonly from?: string; readonly to?: string } = {}): Promise<void> {
  for (const [event, state, actor] of way) {
    await db.updateTable('orders').set({ state, moved_event: event, moved_by: actor }).where('code', '=', code).execute();
    if (state === until) break;
  }
  if (days.from) await db.updateTable('orders').set({ period_from: days.from }).where('code', '=', code).execute();
  if (days.to) await db.updateTable('orders').set({ period_to: days.to }).where('code', '=', code).execute();
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
