/** Decisions about video viewings, and the pages of their forms. Pure, browser-safe. */
import { isDate } from '#lib/dates/dates.ts';
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { FormName } from '#lib/forms/form-names.ts';
import type { Money } from '#lib/money/money.ts';
import {
  bookViewingContract,
  cancelViewingContract,
  closeSlotContract,
  moveViewingContract,
  openSlotsContract,
  staffMoveContract,
  viewingResultContract,
} from './viewings.contract.ts';
import { freeCancelHours, withdrawalDays } from './viewings.schema.ts';
import type { Viewing } from './viewings.schema.ts';
import * as forms from './viewings.schema.ts';

const hour = 3_600_000;

/**
 * Until when all that was paid comes back: the later of 14 days after paying and 24 hours before the beginning, and never once it
 * has begun. Of a time that we chose, until it begins.
 * @example refundableUntil({ paidAt: new Date('2026-11-01T00:00Z'), startsAt: new Date('2026-11-10T10:00Z') }).toISOString() // '2026-11-10T10:00:00.000Z'
 */
export function refundableUntil({ paidAt, startsAt, isMovedByUs }: { readonly paidAt: Date; readonly startsAt: Date; readonly isMovedByUs?: boolean }): Date {
  if (isMovedByUs) return startsAt;
  const byLaw = paidAt.getTime() + withdrawalDays * 24 * hour;
  const byUs = startsAt.getTime() - freeCancelHours * hour;
  return new Date(Math.min(startsAt.getTime(), Math.max(byLaw, byUs)));
}

/** What cancelling gives back now. */
export function refundNow({ paidAt, slot, amount, isMovedByUs }: Pick<Viewing, 'paidAt' | 'slot' | 'amount' | 'isMovedByUs'>, now: Date): Money {
  const isDue = paidAt !== undefined && now < refundableUntil({ paidAt, startsAt: slot.startsAt, isMovedByUs });
  return isDue ? amount : { ...amount, minor: 0n };
}

/** Whether its reader can move it to another time now: as long as everything comes back, so that moving gives nobody more. */
export const isMovable = ({ state, slot, isMovedByUs }: Pick<Viewing, 'state' | 'slot' | 'isMovedByUs'>, now: Date): boolean =>
  state === 'booked' && slot.startsAt.getTime() - now.getTime() >= (isMovedByUs ? 1 : freeCancelHours * hour);

/** Whether staff can: until it begins. Afterwards it was held, or it was not. */
export const isMovableByStaff = ({ state, slot }: Pick<Viewing, 'state' | 'slot'>, now: Date): boolean => state === 'booked' && slot.startsAt > now;

/**
 * What calendars are told of a viewing: that it is, that it is not any more, or nothing where it was never booked. The number rises with
 * every change, and those that have the event take the file with the higher one.
 */
export function calendarStanding({
  state,
  paidAt,
  moves,
}: Pick<Viewing, 'state' | 'paidAt' | 'moves'>): { readonly isCancelled: boolean; readonly sequence: number } | undefined {
  if (!paidAt || state === 'to_pay' || state === 'expired') return undefined;
  const isCancelled = state !== 'booked' && state !== 'done';
  return { isCancelled, sequence: moves + (isCancelled ? 1 : 0) };
}

/**
 * Times of a day as staff write them, in order and each once; undefined when one is no time, or there are more than twelve.
 * @example readTimes('9:30, 14:00') // ['09:30', '14:00']
 * @example readTimes('25:00') // undefined
 */
export function readTimes(text: string): readonly string[] | undefined {
  const given = text.split(/[\s,;，、]+/).filter((one) => one !== '');
  const times = given.flatMap((one) => (/^(?:[01]?\d|2[0-3]):[0-5]\d$/.test(one) ? [one.padStart(5, '0')] : []));
  return times.length === given.length && times.length > 0 && times.length <= 12 ? [...new Set(times)].toSorted() : undefined;
}

const clock = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/**
 * The moment at which clocks of a zone show a day and a time; undefined for one that they leap over, or a day that is none.
 * @example momentOf('2026-11-25', '14:00', 'Europe/London')?.toISOString() // '2026-11-25T14:00:00.000Z'
 * @example momentOf('2026-03-29', '01:30', 'Europe/London') // undefined
 */
export function momentOf(day: string, time: string, timeZone: string): Date | undefined {
  if (!isDate(day)) return undefined;
  const wanted = `${day}, ${time}`;
  const guess = Date.parse(`${day}T${time}:00Z`);
  const shows = clock(timeZone);
  // Zones are whole quarters of an hour away from UTC, and at most 14 hours.
  for (let quarters = -56; quarters <= 56; quarters++) {
    const at = new Date(guess + quarters * (hour / 4));
    if (shows.format(at) === wanted) return at;
  }
  return undefined;
}

/** A link to a recording: a whole address of the web over https; empty for none. @example readRecording('https://v.example/x') // 'https://v.example/x' */
export function readRecording(text: string): string | undefined {
  if (text === '') return '';
  const url = URL.parse(text);
  return url && url.protocol === 'https:' && url.username === '' && url.password === '' && url.hostname.includes('.') ? url.href : undefined;
}

export const viewingPages = {
  viewing: formPage({
    definition: forms.bookViewingForm,
    contract: bookViewingContract,
    valuesOf: ({ house = '' }) => ({ house_id: house }),
    done: ({ code }, { paths }) => `${paths.to('viewing_pay')}?${new URLSearchParams({ code, done: 'booked' })}`,
  }),
  'cancel-viewing': formPage({
    definition: forms.cancelViewingForm,
    contract: cancelViewingContract,
    done: ({ code }, { paths }) => `${paths.to('viewing_pay')}?${new URLSearchParams({ code, done: 'cancelled' })}`,
  }),
  'move-viewing': formPage({
    definition: forms.moveViewingForm,
    contract: moveViewingContract,
    valuesOf: ({ viewing = '' }) => ({ code: viewing }),
    done: ({ code }, { paths }) => `${paths.to('viewing_pay')}?${new URLSearchParams({ code, done: 'moved' })}`,
  }),
  'staff-move-viewing': formPage({
    definition: forms.staffMoveForm,
    contract: staffMoveContract,
    valuesOf: ({ viewing = '' }) => ({ code: viewing }),
    done: (_, { paths }) => `${paths.to('staff_viewings')}?done=saved`,
  }),
  'viewing-slots': formPage({
    definition: forms.slotsForm,
    contract: openSlotsContract,
    done: (_, { paths, values }) => `${paths.to('staff_viewing_slots')}?${new URLSearchParams({ city: values['city_id'] ?? '', done: 'opened' })}`,
  }),
  'close-viewing-slot': formPage({
    definition: forms.closeSlotForm,
    contract: closeSlotContract,
    done: (_, { paths }) => `${paths.to('staff_viewings')}?done=closed`,
  }),
  'viewing-result': formPage({
    definition: forms.viewingResultForm,
    contract: viewingResultContract,
    valuesOf: ({ viewing = '' }) => ({ code: viewing }),
    done: (_, { paths }) => `${paths.to('staff_viewings')}?done=saved`,
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;
