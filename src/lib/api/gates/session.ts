/** Who makes a call: read from the token of the session, which is a cookie of the site or a header of an app. */
import { realmOf } from '#lib/access.ts';
import type { Access, PersonStanding, StaffRole, Standing } from '#lib/access.ts';
import { cookiesNamed, ownCookies } from '#lib/own-cookies.ts';
import { wireHeaders } from '../signing.ts';

type Known = {
  readonly id: string;
  /** When they last showed that it is them; what moves money or identity asks for it anew. */
  readonly provedAt: Date;
};

/** A person who is signed in. */
export type Session = Known & { readonly userId: number; readonly standing: PersonStanding };

/** A member of staff who is signed in, by an entrance of their own. */
export type StaffSession = Known & {
  readonly staffId: number;
  readonly standing: StaffRole;
  /** IANA name of the zone whose clocks they read the desk by; undefined until they choose one. */
  readonly zone?: string | undefined;
};

type Reader<S> = {
  /** The session of a token; undefined for one that is unknown, forged, or has ended by `now`. */
  read(token: string, now: Date): Promise<S | undefined>;
};
export type SessionReader = Reader<Session>;
export type StaffReader = Reader<StaffSession>;
export type SessionReaders = { readonly people: SessionReader; readonly staff: StaffReader };

/** Nobody is ever signed in. */
export const anonymous: SessionReaders = { people: { read: async () => undefined }, staff: { read: async () => undefined } };

/** Who asks, at the entrance that counts: one of the two at most. */
export type Asker = { readonly session: Session | undefined; readonly staff: StaffSession | undefined };

export const { session: sessionCookie, staff: staffCookie } = ownCookies;
/** Longest token looked at, in characters. */
const longestToken = 512;

/** The only one of the tokens given. Two that differ, one of which somebody planted, are none. */
function onlyOf(given: ReadonlySet<string>): string | undefined {
  const [token] = given;
  return given.size === 1 && token && token.length <= longestToken && /^[\w.~+/=-]+$/.test(token) ? token : undefined;
}

/**
 * The token a request carries: the cookie's, else that of `Authorization` (R3.06). Pages of ours cannot read the cookie and send in
 * both headers the token that they can read (R7.014, R7.015): that one is nobody's session. Two cookies of the name are none; a
 * cookie and a header that differ are none either.
 */
export function tokenOf(headers: Headers): string | undefined {
  const cookies = cookiesNamed(headers.get('cookie') ?? '', sessionCookie);
  const sent = headers.get(wireHeaders.authorization);
  const header = sent === headers.get(wireHeaders.newAuthorization) ? undefined : sent?.replace(/^Bearer\s+/i, '');
  return cookies.length > 1 ? undefined : onlyOf(new Set([...cookies, ...(header ? [header] : [])]));
}

/** The token of a member of staff, which is a cookie and nothing else. */
function staffTokenOf(headers: Headers): string | undefined {
  const cookies = cookiesNamed(headers.get('cookie') ?? '', staffCookie);
  return cookies.length > 1 ? undefined : onlyOf(new Set(cookies));
}

/** Who asks for what has this access, looked up at its own entrance alone. */
export async function knownIn(headers: Headers, readers: SessionReaders, access: Access, now: Date): Promise<Asker> {
  const isStaff = realmOf(access) === 'staff';
  const token = isStaff ? staffTokenOf(headers) : tokenOf(headers);
  if (token === undefined) return { session: undefined, staff: undefined };
  return isStaff ? { session: undefined, staff: await readers.staff.read(token, now) } : { session: await readers.people.read(token, now), staff: undefined };
}

/** @example standingIn({ session: undefined, staff: undefined }) // 'visitor' */
export function standingIn({ session, staff }: Asker): Standing {
  return staff?.standing ?? session?.standing ?? 'visitor';
}
