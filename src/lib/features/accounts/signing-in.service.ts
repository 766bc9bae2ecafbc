/** Signing in and registering: codes, passwords and tickets for sessions. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import { consentVersion } from './accounts.schema.ts';
import type { CodeEvent, ConsentKind, Contact, User } from './accounts.schema.ts';
import type { AccountsRepository } from './accounts.repository.ts';
import type { AccountsService } from './accounts.service.ts';
import { newCode } from './codes.service.ts';
import type { CodeOwner, CodesService } from './codes.service.ts';
import type { PreparedLetter } from './contact-changes.service.ts';
import type { IsInQuestion } from './contact-claims.repository.ts';
import { isQuiet } from './contact-claims.rules.ts';
import { destinationOf } from './contacts.rules.ts';
import type { KnownPlaces, Place } from './known-places.service.ts';
import type { PasswordHashes } from './password-hashes.service.ts';
import type { BegunSession, SessionsService, Whereabouts } from './sessions.service.ts';

/** Who asks, from where, and when. */
export type Visit = Whereabouts & {
  readonly owner: CodeOwner;
  /** What the visit is called once it is raised: by a code that is sent or was right. */
  readonly next: CodeOwner;
  /** From where they come; undefined where that does not count. */
  readonly place?: Place | undefined;
  readonly locale: Locale;
  readonly now: Date;
};

/** What a code says to whom it is sent; the sender words it. */
export type CodeLetter = { readonly event: CodeEvent; readonly code: string; readonly now: Date };

/** What somebody new says of themselves, beside how they are reached. */
type NewPerson = { readonly nickname: string; readonly consents: readonly ConsentKind[]; readonly countryCode: string | undefined };

export type SignedIn = BegunSession;

/** A session, or the ticket of somebody who has no account yet, or has to say first whose it is. */
type SignInByCode = Outcome<
  { readonly session: SignedIn } | { readonly ticket: string; readonly isAsked?: true },
  'wrong-code' | 'code-gone' | 'locked' | 'in-question'
>;

type Parts = {
  readonly repository: AccountsRepository;
  readonly accounts: Pick<AccountsService, 'sealedOf'>;
  readonly codes: CodesService;
  readonly sessions: Pick<SessionsService, 'begin'>;
  readonly hashes: PasswordHashes;
  readonly isInQuestion: IsInQuestion;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Writes a code to a contact; undefined where nothing can be sent to it today. Outside of any transaction. */
  readonly prepareCode: (contact: Contact, locale: Locale, letter: CodeLetter) => Promise<PreparedLetter | undefined>;
  /** Seconds to wait, or undefined; counted by all nodes together. */
  readonly spend: (limit: 'code', spender: { readonly destination: string; readonly share: string | undefined }) => Promise<number | undefined>;
  readonly places: Pick<KnownPlaces, 'shareOf' | 'noteArrival' | 'mayTry'>;
};

export type SigningInService = ReturnType<typeof createSigningInService>;

