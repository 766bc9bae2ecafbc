import fc from '#tests/support/properties.ts';
import { expect, test } from 'vitest';
import {
  addDays,
  dateOfDay,
  dayEndIn,
  dayNumber,
  formatAge,
  formatDate,
  formatMonth,
  formatShortMonth,
  isDate,
  monthOf,
  nightsBetween,
  sharedNights,
  todayIn,
} from '#lib/dates/dates.ts';
import { formatDistance, formatMinutes } from '#lib/geo/distance-words.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';

const day = fc.integer({ min: 18_000, max: 30_000 });

test('[R9.61] dates are written YYYY-MM-DD and only real ones count', () => {
  expect(dateOfDay(dayNumber('2027-09-04'))).toBe('2027-09-04');
  for (const text of ['2027-02-29', '2027-13-01', '2027-1-1', '20270101', '2027-00-10', '']) expect(isDate(text), text).toBe(false);
  expect(isDate('2028-02-29')).toBe(true);
});

test('adding days and counting nights agree', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -400, max: 400 }), (from, days) => {
      expect(nightsBetween(dateOfDay(from), addDays(dateOfDay(from), days))).toBe(days);
    }),
  );
});

test('periods are [from, to): touching ones share no night', () => {
  expect(sharedNights({ from: '2027-01-01', to: '2027-02-01' }, { from: '2027-02-01', to: '2027-03-01' })).toBe(0);
  expect(sharedNights({ from: '2027-01-01', to: '2027-02-02' }, { from: '2027-02-01', to: '2027-03-01' })).toBe(1);
});

test('[R9.63] today is where the home is: Beijing is eight hours ahead of UTC', () => {
  const now = new Date('2027-01-31T17:00:00Z');
  expect(todayIn('Asia/Shanghai', now)).toBe('2027-02-01');
  expect(todayIn('UTC', now)).toBe('2027-01-31');
});

test('[quality 12] a day ends where the home is, also where clocks change that night', () => {
  expect(dayEndIn('2027-09-04', 'Australia/Sydney').toISOString()).toBe('2027-09-04T14:00:00.000Z');
  expect(dayEndIn('2027-03-28', 'Europe/London').toISOString()).toBe('2027-03-28T23:00:00.000Z');
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'UTC'] as const;
  fc.assert(
    fc.property(day, fc.constantFrom(...zones), (number, zone) => {
      const end = dayEndIn(dateOfDay(number), zone);
      expect([todayIn(zone, new Date(end.getTime() - 1)), todayIn(zone, end)]).toEqual([dateOfDay(number), dateOfDay(number + 1)]);
    }),
  );
});

test('dates, months and ages read as the language writes them', () => {
  expect(formatDate('2027-09-04', 'zh-CN')).toBe('2027年9月4日');
  expect(formatMonth(202709, 'vi-VN')).toContain('2027');
  expect(monthOf('2027-09-04')).toBe(202709);
  const now = new Date('2026-11-21T12:00:00Z');
  expect(formatAge(new Date('2026-11-21T09:00:00Z'), now, 'en-GB')).toBe('3 hours ago');
  expect(formatAge(new Date('2026-11-21T11:59:50Z'), now, 'en-GB')).toBe('1 minute ago');
  expect(formatAge(new Date('2026-11-20T12:01:00Z'), now, 'en-GB')).toBe('23 hours ago');
  expect(formatAge(new Date('2026-11-20T12:00:00Z'), now, 'en-GB')).toBe('1 day ago');
  expect(formatAge(new Date('2026-11-11T12:00:00Z'), now, 'zh-CN')).toBe('10 天前');
});

test('dates and months are written as Vietnamese, Chinese and British readers write them', () => {
  expect(formatDate('2027-09-04', 'vi-VN')).toBe('04/09/2027');
  expect(formatDate('2027-09-04', 'en-GB')).toBe('4 Sept 2027');
  expect(formatMonth(202510, 'vi-VN')).toBe('tháng 10/2025');
  expect(['vi-VN', 'en-GB', 'zh-CN'].map((intl) => formatShortMonth(202510, intl))).toEqual(['10/2025', 'Oct 25', '2025年10月']);
});

test('a journey of an hour or more is said in hours and minutes', () => {
  expect([59, 60, 74, 120].map((minutes) => formatMinutes(minutes, 'en-GB'))).toEqual(['59 mins', '1 hr', '1 hr 14 mins', '2 hrs']);
  expect(['zh-CN', 'zh-TW', 'vi-VN'].map((intl) => formatMinutes(74, intl))).toEqual(['1 小时 14 分钟', '1 小時 14 分鐘', '1 giờ 14 phút']);
});

test('every date, month, age and distance of the five languages holds its numbers and no machine’s abbreviation', () => {
  const intls = locales.map((locale) => localeFacts[locale].intl);
  fc.assert(
    fc.property(day, fc.constantFrom(...intls), fc.integer({ min: 1, max: 90_000 }), (number, intl, metres) => {
      const date = dateOfDay(number);
      const now = new Date(`${date}T12:00:00Z`);
      const texts = [formatDate(date, intl), formatMonth(monthOf(date), intl), formatShortMonth(monthOf(date), intl)];
      for (const text of texts) expect(text, intl).not.toMatch(/thg|\d{4}-\d{2}|undefined|NaN/);
      expect(formatDate(date, intl)).toContain(date.slice(0, 4));
      for (const unit of [formatAge(new Date(now.getTime() - metres * 60_000), now, intl), formatMinutes(metres % 300, intl), formatDistance(metres, intl)])
        expect(unit, intl).not.toMatch(/\d\p{Script=Han}/u);
    }),
  );
});
