/** Signing in, registering, and what a person says of themselves. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { FileOwner } from '#lib/features/uploads/uploads.schema.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import { consentVersion, eraseDays } from './accounts.schema.ts';
import type { AccountChange, CodeEvent, ConsentKind, Contact, Device, User } from './accounts.schema.ts';
import type { AccountsRepository, SealedContact } from './accounts.repository.ts';
import { newCode } from './codes.service.ts';
import { isQuiet } from './contact-claims.rules.ts';
import { toldAt } from './contacts.rules.ts';
import type { ContactChangesService, PreparedLetter } from './contact-changes.service.ts';
import type { CodeOwner, CodesService } from './codes.service.ts';
import type { PasswordHashes } from './password-hashes.service.ts';
import type { BegunSession, SessionsService, Whereabouts } from './sessions.service.ts';

/** Who asks, from where, and when. */
export type Visit = Whereabouts & { readonly owner: CodeOwner; readonly locale: Locale; readonly now: Date };

/** What a code says to whom it is sent; the sender words it. */
export type CodeLetter = { readonly event: CodeEvent; readonly code: string; readonly now: Date };

/** What a person is told of that was done to their account. */
export type Notice = 'password-changed' | 'contact-changed' | 'erasing' | 'way-added' | 'way-removed' | 'joined';

/** What the owner of an account is told of a change. */
function noticeOf(change: AccountChange): Notice {
  if ('contact' in change) return 'contact-changed';
  if (change.means === 'password') return 'password-changed';
  return change.change === 'taken' ? 'way-removed' : 'way-added';
}

/** What somebody new says of themselves, beside how they are reached. */
export type NewPerson = { readonly nickname: string; readonly consents: readonly ConsentKind[]; readonly countryCode: string | undefined };

/** Whether a contact that an account has may be somebody else's by now, so that a code to it opens nothing. */
export type IsInQuestion = (tx: DbTransaction, holderId: UserId, contact: SealedContact) => Promise<boolean>;

export type AccountsParts = {
  readonly repository: AccountsRepository;
  readonly codes: CodesService;
  readonly sessions: SessionsService;
  readonly hashes: PasswordHashes;
  readonly secrets: Pick<Secrets, 'digests' | 'encrypt' | 'decrypt'>;
  readonly audit: Pick<Audit, 'append'>;
  /** Contacts that take the place of others in some days. */
  readonly changes: Pick<ContactChangesService, 'prepare'>;
  readonly isInQuestion: IsInQuestion;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Writes a code to a contact; undefined where nothing can be sent to it today. Outside of any transaction. */
  readonly prepareCode: (contact: Contact, locale: Locale, letter: CodeLetter) => Promise<PreparedLetter | undefined>;
  /** Tells a contact what was done to its account; a phone once the transaction is committed. */
  readonly tell: (tx: DbTransaction, contact: Contact, locale: Locale, what: Notice) => Promise<void>;
  /** Files that people have brought. */
  readonly uploads: Pick<UploadsService, 'claim' | 'release'>;
  /** Seconds to wait, or undefined; counted by all nodes together. */
  readonly spend: (limit: 'login' | 'code', spender: { readonly destination?: string; readonly account?: number }) => Promise<number | undefined>;
};

export type SignedIn = BegunSession;

/** `later`: in some days; `taken`: another account has it, and the ticket says that it was proved. */
export type Bound = Outcome<{ readonly kind: 'bound' | 'later' } | { readonly kind: 'taken'; readonly ticket: string }, 'wrong-code' | 'code-gone' | 'no-way'>;

export type AccountsService = ReturnType<typeof createAccountsService>;

const destinationOf = ({ kind, address }: Contact): string => `${kind} ${address}`;

