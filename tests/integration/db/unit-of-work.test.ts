/** Transactions, on both databases. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseOver } from '#lib/db/database.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { openEmbedded } from '#lib/db/embedded.ts';
import { RootConnectionError, transact, wakeAfter } from '#lib/db/unit-of-work.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';

let shared: TestDatabase;
beforeAll(async () => {
  shared = await testDatabase();
  await sql`create table notes (text text)`.execute(shared.db);
});
afterAll(() => shared.close());
beforeEach(() => sql`truncate notes`.execute(shared.db));

const note = (db: Db | DbTransaction, text: string) => sql`insert into notes values (${text})`.execute(db);
const notes = async (): Promise<string[]> => (await sql<{ text: string }>`select text from notes order by 1`.execute(shared.db)).rows.map(({ text }) => text);
const collision = (code: string): Error => Object.assign(new Error('could not serialize access'), { code });

test('work is kept as a whole, or undone as a whole', async () => {
  expect(
    await shared.database.transact(async (tx) => {
      await note(tx, 'kept');
      return 7;
    }),
  ).toBe(7);
  const refused = transact(shared.db, async (tx) => {
    await note(tx, 'undone');
    throw new Error('no');
  });
  await expect(refused).rejects.toThrow('no');
  expect(await notes()).toEqual(['kept']);
});

test('the isolation that was asked for is the one that rules', async () => {
  for (const isolation of ['read committed', 'repeatable read', 'serializable'] as const) {
    const { rows } = await shared.database.transact((tx) => sql`show transaction_isolation`.execute(tx), { isolation });
    expect(rows).toEqual([{ transaction_isolation: isolation }]);
  }
});

test('who is to be woken hears of it once the work is kept, with others in one notice, and never of what was undone', async () => {
  const heard: string[] = [];
  await shared.database.onChange((tags) => void heard.push(tags.join(' ')));
  const wake = (tag: string, fails = false): Promise<void> =>
    transact(shared.db, async (tx) => {
      await wakeAfter(tx, tag);
      await note(tx, tag);
      if (fails) throw new Error('undone');
    });
  await expect(wake('asleep', true)).rejects.toThrow('undone');
  await Promise.all(Array.from({ length: 12 }, (_, index) => wake(`woken-${index % 3}`)));
  await expect.poll(() => ['woken-0', 'woken-1', 'woken-2'].every((tag) => heard.join(' ').includes(tag))).toBe(true);
  await wake('last');
  // What was still on its way of the twelve may come in one notice with it.
  await expect.poll(() => heard.join(' ').split(' ')).toContain('last');
  expect(heard.join(' ')).not.toContain('asleep');
});

describe('work that collides', () => {
  test('is begun again, as often as it may, and only its last attempt is kept', async () => {
    for (const code of ['40001', '40P01']) {
      let attempts = 0;
      await shared.database.transact(async (tx) => {
        await note(tx, `${code} ${++attempts}`);
        if (attempts < 3) throw collision(code);
      });
    }
    expect(await notes()).toEqual(['40001 3', '40P01 3']);
  });

  test('fails with its collision when the attempts are used up', async () => {
    let attempts = 0;
    const always = shared.database.transact(
      async () => {
        attempts++;
        throw collision('40001');
      },
      { attempts: 2 },
    );
    await expect(always).rejects.toMatchObject({ code: '40001' });
    expect(attempts).toBe(2);
  });

  test('is not begun again for any other fault', async () => {
    let attempts = 0;
    const faulty = shared.database.transact(async (tx) => {
      attempts++;
      await sql`select nothing_such`.execute(tx);
    });
    await expect(faulty).rejects.toMatchObject({ code: '42703' });
    expect(attempts).toBe(1);
  });
});

describe('inside a transaction', () => {
  test('a query past it is refused at once, and what it had done is undone', async () => {
    const past = shared.database.transact(async (tx) => {
      await note(tx, 'inside');
      await note(shared.db, 'past');
    });
    await expect(past).rejects.toThrow(RootConnectionError);
    await expect(past).rejects.toThrow('Inside a transaction every query goes through it: pass `tx` on.');
    expect(await notes()).toEqual([]);
  });

  test('another one is refused, whether it is begun at the root or in the transaction', async () => {
    await expect(shared.database.transact(() => shared.database.transact(async () => undefined))).rejects.toThrow(RootConnectionError);
    await expect(shared.database.transact((tx) => transact(tx, async () => undefined))).rejects.toThrow(RootConnectionError);
    await expect(shared.database.transact(() => shared.db.transaction().execute(async () => undefined))).rejects.toThrow(RootConnectionError);
  });

  test('another database may be used', async () => {
    const other = await databaseOver(await openEmbedded(undefined));
    const { rows } = await shared.database.transact(() => other.transact((tx) => sql`select 1 as one`.execute(tx)));
    expect(rows).toEqual([{ one: 1 }]);
    await expect(shared.database.transact(() => other.transact(() => note(shared.db, 'past both')))).rejects.toThrow(RootConnectionError);
    await other.close();
  });

  test('what others do at the same time is not refused: queries, queues and timers of elsewhere', async () => {
    const orders: (() => void)[] = [];
    const queue = (async () => {
      await new Promise<void>((resolve) => void orders.push(resolve));
      return note(shared.db, 'from the queue');
    })();
    const timer = new Promise((resolve, reject) => {
      setTimeout(() => note(shared.db, 'from the timer').then(resolve, reject), 5);
    });
    const beside = await shared.database.transact(async (tx) => {
      await note(tx, 'inside');
      for (const order of orders) order();
      await new Promise((resolve) => setTimeout(resolve, 20));
      return 'done';
    });
    expect(beside).toBe('done');
    await Promise.all([queue, timer]);
    expect(await notes()).toEqual(['from the queue', 'from the timer', 'inside']);
  });

  test('what was started inside is free again after the end', async () => {
    const late = await shared.database.transact(async (tx) => {
      await note(tx, 'inside');
      const ended = Promise.withResolvers<void>();
      return { end: ended.resolve, written: ended.promise.then(() => note(shared.db, 'afterwards')) };
    });
    late.end();
    await late.written;
    expect(await notes()).toEqual(['afterwards', 'inside']);
  });
});

test('locks are taken on both databases, also several and twice the same', async () => {
  const done = await Promise.all([1, 2, 3].map((number) => shared.database.transact(async () => number, { lockOf: ['order:2', 'order:1', 'order:2'] })));
  expect(done).toEqual([1, 2, 3]);
});
