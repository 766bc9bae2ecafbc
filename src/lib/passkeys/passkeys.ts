/**
 * Passkeys (Web Authentication): a key pair on the reader's device, which signs a challenge of ours for our domain alone. A
 * challenge works once, for the purpose and the person it was made for. Where a challenge and the passkeys lie is for the caller.
 */
import { randomBytes } from 'node:crypto';
import { brandName } from '#lib/brand.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Passkey, PasskeyAssertion, PasskeyRegistration } from './passkey.schema.ts';

/** Keeps challenges until they are taken. */
export type ChallengeStore = {
  /** @param id is a secret of the browser that asked. */
  put(id: string, challenge: Challenge, until: Date): Promise<void>;
  /** Gives it once, whoever asks at the same moment, and not after its time. */
  take(id: string, now: Date): Promise<Challenge | undefined>;
};

export type Challenge = {
  readonly challenge: string;
  readonly purpose: 'register' | 'sign-in';
  readonly origin: string;
  /** Whom it is for; undefined where anybody may sign in. */
  readonly handle: string | undefined;
};

export type PasskeyPerson = {
  /** 1 to 64 bytes in base64url that name nobody: random, and the same for all passkeys of the person. */
  readonly handle: string;
  /** What the device shows of the account, such as an e-mail. */
  readonly account: string;
  readonly name: string;
};

/** `expired`: the challenge was taken or has ended, so the reader may begin again; `refused`: it is not proved. */
export type PasskeyRefusal = 'expired' | 'refused';

/** What was begun: options for the browser, and by what it is finished. */
export type Begun<Options> = { readonly id: string; readonly options: Options };

type Library = typeof import('@simplewebauthn/server');
export type RegistrationOptions = Awaited<ReturnType<Library['generateRegistrationOptions']>>;
export type SignInOptions = Awaited<ReturnType<Library['generateAuthenticationOptions']>>;

export type Passkeys = {
  /** The domain of passkeys at an origin; undefined where there can be none: without TLS, at a bare address, at a host that is not ours. */
  domainOf(origin: string): string | undefined;
  /** @param known passkeys of the person: their devices make no second one. @throws {TypeError} where there can be none. */
  beginRegistration(
    origin: string,
    person: PasskeyPerson,
    known: readonly Pick<Passkey, 'id' | 'transports'>[],
    locale: Locale,
    now: Date,
  ): Promise<Begun<RegistrationOptions>>;
  finishRegistration(id: string, given: PasskeyRegistration, handle: string, now: Date): Promise<Outcome<Passkey, PasskeyRefusal>>;
  /**
   * @param person whose passkeys may sign, for proving once more who it is; without one the device offers those it has.
   * @throws {TypeError} where there can be none.
   */
  beginSignIn(
    origin: string,
    person: { readonly handle: string; readonly known: readonly Pick<Passkey, 'id' | 'transports'>[] } | undefined,
    now: Date,
  ): Promise<Begun<SignInOptions>>;
  /**
   * @param find the passkey of an id.
   * @returns the passkey with its new count, to be kept.
   */
  finishSignIn(id: string, given: PasskeyAssertion, find: (id: string) => Promise<Passkey | undefined>, now: Date): Promise<Outcome<Passkey, PasskeyRefusal>>;
};

/** Milliseconds a reader has for finger, face or the other device. */
const patience = 300_000;
/** EdDSA, ES256, RS256: what devices can. */
const algorithms = [-8, -7, -257];

/** Loaded by the first who needs it: with its parsers of certificates it is as large as the rest of a start. */
const library = (): Promise<Library> => import('@simplewebauthn/server');

const bare = /^(?:[\d.]+|\[.*\])$/;

/** The host that passkeys of an origin are for, where browsers have them. */
function hostOf(origin: string): string | undefined {
  const url = URL.parse(origin);
  if (!url || bare.test(url.hostname)) return undefined;
  return url.protocol === 'https:' || url.hostname === 'localhost' ? url.hostname : undefined;
}

/**
 * Whether the device only says that it has the key, and nothing about what it is. We ask for no more; a certificate that comes
 * nevertheless would be parsed, and of some makers the list of revoked ones fetched from the address in it.
 */
async function isPlain({ response }: PasskeyRegistration): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

/**
 * @param siteOrigin the public origin. Hosts of languages below its host share its passkeys; each other host has its own.
 * @param localeOrigins origins that languages have of their own.
 */
