/** Binds the calls of signing in with a third party. */
import { bind } from '#lib/api/bind.ts';
import type { BoundCall, CallRefused } from '#lib/api/bind.ts';
import type { Caller } from '#lib/api/caller.ts';
import { setCookie } from '#lib/api/set-cookie.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Site } from '#lib/paths.ts';
import { safePath } from '#lib/safe-path.ts';
import { consentVersion } from './accounts.schema.ts';
import type { ConsentKind } from './accounts.schema.ts';
import { userIdOf, visitOf } from './code-steps.api.ts';
import type { SessionCookies } from './code-steps.api.ts';
import { masked } from './contacts.rules.ts';
import * as contracts from './third-parties.contract.ts';
import { returnAddressOf, wayIn } from './third-parties.rules.ts';
import { thirdParties, wayCookie, wayLife } from './third-parties.schema.ts';
import type { ThirdParty } from './third-parties.schema.ts';
import type { ArrivalRefusal, ThirdPartiesService } from './third-parties.service.ts';

type Parts = {
  readonly thirds: ThirdPartiesService;
  readonly cookies: SessionCookies;
  readonly site: Site;
  /** Whether the site is on https. */
  readonly secure: boolean;
};

const errors = {
  gone: 'way-gone',
  cancelled: 'way-cancelled',
  refused: 'way-refused',
  unavailable: 'upstream-failed',
  'sign-in-first': 'sign-in-first',
  'other-account': 'other-account',
  locked: 'locked',
  unknown: 'not-found',
} as const;
const refusedAs = <const R extends ArrivalRefusal | 'unknown'>(reason: R): CallRefused<(typeof errors)[R]> => ({ ok: false, error: errors[reason] });

export function thirdPartyCalls({ thirds, cookies, site, secure }: Parts): readonly BoundCall[] {
  const keep = (locale: Locale, key: string, seconds: number): string => setCookie(wayCookie, `${locale}.${key}`, seconds, secure, { httpOnly: true });
  const noWay = setCookie(wayCookie, '', 0, secure, { httpOnly: true });
  const keyOf = (caller: Caller): string => wayIn(caller.cookie(wayCookie)).key;

  async function setOut(provider: ThirdParty, redirect: string, session: string | undefined, caller: Caller) {
    const { locale, userAgent, now } = caller;
    const out = await thirds.setOut(
      provider,
      { redirect: safePath(redirect, ''), redirectUri: returnAddressOf(site, provider, locale), session },
      { locale, userAgent, now },
    );
    if (!out.ok) return refusedAs(out.reason);
    return { ok: true as const, data: { url: out.value.url }, cookies: [keep(locale, out.value.key, wayLife.there)] };
  }

  return [
    bind(contracts.loginWaysContract, async (_, caller) => ({ ok: true, data: { ways: [...thirds.offered(caller)] } })),
    bind(contracts.thirdPartyStartContract, ({ provider, redirect }, caller) => setOut(provider, redirect, undefined, caller)),
    bind(contracts.thirdPartyReturnContract, async ({ provider, code, state, error, iss, user }, caller) => {
      const { session } = caller;
      const back = { code: code || undefined, state: state || undefined, error: error || undefined, iss: iss || undefined, user: thirds.told(user) };
      const arrived = await thirds.arrive(provider, back, keyOf(caller), session && { id: session.id, userId: userIdOf(session) }, visitOf(caller));
      if (!arrived.ok) return refusedAs(arrived.reason);
      const { value } = arrived;
      switch (value.kind) {
        case 'signed-in': {
          const answer = cookies.entered(value.session, value.redirect, caller, value.provider);
          return { ...answer, data: { ...answer.data, next: 'done' as const }, cookies: [...answer.cookies, noWay] };
        }
        case 'newcomer':
          return {
            ok: true,
            data: { cust_id: 0, redirect: value.redirect, next: 'welcome' as const },
            cookies: [keep(caller.locale, value.key, wayLife.newcomer)],
          };
        case 'scanned':
          return { ok: true, data: { cust_id: 0, redirect: '', next: 'scanned' as const }, cookies: [noWay] };
        case 'connected':
          return { ok: true, data: { cust_id: session?.userId ?? 0, redirect: '', next: 'connected' as const }, cookies: [noWay] };
      }
    }),
    bind(contracts.registerTwoContract, async ({ session, nickname, consent_marketing }, caller) => {
      // The form's check has seen to it that the others were given.
      const consents: ConsentKind[] = ['terms', 'transfer', ...(consent_marketing === consentVersion ? ['marketing' as const] : [])];
      const made = await thirds.register(session || keyOf(caller), { nickname, consents }, visitOf(caller));
      if (!made.ok) return refusedAs(made.reason);
      const answer = cookies.entered(made.value.session, made.value.redirect, caller, made.value.provider);
      return { ...answer, cookies: [...answer.cookies, noWay] };
    }),
    bind(contracts.thirdPartyStatusContract, async ({ auth_type, user_id, open_id, id_token, identity_token, fb_token }, caller) => {
      const token = { google: id_token, apple: identity_token, facebook: fb_token }[auth_type] ?? '';
      const arrived = await thirds.enterByToken(auth_type, token, user_id || open_id, visitOf(caller));
      if (!arrived.ok) return refusedAs(arrived.reason);
      if (arrived.value.kind === 'signed-in') return cookies.entered(arrived.value.session, '', caller, auth_type);
      const newcomer = await thirds.newcomer(arrived.value.key, caller.now);
      const email = newcomer?.email === undefined ? '' : masked({ kind: 'email', address: newcomer.email });
      return { ok: false, error: 'not-registered', data: { session: arrived.value.key, email } };
    }),
    bind(contracts.bindWechatContract, async ({ session }, caller) => {
      const bound = await thirds.bind(session || keyOf(caller), userIdOf(caller.session), caller.now);
      return bound.ok ? { ok: true, data: {}, cookies: [noWay] } : refusedAs(bound.reason);
    }),
    bind(contracts.connectContract, async ({ provider: given }, caller) => {
      const provider = thirdParties.find((one) => one === given);
      return provider ? setOut(provider, '', caller.session?.id, caller) : refusedAs('unknown');
    }),
    bind(contracts.disconnectContract, async ({ provider: given }, caller) => {
      const provider = thirdParties.find((one) => one === given);
      if (!provider) return refusedAs('unknown');
      const out = await thirds.disconnect(userIdOf(caller.session), provider);
      if (out.ok) return { ok: true, data: {} };
      return out.reason === 'last-way' ? { ok: false, error: 'last-way' } : refusedAs(out.reason);
    }),
  ];
}
