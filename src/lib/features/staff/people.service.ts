/** What staff see of people and do to their accounts. Each look and each deed stands in the audit log. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { AccountsService } from '#lib/features/accounts/accounts.service.ts';
import type { ConsentsService, GivenConsents } from '#lib/features/accounts/consents.service.ts';
import { emailOf } from '#lib/features/accounts/contacts.rules.ts';
import type { Contact, Device, User } from '#lib/features/accounts/accounts.schema.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { StaffId, UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import { actionsFor } from './staff.rules.ts';
import type { PersonAction, PersonReason } from './staff.schema.ts';

export type SeenPerson = {
  readonly user: User;
  readonly contacts: readonly Contact[];
  readonly devices: readonly Device[];
  readonly consents: GivenConsents;
};

export type PeopleService = ReturnType<typeof createPeopleService>;

type Parts = {
  readonly accounts: Pick<AccountsService, 'find' | 'findBy' | 'contactsOf' | 'devicesOf' | 'setLocked' | 'endSessions'>;
  readonly consents: Pick<ConsentsService, 'of'>;
  readonly audit: Pick<Audit, 'append'>;
  /** One piece of work on a person at a time. */
  readonly transact: <T>(userId: UserId, work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Work that is about nobody in particular. */
  readonly auditing: (work: (tx: DbTransaction) => Promise<void>) => Promise<void>;
  /** Seconds to wait, or undefined; counted by all nodes together. */
  readonly spend: (limit: 'write-heavy', spender: { readonly account: string }) => Promise<number | undefined>;
  /** A number with its `+`, in its one written form; undefined when it is none. */
  readonly phoneOf: (text: string) => string | undefined;
};

export function createPeopleService({ accounts, consents: agreed, audit, transact, auditing, spend, phoneOf }: Parts) {
  function contactOf(text: string): Contact | undefined {
    if (text.includes('@')) {
      const address = emailOf(text);
      return address === undefined ? undefined : { kind: 'email', address };
    }
    const address = phoneOf(text);
    return address === undefined ? undefined : { kind: 'phone', address };
  }

  return {
    /** Each look is written down, whether or not it finds somebody. @param who the number of an account, or a whole mail address or phone number. */
    async find(who: string, staffId: StaffId): Promise<Outcome<UserId, 'nobody' | 'too-many'>> {
      if ((await spend('write-heavy', { account: `staff ${staffId}` })) !== undefined) return refused('too-many');
      const text = who.normalize('NFKC').trim();
      const given = parseId<UserId>(text);
      const contact = given === undefined ? contactOf(text) : undefined;
      const found = given === undefined ? contact && (await accounts.findBy(contact)) : await accounts.find(given);
      const actor = `staff:${staffId}` as const;
      await auditing((tx) =>
        audit.append(tx, { actor, action: 'person-sought', subject: found ? `person:${found.id}` : actor, data: { found: found !== undefined } }),
      );
      return found ? done(found.id) : refused('nobody');
    },

    /** Everything of a person that staff may see; that they saw it is written down first. */
    async see(id: UserId, staffId: StaffId, now: Date): Promise<SeenPerson | undefined> {
      const user = await accounts.find(id);
      if (!user) return undefined;
      await transact(id, (tx) => audit.append(tx, { actor: `staff:${staffId}`, action: 'person-seen', subject: `person:${id}`, data: {} }));
      const [contacts, devices, consents] = await Promise.all([accounts.contactsOf(id), accounts.devicesOf(id, now), agreed.of(id)]);
      return { user, contacts, devices, consents };
    },

    /** `not-now`: somebody else has done it already. */
    async act(id: UserId, action: PersonAction, reason: PersonReason, staffId: StaffId, now: Date): Promise<Outcome<null, 'unknown' | 'not-now'>> {
      return transact(id, async (tx) => {
        const user = await accounts.find(id, tx);
        if (!user) return refused('unknown');
        if (!actionsFor(user.isLocked).includes(action)) return refused('not-now');
        const by = { actor: `staff:${staffId}`, subject: `person:${id}` } as const;
        const ended = action === 'unlock' ? 0 : await accounts.endSessions(tx, id);
        switch (action) {
          case 'lock':
            await accounts.setLocked(tx, id, now);
            await audit.append(tx, { ...by, action: 'person-locked', data: { reason, sessions: ended } });
            break;
          case 'unlock':
            await accounts.setLocked(tx, id, null);
            await audit.append(tx, { ...by, action: 'person-unlocked', data: { reason } });
            break;
          case 'sign-out':
            await audit.append(tx, { ...by, action: 'person-signed-out', data: { reason, sessions: ended } });
            break;
        }
        return done(null);
      });
    },
  };
}
