/** An authenticator in software: keys of P-256 or RSA, flags, a counter, and real signatures over what browsers sign. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { PasskeyAssertion, PasskeyRegistration } from '#lib/passkeys/passkey.schema.ts';

type Cbor = number | string | Uint8Array | ReadonlyMap<Cbor, Cbor> | readonly Cbor[];

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  return length < 256 ? Buffer.from([(major << 5) | 24, length]) : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

/** CBOR (RFC 8949), as much of it as authenticators write. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
  return Buffer.concat([head(4, (value as readonly Cbor[]).length), ...(value as readonly Cbor[]).map(cbor)]);
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const text = (bytes: Buffer): string => bytes.toString('base64url');

export type Ceremony = { readonly challenge: string; readonly origin: string; readonly domain: string };
/** What the authenticator does otherwise than it should. */
export type Odds = {
  readonly type?: string;
  readonly present?: boolean;
  readonly verified?: boolean;
  readonly synced?: boolean;
  readonly userHandle?: string | null;
  readonly format?: string;
  readonly statement?: ReadonlyMap<Cbor, Cbor>;
  readonly signature?: Buffer;
  /** The new key signs for itself, which some devices do though nobody asks. */
  readonly isSelfAttested?: boolean;
  /** Its maker vouches for it: a certificate and the key under it. */
  readonly maker?: { readonly certificate: Uint8Array; readonly sign: (data: Uint8Array) => Buffer };
};

export type SoftwareAuthenticator = ReturnType<typeof softwareAuthenticator>;

export function softwareAuthenticator(kind: 'ES256' | 'RS256' = 'ES256') {
  const id = randomBytes(32);
  const made: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } =
    kind === 'ES256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const jwk = made.publicKey.export({ format: 'jwk' });
  const bytes = (part: string | undefined): Buffer => Buffer.from(part ?? '', 'base64url');
  const cose: ReadonlyMap<Cbor, Cbor> =
    kind === 'ES256'
      ? new Map<Cbor, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, bytes(jwk.x)],
          [-3, bytes(jwk.y)],
        ])
      : new Map<Cbor, Cbor>([
          [1, 3],
          [3, -257],
          [-1, bytes(jwk.n)],
          [-2, bytes(jwk.e)],
        ]);
  let counter = 0;

  const clientData = (type: string, { challenge, origin }: Ceremony): Buffer => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  function authData({ domain }: Ceremony, { present = true, verified = true, synced = false }: Odds, attested: Buffer | undefined): Buffer {
    const flags = (present ? 1 : 0) | (verified ? 4 : 0) | (synced ? 24 : 0) | (attested ? 64 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(domain), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  }

  const signed = (said: Buffer, data: Buffer): Buffer =>
    createSign('sha256')
      .update(Buffer.concat([said, sha256(data)]))
      .sign(made.privateKey);

  return {
    id: text(id),
    /** As `navigator.credentials.create` answers. */
    create(ceremony: Ceremony, odds: Odds = {}): PasskeyRegistration {
      const length = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, cbor(cose)]);
      const data = clientData(odds.type ?? 'webauthn.create', ceremony);
      const said = authData(ceremony, odds, attested);
      const vouched: ReadonlyMap<Cbor, Cbor> | undefined = odds.maker
        ? new Map<Cbor, Cbor>([
            ['alg', -7],
            ['sig', odds.maker.sign(Buffer.concat([said, sha256(data)]))],
            ['x5c', [odds.maker.certificate]],
          ])
        : odds.isSelfAttested
          ? new Map<Cbor, Cbor>([
              ['alg', kind === 'ES256' ? -7 : -257],
              ['sig', signed(said, data)],
            ])
          : undefined;
      const attestation = cbor(
        new Map<Cbor, Cbor>([
          ['fmt', vouched ? 'packed' : (odds.format ?? 'none')],
          ['attStmt', vouched ?? odds.statement ?? new Map<Cbor, Cbor>()],
          ['authData', said],
        ]),
      );
      return {
        id: text(id),
        rawId: text(id),
        type: 'public-key',
        response: {
          clientDataJSON: text(data),
          attestationObject: text(attestation),
          transports: ['internal', 'hybrid'],
        },
      };
    },
    /** As `navigator.credentials.get` answers. */
    get(ceremony: Ceremony, handle: string, odds: Odds = {}): PasskeyAssertion {
      counter++;
      const data = clientData(odds.type ?? 'webauthn.get', ceremony);
      const authenticatorData = authData(ceremony, odds, undefined);
      const signature = odds.signature ?? signed(authenticatorData, data);
      return {
        id: text(id),
        rawId: text(id),
        type: 'public-key',
        response: {
          clientDataJSON: text(data),
          authenticatorData: text(authenticatorData),
          signature: text(signature),
          userHandle: odds.userHandle === undefined ? handle : odds.userHandle,
        },
      };
    },
    /** As a copy of the device that was made before. */
    turnBack: (to: number) => void (counter = to),
  };
}
