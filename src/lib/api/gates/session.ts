/** Who makes a call: read from the token of the session, which is a cookie of the site or a header of an app. */
import { wireHeaders } from '../signing.ts';

/** A person who is signed in. */
export type Session = {
  readonly id: string;
  readonly userId: number;
  readonly roles: readonly Role[];
  /** When they last showed that it is them; what moves money or identity asks for it anew. */
  readonly provedAt: Date;
};

/** What a person may be besides a reader with an account. */
export type Role = 'partner';

export type SessionReader = {
  /** The session of a token; undefined for one that is unknown, forged, or has ended by `now`. */
  read(token: string, now: Date): Promise<Session | undefined>;
};

/** Nobody is ever signed in. */
export const anonymous: SessionReader = { read: async () => undefined };

export const sessionCookie = 'uhouzz_token';
/** Longest token looked at, in characters. */
const longestToken = 512;

/**
 * The token a request carries: the cookie's, else that of `Authorization` (R3.06). Pages of ours cannot read the cookie and send in
 * both headers the token that they can read (R7.014, R7.015): that one is nobody's session. Two cookies of the name, one of which somebody
 * planted, are none; a cookie and a header that differ are none either.
 */
export function tokenOf(headers: Headers): string | undefined {
  const cookies = (headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${sessionCookie}=`))
    .map((pair) => pair.slice(sessionCookie.length + 1));
  const sent = headers.get(wireHeaders.authorization);
  const header = sent === headers.get(wireHeaders.newAuthorization) ? undefined : sent?.replace(/^Bearer\s+/i, '');
  const given = new Set([...cookies, ...(header ? [header] : [])]);
  const [token] = given;
  if (cookies.length > 1 || given.size !== 1 || !token || token.length > longestToken) return undefined;
  return /^[\w.~+/=-]+$/.test(token) ? token : undefined;
}

/** The session of a request, if it carries the token of one. */
export async function sessionOf(headers: Headers, reader: SessionReader, now: Date): Promise<Session | undefined> {
  const token = tokenOf(headers);
  return token === undefined ? undefined : reader.read(token, now);
}
