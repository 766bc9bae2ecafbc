import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gatherChanges, noticesOf } from '#lib/db/changes.ts';
import { PageCache } from '#server/pages/page-cache.ts';
import { PageText } from '#lib/page-text.ts';
import type { RenderedPage } from '#server/pages/page-cache.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const houses = (batch: number): string[] => [...Array.from({ length: 150 }, (_, index) => `house:${batch * 150 + index}`), 'city:7', 'catalogue'];

test('a batch is announced in one notice, and what does not fit into one in several', () => {
  expect(noticesOf(houses(0), 'many')).toHaveLength(1);
  const many = noticesOf(
    Array.from({ length: 450 }, (_, index) => `house:${index}`),
    'many',
  );
  expect(many).toHaveLength(3);
  for (const notice of many) expect(Buffer.byteLength(notice)).toBeLessThan(8_000);
  expect(noticesOf(['rates', 'rates'], 'single')).toEqual(['["rates"]']);
});

test('of many changes the first is told at once and the rest once a moment; a single one never waits', () => {
  const told: { tags: readonly string[]; pace: string }[] = [];
  const hear = gatherChanges((tags, pace) => told.push({ tags, pace }), 1_000);
  const batch = (number: number): void => noticesOf(houses(number), 'many').forEach(hear);
  batch(0);
  expect(told.map(({ tags, pace }) => [tags.length, pace])).toEqual([[152, 'many']]);
  for (let number = 1; number <= 20; number++) batch(number);
  hear('["house:9"]');
  expect(told.slice(1)).toEqual([{ tags: ['house:9'], pace: 'single' }]);
  vi.advanceTimersByTime(1_000);
  expect(told.slice(2).map(({ tags, pace }) => [tags.length, pace])).toEqual([[20 * 150 + 2, 'many']]);
  vi.advanceTimersByTime(10_000);
  expect(told).toHaveLength(3);
  // After a rest the next series begins at once again.
  batch(30);
  expect(told).toHaveLength(4);
});

test('while an import writes batch after batch, nobody waits for a page: it is made anew one at a time, and once for each telling at most', async () => {
  vi.useRealTimers();
  let clock = 0;
  let underWay = 0;
  let most = 0;
  let renders = 0;
  const cache = new PageCache({ maxBytes: 1_000_000, freshFor: 600_000, now: () => clock });
  const render = async (): Promise<RenderedPage> => {
    renders++;
    most = Math.max(most, ++underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay--;
    return { status: 200, headers: {}, html: PageText.of('x'), tags: ['city:7'], storable: true };
  };
  const keys = Array.from({ length: 10 }, (_, index) => `page ${index}`);
  for (const key of keys) await cache.get(key, render);
  renders = most = 0;
  const states = new Set<string>();
  for (let telling = 0; telling < 5; telling++) {
    cache.invalidate(houses(telling), 'many');
    for (let round = 0; round < 20; round++) for (const { state } of await Promise.all(keys.map((key) => cache.get(key, render)))) states.add(state);
    await expect.poll(() => cache.rendering).toBe(0);
    clock += 1_000;
  }
  expect(states).toContain('stale');
  expect(states).not.toContain('miss');
  expect(most).toBe(1);
  expect(renders).toBeLessThanOrEqual(5 * keys.length);
  expect(renders).toBeGreaterThanOrEqual(5);

  // What nobody asked for in those seconds is not shown as it was, and a single change is never waited with.
  cache.invalidate(['city:7'], 'many');
  clock += 5_000;
  expect((await cache.get('page 0', render)).state).toBe('miss');
  cache.invalidate(['city:7'], 'single');
  expect((await cache.get('page 0', render)).state).toBe('miss');
});
