/** What the pages of signing in and of an account show. */
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { Contact, Device, User } from './accounts.schema.ts';
import type { AccountsService } from './accounts.service.ts';
import type { AttemptsService } from './attempts.service.ts';
import { masked } from './contacts.rules.ts';
import type { SessionsService } from './sessions.service.ts';

/** What a visit has begun, as far as its pages tell. */
export type ShownAttempt = {
  readonly to: string;
  readonly event: 'login' | 'forget' | 'active';
  readonly hasTicket: boolean /** Nothing leaves this machine: the operator alone sees the message. */;
  readonly staysHere: boolean;
};

export type ShownAccount = {
  readonly user: User;
  /** What they are called: their name, or else enough of a contact. */
  readonly called: string;
  readonly contacts: readonly { readonly kind: Contact['kind']; readonly shown: string }[];
  readonly hasPassword: boolean;
  readonly marketing: boolean;
};

export type AccountsLoader = ReturnType<typeof createAccountsLoader>;

type Parts = {
  readonly accounts: AccountsService;
  readonly attempts: AttemptsService;
  readonly sessions: SessionsService;
  readonly staysHere: (contact: Contact) => boolean;
};

const idOf = ({ userId }: { readonly userId: number }): UserId => asId<UserId>(userId);

export function createAccountsLoader({ accounts, attempts, sessions, staysHere }: Parts) {
  return {
    /** What the visit has begun; undefined when nothing, or so long ago that it is forgotten. */
    async attempt({ now }: Pick<Reader, 'now'>, visitor: Visitor | undefined): Promise<ShownAttempt | undefined> {
      const attempt = visitor && (await attempts.find(visitor.owner, now));
      if (!attempt) return undefined;
      const { contact, event, ticket } = attempt;
      return { to: masked(contact), event: event === 'verify_code' ? 'login' : event, hasTicket: ticket !== undefined, staysHere: staysHere(contact) };
    },

    async account(visitor: Visitor | undefined): Promise<ShownAccount | undefined> {
      const session = visitor?.session;
      const user = session && (await accounts.find(idOf(session)));
      if (!user) return undefined;
      const [contacts, hasPassword, consents] = await Promise.all([accounts.contactsOf(user.id), accounts.hasPassword(user.id), accounts.consentsOf(user.id)]);
      const shown = contacts.map((contact) => ({ kind: contact.kind, shown: masked(contact) }));
      return {
        user,
        called: user.nickname || (shown[0]?.shown ?? ''),
        contacts: shown,
        hasPassword,
        marketing: consents.some(({ kind, withdrawnAt }) => kind === 'marketing' && withdrawnAt === undefined),
      };
    },

    async devices(visitor: Visitor | undefined, { now }: Pick<Reader, 'now'>): Promise<readonly Device[]> {
      const session = visitor?.session;
      return session ? sessions.devices(idOf(session), Number(session.id), now) : [];
    },
  };
}
