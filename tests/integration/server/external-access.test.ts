/** Who is led here by an app of others, through the door of the pages: the token is taken once and stands in no address after it. */
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { externalTokenContract } from '#lib/features/accounts/external-access.contract.ts';
import { externalCookie, externalLife } from '#lib/features/accounts/external-access.schema.ts';
import { createExternalAccess } from '#lib/features/accounts/external-access.service.ts';
import { askQuestionContract } from '#lib/features/enquiries/enquiries.contract.ts';
import type { Visitor } from '#lib/visitor.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { startPages } from '#tests/support/pages-server.ts';
import type { PagesServer } from '#tests/support/pages-server.ts';

const secret = 'canary-secret-of-the-app-0123456789';
const page = '/en/ai-sdk/lead-form';
let desk: AccountsDesk;
let server: PagesServer;
let address = '';
const lines: string[] = [];
/** Who the last page was rendered for. */
let visitor: Visitor | undefined;

beforeAll(async () => {
  desk = await openAccountsDesk({ settings: { EXTERNAL_APPS: `partner=${secret},other=${secret}` } });
  const external = desk.on.services.people?.accounts.external;
  server = await startPages(desk, {
    log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
    body(_, view) {
      visitor = view.visitor;
      return view.query.toString();
    },
    entrance: external ? { external } : {},
  });
  ({ address } = server);
});
afterAll(async () => {
  await server.close();
  await desk.close();
});
beforeEach(() => {
  desk.clock.now = new Date();
  visitor = undefined;
});

const get = (path: string, cookie = '', method = 'GET') => fetch(`${address}${path}`, { method, redirect: 'manual', headers: cookie ? { cookie } : {} });
/** As the app's server asks for it. */
const tokenOf = (app_id = 'partner', app_secret = secret) => desk.on.call(externalTokenContract, { app_id, app_secret }, 'en-us', {});
const led = (token: string, app = 'partner') => `${page}?city=1&access_token=${token}&app_id=${app}`;
const keptIn = (answer: Response): string | undefined => new RegExp(`${externalCookie}=[^;]+`).exec(answer.headers.getSetCookie().join())?.[0];
const cookiesOf = (browser: Browser): string => [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

test('[R6.25] [R7.176] a token leads on to the address without it, once, and counts in place of who is signed in, on that page alone', async () => {
  const reader = await desk.registered('reader@example.org');
  const { data } = await tokenOf();
  expect(data.expires_in).toBe(externalLife.token);
  expect((await get(led(data.access_token), '', 'HEAD')).headers.getSetCookie(), 'what only looks does not use it up').toEqual([]);
  const first = await get(led(data.access_token), cookiesOf(reader));
  expect(first.status).toBe(303);
  expect(first.headers.get('location')).toBe(`${page}?city=1`);
  expect(first.headers.get('referrer-policy')).toBe('no-referrer');
  expect(first.headers.get('cache-control')).toBe('private, no-store');
  const line = first.headers.getSetCookie().find((one) => one.startsWith(externalCookie)) ?? '';
  expect(line).toContain(`; Path=${page}; Max-Age=${externalLife.page}; `);
  expect(line).toContain('HttpOnly');

  const kept = keptIn(first) ?? '';
  const shown = await get(`${page}?city=1`, `${cookiesOf(reader)}; ${kept}`);
  expect(await shown.text()).toBe('<p>city=1</p>');
  expect(visitor?.session).toBeUndefined();
  await get(`${page}?city=1`, cookiesOf(reader));
  expect(visitor?.session, 'without it they are who they are').toBeDefined();
  await get('/en/feedback', `${cookiesOf(reader)}; ${kept}`);
  expect(visitor?.session, 'it is worth nothing elsewhere').toBeDefined();

  expect(keptIn(await get(led(data.access_token))), 'a second time').toBeUndefined();
  expect(lines.join()).not.toContain(data.access_token);
  expect(lines.join()).not.toContain(secret);
});

test('[R9.03] whoever came by an app is theirs for seven days, in the browser and in the database, and not a moment longer', async () => {
  const came = desk.clock.now;
  const first = await get(led((await tokenOf()).data.access_token));
  const line = first.headers.getSetCookie().find((one) => one.startsWith(externalCookie)) ?? '';
  expect(line).toContain('; Max-Age=604800; ');
  const [, value = ''] = (keptIn(first) ?? '').split('=');
  const external = desk.on.services.people?.accounts.external;
  const after = (seconds: number) => external?.appOf(decodeURIComponent(value), 'ai_sdk_lead_form', new Date(came.getTime() + seconds * 1_000));
  expect(await after(7 * 86_400 - 60)).toBe('partner');
  expect(await after(7 * 86_400 + 60)).toBeUndefined();
});

test('[R6.25] what is asked by whoever came by an app is in its name and in that of no account', async () => {
  const reader = await desk.registered('asking@example.org');
  const kept = keptIn(await get(led((await tokenOf()).data.access_token))) ?? '';
  const [name = '', value = ''] = kept.split('=');
  reader.cookies.set(name, value);
  const asked = { firstname: 'Lan', lastname: 'Ng', email: 'lan@example.org', mobile: '7700900123', country_code: 'GB', content: 'Is it quiet?' };
  const answer = await reader.call(askQuestionContract, { ...asked, location: 'London', utm_source: 'somebody-else' });
  expect(answer.error_code, JSON.stringify(answer)).toBe(0);
  const row = await desk.on.base.db.selectFrom('enquiries').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).toContain('partner');
  expect(row.user_id).toBeNull();
});

test('[R7.176] a token is given for the right secret alone, and is worth something to the app that asked for it, in time, while it is set', async () => {
  for (const [app, given] of [
    ['partner', 'x'.repeat(35)],
    ['nobody', secret],
    ['', ''],
    ['nobody', ''],
  ] as const)
    expect((await tokenOf(app, given)).error_code).toBe(1_122);
  expect(keptIn(await get(led((await tokenOf()).data.access_token, 'other'))), 'of another app').toBeUndefined();
  expect(keptIn(await get(led('x'.repeat(32))))).toBeUndefined();
  desk.clock.now = new Date(Date.now() - (externalLife.token + 1) * 1_000);
  expect(keptIn(await get(led((await tokenOf()).data.access_token))), 'too late').toBeUndefined();

  const kept = new Map<string, unknown>();
  const challenges = {
    of: () => ({
      put: async (value: unknown) => (kept.set('key', value), 'key'),
      take: async (key: string) => kept.get(key),
      find: async (key: string) => kept.get(key),
    }),
  } as unknown as Parameters<typeof createExternalAccess>[0]['challenges'];
  const [before, after] = [createExternalAccess({ apps: new Map([['partner', secret]]), challenges }), createExternalAccess({ apps: new Map(), challenges })];
  const now = new Date();
  const visit = await before.redeem((await before.tokenFor('partner', secret, now)) ?? '', 'partner', 'ai_sdk_lead_form', now);
  expect(await before.appOf(visit, 'ai_sdk_lead_form', now)).toBe('partner');
  expect(await before.appOf(visit, 'must_stay', now)).toBeUndefined();
  expect(await after.appOf(visit, 'ai_sdk_lead_form', now), 'taken from the list').toBeUndefined();
});
