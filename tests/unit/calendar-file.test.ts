/** Calendar files, read again by a reader that follows the standard to the letter. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { calendarFile, foldLine } from '#lib/dates/calendar-file.ts';
import type { CalendarEvent } from '#lib/dates/calendar-file.ts';
import { calendarStanding } from '#lib/features/viewings/viewings.rules.ts';

const event: CalendarEvent = {
  uid: 'viewing-ABCD-1234@site.example',
  sequence: 2,
  stamp: new Date('2026-11-24T09:00:00Z'),
  when: { startsAt: new Date('2026-11-26T23:45:00Z'), minutes: 30 },
  isCancelled: false,
  summary: '视频看房：磨坊, 公寓; "A"',
  description: 'One\nTwo',
  organizer: { name: '栖学 "A"; b:c, d', href: 'https://site.example/' },
  href: 'https://site.example/x?code=ABCD-1234',
};
const octets = (text: string): number => new TextEncoder().encode(text).length;
/** Lines as the standard has them, unfolded (3.1), as pairs of name and value. */
const linesOf = (file: string): ReadonlyMap<string, string> => {
  expect(file.endsWith('\r\n')).toBe(true);
  const whole = file.slice(0, -2).replaceAll('\r\n ', '').split('\r\n');
  return new Map(
    whole.map((line) => {
      const [, name = '', value = ''] = /^([A-Z-]+(?:;[A-Z]+="[^"]*")?):(.*)$/.exec(line) ?? [];
      expect([line, name]).not.toEqual([line, '']);
      return [name, value] as const;
    }),
  );
};
/** A text as the standard reads it (3.3.11). */
const read = (value: string | undefined): string => (value ?? '').replaceAll(/\\([\\;,nN])/g, (_, one: string) => (one.toLowerCase() === 'n' ? '\n' : one));
/** Unicode's own breaks of lines and paragraphs come back as plain ones. */
const asRead = (text: string): string => text.replaceAll(/[\u2028\u2029]/g, '\n');

describe('[R1.38] a calendar file', () => {
  test('says when and what, in UTC', () => {
    const lines = linesOf(calendarFile(event));
    expect(lines.get('DTSTART')).toBe('20261126T234500Z');
    expect(lines.get('DTEND')).toBe('20261127T001500Z');
    expect([lines.get('UID'), lines.get('SEQUENCE'), lines.get('METHOD'), lines.get('STATUS')]).toEqual([event.uid, '2', 'PUBLISH', 'CONFIRMED']);
    expect(read(lines.get('SUMMARY'))).toBe(event.summary);
    const gone = linesOf(calendarFile({ ...event, isCancelled: true }));
    expect([gone.get('METHOD'), gone.get('STATUS')]).toEqual(['CANCEL', 'CANCELLED']);
  });

  test('of a whole day says the day, wherever somebody is, and ends with it', () => {
    const file = calendarFile({ ...event, when: { day: '2026-12-31' } });
    expect(file).toContain('\r\nDTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n');
    expect(file).not.toMatch(/DT(?:START|END):/);
  });

  test('whatever its texts are, has lines of 75 octets at most, tears no character, and is read again as it was written', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 200 }).map((text) => text.replaceAll(/\p{Cc}/gu, ''));
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 4 }), texts, texts, (parts, summary, name) => {
        const description = parts.join('\n');
        const file = calendarFile({ ...event, summary, description, organizer: { ...event.organizer, name } });
        for (const line of file.split('\r\n')) expect(octets(line)).toBeLessThanOrEqual(75);
        expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n\u2028\u2029]/);
        const lines = linesOf(file);
        expect(read(lines.get('SUMMARY'))).toBe(asRead(summary));
        expect(read(lines.get('DESCRIPTION'))).toBe(asRead(description));
        expect(lines.size).toBe(17);
      }),
    );
  });

  test('nothing that somebody wrote begins a line of its own', () => {
    const evil = 'x\r\nEND:VEVENT\nATTENDEE:mailto:a@b.example\u0000\u0085\u2028END:VEVENT\u2029ATTENDEE:x';
    const file = calendarFile({ ...event, summary: evil, description: evil, organizer: { ...event.organizer, name: `${evil}"` } });
    expect(file.match(/^END:VEVENT/gm)).toHaveLength(1);
    expect(file).not.toMatch(/^ATTENDEE/m);
    expect(file).not.toMatch(/[\u2028\u2029]/);
    for (const uid of ['a\r\nb', 'a b', '']) expect(() => calendarFile({ ...event, uid })).toThrow(TypeError);
  });

  test('folds at the last octet that fits', () => {
    expect(foldLine('a'.repeat(75))).toBe('a'.repeat(75));
    expect(foldLine('a'.repeat(76))).toBe(`${'a'.repeat(75)}\r\n a`);
    expect(foldLine(`${'a'.repeat(73)}看`)).toBe(`${'a'.repeat(73)}\r\n 看`);
  });

  test('of a viewing is there once it was booked, and every change has a higher number', () => {
    const paidAt = new Date();
    expect(calendarStanding({ state: 'to_pay', paidAt: undefined, moves: 0 })).toBeUndefined();
    expect(calendarStanding({ state: 'cancelled', paidAt: undefined, moves: 0 })).toBeUndefined();
    expect(calendarStanding({ state: 'booked', paidAt, moves: 1 })).toEqual({ isCancelled: false, sequence: 1 });
    expect(calendarStanding({ state: 'refunding', paidAt, moves: 1 })).toEqual({ isCancelled: true, sequence: 2 });
    expect(calendarStanding({ state: 'done', paidAt, moves: 0 })).toEqual({ isCancelled: false, sequence: 0 });
  });
});
