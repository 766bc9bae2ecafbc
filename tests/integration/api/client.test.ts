/** The typed client against a real server on loopback that runs the API as production does. */
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { transportCalls } from '#lib/features/transport/transport.api.ts';
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { ApiError, createClient, errorNameOf, timeout } from '#lib/api/client.ts';
import type { ClientSettings } from '#lib/api/client.ts';
import { contract } from '#lib/api/contract.ts';
import type { ErrorBehaviour } from '#lib/api/envelope.ts';
import { newSealKeys } from '#lib/api/sealing.ts';
import { plainHandler } from '#tests/support/plain-api.ts';

const facts = { summary: 'For this test.', access: 'public', fulfils: [] } as const;
const text = z.object({ text: z.optional(z.string()) });
const echo = contract({ ...facts, name: 'echo', method: 'GET', path: '/_api/test/echo', input: text, output: z.object({ text: z.string() }) });
const write = contract({ ...facts, name: 'write', method: 'POST', path: '/_api/test/write', input: text, output: z.object({ text: z.string() }) });
const apply = contract({
  ...facts,
  name: 'apply',
  method: 'POST',
  path: '/_appApi/rentalApply/submit',
  input: z.object({ mobile: z.string() }),
  output: z.object({ mobile: z.string() }),
});
const template = contract({
  ...facts,
  name: 'template',
  method: 'GET',
  path: '/_appTempApi/rentalApply/template',
  input: z.object({ house_id: z.string() }),
  output: z.object({ house_id: z.string() }),
});
const ask = contract({
  ...facts,
  name: 'ask',
  method: 'POST',
  path: '/_api/listing/askQuestion',
  input: z.object({ mobile: z.string(), content: z.string() }),
  output: z.object({ mobile: z.string() }),
});
const secret = contract({
  ...facts,
  name: 'secret',
  method: 'GET',
  path: '/_api/test/secret',
  input: z.object({}),
  output: z.object({ text: z.string() }),
  sealed: true,
});
const fails = contract({
  ...facts,
  name: 'fails',
  method: 'GET',
  path: '/_api/test/fails',
  input: z.object({ how: z.string() }),
  output: z.object({}),
  errors: ['login-needed', 'go-home', 'not-found', 'captcha-needed', 'wrong-password', 'captcha-failed'],
});
const personal = contract({
  ...facts,
  name: 'personal',
  method: 'POST',
  path: '/_api/test/personal',
  input: text,
  output: z.object({ text: z.string() }),
  errors: ['login-needed'],
});
let isRefused = false;
const remove = contract({
  ...facts,
  name: 'remove',
  method: 'DELETE',
  path: '/_api/test/remove/{id}',
  input: z.object({ id: z.string(), why: z.string() }),
  output: z.object({ id: z.string(), why: z.string() }),
});

type Seen = { readonly method: string; readonly url: URL; readonly headers: IncomingMessage['headers']; readonly body: string };
const seen: Seen[] = [];
let dropped = 0;
let server: Server;
let origin: string;
let serverAhead = 0;

