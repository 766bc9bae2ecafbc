import { sql } from 'kysely';
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
    /** Puts a change in the place of one of the same kind that has not happened; it counts as asked since then. @param token digest of what stops it. */
    async put(tx: DbTransaction, { userId, kind, sealed, dueAt }: StoredContactChange, token: string, now: Date): Promise<void> {
      const values = { sealed, token, due_at: dueAt };
      await tx
        .insertInto('contact_changes')
        .values({ user_id: userId, kind, asked_at: now, ...values })
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
    async stop(tx: DbTransaction, token: string, now: Date): Promise<{ readonly userId: UserId; readonly askedAt: Date } | undefined> {
      const row = await tx
        .deleteFrom('contact_changes')
        .where('token', '=', token)
        .where('due_at', '>', now)
        .returning(['user_id', 'asked_at'])
        .executeTakeFirst();
      return row && { userId: asId<UserId>(row.user_id), askedAt: row.asked_at };
    },

    /** Ends every other change of a person. Returns when they were asked for. */
    async stopAll(tx: DbTransaction, userId: UserId): Promise<readonly Date[]> {
      const rows = await tx.deleteFrom('contact_changes').where('user_id', '=', userId).returning('asked_at').execute();
      return rows.map((row) => row.asked_at);
    },

    /** Takes away what came to an account since a time; what it was made with stays. Returns how many there were of each. */
    async takeAwaySince(
      tx: DbTransaction,
      userId: UserId,
      since: Date,
    ): Promise<{ readonly passkeys: number; readonly parties: number; readonly contacts: readonly ContactKind[] }> {
      const made = sql<Date>`(select created_at from users where id = ${userId})`;
      const passkeys = await tx
        .deleteFrom('user_passkeys')
        .where('user_id', '=', userId)
        .where('made_at', '>=', since)
        .where('made_at', '>', made)
        .returning('id')
        .execute();
      const parties = await tx
        .deleteFrom('user_identities')
        .where('user_id', '=', userId)
        .where('linked_at', '>=', since)
        .where('linked_at', '>', made)
        .returning('id')
        .execute();
      const contacts = await tx
        .deleteFrom('user_contacts')
        .where('user_id', '=', userId)
        .where('verified_at', '>=', since)
        .where('verified_at', '>', sql<Date>`(select min(verified_at) from user_contacts where user_id = ${userId})`)
        .returning('kind')
        .execute();
      return { passkeys: passkeys.length, parties: parties.length, contacts: contacts.map(({ kind }) => kind) };
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
