/** Withdrawing from the operator's own service in an order: its fee goes back, once, and the order stays what it is. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Collecting } from '#lib/features/payments/payments.schema.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import { entryOf, priceText } from './orders.rules.ts';
import type { Order } from './orders.schema.ts';
import type { OrdersService } from './orders.service.ts';
import { feeOpen } from './own-fee.rules.ts';
import type { FeeOpen } from './own-fee.schema.ts';

type Parts = {
  readonly repository: Pick<OrdersRepository, 'tell'>;
  readonly orders: Pick<OrdersService, 'own'>;
  readonly collecting: Pick<Collecting, 'ownFee' | 'giveFeeBack'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Tells the applicant what goes back. */
  readonly tell: (tx: DbTransaction, order: StoredOrder, amount: Money, now: Date) => Promise<void>;
};

export type OwnFeeService = ReturnType<typeof createOwnFee>;

export function createOwnFee({ repository, orders, collecting, audit, transact, tell }: Parts) {
  const feeOf = ({ code }: Pick<Order, 'code'>, tx?: DbTransaction) => collecting.ownFee({ kind: 'order', code }, tx);

  return {
    /** What comes back now; undefined where nothing does. */
    open: async (order: Order, now: Date): Promise<FeeOpen | undefined> => feeOpen(order, await feeOf(order), now),

    /** What of it has gone back by itself, or is on its way; undefined where nothing has. */
    async back(order: Pick<Order, 'code'>, tx?: DbTransaction): Promise<Money | undefined> {
      const back = (await feeOf(order, tx))?.back;
      return back && back.minor > 0n ? back : undefined;
    },

    /**
     * Withdraws. Once more changes nothing, and says the same sum.
     * @param shown what the page said comes back; where that is another sum by now, nothing happens.
     */
    async withdraw(userId: UserId, code: string, shown: string, now: Date): Promise<Outcome<Money, 'unknown' | 'not-now' | 'changed'>> {
      return transact(async (tx) => {
        const order = await orders.own(userId, code, tx);
        if (!order) return refused('unknown');
        const fee = await feeOf(order, tx);
        if (fee?.left.minor === 0n && fee.back.minor > 0n) return done(fee.back);
        const open = feeOpen(order, fee, now);
        if (!open) return refused('not-now');
        if (shown !== priceText(open.amount)) return refused('changed');
        const back = await collecting.giveFeeBack(tx, { kind: 'order', code }, 'own-fee', now);
        if (!back.ok) throw new Error(`the fee of order ${code} could not be sent back: ${back.reason}`);
        await repository.tell(tx, order.id, entryOf(order, 'fee-withdrawn', 'applicant', now));
        const data = { amount: Number(back.value.minor) };
        await audit.append(tx, { actor: `person:${userId}`, action: 'own-fee-withdrawn', subject: `order:${order.id}`, data });
        await tell(tx, order, back.value, now);
        return back;
      });
    },
  };
}
