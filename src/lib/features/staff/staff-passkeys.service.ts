/**
 * Passkeys of staff: signing in with one, showing with one once more who it is, making one, naming one, taking one away. A passkey
 * proves its person each time, so it stands for password and code together; those stay beside it, so no passkey is the last way in.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { DbTransaction } from '#lib/db/database.ts';
import type { ChallengesService } from '#lib/features/accounts/challenges.service.ts';
import { masked } from '#lib/features/accounts/contacts.rules.ts';
import { deviceName } from '#lib/features/accounts/devices.rules.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { StaffId, StaffPasskeyId } from '#lib/ids/ids.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Passkey, PasskeyAssertion, PasskeyRegistration } from '#lib/passkeys/passkey.schema.ts';
import { createPasskeys } from '#lib/passkeys/passkeys.ts';
import type { Begun, Challenge, Passkeys, RegistrationOptions, SignInOptions } from '#lib/passkeys/passkeys.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { StaffPasskeysRepository } from './staff-passkeys.repository.ts';
import { mostPasskeys } from './staff.schema.ts';
import type { StoredStaffPasskey } from './staff.schema.ts';
import { entrance } from './staff.service.ts';
import type { BegunStaffSession, StaffService, StaffVisit, WrongTries } from './staff.service.ts';

const challengeShape = z.object({
  challenge: z.string(),
  purpose: z.enum(['register', 'sign-in']),
  origin: z.string(),
  handle: z.string().optional(),
});

/** What browsers offer first: this device, then a key that is plugged in, then a phone. */
const hints = ['client-device', 'security-key', 'hybrid'] as const;

/** A member of staff in front of a browser. */
export type StaffAsker = { readonly staffId: StaffId; readonly session: number };

type Parts = {
  readonly siteOrigin: string;
  readonly localeOrigins: readonly string[];
  readonly staff: Pick<StaffService, 'admit' | 'proved' | 'memberWithEmail'>;
  readonly repository: StaffPasskeysRepository;
  readonly challenges: Pick<ChallengesService, 'of'>;
  readonly secrets: Pick<Secrets, 'digests'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  readonly wrongTries: WrongTries;
  /** Tells a member what was done, in the language of whoever did it. */
  readonly tell: (tx: DbTransaction, email: string, locale: Locale, what: 'added' | 'removed') => Promise<void>;
};

export type StaffPasskeysService = ReturnType<typeof createStaffPasskeysService>;

