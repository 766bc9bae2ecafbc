/**
 * A contact that takes the place of another does so after three days, in which the former one can stop it by a link, without signing
 * in: whoever has taken over a device or a mailbox must not take the account along before its owner hears of it.
 */
import { createHash, randomBytes } from 'node:crypto';
import { provedFor } from '#lib/access.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import { contactChangeHours } from './accounts.schema.ts';
import type { Contact } from './accounts.schema.ts';
import type { AccountsRepository, SealedContact } from './accounts.repository.ts';
import type { ContactChangesRepository, StoredContactChange } from './contact-changes.repository.ts';
import { masked, toldAt } from './contacts.rules.ts';
import type { SessionsService } from './sessions.service.ts';

/** A letter that can be sent; what it costs is spent already. */
export type PreparedLetter = { send(tx: DbTransaction): Promise<void>; takeBack(): Promise<void> };

/** What the former contacts are told. */
export type ChangeLetter = { readonly token: string; readonly shown: string; readonly due: Date; readonly now: Date };

/** A change that was written about and paid for, and is not kept yet. */
export type PreparedChange = { keep(tx: DbTransaction, contact: SealedContact): Promise<void>; takeBack(): Promise<void> };

export type ShownChange = { readonly kind: Contact['kind']; readonly shown: string; readonly due: Date };

type Parts = {
  readonly repository: ContactChangesRepository;
  readonly accounts: AccountsRepository;
  readonly sessions: Pick<SessionsService, 'endOthers'>;
  readonly secrets: Pick<Secrets, 'digests' | 'encrypt' | 'decrypt'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Writes to a former contact; undefined where nothing can be sent to it today. Outside of any transaction. */
  readonly prepareLetter: (contact: Contact, locale: Locale, letter: ChangeLetter) => Promise<PreparedLetter | undefined>;
  /** Tells a contact that its account has another; a phone once the transaction is committed. */
  readonly tell: (tx: DbTransaction, contact: Contact, locale: Locale) => Promise<void>;
  /** Told what operators should know. */
  readonly onTrouble: (line: string) => void;
};

export type ContactChangesService = ReturnType<typeof createContactChangesService>;

/** Milliseconds before a change was asked for, from which on what was added is not the owner's either: a sign-in lets that long. */
const before = provedFor * 1_000;

const digestOf = (token: string): string => createHash('sha256').update(`stop ${token}`).digest('base64url');

export function createContactChangesService({ repository, accounts, sessions, secrets, audit, transact, prepareLetter, tell, onTrouble }: Parts) {
  const contactOf = ({ kind, sealed }: Pick<StoredContactChange, 'kind' | 'sealed'>): Contact | undefined => {
    const address = secrets.decrypt('contacts', sealed);
    return address === undefined ? undefined : { kind, address };
  };
  const shownOf = (change: StoredContactChange): ShownChange | undefined => {
    const contact = contactOf(change);
    return contact && { kind: contact.kind, shown: masked(contact), due: change.dueAt };
  };

  async function make(change: StoredContactChange, now: Date): Promise<boolean> {
    const contact = contactOf(change);
    const { userId } = change;
    return transact(async (tx) => {
      const digests = contact && secrets.digests('contacts', `${contact.kind} ${contact.address}`);
      if (contact && digests) await accounts.inTurn(tx, { kind: contact.kind, digests });
      await accounts.personInTurn(tx, userId);
      // It may have been stopped, or another one begun, in this moment.
      if (!(await repository.take(tx, change, now)) || !contact || !digests) return false;
      const [user, other] = [await accounts.find(userId, tx), await accounts.byContact(tx, { kind: contact.kind, digests })];
      if (!user || user.isLocked || other) return false;
      const former = (await accounts.contactsOf(userId, tx)).map(contactOf).filter((one) => one !== undefined);
      for (const one of toldAt(former)) await tell(tx, one, user.locale);
      await accounts.putContact(tx, userId, { kind: contact.kind, digests, sealed: change.sealed }, now);
      const which = contact.kind === 'email' ? 'mail' : 'phone';
      await audit.append(tx, { actor: 'job:accounts-change-contacts', action: 'contact-changed', subject: `person:${userId}`, data: { which } });
      return true;
    });
  }

  return {
    /**
     * Writes to all contacts of an account that another comes. Outside of any transaction.
     * @param former what the account has; one of them is replaced.
     * @returns undefined where the one that is replaced cannot be told today.
     */
    async prepare(userId: UserId, former: readonly Contact[], contact: Contact, locale: Locale, now: Date): Promise<PreparedChange | undefined> {
      const token = randomBytes(9).toString('base64url');
      const due = new Date(now.getTime() + contactChangeHours * 3_600_000);
      const letters: PreparedLetter[] = [];
      const takeBack = async (): Promise<void> => {
        for (const letter of letters) await letter.takeBack();
      };
      try {
        for (const one of former) {
          const letter = await prepareLetter(one, locale, { token, shown: masked(contact), due, now });
          if (letter) letters.push(letter);
          else if (one.kind === contact.kind) {
            await takeBack();
            return undefined;
          }
        }
      } catch (error) {
        await takeBack();
        throw error;
      }
      return {
        takeBack,
        async keep(tx, { kind, sealed }) {
          await repository.put(tx, { userId, kind, sealed, dueAt: due }, digestOf(token), now);
          for (const letter of letters) await letter.send(tx);
        },
      };
    },

    /** What is about to change. */
    async of(userId: UserId): Promise<readonly ShownChange[]> {
      return (await repository.of(userId)).map(shownOf).filter((one) => one !== undefined);
    },

    /** The change that a link stops; undefined when it is over. */
    async byToken(token: string, now: Date): Promise<ShownChange | undefined> {
      const change = await repository.byToken(digestOf(token), now);
      return change && shownOf(change);
    },

    /**
     * Stops a change, and signs out everywhere: it was not its owner who began it. So every other change of theirs ends, too, and so do
     * the contacts, passkeys and third parties that were added since shortly before.
     */
    async stop(token: string, now: Date): Promise<Outcome<null, 'unknown'>> {
      return transact(async (tx) => {
        const change = await repository.stop(tx, digestOf(token), now);
        if (!change) return refused('unknown');
        await accounts.personInTurn(tx, change.userId);
        const asked = [change.askedAt, ...(await repository.stopAll(tx, change.userId))].map((at) => at.getTime());
        const { passkeys, parties, contacts } = await repository.takeAwaySince(tx, change.userId, new Date(Math.min(...asked) - before));
        await sessions.endOthers(tx, change.userId, undefined);
        const by = { actor: 'nobody', subject: `person:${change.userId}` } as const;
        if (passkeys > 0) await audit.append(tx, { ...by, action: 'means-changed', data: { means: 'passkey', change: 'taken' } });
        if (parties > 0) await audit.append(tx, { ...by, action: 'means-changed', data: { means: 'third-party', change: 'taken' } });
        for (const kind of contacts) await audit.append(tx, { ...by, action: 'contact-changed', data: { which: kind === 'email' ? 'mail' : 'phone' } });
        await audit.append(tx, { ...by, action: 'session-ended', data: { why: 'reset' } });
        return done(null);
      });
    },

    /** Makes the changes whose time has come. One that cannot be made waits for the next time, and no other for it. Returns how many. */
    async makeDue(now: Date): Promise<number> {
      let made = 0;
      for (const change of await repository.due(now)) {
        try {
          if (await make(change, now)) made++;
        } catch (error) {
          onTrouble(`a contact of person ${change.userId} could not be changed: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      return made;
    },
  };
}
