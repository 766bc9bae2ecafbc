/** Commands that borrow the embedded database from a running server, and die at a bad moment. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DatabaseUnreachableError } from '#lib/db/connection.ts';
import type { ConnectionSource } from '#lib/db/connection.ts';
import { openEmbedded } from '#lib/db/embedded.ts';
import { onFrames, sendFrame } from '#lib/db/frames.ts';
import { borrowConnections } from '#lib/db/share.ts';
import { filledFolder } from '#tests/support/data-folder.ts';

// Opening a database takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000 });
const folder = filledFolder();
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

/** A question to the server and back. It has read by then what was sent to it before. */
async function thereAndBack(): Promise<void> {
  const socket = connect(join(folder, 'database.sock'));
  const refused = once(socket, 'data');
  socket.write(frame({ id: 1, do: 'query', sql: 'select 1', parameters: [] }));
  await refused;
  socket.destroy();
}

test('a command that dies while it waits its turn does not keep the database', async () => {
  const held = await server.connect();
  const command = connect(join(folder, 'database.sock'));
  await new Promise<void>((resolve) => void command.once('connect', resolve));
  command.write(frame({ id: 1, do: 'acquire' }));
  await thereAndBack();
  const gone = new Promise<void>((resolve) => void command.once('close', () => resolve()));
  command.destroy();
  await gone;
  await thereAndBack();
  held.release();
  // A connection that is never given back would be refused after a while.
  const next = await server.connect();
  expect((await next.query('select 1 as one', [])).rows).toEqual([{ one: 1 }]);
  next.release();
});

test('a command asks one question after another over one socket, and over another when that is gone', async () => {
  const sockets: Socket[] = [];
  const path = join(folder, 'stand-in.sock');
  const standIn = createServer((socket) => {
    sockets.push(socket);
    onFrames(socket, (message) => sendFrame(socket, { id: (message as { id: number }).id, result: { command: 'SELECT', rowCount: 1, rows: [{ one: 1 }] } }));
  });
  await new Promise<void>((resolve) => void standIn.listen(path, resolve));
  const source = await borrowConnections(path);
  // To see whether anybody listens, it has opened one and closed it.
  const before = sockets.length;
  const ask = async (): Promise<void> => {
    const connection = await source.connect();
    expect((await connection.query('select 1 as one', [])).rows).toEqual([{ one: 1 }]);
    connection.release();
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  for (let time = 0; time < 10; time++) await ask();
  expect(sockets.length - before).toBe(1);
  sockets.at(-1)?.destroy();
  await ask();
  expect(sockets.length - before).toBe(2);
  await source.end();
  await new Promise<void>((resolve) => void standIn.close(() => resolve()));
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

describe('a command that is suspended', () => {
  let suspended: ChildProcess | undefined;
  const leased = filledFolder();
  let lender: ConnectionSource;
  beforeAll(async () => {
    lender = await openEmbedded(leased, { lease: 1_500, patience: 60_000 });
  });
  afterAll(async () => {
    suspended?.kill('SIGKILL');
    await lender.end();
    rmSync(leased, { recursive: true, force: true });
  });

  async function suspendedBorrower(): Promise<ChildProcess> {
    const command = fork('tests/support/borrower.ts', [join(leased, 'database.sock')]);
    await once(command, 'message');
    command.kill('SIGSTOP');
    return command;
  }

  test('while it holds the connection loses it after its lease, with its transaction, and is told when it goes on', async () => {
    suspended = await suspendedBorrower();
    const told = once(suspended, 'message');
    const next = await lender.connect();
    expect((await next.query("select to_regclass('half_done') as it", [])).rows).toEqual([{ it: null }]);
    next.release();
    suspended.kill('SIGCONT');
    expect((await told)[0]).toBe('DatabaseUnreachableError');
  });
});

describe('by a clock that tests move', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  test('who waits while somebody keeps the connection is told after a while, and nobody who waits in a line that moves', async () => {
    const held = await server.connect();
    const refused = server.connect().catch((reason: unknown) => reason);
    vi.advanceTimersByTime(6_000);
    expect(await refused).toMatchObject({ name: 'DatabaseUnreachableError', statusCode: 503 });
    const waits = Array.from({ length: 8 }, () => server.connect());
    held.release();
    for (const wait of waits) {
      const connection = await wait;
      vi.advanceTimersByTime(1_000);
      await connection.query('select 1', []);
      connection.release();
    }
  });

  test('the database answers a question for its health beside a transaction of somebody else, whatever became of that, until it is kept too long', async () => {
    const own = filledFolder();
    const source = await openEmbedded(own, { patience: 1_500 });
    await source.ping?.();
    const held = await source.connect();
    await held.query('begin', []);
    await held.query('create table half (id int)', []);
    await source.ping?.();
    expect(await held.query('select nothing from nowhere', []).catch((error: unknown) => (error as { code?: string }).code)).toBe('42P01');
    vi.advanceTimersByTime(1_500);
    await source.ping?.();
    vi.advanceTimersByTime(1);
    expect(await source.ping?.().catch((reason: unknown) => reason)).toMatchObject({ statusCode: 503 });
    held.release(true);
    await expect.poll(() => source.ping?.().then(() => 'answers')).toBe('answers');
    await source.end();
    expect(await source.ping?.().catch((reason: unknown) => reason)).toMatchObject({ statusCode: 503 });
    rmSync(own, { recursive: true, force: true });
  });
});

test('what is no message ends the socket and nothing else', async () => {
  for (const bytes of [Buffer.from('ffffffff', 'hex'), Buffer.from('0000000401020304', 'hex')]) {
    const stranger = connect(join(folder, 'database.sock'));
    const closed = once(stranger, 'close');
    stranger.on('error', () => undefined);
    stranger.write(bytes);
    await closed;
  }
  const next = await server.connect();
  expect((await next.query('select 1 as one', [])).rows).toEqual([{ one: 1 }]);
  next.release();
});

test('a borrower whose lender goes away fails, at once and whenever it asks again', async () => {
  const gone = filledFolder();
  const lender = await openEmbedded(gone, { lastTurn: 50 });
  const borrowed = await borrowConnections(join(gone, 'database.sock'));
  const connection = await borrowed.connect();
  await connection.query('begin', []);
  const underWay = connection.query('select pg_sleep(20)', []).catch((reason: unknown) => reason);
  const ended = lender.end();
  expect(await underWay).toBeInstanceOf(DatabaseUnreachableError);
  expect(await connection.query('select 1', []).catch((reason: unknown) => reason)).toBeInstanceOf(DatabaseUnreachableError);
  await ended;
  expect(await borrowed.connect().catch((reason: unknown) => reason)).toBeInstanceOf(DatabaseUnreachableError);
  rmSync(gone, { recursive: true, force: true });
});
