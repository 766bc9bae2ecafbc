/** The tracking call over a database: what is recorded, and what never is. */
import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { trackingCalls } from '#lib/features/tracking/tracking.api.ts';
import { trackContract } from '#lib/features/tracking/tracking.contract.ts';
import { createTrackingRepository } from '#lib/features/tracking/tracking.repository.ts';
import { batchLimits } from '#lib/features/tracking/tracking.rules.ts';
import { createTracking } from '#lib/features/tracking/tracking.service.ts';
import type { Tracking } from '#lib/features/tracking/tracking.service.ts';
import { createIdempotencyRepository } from '#lib/features/transport/idempotency.repository.ts';
import { createApi } from '#lib/api/bind.ts';
import { createIdempotency } from '#lib/api/gates/idempotency.ts';
import { createRateLimits, limits } from '#lib/api/rate-limits.ts';
import { newSealKeys } from '#lib/api/sealing.ts';
import { resolvePath } from '#lib/resolve.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';

const now = new Date('2026-11-21T12:00:00Z');
const device = 'a3f9c0d2b17e4c55';
const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) AppleWebKit/605 Version/19 Mobile Safari/604';
let open: TestDatabase;
let tracking: Tracking;
let api: Hono;
const failures: unknown[] = [];

function trackingOver({ db, geo }: TestDatabase): Tracking {
  return createTracking(createTrackingRepository(db), (path, locale) => {
    const found = resolvePath(geo, path, locale);
    return found.kind === 'page' ? found.name : undefined;
  });
}

async function apiOver(factor: number): Promise<Hono> {
  const { privateKey } = await newSealKeys();
  return createApi({
    calls: trackingCalls(tracking),
    limits: createRateLimits(factor),
    idempotency: createIdempotency(createIdempotencyRepository(open.db)),
    sealKey: privateKey,
    ownOrigins: new Set(['https://h.example']),
    now: () => now,
    onFailure: ({ error }) => void failures.push(error),
  });
}

beforeAll(async () => {
  open = await testDatabase();
  tracking = trackingOver(open);
  api = await apiOver(0);
});
afterAll(() => open.close());
beforeEach(async () => {
  await open.db.deleteFrom('track_events').execute();
  failures.length = 0;
});

const yes = 'cookie_consent=necessary.personalised';

async function post(values: Record<string, string>, headers: Record<string, string> = {}, over: Hono = api): Promise<{ status: number; data: unknown }> {
  const response = await over.request(trackContract.path, {
    method: 'POST',
    body: new URLSearchParams({ source: 'pc', version: '3', ...values }),
    headers: { 'accept-language': 'en-us', 'user-agent': agent, 'device-id': device, cookie: yes, origin: 'https://h.example', ...headers },
  });
  const answer: unknown = await response.json();
  return { status: response.status, data: typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined };
}

const rows = () => open.db.selectFrom('track_events').selectAll().orderBy('at').execute();
const pageEvent = (id: string, more: object = {}): object => ({ id, event: 'PC_PAGE', at: now.getTime(), path: '/en/uk/manchester', fields: {}, ...more });

test('[R7.178] an event is recorded with source pc and version 3: its fields, device info and marketing codes, and the route instead of the path', async () => {
  const { status, data } = await post({
    event: 'PC_00372',
    fields: JSON.stringify({ source_language: 'en-us', target_language: 'vi-vn' }),
    id: 'event-0001',
    at: String(now.getTime() - 5_000),
    path: '/en/uk/manchester?q=private',
    screen: 'narrow',
    xcode: 'ab12',
    semcode: 's1',
    utm_source: 'news',
    utm_tracker: 't1',
  });
  expect([status, data]).toEqual([200, { recorded: 1, dropped: 0 }]);
  const [row] = await rows();
  expect(row).toMatchObject({
    event: 'PC_00372',
    at: new Date(now.getTime() - 5_000),
    locale: 'en-us',
    route: 'new_list2',
    client: { browser: 'safari', environment: 'mobile-web', screen: 'narrow' },
    fields: { source_language: 'en-us', target_language: 'vi-vn' },
    marketing: { xcode: 'ab12', semcode: 's1', utm_source: 'news', utm_tracker: 't1' },
  });
  expect(JSON.stringify(row)).not.toMatch(/private|iPhone|AppleWebKit|manchester/);
  expect(row?.device).toMatch(/^[\w-]{43}$/);
  expect(row?.device).not.toContain(device);
});

test('other sources and versions are refused', async () => {
  for (const values of [{ source: 'app' }, { version: '2' }, { version: '' }]) expect((await post({ event: 'PC_PAGE', ...values })).status).toBe(422);
  expect(await rows()).toEqual([]);
});

