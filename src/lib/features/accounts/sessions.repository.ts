import type { PartnerRole } from '#lib/access.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';

export type StoredSession = {
  readonly id: number;
  readonly userId: UserId;
  readonly device: string;
  readonly country: string | undefined;
  readonly createdAt: Date;
  readonly usedAt: Date;
  readonly expiresAt: Date;
  readonly provedAt: Date;
};

type Row = { id: number; user_id: number; device: string; country: string | null; created_at: Date; used_at: Date; expires_at: Date; proved_at: Date };
const columns = ['id', 'user_id', 'device', 'country', 'created_at', 'used_at', 'expires_at', 'proved_at'] as const;

const sessionOf = (row: Row): StoredSession => ({
  id: row.id,
  userId: asId<UserId>(row.user_id),
  device: row.device,
  country: row.country ?? undefined,
  createdAt: row.created_at,
  usedAt: row.used_at,
  expiresAt: row.expires_at,
  provedAt: row.proved_at,
});

/** Of whom it is, as much as says what they may do. */
type SessionPerson = { readonly identity: number; readonly partnerStatus: number; readonly partnerRole: PartnerRole };

export type SessionsRepository = ReturnType<typeof createSessionsRepository>;

export function createSessionsRepository(db: Db) {
  return {
    async add(
      tx: DbTransaction,
      {
        digest,
        userId,
        device,
        country,
        now,
        expiresAt,
      }: {
        readonly digest: string;
        readonly userId: UserId;
        readonly device: string;
        readonly country: string | undefined;
        readonly now: Date;
        readonly expiresAt: Date;
      },
    ): Promise<number> {
      const row = await tx
        .insertInto('user_sessions')
        .values({ digest, user_id: userId, device, country: country ?? null, created_at: now, used_at: now, proved_at: now, expires_at: expiresAt })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx.updateTable('users').set({ signed_in_at: now }).where('id', '=', userId).execute();
      return row.id;
    },

    /** The session of a digest that has not ended; its person is neither locked nor gone. */
    async byDigest(digest: string, now: Date): Promise<(StoredSession & SessionPerson) | undefined> {
      const row = await db
        .selectFrom('user_sessions')
        .innerJoin('users', 'users.id', 'user_sessions.user_id')
        .select(columns.map((column) => `user_sessions.${column}` as const))
        .select(['users.identity', 'users.partner_status', 'users.partner_role'])
        .where('digest', '=', digest)
        .where('expires_at', '>', now)
        .where('locked_at', 'is', null)
        .executeTakeFirst();
      return row && { ...sessionOf(row), identity: row.identity, partnerStatus: row.partner_status, partnerRole: row.partner_role };
    },

    async find(id: number, now: Date): Promise<StoredSession | undefined> {
      const row = await db.selectFrom('user_sessions').select(columns).where('id', '=', id).where('expires_at', '>', now).executeTakeFirst();
      return row && sessionOf(row);
    },

    async of(userId: UserId, now: Date): Promise<readonly StoredSession[]> {
      const rows = await db
        .selectFrom('user_sessions')
        .select(columns)
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .orderBy('used_at', 'desc')
        .limit(100)
        .execute();
      return rows.map(sessionOf);
    },

    async touch(id: number, now: Date): Promise<void> {
      await db.updateTable('user_sessions').set({ used_at: now }).where('id', '=', id).execute();
    },

    /** Gives a session what another has: when it ends, and when its person last showed that it is them. */
    async inherit(tx: DbTransaction, id: number, { provedAt, expiresAt }: Pick<StoredSession, 'provedAt' | 'expiresAt'>): Promise<void> {
      await tx.updateTable('user_sessions').set({ proved_at: provedAt, expires_at: expiresAt }).where('id', '=', id).execute();
    },

    async prove(tx: DbTransaction, id: number, now: Date): Promise<void> {
      await tx.updateTable('user_sessions').set({ proved_at: now }).where('id', '=', id).execute();
    },

    /** Ends one session of a person. Returns whether it was there. */
    async end(userId: UserId, id: number): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('user_sessions').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Which number what browsers keep of this person has to have; undefined for nobody. */
    async epochOf(userId: UserId, on: Db | DbTransaction = db): Promise<number | undefined> {
      const row = await on.selectFrom('users').select('browsers_epoch').where('id', '=', userId).executeTakeFirst();
      return row?.browsers_epoch;
    },

    /** Ends all sessions of a person but one, and makes worthless what browsers have kept of them. Returns how many. */
    async endOthers(tx: DbTransaction | undefined, userId: UserId, but: number | undefined): Promise<number> {
      await (tx ?? db)
        .updateTable('users')
        .set(({ eb }) => ({ browsers_epoch: eb('browsers_epoch', '+', 1) }))
        .where('id', '=', userId)
        .execute();
      let query = (tx ?? db).deleteFrom('user_sessions').where('user_id', '=', userId);
      if (but !== undefined) query = query.where('id', '!=', but);
      const { numDeletedRows } = await query.executeTakeFirst();
      return Number(numDeletedRows);
    },

    /** Keeps the latest sessions of a person. */
    async keepLatest(tx: DbTransaction, userId: UserId, most: number): Promise<void> {
      await tx
        .deleteFrom('user_sessions')
        .where('user_id', '=', userId)
        .where('id', 'not in', (latest) =>
          latest.selectFrom('user_sessions').select('id').where('user_id', '=', userId).orderBy('used_at', 'desc').orderBy('id', 'desc').limit(most),
        )
        .execute();
    },

    async forget(before: Date): Promise<number> {
      const { numDeletedRows } = await db.deleteFrom('user_sessions').where('expires_at', '<', before).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
