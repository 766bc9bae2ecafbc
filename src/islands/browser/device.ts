/** What this browser is known by, kept in cookies: device and trace ids, and what brought the reader here. Browser-safe. */
import { marketingNames } from '#lib/features/tracking/marketing.rules.ts';
import type { Marketing, MarketingName } from '#lib/features/tracking/marketing.rules.ts';
import { clientIdPattern, codePattern } from '#lib/ids/patterns.ts';
import { newId } from '#lib/ids/new-id.ts';
import { readCookie, writeCookie } from './cookies.ts';

export { readCookie, writeCookie };

/** Days for which cookies are kept: device id (R9.05), trace id and channel (R9.06); the codes of a campaign a month. */
export const cookieDays = { device_id: 365, trace_id: 1, channel: 1, xcode: 30, semcode: 30, utm_source: 30, utm_tracker: 30 } as const satisfies Record<
  MarketingName | 'device_id' | 'trace_id',
  number
>;

function idIn(cookie: 'device_id' | 'trace_id'): string {
  const kept = readCookie(cookie);
  if (kept && clientIdPattern.test(kept)) return kept;
  const made = newId();
  writeCookie(cookie, made, cookieDays[cookie]);
  return made;
}

/** Tells this browser from others (R3.07, R9.05); made when first asked for, which is when it first calls the API. */
export const deviceId = (): string => idIn('device_id');

/** Ties the calls of a day together (R7.012, R9.06). */
export const traceId = (): string => idIn('trace_id');

/** What brought this reader here, as far as the reader lets us keep it (R3.07). */
export function marketingCodes(): Marketing {
  const codes: Partial<Record<MarketingName, string>> = {};
  for (const name of marketingNames) {
    const value = readCookie(name);
    if (value && codePattern.test(value)) codes[name] = value;
  }
  return codes;
}
