/** Readers who come back from a third party, through the door of the pages: one address for each host, whatever the language. */
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { thirdPartyStartContract } from '#lib/features/accounts/third-parties.contract.ts';
import { wayCookie } from '#lib/features/accounts/third-parties.schema.ts';
import { appleIdentity } from '#lib/ports/identity/apple.ts';
import { exportPKCS8, generateKeyPair } from 'jose';
import type { Visitor } from '#lib/visitor.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { startPages } from '#tests/support/pages-server.ts';
import type { PagesServer } from '#tests/support/pages-server.ts';
import { openIdStandIn } from '#tests/support/open-id-stand-in.ts';
import type { OpenIdStandIn } from '#tests/support/open-id-stand-in.ts';

let apple: OpenIdStandIn;
let desk: AccountsDesk;
let server: PagesServer;
let address = '';
const lines: string[] = [];

beforeAll(async () => {
  apple = await openIdStandIn({ clientId: 'org.example.homes', isSecret: (secret) => secret.split('.').length === 3, hasPkce: false });
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const options = { clientId: 'org.example.homes', teamId: 'TEAM', keyId: 'KEY', privateKey: await exportPKCS8(privateKey) };
  desk = await openAccountsDesk({ settings: { SERVER_REGION: 'gb' }, identities: new Map([['apple', appleIdentity(options, { issuer: apple.origin })]]) });
  server = await startPages(desk, {
    log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
    entrance: { seal: (text) => desk.secrets.encrypt('sign-in', text) },
  });
  ({ address } = server);
});
afterAll(async () => {
  await server.close();
  await desk.close();
  await apple.close();
});

const visitorWith = (way: string): Visitor => ({
  session: undefined,
  staff: undefined,
  owner: 'pre:one',
  whose: undefined,
  csrfToken: '',
  submitted: undefined,
  way,
  userAgent: '',
  country: undefined,
});
const cookiesOf = (browser: Browser): string => [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const get = (path: string, cookie = '', headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${address}${path}`, { redirect: 'manual', headers: { ...(cookie ? { cookie } : {}), ...headers } });
const person = { sub: '000001.canary', email: 'canary@icloud.com', email_verified: 'true' };

test('a form of the third party, which brings no cookie, is led on by GET to the same address, without what it says of the person', async () => {
  const browser = desk.browser();
  const { data } = await browser.call(thirdPartyStartContract, { provider: 'apple', redirect: '/en/uk' });
  expect(new URL(data.url).searchParams.get('redirect_uri')).toBe(`${desk.on.services.site.origin}/users/return/apple`);
  const back = apple.approve(data.url, person);
  const posted = await fetch(`${address}/users/return/apple`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...back, user: '{"name":{"firstName":"Canary"}}', id_token: 'canary' }),
  });
  expect([posted.status, posted.headers.get('cache-control'), posted.headers.getSetCookie()]).toEqual([303, 'private, no-store', []]);
  const location = posted.headers.get('location') ?? '';
  expect(location).toMatch(/^\/users\/return\/apple\?/);
  expect(location).not.toContain('anary');

  // The name is given once, and reaches the page on which somebody new agrees.
  expect(new URLSearchParams(location.split('?')[1]).get('user')).toBeTruthy();
  const arrived = await get(location, cookiesOf(browser), { 'accept-language': 'zh-CN' });
  // The language is the one in which they set out.
  expect([arrived.status, arrived.headers.get('location'), arrived.headers.get('referrer-policy')]).toEqual([303, '/en/users/login/welcome', 'no-referrer']);
  expect(arrived.headers.getSetCookie().join('\n')).toMatch(new RegExp(`${wayCookie}=en-us\\.[\\w-]{32};.*HttpOnly`));

  const [, key = ''] = /en-us\.([\w-]{32});/.exec(arrived.headers.getSetCookie().join('\n')) ?? [];
  const newcomer = await desk.on.services.loaders.accounts?.newcomer({ now: desk.clock.now }, visitorWith(`en-us.${key}`));
  expect(newcomer).toMatchObject({ provider: 'apple', name: 'Canary' });

  const replayed = await get(location, cookiesOf(browser));
  expect(replayed.headers.get('location')).toBe('/en/users/return/apple?why=gone');
  expect(lines.join('')).not.toMatch(new RegExp(`anary|${back.code}|${back.state}`));
});

test('who comes from nowhere, cancelled, or sends what is no form is told so in their language, and nothing of theirs is repeated', async () => {
  expect((await get('/users/return/apple?state=x&code=y', '', { 'accept-language': 'vi' })).headers.get('location')).toBe('/vn/users/return/apple?why=gone');
  const browser = desk.browser();
  const { data } = await browser.call(thirdPartyStartContract, { provider: 'apple' });
  const { state } = apple.approve(data.url, person);
  const cancelled = await get(`/users/return/apple?${new URLSearchParams({ state, error: 'user_cancelled_authorize' })}`, cookiesOf(browser));
  expect(cancelled.headers.get('location')).toBe('/en/users/return/apple?why=cancelled');
  const odd = await fetch(`${address}/users/return/apple`, { method: 'POST', redirect: 'manual', headers: { 'content-type': 'application/json' }, body: '{}' });
  expect(odd.headers.get('location')).toBe('/users/return/apple?why=gone');
  const long = await get(`/users/return/apple?code=${'a'.repeat(3_000)}`);
  expect([long.status, long.headers.get('location')]).toEqual([200, null]);
  const unknown = await get('/users/return/elsewhere?code=a&state=b', cookiesOf(browser));
  expect(unknown.headers.get('location')).toBe('/en/users/return/elsewhere?why=refused');
});

test('what nobody here encrypted is no name, and two cookies of a way are none', async () => {
  const browser = desk.browser();
  const { data } = await browser.call(thirdPartyStartContract, { provider: 'apple' });
  const back = new URLSearchParams({
    ...apple.approve(data.url, { ...person, sub: '000002.other', email: 'other@icloud.com' }),
    user: '{"name":{"firstName":"Eve"}}',
  });
  const planted = `${cookiesOf(browser)}; ${wayCookie}=en-us.${'a'.repeat(32)}`;
  expect((await get(`/users/return/apple?${back}`, planted)).headers.get('location')).toMatch(/why=gone$/);
  const arrived = await get(`/users/return/apple?${back}`, cookiesOf(browser));
  const [, key = ''] = /en-us\.([\w-]{32});/.exec(arrived.headers.getSetCookie().join('\n')) ?? [];
  expect(await desk.on.services.loaders.accounts?.newcomer({ now: desk.clock.now }, visitorWith(`en-us.${key}`))).toMatchObject({ name: '' });
});
