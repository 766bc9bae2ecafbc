/** The whole site as files: written by several processes beside a running server, and again only where something changed. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { announceChange, openDatabase } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import { startSite } from '#tests/support/site.ts';

test('a small catalogue is written with every page in five languages; a second run writes nothing, a third what changed', async () => {
  mkdirSync('.data', { recursive: true });
  // Below the project, so that the built pages still find their packages.
  const folder = mkdtempSync(join('.data', 'export-'));
  const site = await startSite({}, mkdtempSync(join('.data', 'export-data-')));
  const run = (program: string, ...given: string[]): string => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...given], {
      env: { ...process.env, DATA_DIR: site.dataDir, DATABASE_URL: '', BUILD_DIR: join(folder, 'dist'), SITE_URL: 'https://homes.example.org' },
      encoding: 'utf8',
    });
    expect(status, `${stdout}${stderr}`).toBe(0);
    return stderr;
  };
  const written = (told: string): readonly number[] => (/(\d+) written, (\d+) unchanged/.exec(told.trim().split('\n').at(-1) ?? '') ?? []).slice(1).map(Number);
  try {
    run('scripts/import.ts', 'examples/feeds/teapot.csv', '--supplier', 'Teapot');
    cpSync('dist', join(folder, 'dist'), { recursive: true });
    const [first = 0, before] = written(run('scripts/export.ts'));
    expect([first > 300, before]).toEqual([true, 0]);
    const read = (path: string): string => readFileSync(join(folder, 'dist', 'client', path, 'index.html'), 'utf8');
    const { db, close } = await openDatabase({ dataDir: site.dataDir, databaseUrl: undefined, databasePool: 1 }, 'beside');
    const { id } = await db.selectFrom('houses').select('id').where('name', '=', 'Teapot Yard').executeTakeFirstOrThrow();
    for (const prefix of ['', 'en', 'hk', 'tw', 'vn']) {
      for (const path of ['', 'city', 'country/uk', 'uk/rent', 'uk/london', `uk/london/detail-apartments-${id}`, `uk/london/detail-apartments-${id}/offers`]) {
        const page = read(join(prefix, path));
        expect(page, path).toContain(
          `<link rel="canonical" href="https://homes.example.org${['', prefix, path].filter((part, at) => at === 0 || part !== '').join('/')}`,
        );
      }
    }
    expect(existsSync(join(folder, 'dist', 'client', 'uk', 'leeds', 'index.html'))).toBe(false);

    expect(written(run('scripts/export.ts'))).toEqual([0, first]);

    await transact(db, async (transaction) => {
      await transaction.updateTable('houses').set({ name: 'Teapot Court', updated_at: new Date() }).where('id', '=', id).execute();
      await announceChange(transaction, [`house:${id}`]);
    });
    await close();
    const [again = 0, unchanged = 0] = written(run('scripts/export.ts'));
    expect([again > 0, unchanged > 0, again + unchanged]).toEqual([true, true, first]);
    expect(read(`en/uk/london/detail-apartments-${id}`)).toContain('Teapot Court');
  } finally {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
    rmSync(site.dataDir, { recursive: true, force: true });
  }
});
