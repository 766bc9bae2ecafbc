import { lockFor } from '#lib/db/unit-of-work.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { FilePurpose } from '#lib/forms/files.schema.ts';
import type { UserId } from '#lib/ids/ids.ts';

/** Whose a row is: a person, or one of the digests of a visit, newest first. */
export type RowOwner = { readonly userId: UserId | undefined; readonly visits: readonly string[] };

export type UploadRow = {
  readonly id: string;
  readonly purpose: FilePurpose;
  readonly key: string;
  readonly type: string;
  readonly bytes: number;
  /** Sealed. */
  readonly name: string;
  readonly createdAt: Date;
};

const columns = ['id', 'purpose', 'storage_key as key', 'type', 'bytes', 'name', 'created_at as createdAt'] as const;

export type UploadsRepository = ReturnType<typeof createUploadsRepository>;

export function createUploadsRepository(db: Db) {
  /** Rows of an owner; nobody's when they are neither. */
  const owned = (base: Db | DbTransaction, { userId, visits }: RowOwner) =>
    base
      .selectFrom('uploads')
      .where(({ or, eb }) => or([...(userId === undefined ? [] : [eb('user_id', '=', userId)]), ...visits.map((one) => eb('visit', '=', one))]));

  return {
    /** Files that wait for a form go along when their visit gets a new name. */
    async follow(from: readonly string[], to: string): Promise<void> {
      await db
        .updateTable('uploads')
        .set({ visit: to })
        .where('visit', 'in', [...from])
        .where('claimed_at', 'is', null)
        .execute();
    },

    /** Lets files come one after the other until the transaction ends, so that counting them holds. */
    inTurn: (tx: DbTransaction): Promise<void> => lockFor(tx, 'uploads'),

    /** Files of an owner that wait for a form to be sent. */
    async countWaiting(tx: DbTransaction, owner: RowOwner, now: Date): Promise<number> {
      const row = await owned(tx, owner)
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('claimed_at', 'is', null)
        .where('kept_until', '>', now)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },

    /** Files that wait and came from an address, and the bytes of all that wait. */
    async allWaiting(tx: DbTransaction, address: string, now: Date): Promise<{ readonly ofAddress: number; readonly bytes: number }> {
      const row = await tx
        .selectFrom('uploads')
        .select(({ fn }) => [fn.countAll<string>().filterWhere('address', '=', address).as('of_address'), fn.sum<string | null>('bytes').as('bytes')])
        .where('claimed_at', 'is', null)
        .where('kept_until', '>', now)
        .executeTakeFirstOrThrow();
      return { ofAddress: Number(row.of_address), bytes: Number(row.bytes ?? 0) };
    },

    async add(tx: DbTransaction, { key, createdAt, ...row }: UploadRow, { userId, visits }: RowOwner, address: string, keptUntil: Date): Promise<void> {
      await tx
        .insertInto('uploads')
        .values({
          ...row,
          storage_key: key,
          created_at: createdAt,
          user_id: userId ?? null,
          visit: userId === undefined ? (visits[0] ?? null) : null,
          address,
          claimed_at: null,
          kept_until: keptUntil,
        })
        .execute();
    },

    async find(id: string, owner: RowOwner, now: Date): Promise<UploadRow | undefined> {
      return owned(db, owner)
        .select(columns)
        .where('id', '=', id)
        .where(({ or, eb }) => or([eb('kept_until', 'is', null), eb('kept_until', '>', now)]))
        .executeTakeFirst();
    },

    /** One that something rests on, for who needs no leave of its owner. */
    async claimed(id: string, now: Date): Promise<UploadRow | undefined> {
      return db
        .selectFrom('uploads')
        .select(columns)
        .where('id', '=', id)
        .where('claimed_at', 'is not', null)
        .where(({ or, eb }) => or([eb('kept_until', 'is', null), eb('kept_until', '>', now)]))
        .executeTakeFirst();
    },

    /** Takes a waiting file for something that rests on it. Returns whether there was one. */
    async claim(tx: DbTransaction, id: string, purpose: FilePurpose, { userId, visits }: RowOwner, now: Date, keptUntil: Date | null): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('uploads')
        .set({ claimed_at: now, kept_until: keptUntil, address: null, ...(userId === undefined ? {} : { user_id: userId, visit: null }) })
        .where('id', '=', id)
        .where('purpose', '=', purpose)
        .where('claimed_at', 'is', null)
        .where('kept_until', '>', now)
        .where(({ or, eb }) => or([...(userId === undefined ? [] : [eb('user_id', '=', userId)]), ...visits.map((one) => eb('visit', '=', one))]))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Gives a file that something rests on, and that is no account's, to one. */
    async pass(tx: DbTransaction, id: string, userId: UserId): Promise<void> {
      await tx.updateTable('uploads').set({ user_id: userId, visit: null }).where('id', '=', id).where('claimed_at', 'is not', null).execute();
    },

    async give(tx: DbTransaction, id: string, userId: UserId): Promise<void> {
      await tx
        .updateTable('uploads')
        .set({ user_id: userId, visit: null })
        .where('id', '=', id)
        .where('user_id', 'is', null)
        .where('claimed_at', 'is not', null)
        .execute();
    },

    /** Lets those of these files go with the next sweep that are the owner's and that nothing rests on. */
    async withdraw(tx: DbTransaction, ids: readonly string[], { userId, visits }: RowOwner, now: Date): Promise<void> {
      await tx
        .updateTable('uploads')
        .set({ kept_until: now })
        .where('id', 'in', [...ids])
        .where('claimed_at', 'is', null)
        .where(({ or, eb }) => or([...(userId === undefined ? [] : [eb('user_id', '=', userId)]), ...visits.map((one) => eb('visit', '=', one))]))
        .execute();
    },

    /** Lets a file go with the next sweep. */
    async expire(tx: DbTransaction, id: string, now: Date): Promise<void> {
      await tx.updateTable('uploads').set({ kept_until: now }).where('id', '=', id).execute();
    },

    /** Files whose time is over, or that are nobody's any more. */
    async due(now: Date, most: number): Promise<readonly { readonly id: string; readonly key: string }[]> {
      return db
        .selectFrom('uploads')
        .select(['id', 'storage_key as key'])
        .where(({ or, and, eb }) => or([eb('kept_until', '<=', now), and([eb('user_id', 'is', null), eb('visit', 'is', null)])]))
        .limit(most)
        .execute();
    },

    async remove(ids: readonly string[]): Promise<void> {
      if (ids.length > 0) await db.deleteFrom('uploads').where('id', 'in', ids).execute();
    },

    /** Which of these keys have a row. */
    async known(keys: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = keys.length === 0 ? [] : await db.selectFrom('uploads').select('storage_key').where('storage_key', 'in', keys).execute();
      return new Set(rows.map(({ storage_key }) => storage_key));
    },

    /** Files of one account become another's; its picture goes with it. */
    async move(tx: DbTransaction, from: UserId, into: UserId): Promise<void> {
      await tx.updateTable('uploads').set({ user_id: into }).where('user_id', '=', from).where('purpose', '<>', 'picture').execute();
    },

    async ofUser(userId: UserId): Promise<readonly UploadRow[]> {
      return db.selectFrom('uploads').select(columns).where('user_id', '=', userId).orderBy('created_at').limit(1_000).execute();
    },
  };
}
