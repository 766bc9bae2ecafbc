/** What of an order stands in calendars: its next step, each part of the price that is due, and the day of moving in. Pure, browser-safe. */
import type { Locale } from '#lib/i18n/locales.ts';
import { isBooked, keepsBed } from './orders.rules.ts';
import type { Order } from './orders.schema.ts';

/** `step`: until when the next step can be taken; `in`: moving in; `due-<day>`: a part of the price. Each is one event for the order's whole life. */
export type CalendarMatter = 'step' | 'in' | `due-${string}`;

const matterPattern = /^(?:step|in|due-\d{4}-\d{2}-\d{2})$/;
export const isCalendarMatter = (text: string): text is CalendarMatter => matterPattern.test(text);

export type OrderEventDay = {
  /** All day, at the home; or an hour that ends at the moment. */
  readonly when: { readonly day: string } | { readonly startsAt: Date; readonly minutes: number };
  readonly isCancelled: boolean;
  readonly sequence: number;
};

const minute = 60_000;
/** Numbers of calendars have 31 bits: minutes since then have room for four thousand years. */
const since = Date.UTC(2026, 0, 1);

/**
 * Undefined for what the order has not. Calendars keep the file with the highest number, which rises with whatever happens to the order.
 * @param changedAt when something happened to it last.
 */
export function orderEvent(order: Pick<Order, 'state' | 'deadline' | 'from' | 'quote'>, matter: CalendarMatter, changedAt: Date): OrderEventDay | undefined {
  const sequence = Math.max(0, Math.floor((changedAt.getTime() - since) / minute));
  const { state, deadline, from, quote } = order;
  if (matter === 'step') {
    // One whose step was taken has no time to take it any more: its event goes, wherever it stood.
    const end = deadline ?? changedAt;
    return { when: { startsAt: new Date(end.getTime() - 60 * minute), minutes: 60 }, isCancelled: deadline === undefined, sequence };
  }
  if (matter === 'in') return { when: { day: from }, isCancelled: !keepsBed(state), sequence };
  const day = matter.slice('due-'.length);
  return quote.dues.some(({ on }) => on === day) ? { when: { day }, isCancelled: !isBooked(state), sequence } : undefined;
}

/** Where the file of an event is, for who booked alone. @example orderCalendarPath('1A2B-3C4D', 'step', 'en-us') // '/users/orders/en-us/1A2B-3C4D/step.ics' */
export const orderCalendarPath = (code: string, matter: CalendarMatter, locale: Locale): string => `/users/orders/${locale}/${code}/${matter}.ics`;
