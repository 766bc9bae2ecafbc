/** What calls of accounts share: the visit that asks, a session's cookies, and codes on their way. */
import { isProved } from '#lib/access.ts';
import { countedAs } from '#lib/api/address.ts';
import type { CallRefused } from '#lib/api/bind.ts';
import type { Caller } from '#lib/api/caller.ts';
import { tokenOwnerOf } from '#lib/api/gates/csrf.ts';
import type { Csrf } from '#lib/api/gates/csrf.ts';
import { sessionCookie } from '#lib/api/gates/session.ts';
import type { Session } from '#lib/api/gates/session.ts';
import { ownCookies } from '#lib/own-cookies.ts';
import { setCookie } from '#lib/api/set-cookie.ts';
import type { FormDefinition } from '#lib/forms/form.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { newPreSession, setPreSession } from '#lib/pre-session.ts';
import { safePath } from '#lib/safe-path.ts';
import type { Site } from '#lib/paths.ts';
import { codeLife, markerCookie, sessionDays } from './accounts.schema.ts';
import type { CodeEvent, Contact } from './accounts.schema.ts';
import type { CodesService } from './codes.service.ts';
import type { SignedIn, SigningInService, Visit } from './signing-in.service.ts';
import type { Attempt, AttemptsService } from './attempts.service.ts';
import { contactIn, isGiven } from './contact-input.rules.ts';
import type { ContactInput, Read } from './contact-input.rules.ts';
import { knownIn, mayKnow } from './known-browsers.rules.ts';
import { knownCookie, knownDays } from './known-browsers.schema.ts';
import type { KnownWay } from './known-browsers.schema.ts';
import type { KnownBrowsersService } from './known-browsers.service.ts';
import type { Asked, PersonsService } from './persons.service.ts';

const day = 86_400;
const { ticket: ticketCookie } = ownCookies;

/** What is left of the visit is told by the caller; the gate has seen to it that there is one. Each time with another name for what is raised. */
export function visitOf(caller: Caller): Visit {
  const owner = tokenOwnerOf(caller);
  if (owner === undefined) throw new TypeError('a call of accounts was reached without a visit');
  const next = owner.startsWith('pre:') ? (`pre:${newPreSession()}` as const) : owner;
  const place = { client: countedAs(caller.address).client, browser: knownIn(caller) };
  return { owner, next, place, locale: caller.locale, now: caller.now, userAgent: caller.userAgent, country: caller.country };
}

/** Whose session it is. */
export const userIdOf = (session: Session | undefined): UserId => asId<UserId>(session?.userId ?? 0);

export type SessionCookies = ReturnType<typeof createSessionCookies>;

type CookieParts = {
  readonly csrf: Csrf;
  readonly known: Pick<KnownBrowsersService, 'sealed'>;
  /** Whether the site is on https. */
  readonly secure: boolean;
  readonly site: Pick<Site, 'paths'>;
};

/** The cookies that a session consists of in a browser. */
export function createSessionCookies({ csrf, known, secure, site }: CookieParts) {
  const markerOf = (id: number | string): string => setCookie(markerCookie, csrf.tokenFor(`session:${id}`), sessionDays.marker * day, secure);
  /** The cookie that is the session, and the one that scripts may see: it marks that there is one, and is the token of its writes. */
  const cookiesOf = ({ id, token }: SignedIn): readonly string[] => [
    setCookie(sessionCookie, token, sessionDays.token * day, secure, { httpOnly: true }),
    markerOf(id),
  ];
  // Scripts may see it, so that it goes at once with a consent that is taken back; without our key it says nothing.
  const keep = (value: string, seconds: number): string => setCookie(knownCookie, value, seconds, secure);
  /** An account that is to be deleted is asked about first. */
  const onwardOf = ({ isErasing }: SignedIn, redirect: string, { locale }: Caller): string =>
    isErasing ? `${site.paths(locale).to('account_stay')}?${new URLSearchParams({ redirect })}` : redirect;
  /** How they signed in, for the next time. */
  function knownOf(session: SignedIn, caller: Caller, way: KnownWay): readonly string[] {
    if (mayKnow(caller)) return [keep(known.sealed(session, way, caller.now), knownDays * day)];
    return caller.cookie(knownCookie) === undefined ? [] : [keep('', 0)];
  }
  /** The name that a visit has from now on. */
  const raised = ({ owner, next }: Visit): readonly string[] => (next === owner ? [] : [setPreSession(next.slice('pre:'.length), secure)]);
  const noTicket = setCookie(ticketCookie, '', 0, secure, { httpOnly: true });
  return {
    markerOf,
    cookiesOf,
    raised,
    /** After a right code: its ticket is kept by this browser alone, apart from its visit, which others may know. */
    proved: (visit: Visit, ticket: string): readonly string[] => [
      setCookie(ticketCookie, ticket, codeLife.ticketSeconds, secure, { httpOnly: true }),
      ...raised(visit),
    ],
    /** What takes the ticket away once it was used. */
    noTicket: [noTicket],
    /** What lets a browser forget who signed in with it last. */
    forgotten: [keep('', 0)],
    /** What takes both away. */
    none: [setCookie(sessionCookie, '', 0, secure, { httpOnly: true }), setCookie(markerCookie, '', 0, secure)],
    /** The answer to who has just signed in. @param redirect where they wanted to go; only a path of ours is kept. */
    entered: (session: SignedIn, redirect: string, caller: Caller, way: KnownWay) => ({
      ok: true as const,
      data: { cust_id: session.userId, redirect: onwardOf(session, safePath(redirect, ''), caller) },
      cookies: [...cookiesOf(session), ...knownOf(session, caller, way), ...(caller.cookie(ticketCookie) === undefined ? [] : [noTicket])],
    }),
  };
}