beforeAll(async () => {
  const { privateKey } = await newSealKeys();
  const codes = {
    login: 'login-needed',
    home: 'go-home',
    bad: 'not-found',
    captcha: 'captcha-needed',
    check: 'wrong-password',
    failed: 'captcha-failed',
  } as const;
  const calls: readonly BoundCall[] = [
    ...transportCalls({ sealKey: privateKey, version: '1', serverRegion: 'test' }),
    bind(echo, async (input) => ({ ok: true, data: { text: input.text ?? '' } })),
    bind(write, async (input) => ({ ok: true, data: { text: input.text ?? '' } })),
    bind(apply, async ({ mobile }) => ({ ok: true, data: { mobile } })),
    bind(template, async ({ house_id }) => ({ ok: true, data: { house_id } })),
    bind(ask, async ({ mobile }) => ({ ok: true, data: { mobile } })),
    bind(secret, async () => ({ ok: true, data: { text: '+44 7700 900123' } })),
    bind(fails, async ({ how }) => ({ ok: false, error: codes[how as keyof typeof codes] ?? 'unknown' })),
    bind(personal, async ({ text: given }) => (isRefused ? { ok: false, error: 'login-needed' } : { ok: true, data: { text: given ?? '' } })),
    bind(remove, async ({ id, why }) => ({ ok: true, data: { id, why } })),
  ];
  const handle = plainHandler({ calls, sealKey: privateKey, now: () => new Date(Date.now() + serverAhead) });
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://test');
    if (dropped > 0) {
      dropped--;
      request.socket.destroy();
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, headers, socket } = request;
      const body = Buffer.concat(chunks);
      seen.push({ method: method ?? '', url, headers, body: body.toString() });
      if (url.pathname === '/_api/test/garbled') response.end('<html>busy</html>');
      // A body is read once, and the test has; the server gets a request that has it still.
      const again = Object.assign(Readable.from(body.length > 0 ? [body] : []), { method, url: request.url, headers, socket, complete: true });
      if (!/garbled|never/.test(url.pathname)) void handle(again as unknown as IncomingMessage, response, url);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen.length = 0;
  dropped = 0;
  serverAhead = 0;
  reactions.length = 0;
});

