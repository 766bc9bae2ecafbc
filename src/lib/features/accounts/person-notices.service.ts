/** What people are told of that was done to their account, and what of it is written down. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { AccountChange, Contact, User } from './accounts.schema.ts';
import type { AccountsService } from './accounts.service.ts';
import { toldAt } from './contacts.rules.ts';

/** What a person is told of that was done to their account. */
export type Notice = 'password-changed' | 'contact-changed' | 'erasing' | 'way-added' | 'way-removed' | 'joined' | 'name-certified' | 'name-ended';

/** What the owner of an account is told of a change. */
function noticeOf(change: AccountChange): Notice {
  if ('contact' in change) return 'contact-changed';
  if (change.means === 'password') return 'password-changed';
  return change.change === 'taken' ? 'way-removed' : 'way-added';
}

type Parts = {
  readonly accounts: Pick<AccountsService, 'find' | 'contactsOf'>;
  readonly audit: Pick<Audit, 'append'>;
  /** Tells a contact what was done to its account; a phone once the transaction is committed. */
  readonly tell: (tx: DbTransaction, contact: Contact, locale: Locale, what: Notice) => Promise<void>;
};

export type PersonNotices = ReturnType<typeof createPersonNotices>;

export function createPersonNotices({ accounts, audit, tell }: Parts) {
  /** Tells a person, wherever they can be written to. */
  async function tellAll(tx: DbTransaction, userId: UserId, locale: Locale, what: Notice): Promise<void> {
    for (const contact of toldAt(await accounts.contactsOf(userId, tx))) await tell(tx, contact, locale, what);
  }

  /** What a person did to their own account. The last thing in its transaction: all who write into the log wait for it. */
  async function writeDown(tx: DbTransaction, userId: UserId, change: AccountChange): Promise<void> {
    const by = { actor: `person:${userId}`, subject: `person:${userId}` } as const;
    await ('contact' in change
      ? audit.append(tx, { ...by, action: 'contact-changed', data: { which: change.contact === 'email' ? 'mail' : 'phone' } })
      : audit.append(tx, { ...by, action: 'means-changed', data: change }));
  }

  /** Tells a person of a change and writes it down, which is the last thing in its transaction. */
  async function record(tx: DbTransaction, { id, locale }: Pick<User, 'id' | 'locale'>, change: AccountChange): Promise<void> {
    await tellAll(tx, id, locale, noticeOf(change));
    await writeDown(tx, id, change);
  }

  return {
    tellAll,
    writeDown,
    record,

    /** Tells a person, wherever they can be written to, in their own language. */
    async tellOwner(tx: DbTransaction, userId: UserId, what: Notice): Promise<void> {
      const user = await accounts.find(userId, tx);
      if (user) await tellAll(tx, userId, user.locale, what);
    },

    /** Tells a person of a change, wherever they can be written to, in their own language, and writes it down. Do it last in the transaction. */
    async recordChange(tx: DbTransaction, userId: UserId, change: AccountChange): Promise<void> {
      const user = await accounts.find(userId, tx);
      if (user) await record(tx, user, change);
    },
  };
}
