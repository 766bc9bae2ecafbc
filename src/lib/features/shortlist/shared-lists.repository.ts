import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { MadeSharedList, NewSharedList, OpenedSharedList, SharedList, Shown } from './shared-lists.schema.ts';

export type SharedListsRepository = ReturnType<typeof createSharedListsRepository>;

function listOf(row: { id: number; name: string; with_notes: boolean; with_name: boolean; expires_at: Date }): SharedList {
  return { id: row.id, name: row.name, withNotes: row.with_notes, withName: row.with_name, expiresAt: row.expires_at };
}

/** @param shows which links it makes and gives; what becomes of an account's links becomes of all of them. */
export function createSharedListsRepository(db: Db, shows: Shown) {
  return {
    /** Those of a person that have not expired, newest first. */
    async of(userId: UserId, now: Date, on: Db | DbTransaction = db): Promise<readonly SharedList[]> {
      const rows = await on
        .selectFrom('shared_lists')
        .selectAll()
        .where('user_id', '=', userId)
        .where('shows', '=', shows)
        .where('expires_at', '>', now)
        .orderBy('id', 'desc')
        .execute();
      return rows.map(listOf);
    },

    /** All that stand there, whatever they show, newest first: one that has expired is there until the next night. */
    async everyOf(userId: UserId): Promise<readonly MadeSharedList[]> {
      const rows = await db.selectFrom('shared_lists').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute();
      return rows.map((row) => ({ ...listOf(row), shows: row.shows, madeAt: row.created_at }));
    },

    async add(tx: DbTransaction, userId: UserId, { name, withNotes, withName, expiresAt }: NewSharedList, now: Date): Promise<void> {
      await tx
        .insertInto('shared_lists')
        .values({ user_id: userId, shows, name, with_notes: withNotes, with_name: withName, created_at: now, expires_at: expiresAt })
        .execute();
    },

    /** Gives the links of one account to another. */
    async join(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      await tx.updateTable('shared_lists').set({ user_id: into }).where('user_id', '=', from).execute();
    },

    /** @returns whether it was one of theirs. */
    async end(userId: UserId, id: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('shared_lists')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('shows', '=', shows)
        .executeTakeFirst();
      return Number(numDeletedRows) > 0;
    },

    /** Ends all of a person. */
    async endAll(tx: DbTransaction, userId: UserId): Promise<void> {
      await tx.deleteFrom('shared_lists').where('user_id', '=', userId).where('shows', '=', shows).execute();
    },

    /** The list of a link that holds, of a person who is there: not locked, not about to be erased. */
    async open(id: number, now: Date): Promise<OpenedSharedList | undefined> {
      const row = await db
        .selectFrom('shared_lists')
        .innerJoin('users', 'users.id', 'shared_lists.user_id')
        .select(['shared_lists.user_id', 'shared_lists.name', 'with_notes', 'with_name', 'expires_at', 'users.nickname'])
        .where('shared_lists.id', '=', id)
        .where('shows', '=', shows)
        .where('expires_at', '>', now)
        .where('users.locked_at', 'is', null)
        .where('users.erase_after', 'is', null)
        .executeTakeFirst();
      return (
        row && {
          userId: asId<UserId>(row.user_id),
          name: row.name,
          withNotes: row.with_notes,
          by: row.with_name && row.nickname !== '' ? row.nickname : undefined,
          expiresAt: row.expires_at,
        }
      );
    },

    /** @returns how many. */
    async forgetExpired(now: Date): Promise<number> {
      const { numDeletedRows } = await db.deleteFrom('shared_lists').where('expires_at', '<=', now).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
