/** For what orders were cancelled, where it was not a change of mind. */
import type { Selectable } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { cancellationEvidence } from '#lib/features/house/cancellation.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { OrderId, StaffId, UserId } from '#lib/ids/ids.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';
import type { CancelAnswer, Claim, ProofKind } from './claims.schema.ts';
import { columns, orderOf } from './order-rows.repository.ts';
import type { StoredOrder } from './order-rows.repository.ts';
import type { OrdersTables } from './orders.tables.ts';

/** Of one person, looked at together. */
const mostOfUser = 60;

function claimOf(row: Selectable<OrdersTables['order_claims']>): Claim {
  if (!isCurrency(row.currency)) throw new TypeError(`nobody knows the currency ${row.currency}`);
  const kinds = row.proof.split(',');
  return {
    event: row.event,
    rest: { minor: BigInt(row.minor), currency: row.currency },
    proof: cancellationEvidence.filter((kind): kind is ProofKind => kind !== 'none' && kinds.includes(kind)),
    proofUntil: row.proof_until ?? undefined,
    toldAt: row.told_at,
    state: row.state,
    decidedAt: row.decided_at ?? undefined,
  };
}

export function claimRows(db: Db) {
  return {
    async addClaim(tx: DbTransaction, id: OrderId, { event, later, proof, proofUntil }: CancelAnswer, now: Date): Promise<void> {
      const state = later.minor > 0n ? ('open' as const) : ('settled' as const);
      const { minor, currency } = later;
      await tx
        .insertInto('order_claims')
        .values({ order_id: id, event, minor, currency, proof: proof.join(','), proof_until: proofUntil ?? null, told_at: now, state })
        .execute();
    },

    async claim(id: OrderId, on: Db | DbTransaction = db): Promise<Claim | undefined> {
      const row = await on.selectFrom('order_claims').selectAll().where('order_id', '=', id).executeTakeFirst();
      return row && claimOf(row);
    },

    /** Those of somebody that wait for a proof, by order. */
    async openClaimsOf(userId: UserId): Promise<ReadonlyMap<OrderId, Claim>> {
      const rows = await db
        .selectFrom('order_claims')
        .innerJoin('orders', 'orders.id', 'order_id')
        .selectAll('order_claims')
        .where('orders.user_id', '=', userId)
        .where('order_claims.state', '=', 'open')
        .limit(mostOfUser)
        .execute();
      return new Map(rows.map((row) => [asId<OrderId>(row.order_id), claimOf(row)]));
    },

    /** @param amount what goes back, or does not. @returns whether it was decided now. */
    async decideClaim(
      tx: DbTransaction,
      id: OrderId,
      { state, amount, by }: { readonly state: 'given' | 'refused'; readonly amount: Money; readonly by: StaffId },
      now: Date,
    ): Promise<boolean> {
      const row = await tx
        .updateTable('order_claims')
        .set({ state, minor: amount.minor, decided_at: now, decided_by: by })
        .where('order_id', '=', id)
        .where('state', '=', 'open')
        .returning('order_id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Orders of which something waits for a proof, the oldest in front; below an id on later pages. */
    async withOpenClaim(after: number, most: number): Promise<readonly StoredOrder[]> {
      const rows = await db
        .selectFrom('orders')
        .select(columns)
        .where('id', 'in', ({ selectFrom }) => selectFrom('order_claims').select('order_id').where('state', '=', 'open'))
        .where('id', '>', asId<OrderId>(after))
        .orderBy('id')
        .limit(most)
        .execute();
      return rows.map(orderOf);
    },

    async openClaims(): Promise<number> {
      const row = await db
        .selectFrom('order_claims')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('state', '=', 'open')
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },
  };
}
