/**
 * Joins an account with another of the same person. Who is signed in to the one and has just shown it proves the other: by a code to
 * a contact of it, and by its password where it has one, because numbers and addresses come to other people. Who has taken over a
 * device may own the other account, so no way in comes along, and no contact takes the place of another: that takes three days.
 */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { AccountsRepository } from './accounts.repository.ts';
import type { Contact, User } from './accounts.schema.ts';
import type { AccountsService } from './accounts.service.ts';
import type { IsInQuestion } from './contact-claims.repository.ts';
import type { PersonNotices } from './person-notices.service.ts';
import type { Visit } from './signing-in.service.ts';
import type { CodesService } from './codes.service.ts';
import type { JoiningRepository } from './joining.repository.ts';
import type { JoinerOf } from './joining.schema.ts';
import type { PasswordHashes } from './password-hashes.service.ts';

type Parts = {
  readonly accounts: Pick<AccountsService, 'sealedOf'>;
  readonly notices: Pick<PersonNotices, 'tellOwner'>;
  readonly repository: AccountsRepository;
  readonly joining: JoiningRepository;
  /** Features that keep something of people. */
  readonly joiners: () => readonly Joiner[];
  readonly codes: Pick<CodesService, 'useTicket'>;
  readonly hashes: Pick<PasswordHashes, 'verify'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly isInQuestion: IsInQuestion;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Seconds to wait, or undefined; counted by all nodes together. */
  readonly spend: (limit: 'login', spender: { readonly account: number }) => Promise<number | undefined>;
};

/** What becomes of what a feature keeps of people when two accounts become one. */
export type Joiner = JoinerOf<DbTransaction>;

export type JoiningService = ReturnType<typeof createJoiningService>;

/** Whoever is more than a renter, locked or about to be erased is not joined by a form. */
const isPlain = (user: User): boolean => user.identity === 0 && user.partnerStatus === 0 && !user.isLocked && user.eraseAfter === undefined;

export function createJoiningService({ accounts, notices, repository, joining, joiners, codes, hashes, audit, isInQuestion, transact, spend }: Parts) {
  return {
    /** Whether the other account, whose contact was proved, has a password that is asked for besides. */
    async needsPassword(contact: Contact): Promise<boolean> {
      return (await repository.passwordBy(accounts.sealedOf(contact)))?.hash !== undefined;
    },

    /**
     * @param userId whose account stays, and with it how they sign in.
     * @param ticket what the code to the other account's contact was exchanged for; it is used up by a joining, and by nothing else.
     * @param password of the other account, as browsers hash it; undefined where none was given.
     */
    async join(
      userId: UserId,
      contact: Contact,
      ticket: string,
      password: string | undefined,
      visit: Visit,
    ): Promise<Outcome<null, 'code-gone' | 'wrong-password' | 'too-many' | 'not-joinable'>> {
      const stored = accounts.sealedOf(contact);
      const known = await repository.passwordBy(stored);
      if (known?.hash !== undefined) {
        if ((await spend('login', { account: known.userId })) !== undefined) return refused('too-many');
        if (password === undefined || !(await hashes.verify(password, known.hash))) return refused('wrong-password');
      }
      return transact(async (tx) => {
        await repository.inTurn(tx, stored);
        const other = await repository.byContact(tx, stored);
        if (!other || other.id === userId) return refused('code-gone');
        const both = { from: other.id, into: userId };
        // One order for everybody: the other way round may be under way.
        for (const id of [both.from, both.into].toSorted((a, b) => a - b)) await repository.personInTurn(tx, id);
        const [gone, kept] = [await repository.find(both.from, tx), await repository.find(both.into, tx)];
        // What was proved must be what counts now.
        if (!gone || !kept || gone.id !== known?.userId || (await repository.passwordOf(gone.id, tx)) !== known.hash) return refused('code-gone');
        if (!isPlain(gone) || !isPlain(kept)) return refused('not-joinable');
        // A code to a contact whose owner is in question proves no account.
        if (known?.hash === undefined && (await isInQuestion(tx, gone.id, stored))) return refused('not-joinable');
        for (const one of joiners()) if (one.mayJoin && !(await one.mayJoin(tx, both))) return refused('not-joinable');
        if (!(await codes.useTicket(tx, { event: 'active', contact, owner: visit.owner }, ticket, visit.now))) return refused('code-gone');
        // Wherever either of them can be written to, also where nothing will be sent any more.
        for (const id of [gone.id, kept.id]) await notices.tellOwner(tx, id, 'joined');
        for (const one of joiners()) await one.join(tx, both);
        await joining.join(tx, both, contact.kind, visit.now);
        await audit.append(tx, { actor: `person:${kept.id}`, action: 'accounts-joined', subject: `person:${kept.id}`, data: { other: gone.id } });
        return done(null);
      });
    },
  };
}
