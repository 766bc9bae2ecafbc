/**
 * Calendar dates as `YYYY-MM-DD` strings (R9.61): property-local days, never instants.
 * Periods are `[from, to)`. Every function that needs today takes it as an argument.
 */
import { dateTimeFormat, spaced } from '#lib/i18n/formats.ts';
import { memo, memoBy } from '#lib/memo.ts';

export type IsoDate = `${number}-${number}-${number}`;

/** Milliseconds of a day. */
export const dayMs = 86_400_000;

/** Days since 1970-01-01. */
export const dayNumber = /* @__PURE__ */ memo((date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / dayMs));

export const dateOfDay = /* @__PURE__ */ memo((day: number): IsoDate => new Date(day * dayMs).toISOString().slice(0, 10) as IsoDate);

/** Whether the text is a date that exists. `2027-02-29` is not. */
export function isDate(text: string): text is IsoDate {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && dateOfDay(dayNumber(text)) === text;
}

/** @example addDays('2027-02-28', 1) // '2027-03-01' */
export function addDays(date: string, days: number): IsoDate {
  return dateOfDay(dayNumber(date) + days);
}

/**
 * The same day so many months later, or the last of a month that is too short for it.
 * @example addMonths('2027-10-31', 1) // '2027-11-30'
 */
export function addMonths(date: string, months: number): IsoDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  return dateOfDay(Math.round(last.getTime() / dayMs) - Math.max(0, last.getUTCDate() - day));
}

/** Nights in `[from, to)`. */
export function nightsBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}

/** Nights two periods share. */
export function sharedNights(a: { from: string; to: string }, b: { from: string; to: string }): number {
  return Math.max(0, Math.min(dayNumber(a.to), dayNumber(b.to)) - Math.max(dayNumber(a.from), dayNumber(b.from)));
}

/** The month of a date as the filter code writes it: 202709. */
export function monthOf(date: string): number {
  return Number(date.slice(0, 4)) * 100 + Number(date.slice(5, 7));
}

const minuteMs = 60_000;
/** Days begin on whole minutes everywhere. */
const dayAt = /* @__PURE__ */ memoBy(
  (minute: number, timeZone: string) =>
    dateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(minute * minuteMs) as IsoDate,
  500,
);

/** Today where the clock shows `timeZone`. */
export function todayIn(timeZone: string, now: Date): IsoDate {
  return dayAt(Math.floor(now.getTime() / minuteMs), timeZone);
}

/**
 * The moment at which a day is over where the clock shows `timeZone`.
 * @example dayEndIn('2027-09-04', 'America/New_York').toISOString() // '2027-09-05T04:00:00.000Z'
 */
export function dayEndIn(date: string, timeZone: string): Date {
  const next = addDays(date, 1);
  const quarter = 15 * 60_000;
  // Zones are whole quarters of an hour away from UTC, at most 14 hours ahead of it.
  let at = Date.parse(next) - 14 * 4 * quarter;
  while (todayIn(timeZone, new Date(at)) < next) at += quarter;
  return new Date(at);
}

const isVietnamese = (intl: string): boolean => intl.startsWith('vi');

/** A date written out for reading: 4 Sept 2027, 2027年9月4日, 04/09/2027. */
export const formatDate = /* @__PURE__ */ memoBy((date: string, intl: string): string => {
  if (isVietnamese(intl)) return date.split('-').toReversed().join('/');
  return dateTimeFormat(intl, { timeZone: 'UTC', year: 'numeric', month: 'short', day: 'numeric' }).format(new Date(`${date}T00:00:00Z`));
});

/**
 * The day (UTC) of a moment, for reading.
 * @example formatDay(new Date('2026-11-23T12:00Z'), 'vi-VN') // '23/11/2026'
 */
export function formatDay(at: Date, intl: string): string {
  return formatDate(todayIn('UTC', at), intl);
}

/**
 * A moment on the clocks of a zone, for reading.
 * @example formatMoment(new Date('2026-11-23T12:00Z'), 'vi-VN', 'Asia/Ho_Chi_Minh') // '19:00, 23/11/2026'
 */
export function formatMoment(at: Date, intl: string, timeZone: string): string {
  const { format } = dateTimeFormat(intl, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  // 下午 8:00, as a figure is set everywhere in Chinese.
  if (!isVietnamese(intl)) return format(at).replace(/(?<=\p{Script=Han})(?=\d{1,2}:\d\d)/u, ' ');
  return `${dateTimeFormat(intl, { timeStyle: 'short', timeZone }).format(at)}, ${formatDate(todayIn(timeZone, at), intl)}`;
}

/** A month for reading, from its filter number: 202709 → September 2027, tháng 9/2027. */
export const formatMonth = /* @__PURE__ */ memoBy((month: number, intl: string): string => {
  if (isVietnamese(intl)) return `tháng ${month % 100}/${Math.floor(month / 100)}`;
  return dateTimeFormat(intl, { timeZone: 'UTC', year: 'numeric', month: 'long' }).format(new Date(Date.UTC(Math.floor(month / 100), (month % 100) - 1, 1)));
});

/** A month for an axis, from its filter number: 202709 → Sept 27, 2027年9月, 9/2027. */
export function formatShortMonth(month: number, intl: string): string {
  if (isVietnamese(intl)) return `${month % 100}/${Math.floor(month / 100)}`;
  const at = new Date(Date.UTC(Math.floor(month / 100), (month % 100) - 1, 1));
  return dateTimeFormat(intl, { timeZone: 'UTC', year: intl.startsWith('zh') ? 'numeric' : '2-digit', month: 'short' }).format(at);
}

/** A month where room is short, from its filter number: 202709 → Sept 2027, 2027年9月, 9/2027. */
export function formatMonthInShort(month: number, intl: string): string {
  if (isVietnamese(intl)) return formatShortMonth(month, intl);
  return dateTimeFormat(intl, { timeZone: 'UTC', year: 'numeric', month: 'short' }).format(new Date(Date.UTC(Math.floor(month / 100), (month % 100) - 1, 1)));
}

const relative = /* @__PURE__ */ memo((intl: string) => new Intl.RelativeTimeFormat(intl, { numeric: 'always' }));
const ago = {
  minute: /* @__PURE__ */ memoBy((count: number, intl: string) => spaced(relative(intl).format(-count, 'minute'))),
  hour: /* @__PURE__ */ memoBy((count: number, intl: string) => spaced(relative(intl).format(-count, 'hour'))),
  day: /* @__PURE__ */ memoBy((count: number, intl: string) => spaced(relative(intl).format(-count, 'day'))),
};

/**
 * How long ago an instant was, in the largest unit that is at least one.
 * @example formatAge(new Date('2026-01-01T00:00Z'), new Date('2026-01-01T03:00Z'), 'en') // '3 hours ago'
 */
export function formatAge(at: Date, now: Date, intl: string): string {
  const minutes = Math.max(1, Math.floor((now.getTime() - at.getTime()) / 60_000));
  if (minutes < 60) return ago.minute(minutes, intl);
  return minutes < 24 * 60 ? ago.hour(Math.floor(minutes / 60), intl) : ago.day(Math.floor(minutes / 1440), intl);
}
