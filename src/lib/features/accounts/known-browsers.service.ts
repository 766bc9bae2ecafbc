/**
 * Who signed in with a browser last (R9.07). The browser keeps it encrypted: a number of an account, how they signed in, and no contact.
 * It is no session: it saves them to say who they are, and they show it as before. Signing out everywhere, a new password, a lock and
 * the end of the account make it worthless.
 */
import { z } from 'zod';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { AccountsService } from './accounts.service.ts';
import type { PasswordsService } from './passwords.service.ts';
import type { Contact } from './accounts.schema.ts';
import { masked } from './contacts.rules.ts';
import { knownDays, knownWays } from './known-browsers.schema.ts';
import type { KnownWay } from './known-browsers.schema.ts';
import type { BegunSession, SessionsService } from './sessions.service.ts';
import type { ThirdParty } from './third-parties.schema.ts';

/** `at`: seconds since 1970. */
const shape = z.object({ id: z.int(), epoch: z.int(), way: z.enum(knownWays), at: z.int() });

/** `contact`: with which they sign in, where they do so by a code or password. */
export type KnownPerson = {
  readonly userId: UserId;
  readonly called: string;
} & (
  | { readonly by: 'code' | 'password'; readonly contact: Contact }
  | { readonly by: 'passkey' }
  | { readonly by: 'third-party'; readonly provider: ThirdParty }
);

type Parts = {
  readonly accounts: Pick<AccountsService, 'find' | 'contactsOf'>;
  readonly passwords: Pick<PasswordsService, 'hasPassword'>;
  readonly sessions: Pick<SessionsService, 'epochOf'>;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
};

export type KnownBrowsersService = ReturnType<typeof createKnownBrowsers>;

const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1_000);

export function createKnownBrowsers({ accounts, passwords, sessions, secrets }: Parts) {
  function read(cookie: string, now: Date): z.infer<typeof shape> | undefined {
    const text = cookie.length > 512 ? undefined : secrets.decrypt('known-browsers', cookie);
    // What an older version sealed may have another shape: then nobody is known.
    const given = text === undefined ? undefined : shape.safeParse(JSON.parse(text)).data;
    return given && secondsOf(now) - given.at < knownDays * 86_400 ? given : undefined;
  }

  return {
    /** What a browser may keep of a sign-in. */
    sealed: ({ userId, epoch }: BegunSession, way: KnownWay, now: Date): string =>
      secrets.encrypt('known-browsers', JSON.stringify({ id: userId, epoch, way, at: secondsOf(now) } satisfies z.infer<typeof shape>)),

    /** Whose account a browser keeps; undefined where that is nobody's, or worthless by now. @param cookie what it kept. */
    async ownerOf(cookie: string, now: Date): Promise<UserId | undefined> {
      const given = read(cookie, now);
      if (!given) return undefined;
      const userId = asId<UserId>(given.id);
      return (await sessions.epochOf(userId)) === given.epoch ? userId : undefined;
    },

    /** Who signed in with a browser last; undefined where that is nobody, or worthless by now. @param cookie what it kept. */
    async find(cookie: string | undefined, now: Date): Promise<KnownPerson | undefined> {
      const given = cookie === undefined ? undefined : read(cookie, now);
      if (!given) return undefined;
      const userId = asId<UserId>(given.id);
      const [user, epoch] = [await accounts.find(userId), await sessions.epochOf(userId)];
      if (!user || user.isLocked || user.eraseAfter || epoch !== given.epoch) return undefined;
      const contacts = await accounts.contactsOf(userId);
      const [first] = contacts;
      const called = user.nickname || (first ? masked(first) : '');
      const { way } = given;
      switch (way) {
        case 'passkey':
          return { userId, called, by: 'passkey' };
        case 'google':
        case 'apple':
        case 'facebook':
        case 'wechat':
          return { userId, called, by: 'third-party', provider: way };
        default: {
          const contact = contacts.find(({ kind }) => way.endsWith(kind));
          if (!contact) return undefined;
          const by = way.startsWith('password') && (await passwords.hasPassword(userId)) ? 'password' : 'code';
          return { userId, called: masked(contact), by, contact };
        }
      }
    },
  };
}
