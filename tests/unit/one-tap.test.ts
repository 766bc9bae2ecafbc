/** The prompt that signs in with one tap: who is asked, where, and how long its script is waited for. */
import { expect, test } from 'vitest';
import { isOneTapDue, mayShowOneTap, oneTapRest, oneTapTries, untilThere } from '#lib/features/accounts/one-tap.rules.ts';
import { locales } from '#lib/i18n/locales.ts';
import { googlePrompt } from '#lib/ports/identity/google.ts';
import { routes } from '#lib/routes.ts';
import type { RouteName } from '#lib/routes.ts';
import { pageHeaders } from '#server/pages/security-headers.ts';

const now = 1_790_000_000_000;
const reader = { isSignedIn: false, isAgreed: true, timeZone: 'Europe/London', userAgent: 'Mozilla/5.0 Firefox/140.0', closedAt: undefined, now };

test('[R6.21] who is abroad, signed out and has agreed is asked; nobody else, and not soon after they closed it', () => {
  expect(isOneTapDue(reader)).toBe(true);
  expect(isOneTapDue({ ...reader, closedAt: now - oneTapRest })).toBe(true);
  for (const other of [
    { isSignedIn: true },
    { isAgreed: false },
    { timeZone: 'Asia/Shanghai' },
    { timeZone: 'Asia/Urumqi' },
    { userAgent: 'Mozilla/5.0 MicroMessenger/8.0.49' },
    { closedAt: now - oneTapRest + 1 },
  ])
    expect([other, isOneTapDue({ ...reader, ...other })]).toEqual([other, false]);
});

test('[R6.21] a policy names Google where the prompt is and nowhere else, and never on zh-cn', () => {
  const names = Object.keys(routes) as RouteName[];
  for (const route of names) {
    expect(mayShowOneTap('zh-cn', route)).toBe(false);
    expect(pageHeaders({ route })['content-security-policy']).not.toContain('google');
  }
  expect(names.filter((route) => locales.some((locale) => mayShowOneTap(locale, route))).sort()).toEqual(
    ['country_page', 'house_detail', 'index', 'new_list', 'new_list2', 'new_list3', 'unit_detail'].sort(),
  );
  const headers = pageHeaders({ route: 'index', hasOneTap: true });
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).toContain(`script-src 'self' ${googlePrompt.script};`);
  expect(policy).toContain(`connect-src 'self' ${googlePrompt.rest};`);
  expect(policy).toContain(`frame-src ${googlePrompt.rest};`);
  expect(policy).toContain(`style-src 'self' 'unsafe-inline' ${googlePrompt.style};`);
  expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
});

test('[R9.32] what the script brings is looked for each second, sixty times, and no longer', async () => {
  const waits: number[] = [];
  const wait = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
  let asked = 0;
  expect(await untilThere(() => ((asked += 1) === 3 ? 'there' : undefined), wait)).toBe('there');
  expect(waits).toEqual([1_000, 1_000]);
  waits.length = 0;
  let never = 0;
  expect(await untilThere(() => void (never += 1), wait)).toBeUndefined();
  expect([never, waits.length, new Set(waits)]).toEqual([60, 59, new Set([oneTapTries.every])]);
});
