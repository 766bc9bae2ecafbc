/** Commands that borrow the embedded database from a running server, and die at a bad moment. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConnectionSource } from '#lib/db/connection.ts';
import { openEmbedded } from '#lib/db/embedded.ts';

const folder = mkdtempSync(join(tmpdir(), 'loftling-borrowing-'));
let server: ConnectionSource;
beforeAll(async () => {
  server = await openEmbedded(folder);
});
afterAll(async () => {
  await server.end();
  rmSync(folder, { recursive: true, force: true });
});

function frame(message: unknown): Buffer {
  const body = serialize(message);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  return Buffer.concat([head, body]);
}

test('a command that dies while it waits its turn does not keep the database', async () => {
  const held = await server.connect();
  const command = connect(join(folder, 'database.sock'));
  await new Promise<void>((resolve) => void command.once('connect', resolve));
  command.write(frame({ id: 1, do: 'acquire' }));
  // Whoever asks next is answered after the command's call has been read.
  await new Promise((resolve) => setTimeout(resolve, 200));
  const gone = new Promise<void>((resolve) => void command.once('close', () => resolve()));
  command.destroy();
  await gone;
  await new Promise((resolve) => setTimeout(resolve, 100));
  held.release();
  const next = await Promise.race([server.connect(), new Promise<'never'>((resolve) => setTimeout(resolve, 5_000, 'never'))]);
  if (next === 'never') throw new Error('the connection was never given back');
  expect((await next.query('select 1 as one', [])).rows).toEqual([{ one: 1 }]);
  next.release();
});

test('a command that dies inside a transaction leaves none behind', async () => {
  const command = connect(join(folder, 'database.sock'));
  await new Promise<void>((resolve) => void command.once('connect', resolve));
  for (const [id, sql] of ['begin', 'create table left_behind (id int)'].entries()) {
    if (id === 0) command.write(frame({ id: 100, do: 'acquire' }));
    command.write(frame({ id, do: 'query', sql, parameters: [] }));
  }
  let answers = 0;
  await new Promise<void>((resolve) => void command.on('data', () => (++answers >= 3 ? resolve() : undefined)));
  command.destroy();
  const next = await server.connect();
  expect((await next.query("select to_regclass('left_behind') as it", [])).rows).toEqual([{ it: null }]);
  next.release();
});
