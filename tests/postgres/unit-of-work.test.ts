/** What only shows with several connections: locks, collisions and limits of transactions. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseUnreachableError } from '#lib/db/connection.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';

let shared: TestDatabase;
beforeAll(async () => {
  shared = await testDatabase();
  await sql`create table stock (id int primary key, beds int not null)`.execute(shared.db);
});
afterAll(() => shared.close());

test('of work that locks the same name, one is under way at a time; in whatever order names are given, nobody deadlocks', async () => {
  let inside = 0;
  let most = 0;
  const work = (lockOf: readonly string[]) =>
    shared.database.transact(
      async (tx) => {
        most = Math.max(most, ++inside);
        await sql`select pg_sleep(0.02)`.execute(tx);
        inside--;
      },
      { lockOf, attempts: 1 },
    );
  await Promise.all(Array.from({ length: 10 }, (_, index) => work(index % 2 === 0 ? ['order:1', 'bed:1'] : ['bed:1', 'order:1'])));
  expect(most).toBe(1);
});

test('work that reads and then writes the same rows is begun again until all of it has counted', async () => {
  await sql`insert into stock values (1, 0)`.execute(shared.db);
  let begun = 0;
  const one = () =>
    shared.database.transact(
      async (tx) => {
        begun++;
        const { rows } = await sql<{ beds: number }>`select beds from stock where id = 1`.execute(tx);
        await sql`update stock set beds = ${(rows[0]?.beds ?? 0) + 1} where id = 1`.execute(tx);
      },
      { isolation: 'serializable', attempts: 20 },
    );
  await Promise.all(Array.from({ length: 6 }, one));
  expect((await sql`select beds from stock where id = 1`.execute(shared.db)).rows).toEqual([{ beds: 6 }]);
  expect(begun).toBeGreaterThan(6);
});

test('two that deadlock both come through', async () => {
  await sql`insert into stock values (2, 0), (3, 0)`.execute(shared.db);
  const met = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const inOrder = (index: 0 | 1) =>
    shared.database.transact(async (tx) => {
      for (const [step, id] of (index === 0 ? [2, 3] : [3, 2]).entries()) {
        await sql`update stock set beds = beds + 1 where id = ${id}`.execute(tx);
        if (step === 0) {
          met[index]?.resolve();
          await met[1 - index]?.promise;
        }
      }
    });
  await Promise.all([inOrder(0), inOrder(1)]);
  expect((await sql`select sum(beds)::int as beds from stock where id in (2, 3)`.execute(shared.db)).rows).toEqual([{ beds: 4 }]);
});

test('a transaction has limits: of a statement, of waiting for a lock, of a pause; a lock that is not to be had is 503', async () => {
  const shown = await shared.database.transact(async (tx) => {
    const { rows } = await sql<{ name: string; setting: string }>`select name, setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`.execute(tx);
    return rows.map(({ name, setting }) => `${name} ${setting}`);
  });
  expect(shown).toEqual(['idle_in_transaction_session_timeout 30000', 'lock_timeout 10000', 'statement_timeout 30000']);
  const held = Promise.withResolvers<void>();
  const has = Promise.withResolvers<void>();
  const holder = shared.database.transact(
    async () => {
      has.resolve();
      await held.promise;
    },
    { lockOf: 'order:9' },
  );
  await has.promise;
  const waiting: unknown = await shared.database.transact(async () => undefined, { lockOf: 'order:9', lockLimit: 200 }).catch((reason: unknown) => reason);
  held.resolve();
  await holder;
  expect(waiting).toBeInstanceOf(DatabaseUnreachableError);
  const slow: unknown = await shared.database.transact((tx) => sql`select pg_sleep(20)`.execute(tx), { limit: 200 }).catch((reason: unknown) => reason);
  expect(slow).toBeInstanceOf(DatabaseUnreachableError);
});
