/** Passwords of accounts: whether there is one, and a new one in the place of a former one. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Contact } from './accounts.schema.ts';
import type { AccountsRepository } from './accounts.repository.ts';
import type { AccountsService } from './accounts.service.ts';
import type { CodesService } from './codes.service.ts';
import type { IsInQuestion } from './contact-claims.repository.ts';
import type { PasswordHashes } from './password-hashes.service.ts';
import type { PersonNotices } from './person-notices.service.ts';
import type { SessionsService } from './sessions.service.ts';
import type { Visit } from './signing-in.service.ts';

type Parts = {
  readonly repository: AccountsRepository;
  readonly accounts: Pick<AccountsService, 'sealedOf'>;
  readonly notices: Pick<PersonNotices, 'record'>;
  readonly codes: Pick<CodesService, 'useTicket'>;
  readonly sessions: Pick<SessionsService, 'endOthers' | 'prove'>;
  readonly hashes: PasswordHashes;
  readonly isInQuestion: IsInQuestion;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Seconds to wait, or undefined; counted by all nodes together. */
  readonly spend: (limit: 'login', spender: { readonly account: number }) => Promise<number | undefined>;
};

export type PasswordsService = ReturnType<typeof createPasswordsService>;

export function createPasswordsService({ repository, accounts, notices, codes, sessions, hashes, isInQuestion, transact, spend }: Parts) {
  return {
    hasPassword: async (userId: UserId): Promise<boolean> => (await repository.passwordOf(userId)) !== undefined,

    /** R4.023: a new password for whoever proved the contact. All their sessions end. */
    async resetPassword(contact: Contact, ticket: string, password: string, visit: Visit): Promise<Outcome<null, 'code-gone' | 'no-account' | 'in-question'>> {
      const hash = await hashes.hash(password);
      return transact(async (tx) => {
        const stored = accounts.sealedOf(contact);
        if (!(await codes.useTicket(tx, { event: 'forget', contact, owner: visit.owner }, ticket, visit.now))) return refused('code-gone');
        const user = await repository.byContact(tx, stored);
        if (!user) return refused('no-account');
        if (await isInQuestion(tx, user.id, stored)) return refused('in-question');
        await repository.personInTurn(tx, user.id);
        const isFirst = (await repository.passwordOf(user.id, tx)) === undefined;
        await repository.setPassword(tx, user.id, hash, visit.now);
        await sessions.endOthers(tx, user.id, undefined);
        await notices.record(tx, user, { means: 'password', change: isFirst ? 'set' : 'changed' });
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
        await notices.record(tx, user, { means: 'password', change: known === undefined ? 'set' : 'changed' });
        return done(null);
      });
    },
  };
}
