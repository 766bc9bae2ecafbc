/** Limits that all nodes count together. */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSharedLimits, createSpendBreaker, LimitsUnavailableError, sharedLimits } from '#lib/api/shared-limits.ts';
import type { SharedLimits } from '#lib/api/shared-limits.ts';
import { databaseOver } from '#lib/db/database.ts';
import { DatabaseUnreachableError } from '#lib/db/connection.ts';
import { createCounterRepository, forgetEndedWindows } from '#lib/features/limits/limits.repository.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { secondNode } from '#tests/support/second-node.ts';
import type { SecondNode } from '#tests/support/second-node.ts';

let base: TestDatabase;
let second: SecondNode;
let here: SharedLimits;
let there: SharedLimits;
const digest = (text: string): string => createHmac('sha256', 'a key').update(text).digest('base64url');
const limitsOver = (db: TestDatabase['db'], factor = 1): SharedLimits => createSharedLimits({ store: createCounterRepository(db), digest, factor });

beforeAll(async () => {
  base = await testDatabase();
  second = await secondNode(base);
  here = limitsOver(base.db);
  there = limitsOver(second.db);
});
afterAll(async () => {
  await second.close();
  await base.close();
});
beforeEach(async () => {
  await sql`delete from rate_limits`.execute(base.db);
});

/** How many of so many calls, made by turns on two nodes at once, may go on. */
async function allowed(count: number, spender: (index: number) => Parameters<SharedLimits['spend']>[1]): Promise<number> {
  const waits = await Promise.all(Array.from({ length: count }, (_, index) => (index % 2 === 0 ? here : there).spend('login', spender(index))));
  return waits.filter((wait) => wait === undefined).length;
}

describe('two nodes', () => {
  test('share the count of an address, and tell how long to wait', async () => {
    expect(await allowed(sharedLimits.login.address + 15, () => ({ address: '203.0.113.1' }))).toBe(sharedLimits.login.address);
    const wait = await here.spend('login', { address: '203.0.113.1' });
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(sharedLimits.login.seconds);
    expect(await there.spend('login', { address: '203.0.113.2' })).toBeUndefined();
    expect(await there.spend('code', { address: '203.0.113.1' })).toBeUndefined();
  });

  test('share the count of an account and of a destination, wherever the calls come from', async () => {
    expect(await allowed(40, (index) => ({ address: `203.0.113.${index}`, account: 7 }))).toBe(sharedLimits.login.account);
    expect(await allowed(40, (index) => ({ address: `198.51.100.${index}`, destination: 'a@b.example' }))).toBe(sharedLimits.login.destination);
    expect(await here.spend('login', { address: '192.0.2.1', account: 8, destination: 'c@d.example' })).toBeUndefined();
  });

  test('count with each other without waiting in a circle', async () => {
    const both = Array.from({ length: 30 }, (_, index) =>
      (index % 2 === 0 ? here : there).spend('write-heavy', { account: index % 3, destination: String(index % 5) }),
    );
    expect(await Promise.all(both)).toHaveLength(30);
  });
});

test('the addresses of one /64 count as one, and those of a /48 as ten', async () => {
  expect(await allowed(sharedLimits.login.address + 40, (index) => ({ address: `2001:db8:1:2::${index.toString(16)}` }))).toBe(sharedLimits.login.address);
  expect(await allowed(12 * sharedLimits.login.address, (index) => ({ address: `2001:db8:7:${index.toString(16)}::1` }))).toBe(10 * sharedLimits.login.address);
});

test('who is stopped by the address does not use up an account’s tries', async () => {
  for (let call = 0; call < sharedLimits.login.address; call++) await here.spend('login', { address: '203.0.113.9' });
  for (let call = 0; call < 20; call++) expect(await here.spend('login', { address: '203.0.113.9', account: 7 })).toBeGreaterThan(0);
  expect(await here.spend('login', { address: '203.0.113.10', account: 7 })).toBeUndefined();
});

