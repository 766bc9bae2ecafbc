import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { PageText } from '#lib/page-text.ts';
import { PageCache } from '#server/pages/page-cache.ts';
import type { RenderedPage } from '#server/pages/page-cache.ts';

const page = (text: string, tags: string[] = [], more: Partial<RenderedPage> = {}): RenderedPage => ({
  status: 200,
  headers: {},
  html: PageText.of(text),
  tags,
  storable: true,
  ...more,
});
const read = async (got: { page: { body: (a: { br: boolean; gzip: boolean }) => Promise<{ bytes: Buffer }> } }): Promise<string> =>
  brotliDecompressSync((await got.page.body({ br: true, gzip: true })).bytes).toString();
const cacheOf = (more: Partial<ConstructorParameters<typeof PageCache>[0]> = {}): PageCache =>
  new PageCache({ maxBytes: 1_000_000, freshFor: 600_000, ...more });

test('a second reader gets the kept page without rendering', async () => {
  const cache = cacheOf();
  let renders = 0;
  const render = async (): Promise<RenderedPage> => page(`render ${++renders}`);
  expect((await cache.get('a', render)).state).toBe('miss');
  const second = await cache.get('a', render);
  expect([second.state, await read(second), renders]).toEqual(['hit', 'render 1', 1]);
});

test('a hundred readers at once cause one render', async () => {
  const cache = cacheOf();
  let renders = 0;
  const render = async (): Promise<RenderedPage> => {
    renders++;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return page('x');
  };
  await Promise.all(Array.from({ length: 100 }, () => cache.get('a', render)));
  expect(renders).toBe(1);
});

test('a changed tag throws out its pages and no others', async () => {
  const cache = cacheOf();
  await cache.get('a', async () => page('old a', ['house:1', 'city:7']));
  await cache.get('b', async () => page('old b', ['house:2']));
  expect(cache.invalidate(['city:7'])).toBe(1);
  expect(await read(await cache.get('a', async () => page('new a')))).toBe('new a');
  expect((await cache.get('b', async () => page('new b'))).state).toBe('hit');
});

test('a change during a render is not lost', async () => {
  const cache = cacheOf();
  const gate = Promise.withResolvers<void>();
  const first = cache.get('a', async () => {
    await gate.promise;
    return page('before', ['house:1']);
  });
  cache.invalidate(['house:1']);
  gate.resolve();
  await first;
  expect(await read(await cache.get('a', async () => page('after', ['house:1'])))).toBe('after');
});

test('a page past its time is served once more while it is rendered anew', async () => {
  let clock = 0;
  const cache = cacheOf({ now: () => clock });
  await cache.get('a', async () => page('old'));
  clock = 700_000;
  const stale = await cache.get('a', async () => page('new'));
  expect([stale.state, await read(stale)]).toEqual(['stale', 'old']);
  await expect.poll(() => cache.rendering).toBe(0);
  expect(await read(await cache.get('a', async () => page('newer')))).toBe('new');
});

test('when rendering fails the old page beats no page', async () => {
  const cache = cacheOf();
  await cache.get('a', async () => page('old', ['t']));
  cache.invalidate(['t']);
  const thrown = await cache.get('a', async () => Promise.reject(new Error('database down')));
  expect([thrown.state, await read(thrown)]).toEqual(['rescued', 'old']);
  const failed = await cache.get('a', async () => page('sorry', [], { status: 500, storable: false }));
  expect([failed.state, await read(failed)]).toEqual(['rescued', 'old']);
  await expect(cache.get('never seen', async () => Promise.reject(new Error('database down')))).rejects.toThrow('database down');
});

test('a page that is asked for again is compressed well, and counts with what it then takes', async () => {
  const cache = cacheOf();
  const text = Array.from({ length: 4_000 }, (_, index) => `<li>home ${(index * 7_919) % 1_000} in street ${(index * 31) % 97}</li>`).join('');
  const render = async (): Promise<RenderedPage> => page(text, ['city:1']);
  const sizeOf = async (): Promise<number> => (await (await cache.get('a', render)).page.body({ br: true, gzip: true })).bytes.length;
  const first = await sizeOf();
  const before = cache.size.bytes;
  for (let visit = 0; visit < 3; visit++) await sizeOf();
  await expect.poll(sizeOf).toBeLessThan(first);
  const got = await cache.get('a', render);
  expect(await read(got)).toBe(text);
  expect(before - cache.size.bytes).toBe(first - (await sizeOf()));
  cache.invalidate(['city:1']);
  await cache.get('a', render);
  expect(cache.size).toEqual({ entries: 1, bytes: before });
});

test('what is kept stays below the bound, the least recently used goes first', async () => {
  const cache = cacheOf({ maxBytes: 20_000 });
  const noise = (seed: number): string => Array.from({ length: 1500 }, (_, i) => Math.imul(i + seed, 2654435761).toString(36)).join('');
  for (let i = 0; i < 30; i++) {
    await cache.get(`k${i}`, async () => page(noise(i).slice(0, 3000)));
    await cache.get('k0', async () => page(noise(0).slice(0, 3000)));
    expect(cache.size.bytes).toBeLessThanOrEqual(20_000);
  }
  expect((await cache.get('k0', async () => page(''))).state).toBe('hit');
  expect((await cache.get('k1', async () => page(''))).state).toBe('miss');
});

