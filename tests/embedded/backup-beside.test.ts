/** `npm run backup` beside the server that has the embedded database: it borrows the connection for a moment, and the server goes on. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readManifest } from '#lib/backup/restore.ts';
import { openDatabase } from '#lib/db/database.ts';
import { commandHere } from '#tests/support/command-here.ts';
import { emptyFolder, filledFolder } from '#tests/support/data-folder.ts';

function run(program: string, given: readonly string[], dataDir: string): Promise<{ status: number | null; output: string }> {
  const child = spawn(process.execPath, [program, ...given], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => void child.on('close', (status) => resolve({ status, output })));
}

test('[quality 11] while the server writes, a backup is made, and restored elsewhere it holds what was acknowledged before it began', {
  timeout: 300_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loftling-beside-'));
  const [dataDir, elsewhere] = [filledFolder(), await emptyFolder()];
  const server = await openDatabase({ dataDir, databaseUrl: undefined, databasePool: 1 }, 'alone');
  try {
    let acknowledged = 0;
    const pick = async (): Promise<void> => {
      await sql`insert into search_log (device, kind, target_id, picked_at) values ('a', 'house', ${acknowledged}, now())`.execute(server.db);
      acknowledged++;
    };
    for (let count = 0; count < 20; count++) await pick();
    const over = new AbortController();
    const backup = run('scripts/backup.ts', [join(folder, 'backup')], dataDir).finally(() => over.abort());
    while (!over.signal.aborted) {
      await pick();
      // A loop without a pause would only keep a core busy.
      await wait(5);
    }
    expect(await backup).toMatchObject({ status: 0, output: expect.stringContaining('There is no secret yet') });
    const { tables } = await readManifest(join(folder, 'backup'));
    const rows = tables.find(({ name }) => name === 'search_log')?.rows ?? 0;
    expect(rows).toBeGreaterThanOrEqual(20);
    expect(rows).toBeLessThanOrEqual(acknowledged);
    expect(await run('scripts/restore.ts', [join(folder, 'backup')], dataDir)).toMatchObject({
      status: 1,
      output: expect.stringContaining('is in use by process'),
    });
    expect(await run('scripts/restore.ts', [join(folder, 'backup'), '--check'], dataDir)).toMatchObject({
      status: 0,
      output: expect.stringContaining('is whole'),
    });
    const { restore } = await import('../../scripts/backup-and-tell.ts');
    await commandHere(elsewhere, () => restore(join(folder, 'backup'), { replace: false, withSecrets: true }));
    const restored = await openDatabase({ dataDir: elsewhere, databaseUrl: undefined, databasePool: 1 }, 'alone');
    expect((await sql`select 1 from search_log`.execute(restored.db)).rows.length).toBe(rows);
    await restored.close();
  } finally {
    await server.close();
    for (const one of [folder, dataDir, elsewhere]) rmSync(one, { recursive: true, force: true });
  }
});
