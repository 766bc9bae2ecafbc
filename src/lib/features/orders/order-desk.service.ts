/** How staff see to orders. Each look at one and each deed stands in the audit log. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Collecting } from '#lib/features/payments/payments.schema.ts';
import type { NoBed } from '#lib/features/stock/stock.schema.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { StaffOrderAct } from './application-forms.schema.ts';
import { orderStates } from './order.process.rules.ts';
import type { OrderState } from './order.process.rules.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import { needsReason, staffActsFor } from './orders.rules.ts';
import { orderCodePattern } from './orders.schema.ts';
import type { Order } from './orders.schema.ts';
import type { OrdersService } from './orders.service.ts';

type Parts = {
  readonly repository: OrdersRepository;
  readonly orders: Pick<OrdersService, 'askAgain' | 'move'>;
  readonly collecting: Pick<Collecting, 'kept' | 'lost'>;
  readonly refundOf: (order: Order, kept: Money, now: Date) => Promise<Money | undefined>;
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export type OrderDeskService = ReturnType<typeof createOrderDeskService>;

const numberOf = (state: OrderState): number => orderStates.indexOf(state);

export function createOrderDeskService({ repository, orders, collecting, refundOf, audit, transact }: Parts) {
  return {
    list: (states: readonly OrderState[], after: number, most: number) => repository.inState(states, after, most),
    counts: () => repository.counts(),
    kept: (code: string) => collecting.kept({ kind: 'order', code }),
    lost: (code: string) => collecting.lost({ kind: 'order', code }),

    /** An order with who applies; that it was looked at is written down first. */
    async see(code: string, staffId: StaffId): Promise<StoredOrder | undefined> {
      const order = orderCodePattern.test(code) ? await repository.find(code) : undefined;
      if (!order) return undefined;
      await transact((tx) => audit.append(tx, { actor: `staff:${staffId}`, action: 'order-seen', subject: `order:${order.id}`, data: {} }));
      return order;
    },

    async act(
      code: string,
      act: StaffOrderAct,
      { note, colleague }: { readonly note: string; readonly colleague: StaffId | undefined },
      staffId: StaffId,
      now: Date,
    ): Promise<Outcome<OrderState, 'unknown' | 'not-now' | 'no-reason' | 'no-colleague' | 'no-coupon' | NoBed>> {
      const seen = orderCodePattern.test(code) ? await repository.find(code) : undefined;
      if (!seen) return refused('unknown');
      const kept = await collecting.kept({ kind: 'order', code });
      const lost = await collecting.lost({ kind: 'order', code });
      if (!staffActsFor(seen.state, kept?.minor === 0n, lost !== undefined).includes(act)) return refused('not-now');
      if ((needsReason(act) || act === 'note') && note === '') return refused('no-reason');
      if (act === 'hand-over' && colleague === undefined) return refused('no-colleague');
      const refund = act === 'refund' && kept ? await refundOf(seen, kept, now) : undefined;
      // Without anything to send back it would wait for ever.
      if (act === 'refund' && (!refund || refund.minor <= 0n)) return refused('not-now');
      return transact(async (tx) => {
        const order = await repository.lock(tx, code);
        if (order?.state !== seen.state) return refused('not-now');
        // A bank may have given back meanwhile what was nothing a moment ago.
        if (act === 'cancel' && (await collecting.kept({ kind: 'order', code }, tx))?.minor !== 0n) return refused('not-now');
        const actor = `staff:${staffId}` as const;
        const subject = `order:${order.id}` as const;
        if (act === 'take' || act === 'hand-over' || act === 'note') {
          const to = act === 'hand-over' ? colleague : staffId;
          if (act !== 'note' && to !== undefined) await repository.giveTo(tx, order.id, to);
          await repository.tell(tx, order.id, { event: act, from: order.state, to: order.state, by: 'staff', staffId, note, isInternal: true, at: now });
          await audit.append(tx, { actor, action: 'order-changed', subject, data: { deed: act } });
          return done(order.state);
        }
        if (act === 'ask-again') {
          if (!(await orders.askAgain(tx, order, { staffId, note }, now))) return refused('not-now');
          await audit.append(tx, { actor, action: 'order-changed', subject, data: { deed: act } });
          return done(order.state);
        }
        const moved = await orders.move(tx, order, act, { by: 'staff', staffId, note, refund }, now);
        if (!moved.ok) return moved;
        await audit.append(tx, { actor, action: 'order-moved', subject, data: { from: numberOf(order.state), to: numberOf(moved.value) } });
        return moved;
      });
    },
  };
}
