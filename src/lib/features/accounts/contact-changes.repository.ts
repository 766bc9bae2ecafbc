import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { ContactKind } from './accounts.schema.ts';

/** `sealed`: the contact that comes, encrypted. */
export type StoredContactChange = { readonly userId: UserId; readonly kind: ContactKind; readonly sealed: string; readonly dueAt: Date };
type Row = { user_id: number; kind: ContactKind; sealed: string; due_at: Date };
const columns = ['user_id', 'kind', 'sealed', 'due_at'] as const;
const storedOf = (row: Row): StoredContactChange => ({ userId: asId<UserId>(row.user_id), kind: row.kind, sealed: row.sealed, dueAt: row.due_at });
/** Changes made in one go; the rest waits for the next. */
const mostDue = 200;

export type ContactChangesRepository = ReturnType<typeof createContactChangesRepository>;

export function createContactChangesRepository(db: Db) {
  return {
    /** Puts a change in the place of one of the same kind that has not happened. @param token digest of what stops it. */
    async put(tx: DbTransaction, { userId, kind, sealed, dueAt }: StoredContactChange, token: string, now: Date): Promise<void> {
      const values = { sealed, token, asked_at: now, due_at: dueAt };
      await tx
        .insertInto('contact_changes')
        .values({ user_id: userId, kind, ...values })
        .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(values))
        .execute();
    },

    async of(userId: UserId): Promise<readonly StoredContactChange[]> {
      return (await db.selectFrom('contact_changes').select(columns).where('user_id', '=', userId).orderBy('kind').execute()).map(storedOf);
    },

    async byToken(token: string, now: Date): Promise<StoredContactChange | undefined> {
      const row = await db.selectFrom('contact_changes').select(columns).where('token', '=', token).where('due_at', '>', now).executeTakeFirst();
      return row && storedOf(row);
    },

    /** Ends the change that a token stops, in time. */
    async stop(tx: DbTransaction, token: string, now: Date): Promise<StoredContactChange | undefined> {
      const row = await tx.deleteFrom('contact_changes').where('token', '=', token).where('due_at', '>', now).returning(columns).executeTakeFirst();
      return row && storedOf(row);
    },

    async due(now: Date): Promise<readonly StoredContactChange[]> {
      return (await db.selectFrom('contact_changes').select(columns).where('due_at', '<=', now).orderBy('due_at').limit(mostDue).execute()).map(storedOf);
    },

    /** Takes a change that is due out of the list. Returns whether it was there: the same one, and still due. */
    async take(tx: DbTransaction, { userId, kind, sealed }: StoredContactChange, now: Date): Promise<boolean> {
      const { numDeletedRows } = await tx
        .deleteFrom('contact_changes')
        .where('user_id', '=', userId)
        .where('kind', '=', kind)
        .where('sealed', '=', sealed)
        .where('due_at', '<=', now)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
