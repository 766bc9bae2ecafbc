/**
 * The application's secrets: a ring of them, newest first, from which every purpose gets keys of its own. Given by the
 * operator as APP_SECRET, the same for all nodes; else made once and kept in the data folder.
 */
import { createCipheriv, createDecipheriv, createECDH, createHmac, createSecretKey, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { z } from 'zod';
import { keepPrivate, writeOnce } from '#lib/private-file.ts';

/** What keys are used for. A key of one purpose is worth nothing for another. */
export type Purpose =
  | 'audit'
  | 'captcha'
  | 'codes'
  | 'contacts'
  | 'csrf'
  | 'custom-forms'
  | 'desk-find'
  | 'downloads'
  | 'enquiries'
  | 'fields'
  | 'known-browsers'
  | 'limits'
  | 'mail'
  | 'payments'
  | 'orders'
  | 'pepper'
  | 'pictures'
  | 'pre-session'
  | 'rents'
  | 'replies'
  | 'reply-addresses'
  | 'resumes'
  | 'shared-lists'
  | 'sign-in'
  | 'sms'
  | 'totp'
  | 'unsubscribe'
  | 'uploads'
  | 'viewings';

export type Secrets = {
  /** 32 bytes for a purpose, of the newest secret. */
  keyFor(purpose: Purpose): Buffer;
  /** A signature that names the secret it was made with. @example sign('downloads', 'house/12.pdf') // 'Zk3x9Q.kJ…' */
  sign(purpose: Purpose, text: string): string;
  /** Whether a signature is of this text, made with any secret of the ring. Takes the same time whatever differs. */
  verify(purpose: Purpose, text: string, signature: string): boolean;
  /**
   * Keyed digests of a text, one for each secret of the ring, newest first: what is looked up by its digest is still found after
   * a new secret was put in front.
   * @example digests('contacts', 'mail ann@example.org')[0] // 'Zk3x9Q.kJ…'
   */
  digests(purpose: Purpose, text: string): readonly [string, ...string[]];
  /** AES-256-GCM with the newest secret. */
  encrypt(purpose: Purpose, text: string): string;
  /** What was encrypted with any secret of the ring; undefined when it was not, or was changed. */
  decrypt(purpose: Purpose, sealed: string): string | undefined;
  /** The keys clients encrypt to (EC P-256, with `kid`), newest first. */
  readonly sealKeys: readonly JWK[];
  /** Whether every node has the same secrets. While not, what one node signs another refuses, so nothing that lives longer than a request may rest on them. */
  readonly isShared: boolean;
  /** What the operator should know, a line each. */
  readonly notes: readonly string[];
};

/** The secrets cannot be used. The message is meant for the operator's terminal. */
export class SecretsError extends Error {
  override name = 'SecretsError';
}

const leastBytes = 32;
/** Secrets in a ring: each is tried in turn where a text does not name its own. */
const mostSecrets = 5;

/** Bytes of a secret as written: hexadecimal, else base64 with either alphabet; undefined when it is neither or too short. */
function bytesOf(written: string): Buffer | undefined {
  const isHex = /^(?:[\da-f]{2})+$/i.test(written) && written.length >= leastBytes * 2;
  if (!isHex && !/^[\w+/-]+={0,2}$/.test(written)) return undefined;
  const bytes = Buffer.from(written, isHex ? 'hex' : 'base64');
  return bytes.length >= leastBytes ? bytes : undefined;
}

/** @param from where the text was, as the operator calls it. */
function parseRing(text: string, from: string): readonly Buffer[] {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  const ring = parts.map(bytesOf);
  const bad = ring.indexOf(undefined);
  if (parts.length === 0 || parts.length > mostSecrets || bad >= 0) {
    const what =
      parts.length === 0
        ? 'holds no secret'
        : bad >= 0
          ? `: secret ${bad + 1} is no base64 or hexadecimal text of at least ${leastBytes} bytes`
          : `holds more than ${mostSecrets} secrets`;
    throw new SecretsError(
      `${from}${what.startsWith(':') ? '' : ' '}${what}.\nMake one with: openssl rand -base64 32\nTo change it, put the new one in front of the old, separated by a comma.`,
    );
  }
  return ring.filter((one) => one !== undefined);
}

const fileShape = z.object({ secrets: z.array(z.string()).min(1).max(mostSecrets) });

const fileOf = (dataDir: string): string => join(dataDir, 'secrets/app-secret.json');

/** The ring in the data folder, made when there is none. */
function ringOf(dataDir: string): { readonly ring: readonly Buffer[]; readonly notes: readonly string[] } {
  const file = fileOf(dataDir);
  let text: string;
  try {
    text = writeOnce(file, () => `${JSON.stringify({ secrets: [randomBytes(leastBytes).toString('base64url')] })}\n`);
  } catch (error) {
    throw new SecretsError(`${file} cannot be kept: ${(error as Error).message}\nMake DATA_DIR writable for this user, choose another, or give APP_SECRET.`, {
      cause: error,
    });
  }
  try {
    const { secrets } = fileShape.parse(JSON.parse(text));
    const notes = keepPrivate(file)
      ? [`${file} could be read by others of this machine; it no longer can. If you do not trust them all, put a new secret in front of the old.`]
      : [];
    return { ring: parseRing(secrets.join(','), file), notes };
  } catch (error) {
    throw new SecretsError(
      `${file} cannot be used: it is not what Loftling wrote there.\n` +
        'Put it back from a backup. If there is none, delete it: a new one is made at the next start, and what was signed or encrypted with the old one (links in mails, encrypted fields) is lost.',
      { cause: error },
    );
  }
}

function derive(secret: Buffer, what: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'loftling', what, length));
}

