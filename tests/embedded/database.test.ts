/** The embedded database between processes, and how a start ends that is given a bad setting. */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { openDatabase } from '#lib/db/database.ts';
import { filledFolder } from '#tests/support/data-folder.ts';

describe('the embedded database', () => {
  const folder = filledFolder();
  const config = readConfig({ DATA_DIR: folder });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('a second server is refused and told who holds the folder; a command works beside the first', async () => {
    const first = await openDatabase(config, 'alone');
    try {
      await expect(openDatabase(config, 'alone')).rejects.toThrow(new RegExp(`in use by process ${process.pid}`));
      const second = await openDatabase(config, 'beside');
      await sql`create table if not exists notes (text text)`.execute(second.db);
      await second.transact(async (transaction) => {
        await sql`insert into notes values ('kept')`.execute(transaction);
      });
      await second
        .transact(async (transaction) => {
          await sql`insert into notes values ('undone')`.execute(transaction);
          throw new Error('undo');
        })
        .catch(() => undefined);
      expect((await sql`select text from notes`.execute(first.db)).rows).toEqual([{ text: 'kept' }]);
      await second.close();
    } finally {
      await first.close();
    }
    const third = await openDatabase(config, 'alone');
    expect((await sql`select text from notes`.execute(third.db)).rows).toEqual([{ text: 'kept' }]);
    await third.close();
  });
});

test('a bad setting ends the start with a message and status 1', async () => {
  const child = spawn(process.execPath, ['server.ts'], { env: { ...process.env, PORT: 'many' } });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const status = await new Promise((resolve) => child.on('exit', resolve));
  expect(status).toBe(1);
  expect(said).toContain('PORT="many"');
});
