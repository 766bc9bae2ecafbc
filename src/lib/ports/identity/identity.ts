/**
 * Who somebody is, in the word of a third party: the reader is sent there, comes back with a code, and the third party tells
 * the server whose it is. Nothing that a browser says counts, and no e-mail that the third party does not vouch for.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Locale } from '#lib/i18n/locales.ts';

export type IdentityName = 'google' | 'apple' | 'facebook' | 'wechat';

/** One way of a reader to a third party and back. The browser that set out keeps it, sealed; no other may come back with it. */
export type AuthorizationRequest = {
  readonly state: string;
  /** Stands in the token that comes of it. */
  readonly nonce: string;
  /** What PKCE proves at the end. */
  readonly verifier: string;
  /** The whole address that the third party leads back to, as it is registered there. */
  readonly redirectUri: string;
  /** Inside WeChat's own browser there is no code to scan. */
  readonly inWechat: boolean;
};
export const authorizationRequestShape = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  inWechat: z.boolean(),
});

/** What the third party sent along, from the query or the form: none of it is believed. */
export type Return = {
  readonly code?: string | undefined;
  readonly state?: string | undefined;
  /** Who answers (RFC 9207), where it says so. */
  readonly iss?: string | undefined;
  /** Such as `access_denied`. */
  readonly error?: string | undefined;
  /** Apple's form brings the name once, as JSON that nobody signed. */
  readonly user?: string | undefined;
};

export type Vouched = {
  /** Never changes, and belongs to nobody else at this third party. */
  readonly subject: string;
  /** Further subjects of the same person there: WeChat has one for each app besides the one for all. */
  readonly aliases: readonly string[];
  /** Lower case; only where the third party answers for it. */
  readonly verifiedEmail: string | undefined;
  /** As the person has it there; a suggestion. */
  readonly name: string | undefined;
};

/**
 * `cancelled`: the reader did not want to; `refused`: it is not proved who they are; `unavailable`: the third party, or our account
 * with it, does not work at the moment. `why` is for operators and names nobody.
 */
export type NotVouched = { readonly ok: false; readonly reason: 'cancelled' | 'refused' | 'unavailable'; readonly why: string };
export type Vouching = { readonly ok: true; readonly value: Vouched } | NotVouched;

export type IdentityProvider = {
  /** Of a prompt that a script of theirs shows on our pages: its address, and our own number there, which is no secret. A stand-in's is our own, and its address empty. */
  readonly prompt?: { readonly clientId: string; readonly script: string };
  readonly name: IdentityName;
  /** Of a stand-in whose page is ours: what that page leads back with, for whom the reader says they are. */
  readonly trial?: {
    codeFor(person: string, state: string): string;
    /** What its prompt gives the page, for the word that the prompt was shown with. */
    tokenFor(person: string, nonce: string): string;
  };
  /** Origins that the reader is led through there: a form may lead to no others. */
  readonly leadsTo: readonly string[];
  /** Whether it can be asked in this browser. */
  serves(browser: { readonly inWechat: boolean }): boolean;
  /** Where the reader is sent. */
  authorizeUrl(request: AuthorizationRequest, locale: Locale): Promise<{ readonly ok: true; readonly value: string } | NotVouched>;
  /** Whom the third party means by what it sent. A code works once. Never throws. */
  exchange(back: Return, request: AuthorizationRequest): Promise<Vouching>;
  /**
   * Whom a token means that a browser or an app got from the third party itself: an id token of Google or Apple, an access token
   * of Facebook. Undefined where there is no such thing. Never throws.
   * @param expected `subject`: whom the caller says it is; `nonce`: what it was asked with, and what it must then hold.
   */
  readonly vouchFor?: (token: string, expected: { readonly subject?: string | undefined; readonly nonce?: string | undefined }) => Promise<Vouching>;
};

export const notVouched = (reason: NotVouched['reason'], why: string): NotVouched => ({ ok: false, reason, why });

/** UTF-16 units; a token of any of them is far smaller. */
const longestToken = 8_192;
const longestCode = 2_048;

/** Something a third party sent, small enough to look at. */
export const isSmallToken = (token: string): boolean => token !== '' && token.length <= longestToken;

/** Begins a way there and back. The state has letters and digits alone: WeChat takes no others. */
export function newAuthorizationRequest({
  redirectUri,
  inWechat = false,
}: {
  readonly redirectUri: string;
  readonly inWechat?: boolean;
}): AuthorizationRequest {
  const secret = (): string => randomBytes(32).toString('hex');
  return { state: secret(), nonce: secret(), verifier: secret(), redirectUri, inWechat };
}

/** What goes there of the verifier (RFC 7636, S256). */
export const challengeOf = ({ verifier }: AuthorizationRequest): string => createHash('sha256').update(verifier).digest('base64url');

/** Whether two secrets are the same, in the same time whatever differs. */
export function isSame(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

/** The code of a way back that is the request's own. */
export function codeOf({ code, state, error }: Return, request: AuthorizationRequest): { readonly ok: true; readonly value: string } | NotVouched {
  if (state === undefined || !isSame(state, request.state)) return notVouched('refused', 'the state is not the one this browser set out with');
  if (error !== undefined || code === undefined || code === '') {
    const isWish = error === undefined || /^(?:access_denied|user_cancelled_authorize|user_denied)$/.test(error);
    return isWish ? notVouched('cancelled', 'no code was given') : notVouched('unavailable', `the third party answers ${knownWord(error)}`);
  }
  return code.length > longestCode ? notVouched('refused', 'the code is too long to be one') : { ok: true, value: code };
}

/** A code of an error, for operators; what is none may hold anything. */
export const knownWord = (text: string): string => (/^[\w.-]{1,60}$/.test(text) ? text : 'an error without name');

/** A name as people have them, without what is not shown. */
export function shownName(given: string | undefined): string | undefined {
  const name =
    given &&
    Array.from(given.replaceAll(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim())
      .slice(0, 80)
      .join('');
  return name === '' ? undefined : name;
}
