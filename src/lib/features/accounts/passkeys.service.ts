/** Passkeys of accounts: signing in with one, making one, taking one away. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { DbTransaction } from '#lib/db/database.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { PasskeyAssertion, PasskeyRegistration } from '#lib/passkeys/passkey.schema.ts';
import { createPasskeys } from '#lib/passkeys/passkeys.ts';
import type { Begun, Challenge, ChallengeStore, RegistrationOptions, SignInOptions } from '#lib/passkeys/passkeys.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { AccountsService } from './accounts.service.ts';
import type { PersonNotices } from './person-notices.service.ts';
import type { SignedIn, SigningInService, Visit } from './signing-in.service.ts';
import type { ChallengesService } from './challenges.service.ts';
import { masked } from './contacts.rules.ts';
import { deviceName } from './devices.rules.ts';
import type { PasskeysRepository, StoredPasskey } from './passkeys.repository.ts';
import type { ThirdPartiesRepository } from './third-parties.repository.ts';

const challengeShape = z.object({
  challenge: z.string(),
  purpose: z.enum(['register', 'sign-in']),
  origin: z.string(),
  handle: z.string().optional(),
});

/** Passkeys one person may have. */
const mostPasskeys = 20;

type Parts = {
  readonly siteOrigin: string;
  readonly localeOrigins: readonly string[];
  readonly accounts: Pick<AccountsService, 'find' | 'contactsOf'>;
  readonly notices: Pick<PersonNotices, 'recordChange'>;
  readonly signingIn: Pick<SigningInService, 'admit'>;
  readonly repository: PasskeysRepository;
  /** Who counts the ways into an account. */
  readonly ways: Pick<ThirdPartiesRepository, 'ownerInTurn' | 'waysInto'>;
  readonly challenges: ChallengesService;
  readonly secrets: Pick<Secrets, 'digests'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export type PasskeysService = ReturnType<typeof createPasskeysService>;

export function createPasskeysService({ siteOrigin, localeOrigins, accounts, notices, signingIn, repository, ways, challenges, secrets, transact }: Parts) {
  const kept = challenges.of('passkey', challengeShape);
  const store: ChallengeStore = {
    put: (id, challenge, until) => kept.putUnder(id, { ...challenge }, until),
    async take(id, now): Promise<Challenge | undefined> {
      const found = await kept.take(id, now);
      return found && { ...found, handle: found.handle };
    },
  };
  const passkeys = createPasskeys({ siteOrigin, localeOrigins, challenges: store });

  /** What all passkeys of a person are made for. It names nobody to whom the secrets are not known. */
  async function handleOf(userId: UserId): Promise<string> {
    const [one] = await repository.of(userId);
    return (
      one?.handle ??
      createHash('sha256')
        .update(secrets.digests('sign-in', `handle ${userId}`).at(-1) ?? '')
        .digest('base64url')
    );
  }

  return {
    /** Whether browsers have passkeys at an origin. */
    canBe: (origin: string): boolean => passkeys.domainOf(origin) !== undefined,

    async beginSignIn(origin: string, now: Date): Promise<Outcome<Begun<SignInOptions>, 'unknown'>> {
      return passkeys.domainOf(origin) === undefined ? refused('unknown') : done(await passkeys.beginSignIn(origin, undefined, now));
    },

    async signIn(id: string, answer: PasskeyAssertion, visit: Visit): Promise<Outcome<SignedIn, 'expired' | 'refused' | 'locked'>> {
      let seen: StoredPasskey | undefined;
      const proved = await passkeys.finishSignIn(id, answer, async (one) => (seen = await repository.find(one)), visit.now);
      if (!proved.ok) return proved;
      const before = seen;
      return transact(async (tx) => {
        if (!before || !(await repository.touch(tx, before, proved.value, visit.now))) return refused('refused');
        return signingIn.admit(tx, before.userId, visit);
      });
    },

    async beginAdd(origin: string, userId: UserId, locale: Locale, now: Date): Promise<Outcome<Begun<RegistrationOptions>, 'unknown' | 'enough'>> {
      if (passkeys.domainOf(origin) === undefined) return refused('unknown');
      const [user, contacts, known, handle] = await Promise.all([accounts.find(userId), accounts.contactsOf(userId), repository.of(userId), handleOf(userId)]);
      if (!user) return refused('unknown');
      if (known.length >= mostPasskeys) return refused('enough');
      const [contact] = contacts;
      // The device shows it in its own lists, for whoever holds the device.
      const account = contact ? masked(contact) : user.nickname || String(userId);
      return done(await passkeys.beginRegistration(origin, { handle, account, name: user.nickname || account }, known, locale, now));
    },

    async add(id: string, answer: PasskeyRegistration, userId: UserId, visit: Visit): Promise<Outcome<null, 'expired' | 'refused' | 'enough'>> {
      const made = await passkeys.finishRegistration(id, answer, await handleOf(userId), visit.now);
      if (!made.ok) return made;
      return transact(async (tx) => {
        await ways.ownerInTurn(tx, userId);
        if ((await repository.of(userId, tx)).length >= mostPasskeys) return refused('enough');
        if (!(await repository.add(tx, userId, made.value, deviceName(visit.userAgent), visit.now))) return refused('refused');
        await notices.recordChange(tx, userId, { means: 'passkey', change: 'set' });
        return done(null);
      });
    },

    async remove(userId: UserId, id: string): Promise<Outcome<null, 'unknown' | 'last-way'>> {
      return transact(async (tx) => {
        await ways.ownerInTurn(tx, userId);
        if (!(await repository.of(userId, tx)).some((one) => one.id === id)) return refused('unknown');
        if ((await ways.waysInto(tx, userId)) < 2) return refused('last-way');
        await repository.remove(tx, userId, id);
        await notices.recordChange(tx, userId, { means: 'passkey', change: 'taken' });
        return done(null);
      });
    },

    of: (userId: UserId): Promise<readonly StoredPasskey[]> => repository.of(userId),
  };
}
