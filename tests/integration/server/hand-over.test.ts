/** A session that goes along to another host of ours, over real HTTP: to the browser that set out, once, and to no host of others. */
import { createServer, get } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRateLimits } from '#lib/api/rate-limits.ts';
import { provedFor } from '#lib/access.ts';
import { handOverLife, handOverPath } from '#lib/features/accounts/hand-over.schema.ts';
import { logoutContract } from '#lib/features/accounts/entering.contract.ts';
import { createHandOverHandler } from '#server/pages/hand-over.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import type { AccountsDesk, Browser } from '#tests/support/accounts-desk.ts';
import { testNow } from '#tests/factories/houses.ts';
import { known } from '#tests/support/list-pages.ts';

const [first, second] = ['http://loftling.test', 'http://vn.loftling.test'];
let desk: AccountsDesk;
let server: Server;

beforeAll(async () => {
  desk = await openAccountsDesk();
  const handle = createHandOverHandler({
    handOver: known(desk.on.services.people).accounts.handOver,
    siteOrigin: first,
    localeHosts: new Map([['vi-vn', second]]),
    limits: createRateLimits(0),
    trustedProxies: 0,
    now: () => desk.clock.now,
  });
  server = createServer((request, response) => {
    void handle(request, response, new URL(request.url ?? '/', first)).then((what) => {
      if (what === undefined) response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await desk.close();
});
beforeEach(() => {
  desk.clock.now = testNow;
});

/** Asks an address of one of the hosts, with what the browser keeps for it. */
async function ask(address: string, cookies: Map<string, string>): Promise<{ status: number; location: string; headers: IncomingMessage['headers'] }> {
  const { host, pathname, search } = new URL(address);
  const { port } = server.address() as AddressInfo;
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: pathname + search, headers: { host, cookie, 'user-agent': 'Firefox/140.0' } }, resolve).on('error', reject);
  });
  answer.resume();
  for (const line of answer.headers['set-cookie'] ?? []) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/Max-Age=0(?:;|$)/.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  }
  return { status: answer.statusCode ?? 0, location: answer.headers.location ?? '', headers: answer.headers };
}
const setOut = (redirect = '/uk?page=2') => `${second}${handOverPath}?${new URLSearchParams({ from: first, redirect })}`;

/** The three ways; what the second host's cookies are by then. */
async function walk(reader: Browser, there = new Map<string, string>()) {
  const out = await ask(setOut(), there);
  const code = await ask(out.location, reader.cookies);
  return { there, code: code.location, back: await ask(code.location, there) };
}
const readIn = (cookies: Map<string, string>) => known(desk.on.services.people).sessions.people.read(cookies.get('uhouzz_token') ?? '', desk.clock.now);

test('who is signed in on one host is so on the other, with the same time left and nothing proved anew', async () => {
  const reader = await desk.registered('over@example.org');
  const here = await readIn(reader.cookies);
  desk.clock.now = new Date(testNow.getTime() + (provedFor + 60) * 1_000);
  const { there, code, back } = await walk(reader);
  expect(code.startsWith(`${second}${handOverPath}?code=`)).toBe(true);
  expect(back).toMatchObject({ status: 303, location: '/uk?page=2' });
  expect(back.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' });
  expect(there.get('uhouzz_token')).not.toBe(reader.cookies.get('uhouzz_token'));
  expect([...there.keys()].toSorted()).toEqual(['access_token', 'loftling_pre', 'uhouzz_token']);
  const session = await readIn(there);
  expect(session).toMatchObject({ userId: here?.userId, provedAt: testNow });
  const rows = await desk.on.base.db.selectFrom('user_sessions').select('expires_at').where('user_id', '=', known(here).userId).execute();
  expect(new Set(rows.map(({ expires_at }) => expires_at.getTime())).size).toBe(1);
});

test('a code is taken once, within a minute, on its host, by the browser that set out, while the session lasts', async () => {
  const reader = await desk.registered('once@example.org');
  const { code, there } = await walk(reader);
  const copy = new Map([...there, ['loftling_hand_over', 'x'.repeat(43)]]);
  copy.delete('uhouzz_token');
  await ask(code, copy);
  expect(copy.has('uhouzz_token'), 'a second time').toBe(false);

  const fresh = async (spoil: (jar: Map<string, string>, code: string) => Promise<string> | string) => {
    const jar = new Map<string, string>();
    const given = (await ask((await ask(setOut(), jar)).location, reader.cookies)).location;
    await ask(await spoil(jar, given), jar);
    return jar.has('uhouzz_token');
  };
  expect(await fresh((_, given) => given), 'as it should be').toBe(true);
  expect(await fresh((jar, given) => (jar.clear(), given)), 'in another browser').toBe(false);
  expect(await fresh((jar, given) => (jar.set('loftling_hand_over', 'y'.repeat(43)), given)), 'planted').toBe(false);
  expect(await fresh((_, given) => given.replace(second, first)), 'on another host').toBe(false);
  expect(
    await fresh((_, given) => {
      desk.clock.now = new Date(desk.clock.now.getTime() + (handOverLife + 1) * 1_000);
      return given;
    }),
    'too late',
  ).toBe(false);
  expect(
    await fresh(async (_, given) => {
      await reader.call(logoutContract);
      return given;
    }),
    'signed out meanwhile',
  ).toBe(false);
});

test('it leads to hosts of ours alone, and nobody who is not signed in is stopped', async () => {
  const reader = await desk.registered('hosts@example.org');
  for (const other of ['https://evil.example', 'http://vn.loftling.test.evil.example', 'http://vn.loftling.test@evil.example', second, '', 'javascript:1']) {
    const out = await ask(`${second}${handOverPath}?${new URLSearchParams({ from: other, redirect: '/uk' })}`, new Map());
    expect(out.location, other).toBe('/uk');
  }
  for (const to of ['https://evil.example', first]) {
    const given = await ask(`${first}${handOverPath}?${new URLSearchParams({ to, challenge: 'a'.repeat(43), redirect: '/uk' })}`, reader.cookies);
    expect(given.location, to).toBe('/uk');
  }
  expect((await ask(setOut('https://evil.example/uk'), new Map())).location).toContain('redirect=%2F');
  const there = new Map<string, string>();
  const nobody = await ask((await ask(setOut(), there)).location, new Map());
  expect(nobody.location).toBe(`${second}/uk?page=2`);
  expect((await ask(`http://evil.example${handOverPath}?from=${first}`, new Map())).status, 'a host that is none of ours').toBe(404);
});
