/** What somebody's orders ask of them: read for all of them together, in as many queries for one as for sixty. */
import type { PaymentsService } from '#lib/features/payments/payments.service.ts';
import type { OrderId, UserId } from '#lib/ids/ids.ts';
import type { ArrearsService } from './arrears.service.ts';
import type { DepositsRepository } from './deposits.repository.ts';
import type { GuardiansService } from './guardians.service.ts';
import type { OrderPayments } from './order-payments.service.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import { mostWaiting } from './orders.schema.ts';
import type { TimelineEntry } from './orders.schema.ts';
import { courseOf, mattersOf } from './own-matters.rules.ts';
import type { OrderFacts } from './own-matters.rules.ts';
import type { OrderCourse, OrderMatter } from './own-matters.schema.ts';

export type OwnMatters = ReturnType<typeof createOwnMatters>;

/** Orders of one person that are looked at. */
const mostLooked = 60;

type Parts = {
  readonly repository: Pick<OrdersRepository, 'ofUser' | 'openClaimsOf' | 'supplierDuesOf' | 'timeline'>;
  readonly deposits: Pick<DepositsRepository, 'proposedDeposits' | 'withEvidence'>;
  readonly paying: Pick<OrderPayments, 'keptUntil'>;
  readonly payments: Pick<PaymentsService, 'requestsOfUser'>;
  readonly guardians: Pick<GuardiansService, 'stateOf'>;
  readonly arrears: Pick<ArrearsService, 'ofUser'>;
};

export function createOwnMatters({ repository, deposits, paying, payments, guardians, arrears }: Parts) {
  /** Who signs with an applicant; of those alone that wait to be signed, which are few. */
  async function guardiansOf(orders: readonly StoredOrder[], now: Date): Promise<ReadonlyMap<OrderId, OrderFacts['guardian']>> {
    const signing = orders.filter(({ state }) => state === 'offered' || state === 'signing').slice(0, mostWaiting);
    return new Map(await Promise.all(signing.map(async (order) => [order.id, await guardians.stateOf(order, now)] as const)));
  }

  /** Those for which a transfer is being looked for. */
  async function lookedFor(orders: readonly StoredOrder[]): Promise<ReadonlySet<OrderId>> {
    const waiting = orders.filter(({ state, payBy }) => state === 'to_pay' && payBy !== undefined).slice(0, mostWaiting);
    const found = await Promise.all(waiting.map(async (order) => ((await paying.keptUntil(order)) ? [order.id] : [])));
    return new Set(found.flat());
  }

  return {
    async of(
      userId: UserId,
      now: Date,
    ): Promise<{
      /** Newest first. */
      readonly orders: readonly StoredOrder[];
      readonly matters: readonly OrderMatter[];
      /** Numbers of orders of which a part is late. */
      readonly late: ReadonlySet<string>;
      readonly courseOf: (order: StoredOrder) => OrderCourse;
    }> {
      const [orders, claims, dues, proposed, requests, overdue, evidence] = await Promise.all([
        repository.ofUser(userId, undefined, mostLooked),
        repository.openClaimsOf(userId),
        repository.supplierDuesOf(userId),
        deposits.proposedDeposits(userId),
        payments.requestsOfUser(userId),
        arrears.ofUser(userId, now),
        deposits.withEvidence(userId),
      ]);
      const [guardian, looked] = await Promise.all([guardiansOf(orders, now), lookedFor(orders)]);
      const factsOf = (order: StoredOrder): OrderFacts => ({
        guardian: guardian.get(order.id),
        requests: requests.filter(({ kind, code }) => kind === 'order' && code === order.code),
        dues: dues.get(order.id) ?? [],
        isLookedFor: looked.has(order.id),
        claim: claims.get(order.id),
        deposit: proposed.find(({ code }) => code === order.code),
        hasEvidence: evidence.has(order.id),
      });
      return {
        orders,
        matters: orders.flatMap((order) => mattersOf(order, factsOf(order), now)),
        late: new Set(overdue.filter(({ isLookedFor }) => !isLookedFor).map(({ code }) => code)),
        courseOf: (order) => courseOf(order, factsOf(order)),
      };
    },

    timeline: (order: Pick<StoredOrder, 'id'>): Promise<readonly TimelineEntry[]> => repository.timeline(order.id),
  };
}
