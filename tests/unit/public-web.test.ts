/** Who is asked when a stranger names an address, and who never. */
import type { ServerResponse } from 'node:http';
import fc from '#tests/support/properties.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isPublicAddress } from '#lib/ports/public-web/public-address.ts';
import { createPublicWeb, objectionToAddress } from '#lib/ports/public-web/public-web.ts';
import type { PublicWebOptions } from '#lib/ports/public-web/public-web.ts';
import { standIn } from '#tests/support/stand-in.ts';
import type { Asked, StandIn } from '#tests/support/stand-in.ts';

let host: StandIn;
let answer: (asked: Asked, response: ServerResponse) => void;

beforeAll(async () => {
  host = await standIn((asked, response) => answer(asked, response));
});
afterAll(() => host.close());
beforeEach(() => {
  host.asked.length = 0;
  answer = (_, response) => response.end('picture');
});

/** Every name means the stand-in, which tests alone may ask. */
const web = (options: PublicWebOptions = {}) =>
  createPublicWeb({
    ...options,
    test: { resolve: async () => ['127.0.0.1'], mayAsk: (address) => address === '127.0.0.1', port: Number(new URL(host.origin).port), ...options.test },
  });

test.each([
  ['127.0.0.1', false],
  ['10.0.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['198.18.0.1', false],
  ['8.8.8.8', true],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['fd00::1', false],
  ['ff02::1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::a00:1', false],
  ['64:ff9b:1::1', false],
  ['2002:a00:1::', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['2a00:1450:4009::1', true],
  ['not an address', false],
  ['', false],
])('%s is public: %s', (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic));

test('no spelling of an address of a private network is public', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const net = fc.constantFrom([10], [127], [192, 168], [169, 254], [172, 16], [172, 31], [0], [100, 64]);
  fc.assert(
    fc.property(net, fc.tuple(byte, byte, byte), (head, tail) => {
      const bytes = [...head, ...tail].slice(0, 4);
      const hex = bytes.map((one) => one.toString(16).padStart(2, '0')).join('');
      const groups = `${hex.slice(0, 4)}:${hex.slice(4)}`;
      for (const spelling of [bytes.join('.'), `::ffff:${bytes.join('.')}`, `::ffff:${groups}`, `::${groups}`, `64:ff9b::${groups}`, `2002:${groups}::`])
        expect(isPublicAddress(spelling), spelling).toBe(false);
    }),
  );
});

test.each([
  ['ftp://img.example.org/a.jpg', /not an address of the web/],
  ['https://user:secret@img.example.org/a.jpg', /user name/],
  ['https://127.0.0.1/a.jpg', /by its number/],
  ['http://2130706433/a.jpg', /by its number/],
  ['http://0x7f.1/a.jpg', /by its number/],
  ['https://[::1]/a.jpg', /by its number/],
  ['https://localhost/a.jpg', /only its own network/],
  ['https://router./a.jpg', /only its own network/],
  ['https://img.example.org:22/a.jpg', /port 22/],
  ['https://img.example.org:8443/a.jpg', /port 8443/],
  [`https://img.example.org/${'a'.repeat(2_000)}`, /2000 characters/],
])('%s is not asked', async (address, why) => {
  expect(objectionToAddress(new URL(address))).toMatch(why);
  expect(await web().fetch(address)).toMatchObject({ kind: 'refused', why: expect.stringMatching(why), isLasting: true });
  expect(host.asked).toEqual([]);
});

test('a name that means this machine, or a private network, is not asked', async () => {
  for (const places of [['127.0.0.1'], ['10.0.0.1', '::1'], ['::ffff:127.0.0.1']])
    expect(
      await createPublicWeb({ test: { resolve: async () => places, port: Number(new URL(host.origin).port) } }).fetch('http://inside.example.org/'),
    ).toEqual({
      kind: 'refused',
      why: 'leads into a network that is not public',
      isLasting: true,
    });
  expect(await createPublicWeb().fetch('http://loopback.localhost/')).toMatchObject({ kind: 'refused' });
  expect(host.asked).toEqual([]);
});

test('the connection goes to the address that was checked, whatever the name means a moment later', async () => {
  let asked = 0;
  const resolve = async () => (asked++ === 0 ? ['127.0.0.1'] : ['10.0.0.1']);
  expect(await web({ test: { resolve } }).fetch('http://rebound.example.org/a.jpg')).toMatchObject({ kind: 'got' });
  expect(asked).toBe(1);
  expect(host.asked[0]?.headers.host).toMatch(/^rebound\.example\.org/);
});

test('what has not changed is not sent again', async () => {
  answer = ({ headers }, response) => {
    if (headers['if-none-match'] === '"one"' && headers['if-modified-since'] !== undefined) response.writeHead(304).end();
    else response.writeHead(200, { etag: '"one"', 'last-modified': 'Sat, 21 Nov 2026 08:00:00 GMT' }).end('picture');
  };
  const first = await web().fetch('http://img.example.org/a.jpg');
  expect(first).toEqual({ kind: 'got', bytes: Buffer.from('picture'), etag: '"one"', lastModified: 'Sat, 21 Nov 2026 08:00:00 GMT' });
  expect(await web().fetch('http://img.example.org/a.jpg', first.kind === 'got' ? first : {})).toEqual({ kind: 'unchanged' });
  for (const { headers } of host.asked) expect([headers.cookie, headers.authorization, headers.referer]).toEqual([undefined, undefined, undefined]);
});

test('redirects are followed three times, each checked again', async () => {
  answer = ({ url }, response) => {
    const left = Number(url.slice(1));
    if (left === 0) response.end('picture');
    else response.writeHead(302, { location: `/${left - 1}` }).end();
  };
  expect(await web().fetch('http://img.example.org/3')).toMatchObject({ kind: 'got' });
  expect(await web().fetch('http://img.example.org/4')).toEqual({ kind: 'refused', why: 'is redirected more than 3 times', isLasting: true });
  const before = host.asked.length;
  for (const location of ['http://10.0.0.1/', 'http://[::1]/', 'file:///etc/passwd', 'http://img.example.org:6379/', 'http://root:x@img.example.org/']) {
    answer = (_, response) => response.writeHead(301, { location }).end();
    expect(await web().fetch('http://img.example.org/a.jpg'), location).toMatchObject({ kind: 'refused', isLasting: true });
  }
  // Each asked once, where it redirected from.
  expect(host.asked.length - before).toBe(5);
  answer = (_, response) => response.writeHead(302, { location: 'http://inside.example.org/' }).end();
  const resolve = async (name: string) => [name.startsWith('inside') ? '192.168.0.1' : '127.0.0.1'];
  expect(await web({ test: { resolve } }).fetch('http://img.example.org/a.jpg')).toMatchObject({ why: 'leads into a network that is not public' });
});

test('a file that is too large is not read to its end, whether it says so or not', async () => {
  const atMost = 1_000_000;
  answer = (_, response) => response.writeHead(200, { 'content-length': atMost + 1 }).write('x');
  expect(await web({ atMost }).fetch('http://img.example.org/a.jpg')).toEqual({ kind: 'refused', why: 'is larger than 1 MB', isLasting: true });
  answer = (_, response) => void response.write(Buffer.alloc(atMost + 1));
  expect(await web({ atMost }).fetch('http://img.example.org/a.jpg')).toMatchObject({ why: 'is larger than 1 MB' });
});

test('a host that is slow, silent, breaks off or says no costs a bounded time and says why', async () => {
  answer = () => undefined;
  expect(await web({ within: 50 }).fetch('http://img.example.org/a.jpg')).toMatchObject({ why: 'was not had within 0 s', isLasting: false });
  answer = (_, response) => void response.writeHead(200).write('half');
  expect(await web({ within: 50 }).fetch('http://img.example.org/a.jpg')).toMatchObject({ kind: 'refused', isLasting: false });
  expect(await web({ within: 50, test: { resolve: () => new Promise(() => undefined) } }).fetch('http://img.example.org/a.jpg')).toMatchObject({
    kind: 'refused',
  });
  answer = (_, response) => void response.socket?.destroy();
  expect(await web().fetch('http://img.example.org/a.jpg')).toEqual({ kind: 'refused', why: 'has a host that broke off', isLasting: false });
  for (const [status, isLasting, more] of [
    [404, true, { isMissing: true }],
    [410, true, { isMissing: true }],
    [204, false, { isMissing: true }],
    [403, false, {}],
    [500, false, {}],
    [429, false, {}],
  ] as const) {
    answer = (_, response) => response.writeHead(status).end();
    expect(await web().fetch('http://img.example.org/a.jpg')).toEqual({ kind: 'refused', why: `is answered with status ${status}`, isLasting, ...more });
  }
  expect(await web({ test: { resolve: async () => [] } }).fetch('http://img.example.org/a.jpg')).toMatchObject({ why: 'has a host that is not found' });
  expect(await web({ test: { port: 1 } }).fetch('http://img.example.org/a.jpg')).toMatchObject({ why: 'has a host that cannot be reached' });
});

test('an origin that the settings name may be of this network, and nothing that it leads to', async () => {
  const own = createPublicWeb({ trusted: host.origin, accept: 'application/json', purpose: 'maps' });
  expect(await own.fetch(`${host.origin}/planet`)).toMatchObject({ kind: 'got' });
  expect(host.asked[0]?.headers).toMatchObject({ accept: 'application/json', 'user-agent': 'Loftling (maps)' });
  answer = ({ url }, response) => response.writeHead(302, { location: url === '/planet' ? '/here' : 'http://10.0.0.1/there' }).end();
  expect(await own.fetch(`${host.origin}/planet`)).toMatchObject({ kind: 'refused', why: 'names a machine by its number', isLasting: true });
  answer = (_, response) => response.writeHead(302, { location: `http://127.0.0.1:${Number(new URL(host.origin).port) + 1}/` }).end();
  expect(await own.fetch(`${host.origin}/planet`)).toMatchObject({ kind: 'refused', why: 'names a machine by its number' });
  expect(await own.fetch(host.origin.replace('//', '//user:secret@'))).toMatchObject({ kind: 'refused', why: 'has a user name in it' });
});
