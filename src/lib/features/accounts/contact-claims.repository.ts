import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { SealedContact } from './accounts.repository.ts';
import type { ContactKind } from './accounts.schema.ts';
import type { ClaimState } from './contact-claims.schema.ts';

/** Whether a contact that an account has may be somebody else's by now, so that a code to it opens nothing. */
export type IsInQuestion = (tx: DbTransaction, holderId: UserId, contact: SealedContact) => Promise<boolean>;

/** `sealed`: the contact, encrypted. */
export type StoredClaim = {
  readonly id: number;
  readonly holderId: UserId;
  readonly claimantId: UserId;
  readonly kind: ContactKind;
  readonly sealed: string;
  readonly state: ClaimState;
  readonly askedAt: Date;
  readonly dueAt: Date | undefined;
};

type Row = {
  id: number;
  holder_id: number;
  claimant_id: number;
  kind: ContactKind;
  sealed: string;
  state: ClaimState;
  asked_at: Date;
  due_at: Date | null;
};
const columns = ['id', 'holder_id', 'claimant_id', 'kind', 'sealed', 'state', 'asked_at', 'due_at'] as const;
const claimOf = (row: Row): StoredClaim => ({
  id: row.id,
  holderId: asId<UserId>(row.holder_id),
  claimantId: asId<UserId>(row.claimant_id),
  kind: row.kind,
  sealed: row.sealed,
  state: row.state,
  askedAt: row.asked_at,
  dueAt: row.due_at ?? undefined,
});
/** Contacts given in one go, and cases on a page; the rest waits. */
const mostAtOnce = 200;

export type ContactClaimsRepository = ReturnType<typeof createContactClaimsRepository>;

export function createContactClaimsRepository(db: Db) {
  return {
    /** The claim of a contact that an account has. */
    async on(tx: DbTransaction, holderId: UserId, { kind, digests }: Pick<SealedContact, 'kind' | 'digests'>): Promise<StoredClaim | undefined> {
      const row = await tx
        .selectFrom('contact_claims')
        .select(columns)
        .where('holder_id', '=', holderId)
        .where('kind', '=', kind)
        .where('digest', 'in', digests)
        .executeTakeFirst();
      return row && claimOf(row);
    },

    /** Puts a claim in the place of what was there of this kind. @param token digest of what stops it. */
    async put(
      tx: DbTransaction,
      claim: Pick<StoredClaim, 'holderId' | 'claimantId' | 'state' | 'dueAt'>,
      { kind, digests, sealed }: SealedContact,
      token: string | undefined,
      now: Date,
    ): Promise<void> {
      const values = {
        claimant_id: claim.claimantId,
        digest: digests[0],
        sealed,
        state: claim.state,
        token: token ?? null,
        asked_at: now,
        due_at: claim.dueAt ?? null,
      };
      await tx
        .insertInto('contact_claims')
        .values({ holder_id: claim.holderId, kind, ...values })
        .onConflict((conflict) => conflict.columns(['holder_id', 'kind']).doUpdateSet(values))
        .execute();
    },

    /** What an account is asked for, and what it has asked for. */
    async of(userId: UserId): Promise<readonly StoredClaim[]> {
      const rows = await db
        .selectFrom('contact_claims')
        .select(columns)
        .where((eb) => eb.or([eb('holder_id', '=', userId), eb('claimant_id', '=', userId)]))
        .orderBy('id')
        .limit(mostAtOnce)
        .execute();
      return rows.map(claimOf);
    },

    async byToken(token: string, now: Date): Promise<StoredClaim | undefined> {
      const row = await db
        .selectFrom('contact_claims')
        .select(columns)
        .where('token', '=', token)
        .where('state', '=', 'waiting')
        .where('due_at', '>', now)
        .executeTakeFirst();
      return row && claimOf(row);
    },

    /** Keeps a contact that is waited for, in time. Returns whose. */
    async stop(tx: DbTransaction, token: string, now: Date): Promise<UserId | undefined> {
      const row = await tx
        .updateTable('contact_claims')
        .set({ state: 'kept', token: null, due_at: null })
        .where('token', '=', token)
        .where('state', '=', 'waiting')
        .where('due_at', '>', now)
        .returning('holder_id')
        .executeTakeFirst();
      return row && asId<UserId>(row.holder_id);
    },

    /** Keeps what is waited for of an account. Returns how many. */
    async keepAll(tx: DbTransaction, holderId: UserId, now: Date): Promise<number> {
      const { numUpdatedRows } = await tx
        .updateTable('contact_claims')
        .set({ state: 'kept', token: null, due_at: null })
        .where('holder_id', '=', holderId)
        .where('state', '=', 'waiting')
        .where('due_at', '>', now)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    async due(now: Date): Promise<readonly StoredClaim[]> {
      const rows = await db
        .selectFrom('contact_claims')
        .select(columns)
        .where('state', '=', 'waiting')
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(mostAtOnce)
        .execute();
      return rows.map(claimOf);
    },

    async cases(): Promise<readonly StoredClaim[]> {
      return (await db.selectFrom('contact_claims').select(columns).where('state', '=', 'case').orderBy('asked_at').limit(mostAtOnce).execute()).map(claimOf);
    },

    async find(id: number, on: Db | DbTransaction = db): Promise<StoredClaim | undefined> {
      const row = await on.selectFrom('contact_claims').select(columns).where('id', '=', id).executeTakeFirst();
      return row && claimOf(row);
    },

    /** Moves a claim on. Returns whether it was still the same one, in the state it was read in. */
    async settle(tx: DbTransaction, { id, claimantId, state, askedAt }: StoredClaim, to: 'case' | 'kept'): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('contact_claims')
        .set({ state: to, token: null, due_at: null })
        .where('id', '=', id)
        .where('claimant_id', '=', claimantId)
        .where('state', '=', state)
        .where('asked_at', '=', askedAt)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Takes a claim out. Returns whether it was still the same one, in the state it was read in. */
    async take(tx: DbTransaction, { id, claimantId, state, askedAt }: StoredClaim): Promise<boolean> {
      const { numDeletedRows } = await tx
        .deleteFrom('contact_claims')
        .where('id', '=', id)
        .where('claimant_id', '=', claimantId)
        .where('state', '=', state)
        .where('asked_at', '=', askedAt)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Takes a contact away from an account. Returns whether it had it. */
    async takeContact(tx: DbTransaction, userId: UserId, { kind, digests }: Pick<SealedContact, 'kind' | 'digests'>): Promise<boolean> {
      const { numDeletedRows } = await tx
        .deleteFrom('user_contacts')
        .where('user_id', '=', userId)
        .where('kind', '=', kind)
        .where('digest', 'in', digests)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async forgetKept(before: Date): Promise<void> {
      await db.deleteFrom('contact_claims').where('state', '=', 'kept').where('asked_at', '<', before).execute();
    },
  };
}
