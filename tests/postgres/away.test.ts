/** What only a database server of its own can do: go away. */
import { expect, test } from 'vitest';
import { openPostgres } from '#lib/db/postgres.ts';
import { cuttable } from '#tests/support/cuttable.ts';

test('a database that goes away fails what is under way with 503, ends nothing else, and is used again when it is back', async () => {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  const way = await cuttable(Number(url.port || 5_432));
  url.port = String(way.port);
  const source = await openPostgres(url.href, 2);
  try {
    const connection = await source.connect();
    const slow = connection.query('select pg_sleep(60)', []).catch((reason: unknown) => reason);
    await way.cut();
    expect(await slow).toMatchObject({ name: 'DatabaseUnreachableError', statusCode: 503 });
    connection.release();
    expect(await source.connect().catch((reason: unknown) => reason)).toMatchObject({ statusCode: 503 });
    await way.mend();
    const again = await source.connect();
    expect((await again.query('select 1 as one', [])).rows).toEqual([{ one: 1 }]);
    // What is wrong with the query itself is no absence of the database.
    expect(await again.query('select nothing_such', []).catch((reason: unknown) => reason)).not.toMatchObject({ statusCode: 503 });
    again.release();
  } finally {
    await source.end();
    await way.close();
  }
});
