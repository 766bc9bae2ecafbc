/** Senders of a day are told apart, and are the same nobody on two days. */
import { expect, test } from 'vitest';
import { createDailyDigests } from '#lib/daily-senders.ts';

const digests = createDailyDigests(async () => 'salt');
const [noon, evening, tomorrow] = ['2026-11-22T12:00:00Z', '2026-11-22T23:59:59Z', '2026-11-23T00:00:00Z'].map((at) => new Date(at));

test('somebody stays one for a day, also behind the addresses of a network of their own, and nobody knows them the day after', async () => {
  const of = (address: string, visitor?: string, at = noon) => digests({ address, visitor }, at ?? new Date(0));
  expect(await of('2001:db8:1:2::5', 'a')).toEqual(await of('2001:db8:1:2:ffff::9', 'a', evening));
  expect((await of('2001:db8:1:2::5')).visitor).toBe((await of('2001:db8:1:2::6')).visitor);
  expect((await of('2001:db8:1:3::5')).address).not.toBe((await of('2001:db8:1:2::5')).address);
  expect((await of('192.0.2.1', 'a')).address).toBe((await of('192.0.2.1', 'b')).address);
  expect((await of('192.0.2.1', 'a')).visitor).not.toBe((await of('192.0.2.1', 'b')).visitor);
  const next = await of('192.0.2.1', 'a', tomorrow);
  expect([next.visitor, next.address]).not.toContain((await of('192.0.2.1', 'a')).visitor);
  expect(next.address).not.toBe((await of('192.0.2.1', 'a')).address);
});

test('a salt that could not be had is asked for again', async () => {
  let tries = 0;
  const later = createDailyDigests(async (proposed) => (tries++ === 0 ? Promise.reject(new Error('away')) : proposed));
  const sender = { visitor: 'a', address: '192.0.2.1' };
  await expect(later(sender, new Date(0))).rejects.toThrow('away');
  expect(await later(sender, new Date(0))).toEqual(await later(sender, new Date(0)));
  expect(tries).toBe(2);
});