test('the table names nobody by mail address or phone', async () => {
  await here.spend('code', { address: '203.0.113.1', destination: 'canary@loftling.test' });
  await here.spend('code', { address: '203.0.113.1', destination: '+8613800138000' });
  const { rows } = await sql<{ key: string }>`select key from rate_limits`.execute(base.db);
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toMatch(/canary|13800138000/);
});

test('a window that has ended begins anew, and is forgotten when nobody comes again', async () => {
  for (let call = 0; call <= sharedLimits.code.account; call++) await here.spend('code', { account: 7 });
  expect(await here.spend('code', { account: 7 })).toBeGreaterThan(0);
  await sql`update rate_limits set ends_at = now() - interval '1 second'`.execute(base.db);
  expect(await here.spend('code', { account: 7 })).toBeUndefined();
  await here.spend('code', { account: 8 });
  await sql`update rate_limits set ends_at = now() - interval '1 second' where key = 'code account 8'`.execute(base.db);
  expect(await forgetEndedWindows(base.db)).toBe(1);
});

test('a factor widens the limits, and 0 lifts them', async () => {
  const wide = limitsOver(base.db, 2);
  for (let call = 0; call < 2 * sharedLimits.login.account; call++) expect(await wide.spend('login', { account: 1 })).toBeUndefined();
  expect(await wide.spend('login', { account: 1 })).toBeGreaterThan(0);
  expect(await limitsOver(base.db, 0).spend('login', { account: 1 })).toBeUndefined();
});

describe('the spend breaker', () => {
  test('lets two nodes together spend a day’s sum, and not one more', async () => {
    const breakers = [base.db, second.db].map((db) => createSpendBreaker(createCounterRepository(db), { sms: 1_000 }));
    const spent = await Promise.all(Array.from({ length: 40 }, (_, index) => breakers[index % 2]?.spend('sms', 70)));
    expect(spent.filter(Boolean)).toHaveLength(14);
    const [one] = breakers;
    // What is smaller still fits, until the sum is reached.
    expect([await one?.spend('sms', 20), await one?.spend('sms', 1)]).toEqual([true, false]);
    await one?.takeBack('sms', 70);
    expect([await one?.spend('sms', 71), await one?.spend('sms', 70)]).toEqual([false, true]);
    const { rows } = await sql<{ ends: Date }>`select ends_at as ends from rate_limits where key = 'budget sms'`.execute(base.db);
    expect(rows[0]?.ends.toISOString()).toMatch(/T00:00:00.000Z$/);
  });

  test('begins anew with the day, and takes only whole costs that fit', async () => {
    const breaker = createSpendBreaker(createCounterRepository(base.db), { sms: 100 });
    expect([await breaker.spend('sms', 101), await breaker.spend('sms', 100), await breaker.spend('sms', 1)]).toEqual([false, true, false]);
    await sql`update rate_limits set ends_at = now() - interval '1 second'`.execute(base.db);
    expect(await breaker.spend('sms', 100)).toBe(true);
    for (const cost of [-1, 0.5, Number.NaN]) expect(() => breaker.spend('sms', cost)).toThrow(RangeError);
  });
});

test('what cannot be counted is refused, as something that is away', async () => {
  const gone = await databaseOver({
    engine: 'postgres',
    connect: () => Promise.reject(new DatabaseUnreachableError('The database is away')),
    onChange: async () => undefined,
    end: async () => undefined,
    isResponsive: () => false,
  });
  const limits = limitsOver(gone.db);
  const breaker = createSpendBreaker(createCounterRepository(gone.db), { sms: 100 });
  for (const spent of [limits.spend('login', { address: '203.0.113.1' }), limits.spend('code', { destination: 'a@b.example' }), breaker.spend('sms', 1)])
    await expect(spent).rejects.toMatchObject({ name: LimitsUnavailableError.name, statusCode: 503 });
});
