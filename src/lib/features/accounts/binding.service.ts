/** Contacts that somebody adds to their account, once they have proved them. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Contact } from './accounts.schema.ts';
import type { AccountsRepository } from './accounts.repository.ts';
import type { AccountsService } from './accounts.service.ts';
import type { CodesService } from './codes.service.ts';
import type { ContactChangesService } from './contact-changes.service.ts';
import type { PersonNotices } from './person-notices.service.ts';
import type { Visit } from './signing-in.service.ts';

/** `later`: in some days; `taken`: another account has it, and the ticket says that it was proved. */
type Bound = Outcome<{ readonly kind: 'bound' | 'later' } | { readonly kind: 'taken'; readonly ticket: string }, 'wrong-code' | 'code-gone' | 'no-way'>;

type Parts = {
  readonly repository: AccountsRepository;
  readonly accounts: Pick<AccountsService, 'sealedOf' | 'contactsOf'>;
  readonly notices: Pick<PersonNotices, 'tellAll' | 'writeDown'>;
  readonly codes: Pick<CodesService, 'check' | 'ticketFor'>;
  /** Contacts that take the place of others in some days. */
  readonly changes: Pick<ContactChangesService, 'prepare'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export type BindingService = ReturnType<typeof createBindingService>;

export function createBindingService({ repository, accounts, notices, codes, changes, transact }: Parts) {
  return {
    /**
     * Adds a proved contact to an account. One that takes the place of another does so in three days, and the former one hears of it at
     * once. One that another account has stays there; the ticket says that it was proved, for whoever goes on to join the two.
     */
    async bind(userId: UserId, contact: Contact, code: string, visit: Visit): Promise<Bound> {
      const isFormer = (one: Contact): boolean => one.kind === contact.kind && one.address !== contact.address;
      const [owner, former] = await Promise.all([repository.find(userId), accounts.contactsOf(userId)]);
      const change = owner && former.some(isFormer) ? await changes.prepare(userId, former, contact, owner.locale, visit.now) : undefined;
      const attempt = async (tx: DbTransaction): Promise<Bound> => {
        const stored = accounts.sealedOf(contact);
        await repository.inTurn(tx, stored);
        const checked = await codes.check(tx, { event: 'active', contact, owner: visit.owner }, code, visit.now);
        if (!checked.ok) return checked;
        const other = await repository.byContact(tx, stored);
        if (other && other.id !== userId) return done({ kind: 'taken', ticket: await codes.ticketFor(tx, checked.value.id, visit.next) });
        const user = await repository.find(userId, tx);
        if (!user) return refused('code-gone');
        if ((await accounts.contactsOf(userId, tx)).some(isFormer)) {
          if (!change) return refused('no-way');
          await change.keep(tx, stored);
          return done({ kind: 'later' });
        }
        await notices.tellAll(tx, userId, user.locale, 'contact-changed');
        await repository.putContact(tx, userId, stored, visit.now);
        await notices.writeDown(tx, userId, { contact: contact.kind });
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
  };
}
