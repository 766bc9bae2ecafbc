/** The API on a socket: bodies, addresses, compression, and prefixes that an existing backend answers. */
import type { AddressInfo } from 'node:net';
import { request as httpRequest } from 'node:http';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { clientAddress } from '#lib/api/address.ts';
import { isApiPath } from '#lib/api/contract.ts';
import { createRateLimits } from '#lib/api/rate-limits.ts';
import { createApiHandler } from '#server/api/api-handler.ts';
import { callerOf } from '#lib/api/caller.ts';
import { contract } from '#lib/api/contract.ts';
import { createHttpServer } from '#server/server.ts';
import type { Handler } from '#server/handler.ts';
import { createUpstream, upstreamPatience } from '#server/api/upstream.ts';
import { answerJson, standIn } from '#tests/support/stand-in.ts';
import type { Asked, StandIn } from '#tests/support/stand-in.ts';
import type { Server, ServerResponse } from 'node:http';

const siteUrl = 'https://homes.example.org';
/** What one call of the backend promises. */
const promised = contract({
  name: 'promised',
  summary: 'Test.',
  method: 'GET',
  path: '/_houseApi/promised',
  input: z.object({}),
  output: z.object({ homes: z.number() }),
  access: 'public',
  fulfils: [],
});
const app = new Hono();
app.get('/_api/long', (context) => context.json({ error_code: 0, message: '', data: 'long '.repeat(2_000) }));
app.all('/_api/*', async (context) => {
  const { address, country } = callerOf(context.req.raw.headers, new Date());
  const body = await context.req.text();
  return context.json({ error_code: 0, message: '', data: { address, country: country ?? null, size: body.length } }, 200, {
    'set-cookie': 'a=1',
    'cache-control': 'no-store',
    'x-inner': 'secret',
  });
});

const servers: Server[] = [];
let upstream: StandIn;
let answerUpstream: (asked: Asked, response: ServerResponse) => void = (_, response) => answerJson(response, { error_code: 0, message: '', data: 1 });
let plain = '';
let proxied = '';

/** Stands for the pages behind the API. */
const pageHandler: Handler = async (_, response) => {
  response.writeHead(200, { 'x-page': '1' }).end('page');
  return 'page';
};

