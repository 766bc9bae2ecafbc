/** What the security log writes, and when it raises an alarm. */
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { alarmLabels } from '#lib/features/staff/staff.words.ts';
import { alarmFrom, createSecurityLog, securityEventNames } from '#lib/log/security-log.ts';
import type { SecurityAlarm } from '#lib/log/security-log.ts';

test('more than people cause within an hour raises an alarm, and again when it doubles; the next hour counts anew', () => {
  const lines: string[] = [];
  const alarms: SecurityAlarm[] = [];
  let now = Date.UTC(2026, 10, 29, 10, 59);
  const log = createSecurityLog(
    pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
    () => now,
    (alarm) => void alarms.push(alarm),
  );
  const refuse = (times: number): void => {
    for (let n = 0; n < times; n++) log({ event: 'role', address: `192.0.2.${n % 200}`, trace: 't', path: '/staff' });
  };
  refuse(alarmFrom.role - 1);
  expect(alarms).toEqual([]);
  refuse(alarmFrom.role + 1);
  const hour = new Date(Date.UTC(2026, 10, 29, 10));
  expect(alarms).toEqual([
    { event: 'role', hour, count: alarmFrom.role },
    { event: 'role', hour, count: alarmFrom.role * 2 },
  ]);
  expect(lines.filter((line) => line.includes('"alarm":"role"'))).toHaveLength(2);
  expect(lines.join('')).not.toContain('192.0.2');
  now += 60_000;
  refuse(alarmFrom.role - 1);
  expect(alarms).toHaveLength(2);
});

test('every event has a bound and a name at the desk', () => {
  expect(Object.keys(alarmFrom).toSorted()).toEqual([...securityEventNames].toSorted());
  expect(Object.keys(alarmLabels).toSorted()).toEqual([...securityEventNames].toSorted());
});
