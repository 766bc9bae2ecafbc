/** What waits for a proof after an order was cancelled: the proof that its applicant brings, and what staff decide, once. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { FileOwner } from '#lib/features/uploads/uploads.schema.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { StaffId, UserId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import { restOf } from './claims.rules.ts';
import { claimFile } from './claims.schema.ts';
import type { Claim, ClaimAct } from './claims.schema.ts';
import type { OrderMoney } from './order-money.service.ts';
import { nextState } from './order.process.rules.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import { entryOf, momentOf } from './orders.rules.ts';
import type { Order } from './orders.schema.ts';
import type { OrdersService } from './orders.service.ts';

type Parts = {
  readonly repository: OrdersRepository;
  readonly orders: Pick<OrdersService, 'own'>;
  readonly money: Pick<OrderMoney, 'kept' | 'giveBack'>;
  readonly uploads: Pick<UploadsService, 'claim' | 'release' | 'describe'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Tells the applicant what was decided. */
  readonly tell: (tx: DbTransaction, order: StoredOrder, decided: Decided, now: Date) => Promise<void>;
};

/** `amount`: what goes back, or does not. */
export type Decided = { readonly act: ClaimAct; readonly amount: Money; readonly note: string };

export type ClaimsService = ReturnType<typeof createClaimsService>;

export function createClaimsService({ repository, orders, money, uploads, transact, tell }: Parts) {
  const fileOf = async (order: Pick<Order, 'id'>, tx?: DbTransaction): Promise<string | undefined> =>
    (await repository.files(order.id, tx)).find(({ kind }) => kind === claimFile)?.file;

  /** Sends the rest back: the order, which is over, waits for money once more. */
  async function giveRest(tx: DbTransaction, order: StoredOrder, { event }: Claim, amount: Money, staffId: StaffId, now: Date): Promise<void> {
    await money.giveBack(tx, order, { amount, reason: event, by: staffId }, now);
    const to = nextState(order.state, 'refund', 'payment', momentOf(order, now));
    if (to) await repository.move(tx, order.id, { ...entryOf(order, 'refund', 'payment', now), event: 'refund', by: 'payment', to }, undefined);
  }

  return {
    of: (order: Pick<Order, 'id'>): Promise<Claim | undefined> => repository.claim(order.id),
    fileOf,
    /** The proof, as who brought it calls it. */
    async proofOf(order: Pick<Order, 'id'>, now: Date) {
      const file = await fileOf(order);
      return file === undefined ? undefined : uploads.describe(file, now);
    },

    /** A proof, in the place of the one before. One that comes late is taken: staff decide. */
    async bring(userId: UserId, code: string, file: string, owner: FileOwner, now: Date): Promise<Outcome<null, 'unknown' | 'not-now' | 'no-file'>> {
      return transact(async (tx) => {
        const order = await orders.own(userId, code, tx);
        if (!order) return refused('unknown');
        if ((await repository.claim(order.id, tx))?.state !== 'open') return refused('not-now');
        const former = await fileOf(order, tx);
        if (former === file) return done(null);
        if (!(await uploads.claim(tx, file, 'application', owner, now))) return refused('no-file');
        if (former !== undefined) await uploads.release(tx, former, now);
        await repository.putFile(tx, order.id, claimFile, file, now);
        await repository.tell(tx, order.id, entryOf(order, 'claim-proof', 'applicant', now));
        return done(null);
      });
    },

    /** What staff decide, as part of a transaction that has the order locked. */
    async decide(
      tx: DbTransaction,
      order: StoredOrder,
      act: ClaimAct,
      { staffId, note }: { readonly staffId: StaffId; readonly note: string },
      now: Date,
    ): Promise<Outcome<null, 'not-now'>> {
      const claim = await repository.claim(order.id, tx);
      const amount = act === 'claim-refuse' ? claim?.rest : restOf(claim, await money.kept(order, tx));
      const state = act === 'claim-give' ? ('given' as const) : ('refused' as const);
      if (!claim || !amount || !(await repository.decideClaim(tx, order.id, { state, amount, by: staffId }, now))) return refused('not-now');
      await repository.tell(tx, order.id, entryOf(order, act, 'staff', now, { staffId, note: act === 'claim-refuse' ? note : '' }));
      if (act === 'claim-give') await giveRest(tx, order, claim, amount, staffId, now);
      await tell(tx, order, { act, amount, note }, now);
      return done(null);
    },
  };
}