export function createPasskeys({
  siteOrigin,
  localeOrigins,
  challenges,
}: {
  readonly siteOrigin: string;
  readonly localeOrigins: readonly string[];
  readonly challenges: ChallengeStore;
}): Passkeys {
  const siteHost = hostOf(siteOrigin);
  const origins = new Set([siteOrigin, ...localeOrigins]);

  function domainOf(origin: string): string | undefined {
    const host = origins.has(origin) ? hostOf(origin) : undefined;
    return host !== undefined && siteHost !== undefined && host.endsWith(`.${siteHost}`) ? siteHost : host;
  }

  function neededDomain(origin: string): string {
    const domain = domainOf(origin);
    if (domain === undefined) throw new TypeError(`there can be no passkeys at ${origin}`);
    return domain;
  }

  async function keep(challenge: Challenge, now: Date): Promise<string> {
    const id = randomBytes(24).toString('base64url');
    await challenges.put(id, challenge, new Date(now.getTime() + patience));
    return id;
  }

  const named = (known: readonly Pick<Passkey, 'id' | 'transports'>[]) => known.map(({ id, transports }) => ({ id, transports: [...transports] }));
  const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'));

  return {
    domainOf,
    async beginRegistration(origin, { handle, account, name }, known, locale, now) {
      const rpID = neededDomain(origin);
      const { generateRegistrationOptions } = await library();
      const options = await generateRegistrationOptions({
        rpName: brandName(locale),
        rpID,
        userID: bytesOf(handle),
        userName: account,
        userDisplayName: name,
        timeout: patience,
        attestationType: 'none',
        excludeCredentials: named(known),
        // It must name its person by itself, and prove that it is them: it stands for the password.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: algorithms,
      });
      return { id: await keep({ challenge: options.challenge, purpose: 'register', origin, handle }, now), options };
    },
    async finishRegistration(id, given, handle, now) {
      const asked = await challenges.take(id, now);
      if (asked?.purpose !== 'register' || asked.handle !== handle) return refused('expired');
      const domain = neededDomain(asked.origin);
      const { verifyRegistrationResponse } = await library();
      try {
        if (!(await isPlain(given))) return refused('refused');
        const { clientDataJSON, attestationObject } = given.response;
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: { id: given.id, rawId: given.rawId, type: given.type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
          expectedChallenge: asked.challenge,
          expectedOrigin: asked.origin,
          expectedRPID: domain,
          requireUserVerification: true,
          supportedAlgorithmIDs: algorithms,
        });
        if (!verified) return refused('refused');
        const { credential, credentialBackedUp: isSynced } = registrationInfo;
        const { counter } = credential;
        const publicKey = Buffer.from(credential.publicKey).toString('base64url');
        const transports = given.response.transports?.filter((one) => /^[a-z-]{1,20}$/.test(one)) ?? [];
        return done({ id: credential.id, handle, domain, publicKey, counter, transports, isSynced });
      } catch {
        // The library throws whatever does not fit; its words repeat what was sent.
        return refused('refused');
      }
    },
    async beginSignIn(origin, person, now) {
      const rpID = neededDomain(origin);
      const { generateAuthenticationOptions } = await library();
      const options = await generateAuthenticationOptions({
        rpID,
        timeout: patience,
        userVerification: 'required',
        ...(person ? { allowCredentials: named(person.known) } : {}),
      });
      return { id: await keep({ challenge: options.challenge, purpose: 'sign-in', origin, handle: person?.handle }, now), options };
    },
    async finishSignIn(id, given, find, now) {
      const asked = await challenges.take(id, now);
      if (asked?.purpose !== 'sign-in') return refused('expired');
      const domain = neededDomain(asked.origin);
      const passkey = await find(given.id);
      if (passkey?.domain !== domain || (asked.handle !== undefined && asked.handle !== passkey.handle)) return refused('refused');
      const { userHandle } = given.response;
      // What the device says of its person must be what the passkey was made for.
      if (userHandle ? userHandle !== passkey.handle : asked.handle === undefined) return refused('refused');
      const { verifyAuthenticationResponse } = await library();
      try {
        const { clientDataJSON, authenticatorData, signature } = given.response;
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: {
            id: given.id,
            rawId: given.rawId,
            type: given.type,
            response: { clientDataJSON, authenticatorData, signature },
            clientExtensionResults: {},
          },
          expectedChallenge: asked.challenge,
          expectedOrigin: asked.origin,
          expectedRPID: domain,
          credential: { id: passkey.id, publicKey: bytesOf(passkey.publicKey), counter: passkey.counter, transports: [...passkey.transports] },
          requireUserVerification: true,
        });
        if (!verified) return refused('refused');
        return done({ ...passkey, counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp });
      } catch {
        return refused('refused');
      }
    },
  };
}
