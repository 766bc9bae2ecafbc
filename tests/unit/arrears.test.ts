/** When a part of a price is late, and when its student is reminded of it. */
import { expect, test } from 'vitest';
import { addDays, dayEndIn } from '#lib/dates/dates.ts';
import { arrangedFor, canWaitUntil, daysLate, dueDayOf, reminderDue } from '#lib/features/orders/arrears.rules.ts';
import type { ArrearsDecision, ArrearsReminder } from '#lib/features/orders/arrears.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId } from '#lib/ids/ids.ts';

const zones = ['UTC', 'Pacific/Auckland', 'Pacific/Honolulu', 'Asia/Kolkata', 'Europe/London', 'America/New_York'];
const decision = (deed: ArrearsDecision['deed'], wasDueAt: Date): ArrearsDecision => ({
  deed,
  wasDueAt,
  until: undefined,
  note: 'x',
  staffId: asId<StaffId>(1),
  at: wasDueAt,
});

test('a part is late from the day after its day, by the clock of the home, wherever that is and also where clocks change', () => {
  for (const zone of zones)
    for (const day of ['2027-03-28', '2027-10-31', '2027-12-31', '2028-02-29']) {
      const dueAt = dayEndIn(day, zone);
      expect([zone, dueDayOf({ dueAt }, zone)]).toEqual([zone, day]);
      expect([zone, daysLate({ dueAt }, zone, new Date(dueAt.getTime() - 1)), daysLate({ dueAt }, zone, dueAt)]).toEqual([zone, 0, 1]);
      expect(daysLate({ dueAt }, zone, dayEndIn(addDays(day, 9), zone))).toBe(10);
    }
});

test('of a late part two reminders are sent, a week apart at least, and none where somebody looks or something was agreed', () => {
  const zone = 'Europe/London';
  const dueAt = dayEndIn('2027-09-01', zone);
  const on = (days: number) => new Date(`${addDays('2027-09-01', days)}T09:00:00Z`);
  const due = (days: number, reminders: readonly ArrearsReminder[] = [], decisions: readonly ArrearsDecision[] = [], isLookedFor = false) =>
    reminderDue({ dueAt, isLookedFor }, { reminders, decisions, zone }, on(days));
  const second = (days: number): ArrearsReminder => ({ step: 'second', wasDueAt: dueAt, at: on(days) });
  const last = (days: number): ArrearsReminder => ({ step: 'last', wasDueAt: dueAt, at: on(days) });
  expect([due(2), due(3), due(50)]).toEqual([undefined, 'second', 'second']);
  expect([due(9, [second(3)]), due(10, [second(3)]), due(12, [second(6)]), due(13, [second(6)])]).toEqual([undefined, 'last', undefined, 'last']);
  expect([due(30, [second(3), last(10)]), due(5, [], [], true), due(5, [], [decision('arranged', dueAt)])]).toEqual([undefined, undefined, undefined]);
  // What was sent and agreed about another day does not count.
  const before = new Date(dueAt.getTime() - 30 * 86_400_000);
  expect([due(3, [{ ...second(3), wasDueAt: before }]), due(3, [], [decision('arranged', before)])]).toEqual(['second', 'second']);
  expect(arrangedFor({ dueAt }, [decision('arranged', dueAt), decision('arranged', before)])?.wasDueAt).toEqual(dueAt);
});

test('a part is put off to a day from tomorrow on, within 92 days', () => {
  const today = '2027-09-01';
  expect(['2027-09-01', '2027-09-02', addDays(today, 92), addDays(today, 93), '', 'soon', '2027-02-30'].map((until) => canWaitUntil(until, today))).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
