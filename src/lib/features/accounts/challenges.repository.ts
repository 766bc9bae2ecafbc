import type { Db, DbTransaction } from '#lib/db/database.ts';

export type ChallengesRepository = ReturnType<typeof createChallengesRepository>;

/** What browsers have begun, under the digest of a secret of theirs. */
export function createChallengesRepository(db: Db) {
  return {
    async put(id: string, sealed: string, expiresAt: Date): Promise<void> {
      await db.insertInto('login_challenges').values({ id, sealed, expires_at: expiresAt }).execute();
    },

    /** Puts it in the place of what was there. */
    async replace(id: string, sealed: string, expiresAt: Date): Promise<void> {
      await db
        .insertInto('login_challenges')
        .values({ id, sealed, expires_at: expiresAt })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ sealed, expires_at: expiresAt }))
        .execute();
    },

    /** Puts it unless it is there. Returns whether it was not. */
    async putOnce(id: string, sealed: string, expiresAt: Date): Promise<boolean> {
      const row = await db
        .insertInto('login_challenges')
        .values({ id, sealed, expires_at: expiresAt })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    async find(id: string, now: Date): Promise<string | undefined> {
      const row = await db.selectFrom('login_challenges').select('sealed').where('id', '=', id).where('expires_at', '>', now).executeTakeFirst();
      return row?.sealed;
    },

    /** Gives it to one of all who ask, in one statement, and not after its time. */
    async take(id: string, now: Date, on: Db | DbTransaction = db): Promise<string | undefined> {
      const row = await on.deleteFrom('login_challenges').where('id', '=', id).where('expires_at', '>', now).returning('sealed').executeTakeFirst();
      return row?.sealed;
    },

    async forget(before: Date): Promise<number> {
      const { numDeletedRows } = await db.deleteFrom('login_challenges').where('expires_at', '<', before).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
