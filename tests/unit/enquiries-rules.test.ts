/** Enquiries: the numbers of the wire, and hours of service. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import {
  dueAfter,
  fullName,
  isOpenAt,
  languageOf,
  nextOpening,
  sourceCode,
  sourceOf,
  stateAfterReply,
  teamOf,
} from '#lib/features/enquiries/enquiries.rules.ts';
import { enquirySources, enquiryStates, enquiryTeams, enquiryTopics } from '#lib/features/enquiries/enquiries.schema.ts';
import { locales } from '#lib/i18n/locales.ts';

describe('data_sources', () => {
  test('[R9.47] [R9.48] [R9.49] [R9.50] [R9.51] [R9.52] [R9.53] [R9.54] [R9.55] each place has its number, and each number its place', () => {
    const numbers = Object.fromEntries(enquirySources.map((source) => [source, sourceCode(source, 'en-us')]));
    expect(numbers).toEqual({
      page: 24,
      'house-auto-open': 37,
      'unit-part': 38,
      'list-auto-open': 45,
      'front-page': 48,
      list: 49,
      house: 50,
      'ask-me': 55,
      'get-in-touch': 60,
    });
    expect(sourceCode('front-page', 'vi-vn')).toBe(56);
    for (const locale of locales) for (const source of enquirySources) expect(sourceOf(String(sourceCode(source, locale)))).toBe(source);
  });

  test.each(['', '0', '25', '50x', ' 50', '５０', '__proto__', '9'.repeat(400)])('%o is none, and stands for the form’s own page', (code) => {
    expect(sourceOf(code)).toBe('page');
  });
});

describe('hours of service', () => {
  const nineToNine = (): { from: number; to: number } => ({ from: 9, to: 21 });
  /** On the office's clock. */
  const at = (text: string): Date => new Date(`2026-11-${text}:00+08:00`);

  test.each([
    ['23T10:00', 4, '23T14:00'],
    ['23T20:00', 4, '24T12:00'],
    ['23T17:00', 4, '23T21:00'],
    ['23T21:00', 4, '24T13:00'],
    ['23T03:00', 4, '23T13:00'],
    ['23T23:30', 0, '24T09:00'],
    ['23T21:00', 0, '24T09:00'],
    ['23T09:00', 0, '23T09:00'],
    ['23T10:00', 30, '25T16:00'],
  ])('from %s, %d hours later is %s', (from, hours, to) => {
    expect(dueAfter(at(from), hours, nineToNine)).toEqual(at(to));
  });

  test('it is open from the first minute to before the last', () => {
    expect(['23T08:59', '23T09:00', '23T20:59', '23T21:00'].map((text) => isOpenAt(at(text), nineToNine))).toEqual([false, true, true, false]);
  });

  test('an office that never opens owes an answer at once', () => {
    expect(dueAfter(at('23T10:00'), 1, () => ({ from: 9, to: 9 }))).toEqual(at('23T10:00'));
  });

  test('what is due is never before the question, falls into the hours, and comes later the more hours it has', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 * 24 * 30 }), fc.integer({ min: 1, max: 200 }), (minute, hours) => {
        const from = new Date(at('01T00:00').getTime() + minute * 60_000);
        const due = dueAfter(from, hours, nineToNine);
        const later = dueAfter(from, hours + 1, nineToNine);
        expect(due.getTime()).toBeGreaterThanOrEqual(from.getTime() + hours * 3_600_000);
        expect(later.getTime()).toBeGreaterThan(due.getTime());
        expect(isOpenAt(new Date(due.getTime() - 1), nineToNine)).toBe(true);
        expect(isOpenAt(nextOpening(from, nineToNine), nineToNine)).toBe(true);
      }),
    );
  });
});

test('what a student writes opens all but spam, and leaves new what nobody took', () => {
  expect(Object.fromEntries(enquiryStates.map((state) => [state, stateAfterReply(state)]))).toEqual({
    new: 'new',
    open: 'open',
    waiting: 'open',
    closed: 'open',
    spam: 'spam',
  });
});

test('every topic has a team, and every locale a language', () => {
  for (const topic of enquiryTopics) expect(enquiryTeams).toContain(teamOf(topic));
  expect(locales.map(languageOf)).toEqual(['zh-Hans', 'en', 'zh-Hant', 'zh-Hant', 'vi']);
});

test('a name in Chinese has the family first and no blank, any other is said as it is written', () => {
  expect(fullName({ firstName: '兰', lastName: '陈' })).toBe('陈兰');
  expect(fullName({ firstName: 'Lan', lastName: 'Nguyễn' })).toBe('Lan Nguyễn');
  expect(fullName({ firstName: 'Lan', lastName: '陈' })).toBe('Lan 陈');
});
