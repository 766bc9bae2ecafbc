import { lockFor } from '#lib/db/unit-of-work.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { locales, defaultLocale } from '#lib/i18n/locales.ts';
import type { ConsentKind, ContactKind, User } from './accounts.schema.ts';

/** A contact as it is stored: by any of the digests it may have been written with. */
export type SealedContact = { readonly kind: ContactKind; readonly digests: readonly [string, ...string[]]; readonly sealed: string };
export type StoredContact = { readonly kind: ContactKind; readonly sealed: string; readonly verifiedAt: Date };
export type StoredConsent = { readonly kind: ConsentKind; readonly version: string; readonly givenAt: Date; readonly withdrawnAt: Date | undefined };

export type AccountsRepository = ReturnType<typeof createAccountsRepository>;

type UserRow = {
  id: number;
  identity: number;
  partner_status: number;
  nickname: string;
  locale: string;
  currency: string | null;
  country_code: string | null;
  created_at: Date;
  signed_in_at: Date | null;
  locked_at: Date | null;
  erase_after: Date | null;
  picture: string | null;
};

const userColumns = [
  'id',
  'identity',
  'partner_status',
  'nickname',
  'locale',
  'currency',
  'country_code',
  'created_at',
  'signed_in_at',
  'locked_at',
  'erase_after',
  'picture',
] as const;

function userOf(row: UserRow): User {
  return {
    id: asId<UserId>(row.id),
    identity: row.identity,
    partnerStatus: row.partner_status,
    nickname: row.nickname,
    locale: locales.find((one) => one === row.locale) ?? defaultLocale,
    currency: row.currency ?? undefined,
    countryCode: row.country_code ?? undefined,
    createdAt: row.created_at,
    signedInAt: row.signed_in_at ?? row.created_at,
    picture: row.picture ?? undefined,
    isLocked: row.locked_at !== null,
    eraseAfter: row.erase_after ?? undefined,
  };
}