/** @param patience milliseconds that the backend gets. */
async function serve(trustedProxies: number, patience?: number): Promise<string> {
  const handler = createApiHandler({
    api: app,
    upstreams: new Map([['_houseApi', createUpstream(`${upstream.origin}/backend/`, [promised], patience)]]),
    trustedProxies,
    countryHeader: 'cf-ipcountry',
    ownOrigins: new Set(['https://www.loftling.test']),
    limits: createRateLimits(0),
    log: pino({ level: 'silent' }),
  });
  const server = createHttpServer({
    siteUrl,
    canonicalHosts: undefined,
    handlers: [handler, pageHandler],
    log: pino({ level: 'silent' }),
    onRequest: () => undefined,
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  upstream = await standIn((asked, response) => answerUpstream(asked, response));
  plain = await serve(0);
  proxied = await serve(2);
});
afterAll(async () => {
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  await upstream.close();
});
afterEach(() => {
  upstream.asked.length = 0;
});

const json = async (answer: Response): Promise<unknown> => answer.json();
const dataOf = async (origin: string, headers: Record<string, string>): Promise<unknown> => {
  const envelope = await json(await fetch(`${origin}/_api/who`, { headers }));
  return typeof envelope === 'object' && envelope !== null && 'data' in envelope ? envelope.data : undefined;
};

test('only the prefixes are the API’s', () => {
  expect(['/_api/x', '/_houseApi', '/%5FhouseApi/x', '/_track/log', '/_apix/y', '/api/x', '/', '/__proto__/x'].map(isApiPath)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('a body beyond its bound answers 413, told by its length or not', async () => {
  answerUpstream = (_, response) => answerJson(response, { error_code: 0, message: '', data: 1 });
  const big = 'x'.repeat(1_048_577);
  const announced = await fetch(`${plain}/_houseApi/x`, { method: 'POST', body: big, headers: { 'accept-language': 'en-us' } });
  expect([announced.status, await json(announced)]).toEqual([413, { error_code: 413, message: 'This is too large to send.', data: null }]);
  const streamed = await new Promise<number>((resolve, reject) => {
    const request = httpRequest(`${plain}/_houseApi/x`, { method: 'POST' }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
    for (let part = 0; part < 20; part++) request.write('x'.repeat(65_536));
    request.end();
  });
  expect(streamed).toBe(413);
  expect(upstream.asked).toHaveLength(0);
  expect((await fetch(`${plain}/_houseApi/x`, { method: 'POST', body: 'x'.repeat(1_048_576) })).status).toBe(200);
});

test('the client’s address is the connection’s, or the hop the trusted proxies vouch for; nothing a client sends changes it', async () => {
  const spoofed = { 'x-forwarded-for': '6.6.6.6, 7.7.7.7', 'x-loftling-address': '6.6.6.6', 'x-loftling-country': 'GB', 'cf-ipcountry': 'GB' };
  expect(await dataOf(plain, spoofed)).toEqual({ address: '127.0.0.1', country: null, size: 0 });
  expect(await dataOf(proxied, { ...spoofed, 'x-forwarded-for': '6.6.6.6, 203.0.113.9, 10.0.0.1' })).toEqual({
    address: '203.0.113.9',
    country: 'GB',
    size: 0,
  });
  expect(await dataOf(proxied, { 'x-forwarded-for': '6.6.6.6', 'x-loftling-country': 'GB' })).toEqual({ address: '127.0.0.1', country: null, size: 0 });
  const socket = { remoteAddress: '10.0.0.1' } as unknown as Parameters<typeof clientAddress>[0]['socket'];
  expect([0, 1, 2, 3].map((proxies) => clientAddress({ headers: { 'x-forwarded-for': ' 1.1.1.1 ,, 2.2.2.2, 3.3.3.3' }, socket }, proxies))).toEqual([
    '10.0.0.1',
    '3.3.3.3',
    '2.2.2.2',
    '1.1.1.1',
  ]);
});

test('answers carry only the headers clients need, security headers, and are compressed when long', async () => {
  const answer = await fetch(`${plain}/_api/who`);
  expect([
    answer.headers.get('x-inner'),
    answer.headers.getSetCookie(),
    answer.headers.get('cache-control'),
    answer.headers.get('x-content-type-options'),
  ]).toEqual([null, ['a=1'], 'no-store', 'nosniff']);
  const long = await fetch(`${plain}/_api/long`, { headers: { 'accept-encoding': 'br' } });
  expect([long.headers.get('content-encoding'), long.headers.get('vary')]).toEqual(['br', 'Accept-Encoding']);
});

test('an API path spelt with escapes reaches the API or the upstream, never the pages', async () => {
  expect((await fetch(`${plain}/%5Fapi/long`)).headers.get('x-page')).toBeNull();
  answerUpstream = (_, response) => answerJson(response, { error_code: 0, message: '', data: {} });
  expect((await fetch(`${plain}/%5FhouseApi/own`)).status).toBe(200);
  expect(upstream.asked).toHaveLength(1);
  expect((await fetch(`${plain}/en-us/`)).headers.get('x-page')).toBe('1');
});

test('another site’s page cannot write through an upstream; the site’s own pages can', async () => {
  answerUpstream = (_, response) => answerJson(response, { error_code: 0, message: '', data: {} });
  const write = async (headers: Record<string, string>): Promise<number> =>
    (await fetch(`${plain}/_houseApi/own`, { method: 'POST', body: 'a=1', headers: { cookie: 'mine=1', ...headers } })).status;
  expect([await write({ origin: 'https://evil.test' }), await write({ 'sec-fetch-site': 'cross-site' })]).toEqual([400, 400]);
  expect(upstream.asked).toHaveLength(0);
  // Neither header, and cookies: no browser of today, and nobody to trust.
  expect([await write({ origin: 'http://www.loftling.test' }), await write({})]).toEqual([400, 400]);
  expect(upstream.asked).toHaveLength(0);
  expect([await write({ origin: 'https://www.loftling.test' }), await write({ 'sec-fetch-site': 'same-origin' })]).toEqual([200, 200]);
});

test('HEAD of an upstream’s call is answered as GET would be, without the body', async () => {
  answerUpstream = (asked, response) => answerJson(response, { error_code: 0, message: '', data: {} }, asked.method === 'GET' ? 200 : 500);
  const answer = await fetch(`${plain}/_houseApi/own`, { method: 'HEAD' });
  expect([answer.status, await answer.text()]).toEqual([200, '']);
});

test('a prefix with an upstream is forwarded as it is asked: method, path, query, body, the wire’s headers, cookies both ways', async () => {
  answerUpstream = (_, response) =>
    answerJson(response, { error_code: 7, message: 'theirs', data: { x: 1 } }, 200, { 'set-cookie': 'theirs=1', 'x-powered-by': 'php' });
  const answer = await fetch(`${plain}/_houseApi/search/house?city_id=1&src=pc`, {
    method: 'POST',
    body: new URLSearchParams({ text: '曼彻斯特' }),
    headers: {
      'device-id': 'device-0001',
      signature: 'ab',
      cookie: 'mine=1',
      origin: 'https://www.loftling.test',
      'x-forwarded-for': '6.6.6.6',
      'x-secret': 'no',
      'accept-language': 'vi-vn',
    },
  });
  expect([answer.status, answer.headers.getSetCookie(), answer.headers.get('x-powered-by'), await json(answer)]).toEqual([
    200,
    ['theirs=1'],
    null,
    { error_code: 7, message: 'theirs', data: { x: 1 } },
  ]);
  const [asked] = upstream.asked;
  expect([asked?.method, asked?.url, asked?.body]).toEqual([
    'POST',
    '/backend/_houseApi/search/house?city_id=1&src=pc',
    new URLSearchParams({ text: '曼彻斯特' }).toString(),
  ]);
  expect(asked?.headers).toMatchObject({
    'device-id': 'device-0001',
    signature: 'ab',
    cookie: 'mine=1',
    'accept-language': 'vi-vn',
    'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
  });
  // The address is the connection's, whatever the client says of itself; the backend can limit by it.
  expect([asked?.headers['x-secret'], asked?.headers['x-forwarded-for'], asked?.headers['x-forwarded-host']]).toEqual([
    undefined,
    '127.0.0.1',
    new URL(plain).host,
  ]);
  expect(asked?.headers['x-trace-id']).toBe(answer.headers.get('x-trace-id'));
  expect(await dataOf(plain, {})).toMatchObject({ size: 0 });
  expect(upstream.asked).toHaveLength(1);
});

test('an upstream’s own refusals are passed on with their status', async () => {
  answerUpstream = (_, response) => answerJson(response, { error_code: 403, message: 'sign in', data: null }, 403);
  const answer = await fetch(`${plain}/_houseApi/x`);
  expect([answer.status, await json(answer)]).toEqual([403, { error_code: 403, message: 'sign in', data: null }]);
});

test('an upstream that breaks the promise of a contract answers 502; what it says in failing, and calls we do not know, pass', async () => {
  const statusOf = async (path: string, body: unknown): Promise<number> => {
    answerUpstream = (_, response) => answerJson(response, body);
    return (await fetch(`${plain}${path}`)).status;
  };
  expect(await statusOf('/_houseApi/promised', { error_code: 0, data: { homes: 3 } })).toBe(200);
  expect(await statusOf('/_houseApi/promised', { error_code: 0, data: { homes: 'three' } })).toBe(502);
  expect(await statusOf('/_houseApi/promised', { error_code: 404, data: null })).toBe(200);
  expect(await statusOf('/_houseApi/other', { error_code: 0, data: { homes: 'three' } })).toBe(200);
  expect(await statusOf('/_houseApi/other', 'null')).toBe(502);
});

test.each([
  ['garbage', (_: Asked, response: ServerResponse) => answerJson(response, '<html>oops')],
  ['an empty answer', (_: Asked, response: ServerResponse) => void response.writeHead(200).end()],
  ['a redirect', (_: Asked, response: ServerResponse) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end()],
  ['a failure without JSON', (_: Asked, response: ServerResponse) => void response.writeHead(500).end('stack trace')],
  ['a connection cut off', (_: Asked, response: ServerResponse) => void response.destroy()],
])('%s from an upstream answers 502 in the reader’s language and tells nothing of it', async (_, fault) => {
  answerUpstream = fault;
  const answer = await fetch(`${plain}/_houseApi/x`, { headers: { 'accept-language': 'en-us' } });
  expect([answer.status, await json(answer)]).toEqual([
    502,
    { error_code: 502, message: 'A service we rely on isn’t working. Please try again later.', data: null },
  ]);
  expect(upstream.asked).toHaveLength(1);
});

test('[R9.01] an upstream that hangs is given up long before the client’s 30 seconds', async () => {
  answerUpstream = () => undefined;
  const answer = await fetch(`${await serve(0, 50)}/_houseApi/x`, { headers: { 'accept-language': 'en-us' } });
  expect([answer.status, (await json(answer)) as object]).toEqual([
    504,
    { error_code: 504, message: 'A service we rely on took too long to respond. Please try again later.', data: null },
  ]);
  expect(upstreamPatience).toBeLessThan(10_000);
});
