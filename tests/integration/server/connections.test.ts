/** Clients that ask and do not read, who may see figures, and under which names the site answers. */
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import type { Refusal } from '#lib/log/security-log.ts';
import { createHealth } from '#server/health.ts';
import { PageCache } from '#server/pages/page-cache.ts';
import { acceptedEncodings, send } from '#server/respond.ts';
import { createHttpServer } from '#server/server.ts';
import type { Handler } from '#server/handler.ts';
import type { ServerOptions } from '#server/server.ts';

const log = pino({ level: 'silent' });
const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(options: Partial<ServerOptions>): Promise<number> {
  const server = createHttpServer({
    siteUrl: 'https://homes.example.org',
    canonicalHosts: undefined,
    handlers: [],
    log,
    onRequest: () => undefined,
    ...options,
  });
  // A connection on which nothing more is asked ends soon.
  server.keepAliveTimeout = 50;
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A connection that sends and never reads. */
async function deaf(port: number, text: string): Promise<{ readonly closed: Promise<void> }> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.pause();
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => socket.write(text, () => resolve()));
  return { closed };
}

/** Waits until so many connections of the last server are open. */
const left = (wanted: number): Promise<void> =>
  vi.waitFor(
    () =>
      new Promise<void>((resolve, reject) =>
        servers.at(-1)?.getConnections((_, open) => (open === wanted ? resolve() : reject(new Error(`${open} are open`)))),
      ),
    {
      timeout: 20_000,
    },
  );

describe('clients that do not read', () => {
  const large = Buffer.alloc(8 * 1_048_576, 'a');
  let begun = 0;
  const answering: Handler = async (request, response) => {
    begun++;
    send(request, response, { status: 200, headers: { 'content-type': 'text/plain' }, body: large });
    return 'large';
  };
  const get = 'GET /x HTTP/1.1\r\nHost: a\r\n\r\n';

  test('of pipelined requests the next answer is made when the one before was taken; silence ends the connection', async () => {
    begun = 0;
    const port = await serve({ handlers: [answering], bounds: { silence: 1_500 } });
    const clients = await Promise.all(Array.from({ length: 20 }, () => deaf(port, get.repeat(10))));
    await vi.waitFor(() => expect(begun).toBe(20), { timeout: 20_000 });
    await left(0);
    expect(begun).toBe(20);
    expect(clients).toHaveLength(20);
  });

  test('who waits for a slow answer gets it: the silence is not theirs', async () => {
    const slow: Handler = async (request, response) => {
      await new Promise((resolve) => setTimeout(resolve, 900));
      send(request, response, { status: 503, headers: { 'retry-after': '5' }, body: 'later' });
      return 'slow';
    };
    const port = await serve({ handlers: [slow], bounds: { silence: 400 } });
    const answer = await fetch(`http://127.0.0.1:${port}/x`);
    expect([answer.status, await answer.text()]).toEqual([503, 'later']);
    await left(0);
  });

  test('who reads gets all answers in order', async () => {
    const port = await serve({
      handlers: [
        async (request, response, { pathname }) => {
          send(request, response, { status: 200, headers: {}, body: `<${pathname}>` });
          return 'path';
        },
      ],
    });
    const got = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`${get.replace('/x', '/1')}${get.replace('/x', '/2')}${get.replace('/x', '/3').replace('Host: a', 'Host: a\r\nConnection: close')}`),
      );
      sockets.push(socket);
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
    });
    expect([...got.matchAll(/<\/(\d)>/g)].map(([, number]) => number)).toEqual(['1', '2', '3']);
  });

  test('more requests than anybody waits for end the connection', async () => {
    begun = 0;
    const port = await serve({ handlers: [answering], bounds: { waiting: 5 } });
    await deaf(port, get.repeat(50));
    await left(0);
    expect(begun).toBe(1);
  });

  test('connections are bounded', async () => {
    const port = await serve({ handlers: [answering], bounds: { most: 3 } });
    const clients = await Promise.all(Array.from({ length: 5 }, () => deaf(port, '')));
    await left(3);
    expect(clients).toHaveLength(5);
  });
});

describe('figures', () => {
  const health = (metricsToken?: string) =>
    createHealth({
      version: '7.63.0',
      engine: 'pglite',
      started: new Date(),
      cache: new PageCache({ maxBytes: 1_000, freshFor: 1_000 }),
      ping: async () => undefined,
      hasRoom: async () => true,
      isResponsive: () => true,
      isOpen: () => true,
      metricsToken,
    }).handler;
  const asked = async (port: number, path: string, headers: Record<string, string> = {}): Promise<readonly [number, string]> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    return [answer.status, await answer.text()];
  };

  test('are for this machine alone, not for whom a proxy on it speaks', async () => {
    const port = await serve({ handlers: [health()] });
    expect((await asked(port, '/metrics'))[0]).toBe(200);
    expect((await asked(port, '/metrics', { 'x-forwarded-for': '192.0.2.1' }))[0]).toBe(403);
    expect((await asked(port, '/server_status'))[1]).toContain('7.63.0');
    expect(await asked(port, '/server_status', { 'x-forwarded-for': '192.0.2.1' })).toEqual([200, '{\n  "status": "ok"\n}']);
    expect((await asked(port, '/readyz', { 'x-forwarded-for': '192.0.2.1' }))[0]).toBe(200);
  });

  test('with a token are for who brings it', async () => {
    const port = await serve({ handlers: [health('0123456789abcdef')] });
    expect((await asked(port, '/metrics'))[0]).toBe(403);
    expect((await asked(port, '/metrics', { authorization: 'Bearer 0123456789abcdeX' }))[0]).toBe(403);
    const right = { authorization: 'Bearer 0123456789abcdef', 'x-forwarded-for': '192.0.2.1' };
    expect((await asked(port, '/metrics', right))[1]).toContain('loftling_requests_total');
    expect((await asked(port, '/server_status', right))[1]).toContain('7.63.0');
  });
});

test('the site’s own names count in any case and with the usual port; others are sent to it, and noted', async () => {
  const refusals: Refusal[] = [];
  const port = await serve({
    canonicalHosts: new Set(['homes.example.org', 'en.example.org']),
    onRefused: (refusal) => void refusals.push(refusal),
    handlers: [
      async (request, response) => {
        send(request, response, { status: 200, headers: {}, body: 'page' });
        return 'page';
      },
    ],
  });
  const statusOf = (host: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(`GET /x HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`));
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('close', () => resolve(text.split(' ')[1] ?? ''));
    });
  expect(await Promise.all(['EN.example.org', 'en.example.org:443', 'Homes.Example.Org:443', 'evil.example'].map(statusOf))).toEqual([
    '200',
    '200',
    '200',
    '308',
  ]);
  expect(refusals).toMatchObject([{ event: 'host', path: '/x', address: '127.0.0.1' }]);
});

test('an encoding is taken by its whole name', () => {
  const accepts = (header: string) => acceptedEncodings({ headers: { 'accept-encoding': header } } as unknown as Parameters<typeof acceptedEncodings>[0]);
  expect(accepts('brotli, gzipped')).toEqual({ br: false, gzip: false });
  expect(accepts('gzip;q=0.5, br')).toEqual({ br: true, gzip: true });
  expect(accepts('br;q=0, gzip')).toEqual({ br: false, gzip: true });
});