test('[R7.179] several events come at once, and sent again they are recorded once', async () => {
  const logs = JSON.stringify([
    pageEvent('event-0001', { at: now.getTime() - 86_400_000 }),
    pageEvent('event-0002'),
    pageEvent('event-0002'),
    { event: 'PC_NONE' },
    7,
  ]);
  expect((await post({ logs })).data).toEqual({ recorded: 2, dropped: 3 });
  expect((await post({ logs })).data).toEqual({ recorded: 0, dropped: 5 });
  expect((await post({ logs }, { 'device-id': 'another-device-1' })).data).toEqual({ recorded: 2, dropped: 3 });
  expect((await rows()).map(({ at }) => at.toISOString().slice(0, 10))).toEqual(['2026-11-20', '2026-11-20', '2026-11-21', '2026-11-21']);
});

test('one device has one digest, on every node of an installation; two devices have two', async () => {
  await post({ event: 'PC_PAGE' });
  await trackingOver(open).record(
    { now, locale: 'en-us', deviceId: device, userAgent: agent, isCrawler: false, isAllowed: true, environment: 'desktop', screen: undefined, marketing: {} },
    [pageEvent('event-0009')],
  );
  await post({ event: 'PC_PAGE' }, { 'device-id': 'another-device-1' });
  expect(new Set((await rows()).map((row) => row.device)).size).toBe(2);
});

const canaries = ['13800138000', '+44 7911 123456', 'an.nguyen@example.vn', '11010519491231002X', '481516', 'eyJhbGciOiJIUzI1NiJ9eyJzdWIiOiIxMjM0NTY3ODkwIn0'];

test('numbers of people, addresses, codes and tokens come into the record by no way', async () => {
  for (const [index, canary] of canaries.entries()) {
    const fields = {
      message: `failed for ${canary}`,
      source_language: canary,
      target_language: canary,
      mobile: canary,
      script: canary,
      line: canary,
      [canary]: canary,
    };
    const logs = ['PC_00372', 'PC_PAGE', 'PC_ERROR', canary].map((event, number) => ({
      id: `${canary} ${number}`,
      event,
      at: canary,
      path: `/en/uk/${canary}`,
      fields,
    }));
    await post({ logs: JSON.stringify(logs) });
    const marketing = canary.length > 8 ? { xcode: canary, semcode: canary, utm_source: canary, utm_tracker: canary } : {};
    await post({ event: 'PC_ERROR', fields: JSON.stringify(fields), path: `/${canary}?code=${canary}`, id: `canary-${index}`, ...marketing });
  }
  const kept = await rows();
  expect(kept.length).toBe(canaries.length * 4);
  for (const canary of canaries) {
    expect(JSON.stringify(kept), canary).not.toContain(canary);
    expect(JSON.stringify(kept), canary).not.toContain(canary.slice(0, 8));
  }
  expect(failures).toEqual([]);
});

test('without the reader’s yes nothing is recorded', async () => {
  for (const cookie of ['', 'cookie_consent=necessary', 'cookie_consent=%E0%A4', 'other=necessary.personalised'])
    expect((await post({ event: 'PC_PAGE' }, { cookie })).data, cookie).toEqual({ recorded: 0, dropped: 1 });
  expect(await rows()).toEqual([]);
});

test('crawlers are not tracked', async () => {
  for (const userAgent of ['Mozilla/5.0 (compatible; Googlebot/2.1)', 'Baiduspider/2.0', 'facebookexternalhit/1.1'])
    expect((await post({ event: 'PC_PAGE' }, { 'user-agent': userAgent })).data).toEqual({ recorded: 0, dropped: 1 });
  expect(await rows()).toEqual([]);
});

test('too many events, too large ones and what is no JSON are refused', async () => {
  const many = (count: number): string => JSON.stringify(Array.from({ length: count }, (_, number) => pageEvent(`event-${number}-of-many`)));
  expect((await post({ logs: many(batchLimits.events) })).data).toEqual({ recorded: 50, dropped: 0 });
  const large = JSON.stringify([pageEvent('event-large', { fields: { message: 'x'.repeat(batchLimits.size) } })]);
  for (const values of [
    { logs: many(batchLimits.events + 1) },
    { logs: large },
    { logs: '[' },
    { logs: '{}' },
    { event: 'PC_PAGE', fields: '{' },
    { event: 'P'.repeat(65) },
  ])
    expect((await post(values)).status, JSON.stringify(values).slice(0, 60)).toBe(422);
  expect((await post({})).data).toEqual({ recorded: 0, dropped: 0 });
  expect(await rows()).toHaveLength(50);
});

test('a page of another site cannot write, and one address not without end', async () => {
  expect((await post({ event: 'PC_PAGE' }, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).status).toBe(400);
  const limited = await apiOver(2 / limits.track.points);
  expect([(await post({}, {}, limited)).status, (await post({}, {}, limited)).status, (await post({}, {}, limited)).status]).toEqual([200, 200, 429]);
});

test('events are kept for 90 days', async () => {
  const daysAgo = (days: number): number => now.getTime() - days * 86_400_000;
  await post({ logs: JSON.stringify([pageEvent('event-old1', { at: daysAgo(89.9) }), pageEvent('event-new1'), pageEvent('event-past', { at: daysAgo(91) })]) });
  expect(await rows()).toHaveLength(2);
  expect(await tracking.forget(new Date(now.getTime() + 86_400_000))).toBe(1);
  expect(await rows()).toHaveLength(1);
});
