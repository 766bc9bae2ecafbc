/** Keeps, for readers who agreed, which partner, campaign or search engine led here (R3.07, R9.06). */
import { addressCodes } from '#lib/features/tracking/marketing.rules.ts';
import { readCookie, writeCookie } from '#islands/browser/cookies.ts';
import { cookieDays } from '#islands/browser/device.ts';
import { searchEngineOf } from '#lib/features/tracking/search-engine.rules.ts';
import { codePattern } from '#lib/ids/patterns.ts';

/** What was kept before stays: the first touch counts. */
export function keepWhatLedHere(): void {
  const given = new URLSearchParams(location.search);
  const engine = searchEngineOf(document.referrer.split('/')[2] ?? '');
  const found = [...addressCodes.map((name) => [name, given.get(name)?.trim()] as const), ['channel', engine && String(engine.code)] as const];
  for (const [name, value] of found) if (value && codePattern.test(value) && !readCookie(name)) writeCookie(name, value, cookieDays[name]);
}
