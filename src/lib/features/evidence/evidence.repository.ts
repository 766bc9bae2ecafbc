import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import type { OrderId, UserId } from '#lib/ids/ids.ts';
import type { EvidenceEntry, EvidencePhoto, EvidenceSignature } from './evidence.schema.ts';

/** An entry as it is kept. */
export type StoredEntry = Omit<EvidenceEntry, 'note'> & { readonly sealed: string };
/** A signature as it is kept. */
export type StoredSignature = Omit<EvidenceSignature, 'name' | 'address' | 'salt'> & { readonly sealed: string };

export type EvidenceRepository = ReturnType<typeof createEvidenceRepository>;

export function createEvidenceRepository(db: Db) {
  const columns = [
    'evidence_entries.number',
    'evidence_entries.party',
    'evidence_entries.about',
    'evidence_entries.occasion',
    'evidence_entries.place',
    'evidence_entries.item',
    'evidence_entries.condition',
    'evidence_entries.sealed',
    'evidence_entries.photos',
    'evidence_entries.made_at',
    'evidence_entries.hash',
  ] as const;
  const signed = [
    'evidence_signatures.number',
    'evidence_signatures.party',
    'evidence_signatures.entries',
    'evidence_signatures.sealed',
    'evidence_signatures.made_at',
    'evidence_signatures.hash',
  ] as const;
  const entryOf = <Row extends { readonly made_at: Date; readonly about: number | null }>({ made_at: madeAt, about, ...row }: Row) => ({
    ...row,
    madeAt,
    about: about ?? undefined,
  });
  const signatureOf = <Row extends { readonly made_at: Date }>({ made_at: madeAt, ...row }: Row) => ({ ...row, madeAt });

  return {
    /** Entries of an order, the first in front. */
    async ofOrder(orderId: OrderId, on: Db | DbTransaction = db): Promise<readonly StoredEntry[]> {
      return (await on.selectFrom('evidence_entries').select(columns).where('order_id', '=', orderId).orderBy('number').execute()).map(entryOf);
    },

    /** Signatures of an order, the first in front. */
    async signaturesOf(orderId: OrderId, on: Db | DbTransaction = db): Promise<readonly StoredSignature[]> {
      return (await on.selectFrom('evidence_signatures').select(signed).where('order_id', '=', orderId).orderBy('number').execute()).map(signatureOf);
    },

    async isAny(orderId: OrderId): Promise<boolean> {
      return (await db.selectFrom('evidence_entries').select('id').where('order_id', '=', orderId).limit(1).executeTakeFirst()) !== undefined;
    },

    async ofUser(userId: UserId): Promise<readonly (StoredEntry & { readonly code: string })[]> {
      const rows = await db
        .selectFrom('evidence_entries')
        .innerJoin('orders', 'orders.id', 'evidence_entries.order_id')
        .select([...columns, 'orders.code'])
        .where('evidence_entries.user_id', '=', userId)
        .orderBy('order_id')
        .orderBy('number')
        .execute();
      return rows.map(entryOf);
    },

    async signaturesOfUser(userId: UserId): Promise<readonly (StoredSignature & { readonly code: string })[]> {
      const rows = await db
        .selectFrom('evidence_signatures')
        .innerJoin('orders', 'orders.id', 'evidence_signatures.order_id')
        .select([...signed, 'orders.code'])
        .where('evidence_signatures.user_id', '=', userId)
        .orderBy('order_id')
        .orderBy('number')
        .execute();
      return rows.map(signatureOf);
    },

    async add(tx: DbTransaction, orderId: OrderId, userId: UserId, { madeAt, photos, about, ...entry }: StoredEntry): Promise<void> {
      await tx
        .insertInto('evidence_entries')
        .values({ ...entry, about: about ?? null, order_id: orderId, user_id: userId, made_at: madeAt, photos: JSON.stringify(photos) })
        .execute();
    },

    async sign(tx: DbTransaction, orderId: OrderId, userId: UserId, { madeAt, ...signature }: StoredSignature): Promise<void> {
      await tx
        .insertInto('evidence_signatures')
        .values({ ...signature, order_id: orderId, user_id: userId, made_at: madeAt })
        .execute();
    },

    /** Takes the entries of leases that ended before a day, some at a time, and who signed them. @returns the photographs that were with them. */
    async forget(tx: DbTransaction, before: string, most: number): Promise<{ readonly count: number; readonly photos: readonly EvidencePhoto[] }> {
      await sql`
        delete from evidence_signatures where id in (
          select s.id from evidence_signatures s join orders o on o.id = s.order_id where o.period_to is not null and o.period_to < ${before}::date limit ${most}
        )`.execute(tx);
      const { rows } = await sql<{ photos: readonly EvidencePhoto[] }>`
        delete from evidence_entries where id in (
          select e.id from evidence_entries e join orders o on o.id = e.order_id where o.period_to is not null and o.period_to < ${before}::date limit ${most}
        ) returning photos`.execute(tx);
      return { count: rows.length, photos: rows.flatMap(({ photos }) => photos) };
    },

    /** What becomes of it when two accounts become one. */
    async join(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      await tx.updateTable('evidence_entries').set({ user_id: into }).where('user_id', '=', from).execute();
      await tx.updateTable('evidence_signatures').set({ user_id: into }).where('user_id', '=', from).execute();
    },
  };
}
