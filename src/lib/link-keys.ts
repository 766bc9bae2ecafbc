/**
 * Links that open one thing to whoever has them: the secret in the address is told once, and its digest alone is kept. They run out
 * and can be ended; who keeps them looks at that, as at what they open.
 */
import { createHash, randomBytes } from 'node:crypto';
import { linkKeyPattern } from '#lib/ids/patterns.ts';

/** The secret of a new link. */
export const newLinkKey = (): string => randomBytes(24).toString('base64url');

/** What is kept of a key; undefined for what is none. @param kind of the links, so that none opens what another was made for. */
export const linkDigest = (kind: string, key: string): string | undefined =>
  linkKeyPattern.test(key) ? createHash('sha256').update(`${kind} ${key}`).digest('base64url') : undefined;

/** Whether a link still opens something. */
export const isLinkOpen = ({ endedAt, expiresAt }: { readonly endedAt: Date | undefined; readonly expiresAt: Date }, now: Date): boolean =>
  endedAt === undefined && expiresAt > now;
