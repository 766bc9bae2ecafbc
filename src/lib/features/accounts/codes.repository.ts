import { dayMs } from '#lib/dates/dates.ts';
import { sql } from 'kysely';
import type { ExpressionBuilder } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { Tables } from '#lib/db/tables.ts';
import { codeLife } from './accounts.schema.ts';
import type { CodeEvent } from './accounts.schema.ts';

/** To whom a code went, what for, and who asked for it: digests. */
export type CodeScope = { readonly event: CodeEvent; readonly recipients: readonly [string, ...string[]]; readonly owner: string };

export type CodesRepository = ReturnType<typeof createCodesRepository>;

export function createCodesRepository(db: Db) {
  /** Codes that a visit has, or asked for before it got its name of now. */
  const askedBy =
    (owner: string) =>
    ({ or, eb }: ExpressionBuilder<Tables, 'login_codes'>) =>
      or([eb('owner', '=', owner), eb('asked_by', '=', owner)]);

  return {
    /** When the last code of this scope was sent. */
    async lastSent(tx: DbTransaction | undefined, { event, recipients, owner }: CodeScope): Promise<Date | undefined> {
      const row = await (tx ?? db)
        .selectFrom('login_codes')
        .select('sent_at')
        .where('event', '=', event)
        .where('recipient', 'in', recipients)
        .where(askedBy(owner))
        .orderBy('sent_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.sent_at;
    },

    /** Stores a code; those sent before for the same are worth nothing from now on. @param next whose it is: the one who asks has a new name. */
    async add(tx: DbTransaction, { event, recipients, owner }: CodeScope, next: string, digest: string, now: Date, expiresAt: Date): Promise<void> {
      await tx
        .updateTable('login_codes')
        .set({ used_at: now })
        .where('event', '=', event)
        .where('recipient', 'in', recipients)
        .where(askedBy(owner))
        .where('used_at', 'is', null)
        .execute();
      const waiting = { sent_at: now, expires_at: expiresAt, used_at: null, ticket: null, ticket_used_at: null };
      await tx
        .insertInto('login_codes')
        .values({ event, recipient: recipients[0], owner: next, asked_by: owner, digest, ...waiting })
        .execute();
    },

    /**
     * Spends one try on the code that is waiting. `right`: it is used up from now on. `gone`: there is none, or its time or tries
     * are over. One statement, so that of many at once a single one is right.
     */
    async spend(
      tx: DbTransaction,
      { event, recipients, owner }: CodeScope,
      digests: readonly string[],
      now: Date,
    ): Promise<{ readonly kind: 'right'; readonly id: number } | { readonly kind: 'wrong' | 'gone' }> {
      const row = await tx
        .updateTable('login_codes')
        .set({
          tries: sql<number>`tries + 1`,
          used_at: sql<Date | null>`case when digest in (${sql.join(digests)}) then ${now}::timestamptz end`,
        })
        .where('event', '=', event)
        .where('recipient', 'in', recipients)
        .where('owner', '=', owner)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .where('tries', '<', codeLife.tries)
        .returning(['id', 'used_at'])
        .executeTakeFirst();
      if (!row) return { kind: 'gone' };
      return row.used_at === null ? { kind: 'wrong' } : { kind: 'right', id: row.id };
    },

    async setTicket(tx: DbTransaction, id: number, ticket: string, owner: string): Promise<void> {
      await tx.updateTable('login_codes').set({ ticket, owner }).where('id', '=', id).execute();
    },

    /** Uses a ticket up. Returns whether it was good: for this, by these, in time, for the first time. */
    async useTicket(tx: DbTransaction, { event, recipients, owner }: CodeScope, ticket: string, now: Date): Promise<boolean> {
      const row = await tx
        .updateTable('login_codes')
        .set({ ticket_used_at: now })
        .where('ticket', '=', ticket)
        .where('event', '=', event)
        .where('recipient', 'in', recipients)
        .where('owner', '=', owner)
        .where('ticket_used_at', 'is', null)
        .where('used_at', '>', new Date(now.getTime() - codeLife.ticketSeconds * 1_000))
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    async forget(before: Date): Promise<number> {
      const codes = await db
        .deleteFrom('login_codes')
        .where('expires_at', '<', new Date(before.getTime() - dayMs))
        .executeTakeFirst();
      const attempts = await db.deleteFrom('login_attempts').where('expires_at', '<', before).executeTakeFirst();
      return Number(codes.numDeletedRows + attempts.numDeletedRows);
    },

    async putAttempt(owner: string, sealed: string, expiresAt: Date): Promise<void> {
      await db
        .insertInto('login_attempts')
        .values({ owner, sealed, expires_at: expiresAt })
        .onConflict((conflict) => conflict.column('owner').doUpdateSet({ sealed, expires_at: expiresAt }))
        .execute();
    },

    async attempt(owner: string, now: Date): Promise<string | undefined> {
      const row = await db.selectFrom('login_attempts').select('sealed').where('owner', '=', owner).where('expires_at', '>', now).executeTakeFirst();
      return row?.sealed;
    },

    async endAttempt(owner: string): Promise<void> {
      await db.deleteFrom('login_attempts').where('owner', '=', owner).execute();
    },
  };
}
