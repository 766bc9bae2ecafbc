/** What of all that waits comes first on the first page of the desk. */
import { expect, test } from 'vitest';
import { zoneCalled, zoneName } from '#lib/dates/zone-names.ts';
import { afterWorkingDays, greetingOf, inTurn, lateBefore, usedOf } from '#lib/features/today/today.rules.ts';
import { countText, spanText } from '#lib/features/today/today.words.ts';

const at = (text: string): Date => new Date(text);

test('working days leave weekends out, and what comes in on one counts from Monday', () => {
  expect(afterWorkingDays(at('2026-11-27T10:00Z'), 1)).toEqual(at('2026-11-30T10:00Z'));
  expect(afterWorkingDays(at('2026-11-28T10:00Z'), 2)).toEqual(at('2026-12-02T00:00Z'));
  expect(afterWorkingDays(at('2026-12-01T10:00Z'), 2)).toEqual(at('2026-12-03T10:00Z'));
});

test('what is late by a count is late by its date, whatever the day', () => {
  for (let hour = 0; hour < 14 * 24; hour += 5) {
    const now = new Date(at('2026-11-20T07:30Z').getTime() + hour * 3_600_000);
    for (const days of [1, 2]) {
      const last = lateBefore(now, days);
      expect(afterWorkingDays(last, days) <= now).toBe(true);
      expect(afterWorkingDays(new Date(last.getTime() + 1), days) > now).toBe(true);
    }
  }
});

test('what is past its promise comes first, the longest past it before the others; then what waits, the longest first', () => {
  const now = at('2026-12-01T12:00Z');
  const rows = [
    { name: 'young', since: at('2026-12-01T11:00Z'), due: undefined },
    { name: 'old', since: at('2026-11-01T00:00Z'), due: undefined },
    { name: 'just late', since: at('2026-12-01T10:00Z'), due: at('2026-12-01T11:59Z') },
    { name: 'long late', since: at('2026-12-01T10:30Z'), due: at('2026-12-01T11:00Z') },
    { name: 'in time', since: at('2026-11-30T00:00Z'), due: at('2026-12-02T00:00Z') },
  ];
  expect(inTurn(rows, now).map(({ name }) => name)).toEqual(['long late', 'just late', 'old', 'in time', 'young']);
});

test('how much of a promise is used is between none and all of it, and nothing where none was given', () => {
  const now = at('2026-12-01T12:00Z');
  expect(usedOf({ since: at('2026-12-01T11:00Z'), due: at('2026-12-01T15:00Z') }, now)).toBe(0.25);
  expect(usedOf({ since: at('2026-12-01T11:00Z'), due: at('2026-12-01T11:30Z') }, now)).toBe(1);
  expect(usedOf({ since: at('2026-12-01T11:00Z'), due: at('2026-12-01T10:00Z') }, now)).toBe(1);
  expect(usedOf({ since: at('2026-12-01T11:00Z'), due: undefined }, now)).toBeUndefined();
});

test('counts end at what was counted, spans are in their largest unit, and greetings follow the clock', () => {
  expect([countText(7, 'en-GB'), countText(100, 'en-GB')]).toEqual(['7', '99+']);
  expect([spanText(41, 'en-GB'), spanText(188, 'en-GB'), spanText(60 * 24 * 3, 'zh-CN')]).toEqual(['41 mins', '3 hrs', '3 天']);
  expect([0, 5, 11, 12, 17, 18, 23].map(greetingOf)).toEqual(['evening', 'morning', 'morning', 'afternoon', 'afternoon', 'evening', 'evening']);
});

test('a time zone is one by its name, however that is written; offsets and other words are none', () => {
  expect(zoneCalled(' europe/london ')).toBe('Europe/London');
  expect(zoneCalled('UTC')).toBe('UTC');
  for (const none of ['', '+01:00', 'London', 'Europe/Nowhere', `A${'a'.repeat(80)}`]) expect(zoneCalled(none), none).toBeUndefined();
  expect(zoneName('Europe/London', 'en-GB')).toBe('United Kingdom Time');
  expect(zoneName('UTC', 'zh-CN')).toBe('UTC');
});
