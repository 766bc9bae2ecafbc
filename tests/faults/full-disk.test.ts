/** The embedded database on a disk that fills up. Needs the right to mount a file system in memory; skipped without it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { databaseOver } from '#lib/db/database.ts';
import { hasRoom } from '#lib/db/disk-room.ts';
import { openEmbedded } from '#lib/db/embedded.ts';
import { explainDatabaseError } from '#lib/db/explain.ts';

const disk = mkdtempSync(join(tmpdir(), 'loftling-disk-'));
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=120m', 'tmpfs', disk]).status === 0;
afterAll(() => {
  if (mounted) spawnSync('umount', [disk]);
  rmSync(disk, { recursive: true, force: true });
});

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
