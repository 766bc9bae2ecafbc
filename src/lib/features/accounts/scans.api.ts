/** Binds the calls of signing a desk in by a code that WeChat scans. */
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import type { Caller } from '#lib/api/caller.ts';
import { setCookie } from '#lib/api/set-cookie.ts';
import type { Site } from '#lib/paths.ts';
import { safePath } from '#lib/safe-path.ts';
import { visitOf } from './code-steps.api.ts';
import type { SessionCookies } from './code-steps.api.ts';
import * as contracts from './scans.contract.ts';
import { scanLife } from './scans.schema.ts';
import type { ScansService } from './scans.service.ts';
import { returnAddressOf, wayIn } from './third-parties.rules.ts';
import { wayCookie, wayLife } from './third-parties.schema.ts';
import type { ThirdPartiesService } from './third-parties.service.ts';

type Parts = {
  readonly scans: ScansService;
  readonly thirds: ThirdPartiesService;
  readonly cookies: SessionCookies;
  readonly site: Site;
  /** Whether the site is on https. */
  readonly secure: boolean;
};

/** Seconds: until it is confirmed, until the desk goes on, and until somebody new has agreed to what an account needs. */
const keptFor = scanLife.shown + scanLife.confirmed + wayLife.newcomer;

export function scanCalls({ scans, thirds, cookies, site, secure }: Parts): readonly BoundCall[] {
  const keep = (caller: Caller, key: string, seconds: number): string =>
    setCookie(wayCookie, key === '' ? '' : `${caller.locale}.${key}`, seconds, secure, { httpOnly: true });
  const keyOf = (caller: Caller): string => wayIn(caller.cookie(wayCookie)).key;

  return [
    bind(contracts.wechatQrContract, async ({ redirect }, caller) => {
      if (!thirds.showsScans(caller)) return { ok: false, error: 'not-found' };
      const { key, ticket } = await scans.ask(safePath(redirect, ''), caller, caller.now);
      const url = site.absolute(caller.locale, site.paths(caller.locale).to('login_scan', { ticket }));
      return { ok: true, data: { url, ticket, seconds: scanLife.shown }, cookies: [keep(caller, key, keptFor)] };
    }),
    bind(contracts.wechatQrStateContract, async (_, caller) => {
      const shown = await scans.shown(keyOf(caller), caller.now);
      if (!shown) return { ok: true, data: { status: 'over' as const, seconds: 0 } };
      return { ok: true, data: { status: shown.isConfirmed ? ('confirmed' as const) : ('waiting' as const), seconds: shown.seconds } };
    }),
    bind(contracts.wechatQrStatusContract, async ({ ticket }, caller) => {
      const key = keyOf(caller);
      const shown = await scans.shown(key, caller.now);
      if (!shown || (ticket !== '' && ticket !== shown.ticket)) return { ok: false, error: 'way-gone' };
      if (!shown.isConfirmed) return { ok: true, data: { status: 'waiting' as const, cust_id: 0, session: '', redirect: '' } };
      const taken = await scans.take(key, caller.now);
      if (!taken) return { ok: false, error: 'way-gone' };
      const entered = await thirds.enterScanned(taken.person, { key, redirect: taken.redirect }, visitOf(caller));
      if (!entered.ok) return { ok: false, error: entered.reason };
      // R8.15: somebody new goes on with what their browser has kept already.
      if (entered.value.kind === 'newcomer') return { ok: false, error: 'bind-needed', data: { session: key } };
      const answer = cookies.entered(entered.value.session, taken.redirect, caller, 'wechat');
      return { ...answer, data: { ...answer.data, status: 'done' as const, session: '' }, cookies: [...answer.cookies, keep(caller, '', 0)] };
    }),
    bind(contracts.wechatScanConfirmContract, async ({ ticket }, caller) => {
      if (!(await scans.asked(ticket, caller.now))) return { ok: false, error: 'way-gone' };
      const out = await thirds.setOut('wechat', { redirect: '', redirectUri: returnAddressOf(site, 'wechat', caller.locale), scan: ticket }, caller);
      if (!out.ok) return { ok: false, error: out.reason === 'unknown' ? 'not-found' : 'upstream-failed' };
      return { ok: true, data: { url: out.value.url }, cookies: [keep(caller, out.value.key, wayLife.there)] };
    }),
  ];
}
