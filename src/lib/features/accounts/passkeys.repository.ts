import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { columnsOf, passkeyIn } from '#lib/passkeys/passkey-columns.ts';
import type { PasskeyColumns } from '#lib/passkeys/passkey-columns.ts';
import type { Passkey } from '#lib/passkeys/passkey.schema.ts';

export type StoredPasskey = Passkey & { readonly userId: UserId; readonly device: string; readonly madeAt: Date; readonly usedAt: Date | undefined };

type Row = PasskeyColumns & {
  id: string;
  user_id: number;
  device: string;
  made_at: Date;
  used_at: Date | null;
};

const passkeyOf = (row: Row): StoredPasskey => ({
  id: row.id,
  userId: asId<UserId>(row.user_id),
  ...passkeyIn(row),
  device: row.device,
  madeAt: row.made_at,
  usedAt: row.used_at ?? undefined,
});

export type PasskeysRepository = ReturnType<typeof createPasskeysRepository>;

export function createPasskeysRepository(db: Db) {
  return {
    async find(id: string, on: Db | DbTransaction = db): Promise<StoredPasskey | undefined> {
      const row = await on.selectFrom('user_passkeys').selectAll().where('id', '=', id).executeTakeFirst();
      return row && passkeyOf(row);
    },

    async of(userId: UserId, on: Db | DbTransaction = db): Promise<readonly StoredPasskey[]> {
      const rows = await on.selectFrom('user_passkeys').selectAll().where('user_id', '=', userId).orderBy('made_at').execute();
      return rows.map(passkeyOf);
    },

    /** Returns whether it was new. */
    async add(tx: DbTransaction, userId: UserId, passkey: Passkey, device: string, now: Date): Promise<boolean> {
      const row = await tx
        .insertInto('user_passkeys')
        .values({
          id: passkey.id,
          user_id: userId,
          ...columnsOf(passkey),
          device,
          made_at: now,
          used_at: null,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Writes what it says of itself now. Returns false where it was used, or taken away, since it was seen: of a device and its copy one is let in. */
    async touch(
      tx: DbTransaction,
      before: Pick<StoredPasskey, 'id' | 'counter'>,
      { counter, isSynced }: Pick<Passkey, 'counter' | 'isSynced'>,
      now: Date,
    ): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('user_passkeys')
        .set({ counter, is_synced: isSynced, used_at: now })
        .where('id', '=', before.id)
        .where('counter', '=', before.counter)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Returns whether it was there. */
    async remove(tx: DbTransaction, userId: UserId, id: string): Promise<boolean> {
      const { numDeletedRows } = await tx.deleteFrom('user_passkeys').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