export function createAccountsService(parts: AccountsParts) {
  const { repository, codes, sessions, hashes, secrets, audit, changes, isInQuestion, transact, spend } = parts;

  const sealed = (contact: Contact): SealedContact => ({
    kind: contact.kind,
    digests: secrets.digests('contacts', destinationOf(contact)),
    sealed: secrets.encrypt('contacts', contact.address),
  });

  /** In turn with whatever else is done to the account: a sign-in that was on its way must not outlive a lock or a new password. */
  async function signIn(tx: DbTransaction, { id }: Pick<User, 'id'>, visit: Visit): Promise<Outcome<SignedIn, 'locked'>> {
    await repository.personInTurn(tx, id);
    const user = await repository.find(id, tx);
    if (!user || user.isLocked) return refused('locked');
    // Coming back takes the deletion back.
    if (user.eraseAfter) await repository.setErasing(tx, user.id, null);
    return done(await sessions.begin(tx, user.id, visit, visit.now));
  }

  /** Makes an account with a contact that is proved, or without one, and signs in. */
  async function open(
    tx: DbTransaction,
    contact: Contact | undefined,
    { nickname, consents, countryCode }: NewPerson,
    visit: Visit,
  ): Promise<Outcome<SignedIn, 'taken'>> {
    const stored = contact && sealed(contact);
    if (stored) await repository.inTurn(tx, stored);
    if (stored && (await repository.byContact(tx, stored))) return refused('taken');
    const userId = await repository.add(tx, { locale: visit.locale, nickname, countryCode, now: visit.now });
    if (stored) await repository.putContact(tx, userId, stored, visit.now);
    await repository.addConsents(tx, userId, consents, consentVersion, visit.now);
    return done(await sessions.begin(tx, userId, visit, visit.now));
  }

  /** What a person did to their own account. The last thing in its transaction: all who write into the log wait for it. */
  async function writeDown(tx: DbTransaction, userId: UserId, change: AccountChange): Promise<void> {
    const by = { actor: `person:${userId}`, subject: `person:${userId}` } as const;
    await ('contact' in change
      ? audit.append(tx, { ...by, action: 'contact-changed', data: { which: change.contact === 'email' ? 'mail' : 'phone' } })
      : audit.append(tx, { ...by, action: 'means-changed', data: change }));
  }

  async function record(tx: DbTransaction, { id, locale }: Pick<User, 'id' | 'locale'>, change: AccountChange): Promise<void> {
    await tellAll(tx, id, locale, noticeOf(change));
    await writeDown(tx, id, change);
  }

  async function tellAll(tx: DbTransaction, userId: UserId, locale: Locale, what: Notice): Promise<void> {
    for (const contact of toldAt(await contactsOf(userId, tx))) await parts.tell(tx, contact, locale, what);
  }

  async function contactsOf(userId: UserId, tx?: DbTransaction): Promise<readonly Contact[]> {
    const stored = await repository.contactsOf(userId, tx);
    return stored.flatMap(({ kind, sealed: text }) => {
      const address = secrets.decrypt('contacts', text);
      return address === undefined ? [] : [{ kind, address }];
    });
  }

  return {
    /** Sends a code, whoever has the contact, and whether or not anybody has. */
    async sendCode(event: CodeEvent, contact: Contact, visit: Visit): Promise<Outcome<null, 'too-soon' | 'too-many' | 'no-way'>> {
      const asked = { event, contact, owner: visit.owner };
      if (await transact((tx) => codes.isTooSoon(tx, asked, visit.now))) return refused('too-soon');
      if ((await spend('code', { destination: destinationOf(contact) })) !== undefined) return refused('too-many');
      const code = newCode();
      const letter = await parts.prepareCode(contact, visit.locale, { event, code, now: visit.now });
      if (!letter) return refused('no-way');
      let isSent = false;
      try {
        const sent = await transact(async (tx) => {
          await repository.inTurn(tx, sealed(contact));
          const kept = await codes.keep(tx, asked, code, visit.now);
          if (kept.ok) await letter.send(tx);
          return kept;
        });
        isSent = sent.ok;
        return sent;
      } finally {
        if (!isSent) await letter.takeBack();
      }
    },

    /** Whether somebody has this contact, and a password with it (R7.077). */
    async known(contact: Contact): Promise<{ readonly isKnown: boolean; readonly hasPassword: boolean }> {
      const found = await repository.passwordBy(sealed(contact));
      return { isKnown: found !== undefined, hasPassword: found?.hash !== undefined };
    },

    /**
     * Signs in whoever shows the code; who has no account yet gets a ticket to make one with (R4.020, R4.021).
     * @param asks whether a ticket is given for an account that was quiet for long, too: a reader says first whose it is.
     */
    async signInWithCode(
      contact: Contact,
      code: string,
      visit: Visit,
      { asks = false }: { readonly asks?: boolean } = {},
    ): Promise<
      Outcome<{ readonly session: SignedIn } | { readonly ticket: string; readonly isAsked?: true }, 'wrong-code' | 'code-gone' | 'locked' | 'in-question'>
    > {
      return transact(async (tx) => {
        const checked = await codes.check(tx, { event: 'login', contact, owner: visit.owner }, code, visit.now);
        if (!checked.ok) return checked;
        const user = await repository.byContact(tx, sealed(contact));
        if (!user) return done({ ticket: await codes.ticketFor(tx, checked.value.id) });
        if (await isInQuestion(tx, user.id, sealed(contact))) return refused('in-question');
        if (asks && isQuiet(user, visit.now)) return done({ ticket: await codes.ticketFor(tx, checked.value.id), isAsked: true });
        const session = await signIn(tx, user, visit);
        return session.ok ? done({ session: session.value }) : session;
      });
    },

    /** Signs in whoever has shown a code, and then said that the account is theirs. */
    async signInWithTicket(contact: Contact, ticket: string, visit: Visit): Promise<Outcome<SignedIn, 'code-gone' | 'locked' | 'in-question'>> {
      return transact(async (tx) => {
        const stored = sealed(contact);
        const user = await repository.byContact(tx, stored);
        if (!user) return refused('code-gone');
        if (await isInQuestion(tx, user.id, stored)) return refused('in-question');
        if (!(await codes.useTicket(tx, { event: 'login', contact, owner: visit.owner }, ticket, visit.now))) return refused('code-gone');
        return signIn(tx, user, visit);
      });
    },

    /** R7.074: a right code for a ticket. */
    async checkCode(event: CodeEvent, contact: Contact, code: string, visit: Visit): Promise<Outcome<{ readonly ticket: string }, 'wrong-code' | 'code-gone'>> {
      return transact(async (tx) => {
        const checked = await codes.check(tx, { event, contact, owner: visit.owner }, code, visit.now);
        return checked.ok ? done({ ticket: await codes.ticketFor(tx, checked.value.id) }) : checked;
      });
    },

    /**
     * Makes an account with a contact that was proved by a code.
     * @param password what the browser made of it; undefined for an account that signs in by code.
     */
    async register(
      contact: Contact,
      ticket: string,
      { password, ...person }: NewPerson & { readonly password: string | undefined },
      visit: Visit,
    ): Promise<Outcome<SignedIn, 'code-gone' | 'taken'>> {
      // Before anything is locked: it takes its time.
      const hash = password === undefined ? undefined : await hashes.hash(password);
      return transact(async (tx) => {
        await repository.inTurn(tx, sealed(contact));
        if (!(await codes.useTicket(tx, { event: 'login', contact, owner: visit.owner }, ticket, visit.now))) return refused('code-gone');
        const opened = await open(tx, contact, person, visit);
        if (opened.ok && hash !== undefined) await repository.setPassword(tx, opened.value.userId, hash, visit.now);
        return opened;
      });
    },

    /**
     * Signs in by password. Whether there is an account shows neither in the answer nor in the time it takes; after too many tries
     * for one contact it is refused before anything is compared.
     */
    async signInWithPassword(contact: Contact, password: string, visit: Visit): Promise<Outcome<SignedIn, 'wrong-password' | 'too-many' | 'locked'>> {
      if ((await spend('login', { destination: destinationOf(contact) })) !== undefined) return refused('too-many');
      const stored = sealed(contact);
      const found = await repository.passwordBy(stored);
      const isRight = await hashes.verify(password, found?.hash);
      if (!isRight || !found?.hash) return refused('wrong-password');
      const renewed = hashes.isOutdated(found.hash) ? await hashes.hash(password) : undefined;
      return transact(async (tx) => {
        const user = await repository.byContact(tx, stored);
        if (!user) return refused('wrong-password');
        await repository.personInTurn(tx, user.id);
        // What was compared is what counts now: a new password may have been set meanwhile.
        if ((await repository.passwordOf(user.id, tx)) !== found.hash) return refused('wrong-password');
        if (renewed !== undefined) await repository.setPassword(tx, user.id, renewed, visit.now);
        return signIn(tx, user, visit);
      });
    },

    /** R4.023: a new password for whoever proved the contact. All their sessions end. */
    async resetPassword(contact: Contact, ticket: string, password: string, visit: Visit): Promise<Outcome<null, 'code-gone' | 'no-account' | 'in-question'>> {
      const hash = await hashes.hash(password);
      return transact(async (tx) => {
        const stored = sealed(contact);
        if (!(await codes.useTicket(tx, { event: 'forget', contact, owner: visit.owner }, ticket, visit.now))) return refused('code-gone');
        const user = await repository.byContact(tx, stored);
        if (!user) return refused('no-account');
        if (await isInQuestion(tx, user.id, stored)) return refused('in-question');
        await repository.personInTurn(tx, user.id);
        const isFirst = (await repository.passwordOf(user.id, tx)) === undefined;
        await repository.setPassword(tx, user.id, hash, visit.now);
        await sessions.endOthers(tx, user.id, undefined);
        await record(tx, user, { means: 'password', change: isFirst ? 'set' : 'changed' });
        return done(null);
      });
    },

    /**
     * A new password for somebody who is signed in; their other sessions end. A first password is one more way in, and asks for a
     * sign-in of the last minutes in place of the former one.
     */
    async changePassword(
      userId: UserId,
      { id: sessionId, isProved }: { readonly id: number; readonly isProved: boolean },
      former: string,
      password: string,
      now: Date,
    ): Promise<Outcome<null, 'wrong-password' | 'too-many' | 'proof-needed'>> {
      if ((await spend('login', { account: userId })) !== undefined) return refused('too-many');
      const known = await repository.passwordOf(userId);
      if (known === undefined && !isProved) return refused('proof-needed');
      if (known !== undefined && !(await hashes.verify(former, known))) return refused('wrong-password');
      const hash = await hashes.hash(password);
      return transact(async (tx) => {
        const user = await repository.find(userId, tx);
        await repository.personInTurn(tx, userId);
        if (!user || (await repository.passwordOf(userId, tx)) !== known) return refused('wrong-password');
        await repository.setPassword(tx, userId, hash, now);
        await sessions.endOthers(tx, userId, sessionId);
        await sessions.prove(tx, sessionId, now);
        await record(tx, user, { means: 'password', change: known === undefined ? 'set' : 'changed' });
        return done(null);
      });
    },

    /**
     * Adds a proved contact to an account. One that takes the place of another does so in three days, and the former one hears of it at
     * once. One that another account has stays there; the ticket says that it was proved, for whoever goes on to join the two.
     */
    async bind(userId: UserId, contact: Contact, code: string, visit: Visit): Promise<Bound> {
      const isFormer = (one: Contact): boolean => one.kind === contact.kind && one.address !== contact.address;
      const [owner, former] = await Promise.all([repository.find(userId), contactsOf(userId)]);
      const change = owner && former.some(isFormer) ? await changes.prepare(userId, former, contact, owner.locale, visit.now) : undefined;
      const attempt = async (tx: DbTransaction): Promise<Bound> => {
        const stored = sealed(contact);
        await repository.inTurn(tx, stored);
        const checked = await codes.check(tx, { event: 'active', contact, owner: visit.owner }, code, visit.now);
        if (!checked.ok) return checked;
        const other = await repository.byContact(tx, stored);
        if (other && other.id !== userId) return done({ kind: 'taken', ticket: await codes.ticketFor(tx, checked.value.id) });
        const user = await repository.find(userId, tx);
        if (!user) return refused('code-gone');
        if ((await contactsOf(userId, tx)).some(isFormer)) {
          if (!change) return refused('no-way');
          await change.keep(tx, stored);
          return done({ kind: 'later' });
        }
        await tellAll(tx, userId, user.locale, 'contact-changed');
        await repository.putContact(tx, userId, stored, visit.now);
        await writeDown(tx, userId, { contact: contact.kind });
        return done({ kind: 'bound' });
      };
      let isLater = false;
      try {
        const bound = await transact(attempt);
        isLater = bound.ok && bound.value.kind === 'later';
        return bound;
      } finally {
        // Also where it was undone: what was not sent was not spent.
        if (!isLater) await change?.takeBack();
      }
    },

    /** Signs in somebody whom another way than a code or password has proved, within its transaction. */
    async admit(tx: DbTransaction, userId: UserId, visit: Visit): Promise<Outcome<SignedIn, 'locked'>> {
      const user = await repository.find(userId, tx);
      return user ? signIn(tx, user, visit) : refused('locked');
    },
    open,
    /** A contact as it is stored and found. */
    sealedOf: sealed,
    /** Tells a person, wherever they can be written to, in their own language. */
    async tellOwner(tx: DbTransaction, userId: UserId, what: Notice): Promise<void> {
      const user = await repository.find(userId, tx);
      if (user) await tellAll(tx, userId, user.locale, what);
    },
    /** Whose contact it is. */
    ownerOf: (tx: DbTransaction, contact: Contact): Promise<User | undefined> => repository.byContact(tx, sealed(contact)),
    /** Tells a person of a change, wherever they can be written to, in their own language, and writes it down. Do it last in the transaction. */
    async recordChange(tx: DbTransaction, userId: UserId, change: AccountChange): Promise<void> {
      const user = await repository.find(userId, tx);
      if (user) await record(tx, user, change);
    },

    find: (userId: UserId, tx?: DbTransaction): Promise<User | undefined> => repository.find(userId, tx),
    /** Whose contact it is. */
    findBy: (contact: Contact): Promise<User | undefined> => repository.findBy(sealed(contact)),
    devicesOf: (userId: UserId, now: Date): Promise<readonly Device[]> => sessions.devices(userId, 0, now),
    /** @param at from when; null for no longer. Sessions of a locked account are nobody's. */
    setLocked: (tx: DbTransaction, userId: UserId, at: Date | null): Promise<void> => repository.setLocked(tx, userId, at),
    /** Signs somebody out everywhere. Returns from how many devices. */
    endSessions: (tx: DbTransaction, userId: UserId): Promise<number> => sessions.endOthers(tx, userId, undefined),
    contactsOf: (userId: UserId, tx?: DbTransaction): Promise<readonly Contact[]> => contactsOf(userId, tx),
    hasPassword: async (userId: UserId): Promise<boolean> => (await repository.passwordOf(userId)) !== undefined,

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
        if (picture !== undefined && !(await parts.uploads.claim(tx, picture, 'picture', owner, now))) return refused('no-file');
        await repository.setPicture(tx, userId, picture ?? null);
        if (former !== undefined) await parts.uploads.release(tx, former, now);
        return done(null);
      });
    },

    /** Has the account deleted in two weeks; every session ends, and signing in again takes it back. */
    async erase(userId: UserId, now: Date): Promise<Date> {
      const after = new Date(now.getTime() + eraseDays * 86_400_000);
      await transact(async (tx) => {
        const user = await repository.find(userId, tx);
        await repository.setErasing(tx, userId, after);
        await sessions.endOthers(tx, userId, undefined);
        if (user) await tellAll(tx, userId, user.locale, 'erasing');
      });
      return after;
    },

    /** Deletes the accounts whose time has come, one at a time, each with its entry in the audit log. Returns how many. */
    async eraseDue(now: Date): Promise<number> {
      let erased = 0;
      for (const userId of await repository.erasingBefore(now)) {
        const isGone = await transact(async (tx) => {
          await repository.personInTurn(tx, userId);
          // They may have come back in this moment.
          if (!(await repository.erase(tx, userId, now))) return false;
          await audit.append(tx, { actor: 'job:accounts-erase-due', action: 'person-erased', subject: `person:${userId}`, data: {} });
          return true;
        });
        if (isGone) erased++;
      }
      return erased;
    },
  };
}
