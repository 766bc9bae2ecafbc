/** The line of pictures to be drawn: bounded, shared, left by who goes. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createRateLimits, limits } from '#lib/api/rate-limits.ts';
import { createOgHandler } from '#server/files/og-handler.ts';
import { createPicturesHandler } from '#server/files/pictures-handler.ts';
import { createRenderQueue } from '#server/files/render-queue.ts';
import { createHttpServer } from '#server/server.ts';

const drawn: string[] = [];
/** Answers that were given, or that nobody waits for any more. */
let begun = 0;
let ended = 0;
let gate = Promise.resolve();
let server: Server;
let origin = '';

beforeAll(async () => {
  const log = pino({ level: 'silent' });
  const options = { limits: createRateLimits(1), trustedProxies: 1 };
  const make = async (pathname: string): Promise<Buffer | undefined> => {
    drawn.push(pathname);
    await gate;
    return pathname.includes('none') ? undefined : Buffer.from('picture');
  };
  const kept = async (pathname: string): Promise<Buffer | undefined> => (pathname.includes('kept') ? Buffer.from('kept') : undefined);
  const render = async (pathname: string): Promise<{ body: Buffer } | undefined> => {
    const body = await make(pathname);
    return body && { body };
  };
  server = createHttpServer({
    siteUrl: 'https://homes.example.org',
    canonicalHosts: undefined,
    log,
    onRequest: () => undefined,
    handlers: [
      async (_, response) => {
        begun++;
        response.once('close', () => ended++);
        return undefined;
      },
      createPicturesHandler({ kept, make }, options),
      createOgHandler({ render, describe: async () => undefined }, 1_000_000, options),
    ],
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  drawn.length = 0;
  begun = 0;
  ended = 0;
  gate = Promise.resolve();
});

let client = 0;
/** Each from an address of its own, unless one is given. */
const ask = (path: string, from = `198.51.100.${++client}`, signal?: AbortSignal, takes = 'gzip, br'): Promise<Response> =>
  fetch(origin + path, { headers: { 'x-forwarded-for': from, 'accept-encoding': takes }, ...(signal ? { signal } : {}) });

test.each(['/og', '/pictures'])('orders that nobody waits for any more are not drawn: %s', async (folder) => {
  const open = Promise.withResolvers<void>();
  gate = open.promise;
  const atOnce = folder === '/og' ? 1 : 2;
  const leaving = new AbortController();
  const left = Array.from({ length: 30 }, (_, at) => ask(`${folder}/left-${at}`, undefined, leaving.signal).catch(() => 'gone'));
  await vi.waitFor(() => expect(drawn).toHaveLength(atOnce), { timeout: 20_000 });
  leaving.abort();
  expect(await Promise.all(left)).toEqual(Array.from({ length: 30 }, () => 'gone'));
  await vi.waitFor(() => expect(ended).toBe(30), { timeout: 20_000 });
  const next = ask(`${folder}/next`);
  open.resolve();
  expect((await next).status).toBe(200);
  // What was begun is finished; the rest of the thirty is not begun.
  expect(drawn).toHaveLength(atOnce + 1);
  expect(drawn.at(-1)).toBe(`${folder}/next`);
});

test('ten who ask for a new picture cause one drawing, and one of them may go', async () => {
  const open = Promise.withResolvers<void>();
  gate = open.promise;
  const leaving = new AbortController();
  const first = ask('/pictures/shared', undefined, leaving.signal).catch(() => 'gone');
  const others = Array.from({ length: 9 }, () => ask('/pictures/shared'));
  await vi.waitFor(() => expect(drawn).toEqual(['/pictures/shared']), { timeout: 20_000 });
  leaving.abort();
  expect(await first).toBe('gone');
  // All ten are in line before the one drawing is done.
  await vi.waitFor(() => expect(begun).toBe(10), { timeout: 20_000 });
  open.resolve();
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200));
  expect(drawn).toHaveLength(1);
});

test('the line has an end: who comes then hears when to come again', async () => {
  const queue = createRenderQueue<number>(1, 3);
  const open = Promise.withResolvers<void>();
  const { signal } = new AbortController();
  const order = (key: string) => queue.order(key, signal, () => open.promise.then(() => 1));
  const waiting = ['a', 'b', 'c', 'd'].map(order);
  expect(await order('e')).toEqual({ kind: 'busy' });
  // Who asks for what is made already takes no place.
  const same = order('d');
  open.resolve();
  expect(await Promise.all([...waiting, same])).toEqual(Array.from({ length: 5 }, () => ({ kind: 'made', value: 1 })));
  expect(await order('e')).toEqual({ kind: 'made', value: 1 });
});

test('a failure is everybody’s who waits, and the next one tries again', async () => {
  const queue = createRenderQueue<number>(1);
  const { signal } = new AbortController();
  const fails = () => Promise.reject(new Error('no font'));
  const both = await Promise.allSettled([queue.order('a', signal, fails), queue.order('a', signal, fails)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await queue.order('a', signal, async () => 2)).toEqual({ kind: 'made', value: 2 });
});

test('an address may have so many pictures drawn in a minute; kept ones are free', async () => {
  const statuses: number[] = [];
  for (let at = 0; at < limits.picture.points + 1; at++) statuses.push((await ask(`/pictures/p${at}`, '203.0.113.5')).status);
  expect([statuses.slice(0, -1).every((status) => status === 200), statuses.at(-1)]).toEqual([true, 429]);
  expect((await ask('/pictures/kept', '203.0.113.5')).status).toBe(200);
  expect((await ask('/pictures/p0', '203.0.113.6')).status).toBe(200);
  expect((await ask('/pictures/none', '203.0.113.6')).status).toBe(404);
});

test('a drawing that is a text is packed for those who take it, kept or just made; pictures are not', async () => {
  for (const path of ['/pictures/kept.svg', '/pictures/made.svg']) {
    const [packed, plain] = [await ask(path), await ask(path, undefined, undefined, 'identity, br;q=0')];
    const said = (one: Response) => [one.status, one.headers.get('content-encoding'), one.headers.get('vary')];
    expect([said(packed), said(plain)], path).toEqual([
      [200, 'br', 'Accept-Encoding'],
      [200, null, 'Accept-Encoding'],
    ]);
    expect(await packed.text(), path).toBe(await plain.text());
  }
  expect((await ask('/pictures/kept.avif')).headers.get('content-encoding')).toBeNull();
});