test('clients without brotli get gzip or plain text', async () => {
  const cache = cacheOf();
  const { page: kept } = await cache.get('a', async () => page('hello'));
  expect(gunzipSync((await kept.body({ br: false, gzip: true })).bytes).toString()).toBe('hello');
  expect((await kept.body({ br: false, gzip: false })).bytes.toString()).toBe('hello');
});

test('renders wait for each other, in the order they were asked for, and kept pages are given out between them', async () => {
  const cache = cacheOf();
  await cache.get('kept', async () => page('kept'));
  let underWay = 0;
  let most = 0;
  const order: number[] = [];
  const many = Promise.all(
    Array.from({ length: 40 }, (_, number) =>
      cache
        .get(`page ${number}`, async () => {
          most = Math.max(most, ++underWay);
          order.push(number);
          await Promise.resolve();
          underWay--;
          if (number === 7) throw new Error('one that fails frees its place');
          return page('x');
        })
        .catch(() => undefined),
    ),
  );
  expect(cache.rendering).toBe(40);
  expect(['kept', 'page 39', 'page 40'].map((key) => cache.isAtHand(key))).toEqual([true, true, false]);
  const { state } = await cache.get('kept', async () => page('again'));
  expect([state, order.length < 40]).toEqual(['hit', true]);
  await many;
  expect(order).toEqual(Array.from({ length: 40 }, (_, number) => number));
  expect(most).toBeLessThanOrEqual(6);
  expect(cache.rendering).toBe(0);
});

test('what is missing never pushes out a page, however much of it is asked for', async () => {
  const cache = cacheOf();
  await cache.get('page', async () => page('a page'));
  for (let at = 0; at < 2_000; at++) await cache.get(`junk ${at}`, async () => page('missing', [], { status: at % 2 === 0 ? 404 : 308 }));
  expect(cache.size.entries).toBeLessThanOrEqual(201);
  expect((await cache.get('page', async () => page(''))).state).toBe('hit');
  expect((await cache.get('junk 1999', async () => page(''))).state).toBe('hit');
  expect((await cache.get('junk 0', async () => page(''))).state).toBe('miss');
});

test('a page counts with its key and with every encoding it is kept in, and the bound holds for all of that', async () => {
  const text = (seed: number): string => Array.from({ length: 1_500 }, (_, i) => Math.imul(i + seed, 2_654_435_761).toString(36)).join('');
  const cache = cacheOf({ maxBytes: 60_000 });
  const { page: kept } = await cache.get('a', async () => page(text(1)));
  const before = cache.size.bytes;
  const zipped = (await kept.body({ br: false, gzip: true })).bytes.length;
  expect(cache.size.bytes).toBe(before + zipped);
  await kept.body({ br: false, gzip: true });
  expect(cache.size.bytes).toBe(before + zipped);
  for (let at = 0; at < 10; at++) {
    const { page: next } = await cache.get(`b${at}`, async () => page(text(at)));
    await next.body({ br: false, gzip: true });
    expect(cache.size.bytes).toBeLessThanOrEqual(60_000);
  }
  const other = cacheOf();
  await other.get('k', async () => page('x'));
  const short = other.size.bytes;
  await other.get('k'.repeat(1_001), async () => page('x'));
  expect(other.size.bytes - short).toBe(short + 2_000);
});

test('a clock that is set back keeps nothing fresh for longer', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') });
  try {
    const cache = cacheOf({ freshFor: 1 });
    await cache.get('a', async () => page('old'));
    vi.setSystemTime(new Date('2026-11-20T12:00:00Z'));
    await expect.poll(async () => (await cache.get('a', async () => page('new'))).state).toBe('stale');
  } finally {
    vi.useRealTimers();
  }
});

test('pages that nobody keeps leave nothing behind that only a full garbage collection would find', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;
  const cache = cacheOf({ maxBytes: 0 });
  const text = '<p>A room with a view</p>'.repeat(5_000);
  const show = async (from: number): Promise<void> => {
    for (let number = from; number < from + 60; number++) await cache.get('a', async () => page(`${text}${number}`));
  };
  await show(0);
  collect();
  const before = process.memoryUsage().arrayBuffers;
  await show(60);
  collect({ type: 'minor' });
  collect({ type: 'minor' });
  expect((process.memoryUsage().arrayBuffers - before) / 60 / text.length).toBeLessThan(0.1);
});

test('a kept page keeps nothing of the request that it was rendered for, nor of its render', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const cache = cacheOf();
  const asked: WeakRef<object>[] = [];
  const ask = async (): Promise<void> => {
    const request = { url: '/a' };
    const rendered = page('a');
    asked.push(new WeakRef(request), new WeakRef(rendered.html));
    const { page: kept } = await cache.get(request.url, async () => ({ ...rendered, headers: { location: request.url } }));
    // Wanted otherwise compressed, it grows.
    await kept.body({ br: false, gzip: true });
  };
  await ask();
  // What compresses it holds on to it for a moment longer.
  await expect
    .poll(() => {
      collect();
      return asked.map((one) => one.deref());
    })
    .toEqual([undefined, undefined]);
  expect((await cache.get('/a', async () => page('b'))).state).toBe('hit');
});

test('a kept page takes as much memory as its bytes are long', async () => {
  const cache = cacheOf();
  const words = Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 10_007).join(' ');
  for (let time = 0; time < 3; time++) {
    const { bytes } = await (await cache.get('a', async () => page(words))).page.body({ br: true, gzip: true });
    expect(bytes.length).toBeGreaterThan(10_000);
    expect(bytes.buffer.byteLength).toBe(bytes.length);
    expect(brotliDecompressSync(bytes).toString()).toBe(words);
  }
});