/** After a wrong password: its form asks at once for what the next try needs, so that no password is typed for nothing. */
export const wrongPassword = (code: number, isAsked: boolean) =>
  ({ ok: false, error: 'wrong-password', data: { code, ...(isAsked ? { captcha: true } : {}) } }) as const;

/** Why no code was sent, as the wire says it. */
export function refusedCode(reason: 'too-soon' | 'too-many' | 'no-way'): CallRefused<'code-too-soon' | 'too-many' | 'no-way-there'> {
  const errors = { 'too-soon': 'code-too-soon', 'too-many': 'too-many', 'no-way': 'no-way-there' } as const;
  return { ok: false, error: errors[reason] };
}

/** Whose contact it is about and what shows that a person asks, for whoever counts. */
export const askedBy = (contact: Contact, { address, captcha }: Caller): Asked => ({ contact, address: countedAs(address).client, proof: captcha });

export const captchaNeeded = { ok: false, error: 'captcha-needed' } as const;
/** Where the ticket of somebody who can load no captcha is not enough. */
const solvedNeeded = { ...captchaNeeded, data: { only: 'solved' } } as const;
export const proofNeeded = { ok: false, error: 'proof-needed' } as const;

export type CodeSteps = ReturnType<typeof createCodeSteps>;

type Parts = {
  readonly signingIn: Pick<SigningInService, 'sendCode'>;
  readonly attempts: AttemptsService;
  readonly persons: PersonsService;
  readonly cookies: Pick<SessionCookies, 'raised'>;
  readonly codes: Pick<CodesService, 'waitFor'>;
  /** Seconds to wait, or undefined; counted by all nodes together. */
  readonly spend: (limit: 'code', spender: { readonly address: string; readonly browser: string }) => Promise<number | undefined>;
};

/** The ticket of a right code: what a client keeps itself, else what lies in a cookie of the browser that showed the code. '' for none. */
export const ticketIn = (caller: Caller, attempt: Attempt | undefined, given = ''): string =>
  given || (attempt?.isProved ? (caller.cookie(ticketCookie) ?? '') : '');

/** What every way by a code does. */
export function createCodeSteps({ signingIn, attempts, persons, cookies, codes, spend }: Parts) {
  return {
    /** Sends a code and keeps for whom; asks for a captcha first where many were sent. */
    async begin(event: CodeEvent, contact: Contact, redirect: string, caller: Caller) {
      const visit = visitOf(caller);
      if (!(await persons.maySend(event, askedBy(contact, caller)))) return event === 'forget' ? solvedNeeded : captchaNeeded;
      if ((await codes.waitFor({ event, contact, owner: visit.owner }, visit.now)) > 0) return refusedCode('too-soon');
      // Counted here, where one is about to be sent: what was refused, or came from elsewhere, is nobody's share of codes.
      const wait = await spend('code', { address: caller.address, browser: visit.owner });
      if (wait !== undefined) return { ok: false as const, error: 'too-many' as const, wait };
      const sent = await signingIn.sendCode(event, contact, visit);
      if (!sent.ok) return refusedCode(sent.reason);
      await attempts.put(visit.next, { event, contact, redirect: safePath(redirect, '') }, caller.now, visit.owner);
      return { ok: true as const, data: {}, cookies: cookies.raised(visit) };
    },

    /**
     * Whether a code for a new contact may be sent: who takes over a device that is signed in must not take over the account, so
     * whoever changes how it is reached has signed in within the last minutes.
     */
    mayBind: ({ session, now }: Caller): boolean => session !== undefined && isProved(session, now),

    /** Whom a call is about: whom it names, else whom the visit's attempt does. */
    async meant(
      form: FormDefinition,
      values: ContactInput,
      event: CodeEvent,
      caller: Caller,
    ): Promise<Read<{ contact: Contact; attempt: Attempt | undefined }> | CallRefused<'code-gone'>> {
      const attempt = await attempts.find(visitOf(caller).owner, caller.now);
      if (isGiven(values)) {
        const read = contactIn(form, values);
        return read.ok ? { ok: true, value: { contact: read.value, attempt: undefined } } : read;
      }
      return attempt?.event === event ? { ok: true, value: { contact: attempt.contact, attempt } } : { ok: false, error: 'code-gone' };
    },
  };
}
