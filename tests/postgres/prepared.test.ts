/** Statements that Postgres keeps for each connection: what they answer stays right whatever happens to them meanwhile. */
import { expect, onTestFinished, test } from 'vitest';
import type { Connection } from '#lib/db/connection.ts';
import { openPostgres } from '#lib/db/postgres.ts';

const mark = '/* prepared */';

async function connection(): Promise<Connection> {
  const source = await openPostgres(process.env['TEST_DATABASE_URL'] ?? '', 1);
  const one = await source.connect();
  onTestFinished(async () => {
    one.release();
    await source.end();
  });
  return one;
}

const kept = async (one: Connection): Promise<readonly unknown[]> => (await one.query('select statement from pg_prepared_statements', [])).rows;

test('what is marked is prepared once and asked with other values; what is not is not', async () => {
  const one = await connection();
  const ask = async (value: number): Promise<unknown> => (await one.query(`select $1::int + 1 as next ${mark}`, [value])).rows;
  // Postgres takes a plan for any value after five with one of their own.
  for (let value = 0; value < 8; value++) expect(await ask(value)).toEqual([{ next: value + 1 }]);
  await one.query('select $1::int as other', [1]);
  expect(await kept(one)).toEqual([{ statement: `select $1::int + 1 as next ${mark}` }]);
});

test('of many different ones a bounded number is prepared, and all are answered', async () => {
  const one = await connection();
  for (let index = 0; index < 50; index++) expect((await one.query(`select ${index} as value ${mark}`, [])).rows).toEqual([{ value: index }]);
  expect(await kept(one)).toHaveLength(32);
});

test('a column that a newer version adds, or a connection that forgot, costs no reader an answer', async () => {
  const one = await connection();
  await one.query('create temp table things (id int)', []);
  await one.query('insert into things values (1)', []);
  const ask = async (): Promise<unknown> => (await one.query(`select * from things ${mark}`, [])).rows;
  expect(await ask()).toEqual([{ id: 1 }]);
  await one.query('alter table things add column name text', []);
  expect(await ask()).toEqual([{ id: 1, name: null }]);
  expect(await ask()).toEqual([{ id: 1, name: null }]);
  const count = async (): Promise<unknown> => (await one.query(`select count(*)::int as n from things ${mark}`, [])).rows;
  expect(await count()).toEqual([{ n: 1 }]);
  await one.query('deallocate all', []);
  expect(await count()).toEqual([{ n: 1 }]);
});

test('a value that does not fit fails alone, the first time as later, and a text of any length has a name that Postgres can tell apart', async () => {
  const one = await connection();
  const ask = (value: unknown): Promise<unknown> => one.query(`select $1::int as value ${mark}`, [value]).then(({ rows }) => rows);
  for (const hostile of ["'; drop table houses; --", 'x'.repeat(1_000_000), 2 ** 40]) {
    await expect(ask(hostile)).rejects.toMatchObject({ code: expect.stringMatching(/^22/) });
    await expect(ask(1)).resolves.toEqual([{ value: 1 }]);
  }
  // Postgres reads 63 bytes of a name.
  const long = (end: string): Promise<unknown> => one.query(`select '${'x'.repeat(100_000)}${end}' as text ${mark}`, []).then(({ rows }) => rows);
  for (const end of ['a', 'b', 'a']) await expect(long(end)).resolves.toEqual([{ text: `${'x'.repeat(100_000)}${end}` }]);
});

test('inside a transaction it fails by its own reason', async () => {
  const one = await connection();
  await one.query('create temp table pieces (id int)', []);
  const ask = (): Promise<unknown> => one.query(`select * from pieces ${mark}`, []);
  await ask();
  await one.query('alter table pieces add column name text', []);
  await one.query('begin', []);
  await expect(ask()).rejects.toMatchObject({ code: '0A000' });
  await one.query('rollback', []);
  await expect(ask()).resolves.toMatchObject({ rows: [] });
});
