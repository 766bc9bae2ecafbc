/** The embedded database, files and a whole site on a disk that fills up. Needs the right to mount a file system in memory; skipped without it. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { databaseOver, openDatabase } from '#lib/db/database.ts';
import { hasRoom } from '#lib/db/disk-room.ts';
import { openEmbedded } from '#lib/db/embedded.ts';
import { explainDatabaseError } from '#lib/db/explain.ts';
import { claimFolder } from '#lib/db/lock.ts';
import { folderStorage } from '#lib/ports/storage/folder-storage.ts';
import { StorageError } from '#lib/ports/storage/storage.ts';
import { startSite } from '#tests/support/site.ts';
import type { Site } from '#tests/support/site.ts';
import { ask } from './asked.ts';

const disks: string[] = [];
const sites: Site[] = [];

/** A disk of its own for a test. @returns its folder, undefined where none can be mounted. */
function mountDisk(megabytes: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'loftling-disk-'));
  disks.push(folder);
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).status === 0 ? folder : undefined;
}

const disk = mountDisk(120) ?? '';
const mounted = disk !== '';
afterAll(async () => {
  // One that a failed test left behind.
  for (const site of sites) await site.stop('SIGKILL');
  for (const folder of disks) {
    if (mounted) spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Takes all the room that is left, as something else on the machine may. */
function takeAllRoom(file: string): void {
  const handle = openSync(file, 'a');
  for (const size of [1_048_576, 4_096]) {
    try {
      while (writeSync(handle, Buffer.alloc(size)) === size);
    } catch {
      // Full.
    }
  }
  closeSync(handle);
}

const write = sql`insert into filling (text) select repeat(md5(random()::text), 60) from generate_series(1, 2000)`;

test.runIf(mounted)('every write is either acknowledged or refused with what to do, and with room again all that was acknowledged is there', async () => {
  const folder = join(disk, 'data');
  let lost: Error | undefined;
  const database = await databaseOver(await openEmbedded(folder, { statementLimit: 20_000, onLost: (error) => (lost = error) }));
  await sql`create table filling (id serial, text text)`.execute(database.db);
  let acknowledged = 0;
  const failures: unknown[] = [];
  // The second failure in a row may be a silence instead of an answer: the engine hangs once its log cannot be written.
  while (failures.length < 3) {
    try {
      await write.execute(database.db);
      acknowledged++;
    } catch (error) {
      failures.push(error);
    }
  }
  expect(failures.map((error) => explainDatabaseError(error) === undefined)).toEqual([false, false, false]);
  expect(database.isResponsive()).toBe(lost === undefined);
  expect(await hasRoom(disk, 20 * 1_048_576)).toBe(false);
  await database.close();

  spawnSync('mount', ['-o', 'remount,size=400m', disk]);
  expect(await hasRoom(disk, 20 * 1_048_576)).toBe(true);
  const again = await databaseOver(await openEmbedded(folder));
  expect((await sql`select count(*)::int as count from filling`.execute(again.db)).rows).toEqual([{ count: acknowledged * 2_000 }]);
  await write.execute(again.db);
  await again.close();
});

test.runIf(mounted)('a file is kept whole or not at all, what was kept stays whole, and with room again it is taken', async () => {
  const room = mountDisk(16) ?? '';
  const storage = folderStorage(join(room, 'files'));
  const type = { type: 'application/pdf' };
  const [small, large] = [Buffer.alloc(100_000, 'a'), Buffer.alloc(4 * 1_048_576, 'b')];
  await storage.put('uploads/kept.pdf', small, type);
  takeAllRoom(join(room, 'filler'));
  await expect(storage.put('uploads/new.pdf', large, type)).rejects.toBeInstanceOf(StorageError);
  // In place of another the former one stays.
  await expect(storage.put('uploads/kept.pdf', large, type)).rejects.toBeInstanceOf(StorageError);
  expect((await storage.get('uploads/kept.pdf'))?.bytes.equals(small)).toBe(true);
  expect(await storage.get('uploads/new.pdf')).toBeUndefined();
  expect(readdirSync(join(room, 'files', '.arriving'))).toEqual([]);
  rmSync(join(room, 'filler'));
  await storage.put('uploads/new.pdf', large, type);
  expect((await storage.get('uploads/new.pdf'))?.bytes.equals(large)).toBe(true);
});

test.runIf(mounted)('a question that meets a full disk is refused in words, none that was taken is lost, and with room again each is there once', async () => {
  const room = mountDisk(320) ?? '';
  const folder = join(room, 'data');
  mkdirSync(folder);
  // Nobody answers at that port: the mail server is away.
  const settings = { RATE_LIMIT_FACTOR: '0', LOG_LEVEL: 'silent', SMTP_URL: 'smtp://127.0.0.1:9', DISK_RESERVE_MB: '20' };
  const start = async (): Promise<Site> => {
    const started = await startSite(settings, folder);
    sites.push(started);
    return started;
  };
  let site = await start();
  const taken = new Map<number, string>();
  const refused = new Set<number>();
  let asked = 0;
  const content = 'Is it quiet at night? '.repeat(80);
  const keyOf = (number: number): string => `full-disk-${number}`;

  async function askOne(number: number): Promise<void> {
    const answer = await ask(site.baseUrl, number, { content, key: keyOf(number) }).catch(() => undefined);
    if (answer?.reference !== undefined) {
      taken.set(number, answer.reference);
      refused.delete(number);
      return;
    }
    refused.add(number);
    // Who is answered is told to come again; the process may end first, which a browser says and keeps the question for.
    if (answer) expect([answer.status, answer.code, answer.message]).toEqual([503, 503, expect.stringMatching(/./)]);
  }
  const askSome = (count: number): Promise<unknown> =>
    Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let index = 0; index < count / 4; index++) await askOne((asked += 1));
      }),
    );

  await askSome(100);
  expect([taken.size, refused.size]).toEqual([100, 0]);
  for (let round = 0; round < 2; round++) {
    takeAllRoom(join(room, 'filler'));
    // What the log of writes has set aside takes some more.
    const until = refused.size + 12;
    for (let tries = 0; refused.size < until && tries < 500; tries++) await askSome(4);
    expect(refused.size, 'questions that met the full disk').toBeGreaterThanOrEqual(until);
    rmSync(join(room, 'filler'));
    // By itself, or as whoever looks after it starts it again when it has ended.
    const since = Date.now();
    let again: number | undefined;
    while (again === undefined && Date.now() - since < 90_000) {
      const ready = await fetch(`${site.baseUrl}/readyz`).catch(() => undefined);
      if (!ready) site = await start();
      else if (ready.ok) again = Date.now();
      else await new Promise((resolve) => void setTimeout(resolve, 250));
    }
    expect(again, 'it takes questions again').toBeDefined();
    for (const number of refused) await askOne(number);
    expect([...refused], 'refused with room again').toEqual([]);
  }
  await askSome(20);
  await site.stop();
  expect(taken.size).toBe(asked);

  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined, databasePool: 1 }, 'alone');
  const { rows } = await sql<{ reference: string }>`select reference from enquiries`.execute(database.db);
  expect(rows.map(({ reference }) => reference).sort()).toEqual([...taken.values()].sort());
  const { rows: mails } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job where name like '%mail%'`.execute(database.db);
  expect(mails).toEqual([{ count: asked }]);
  await database.close();
});

test.runIf(mounted)('a start on a disk without room is told that, and not that the folder may not be written', async () => {
  const full = mkdtempSync(join(tmpdir(), 'loftling-full-'));
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4k,nr_inodes=1', 'tmpfs', full]);
  try {
    await expect(claimFolder(join(full, 'data'))).rejects.toThrow(/its disk is full\.\nFree some space/);
  } finally {
    spawnSync('umount', [full]);
    rmSync(full, { recursive: true, force: true });
  }
});