export function createSigningInService({ repository, accounts, codes, sessions, hashes, isInQuestion, transact, prepareCode, spend, places }: Parts) {
  /** In turn with whatever else is done to the account: a sign-in that was on its way must not outlive a lock or a new password. */
  async function signIn(tx: DbTransaction, { id }: Pick<User, 'id'>, visit: Visit): Promise<Outcome<SignedIn, 'locked'>> {
    await repository.personInTurn(tx, id);
    const user = await repository.find(id, tx);
    if (!user || user.isLocked) return refused('locked');
    // Who comes back to an account that is to be deleted is asked whether to keep it.
    return done({ ...(await sessions.begin(tx, user.id, visit, visit.now)), isErasing: user.eraseAfter !== undefined });
  }

  /** Makes an account with a contact that is proved, or without one, and signs in. */
  async function open(
    tx: DbTransaction,
    contact: Contact | undefined,
    { nickname, consents, countryCode }: NewPerson,
    visit: Visit,
  ): Promise<Outcome<SignedIn, 'taken'>> {
    const stored = contact && accounts.sealedOf(contact);
    if (stored) await repository.inTurn(tx, stored);
    if (stored && (await repository.byContact(tx, stored))) return refused('taken');
    const userId = await repository.add(tx, { locale: visit.locale, nickname, countryCode, now: visit.now });
    if (stored) await repository.putContact(tx, userId, stored, visit.now);
    await repository.addConsents(tx, userId, consents, consentVersion, visit.now);
    return done(await sessions.begin(tx, userId, visit, visit.now));
  }

  return {
    /** Sends a code, whoever has the contact, and whether or not anybody has. */
    async sendCode(event: CodeEvent, contact: Contact, visit: Visit): Promise<Outcome<null, 'too-soon' | 'too-many' | 'no-way'>> {
      const asked = { event, contact, owner: visit.owner };
      if (await transact((tx) => codes.isTooSoon(tx, asked, visit.now))) return refused('too-soon');
      const share = await places.shareOf(contact, visit.place, visit.now);
      if ((await spend('code', { destination: destinationOf(contact), share })) !== undefined) return refused('too-many');
      const code = newCode();
      const letter = await prepareCode(contact, visit.locale, { event, code, now: visit.now });
      if (!letter) return refused('no-way');
      let isSent = false;
      try {
        const sent = await transact(async (tx) => {
          await repository.inTurn(tx, accounts.sealedOf(contact));
          const kept = await codes.keep(tx, asked, code, visit.now, visit.next);
          if (kept.ok) await letter.send(tx);
          return kept;
        });
        isSent = sent.ok;
        return sent;
      } finally {
        if (!isSent) await letter.takeBack();
      }
    },

    /** R7.074: a right code for a ticket. */
    async checkCode(event: CodeEvent, contact: Contact, code: string, visit: Visit): Promise<Outcome<{ readonly ticket: string }, 'wrong-code' | 'code-gone'>> {
      return transact(async (tx) => {
        const checked = await codes.check(tx, { event, contact, owner: visit.owner }, code, visit.now);
        return checked.ok ? done({ ticket: await codes.ticketFor(tx, checked.value.id, visit.next) }) : checked;
      });
    },

    /**
     * Signs in whoever shows the code; who has no account yet gets a ticket to make one with (R4.020, R4.021).
     * @param asks whether a ticket is given for an account that was quiet for long, too: a reader says first whose it is.
     */
    async signInWithCode(contact: Contact, code: string, visit: Visit, { asks = false }: { readonly asks?: boolean } = {}): Promise<SignInByCode> {
      const entered = await transact<SignInByCode>(async (tx) => {
        const checked = await codes.check(tx, { event: 'login', contact, owner: visit.owner }, code, visit.now);
        if (!checked.ok) return checked;
        const user = await repository.byContact(tx, accounts.sealedOf(contact));
        if (!user) return done({ ticket: await codes.ticketFor(tx, checked.value.id, visit.next) });
        if (await isInQuestion(tx, user.id, accounts.sealedOf(contact))) return refused('in-question');
        if (asks && isQuiet(user, visit.now)) return done({ ticket: await codes.ticketFor(tx, checked.value.id, visit.next), isAsked: true });
        const session = await signIn(tx, user, visit);
        return session.ok ? done({ session: session.value }) : session;
      });
      if (entered.ok && 'session' in entered.value) await places.noteArrival(contact, visit.place);
      return entered;
    },

    /** Signs in whoever has shown a code, and then said that the account is theirs. */
    async signInWithTicket(contact: Contact, ticket: string, visit: Visit): Promise<Outcome<SignedIn, 'code-gone' | 'locked' | 'in-question'>> {
      const entered = await transact<Outcome<SignedIn, 'code-gone' | 'locked' | 'in-question'>>(async (tx) => {
        const stored = accounts.sealedOf(contact);
        const user = await repository.byContact(tx, stored);
        if (!user) return refused('code-gone');
        if (await isInQuestion(tx, user.id, stored)) return refused('in-question');
        if (!(await codes.useTicket(tx, { event: 'login', contact, owner: visit.owner }, ticket, visit.now))) return refused('code-gone');
        return signIn(tx, user, visit);
      });
      if (entered.ok) await places.noteArrival(contact, visit.place);
      return entered;
    },

    /**
     * Signs in by password. Whether there is an account shows neither in the answer nor in the time it takes; after some tries for one
     * contact each further one waits, and those of strangers are refused at last before anything is compared.
     */
    async signInWithPassword(contact: Contact, password: string, visit: Visit): Promise<Outcome<SignedIn, 'wrong-password' | 'too-many' | 'locked'>> {
      if (!(await places.mayTry(contact, visit.place, visit.now))) return refused('too-many');
      const stored = accounts.sealedOf(contact);
      const found = await repository.passwordBy(stored);
      const isRight = await hashes.verify(password, found?.hash);
      if (!isRight || !found?.hash) return refused('wrong-password');
      const renewed = hashes.isOutdated(found.hash) ? await hashes.hash(password) : undefined;
      const entered = await transact<Outcome<SignedIn, 'wrong-password' | 'locked'>>(async (tx) => {
        const user = await repository.byContact(tx, stored);
        if (!user) return refused('wrong-password');
        await repository.personInTurn(tx, user.id);
        // What was compared is what counts now: a new password may have been set meanwhile.
        if ((await repository.passwordOf(user.id, tx)) !== found.hash) return refused('wrong-password');
        if (renewed !== undefined) await repository.setPassword(tx, user.id, renewed, visit.now);
        return signIn(tx, user, visit);
      });
      if (entered.ok) await places.noteArrival(contact, visit.place);
      return entered;
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
      const made = await transact<Outcome<SignedIn, 'code-gone' | 'taken'>>(async (tx) => {
        await repository.inTurn(tx, accounts.sealedOf(contact));
        if (!(await codes.useTicket(tx, { event: 'login', contact, owner: visit.owner }, ticket, visit.now))) return refused('code-gone');
        const opened = await open(tx, contact, person, visit);
        if (opened.ok && hash !== undefined) await repository.setPassword(tx, opened.value.userId, hash, visit.now);
        return opened;
      });
      if (made.ok) await places.noteArrival(contact, visit.place);
      return made;
    },

    /** Signs in somebody whom another way than a code or password has proved, within its transaction. */
    async admit(tx: DbTransaction, userId: UserId, visit: Visit): Promise<Outcome<SignedIn, 'locked'>> {
      const user = await repository.find(userId, tx);
      return user ? signIn(tx, user, visit) : refused('locked');
    },

    open,
  };
}