/** Order of the group of P-256 (FIPS 186-5). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** A private key of P-256, the same whenever it is derived. 48 bytes, so that reducing them favours no key. */
function sealKeyOf(secret: Buffer, kid: string): JWK {
  const scalar = (BigInt(`0x${derive(secret, 'seal', 48).toString('hex')}`) % (order - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(d);
  const point = curve.getPublicKey();
  return {
    kty: 'EC',
    crv: 'P-256',
    kid,
    d: d.toString('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
}

export type SecretsOptions = {
  /** Secrets as the operator wrote them: newest first, separated by commas or white space. */
  readonly appSecret: string | undefined;
  /** A file that holds the same. */
  readonly appSecretFile: string | undefined;
  readonly dataDir: string;
  /** Whether other nodes may work on the same database. */
  readonly manyNodes: boolean;
};

/** What the operator gave; undefined when nothing. */
function givenRing({ appSecret, appSecretFile }: Pick<SecretsOptions, 'appSecret' | 'appSecretFile'>): readonly Buffer[] | undefined {
  if (appSecret !== undefined && appSecretFile !== undefined) throw new SecretsError('APP_SECRET and APP_SECRET_FILE are both given. Keep one of them.');
  if (appSecret !== undefined) return parseRing(appSecret, 'APP_SECRET');
  if (appSecretFile === undefined) return undefined;
  let text: string;
  try {
    text = readFileSync(appSecretFile, 'utf8');
  } catch (error) {
    throw new SecretsError(`APP_SECRET_FILE cannot be read: ${(error as Error).message}. Name a file that this user may read.`, { cause: error });
  }
  return parseRing(text, 'The file of APP_SECRET_FILE');
}

/**
 * The ring as it stands, for a backup: each secret in base64url, newest first; undefined when none was made yet.
 * @throws {SecretsError} when it cannot be used.
 */
export function secretsForBackup(options: Omit<SecretsOptions, 'manyNodes'>): readonly string[] | undefined {
  const given = givenRing(options) ?? (existsSync(fileOf(options.dataDir)) ? ringOf(options.dataDir).ring : undefined);
  return given?.map((secret) => secret.toString('base64url'));
}

/**
 * Puts a ring of a backup into the data folder.
 * @returns where the ring lies that was there before, or undefined when there was none or the same.
 */
export function putSecrets(dataDir: string, secrets: readonly string[]): string | undefined {
  const file = fileOf(dataDir);
  const text = `${JSON.stringify(fileShape.parse({ secrets }))}\n`;
  parseRing(secrets.join(','), 'The backup');
  let former: string | undefined;
  if (existsSync(file)) {
    if (readFileSync(file, 'utf8').trim() === text.trim()) return undefined;
    former = `${file}.before-restore-${Date.now()}`;
    renameSync(file, former);
  }
  writeOnce(file, () => text);
  return former;
}

/**
 * Opens the secrets; makes them when there are none.
 * @throws {SecretsError} when they cannot be used.
 */
export function openSecrets({ appSecret, appSecretFile, dataDir, manyNodes }: SecretsOptions): Secrets {
  const given = givenRing({ appSecret, appSecretFile });
  const { ring, notes } = given ? { ring: given, notes: [] } : ringOf(dataDir);
  const isShared = given !== undefined || !manyNodes;
  return {
    ...createKeyRing(ring),
    isShared,
    notes: isShared
      ? notes
      : [
          ...notes,
          'APP_SECRET is not set. Every node of this database needs the same one (openssl rand -base64 32): until then accounts stay closed, and links that one node signs are refused by the others.',
        ],
  };
}

/** Keys from a ring of secrets of at least 32 bytes each, newest first. */
export function createKeyRing(ring: readonly Buffer[]): Omit<Secrets, 'isShared' | 'notes'> {
  const secrets = ring.map((secret) => ({ secret, kid: derive(secret, 'kid', 6).toString('base64url') }));
  const [newest] = secrets;
  if (!newest) throw new TypeError('a ring has at least one secret');
  // As objects: from bytes, Node makes one anew for each signature, which takes longer than signing.
  const keys = new Map<string, KeyObject>();
  const key = ({ secret, kid }: (typeof secrets)[number], use: string): KeyObject => {
    const known = keys.get(`${kid} ${use}`) ?? createSecretKey(derive(secret, use, 32));
    keys.set(`${kid} ${use}`, known);
    return known;
  };
  const named = (kid: string | undefined) => secrets.find((one) => one.kid === kid);
  const mac = (of: typeof newest, purpose: Purpose, text: string): Buffer =>
    createHmac('sha256', key(of, `sign ${purpose}`))
      .update(text)
      .digest();
  return {
    keyFor: (purpose) => key(newest, `key ${purpose}`).export(),
    digests(purpose, text) {
      const [first, ...others] = secrets.map((one) => `${one.kid}.${mac(one, purpose, text).toString('base64url')}`);
      return [first ?? '', ...others];
    },
    sign: (purpose, text) => `${newest.kid}.${mac(newest, purpose, text).toString('base64url')}`,
    verify(purpose, text, signature) {
      const [kid, value = '', ...more] = signature.split('.');
      // An unknown secret costs as much time as a known one.
      const of = named(kid);
      const wanted = mac(of ?? newest, purpose, text);
      const given = Buffer.from(value, 'base64url');
      return timingSafeEqual(wanted, given.length === wanted.length ? given : Buffer.alloc(wanted.length)) && of !== undefined && more.length === 0;
    },
    encrypt(purpose, text) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key(newest, `encrypt ${purpose}`), iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [newest.kid, ...[iv, body, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
    },
    decrypt(purpose, sealed) {
      const [kid, ...parts] = sealed.split('.');
      const of = named(kid);
      const [iv, body, tag] = parts.map((part) => Buffer.from(part, 'base64url'));
      if (!of || !iv || !body || parts.length !== 3 || iv.length !== 12 || tag?.length !== 16) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', key(of, `encrypt ${purpose}`), iv).setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
    sealKeys: secrets.map(({ secret, kid }) => sealKeyOf(secret, kid)),
  };
}
