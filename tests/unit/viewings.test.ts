/** Rules of video viewings: states, what comes back, and times of cities. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { nextViewingState, viewingActors, viewingEdges, viewingEvents, viewingStates } from '#lib/features/viewings/viewings.process.rules.ts';
import { momentOf, readRecording, readTimes, refundNow, refundableUntil } from '#lib/features/viewings/viewings.rules.ts';
import { money } from '#lib/money/money.ts';

const hour = 3_600_000;
const at = (text: string) => new Date(text);
const noon = '2026-11-10T12:00:00Z';

describe('states', () => {
  test('[R1.38] only what the table names leads on, and only for whom it names', () => {
    for (const from of viewingStates)
      for (const event of viewingEvents)
        for (const by of viewingActors) {
          const edge = viewingEdges.find((one) => one.from === from && one.event === event && one.by === by);
          // Whether it is open at a time is told in `times.test.ts`: each is at one of these.
          const found = [-1, 1].map((hours) =>
            nextViewingState(from, event, by, { now: at(noon), startsAt: new Date(at(noon).getTime() + hours * hour), payUntil: at(noon) }),
          );
          expect([from, event, by, found.find((to) => to !== undefined)]).toEqual([from, event, by, edge?.to]);
        }
  });

  test('every state but the first is reached, and each has one way for an event', () => {
    const reached = new Set(['to_pay', ...viewingEdges.map(({ to }) => to)]);
    expect([...viewingStates].filter((state) => !reached.has(state))).toEqual([]);
    const keys = viewingEdges.map(({ from, event, by }) => `${from} ${event} ${by}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('what comes back', () => {
  const amount = money(2_500n, 'GBP');
  const slot = (startsAt: Date) => ({ id: 1, startsAt, minutes: 30 });

  test('all of it within 14 days of paying until it begins; later, until 24 hours before', () => {
    const paidAt = at('2026-11-01T00:00:00Z');
    const near = at('2026-11-10T10:00:00Z');
    expect(refundNow({ paidAt, slot: slot(near), amount, isMovedByUs: false }, new Date(near.getTime() - 1))).toEqual(amount);
    expect(refundNow({ paidAt, slot: slot(near), amount, isMovedByUs: false }, near).minor).toBe(0n);
    const far = at('2026-11-20T10:00:00Z');
    expect(refundNow({ paidAt, slot: slot(far), amount, isMovedByUs: false }, new Date(far.getTime() - 24 * hour - 1))).toEqual(amount);
    expect(refundNow({ paidAt, slot: slot(far), amount, isMovedByUs: false }, new Date(far.getTime() - 24 * hour)).minor).toBe(0n);
  });

  test('is all or nothing, turns once, and is nothing after it began or without a payment', () => {
    const moments = fc.date({ min: at('2026-01-01T00:00:00Z'), max: at('2028-01-01T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, moments, moments, (paidAt, startsAt, now) => {
        const viewing = { paidAt, slot: slot(startsAt), amount, isMovedByUs: false };
        const back = refundNow(viewing, now);
        expect([0n, amount.minor]).toContain(back.minor);
        if (now >= startsAt) expect(back.minor).toBe(0n);
        expect(back.minor > 0n).toBe(now < refundableUntil({ paidAt, startsAt }));
        expect(refundNow({ ...viewing, isMovedByUs: true }, now).minor > 0n, 'a time of ours').toBe(now < startsAt);
        expect(refundNow({ ...viewing, paidAt: undefined }, now).minor).toBe(0n);
      }),
    );
  });
});

describe('times of a city', () => {
  test('are read in any order, with Chinese commas too, and nothing else is', () => {
    expect(readTimes('14:00，9:30 9:30')).toEqual(['09:30', '14:00']);
    for (const text of ['', '24:00', '9.30', '10:60', Array.from({ length: 13 }, (_, hourOf) => `${hourOf}:00`).join(' ')])
      expect([text, readTimes(text)]).toEqual([text, undefined]);
  });

  test('mean the clock on the wall there, across the change of clocks', () => {
    for (const [day, time, zone, instant] of [
      ['2026-07-01', '09:00', 'Europe/London', '2026-07-01T08:00:00.000Z'],
      ['2026-12-01', '09:00', 'Europe/London', '2026-12-01T09:00:00.000Z'],
      ['2026-12-01', '09:00', 'Australia/Adelaide', '2026-11-30T22:30:00.000Z'],
      ['2026-12-01', '23:30', 'America/Los_Angeles', '2026-12-02T07:30:00.000Z'],
      ['2026-12-01', '00:15', 'Asia/Kathmandu', '2026-11-30T18:30:00.000Z'],
    ] as const)
      expect(momentOf(day, time, zone)?.toISOString()).toBe(instant);
    expect(momentOf('2026-03-29', '01:30', 'Europe/London')).toBeUndefined();
    expect(momentOf('2026-02-30', '10:00', 'Europe/London')).toBeUndefined();
  });

  test('a recording is an address over https, or none', () => {
    expect(readRecording('')).toBe('');
    for (const text of ['http://a.example/x', 'javascript:alert(1)', 'https://me:pw@a.example/', 'https://localhost/x', 'x'])
      expect([text, readRecording(text)]).toEqual([text, undefined]);
  });
});
