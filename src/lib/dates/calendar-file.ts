/**
 * A calendar file of one event (RFC 5545), strictly: lines end in CRLF and have 75 octets at most, texts are escaped, times are UTC or whole days.
 * Pure. Programs know an event again by its `uid`, and believe the file with the higher `sequence`.
 */

export type CalendarEvent = {
  /** The same for the event's whole life; ASCII. */
  readonly uid: string;
  /** Rises with every change. */
  readonly sequence: number;
  /** When the file is made. */
  readonly stamp: Date;
  /** A moment and how long it takes, or a whole day wherever somebody is. */
  readonly when: { readonly startsAt: Date; readonly minutes: number } | { readonly day: string };
  /** Takes the event out of the calendar. */
  readonly isCancelled: boolean;
  readonly summary: string;
  readonly description: string;
  /** Whose event it is, with an address of the web; and the page of the event. */
  readonly organizer: { readonly name: string; readonly href: string };
  readonly href: string;
};

const octets = new TextEncoder();
const lineOctets = 75;

/**
 * A text as a value: controls are gone, every break of a line is a line feed (programs break at Unicode's own two as well), and what
 * means something in a file is escaped.
 * @example calendarText('a, b; c\nd\\e') // 'a\\, b\\; c\\nd\\\\e'
 */
export const calendarText = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);

/** A value of a parameter: in quotes, which cannot be escaped in there. @example calendarParameter('A "B"') // '"A \'B\'"' */
export const calendarParameter = (text: string): string => `"${text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ').replaceAll('"', "'")}"`;

/** A line in parts of 75 octets at most, of which each but the first begins with a space; no character is torn. */
export function foldLine(line: string): string {
  const parts: string[] = [];
  let part = '';
  let length = 0;
  for (const character of line) {
    const size = octets.encode(character).length;
    if (length + size > lineOctets) {
      parts.push(part);
      [part, length] = [' ', 1];
    }
    part += character;
    length += size;
  }
  return [...parts, part].join('\r\n');
}

/** @example calendarTime(new Date('2026-11-24T09:05:00Z')) // '20261124T090500Z' */
export const calendarTime = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** The day after, which ends a whole day. @example dayAfter('2026-12-31') // '2027-01-01' */
const dayAfter = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
const basic = (day: string): string => day.replaceAll('-', '');

/** Addresses hold nothing that would end a line. */
const address = (href: string): string => new URL(href).href;

export function calendarFile({ uid, sequence, stamp, when, isCancelled, summary, description, organizer, href }: CalendarEvent): string {
  if (!/^[\w.@:-]{1,200}$/.test(uid)) throw new TypeError(`"${uid}" does not name an event`);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Loftling//Loftling//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${isCancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${calendarTime(stamp)}`,
    ...('day' in when
      ? [`DTSTART;VALUE=DATE:${basic(when.day)}`, `DTEND;VALUE=DATE:${basic(dayAfter(when.day))}`]
      : [`DTSTART:${calendarTime(when.startsAt)}`, `DTEND:${calendarTime(new Date(when.startsAt.getTime() + when.minutes * 60_000))}`]),
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${calendarText(summary)}`,
    `DESCRIPTION:${calendarText(description)}`,
    `ORGANIZER;CN=${calendarParameter(organizer.name)}:${address(organizer.href)}`,
    `URL:${address(href)}`,
    'CLASS:PRIVATE',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}
