/** What the API reads of what is sent, and what it spends on askers before: forms, limits, forwarded prefixes. */
import type { Server, ServerResponse } from 'node:http';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createApi, bind } from '#lib/api/bind.ts';
import { namesOf } from '#lib/api/body.ts';
import { bodyBounds, contract } from '#lib/api/contract.ts';
import { createRateLimits, limits } from '#lib/api/rate-limits.ts';
import { newSealKeys } from '#lib/api/sealing.ts';
import { contracts } from '#lib/contracts.ts';
import type { Refusal } from '#lib/log/security-log.ts';
import { createApiHandler } from '#server/api/api-handler.ts';
import { createUpstream } from '#server/api/upstream.ts';
import { createHttpServer } from '#server/server.ts';
import { answerJson, standIn } from '#tests/support/stand-in.ts';
import { nothingKept } from '#tests/support/plain-api.ts';
import type { Asked, StandIn } from '#tests/support/stand-in.ts';

const facts = { summary: 'Test.', method: 'POST', access: 'public', fulfils: [] } as const;
const input = z.object({ text: z.optional(z.string()) });
const output = z.object({ names: z.array(z.string()) });
const small = contract({ ...facts, name: 'small', path: '/_api/test/small', input, output });
const roomy = contract({ ...facts, name: 'roomy', path: '/_api/test/roomy', input, output, body: { bytes: 200_000, fields: 3 } });
const refusing = contract({
  ...facts,
  name: 'refusing',
  path: '/_api/test/refusing',
  input,
  output,
  errors: ['wrong-password', 'captcha-failed', 'bad-input'],
});
const closed = contract({ ...facts, name: 'closed', path: '/_api/test/closed', input, output, access: 'login' });

const given: unknown[] = [];
const refusals: Refusal[] = [];
const lines: string[] = [];
const servers: Server[] = [];
let backend: StandIn;
let answerBackend: (asked: Asked, response: ServerResponse) => void;