export function createAccountsRepository(db: Db) {
  return {
    /** Lets what is done with a contact be done by one at a time, until the transaction ends. */
    async inTurn(tx: DbTransaction, { kind, digests }: Pick<SealedContact, 'kind' | 'digests'>): Promise<void> {
      await lockFor(tx, `contact ${kind} ${digests.at(-1)}`);
    },

    /** Lets what is done to an account be done by one at a time, until the transaction ends. */
    async personInTurn(tx: DbTransaction, id: UserId): Promise<void> {
      await lockFor(tx, `person:${id}`);
    },

    async find(id: UserId, on: Db | DbTransaction = db): Promise<User | undefined> {
      const row = await on.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst();
      return row && userOf(row);
    },

    /** Whose contact it is. */
    async byContact(on: Db | DbTransaction, { kind, digests }: Pick<SealedContact, 'kind' | 'digests'>): Promise<User | undefined> {
      const row = await on
        .selectFrom('user_contacts')
        .innerJoin('users', 'users.id', 'user_contacts.user_id')
        .select(userColumns.map((column) => `users.${column}` as const))
        .where('kind', '=', kind)
        .where('digest', 'in', digests)
        .executeTakeFirst();
      return row && userOf(row);
    },

    findBy(contact: Pick<SealedContact, 'kind' | 'digests'>): Promise<User | undefined> {
      return this.byContact(db, contact);
    },

    async setLocked(tx: DbTransaction, id: UserId, at: Date | null): Promise<void> {
      await tx.updateTable('users').set({ locked_at: at }).where('id', '=', id).execute();
    },

    /** The hash of the password of whoever has the contact, if there is one. */
    async passwordBy({
      kind,
      digests,
    }: Pick<SealedContact, 'kind' | 'digests'>): Promise<{ readonly userId: UserId; readonly hash: string | undefined } | undefined> {
      const row = await db
        .selectFrom('user_contacts')
        .leftJoin('user_passwords', 'user_passwords.user_id', 'user_contacts.user_id')
        .select(['user_contacts.user_id', 'user_passwords.hash'])
        .where('kind', '=', kind)
        .where('digest', 'in', digests)
        .executeTakeFirst();
      return row && { userId: asId<UserId>(row.user_id), hash: row.hash ?? undefined };
    },

    async passwordOf(id: UserId, on: Db | DbTransaction = db): Promise<string | undefined> {
      const row = await on.selectFrom('user_passwords').select('hash').where('user_id', '=', id).executeTakeFirst();
      return row?.hash;
    },

    async add(
      tx: DbTransaction,
      {
        locale,
        nickname,
        countryCode,
        now,
      }: { readonly locale: string; readonly nickname: string; readonly countryCode: string | undefined; readonly now: Date },
    ): Promise<UserId> {
      const row = await tx
        .insertInto('users')
        .values({
          locale,
          nickname,
          country_code: countryCode ?? null,
          currency: null,
          age_declared_at: now,
          created_at: now,
          locked_at: null,
          erase_after: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return asId<UserId>(row.id);
    },

    async putContact(tx: DbTransaction, userId: UserId, { kind, digests, sealed }: SealedContact, now: Date): Promise<void> {
      const values = { digest: digests[0], sealed, verified_at: now };
      await tx
        .insertInto('user_contacts')
        .values({ user_id: userId, kind, ...values })
        .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(values))
        .execute();
    },

    async contactsOf(userId: UserId, on: Db | DbTransaction = db): Promise<readonly StoredContact[]> {
      const rows = await on.selectFrom('user_contacts').select(['kind', 'sealed', 'verified_at']).where('user_id', '=', userId).orderBy('kind').execute();
      return rows.map(({ kind, sealed, verified_at }) => ({ kind, sealed, verifiedAt: verified_at }));
    },

    async setPassword(tx: DbTransaction, userId: UserId, hash: string, now: Date): Promise<void> {
      await tx
        .insertInto('user_passwords')
        .values({ user_id: userId, hash, set_at: now })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hash, set_at: now }))
        .execute();
    },

    async addConsents(tx: DbTransaction, userId: UserId, kinds: readonly ConsentKind[], version: string, now: Date): Promise<void> {
      if (kinds.length === 0) return;
      await tx
        .insertInto('user_consents')
        .values(kinds.map((kind) => ({ user_id: userId, kind, version, given_at: now, withdrawn_at: null })))
        .execute();
    },

    async withdrawConsent(tx: DbTransaction, userId: UserId, kind: ConsentKind, now: Date): Promise<void> {
      await tx
        .updateTable('user_consents')
        .set({ withdrawn_at: now })
        .where('user_id', '=', userId)
        .where('kind', '=', kind)
        .where('withdrawn_at', 'is', null)
        .execute();
    },

    async consentsOf(userId: UserId, on: Db | DbTransaction = db): Promise<readonly StoredConsent[]> {
      const rows = await on
        .selectFrom('user_consents')
        .select(['kind', 'version', 'given_at', 'withdrawn_at'])
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(100)
        .execute();
      return rows.map((row) => ({ kind: row.kind, version: row.version, givenAt: row.given_at, withdrawnAt: row.withdrawn_at ?? undefined }));
    },

    async setPicture(tx: DbTransaction, userId: UserId, picture: string | null): Promise<void> {
      await tx.updateTable('users').set({ picture }).where('id', '=', userId).execute();
    },

    async update(
      tx: DbTransaction,
      userId: UserId,
      { nickname, locale, currency }: { readonly nickname?: string; readonly locale?: string; readonly currency?: string | null },
    ): Promise<void> {
      const set = {
        ...(nickname === undefined ? {} : { nickname }),
        ...(locale === undefined ? {} : { locale }),
        ...(currency === undefined ? {} : { currency }),
      };
      if (Object.keys(set).length > 0) await tx.updateTable('users').set(set).where('id', '=', userId).execute();
    },

    /** @param after when it is to be gone; null takes it back. */
    async setErasing(tx: DbTransaction, userId: UserId, after: Date | null): Promise<void> {
      await tx.updateTable('users').set({ erase_after: after }).where('id', '=', userId).execute();
    },

    /** The accounts whose time has come, those who waited longest first; at most so many that a night does with them. */
    async erasingBefore(before: Date, most = 10_000): Promise<readonly UserId[]> {
      const rows = await db.selectFrom('users').select('id').where('erase_after', '<', before).orderBy('erase_after').limit(most).execute();
      return rows.map(({ id }) => asId<UserId>(id));
    },

    /** Deletes an account whose time has come, with all that hangs on it. Returns whether it did. */
    async erase(tx: DbTransaction, userId: UserId, before: Date): Promise<boolean> {
      const { numDeletedRows } = await tx.deleteFrom('users').where('id', '=', userId).where('erase_after', '<', before).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
