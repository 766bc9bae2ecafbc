/** Whatever is sent, by whichever way, and however it fails: no line of the log holds it. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csrfOf } from '#lib/api/gates/csrf.ts';
import { createRateLimits } from '#lib/api/rate-limits.ts';
import { wireHeaders } from '#lib/api/signing.ts';
import { ownCookies } from '#lib/own-cookies.ts';
import { consentVersion, markerCookie } from '#lib/features/accounts/accounts.schema.ts';
import { realnameConsentVersion } from '#lib/features/realname/realname.schema.ts';
import { createSecurityLog, redactedPaths } from '#lib/log/security-log.ts';
import { createApiHandler } from '#server/api/api-handler.ts';
import { createUpstream } from '#server/api/upstream.ts';
import { createHttpServer } from '#server/server.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import { answerJson, standIn } from '#tests/support/stand-in.ts';
import type { StandIn } from '#tests/support/stand-in.ts';
import { form, openTestWire, secret } from '#tests/support/test-wire.ts';
import type { TestWire } from '#tests/support/test-wire.ts';

const canaries = {
  token: 'canary-token-7f3a91',
  code: '481516',
  phone: '+447700900123',
  idcard_no: '11010519491231002X',
  address: '203.0.113.77',
  /** Of a sponsor's link. */
  key: 'canary-key-of-a-sponsors-link-04',
} as const;
const lines: string[] = [];
const log = pino({ level: 'trace', redact: redactedPaths }, { write: (line: string) => void lines.push(line) });
let wire: TestWire;
let backend: StandIn;
let server: Server;
let origin = '';

beforeAll(async () => {
  wire = await openTestWire();
  backend = await standIn((asked, response) => {
    if (asked.url.includes('echo')) response.writeHead(200).end(`${asked.body} ${canaries.code}`);
    else answerJson(response, { error_code: 7, message: canaries.code, data: null });
  });
  const ownOrigins = new Set(['http://localhost:4321']);
  const shared = { ownOrigins, limits: createRateLimits(0.05), onRefused: createSecurityLog(log) };
  server = createHttpServer({
    siteUrl: 'http://localhost:4321',
    canonicalHosts: undefined,
    log,
    onRequest: () => undefined,
    handlers: [
      createApiHandler({
        ...shared,
        api: wire.on.api,
        upstreams: new Map([['_buserApi', createUpstream(backend.origin, [])]]),
        trustedProxies: 1,
        countryHeader: undefined,
        log,
      }),
    ],
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await backend.close();
  await wire.on.close();
});

test('tokens, codes, phone numbers, id numbers, addresses and keys of links appear in no line', async () => {
  const all = new URLSearchParams({ ...canaries, text: canaries.phone, name: canaries.token }).toString();
  const headers = {
    ...form,
    'x-forwarded-for': canaries.address,
    cookie: `uhouzz_token=${canaries.token}; code=${canaries.code}`,
    [wireHeaders.authorization]: `Bearer ${canaries.token}`,
    'x-phone': canaries.phone,
  };
  const ways: Record<string, string>[] = [
    { origin: 'http://localhost:4321' },
    { origin: `https://${canaries.token}.example` },
    { origin: 'http://localhost:4321', signature: canaries.token },
    { origin: 'http://localhost:4321', 'content-type': 'text/plain' },
    {},
  ];
  const statuses = new Set<number>();
  for (const path of [
    '/_api/test/echo',
    secret.path,
    '/_api/test/for-login',
    '/_api/none',
    '/_buserApi/echo',
    '/_buserApi/login',
    '/_buserApi/sendCode',
    '/_upay/sponsor/pay',
    '/_upay/sponsor/trial',
    '/vn/order/sponsored',
    `/enquiry/${canaries.key}`,
    `/vn/order/guardian-signature/${canaries.key}`,
    `/en//shared-list/${canaries.key}`,
    `/users/contracts/guardian/${canaries.key}.pdf`,
    '/elsewhere',
  ])
    for (const way of ways)
      for (const method of ['POST', 'GET', 'DELETE'])
        statuses.add((await fetch(`${origin}${path}?${all}`, { method, headers: { ...headers, ...way }, ...(method === 'POST' ? { body: all } : {}) })).status);
  expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 400, 403, 404, 405, 415, 429, 502]));
  expect(lines.filter((line) => line.includes('"security":"cross-site"')).length).toBeGreaterThan(0);
  expect(lines.filter((line) => line.includes('"security":"limit"')).length).toBeGreaterThan(0);
  const shown = lines.join('\n');
  for (const [name, value] of Object.entries(canaries)) {
    expect(shown.includes(value), name).toBe(false);
    expect(shown.includes(encodeURIComponent(value)), name).toBe(false);
  }
});

