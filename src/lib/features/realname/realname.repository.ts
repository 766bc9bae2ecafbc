import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';

export type StoredRealname = {
  readonly userId: UserId;
  readonly sealed: string;
  readonly consentVersion: string;
  readonly givenAt: Date;
  readonly checkedAt: Date | undefined;
  readonly isOfficial: boolean;
};

/** A number as it is found: its digests by every secret there is, the newest first. */
type NumberDigests = readonly [string, ...string[]];

type Row = { user_id: number; sealed: string; consent_version: string; given_at: Date; checked_at: Date | null; is_official: boolean };
const columns = ['user_id', 'sealed', 'consent_version', 'given_at', 'checked_at', 'is_official'] as const;

const storedOf = (row: Row): StoredRealname => ({
  userId: asId<UserId>(row.user_id),
  sealed: row.sealed,
  consentVersion: row.consent_version,
  givenAt: row.given_at,
  checkedAt: row.checked_at ?? undefined,
  isOfficial: row.is_official,
});

export type RealnameRepository = ReturnType<typeof createRealnameRepository>;

export function createRealnameRepository(db: Db) {
  return {
    async find(userId: UserId, on: Db | DbTransaction = db): Promise<StoredRealname | undefined> {
      const row = await on.selectFrom('user_realnames').select(columns).where('user_id', '=', userId).executeTakeFirst();
      return row && storedOf(row);
    },

    /** Puts a name in the place of one that no register has found right. Returns whether it did. */
    async put(
      tx: DbTransaction,
      { userId, sealed, consentVersion, givenAt, checkedAt, isOfficial }: StoredRealname,
      [number_digest]: NumberDigests,
    ): Promise<boolean> {
      const values = { sealed, number_digest, consent_version: consentVersion, given_at: givenAt, checked_at: checkedAt ?? null, is_official: isOfficial };
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('user_realnames')
        .values({ user_id: userId, ...values })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values).where('user_realnames.is_official', '=', false))
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    /** Whether somebody else has given a number. */
    async isOthers(tx: DbTransaction, userId: UserId, digests: NumberDigests): Promise<boolean> {
      const row = await tx
        .selectFrom('user_realnames')
        .select('user_id')
        .where('number_digest', 'in', digests)
        .where('user_id', '!=', userId)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Names that no register was asked about, some of them: none can stand before all others for good. */
    async waiting(most: number): Promise<readonly StoredRealname[]> {
      const rows = await db.selectFrom('user_realnames').select(columns).where('is_official', '=', false).orderBy(sql`random()`).limit(most).execute();
      return rows.map(storedOf);
    },

    /** Gives the name of one account to another, in the place of what that one has. */
    async give(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      await tx.deleteFrom('user_realnames').where('user_id', '=', into).execute();
      await tx.updateTable('user_realnames').set({ user_id: into }).where('user_id', '=', from).execute();
    },

    async certify(userId: UserId, givenAt: Date, now: Date): Promise<void> {
      await db
        .updateTable('user_realnames')
        .set({ checked_at: now, is_official: true })
        .where('user_id', '=', userId)
        .where('given_at', '=', givenAt)
        .where('is_official', '=', false)
        .execute();
    },

    async forget(tx: DbTransaction, userId: UserId): Promise<void> {
      await tx.deleteFrom('user_realnames').where('user_id', '=', userId).execute();
    },

    /** Takes a name away that was given at that moment, and no later one. */
    async drop(userId: UserId, givenAt: Date): Promise<void> {
      await db.deleteFrom('user_realnames').where('user_id', '=', userId).where('given_at', '=', givenAt).where('is_official', '=', false).execute();
    },
  };
}