export function createStaffPasskeysService({ siteOrigin, localeOrigins, staff, repository, challenges, secrets, audit, transact, wrongTries, tell }: Parts) {
  const kept = challenges.of('staff-passkey', challengeShape);

  /** Ceremonies of one browser: what was begun in another is not found. @param browser whose it is: a visit, or a session. */
  const of = (browser: string): Passkeys =>
    createPasskeys({
      siteOrigin,
      localeOrigins,
      challenges: {
        put: (id, challenge, until) => kept.putUnder(`${browser} ${id}`, { ...challenge }, until),
        async take(id, now): Promise<Challenge | undefined> {
          const found = await kept.take(`${browser} ${id}`, now);
          return found && { ...found, handle: found.handle };
        },
      },
    });
  const own = ({ session }: StaffAsker): Passkeys => of(`staff:${session}`);
  const { domainOf } = of('nobody');

  /** What all passkeys of a member are made for. It names nobody to whom the secrets are not known, and is no handle of people. */
  function handleOf(staffId: StaffId, known: readonly StoredStaffPasskey[]): string {
    const digest = secrets.digests('sign-in', `staff handle ${staffId}`).at(-1) ?? '';
    return known[0]?.handle ?? createHash('sha256').update(digest).digest('base64url');
  }

  /**
   * What a passkey has signed, checked and counted as used, together with what follows from it.
   * @param mine whose it has to be; anybody's of the staff without one.
   */
  async function proving<T>(
    { ceremonies, id, answer, mine, visit }: { ceremonies: Passkeys; id: string; answer: PasskeyAssertion; mine?: StaffId; visit: StaffVisit },
    follows: (tx: DbTransaction, passkey: StoredStaffPasskey) => Promise<T | undefined>,
  ): Promise<Outcome<T, 'expired' | 'refused' | 'too-many'>> {
    const tried = `passkey ${answer.id}`;
    if (await wrongTries.areEnough(tried, visit.address)) return refused('too-many');
    let stored: StoredStaffPasskey | undefined;
    const find = async (credential: string): Promise<Passkey | undefined> => {
      const found = await repository.find(credential);
      stored = mine === undefined || found?.staffId === mine ? found : undefined;
      return stored;
    };
    const proved = await ceremonies.finishSignIn(id, answer, find, visit.now);
    if (!proved.ok && proved.reason === 'expired') return refused('expired');
    const outcome = await transact(async (tx) => {
      if (proved.ok && stored && (await repository.use(tx, stored, proved.value, visit.now))) {
        const followed = await follows(tx, stored);
        if (followed !== undefined) return done(followed);
      }
      const subject = stored ? (`staff:${stored.staffId}` as const) : mine === undefined ? entrance : (`staff:${mine}` as const);
      const data = { means: 'passkey', why: stored ? 'wrong' : 'unknown', tries: 1 } as const;
      await audit.append(tx, { actor: mine === undefined ? 'nobody' : `staff:${mine}`, action: 'sign-in-refused', subject, data });
      return refused('refused');
    });
    if (!outcome.ok) await wrongTries.count(tried, visit.address);
    return outcome;
  }

  async function changed(tx: DbTransaction, staffId: StaffId, change: 'set' | 'changed' | 'taken'): Promise<void> {
    await audit.append(tx, { actor: `staff:${staffId}`, action: 'means-changed', subject: `staff:${staffId}`, data: { means: 'passkey', change } });
  }

  return {
    /** Whether browsers have passkeys at an origin. */
    canBe: (origin: string): boolean => domainOf(origin) !== undefined,

    async beginSignIn(origin: string, browser: string, now: Date): Promise<Outcome<Begun<SignInOptions>, 'unknown'>> {
      if (domainOf(origin) === undefined) return refused('unknown');
      const { id, options } = await of(browser).beginSignIn(origin, undefined, now);
      return done({ id, options: { ...options, hints: [...hints] } });
    },

    signIn: (
      id: string,
      answer: PasskeyAssertion,
      browser: string,
      visit: StaffVisit,
    ): Promise<Outcome<BegunStaffSession, 'expired' | 'refused' | 'too-many'>> =>
      proving({ ceremonies: of(browser), id, answer, visit }, (tx, { staffId }) => staff.admit(tx, staffId, 'passkey', visit)),

    /** `unknown`: they have none there. */
    async beginProof(origin: string, asker: StaffAsker, now: Date): Promise<Outcome<Begun<SignInOptions>, 'unknown'>> {
      const domain = domainOf(origin);
      const known = (await repository.of(asker.staffId)).filter((one) => one.domain === domain);
      const [first] = known;
      if (!first) return refused('unknown');
      return done(await own(asker).beginSignIn(origin, { handle: first.handle, known }, now));
    },

    async prove(id: string, answer: PasskeyAssertion, asker: StaffAsker, visit: StaffVisit): Promise<Outcome<null, 'expired' | 'refused' | 'too-many'>> {
      const { staffId, session } = asker;
      const proved = await proving(
        { ceremonies: own(asker), id, answer, mine: staffId, visit },
        async (tx) => (await staff.proved(tx, staffId, session, 'passkey', visit.now)) || undefined,
      );
      return proved.ok ? done(null) : proved;
    },

    async beginAdd(origin: string, asker: StaffAsker, locale: Locale, now: Date): Promise<Outcome<Begun<RegistrationOptions>, 'unknown' | 'enough'>> {
      if (domainOf(origin) === undefined) return refused('unknown');
      const [member, known] = await Promise.all([staff.memberWithEmail(asker.staffId), repository.of(asker.staffId)]);
      if (!member) return refused('unknown');
      if (known.length >= mostPasskeys) return refused('enough');
      // The device shows it in its own lists, beside one of the same person as a reader.
      const account = `${translator(locale)('staff.section')}: ${masked({ kind: 'email', address: member.email })}`;
      const person = { handle: handleOf(asker.staffId, known), account, name: member.name };
      const { id, options } = await own(asker).beginRegistration(origin, person, known, locale, now);
      return done({ id, options: { ...options, hints: [...hints] } });
    },

    async add(
      id: string,
      answer: PasskeyRegistration,
      asker: StaffAsker,
      { visit, locale }: { readonly visit: StaffVisit; readonly locale: Locale },
    ): Promise<Outcome<null, 'expired' | 'refused' | 'enough'>> {
      const { staffId, session } = asker;
      const [member, before] = await Promise.all([staff.memberWithEmail(staffId), repository.of(staffId)]);
      const made = await own(asker).finishRegistration(id, answer, handleOf(staffId, before), visit.now);
      if (!made.ok) return made;
      return transact(async (tx) => {
        if (!member || !(await repository.ownerInTurn(tx, staffId, session))) return refused('refused');
        if ((await repository.of(staffId, tx)).length >= mostPasskeys) return refused('enough');
        if (!(await repository.add(tx, staffId, made.value, deviceName(visit.userAgent), visit.now))) return refused('refused');
        await changed(tx, staffId, 'set');
        await tell(tx, member.email, locale, 'added');
        return done(null);
      });
    },

    rename: (staffId: StaffId, passkey: StaffPasskeyId | undefined, name: string): Promise<Outcome<null, 'unknown'>> =>
      transact(async (tx) => {
        if (passkey === undefined || !(await repository.rename(tx, staffId, passkey, name))) return refused('unknown');
        await changed(tx, staffId, 'changed');
        return done(null);
      }),

    async remove(staffId: StaffId, passkey: StaffPasskeyId | undefined, locale: Locale): Promise<Outcome<null, 'unknown'>> {
      const member = await staff.memberWithEmail(staffId);
      return transact(async (tx) => {
        if (!member || passkey === undefined || !(await repository.remove(tx, staffId, passkey))) return refused('unknown');
        await changed(tx, staffId, 'taken');
        await tell(tx, member.email, locale, 'removed');
        return done(null);
      });
    },

    of: (staffId: StaffId): Promise<readonly StoredStaffPasskey[]> => repository.of(staffId),
  };
}
