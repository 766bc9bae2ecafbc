/** Who may have a data folder: one living process, whatever another left behind. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#lib/db/database.ts';
import { FolderError, FolderInUseError, claimFolder, readHolder } from '#lib/db/lock.ts';
import { filledFolder } from '#tests/support/data-folder.ts';

const root = mkdtempSync(join(tmpdir(), 'loftling-lock-'));
let count = 0;
const freshFolder = (): string => join(root, `folder-${count++}`);
const dead = { pid: 2 ** 22 - 3, started: '1', host: hostname(), socket: '' };

class Claimer {
  readonly process: ChildProcess = fork('tests/support/claimer.ts');
  readonly ready = this.#said();

  async #said(): Promise<string> {
    const [message] = await once(this.process, 'message');
    return String(message);
  }
  async tell(message: { folder: string } | 'release'): Promise<string> {
    const answer = this.#said();
    this.process.send(message);
    return answer;
  }
}

let claimers: Claimer[];
beforeAll(async () => {
  claimers = Array.from({ length: 4 }, () => new Claimer());
  await Promise.all(claimers.map(({ ready }) => ready));
});
afterAll(() => {
  for (const { process } of claimers) process.disconnect();
  rmSync(root, { recursive: true, force: true });
});

async function holdersOf(folder: string): Promise<number> {
  const answers = await Promise.all(claimers.map((one) => one.tell({ folder })));
  const refused = answers.filter((answer) => answer !== 'held');
  for (const answer of refused) expect(answer).toMatch(/is in use by process \d+\.\n/);
  await Promise.all(claimers.map((one) => one.tell('release')));
  return answers.length - refused.length;
}

test('[quality 7] of several processes that claim a new folder at once, one has it, and the others are told which', async () => {
  for (let round = 0; round < 25; round++) expect(await holdersOf(freshFolder()), `round ${round}`).toBe(1);
});

test('of several processes that find the name of a dead holder, one has the folder', async () => {
  for (let round = 0; round < 25; round++) {
    const folder = freshFolder();
    mkdirSync(folder);
    writeFileSync(join(folder, 'database.lock'), round % 2 === 0 ? JSON.stringify(dead) : '');
    expect(await holdersOf(folder), `round ${round}`).toBe(1);
  }
});

test('the folder of a holder that was killed is free at once', async () => {
  const folder = freshFolder();
  for (let round = 0; round < 3; round++) {
    const doomed = new Claimer();
    await doomed.ready;
    expect(await doomed.tell({ folder })).toBe('held');
    expect(readHolder(folder)?.pid).toBe(doomed.process.pid);
    await expect(claimFolder(folder)).rejects.toThrow(new RegExp(`in use by process ${doomed.process.pid}`));
    doomed.process.kill('SIGKILL');
    await once(doomed.process, 'exit');
    expect(await holdersOf(folder), `round ${round}`).toBe(1);
  }
});

test('a holder in another container, whose process cannot be seen, is believed and named with its host', async () => {
  const folder = freshFolder();
  const claim = await claimFolder(folder);
  writeFileSync(join(folder, 'database.lock'), JSON.stringify({ ...dead, pid: 1, host: 'elsewhere' }));
  await expect(claimFolder(folder, 100)).rejects.toThrow(/in use by process 1 on elsewhere/);
  rmSync(join(folder, 'database.lock'));
  const error: unknown = await claimFolder(folder, 100).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(FolderInUseError);
  expect(String(error)).toContain('in use by another process');
  claim.release();
  (await claimFolder(folder)).release();
  expect(existsSync(join(folder, 'database.lock'))).toBe(false);
});

test('a living holder of a version that had no lock but its name is believed', async () => {
  const folder = freshFolder();
  mkdirSync(folder);
  const started = readFileSync(`/proc/${process.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
  writeFileSync(join(folder, 'database.lock'), JSON.stringify({ pid: process.pid, started, socket: '' }));
  await expect(claimFolder(folder)).rejects.toThrow(`in use by process ${process.pid}.`);
  writeFileSync(join(folder, 'database.lock'), JSON.stringify({ pid: process.pid, started: '1', socket: '' }));
  (await claimFolder(folder)).release();
});

test('a folder that cannot be made is explained', async () => {
  const folder = freshFolder();
  mkdirSync(folder);
  writeFileSync(join(folder, 'file'), '');
  await expect(claimFolder(join(folder, 'file', 'data'))).rejects.toThrow(FolderError);
});

describe('other users of the machine', () => {
  test('are kept out of a folder that was open to them', async () => {
    const folder = freshFolder();
    mkdirSync(join(folder, 'database/base'), { recursive: true });
    writeFileSync(join(folder, 'database/base/1'), 'rows');
    chmodSync(folder, 0o777);
    chmodSync(join(folder, 'database/base'), 0o755);
    chmodSync(join(folder, 'database/base/1'), 0o666);
    const claim = await claimFolder(folder);
    const modes = ['', 'database.claim', 'database.lock', 'database/base', 'database/base/1'].map((path) => statSync(join(folder, path)).mode & 0o777);
    expect(modes.map((mode) => mode.toString(8))).toEqual(['700', '600', '600', '700', '600']);
    claim.release();
  });

  // Only root can give a folder away.
  test.runIf(process.getuid?.() === 0)('may not write a folder that is not ours: it is refused, with what to do', async () => {
    const folder = freshFolder();
    mkdirSync(folder);
    chownSync(folder, 65_534, 65_534);
    chmodSync(folder, 0o770);
    await expect(claimFolder(folder)).rejects.toThrow(/belongs to another user .*\n.*chmod go-w/);
    chmodSync(folder, 0o755);
    (await claimFolder(folder)).release();
  });
});

test('a path that is too long for a socket has its socket elsewhere, where commands find it', async () => {
  const short = filledFolder();
  const folder = join(dirname(short), `${'a-long-name-'.repeat(10)}${randomUUID()}`);
  renameSync(short, folder);
  const config = { dataDir: folder, databaseUrl: undefined, databasePool: 1 };
  const server = await openDatabase(config, 'alone');
  const { socket = '' } = readHolder(folder) ?? {};
  expect(socket.startsWith(folder)).toBe(false);
  expect((statSync(join(socket, '..')).mode & 0o777).toString(8)).toBe('700');
  const command = await openDatabase(config, 'beside');
  await command.close();
  await server.close();
  expect(existsSync(join(socket, '..'))).toBe(false);
  rmSync(folder, { recursive: true });
});
