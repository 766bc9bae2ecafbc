/** What banks dispute of what was paid for an order. Its state and its bed stay as they are: staff decide. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Disputed } from '#lib/features/payments/payments.schema.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import { entryOf } from './orders.rules.ts';

type Parts = {
  readonly repository: OrdersRepository;
  /** As part of a transaction: the applicant is to hear of it. */
  readonly tell: (tx: DbTransaction, order: StoredOrder, dispute: Disputed, now: Date) => Promise<void>;
};

export function createOrderDisputes({ repository, tell }: Parts) {
  return async function disputed(tx: DbTransaction, code: string, dispute: Disputed, now: Date): Promise<void> {
    const order = await repository.lock(tx, code);
    if (!order) return;
    await repository.tell(tx, order.id, entryOf(order, `dispute-${dispute.state}`, 'payment', now));
    await tell(tx, order, dispute, now);
  };
}
