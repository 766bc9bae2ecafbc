/** Who has an account, how they are reached, and what a person says of themselves. */
import { domainToUnicode } from 'node:url';
import type { DbTransaction } from '#lib/db/database.ts';
import type { FileOwner } from '#lib/features/uploads/uploads.schema.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { Contact, Device, User } from './accounts.schema.ts';
import type { AccountsRepository, SealedContact } from './accounts.repository.ts';
import { destinationOf } from './contacts.rules.ts';
import type { SessionsService } from './sessions.service.ts';

export type AccountsParts = {
  readonly repository: AccountsRepository;
  readonly sessions: Pick<SessionsService, 'devices' | 'endOthers'>;
  readonly secrets: Pick<Secrets, 'digests' | 'encrypt' | 'decrypt'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Files that people have brought. */
  readonly uploads: Pick<UploadsService, 'claim' | 'release'>;
};

export type AccountsService = ReturnType<typeof createAccountsService>;

export function createAccountsService({ repository, sessions, secrets, transact, uploads }: AccountsParts) {
  /** Domains in letters of any script were once kept as they were typed: an account of then is found by either. */
  function digestsOf(contact: Contact): SealedContact['digests'] {
    const digests = secrets.digests('contacts', destinationOf(contact));
    const at = contact.address.lastIndexOf('@');
    if (contact.kind !== 'email' || !contact.address.includes('xn--', at)) return digests;
    const typed = `${contact.address.slice(0, at)}@${domainToUnicode(contact.address.slice(at + 1))}`;
    return [...digests, ...secrets.digests('contacts', destinationOf({ kind: 'email', address: typed }))];
  }

  const sealed = (contact: Contact): SealedContact => ({
    kind: contact.kind,
    digests: digestsOf(contact),
    sealed: secrets.encrypt('contacts', contact.address),
  });

  return {
    /** A contact as it is stored and found. */
    sealedOf: sealed,

    /** Whether somebody has this contact, and a password with it (R7.077). */
    async known(contact: Contact): Promise<{ readonly isKnown: boolean; readonly hasPassword: boolean }> {
      const found = await repository.passwordBy(sealed(contact));
      return { isKnown: found !== undefined, hasPassword: found?.hash !== undefined };
    },

    find: (userId: UserId, tx?: DbTransaction): Promise<User | undefined> => repository.find(userId, tx),
    /** Whose contact it is. */
    findBy: (contact: Contact): Promise<User | undefined> => repository.findBy(sealed(contact)),
    /** Whose contact it is, within a transaction. */
    ownerOf: (tx: DbTransaction, contact: Contact): Promise<User | undefined> => repository.byContact(tx, sealed(contact)),

    async contactsOf(userId: UserId, tx?: DbTransaction): Promise<readonly Contact[]> {
      const stored = await repository.contactsOf(userId, tx);
      return stored.flatMap(({ kind, sealed: text }) => {
        const address = secrets.decrypt('contacts', text);
        return address === undefined ? [] : [{ kind, address }];
      });
    },

    devicesOf: (userId: UserId, now: Date): Promise<readonly Device[]> => sessions.devices(userId, 0, now),
    /** @param at from when; null for no longer. Sessions of a locked account are nobody's. */
    setLocked: (tx: DbTransaction, userId: UserId, at: Date | null): Promise<void> => repository.setLocked(tx, userId, at),
    /** Signs somebody out everywhere. Returns from how many devices. */
    endSessions: (tx: DbTransaction, userId: UserId): Promise<number> => sessions.endOthers(tx, userId, undefined),

    async update(userId: UserId, values: { readonly nickname?: string; readonly locale?: string; readonly currency?: string | null }): Promise<void> {
      await transact((tx) => repository.update(tx, userId, values));
    },

    /** Puts a picture that its owner has brought in the place of the one before, or takes that away. The one before goes with the next sweep. */
    async setPicture(userId: UserId, picture: string | undefined, owner: FileOwner, now: Date): Promise<Outcome<null, 'no-file'>> {
      return transact(async (tx) => {
        await repository.personInTurn(tx, userId);
        const former = (await repository.find(userId, tx))?.picture;
        // Sent once more, it is theirs already.
        if (picture !== undefined && picture === former) return done(null);
        if (picture !== undefined && !(await uploads.claim(tx, picture, 'picture', owner, now))) return refused('no-file');
        await repository.setPicture(tx, userId, picture ?? null);
        if (former !== undefined) await uploads.release(tx, former, now);
        return done(null);
      });
    },
  };
}
