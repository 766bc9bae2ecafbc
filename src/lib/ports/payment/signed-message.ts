/** Messages signed as Stripe signs them: `t=<seconds>,v1=<HMAC-SHA-256 of "t.body">`, good for some minutes. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds by which the clock of the sender may differ, or the message be late. */
export const signatureTolerance = 300;

const digestOf = (key: string | Buffer, seconds: string, body: Buffer): Buffer => createHmac('sha256', key).update(`${seconds}.`).update(body).digest();

export function signMessage(key: string | Buffer, body: Buffer, now: Date): string {
  const seconds = String(Math.floor(now.getTime() / 1_000));
  return `t=${seconds},v1=${digestOf(key, seconds, body).toString('hex')}`;
}

/** Whether the header is a signature of the body with one of the keys; while a key is changed, there are two signatures. */
export function isSigned(header: string | null, keys: readonly (string | Buffer)[], body: Buffer, now: Date): boolean {
  if (header === null || header.length > 1_000) return false;
  const parts = header.split(',').map((part) => part.trim());
  const seconds = parts.find((part) => part.startsWith('t='))?.slice(2) ?? '';
  if (!/^\d{9,11}$/.test(seconds) || Math.abs(now.getTime() / 1_000 - Number(seconds)) > signatureTolerance) return false;
  const given = parts.flatMap((part) => (/^v1=[\da-f]{64}$/.test(part) ? Buffer.from(part.slice(3), 'hex') : [])).slice(0, 5);
  return keys.some((key) => {
    const right = digestOf(key, seconds, body);
    return given.some((one) => timingSafeEqual(one, right));
  });
}
