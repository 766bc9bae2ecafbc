/** The embedded captcha: a proof of work that the reader's device does, without anybody else's service and without a key. */
import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';
import { jsonOf } from '../outside.ts';
import { ownHosts } from './captcha.ts';
import type { CaptchaJudge } from './captcha.ts';

/**
 * Rounds of each derivation, and how many derivations there are to do: between half a second and two on a phone, in a worker.
 * The counter is chosen here, so that no reader is unlucky, and to check a solution takes one HMAC.
 */
const cost = 2_000;
const derivations = { least: 200, most: 600 } as const;

const hex = (bytes: number) => z.string().check(z.regex(/^[0-9a-f]+$/), z.maxLength(bytes * 2));
const solvedSchema = z.object({
  challenge: z.object({
    parameters: z.strictObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      cost: z.literal(cost),
      data: z.strictObject({ call: z.string().check(z.maxLength(64)) }),
      expiresAt: z.int(),
      keyLength: z.literal(32),
      keyPrefix: hex(32),
      keySignature: hex(64),
      nonce: hex(32),
      salt: hex(32),
    }),
    signature: hex(64),
  }),
  solution: z.object({ counter: z.int(), derivedKey: hex(32) }),
});

/**
 * @param key 32 secret bytes, the same on all nodes.
 * @param life milliseconds for which a puzzle may be solved.
 */
export function altchaCaptcha(key: Buffer, life = 600_000): CaptchaJudge {
  const secrets = { hmacSignatureSecret: `challenge ${key.toString('hex')}`, hmacKeySignatureSecret: `solution ${key.toString('hex')}` };
  return {
    platform: 'altcha',
    hosts: ownHosts,
    async pose(call) {
      const challenge = await createChallenge({
        ...secrets,
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(derivations.least, derivations.most),
        data: { call },
        deriveKey,
        expiresAt: new Date(Date.now() + life),
      });
      return { platform: 'altcha', id: challenge.parameters.nonce, scripts: [], challenge: JSON.stringify(challenge) };
    },
    async judge({ id, code }) {
      const read = solvedSchema.safeParse(jsonOf(Buffer.from(code, 'base64')));
      if (!read.success || read.data.challenge.parameters.nonce !== id) return { kind: 'wrong' };
      const { challenge, solution } = read.data;
      const { verified } = await verifySolution({ ...secrets, challenge, solution, deriveKey });
      return verified ? { kind: 'solved', proof: id, call: challenge.parameters.data.call } : { kind: 'wrong' };
    },
  };
}
