/** What may be recorded of a visit, and AB tests. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { abTestsEnd } from '#lib/features/tracking/ab-period.rules.ts';
import type { AbTest } from '#lib/features/tracking/ab-tests.rules.ts';
import { abTests, cityOfPath, defaultDuration, drawVariant, endOf, isActive } from '#lib/features/tracking/ab-tests.rules.ts';
import { knownCookie } from '#lib/features/accounts/known-browsers.schema.ts';
import { allowsTracking } from '#lib/features/tracking/consent.rules.ts';
import { optionalCookie } from '#lib/features/tracking/optional-cookies.rules.ts';
import { plainMessage } from '#lib/features/tracking/plain-message.rules.ts';
import { enqueued, queueLimits } from '#lib/features/tracking/queue.rules.ts';
import type { QueuedEvent } from '#lib/features/tracking/queue.rules.ts';
import { nextSending, sendingLimits } from '#lib/features/tracking/sending.rules.ts';
import { marketingNames } from '#lib/features/tracking/marketing.rules.ts';
import { batchLimits, browserFamily, readEvent, readMarketing } from '#lib/features/tracking/tracking.rules.ts';

const now = Date.UTC(2026, 10, 21, 12);
const dayMs = 86_400_000;

function event(number: number, fields: QueuedEvent['fields'] = {}): QueuedEvent {
  return { id: `event-${number}`, event: 'PC_PAGE', at: now, path: '/uk/leeds', fields };
}

describe('consent', () => {
  test('only a yes to personalised cookies allows tracking; no answer is no', () => {
    expect([undefined, '', 'necessary', 'necessary.personalised', 'unpersonalised'].map(allowsTracking)).toEqual([false, false, false, true, false]);
  });
});

test('a no deletes what a yes has allowed, and nothing else', () => {
  expect([...marketingNames, knownCookie, 'ab_chat-icon'].every((name) => optionalCookie.test(name))).toBe(true);
  expect(['language', 'cookie_consent', 'trust_score', 'device_id', 'uhouzz_token', 'my_xcode'].filter((name) => optionalCookie.test(name))).toEqual([]);
});

describe('events', () => {
  test('[R4.081] a change of language has its source and target', () => {
    const given = { id: 'abcdefgh', event: 'PC_00372', at: now, path: '/en/uk/leeds?q=me', fields: { source_language: 'en-us', target_language: 'vi-vn' } };
    expect(readEvent(given, now)).toEqual({ ...given, path: '/en/uk/leeds' });
  });

  test('[R9.56] a question about a home has the home and where it was asked: sources 37 and 50, and no number that may be a phone', () => {
    const read = (fields: QueuedEvent['fields']) => readEvent({ event: 'PC_ASK', fields }, now)?.fields;
    expect(read({ data_sources: 37, house_id: 12 })).toEqual({ data_sources: 37, house_id: 12 });
    expect(read({ data_sources: 50, house_id: 99_999_999 })).toEqual({ data_sources: 50, house_id: 99_999_999 });
    expect(read({ data_sources: 49, house_id: 13_800_138_000 })).toEqual({});
  });

  test('unknown events are refused, unknown and malformed fields dropped', () => {
    for (const given of [null, 'PC_PAGE', [], { event: 'PC_99999' }, { event: 'toString' }, { event: '__proto__' }, { event: ['PC_PAGE'] }])
      expect(readEvent(given, now), JSON.stringify(given)).toBeUndefined();
    const fields = { source_language: 'zh-cn', target_language: '13800138000', mobile: '13800138000', email: 'a@b.co', __proto__: { x: 1 } };
    expect(readEvent({ event: 'PC_00372', fields }, now)?.fields).toEqual({ source_language: 'zh-cn' });
    expect(readEvent({ event: 'PC_ERROR', fields: { line: 13_800_138_000, script: 'a@b.co' } }, now)?.fields).toEqual({});
  });

  test('a time that cannot be becomes the time of arrival; what is too old is not recorded', () => {
    const at = (given: unknown): number | undefined => readEvent({ event: 'PC_PAGE', at: given }, now)?.at;
    expect([at(now - dayMs), at(now + dayMs), at('yesterday'), at(Number.NaN), at(-1)]).toEqual([now - dayMs, now, now, now, now]);
    expect(at(now - 91 * dayMs)).toBeUndefined();
  });

  test('marketing codes keep to their form and look like nobody’s number or token', () => {
    expect(readMarketing({ xcode: 'ab-12', semcode: '<b>', utm_source: '13800138000', utm_tracker: 'a@b.co', channel: '3' })).toEqual({
      xcode: 'ab-12',
      channel: '3',
    });
    expect(readMarketing({ xcode: 'eyJhbGciOiJIUzI1NiJ9eyJzdWIiOiIx', utm_source: 'newsletter_202609' })).toEqual({ utm_source: 'newsletter_202609' });
  });

  test('of a user agent the family is left', () => {
    expect(
      ['Mozilla/5.0 Chrome/150 Safari/537.36 Edg/150', 'Mozilla/5.0 (iPhone) MicroMessenger/8 Safari', 'Version/19 Safari/605', 'curl/8'].map(browserFamily),
    ).toEqual(['edge', 'wechat', 'safari', 'other']);
  });
});

describe('messages of faults', () => {
  test.each([
    ['+86 138 0013 8000', '8000'],
    ['１３８００１３８０００', '138'],
    ['nguyen.an@example.vn', 'example'],
    ['11010519491231002X', '1949'],
    ['code 481516', '481516'],
    ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIi', 'eyJ'],
    ['https://a.example/pay?card=4242&name=An', 'name=An'],
    ['Unexpected token, "An lives in Leeds" is not valid JSON', 'Leeds'],
    ['passport E12345678', 'E1234'],
  ])('%s is not kept', (message, secret) => {
    expect(plainMessage(`Cannot read ${message} of undefined`)).not.toContain(secret);
  });

  test('an ordinary message stays readable, and short', () => {
    expect(plainMessage("Cannot read properties of undefined (reading 'length')")).toBe("Cannot read properties of undefined (reading 'length')");
    expect([...plainMessage('长'.repeat(500))]).toHaveLength(200);
  });

  test('no run of four digits and no address is ever kept', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.stringMatching(/^\d{6,18}$/), (text, number) => {
        const kept = plainMessage(`${text} ${number} a@b.co ${text}`);
        expect(kept).not.toMatch(/\p{Nd}{4}/u);
        expect(kept).not.toContain('a@b.co');
        expect([...kept].length).toBeLessThanOrEqual(200);
      }),
    );
  });
});

describe('the queue', () => {
  test('[R7.179] it is bounded in events and size; the oldest go first', () => {
    let queue: QueuedEvent[] = [];
    for (let number = 0; number < 250; number++) queue = enqueued(queue, event(number));
    expect([queue.length, queue[0]?.id, queue.at(-1)?.id]).toEqual([queueLimits.events, 'event-50', 'event-249']);
    queue = enqueued(queue, event(250, { message: 'x'.repeat(60_000) }));
    expect(JSON.stringify(queue).length).toBeLessThanOrEqual(queueLimits.size);
    expect(queue.at(-1)?.id).toBe('event-250');
    expect(enqueued([], event(1, { message: 'x'.repeat(70_000) }))).toEqual([]);
  });

  test('one sending fits what a page may leave behind and what the call takes', () => {
    const anyEvent = fc.record({ number: fc.nat(), message: fc.string({ unit: 'grapheme', maxLength: 200 }) });
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 120 }), (given) => {
        const queue = given.map(({ number, message }) => event(number, { message }));
        const batch = nextSending(queue);
        expect(batch).toEqual(queue.slice(0, batch.length));
        expect(batch.length).toBeLessThanOrEqual(Math.min(batchLimits.events, sendingLimits.events));
        expect(new URLSearchParams({ logs: JSON.stringify(batch) }).toString().length).toBeLessThan(65_536);
        expect(JSON.stringify(batch).length).toBeLessThanOrEqual(batchLimits.size);
        expect(batch.length > 0 || queue.length === 0).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});

describe('AB tests', () => {
  const open: AbTest = {
    name: 'example',
    start: now,
    conditions: [
      { variant: 'A', shows: [] },
      { variant: 'B', shows: [] },
    ],
  };
  const visit = { now, random: () => 0, city: undefined, isCrawler: false, kept: undefined };
  const chatIcon = abTests.find(({ name }) => name === 'chat-icon') ?? open;
  const during = Date.UTC(2024, 7, 15);

  test('[R4.089] the variant is picked at random from the configured conditions', () => {
    expect([0, 0.49, 0.5, 0.99].map((chance) => drawVariant(open, { ...visit, random: () => chance })?.variant)).toEqual(['A', 'A', 'B', 'B']);
  });

  test('[R4.090] a variant kept is shown again, until the test ends', () => {
    expect(drawVariant(open, { ...visit, kept: 'B' })).toEqual({ shows: [], variant: 'B', keepUntil: endOf(open) });
    expect(drawVariant(open, { ...visit, kept: 'gone' })?.variant).toBe('A');
    expect(drawVariant(open, { ...visit, kept: 'B', now: endOf(open) })).toBeUndefined();
  });

  test('[R4.091] [R9.19] a test runs from its start, for seven days unless it says otherwise', () => {
    expect(defaultDuration).toBe(604_800_000);
    expect([now - 1, now, now + 7 * dayMs - 1, now + 7 * dayMs].map((time) => isActive(open, time))).toEqual([false, true, true, false]);
    expect(isActive({ ...open, duration: dayMs }, now + dayMs)).toBe(false);
  });

  test('[R4.092] the chat-icon test starts on 2024-08-09 and lasts 14 days', () => {
    expect([new Date(chatIcon.start).toISOString(), chatIcon.duration, new Date(endOf(chatIcon)).toISOString()]).toEqual([
      '2024-08-09T00:00:00.000Z',
      1_209_600_000,
      '2024-08-23T00:00:00.000Z',
    ]);
  });

  test('[R4.093] it gives variant A, with chat icon and get-in-touch, in four cities', () => {
    const inCity = (city: string | undefined): string | undefined => drawVariant(chatIcon, { ...visit, now: during, city })?.variant;
    expect(['manchester', 'glasgow', 'leeds', 'birmingham', 'london', undefined].map(inCity)).toEqual(['A', 'A', 'A', 'A', undefined, undefined]);
    expect(chatIcon.conditions[0]?.shows).toEqual(['chat-icon', 'get-in-touch']);
    expect(drawVariant(chatIcon, { ...visit, now: during, city: 'london', kept: 'A' })).toBeUndefined();
  });

  test('crawlers take part in none', () => {
    expect(drawVariant(open, { ...visit, isCrawler: true })).toBeUndefined();
  });

  test('the city of a page is read from its path, with and without language', () => {
    expect(['/uk/leeds', '/en/uk/leeds/studio', '/hongkong/hong-kong', '/hk/hongkong/hong-kong', '/en', '/'].map(cityOfPath)).toEqual([
      'leeds',
      'leeds',
      'hong-kong',
      'hong-kong',
      undefined,
      undefined,
    ]);
  });

  test('pages know when the last test ends', () => {
    expect(Math.max(...abTests.map(endOf))).toBe(abTestsEnd);
  });
});
