/** Passkeys, by an authenticator in software that really signs. */
// Brings what the maker of certificates stands on.
import '@simplewebauthn/server';
import { createPrivateKey, randomBytes, sign } from 'node:crypto';
import { BasicConstraintsExtension, X509CertificateGenerator } from '@peculiar/x509';
import fc from '#tests/support/properties.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { assertionShape, registrationShape } from '#lib/passkeys/passkey.schema.ts';
import type { Passkey } from '#lib/passkeys/passkey.schema.ts';
import { createPasskeys } from '#lib/passkeys/passkeys.ts';
import type { Challenge, ChallengeStore } from '#lib/passkeys/passkeys.ts';
import { softwareAuthenticator } from '#tests/support/software-authenticator.ts';
import type { Ceremony, Odds, SoftwareAuthenticator } from '#tests/support/software-authenticator.ts';

const origin = 'https://homes.example.org';
const domain = 'homes.example.org';
const now = new Date('2026-09-01T12:00:00Z');
const handle = randomBytes(32).toString('base64url');
const person = { handle, account: 'lan@example.org', name: 'Lan' };

function challengesOfTest(): ChallengeStore {
  const kept = new Map<string, { readonly challenge: Challenge; readonly until: Date }>();
  return {
    put: async (id, challenge, until) => void kept.set(id, { challenge, until }),
    async take(id, at) {
      const one = kept.get(id);
      kept.delete(id);
      return one && at < one.until ? one.challenge : undefined;
    },
  };
}

const passkeys = createPasskeys({
  siteOrigin: origin,
  localeOrigins: ['https://en.homes.example.org', 'https://homes.example.cn'],
  challenges: challengesOfTest(),
});
let device: SoftwareAuthenticator;
beforeEach(() => void (device = softwareAuthenticator()));

async function registered(of = device, odds: Odds = {}, change: Partial<Ceremony> = {}, at = origin): Promise<Passkey | string> {
  const { id, options } = await passkeys.beginRegistration(at, person, [], 'en-us', now);
  const given = of.create({ challenge: options.challenge, origin: at, domain: options.rp.id ?? '', ...change }, odds);
  const outcome = await passkeys.finishRegistration(id, registrationShape.parse(given), handle, now);
  return outcome.ok ? outcome.value : outcome.reason;
}
const passkeyOf = async (of = device): Promise<Passkey> => {
  const made = await registered(of);
  return typeof made === 'string' ? expect.unreachable(made) : made;
};

async function signedIn(passkey: Passkey | undefined, odds: Odds = {}, change: Partial<Ceremony> = {}, of = device): Promise<Passkey | string> {
  const { id, options } = await passkeys.beginSignIn(origin, undefined, now);
  const given = of.get({ challenge: options.challenge, origin, domain, ...change }, handle, odds);
  const outcome = await passkeys.finishSignIn(id, assertionShape.parse(given), async (wanted) => (wanted === passkey?.id ? passkey : undefined), now);
  return outcome.ok ? outcome.value : outcome.reason;
}

test('a passkey is made on the device and signs its person in, by either kind of key', async () => {
  for (const of of [device, softwareAuthenticator('RS256')]) {
    const passkey = await passkeyOf(of);
    expect(passkey).toEqual({
      id: of.id,
      handle,
      domain,
      publicKey: expect.stringMatching(/^[\w-]{80,}$/),
      counter: 0,
      transports: ['internal', 'hybrid'],
      isSynced: false,
    });
    expect(await signedIn(passkey, { synced: true }, {}, of)).toEqual({ ...passkey, counter: 1, isSynced: true });
  }
});

test('the device is asked to name and to prove the person, and not to tell what it is', async () => {
  const { options } = await passkeys.beginRegistration(origin, person, [{ id: device.id, transports: ['internal'] }], 'zh-cn', now);
  expect(options).toMatchObject({
    rp: { id: domain, name: '栖学' },
    user: { id: handle, name: 'lan@example.org', displayName: 'Lan' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: device.id, transports: ['internal'] }],
  });
  expect(Buffer.from(options.challenge, 'base64url').length).toBeGreaterThanOrEqual(32);
  const anybody = await passkeys.beginSignIn(origin, undefined, now);
  expect(anybody.options).toMatchObject({ rpId: domain, userVerification: 'required' });
  expect(anybody.options.allowCredentials).toBeUndefined();
});