test('what people send when they sign in, register and prove their name appears in no line, right or wrong', async () => {
  lines.length = 0;
  const desk = await openAccountsDesk({ settings: { REAL_NAME_CHECK: 'on' } });
  const ownOrigins = new Set([desk.on.services.site.origin]);
  const api = createApiHandler({
    api: desk.on.api,
    ownOrigins,
    limits: createRateLimits(0),
    onRefused: createSecurityLog(log),
    upstreams: new Map(),
    trustedProxies: 0,
    countryHeader: undefined,
    log,
  });
  const own = createHttpServer({ siteUrl: desk.on.services.site.origin, canonicalHosts: undefined, log, onRequest: () => undefined, handlers: [api] });
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(own.address() as AddressInfo).port}`;
  const csrf = csrfOf({ secrets: desk.secrets });
  const visit = 'c'.repeat(22);
  const cookies = new Map<string, string>([[ownCookies.visit, visit]]);
  const said = { email: 'canary.person@example.org', phone: '7700900191', password: 'Canary-Bridge-2027', idcard_no: '11010519491231002X', name: '王金丝雀' };
  const sent = new Set<string>(Object.values(said));
  const send = async (path: string, values: Readonly<Record<string, string>>): Promise<number> => {
    const mark = cookies.get(markerCookie);
    const answer = await fetch(`${address}${path}`, {
      method: 'POST',
      headers: {
        ...form,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        origin: desk.on.services.site.origin,
        'sec-fetch-site': 'same-origin',
        [wireHeaders.antiForgery]: mark === undefined ? csrf.tokenFor(`pre:${cookies.get(ownCookies.visit) ?? visit}`) : decodeURIComponent(mark),
      },
      body: new URLSearchParams(values),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const { error_code: code }: { error_code: number } = await answer.json();
    return code;
  };
  const consents = { consent_terms: consentVersion, consent_age: consentVersion, consent_transfer: consentVersion };
  const { email, phone, password } = said;
  const codes = [
    await send('/_buserApi/login/start', { canal: '2', email, ...consents }),
    await send('/_buserApi/code/continue', { code: desk.lastCode(email) === '481516' ? '481517' : '481516' }),
    await send('/_buserApi/code/continue', { code: desk.lastCode(email) }),
    await send('/_buserApi/register', { password, ...consents }),
    await send('/_buserApi/contact/start', { canal: '1', country_code: 'GB', phone }),
    await send('/_buserApi/code/continue', { code: desk.lastCode(`+44${phone}`) }),
    await send('/_buserApi/realname/checkIdCard', { name: said.name, idcard_no: said.idcard_no, consent_realname: realnameConsentVersion }),
    await send('/_buserApi/login/password', { canal: '2', email, password: `${password}x`, ...consents }),
    await send('/_buserApi/logout', {}),
  ];
  expect(codes.filter((code) => code === 0).length, codes.join()).toBeGreaterThanOrEqual(6);
  for (const code of [desk.lastCode(email), desk.lastCode(`+44${phone}`), ...cookies.values()]) if (code.length > 5) sent.add(code);
  await new Promise((resolve) => own.close(resolve));
  await desk.close();
  const shown = lines.join('\n').replaceAll(/"(?:time|trace)":\s*"?[^",}]+"?/g, '');
  expect(lines.length).toBeGreaterThan(0);
  for (const secret of sent) expect([secret, shown.includes(secret) || shown.includes(encodeURIComponent(secret))]).toEqual([secret, false]);
});

test('what is named as a secret is never shown, should a line be given it', () => {
  lines.length = 0;
  log.warn({ token: canaries.token, headers: { cookie: canaries.token, authorization: canaries.token }, body: { mobile: canaries.phone } }, 'a line');
  expect(lines.join()).not.toMatch(/canary|7700900/);
});

test('a client is one `who` for a day, the next day another, and a flood writes a few lines', () => {
  const written: { who: string; security: string }[] = [];
  let now = Date.parse('2026-11-21T12:00:00Z');
  const note = createSecurityLog(pino({}, { write: (line: string) => void written.push(JSON.parse(line) as { who: string; security: string }) }), () => now);
  const from = (address: string): void => note({ event: 'limit', address, trace: 't', path: '/x' });
  for (let at = 0; at < 400; at++) from('192.0.2.1');
  expect(written).toHaveLength(5);
  from('192.0.2.2');
  now += 86_400_000;
  from('192.0.2.1');
  const [first, , , , , other, next] = written.map(({ who }) => who);
  expect(new Set(written.slice(0, 5).map(({ who }) => who)).size).toBe(1);
  expect(new Set([first, other, next]).size).toBe(3);
});
