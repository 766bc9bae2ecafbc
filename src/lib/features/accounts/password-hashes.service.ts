/** Hashes of passwords: argon2id with a pepper from outside the database, a few at a time. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#lib/secrets.ts';

/** OWASP's least for argon2id: 19 MiB, two passes, one lane. */
export const argonCost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const hashBytes = 32;
const saltBytes = 16;
/** Hashes under way, and waiting, at once: each takes 19 MiB and a core for some 40 ms. */
const bounds = { busy: 2, waiting: 64 } as const;

/** Too many people sign in at this moment. */
export class HashingBusyError extends Error {
  override name = 'HashingBusyError';
  readonly statusCode = 503;
}

export type PasswordHashes = {
  /** @param secret what the browser made of the password. @throws {HashingBusyError} */
  hash(secret: string): Promise<string>;
  /**
   * Whether the secret is that of the hash. Without a hash it takes the same time and is wrong.
   * @throws {HashingBusyError}
   */
  verify(secret: string, hash: string | undefined): Promise<boolean>;
  /** Whether a hash was made with less than is asked for today, or with a former pepper. */
  isOutdated(hash: string): boolean;
};

type Parts = {
  readonly kid: string;
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly key: Buffer;
};

const written = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2}),keyid=([\w-]{1,40})\$([\w-]+)\$([\w-]+)$/;

function partsOf(hash: string): Parts | undefined {
  const [, memory, passes, parallelism, kid = '', salt = '', key = ''] = written.exec(hash) ?? [];
  if (memory === undefined) return undefined;
  return {
    kid,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  };
}

const kidOf = (digest: string): string => digest.slice(0, digest.indexOf('.'));

function derive(message: string, nonce: Buffer, cost: { memory: number; passes: number; parallelism: number }): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce, tagLength: hashBytes, ...cost }, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** @param secrets keys the message before it is hashed, and names the key, so that a new secret locks nobody out. */
export function createPasswordHashes(secrets: Pick<Secrets, 'digests'>): PasswordHashes {
  let busy = 0;
  const waiting: (() => void)[] = [];
  // Compared with for those who have no password.
  const nobody = randomBytes(saltBytes);

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (busy >= bounds.busy) {
      if (waiting.length >= bounds.waiting) throw new HashingBusyError('Too many passwords are being checked');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else busy += 1;
    try {
      return await work();
    } finally {
      // The place goes to the next in line, who does not count again.
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  }

  const pepper = (secret: string) => secrets.digests('pepper', secret);

  return {
    async hash(secret) {
      const [message] = pepper(secret);
      const salt = randomBytes(saltBytes);
      const key = await inTurn(() => derive(message, salt, argonCost));
      const { memory, passes, parallelism } = argonCost;
      return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism},keyid=${kidOf(message)}$${salt.toString('base64url')}$${key.toString('base64url')}`;
    },
    async verify(secret, hash) {
      const messages = pepper(secret);
      const parts = hash === undefined ? undefined : partsOf(hash);
      const message = messages.find((one) => kidOf(one) === parts?.kid);
      const key = await inTurn(() => derive(message ?? messages[0], parts?.salt ?? nobody, parts ?? argonCost));
      return parts !== undefined && message !== undefined && key.length === parts.key.length && timingSafeEqual(key, parts.key);
    },
    isOutdated(hash) {
      const parts = partsOf(hash);
      const [message] = pepper('');
      return !parts || parts.kid !== kidOf(message) || parts.memory < argonCost.memory || parts.passes < argonCost.passes;
    },
  };
}
