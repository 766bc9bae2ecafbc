import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import type { OrderId, UserId } from '#lib/ids/ids.ts';
import type { EvidenceEntry, EvidencePhoto } from './evidence.schema.ts';

/** An entry as it is kept. */
export type StoredEntry = Omit<EvidenceEntry, 'note'> & { readonly sealed: string };

export type EvidenceRepository = ReturnType<typeof createEvidenceRepository>;

export function createEvidenceRepository(db: Db) {
  const columns = ['number', 'occasion', 'place', 'item', 'condition', 'sealed', 'photos', 'made_at', 'hash'] as const;
  return {
    /** Entries of an order, the first in front. */
    async ofOrder(orderId: OrderId, on: Db | DbTransaction = db): Promise<readonly StoredEntry[]> {
      const rows = await on.selectFrom('evidence_entries').select(columns).where('order_id', '=', orderId).orderBy('number').execute();
      return rows.map(({ made_at: madeAt, ...row }) => ({ ...row, madeAt }));
    },

    async isAny(orderId: OrderId): Promise<boolean> {
      return (await db.selectFrom('evidence_entries').select('id').where('order_id', '=', orderId).limit(1).executeTakeFirst()) !== undefined;
    },

    async ofUser(userId: UserId): Promise<readonly (StoredEntry & { readonly code: string })[]> {
      const rows = await db
        .selectFrom('evidence_entries')
        .innerJoin('orders', 'orders.id', 'evidence_entries.order_id')
        .select(['number', 'occasion', 'place', 'item', 'condition', 'evidence_entries.sealed', 'photos', 'made_at', 'hash', 'orders.code'])
        .where('evidence_entries.user_id', '=', userId)
        .orderBy('order_id')
        .orderBy('number')
        .execute();
      return rows.map(({ made_at: madeAt, ...row }) => ({ ...row, madeAt }));
    },

    async add(tx: DbTransaction, orderId: OrderId, userId: UserId, { madeAt, photos, ...entry }: StoredEntry): Promise<void> {
      await tx
        .insertInto('evidence_entries')
        .values({ ...entry, order_id: orderId, user_id: userId, made_at: madeAt, photos: JSON.stringify(photos) })
        .execute();
    },

    /** Takes the entries of leases that ended before a day, some at a time. @returns the photographs that were with them. */
    async forget(tx: DbTransaction, before: string, most: number): Promise<{ readonly count: number; readonly photos: readonly EvidencePhoto[] }> {
      const { rows } = await sql<{ photos: readonly EvidencePhoto[] }>`
        delete from evidence_entries where id in (
          select e.id from evidence_entries e join orders o on o.id = e.order_id where o.period_to is not null and o.period_to < ${before}::date limit ${most}
        ) returning photos`.execute(tx);
      return { count: rows.length, photos: rows.flatMap(({ photos }) => photos) };
    },

    /** What becomes of it when two accounts become one. */
    async join(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      await tx.updateTable('evidence_entries').set({ user_id: into }).where('user_id', '=', from).execute();
    },
  };
}