test('a challenge works once, for its purpose, its person and five minutes', async () => {
  const passkey = await passkeyOf();
  const find = async () => passkey;
  const begun = await passkeys.beginSignIn(origin, undefined, now);
  const given = device.get({ challenge: begun.options.challenge, origin, domain }, handle);
  const both = await Promise.all([1, 2].map(() => passkeys.finishSignIn(begun.id, given, find, now)));
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
  const late = await passkeys.beginSignIn(origin, undefined, now);
  const after = new Date(now.getTime() + 300_000);
  expect(await passkeys.finishSignIn(late.id, device.get({ challenge: late.options.challenge, origin, domain }, handle), find, after)).toEqual({
    ok: false,
    reason: 'expired',
  });
  const other = await passkeys.beginRegistration(origin, person, [], 'en-us', now);
  expect(await passkeys.finishSignIn(other.id, device.get({ challenge: other.options.challenge, origin, domain }, handle), find, now)).toEqual({
    ok: false,
    reason: 'expired',
  });
  const mine = await passkeys.beginRegistration(origin, person, [], 'en-us', now);
  const made = softwareAuthenticator().create({ challenge: mine.options.challenge, origin, domain });
  expect(await passkeys.finishRegistration(mine.id, made, randomBytes(32).toString('base64url'), now)).toEqual({ ok: false, reason: 'expired' });
  expect(await passkeys.finishRegistration('none', made, handle, now)).toEqual({ ok: false, reason: 'expired' });
});

test('what another site, another challenge, another key or nobody signed is refused', async () => {
  const passkey = await passkeyOf();
  const stranger = softwareAuthenticator();
  expect(await signedIn(passkey, {}, { challenge: randomBytes(32).toString('base64url') })).toBe('refused');
  expect(await signedIn(passkey, {}, { origin: 'https://homes.example.org.evil.example' })).toBe('refused');
  expect(await signedIn(passkey, {}, { origin: 'https://en.homes.example.org' })).toBe('refused');
  expect(await signedIn(passkey, {}, { domain: 'evil.example' })).toBe('refused');
  expect(await signedIn(passkey, { type: 'webauthn.create' })).toBe('refused');
  expect(await signedIn(passkey, { present: false })).toBe('refused');
  expect(await signedIn(passkey, { verified: false })).toBe('refused');
  expect(await signedIn(passkey, { signature: randomBytes(70) })).toBe('refused');
  expect(await signedIn(passkey, { userHandle: randomBytes(32).toString('base64url') })).toBe('refused');
  expect(await signedIn(passkey, { userHandle: null })).toBe('refused');
  expect(await signedIn({ ...passkey, id: stranger.id }, {}, {}, stranger)).toBe('refused');
  expect(await signedIn({ ...passkey, domain: 'homes.example.cn' })).toBe('refused');
  expect(await signedIn(undefined)).toBe('refused');
  for (const odds of [{ present: false }, { verified: false }, { type: 'webauthn.get' }])
    expect(await registered(device, odds), JSON.stringify(odds)).toBe('refused');
  expect(await registered(device, {}, { origin: 'https://evil.example' })).toBe('refused');
  expect(await registered(device, {}, { domain: 'evil.example' })).toBe('refused');
  expect(await registered(device, {}, { challenge: 'x' })).toBe('refused');
});

test('a copy of a device that counts is noticed', async () => {
  const first = await passkeyOf();
  const used = await signedIn(first);
  const again = typeof used === 'string' ? expect.unreachable(used) : await signedIn(used);
  if (typeof again === 'string') expect.unreachable(again);
  else expect(again.counter).toBe(2);
  device.turnBack(0);
  expect(await signedIn(again as Passkey)).toBe('refused');
});

test('who proves once more who they are does so with a passkey of their own', async () => {
  const passkey = await passkeyOf();
  const begun = await passkeys.beginSignIn(origin, { handle, known: [passkey] }, now);
  expect(begun.options.allowCredentials).toMatchObject([{ id: device.id }]);
  // A device that was told which key to use need not name its person.
  const given = device.get({ challenge: begun.options.challenge, origin, domain }, handle, { userHandle: null });
  expect((await passkeys.finishSignIn(begun.id, given, async () => passkey, now)).ok).toBe(true);
  const other = await passkeys.beginSignIn(origin, { handle: 'somebody-else', known: [] }, now);
  const foreign = device.get({ challenge: other.options.challenge, origin, domain }, handle);
  expect(await passkeys.finishSignIn(other.id, foreign, async () => passkey, now)).toEqual({ ok: false, reason: 'refused' });
});