const reactions: { behaviour: ErrorBehaviour; message: string }[] = [];
const client = (more: Partial<ClientSettings> = {}) =>
  createClient({
    locale: 'vi-vn',
    siteVariant: 'main',
    isMobile: () => false,
    deviceId: () => 'device-1234',
    traceId: () => 'trace-5678',
    xcode: () => 'ab12',
    accessToken: () => 'token-90',
    isOnline: () => true,
    messages: { offline: 'no net', slow: 'too slow', garbled: 'unreadable' },
    react(behaviour, message) {
      reactions.push({ behaviour, message });
      return undefined;
    },
    origin,
    ...more,
  });

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`);
  return error;
}

test('[R7.007] [R7.022] [R7.023] reads and deletions send their parameters as query, with src=pc and the xcode', async () => {
  expect(await client().call(echo, { text: 'a b' })).toEqual({ text: 'a b' });
  expect(await client().call(remove, { id: '12', why: 'moved' })).toEqual({ id: '12', why: 'moved' });
  expect(seen.map(({ url }) => `${url.pathname}${url.search}`)).toEqual([
    '/_api/test/echo?xcode=ab12&text=a+b&src=pc',
    '/_api/test/remove/12?xcode=ab12&why=moved&src=pc',
  ]);
});

test('[R7.006] [R7.022] [R7.023] writes send a form, with src=pc in the query and the xcode in the body', async () => {
  await client().call(write, { text: 'x&y' });
  const [sent] = seen;
  expect([sent?.headers['content-type']?.split(';')[0], sent?.body, sent?.url.search]).toEqual([
    'application/x-www-form-urlencoded',
    'xcode=ab12&text=x%26y',
    '?src=pc',
  ]);
});

test('[R7.011] [R7.012] [R7.013] [R7.014] [R7.015] [R7.016] [R7.017] [R7.018] [R7.019] [R7.020] [R7.021] every call carries the headers of the wire, signed', async () => {
  await client().call(echo, {});
  const headers = seen[0]?.headers ?? {};
  expect(headers).toMatchObject({
    'app-id': '13',
    'device-id': 'device-1234',
    'trace-id': 'trace-5678',
    platform: 'pc',
    source: 'pc',
    // Vietnamese counts as English on the wire; the true language goes along beside it.
    language: 'en',
    'accept-language': 'vi-vn',
    authorization: 'token-90',
    'x-client-authorization': 'token-90',
    'x-csrf-token': 'token-90',
    'x-client-xcode': 'ab12',
  });
  expect(Math.abs(Number(headers['timestamp']) - Date.now())).toBeLessThan(60_000);
  expect(headers['signature']).toMatch(/^[0-9a-f]{64}$/);
});

test('[R7.008] [R7.009] [R7.010] the app id tells edition and device, and the signature of a phone is made with another key', async () => {
  for (const siteVariant of ['main', 'net'] as const)
    for (const mobile of [false, true]) await client({ siteVariant, isMobile: () => mobile, locale: 'zh-tw' }).call(echo, {});
  expect(seen.map(({ headers }) => headers['app-id'])).toEqual(['13', '4', '63', '64']);
  // The server checks each signature; wrong ones would have been refused.
  expect(new Set(seen.map(({ headers }) => headers['signature'])).size).toBe(4);
  expect(seen[0]?.headers['language']).toBe('zh');
});

test('[R7.013] a client whose clock is wrong sets it by the server’s and asks once more', async () => {
  serverAhead = 3_600_000;
  const clocked = client();
  expect(await clocked.call(echo, { text: 'now' })).toEqual({ text: 'now' });
  expect(seen).toHaveLength(2);
  await clocked.call(echo, {});
  expect(seen).toHaveLength(3);
  expect(reactions).toEqual([]);
});

test('a read that meets no server is tried once more, a write is not', async () => {
  dropped = 1;
  expect(await client().call(echo, { text: 'again' })).toEqual({ text: 'again' });
  dropped = 1;
  expect((await failureOf(client().call(write, { text: 'once' }))).trouble).toBe('offline');
  expect(seen.map(({ method }) => method)).toEqual(['GET']);
  expect(reactions.map(({ message }) => message)).toEqual(['no net']);
});

test('[R9.01] [R7.004] a call is given up after 30 seconds', async () => {
  expect(timeout).toBe(30_000);
  const never = { ...echo, path: '/_api/test/never' } as const;
  expect((await failureOf(client({ patience: 50 }).call(never, {}))).trouble).toBe('slow');
});

test('[R7.005] an answer that is no JSON, or not what the contract says, fails instead of reaching the page', async () => {
  const garbled = { ...echo, path: '/_api/test/garbled' } as const;
  expect((await failureOf(client().call(garbled, {}))).trouble).toBe('garbled');
  const other = { ...echo, output: z.object({ number: z.number() }) };
  expect((await failureOf(client().call(other, {}))).trouble).toBe('garbled');
});

test('aborted typing rejects without a word to the reader', async () => {
  const stop = new AbortController();
  const call = client().call({ ...echo, path: '/_api/test/never' } as const, {}, { signal: stop.signal });
  stop.abort();
  expect([(await failureOf(call)).trouble, reactions]).toEqual(['aborted', []]);
});

test('[R8.02] [R8.03] [R8.04] [R8.05] code 403 throws the token away, asks for login unless noJump, and rejects', async () => {
  expect((await failureOf(client().call(fails, { how: 'login' }))).code).toBe(403);
  expect(reactions[0]?.behaviour).toEqual({ dropToken: true, login: true, home: false, toast: false });
  await failureOf(client().call(fails, { how: 'login' }, { noJump: true }));
  expect(reactions[1]?.behaviour).toEqual({ dropToken: true, login: false, home: false, toast: false });
});

test('[R8.06] [R8.07] [R7.024] other codes show the server’s message and reject, without a toast when clientToastHide is set', async () => {
  const error = await failureOf(client().call(fails, { how: 'bad' }));
  expect([error.code, reactions[0]?.behaviour.toast, reactions[0]?.message]).toEqual([404, true, error.message]);
  await failureOf(client().call(fails, { how: 'bad' }, { clientToastHide: true }));
  expect(reactions[1]?.behaviour.toast).toBe(false);
});

test('[R8.08] code 301 also goes home', async () => {
  await failureOf(client().call(fails, { how: 'home' }));
  expect(reactions[0]?.behaviour).toEqual({ dropToken: false, login: false, home: true, toast: true });
});

test('[R8.09] codes 10117, 10113 and 13000 reject without a toast', async () => {
  const codes = await Promise.all(['check', 'failed', 'captcha'].map(async (how) => (await failureOf(client().call(fails, { how }))).code));
  expect([codes, reactions.map(({ behaviour }) => behaviour.toast)]).toEqual([
    [10117, 10113, 13000],
    [false, false, false],
  ]);
});

test('a refusal has the name that its contract or every call gives it; what no answer of the call is has none', async () => {
  const nameOf = async (how: string, over = client()) => errorNameOf(fails, await failureOf(over.call(fails, { how })));
  expect([await nameOf('bad'), await nameOf('home'), await nameOf('else')]).toEqual(['not-found', 'go-home', 'unknown']);
  expect(errorNameOf({}, await failureOf(client().call(fails, { how: 'bad' })))).toBeUndefined();
  expect(await nameOf('bad', client({ origin: 'http://127.0.0.1:9' }))).toBeUndefined();
  expect(errorNameOf(fails, new Error('not of the API'))).toBeUndefined();
});

test('[R8.36] a missing parameter of the address rejects', async () => {
  await expect(client().call(remove, { why: 'x' })).rejects.toThrow('missing url parameter');
});

test('[R7.027] an application travels as one encrypted field, [R7.026] an enquiry with its personal fields encrypted', async () => {
  expect(await client().call(apply, { mobile: '7700900123' })).toEqual({ mobile: '7700900123' });
  expect(await client().call(ask, { mobile: '7700900123', content: 'hello' })).toEqual({ mobile: '7700900123' });
  expect(await client().call(template, { house_id: '826001' })).toEqual({ house_id: '826001' });
  const forms = seen.filter(({ method }) => method === 'POST').map(({ body }) => new URLSearchParams(body));
  expect([...(forms[0]?.keys() ?? [])]).toEqual(['encrypt_data']);
  expect(forms[1]?.get('content')).toBe('hello');
  const asked = seen.find(({ url }) => url.pathname === template.path);
  expect([...(asked?.url.searchParams.keys() ?? [])]).toEqual(['encrypt_data', 'src']);
  expect(seen.some(({ body, url }) => `${body}${url}`.includes('7700900123'))).toBe(false);
});

test('[R7.025] a sealed answer is an encrypted string, read by the one who asked', async () => {
  expect(await client().call(secret, {})).toEqual({ text: '+44 7700 900123' });
  const raw = await fetch(`${origin}${secret.path}`, { headers: { 'answer-key': seen[0]?.headers['answer-key'] as string } });
  expect(await raw.text()).toMatch(/"data":"[\w-]+\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+"/);
});

test('[R4.040] a call that needed a sign-in is made once more when somebody has signed in for it, and only then', async () => {
  const asking = (answer: boolean | undefined, becomes: boolean) =>
    client({
      react(behaviour, message) {
        reactions.push({ behaviour, message });
        isRefused = becomes;
        return answer === undefined ? undefined : Promise.resolve(answer);
      },
    }).call(personal, { text: 'a note' });
  isRefused = true;
  expect(await asking(true, false)).toEqual({ text: 'a note' });
  expect(seen.map(({ body }) => body)).toEqual(['xcode=ab12&text=a+note', 'xcode=ab12&text=a+note']);
  for (const answer of [false, undefined]) {
    seen.length = 0;
    isRefused = true;
    expect([(await failureOf(asking(answer, true))).code, seen.length]).toEqual([403, 1]);
  }
  // Refused again, it asks for no other sign-in.
  [seen.length, reactions.length] = [0, 0];
  expect([(await failureOf(asking(true, true))).code, seen.length]).toEqual([403, 2]);
  expect(reactions.map(({ behaviour }) => behaviour.login)).toEqual([true, false]);
});
