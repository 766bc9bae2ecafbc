import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId, UserId } from '#lib/ids/ids.ts';
import type { NameByHand } from './names-by-hand.schema.ts';

/** With name and note still encrypted. */
export type StoredNameByHand = Omit<NameByHand, 'name' | 'note'> & { readonly sealed: string; readonly endedAt: Date | undefined };

export type NamesByHandRepository = ReturnType<typeof createNamesByHandRepository>;

export function createNamesByHandRepository(db: Db) {
  return {
    /** Oldest first. */
    async all(userId: UserId, on: Db | DbTransaction = db): Promise<readonly StoredNameByHand[]> {
      const rows = await on.selectFrom('realname_words').selectAll().where('user_id', '=', userId).orderBy('id').limit(200).execute();
      return rows.map((row) => ({
        id: row.id,
        sealed: row.sealed,
        document: row.document,
        reason: row.reason,
        askedBy: asId<StaffId>(row.asked_by),
        askedAt: row.asked_at,
        agreedBy: row.agreed_by === null ? undefined : asId<StaffId>(row.agreed_by),
        agreedAt: row.agreed_at ?? undefined,
        endedAt: row.ended_at ?? undefined,
      }));
    },

    async add(
      tx: DbTransaction,
      userId: UserId,
      { sealed, document, reason, askedBy, askedAt }: Pick<StoredNameByHand, 'sealed' | 'document' | 'reason' | 'askedBy' | 'askedAt'>,
    ): Promise<void> {
      const empty = { agreed_by: null, agreed_at: null, ended_by: null, ended_at: null };
      await tx
        .insertInto('realname_words')
        .values({ user_id: userId, sealed, document, reason, asked_by: askedBy, asked_at: askedAt, ...empty })
        .execute();
    },

    async agree(tx: DbTransaction, id: number, by: StaffId, now: Date): Promise<void> {
      await tx.updateTable('realname_words').set({ agreed_by: by, agreed_at: now }).where('id', '=', id).execute();
    },

    async end(tx: DbTransaction, id: number, by: StaffId, now: Date): Promise<void> {
      await tx.updateTable('realname_words').set({ ended_by: by, ended_at: now }).where('id', '=', id).execute();
    },

    async forget(tx: DbTransaction, userId: UserId): Promise<void> {
      await tx.deleteFrom('realname_words').where('user_id', '=', userId).execute();
    },

    /** Gives what was confirmed for one account to another that has nothing of the kind. */
    async give(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      await tx
        .updateTable('realname_words')
        .set({ user_id: into })
        .where('user_id', '=', from)
        .where(({ not, exists, selectFrom }) => not(exists(selectFrom('realname_words as other').select('other.id').where('other.user_id', '=', into))))
        .execute();
    },
  };
}