/** A maker of devices, with a certificate as the library wants it. */
async function maker(): Promise<NonNullable<Odds['maker']>> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'C=GB, O=Maker, OU=Authenticator Attestation, CN=Device',
    notBefore: new Date(Date.now() - 86_400_000),
    notAfter: new Date(Date.now() + 86_400_000),
    keys,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    extensions: [new BasicConstraintsExtension(false)],
  });
  const key = createPrivateKey({ key: Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)), format: 'der', type: 'pkcs8' });
  return { certificate: new Uint8Array(certificate.rawData), sign: (data) => sign('sha256', data, key) };
}

test('a device that tells what it is by certificates is refused, and nothing is fetched; one whose key signs for itself is not', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  const x5c = new Map<string, Uint8Array[] | number | Uint8Array>([
    ['alg', -7],
    ['sig', randomBytes(70)],
    ['x5c', [randomBytes(400)]],
  ]);
  for (const format of ['packed', 'tpm', 'android-key', 'apple', 'fido-u2f', 'android-safetynet', 'nonsense'])
    expect(await registered(device, { format, statement: x5c }), format).toBe('refused');
  expect(await registered(device, { maker: await maker() })).toBe('refused');
  expect(await registered(device, { isSelfAttested: true })).toMatchObject({ id: device.id });
  expect(fetched).not.toHaveBeenCalled();
});

test('languages below the site’s host share its passkeys, others have their own; without TLS, or a name, there are none', async () => {
  expect(['', 'en.'].map((below) => passkeys.domainOf(`https://${below}homes.example.org`))).toEqual([domain, domain]);
  expect(passkeys.domainOf('https://homes.example.cn')).toBe('homes.example.cn');
  for (const none of ['https://evil.example', 'https://x.homes.example.org', 'http://homes.example.org', ''])
    expect(passkeys.domainOf(none), none).toBeUndefined();
  const at = (siteOrigin: string) => createPasskeys({ siteOrigin, localeOrigins: [], challenges: challengesOfTest() }).domainOf(siteOrigin);
  expect(at('http://localhost:4321')).toBe('localhost');
  for (const none of ['http://127.0.0.1:4321', 'https://192.0.2.7', 'https://[::1]', 'http://homes.example.org']) expect(at(none), none).toBeUndefined();
  await expect(passkeys.beginSignIn('https://evil.example', undefined, now)).rejects.toThrow(/no passkeys at/);
  expect(await registered(device, {}, {}, 'https://en.homes.example.org')).toMatchObject({ domain });
});

test('whatever a browser sends, the answer is a refusal and never a fault', async () => {
  const passkey = await passkeyOf();
  const noise = fc.oneof(
    fc.stringMatching(/^[\w-]{1,300}$/),
    fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
  );
  await fc.assert(
    fc.asyncProperty(noise, noise, noise, async (a, b, c) => {
      const first = await passkeys.beginRegistration(origin, person, [], 'en-us', now);
      const made = registrationShape.parse({ id: a, rawId: a, type: 'public-key', response: { clientDataJSON: b, attestationObject: c } });
      expect((await passkeys.finishRegistration(first.id, made, handle, now)).ok).toBe(false);
      const second = await passkeys.beginSignIn(origin, undefined, now);
      const used = assertionShape.parse({
        id: a,
        rawId: b,
        type: 'public-key',
        response: { clientDataJSON: b, authenticatorData: c, signature: a, userHandle: handle },
      });
      expect((await passkeys.finishSignIn(second.id, used, async () => passkey, now)).ok).toBe(false);
    }),
    { numRuns: 200 },
  );
  const given = device.get({ challenge: 'x', origin, domain }, handle);
  for (const bad of [{ id: 'a'.repeat(1_365) }, { id: 'a b' }, { type: 'password' }, { response: { ...given.response, clientDataJSON: 'a'.repeat(4_097) } }])
    expect(assertionShape.safeParse({ ...given, ...bad }).success, JSON.stringify(bad).slice(0, 60)).toBe(false);
});