/** A server with limits so many times the usual. */
async function serve(factor: number): Promise<string> {
  const { privateKey } = await newSealKeys();
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const shared = { limits: createRateLimits(factor), ownOrigins: new Set<string>(), onRefused: (refusal: Refusal) => void refusals.push(refusal) };
  const answer = async (values: object) => {
    given.push(values);
    return { ok: true as const, data: { names: Object.keys(values) } };
  };
  const api = createApi({
    ...shared,
    calls: [
      bind(small, answer),
      bind(roomy, answer),
      bind(closed, answer),
      bind(refusing, async ({ text }) => {
        if (text === 'code') return { ok: false, error: 'bad-input', data: { fields: [{ name: 'code', problem: 'custom', message: 'accounts.wrong_code' }] } };
        return { ok: false, error: text === 'captcha' ? 'captcha-failed' : 'wrong-password' };
      }),
    ],
    idempotency: nothingKept,
    sealKey: privateKey,
    sessions: { people: { read: async () => void lookedUp++ }, staff: { read: async () => undefined } },
    now: () => new Date(),
    onFailure: ({ error }) => {
      throw error;
    },
  });
  const upstreams = new Map([['_buserApi' as const, createUpstream(backend.origin, [])]]);
  const handler = createApiHandler({ ...shared, api, upstreams, trustedProxies: 1, countryHeader: undefined, log });
  const server = createHttpServer({ siteUrl: 'http://site.test', canonicalHosts: undefined, handlers: [handler], log, onRequest: () => undefined });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sessions asked for. */
let lookedUp = 0;
let open = '';
beforeAll(async () => {
  backend = await standIn((asked, response) => answerBackend(asked, response));
  open = await serve(0);
});
afterAll(async () => {
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  await backend.close();
});
beforeEach(() => {
  for (const list of [given, refusals, lines, backend.asked]) list.length = 0;
  answerBackend = (_, response) => answerJson(response, { error_code: 0, message: '', data: 1 });
});

const post = (origin: string, path: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(origin + path, { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en-us', ...headers } });

describe('forms', () => {
  test('beyond the bytes of the contract a form is refused; a contract may allow more', async () => {
    const text = (bytes: number): string => `text=${'a'.repeat(bytes - 5)}`;
    expect((await post(open, small.path, text(bodyBounds.bytes))).status).toBe(200);
    expect((await post(open, small.path, text(bodyBounds.bytes + 1))).status).toBe(413);
    expect((await post(open, roomy.path, text(200_000))).status).toBe(200);
    expect((await post(open, roomy.path, text(200_001))).status).toBe(413);
    expect(given).toHaveLength(2);
  });

  test('fields are counted before they are read', async () => {
    const fields = (count: number): string => Array.from({ length: count }, (_, at) => `a${at}`).join('&');
    expect((await post(open, small.path, fields(bodyBounds.fields))).status).toBe(200);
    expect((await post(open, small.path, fields(bodyBounds.fields + 1))).status).toBe(413);
    expect((await post(open, roomy.path, fields(4))).status).toBe(413);
    expect((await post(open, small.path, '&'.repeat(60_000))).status).toBe(413);
  });

  test('only what the contract names is read, first values first', async () => {
    await post(open, `${small.path}?other=1`, 'text=a&text=b&more=c&__proto__=d&constructor=e');
    expect(given).toEqual([{ text: 'a' }]);
  });

  test('a text that is turned around by invisible marks is refused, whatever the contract says of its texts', async () => {
    for (const text of ['a\u202eb', '\u2066x\u2069', '\u202d1\u202c']) {
      const answer = await post(open, small.path, `text=${encodeURIComponent(text)}`);
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ data: { fields: [{ name: 'text', message: 'forms.hidden_marks' }] } });
    }
    expect((await post(open, small.path, `text=${encodeURIComponent('مرحبا שלום\u200f')}`)).status).toBe(200);
    expect(given).toHaveLength(1);
  });

  test('what an answer refuses stands in the security log by its error, and nothing of what was sent', async () => {
    for (const text of ['code', 'captcha', 'password']) await post(open, refusing.path, `text=${text}`);
    await post(open, closed.path, 'text=a');
    expect(refusals.map(({ event }) => event)).toEqual(['wrong-code', 'captcha', 'wrong-password']);
    expect(Object.keys(refusals[0] ?? {}).toSorted()).toEqual(['address', 'event', 'path', 'trace']);
  });

  test('every call says which names it reads', () => {
    expect(contracts.filter(({ input }) => namesOf(input) === undefined).map(({ name }) => name)).toEqual([]);
  });

  test('who waits for the limit to pass is told so without the body being read', async () => {
    const tight = await serve(1 / limits.write.points);
    await post(tight, small.path, 'text=a');
    const status = await new Promise<number>((resolve, reject) => {
      // Announced, and never sent: an answer can only come of who does not wait for it.
      const request = httpRequest(tight + small.path, { method: 'POST', headers: { 'content-length': 60_000, 'content-type': 'text/plain' } }, (response) => {
        resolve(response.statusCode ?? 0);
        request.destroy();
      });
      request.on('error', reject);
      request.flushHeaders();
    });
    expect(status).toBe(429);
    expect(refusals).toMatchObject([{ event: 'limit', path: small.path, address: '127.0.0.1' }]);
  });

  test('a body that breaks off fails quietly', async () => {
    const request = httpRequest(open + small.path, { method: 'POST', headers: { 'content-length': 60_000 } });
    request.on('error', () => undefined);
    await new Promise((resolve) => request.write('text=', resolve));
    request.destroy();
    expect((await post(open, small.path, 'text=a')).status).toBe(200);
    expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});

test('calls that need a login spend their limit like others', async () => {
  const tight = await serve(2 / limits.write.points);
  const answers = [];
  for (let at = 0; at < 3; at++) answers.push((await post(tight, closed.path, '')).status);
  expect(answers).toEqual([403, 403, 429]);
});

test('who calls too often is not looked up any more', async () => {
  const tight = await serve(2 / limits.write.points);
  lookedUp = 0;
  for (let at = 0; at < 5; at++) await post(tight, small.path, 'text=a', { authorization: 'Bearer abc' });
  expect(lookedUp).toBe(2);
});

test.each(['TRACE', 'PROPFIND'])('%s is no method of calls', async (method) => {
  const status = await new Promise<number>((resolve, reject) => {
    httpRequest(open + small.path, { method }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
  expect(status).toBe(405);
  expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);
});

describe('forwarded prefixes', () => {
  test('signing in and having codes sent are limited, each by its own, before the backend hears of it', async () => {
    const usual = await serve(1);
    const from = { 'x-forwarded-for': '192.0.2.7' };
    for (const [path, most] of [
      ['/_buserApi/user/sendCode', limits.code.points],
      ['/_buserApi/login', limits.login.points],
    ] as const) {
      const statuses: number[] = [];
      for (let at = 0; at < most + 2; at++) statuses.push((await post(usual, path, 'mobile=1', from)).status);
      expect(statuses, path).toEqual([...Array<number>(most).fill(200), 429, 429]);
    }
    expect(backend.asked).toHaveLength(limits.code.points + limits.login.points);
    expect((await post(usual, '/_buserApi/login', 'mobile=1', { 'x-forwarded-for': '192.0.2.8' })).status).toBe(200);
    expect(refusals.map(({ event, address }) => `${event} ${address}`)).toContain('limit 192.0.2.7');
    expect(backend.asked.at(-1)?.headers['x-forwarded-for']).toBe('192.0.2.8');
  });

  test('reading and writing have the limits of our own calls', async () => {
    const tight = await serve(1 / limits.read.points);
    expect([(await fetch(`${tight}/_buserApi/x`)).status, (await fetch(`${tight}/_buserApi/x`)).status]).toEqual([200, 429]);
  });

  test('what a backend says in failing is in no log', async () => {
    answerBackend = (_, response) => void response.writeHead(200).end('Reset code 481516 for +447700900123');
    const answer = await fetch(`${open}/_buserApi/x`);
    expect(answer.status).toBe(502);
    expect(lines.join()).not.toMatch(/481516|Reset|7700900123/);
    expect(lines.map((line) => JSON.parse(line) as Record<string, unknown>)).toContainEqual(
      expect.objectContaining({ trace: answer.headers.get('x-trace-id'), why: 'the answer is not what the contract says' }),
    );
  });

  test('a backend that answers nobody is left alone for a while; one that answers badly is not', async () => {
    const origin = await serve(0);
    const ask = async (): Promise<number> => (await fetch(`${origin}/_buserApi/x`)).status;
    answerBackend = (_, response) => void response.writeHead(200).end('<html>');
    for (let at = 0; at < 6; at++) expect(await ask()).toBe(502);
    answerBackend = (_, response) => void response.destroy();
    for (let at = 0; at < 5; at++) expect(await ask()).toBe(502);
    backend.asked.length = 0;
    expect(await ask()).toBe(503);
    expect(backend.asked).toHaveLength(0);
  });
});
