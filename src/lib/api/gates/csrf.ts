/** Whether a write comes from a page of ours: by what browsers say of its origin, and by a token that only our pages were given. */
import { randomBytes } from 'node:crypto';
import type { Caller } from '../caller.ts';
import { wireHeaders } from '../signing.ts';
import type { Gate } from './gate.ts';

/** To whom a token belongs: a session, that of a member of staff, or the visit before sign-in. */
export type TokenOwner = `session:${string}` | `staff:${string}` | `pre:${string}`;

/** A person or member of staff whose form it is, and the hour (since 1970) in which it was shown: it outlives their session for a day, and is good for no write. */
export type FormOwner = `form:${number}:${number}` | `staff-form:${number}:${number}`;

/** Signs for one purpose, with a key that the signature names, and compares in constant time. */
export type SigningSecrets = {
  sign(purpose: 'csrf', text: string): string;
  verify(purpose: 'csrf', text: string, signature: string): boolean;
};

export type Csrf = {
  /** A token for the owner; another text each time, so that compressed answers do not give it away bit by bit. */
  tokenFor(owner: TokenOwner | FormOwner): string;
  verify(owner: TokenOwner | FormOwner, token: string): boolean;
};

/** Longest token looked at, in characters. */
const longest = 512;

/** Tokens are signatures of their owner under a mask of random bytes: mask, then signature xor mask, in base64url. */
export function csrfOf({ secrets }: { readonly secrets: SigningSecrets }): Csrf {
  const xor = (bytes: Uint8Array, mask: Uint8Array): Buffer => Buffer.from(bytes.map((byte, at) => byte ^ (mask[at] ?? 0)));
  return {
    tokenFor(owner) {
      const signature = Buffer.from(secrets.sign('csrf', owner), 'latin1');
      const mask = randomBytes(signature.length);
      return Buffer.concat([mask, xor(signature, mask)]).toString('base64url');
    },
    verify(owner, token) {
      if (token.length > longest || !/^[\w-]+$/.test(token)) return false;
      const bytes = Buffer.from(token, 'base64url');
      const half = bytes.length / 2;
      // Spelled another way it would be another token of the same bytes.
      if (!Number.isInteger(half) || bytes.toString('base64url') !== token) return false;
      const signature = xor(bytes.subarray(half), bytes.subarray(0, half)).toString('latin1');
      return /^[\x21-\x7e]+$/.test(signature) && secrets.verify('csrf', owner, signature);
    },
  };
}

/** Whose token a caller must show: the session's, else the visit's; nobody's when there is neither. */
export function tokenOwnerOf({ session, staff, preSession }: Pick<Caller, 'session' | 'staff' | 'preSession'>): TokenOwner | undefined {
  if (staff) return `staff:${staff.id}`;
  return session ? `session:${session.id}` : preSession ? `pre:${preSession}` : undefined;
}

/** @param field the hidden field of forms; islands send the header. */
export function csrfGate(csrf: Csrf, field = 'csrf'): Gate {
  return {
    name: 'csrf',
    reads: 'values',
    summary: 'A write of somebody who is signed in, and a sign-in itself, carries the token that our forms and islands get.',
    async pass({ contract, headers, values }, caller) {
      const isKnown = caller.session !== undefined || caller.staff !== undefined;
      const needed = contract.csrf === 'always' || (isKnown && contract.csrf !== 'never');
      if (contract.method === 'GET' || !needed) return undefined;
      const owner = tokenOwnerOf(caller);
      const token = headers.get(wireHeaders.antiForgery) ?? values[field] ?? '';
      return owner !== undefined && csrf.verify(owner, token) ? undefined : { error: 'stale-form' };
    },
  };
}
