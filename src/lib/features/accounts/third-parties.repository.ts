import { sql } from 'kysely';
import { lockFor } from '#lib/db/unit-of-work.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { ThirdParty } from './third-parties.schema.ts';

/** Somebody at a third party, by any of the digests their names there may have been written with. */
export type KeyedSubject = {
  readonly provider: ThirdParty;
  /** Of the newest secret, one for each name; these are written. */
  readonly newest: readonly [string, ...string[]];
  /** Of all secrets. */
  readonly all: readonly string[];
};

export type StoredIdentity = { readonly id: number; readonly provider: ThirdParty; readonly label: string; readonly linkedAt: Date; readonly usedAt: Date };

export type ThirdPartiesRepository = ReturnType<typeof createThirdPartiesRepository>;

export function createThirdPartiesRepository(db: Db) {
  return {
    /** Lets what is done with somebody's names at a third party be done by one at a time, until the transaction ends. */
    async inTurn(tx: DbTransaction, { provider, newest }: KeyedSubject): Promise<void> {
      for (const digest of newest.toSorted()) await lockFor(tx, `identity ${provider} ${digest}`);
    },

    /** Lets the ways into an account be changed by one at a time. */
    async ownerInTurn(tx: DbTransaction, userId: UserId): Promise<void> {
      await lockFor(tx, `ways of ${userId}`);
    },

    /** Whose identity it is. Two accounts can have one name each of a person whose apps were bound to one another later: the first name counts. */
    async find(tx: DbTransaction, { provider, all }: KeyedSubject): Promise<{ readonly id: number; readonly userId: UserId } | undefined> {
      const rows = await tx
        .selectFrom('identity_subjects')
        .innerJoin('user_identities', 'user_identities.id', 'identity_subjects.identity_id')
        .select(['user_identities.id', 'user_identities.user_id', 'identity_subjects.digest'])
        .where('identity_subjects.provider', '=', provider)
        .where('identity_subjects.digest', 'in', all)
        .execute();
      const first = rows.toSorted((a, b) => all.indexOf(a.digest) - all.indexOf(b.digest))[0];
      return first && { id: first.id, userId: asId<UserId>(first.user_id) };
    },

    /** Whether the account is connected with that third party. */
    async has(tx: DbTransaction, userId: UserId, provider: ThirdParty): Promise<boolean> {
      const row = await tx.selectFrom('user_identities').select('id').where('user_id', '=', userId).where('provider', '=', provider).executeTakeFirst();
      return row !== undefined;
    },

    async add(tx: DbTransaction, userId: UserId, subject: KeyedSubject, label: string, now: Date): Promise<void> {
      const { id } = await tx
        .insertInto('user_identities')
        .values({ user_id: userId, provider: subject.provider, label, linked_at: now, used_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      await this.addNames(tx, id, subject);
    },

    /** Further names of the same person; those that are known stay whose they are. */
    async addNames(tx: DbTransaction, id: number, { provider, newest }: KeyedSubject): Promise<void> {
      await tx
        .insertInto('identity_subjects')
        .values(newest.map((digest) => ({ provider, digest, identity_id: id })))
        .onConflict((conflict) => conflict.columns(['provider', 'digest']).doNothing())
        .execute();
    },

    async touch(tx: DbTransaction, id: number, now: Date): Promise<void> {
      await tx.updateTable('user_identities').set({ used_at: now }).where('id', '=', id).execute();
    },

    /** Returns whether it was there. */
    async remove(tx: DbTransaction, userId: UserId, provider: ThirdParty): Promise<boolean> {
      const { numDeletedRows } = await tx.deleteFrom('user_identities').where('user_id', '=', userId).where('provider', '=', provider).executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async of(userId: UserId): Promise<readonly StoredIdentity[]> {
      const rows = await db.selectFrom('user_identities').selectAll().where('user_id', '=', userId).orderBy('linked_at').execute();
      return rows.map(({ id, provider, label, linked_at, used_at }) => ({ id, provider, label, linkedAt: linked_at, usedAt: used_at }));
    },

    /** How many ways into an account there are: contacts that codes are sent to, third parties, passkeys. */
    async waysInto(tx: DbTransaction, userId: UserId): Promise<number> {
      const { rows } = await sql<{ ways: number }>`select (
        (select count(*) from user_contacts where user_id = ${userId}) +
        (select count(*) from user_identities where user_id = ${userId}) +
        (select count(*) from user_passkeys where user_id = ${userId})
      )::int as ways`.execute(tx);
      return rows[0]?.ways ?? 0;
    },
  };
}
