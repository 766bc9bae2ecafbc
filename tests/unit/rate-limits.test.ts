/** Whom a call counts for: a browser, the crowd behind an address, or an address alone. */
import { expect, test } from 'vitest';
import { createRateLimits, limits } from '#lib/api/rate-limits.ts';
import type { RateLimits } from '#lib/api/rate-limits.ts';

const campus = '203.0.113.7';
const { points } = limits.search;

/** How many of so many searches are answered. */
async function answered(counts: RateLimits, times: number, browser?: string, limit: 'search' | 'outside' = 'search'): Promise<number> {
  let passed = 0;
  for (let time = 0; time < times; time++) if ((await counts.spend(limit, campus, browser)) === undefined) passed++;
  return passed;
}

test('each browser of a campus has a share of its own, and those without a cookie have one together', async () => {
  const counts = createRateLimits(1);
  expect(await answered(counts, points + 5)).toBe(points);
  for (const browser of ['a', 'b', 'c']) expect(await answered(counts, points + 5, browser)).toBe(points);
  expect(await counts.spend('search', campus, 'a')).toBeGreaterThan(0);
  expect(await counts.spend('search', campus, 'd')).toBeUndefined();
});

test('one that asks without end takes nothing from the others', async () => {
  const counts = createRateLimits(1);
  expect(await answered(counts, 20 * points, 'loud')).toBe(points);
  expect(await answered(counts, 20 * points)).toBe(points);
  expect(await answered(counts, points, 'quiet')).toBe(points);
});

test('visits that are made up come to the bound of a crowd', async () => {
  const counts = createRateLimits(1);
  let passed = 0;
  for (let time = 0; time < 15 * points; time++) if ((await counts.spend('search', campus, `made up ${time}`)) === undefined) passed++;
  expect(passed).toBe(10 * points);
});

test('what costs a call elsewhere is as much for a crowd as for one', async () => {
  const counts = createRateLimits(1);
  expect(await answered(counts, limits.outside.points, 'a', 'outside')).toBe(limits.outside.points);
  expect(await counts.spend('outside', campus, 'b')).toBeGreaterThan(0);
});
