/** An embedded database that does not answer in time. */
import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withStatementLimit } from '#lib/db/connection.ts';
import { databaseOver } from '#lib/db/database.ts';
import { openEmbedded } from '#lib/db/embedded.ts';
import { filledFolder } from '#tests/support/data-folder.ts';

/** Keeps the engine busy for about as many seconds as nobody waits for. */
const endless = sql`select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b where a # b = -1`;

// Opening a database takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000 });
let folder: string;
beforeEach(() => {
  folder = filledFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a statement that takes too long is refused with 503, what waits behind it is answered, and what was committed is there', async () => {
  const database = await databaseOver(await openEmbedded(folder, { patience: 120_000, statementLimit: 300 }));
  const { db } = database;
  /** Work that is known to take longer has its own limit; here, all that a busy machine may take its time for. */
  const patiently = <T>(work: () => Promise<T>): Promise<T> => withStatementLimit(60_000, work);
  const heard: string[] = [];
  await database.onChange((tags) => void heard.push(...tags));
  await patiently(async () => {
    await sql`create table kept (id int)`.execute(db);
    await sql`insert into kept values (1)`.execute(db);
  });
  const hung = patiently(() =>
    database.transact(async (transaction) => {
      await sql`insert into kept values (2)`.execute(transaction);
      await withStatementLimit(50, () => endless.execute(transaction));
    }),
  ).catch((reason: unknown) => reason);
  const behind = patiently(() => sql`select id from kept`.execute(db));
  expect(await hung).toMatchObject({ name: 'DatabaseUnreachableError', statusCode: 503 });
  expect((await behind).rows).toEqual([{ id: 1 }]);
  expect(database.isResponsive()).toBe(true);
  // Notices of other processes may have been lost meanwhile.
  expect(heard).toContain('*');
  await patiently(() => sql`select pg_sleep(0.6)`.execute(db));
  await database.close();
});

test('a database that cannot be opened anew is given up: the process is told, and everybody gets 503', async () => {
  const lost = Promise.withResolvers<Error>();
  // In memory there is nothing to open anew.
  const database = await databaseOver(await openEmbedded(undefined, { onLost: lost.resolve }));
  const hung: unknown = await withStatementLimit(50, () => endless.execute(database.db)).catch((reason: unknown) => reason);
  expect(hung).toMatchObject({ statusCode: 503 });
  expect((await lost.promise).message).toMatch(/has not answered .* could not be opened anew/);
  expect(database.isResponsive()).toBe(false);
  expect(await sql`select 1`.execute(database.db).catch((reason: unknown) => reason)).toMatchObject({ statusCode: 503 });
  await database.close();
});

test('closing does not wait for a statement that never ends', async () => {
  const database = await databaseOver(await openEmbedded(folder, { lastTurn: 50 }));
  await sql`select 1`.execute(database.db);
  const hung = endless.execute(database.db).catch((reason: unknown) => reason);
  await expect.poll(() => database.queryCount()).toBe(1);
  await new Promise((resolve) => void setImmediate(resolve));
  await database.close();
  expect(await hung).toMatchObject({ name: 'DatabaseUnreachableError' });
  const again = await databaseOver(await openEmbedded(folder));
  expect((await sql`select 1 as one`.execute(again.db)).rows).toEqual([{ one: 1 }]);
  await again.close();
});
