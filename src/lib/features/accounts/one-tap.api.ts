/** Binds the calls of the prompt that signs in with one tap. */
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { setCookie } from '#lib/api/set-cookie.ts';
import type { Site } from '#lib/paths.ts';
import { safePath } from '#lib/safe-path.ts';
import { visitOf } from './code-steps.api.ts';
import type { SessionCookies } from './code-steps.api.ts';
import { oneTapContract, oneTapStartContract } from './one-tap.contract.ts';
import { oneTapCookie, oneTapLife } from './one-tap.rules.ts';
import type { OneTapService } from './one-tap.service.ts';
import { wayCookie, wayLife } from './third-parties.schema.ts';

type Parts = { readonly oneTap: OneTapService; readonly cookies: SessionCookies; readonly site: Site; readonly secure: boolean };

const errors = {
  gone: 'way-gone',
  refused: 'way-refused',
  unavailable: 'upstream-failed',
  'sign-in-first': 'sign-in-first',
  locked: 'locked',
  unknown: 'not-found',
} as const;

export function oneTapCalls({ oneTap, cookies, site, secure }: Parts): readonly BoundCall[] {
  const hidden = { httpOnly: true } as const;
  return [
    bind(oneTapStartContract, async (_, caller) => {
      const begun = caller.session ? undefined : await oneTap.begin(caller);
      if (!begun) return { ok: false, error: 'not-found' };
      const { clientId, script, nonce, key } = begun;
      const trial = script === '' ? site.paths(caller.locale).to('login_trial', { provider: 'google' }) : '';
      return { ok: true, data: { client_id: clientId, script, nonce, trial }, cookies: [setCookie(oneTapCookie, key, oneTapLife, secure, hidden)] };
    }),
    bind(oneTapContract, async ({ credential, redirect }, caller) => {
      const entered = await oneTap.finish(credential, caller.cookie(oneTapCookie) ?? '', safePath(redirect, ''), visitOf(caller));
      if (!entered.ok) return { ok: false, error: errors[entered.reason] };
      const over = setCookie(oneTapCookie, '', 0, secure, hidden);
      const { value } = entered;
      if (value.kind === 'newcomer')
        return {
          ok: true,
          data: { cust_id: 0, url: site.paths(caller.locale).to('login_welcome') },
          cookies: [over, setCookie(wayCookie, `${caller.locale}.${value.key}`, wayLife.newcomer, secure, hidden)],
        };
      const answer = cookies.entered(value.session, '', caller, value.provider);
      return { ok: true, data: { cust_id: answer.data.cust_id, url: '' }, cookies: [...answer.cookies, over] };
    }),
  ];
}
